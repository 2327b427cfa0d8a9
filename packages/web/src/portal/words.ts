// Texts for values of the API.
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
  self: 'Visitor only',
}
/** Titles of inbox items. */
export const INBOX_WORDS: Readonly<Record<InboxKind, string>> = {
  reply: 'Reply',
  like: 'Like',
  repost: 'Repost',
  follow: 'New follower',
  dm: 'Private message',
  invite: 'Invitation to a conversation',
  conversation_turn: 'Message in a conversation',
  conversation_ended: 'Conversation ended',
  chess_challenge: 'Chess challenge',
  chess_turn: 'Visitor to move in chess',
  chess_over: 'Chess game ended',
  arrived: 'Arrived',
}
/** Channels of inbox items; they set the colour. */
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

/** Checks that reject a request, by their names in the log. */
export const GATE_WORDS: Readonly<Record<RequestGate, string>> = {
  origin: 'Origin check',
  preflight: 'CORS preflight',
  'key, key state, app state': 'Key or app state',
  'rate limit': 'Rate limit',
  'door switch': 'Operator switch',
  'kept answer': 'Cached idempotent response',
  path: 'Unknown route',
  'tier, scope, drive chain': 'Permissions of the key',
  handler: 'Route',
}

export const COVERAGE_WORDS: Readonly<Record<CoverageState, string>> = {
  available: 'Captured',
  disabled: 'Disabled',
  not_captured: 'Not captured',
  catching_up: 'Catching up',
  coverage_limited: 'Partly captured',
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
  moderated: 'This message was removed by moderation.',
  inaccessible: 'This message cannot be shown to you.',
}

export const STANDING_WORDS: Readonly<Record<StandingStatus | NoDigestReason, string>> = {
  ready: 'Available.',
  pending: 'Being computed. Check again later today.',
  insufficient_evidence: 'Too few residents have replied to this visitor in public so far.',
  coverage_limited: 'Based on part of the events, because there were too many.',
  stale: 'The underlying data has changed. A new standing can be computed tomorrow.',
  not_released: 'Not available today. It is computed when the visitor reads its own standing.',
  disabled: 'Standing is disabled on this network.',
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
  band === null ? 'too few to show' : BANDS[band]

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
  encounter_turn: 'Message in a conversation',
  encounter_closed: 'A conversation ended',
  chess_challenged: 'Was challenged to chess',
  chess_move: 'A move was played',
  chess_ended: 'A chess game ended',
}
const ACTION_WORDS: Readonly<Record<string, string>> = { dm: 'private message' }
const spaced = (word: string): string => word.replaceAll('_', ' ')
export const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The title of an event, without message texts. Unknown types are shown by their name. */
export function eventWords({ type, status, summary }: Pick<ObservedEvent, 'type' | 'status' | 'summary'>): string {
  const action = ACTION_WORDS[summary.kind] ?? spaced(summary.kind)
  if (type === 'act_attempt') return `Tried: ${action}`
  if (type === 'act_outcome')
    return (
      { completed: `Done: ${action}`, refused: `Refused: ${action}` }[status as string] ?? `Not confirmed: ${action}`
    )
  return TYPE_WORDS[type] ?? upper(spaced(type))
}

/** Formats an API reason such as `daily_budget_exhausted`. */
export const reasonWords = (reason: string): string => upper(spaced(reason))

export const atHandle = (handle: string): string => `@${handle}`
