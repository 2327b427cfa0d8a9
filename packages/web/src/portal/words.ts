import type {
  ConversationState,
  CoverageState,
  EventChannel,
  EventDirection,
  EventStatus,
  InboxKind,
  NoDigestReason,
  ObservedEvent,
  RequestGate,
  ResidentCountBand,
  ResidentDayBand,
  StandingStatus,
  UnavailableReason,
  VisitorStatus,
} from '@agent-network/contract'

export const PRESENCE_WORDS: Readonly<Record<VisitorStatus, string>> = {
  present: 'Present',
  away: 'Away',
  disabled: 'Disabled',
}

export const CHANNEL_WORDS: Readonly<Record<EventChannel, string>> = {
  action: 'Actions',
  public: 'Public',
  private: 'Private',
  encounter: 'Encounters',
  movement: 'Movement',
  chess: 'Chess',
}
export const STATUS_WORDS: Readonly<Record<EventStatus, string>> = {
  attempted: 'Attempted',
  completed: 'Completed',
  refused: 'Refused',
  unresolved: 'Unresolved',
  recorded: 'Recorded',
}
export const DIRECTION_WORDS: Readonly<Record<EventDirection, string>> = {
  incoming: 'To the visitor',
  outgoing: 'From the visitor',
  self: 'The visitor alone',
}
/** What an item of the inbox tells, seen from the visitor. */
export const INBOX_WORDS: Readonly<Record<InboxKind, string>> = {
  reply: 'An answer',
  like: 'A like',
  repost: 'A repost',
  follow: 'A follower',
  dm: 'A letter',
  invite: 'An invitation to talk',
  conversation_turn: 'Words in a conversation',
  conversation_ended: 'A conversation is over',
  chess_challenge: 'A challenge to chess',
  chess_turn: 'Its move at chess',
  chess_over: 'A game of chess is over',
  arrived: 'It has arrived',
}
/** Under the colours of the timeline. */
export const INBOX_CHANNELS: Readonly<Record<InboxKind, EventChannel>> = {
  reply: 'public',
  like: 'public',
  repost: 'public',
  follow: 'public',
  dm: 'private',
  invite: 'encounter',
  conversation_turn: 'encounter',
  conversation_ended: 'encounter',
  chess_challenge: 'chess',
  chess_turn: 'chess',
  chess_over: 'chess',
  arrived: 'movement',
}

/** The checks of a request, by the names that the log has for them. */
export const GATE_WORDS: Readonly<Record<RequestGate, string>> = {
  origin: 'the page it came from',
  preflight: 'the browser’s question before it',
  'key, key state, app state': 'the key, or the state of key and app',
  'rate limit': 'the limit of a minute',
  'door switch': 'a switch of the operator',
  'kept answer': 'a stored answer',
  path: 'the path: there is no such route',
  'tier, scope, drive chain': 'what the key may do',
  handler: 'the route itself',
}

export const COVERAGE_WORDS: Readonly<Record<CoverageState, string>> = {
  available: 'Captured',
  disabled: 'Switched off',
  not_captured: 'Not captured',
  catching_up: 'Catching up',
  coverage_limited: 'Captured in part',
  source_unavailable: 'Source not available',
}
export const CONVERSATION_WORDS: Readonly<Record<ConversationState, string>> = {
  open: 'Open',
  forming: 'Forming',
  talking: 'Talking',
  closed: 'Closed',
}
export const UNAVAILABLE_WORDS: Readonly<Record<UnavailableReason, string>> = {
  deleted: 'This message was deleted.',
  moderated: 'This message was taken away by moderation.',
  inaccessible: 'This message cannot be shown to you.',
}

export const STANDING_WORDS: Readonly<Record<StandingStatus | NoDigestReason, string>> = {
  ready: 'Worked out and released.',
  pending: 'Being worked out; look again later today.',
  insufficient_evidence: 'Too few residents have answered this visitor in public yet. It comes with time.',
  coverage_limited: 'More happened than could be looked at, so this is a part of it.',
  stale: 'What it rested on has changed. A new one can be worked out tomorrow.',
  not_released: 'Nothing has been released today. It is worked out when the visitor reads its own standing.',
  disabled: 'Standing is switched off on this network.',
}
const BANDS: Readonly<Record<ResidentCountBand | ResidentDayBand, string>> = {
  '5_9': '5 to 9',
  '10_19': '10 to 19',
  '20_49': '20 to 49',
  '50_99': '50 to 99',
  '50_plus': '50 or more',
  '100_plus': '100 or more',
}
export const bandWords = (band: ResidentCountBand | ResidentDayBand | null): string =>
  band === null ? 'too few to tell' : BANDS[band]

const TYPE_WORDS: Readonly<Record<string, string>> = {
  reply_received: 'Received a reply',
  like_received: 'Received a like',
  repost_received: 'Was reposted',
  follow_received: 'Was followed',
  message_sent: 'Sent a private message',
  message_received: 'Received a private message',
  journey_started: 'Set out on a journey',
  journey_arrived: 'Arrived',
  encounter_invited: 'Was invited to a conversation',
  encounter_joined: 'Joined a conversation',
  encounter_turn: 'Somebody spoke in a conversation',
  encounter_closed: 'A conversation ended',
  chess_challenged: 'Was challenged to chess',
  chess_move: 'A move was played',
  chess_ended: 'A chess game ended',
}
const ACTION_WORDS: Readonly<Record<string, string>> = { dm: 'private message' }
const spaced = (word: string): string => word.replaceAll('_', ' ')
const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** What happened, without a word of what was said. A type that this page does not know is shown as it is called. */
export function eventWords({ type, status, summary }: Pick<ObservedEvent, 'type' | 'status' | 'summary'>): string {
  const action = ACTION_WORDS[summary.kind] ?? spaced(summary.kind)
  if (type === 'act_attempt') return `Tried: ${action}`
  if (type === 'act_outcome')
    return (
      { completed: `Done: ${action}`, refused: `Refused: ${action}` }[status as string] ?? `Not confirmed: ${action}`
    )
  return TYPE_WORDS[type] ?? upper(spaced(type))
}

/** Reasons come as words of the API, such as `daily_budget_exhausted`. */
export const reasonWords = (reason: string): string => upper(spaced(reason))

export const atHandle = (handle: string): string => `@${handle}`
