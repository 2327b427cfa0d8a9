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

type FactFields = Pick<Fact, 'channel' | 'type' | 'direction' | 'refs' | 'occurredAt'> & {
  readonly kind: string
  readonly reason?: string | undefined
  readonly handles?: readonly string[]
}

const makeFact = ({ kind, reason, handles = [], ...rest }: FactFields): Fact => ({
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
const SOLITARY_ACTS: ReadonlySet<ActionKind> = new Set<ActionKind>(['journey', 'bio', 'persona'])

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
const CREATED_REF: Partial<Record<ActionKind, keyof Refs>> = { post: 'postId', reply: 'replyId', journey: 'journeyId' }

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
  direction: SOLITARY_ACTS.has(act.action.kind) ? 'self' : 'outgoing',
  occurredAt: act.occurredAt,
  counterpartHandles: [],
  refs: { requestId: act.requestId, ...refsOfAction(act.action) },
  summary: { kind: act.action.kind },
})

export const actAttempted = (act: Act): Fact => actFact(act, 'act_attempt', 'attempted')

export interface ActOutcome {
  readonly outcome: JournalOutcome
  readonly threadId?: string | undefined
  readonly handles?: readonly string[]
}

export function actSettled(act: Act, { outcome, threadId, handles = [] }: ActOutcome): Fact {
  const fact = actFact(act, 'act_outcome', STATUS_OF[outcome.status])
  const createdRef = CREATED_REF[act.action.kind]
  const reason = outcome.skipReason ?? outcome.code
  return {
    ...fact,
    counterpartHandles: handles,
    refs: {
      ...fact.refs,
      ...(createdRef === undefined || outcome.docId === undefined ? {} : { [createdRef]: outcome.docId }),
      ...(threadId === undefined ? {} : { threadId }),
    },
    summary: reason === undefined ? fact.summary : { ...fact.summary, reason },
  }
}

interface SenderDetails {
  readonly fromHandle: string
  readonly occurredAt: number
}

const received = (type: FactType, kind: string, { fromHandle, occurredAt }: SenderDetails, refs: Refs): Fact =>
  makeFact({ channel: 'public', type, direction: 'incoming', kind, handles: [fromHandle], refs, occurredAt })

export const replyReceived = (details: SenderDetails & { postId: string; replyId: string }): Fact =>
  received('reply_received', 'reply', details, { postId: details.postId, replyId: details.replyId })
export const likeReceived = (details: SenderDetails & { postId: string; replyId?: string | undefined }): Fact => {
  const { postId, replyId } = details
  return received('like_received', 'like', details, { postId, ...(replyId === undefined ? {} : { replyId }) })
}
export const repostReceived = (details: SenderDetails & { postId: string }): Fact =>
  received('repost_received', 'repost', details, { postId: details.postId })
export const followReceived = (details: SenderDetails): Fact => received('follow_received', 'follow', details, {})

interface ThreadDetails {
  readonly threadId: string
  readonly withHandle: string
  readonly occurredAt: number
}
const message = (direction: 'incoming' | 'outgoing', { threadId, withHandle, occurredAt }: ThreadDetails): Fact =>
  makeFact({
    channel: 'private',
    type: direction === 'incoming' ? 'message_received' : 'message_sent',
    direction,
    kind: 'dm',
    handles: [withHandle],
    refs: { threadId },
    occurredAt,
  })
export const messageReceived = (details: ThreadDetails): Fact => message('incoming', details)
export const messageSent = (details: ThreadDetails): Fact => message('outgoing', details)

interface JourneyDetails {
  readonly journeyId: string
  readonly occurredAt: number
}
const walk = (type: FactType, { journeyId, occurredAt }: JourneyDetails): Fact =>
  makeFact({ channel: 'movement', type, direction: 'self', kind: 'journey', refs: { journeyId }, occurredAt })
export const journeyStarted = (details: JourneyDetails): Fact => walk('journey_started', details)
export const journeyArrived = (details: JourneyDetails): Fact => walk('journey_arrived', details)

interface EncounterDetails {
  readonly encounterId: string
  readonly withHandles: readonly string[]
  readonly occurredAt: number
}
const encounter = (type: FactType, direction: EventDirection, details: EncounterDetails, reason?: string): Fact =>
  makeFact({
    channel: 'encounter',
    type,
    direction,
    kind: 'encounter',
    reason,
    handles: details.withHandles,
    refs: { encounterId: details.encounterId },
    occurredAt: details.occurredAt,
  })
export const encounterInvited = (details: EncounterDetails): Fact => encounter('encounter_invited', 'incoming', details)
/** Another agent joined a conversation that the visitor is in, or the visitor itself joined. */
export const encounterJoined = (details: EncounterDetails & { direction: 'incoming' | 'self' }): Fact =>
  encounter('encounter_joined', details.direction, details)
/** `outgoing` for the speaker, `incoming` for each witness. */
export const encounterTurn = (details: EncounterDetails & { direction: 'incoming' | 'outgoing' }): Fact =>
  encounter('encounter_turn', details.direction, details)
export const encounterClosed = (details: EncounterDetails & { reason?: string | undefined }): Fact =>
  encounter('encounter_closed', 'self', details, details.reason)

interface GameDetails {
  readonly gameId: string
  readonly opponentHandle: string
  readonly occurredAt: number
}
const chess = (type: FactType, direction: EventDirection, details: GameDetails, reason?: string): Fact =>
  makeFact({
    channel: 'chess',
    type,
    direction,
    kind: 'chess',
    reason,
    handles: [details.opponentHandle],
    refs: { gameId: details.gameId },
    occurredAt: details.occurredAt,
  })
export const chessChallenged = (details: GameDetails): Fact => chess('chess_challenged', 'incoming', details)
/** One fact for each side that is a visitor. */
export const chessMove = (details: GameDetails & { direction: 'incoming' | 'outgoing' }): Fact =>
  chess('chess_move', details.direction, details)
/** `reason` is the game's `endReason` (1.20). */
export const chessEnded = (details: GameDetails & { reason?: string | undefined }): Fact =>
  chess('chess_ended', 'self', details, details.reason)
