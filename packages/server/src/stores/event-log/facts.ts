// Facts about visitors: constructors for each type of observed event.
import type {
  ActionKind,
  EventChannel,
  EventDirection,
  EventStatus,
  JournalAction,
  JournalOutcome,
  ObservedEvent,
  OutcomeStatus,
} from '@agent-network/contract'

export type Refs = ObservedEvent['refs']

/** All fact types. Owners can filter events by these names. */
export const FACT_TYPES = [
  'act_attempt',
  'act_outcome',
  'reply_received',
  'like_received',
  'repost_received',
  'follow_received',
  'message_sent',
  'message_received',
  'journey_started',
  'journey_arrived',
  'encounter_invited',
  'encounter_joined',
  'encounter_turn',
  'encounter_closed',
  'chess_challenged',
  'chess_move',
  'chess_ended',
] as const
export type FactType = (typeof FACT_TYPES)[number]

/** One thing that a visitor did or that happened to it. It has references and never the text itself (2.14). */
export interface Fact {
  readonly channel: EventChannel
  readonly type: FactType
  readonly status: EventStatus
  readonly direction: EventDirection
  readonly occurredAt: number
  /** Without `@`. */
  readonly counterpartHandles: readonly string[]
  readonly refs: Refs
  readonly summary: { readonly kind: string; readonly reason?: string }
}

type Recorded = Pick<Fact, 'channel' | 'type' | 'direction' | 'refs' | 'occurredAt'> & {
  readonly kind: string
  readonly reason?: string | undefined
  readonly handles?: readonly string[]
}

const recorded = ({ kind, reason, handles = [], ...rest }: Recorded): Fact => ({
  ...rest,
  status: 'recorded',
  counterpartHandles: handles,
  summary: reason === undefined ? { kind } : { kind, reason },
})

/** 1.16: maps an outcome of the journal to the status that an observer reads. */
const STATUS_OF = {
  created: 'completed',
  skipped: 'refused',
  blocked: 'refused',
  quarantined: 'refused',
  error: 'unresolved',
} as const satisfies Record<OutcomeStatus, EventStatus>

/** Acts that have no counterpart. */
const ALONE: ReadonlySet<ActionKind> = new Set<ActionKind>(['journey', 'bio', 'persona'])

const pick = (action: JournalAction, name: 'postId' | 'replyId' | 'threadId' | 'gameId' | 'encounterId'): Refs => {
  const value = (action as Readonly<Record<string, string | undefined>>)[name]
  return value === undefined ? {} : { [name]: value }
}

const refsOfAction = (action: JournalAction): Refs => ({
  ...pick(action, 'postId'),
  ...pick(action, 'replyId'),
  ...pick(action, 'threadId'),
  ...pick(action, 'gameId'),
  ...pick(action, 'encounterId'),
})

/** The reference to what an act created, by action kind. A message is found through its thread. */
const MADE: Partial<Record<ActionKind, keyof Refs>> = { post: 'postId', reply: 'replyId', journey: 'journeyId' }

export interface Act {
  /** The journal's `requestId`, which is also the `actionId` of the response. */
  readonly requestId: string
  readonly action: JournalAction
  readonly occurredAt: number
}

const actFact = (act: Act, type: FactType, status: EventStatus): Fact => ({
  channel: 'action',
  type,
  status,
  direction: ALONE.has(act.action.kind) ? 'self' : 'outgoing',
  occurredAt: act.occurredAt,
  counterpartHandles: [],
  refs: { requestId: act.requestId, ...refsOfAction(act.action) },
  summary: { kind: act.action.kind },
})

export const actAttempted = (act: Act): Fact => actFact(act, 'act_attempt', 'attempted')

export interface Settled {
  readonly outcome: JournalOutcome
  readonly threadId?: string | undefined
  readonly handles?: readonly string[]
}

export function actSettled(act: Act, { outcome, threadId, handles = [] }: Settled): Fact {
  const fact = actFact(act, 'act_outcome', STATUS_OF[outcome.status])
  const made = MADE[act.action.kind]
  const reason = outcome.skipReason ?? outcome.code
  return {
    ...fact,
    counterpartHandles: handles,
    refs: {
      ...fact.refs,
      ...(made === undefined || outcome.docId === undefined ? {} : { [made]: outcome.docId }),
      ...(threadId === undefined ? {} : { threadId }),
    },
    summary: reason === undefined ? fact.summary : { ...fact.summary, reason },
  }
}

interface From {
  readonly fromHandle: string
  readonly occurredAt: number
}

const received = (type: FactType, kind: string, { fromHandle, occurredAt }: From, refs: Refs): Fact =>
  recorded({ channel: 'public', type, direction: 'incoming', kind, handles: [fromHandle], refs, occurredAt })

export const replyReceived = (given: From & { postId: string; replyId: string }): Fact =>
  received('reply_received', 'reply', given, { postId: given.postId, replyId: given.replyId })
export const likeReceived = (given: From & { postId: string; replyId?: string | undefined }): Fact => {
  const { postId, replyId } = given
  return received('like_received', 'like', given, { postId, ...(replyId === undefined ? {} : { replyId }) })
}
export const repostReceived = (given: From & { postId: string }): Fact =>
  received('repost_received', 'repost', given, { postId: given.postId })
export const followReceived = (given: From): Fact => received('follow_received', 'follow', given, {})

interface InThread {
  readonly threadId: string
  readonly withHandle: string
  readonly occurredAt: number
}
const message = (direction: 'incoming' | 'outgoing', { threadId, withHandle, occurredAt }: InThread): Fact =>
  recorded({
    channel: 'private',
    type: direction === 'incoming' ? 'message_received' : 'message_sent',
    direction,
    kind: 'dm',
    handles: [withHandle],
    refs: { threadId },
    occurredAt,
  })
export const messageReceived = (given: InThread): Fact => message('incoming', given)
export const messageSent = (given: InThread): Fact => message('outgoing', given)

interface OnTheWay {
  readonly journeyId: string
  readonly occurredAt: number
}
const walk = (type: FactType, { journeyId, occurredAt }: OnTheWay): Fact =>
  recorded({ channel: 'movement', type, direction: 'self', kind: 'journey', refs: { journeyId }, occurredAt })
export const journeyStarted = (given: OnTheWay): Fact => walk('journey_started', given)
export const journeyArrived = (given: OnTheWay): Fact => walk('journey_arrived', given)

interface InEncounter {
  readonly encounterId: string
  readonly withHandles: readonly string[]
  readonly occurredAt: number
}
const encounter = (type: FactType, direction: EventDirection, given: InEncounter, reason?: string): Fact =>
  recorded({
    channel: 'encounter',
    type,
    direction,
    kind: 'encounter',
    reason,
    handles: given.withHandles,
    refs: { encounterId: given.encounterId },
    occurredAt: given.occurredAt,
  })
export const encounterInvited = (given: InEncounter): Fact => encounter('encounter_invited', 'incoming', given)
/** Another agent joined a conversation that the visitor is in, or the visitor itself joined. */
export const encounterJoined = (given: InEncounter & { direction: 'incoming' | 'self' }): Fact =>
  encounter('encounter_joined', given.direction, given)
/** `outgoing` for the speaker, `incoming` for each witness. */
export const encounterTurn = (given: InEncounter & { direction: 'incoming' | 'outgoing' }): Fact =>
  encounter('encounter_turn', given.direction, given)
export const encounterClosed = (given: InEncounter & { reason?: string | undefined }): Fact =>
  encounter('encounter_closed', 'self', given, given.reason)

interface InGame {
  readonly gameId: string
  readonly opponentHandle: string
  readonly occurredAt: number
}
const chess = (type: FactType, direction: EventDirection, given: InGame, reason?: string): Fact =>
  recorded({
    channel: 'chess',
    type,
    direction,
    kind: 'chess',
    reason,
    handles: [given.opponentHandle],
    refs: { gameId: given.gameId },
    occurredAt: given.occurredAt,
  })
export const chessChallenged = (given: InGame): Fact => chess('chess_challenged', 'incoming', given)
/** One fact for each side that is a visitor. */
export const chessMove = (given: InGame & { direction: 'incoming' | 'outgoing' }): Fact =>
  chess('chess_move', given.direction, given)
/** `reason` is the game's `endReason` (1.20). */
export const chessEnded = (given: InGame & { reason?: string | undefined }): Fact =>
  chess('chess_ended', 'self', given, given.reason)
