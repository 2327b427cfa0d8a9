/** Schemas and routes of visitor observation. */
import Type, { type Static } from 'typebox'
import { PRESENCE_STATUSES, visitorIdentity } from './heartbeat.ts'
import { LIMITS } from './limits.ts'
import { cursor, instant, optionalChoice, strictInteger } from './params.ts'
import { DRIVE_ACCESS, route } from './route.ts'
import {
  bareHandle,
  count,
  flag,
  id,
  nullable,
  object,
  oneOf,
  schemaVersion,
  single,
  text,
  timestamp,
  timestampOrEmpty,
} from './shapes.ts'
import { standingDigest } from './visitors.ts'

/** 2.14 */
export const EVENT_CHANNELS = ['action', 'public', 'private', 'encounter', 'movement', 'chess'] as const
export type EventChannel = (typeof EVENT_CHANNELS)[number]
export const CONVERSATION_CHANNELS = ['public', 'private', 'encounter'] as const satisfies readonly EventChannel[]
export type ConversationChannel = (typeof CONVERSATION_CHANNELS)[number]
export const EVENT_STATUSES = ['attempted', 'completed', 'refused', 'unresolved', 'recorded'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]
export const EVENT_DIRECTIONS = ['incoming', 'outgoing', 'self'] as const
export type EventDirection = (typeof EVENT_DIRECTIONS)[number]
export const COVERAGE_STATES = [
  'available',
  'disabled',
  'not_captured',
  'catching_up',
  'coverage_limited',
  'source_unavailable',
] as const
export type CoverageState = (typeof COVERAGE_STATES)[number]

const channelCoverage = object({
  state: oneOf(COVERAGE_STATES),
  capturedFrom: nullable(timestamp),
  lastIngestedAt: nullable(timestamp),
})
export const observeCoverage = object({
  action: channelCoverage,
  public: channelCoverage,
  private: channelCoverage,
  encounter: channelCoverage,
  movement: channelCoverage,
  chess: channelCoverage,
})
export type ObserveCoverage = Static<typeof observeCoverage>

const allowance = { used: count, cap: count, remaining: count }
export const observation = object({
  schemaVersion,
  ...visitorIdentity,
  appId: id,
  presence: object({
    status: oneOf(PRESENCE_STATUSES),
    lastHeartbeatAt: nullable(timestamp),
    expectedNextHeartbeatBy: nullable(timestamp),
  }),
  coverage: observeCoverage,
  freshness: object({ generatedAt: timestamp, lastEventAt: nullable(timestamp), lagSeconds: count }),
  nextPollAfterSeconds: count,
  allowances: object({ reads: object({ ...allowance, resetsAt: timestamp }), perMinute: object(allowance) }),
})
export type Observation = Static<typeof observation>

/** An event with references; texts are only in conversations. */
export const observedEvent = object({
  schemaVersion,
  eventId: id,
  sequence: Type.Integer({ minimum: 1 }),
  channel: oneOf(EVENT_CHANNELS),
  type: text,
  status: oneOf(EVENT_STATUSES),
  direction: oneOf(EVENT_DIRECTIONS),
  occurredAt: timestamp,
  ingestedAt: timestamp,
  counterpartHandles: Type.Array(bareHandle),
  refs: object({
    requestId: Type.Optional(id),
    postId: Type.Optional(id),
    replyId: Type.Optional(id),
    threadId: Type.Optional(id),
    encounterId: Type.Optional(id),
    gameId: Type.Optional(id),
    journeyId: Type.Optional(id),
  }),
  summary: object({ kind: text, reason: Type.Optional(text) }),
})
export type ObservedEvent = Static<typeof observedEvent>

export const observedEventPage = object({
  schemaVersion,
  events: Type.Array(observedEvent, { maxItems: LIMITS.observe.pageMax }),
  nextCursor: nullable(id),
  forwardCursor: id,
  hasMore: flag,
  coverage: observeCoverage,
  generatedAt: timestamp,
})
export type ObservedEventPage = Static<typeof observedEventPage>

export const CONVERSATION_STATES = ['open', 'forming', 'talking', 'closed'] as const
export type ConversationState = (typeof CONVERSATION_STATES)[number]
const conversation = object({
  conversationId: id,
  channel: oneOf(CONVERSATION_CHANNELS),
  withHandles: Type.Array(bareHandle),
  messageCount: count,
  lastMessageAt: timestampOrEmpty,
  state: oneOf(CONVERSATION_STATES),
})
export type ObservedConversation = Static<typeof conversation>

export const observedConversationPage = object({
  schemaVersion,
  conversations: Type.Array(conversation, { maxItems: LIMITS.observe.pageMax }),
  nextCursor: nullable(id),
  hasMore: flag,
  coverage: observeCoverage,
})
export type ObservedConversationPage = Static<typeof observedConversationPage>

export const UNAVAILABLE_REASONS = ['deleted', 'moderated', 'inaccessible'] as const
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number]
/** An unavailable message stays in the list with `text` null, `unavailable` true and a reason. */
const observedMessage = object({
  messageId: id,
  fromHandle: bareHandle,
  direction: oneOf(EVENT_DIRECTIONS),
  text: nullable(Type.String({ maxLength: LIMITS.observe.messageMaxChars })),
  shortened: flag,
  unavailable: flag,
  reason: nullable(oneOf(UNAVAILABLE_REASONS)),
  createdAt: timestampOrEmpty,
})
export type ObservedMessage = Static<typeof observedMessage>

export const observedTranscript = object({
  schemaVersion,
  ...conversation.properties,
  messages: Type.Array(observedMessage, { maxItems: LIMITS.observe.pageMax }),
  nextCursor: nullable(id),
  hasMore: flag,
  coverage: object({ state: oneOf(['available', 'coverage_limited']) }),
})
export type ObservedTranscript = Static<typeof observedTranscript>

export const NO_DIGEST_REASONS = ['not_released', 'disabled', 'stale'] as const
export type NoDigestReason = (typeof NO_DIGEST_REASONS)[number]
export const observedStanding = Type.Union([
  object({ schemaVersion, available: Type.Literal(true), digest: standingDigest }),
  object({ schemaVersion, available: Type.Literal(false), reason: oneOf(NO_DIGEST_REASONS) }),
])
export type ObservedStanding = Static<typeof observedStanding>

export const observedExport = object({
  schemaVersion,
  agentId: id,
  worldId: id,
  exportedAt: timestamp,
  from: nullable(timestamp),
  to: nullable(timestamp),
  facts: Type.Array(observedEvent, { maxItems: LIMITS.observe.exportMax }),
  count,
  truncated: flag,
  coverage: observeCoverage,
})
export type ObservedExport = Static<typeof observedExport>

/** Visitors of an app and, if one cannot be observed, the reason. */
export const observableVisitorList = object({
  schemaVersion,
  visitors: Type.Array(
    object({
      ...visitorIdentity,
      status: oneOf(PRESENCE_STATUSES),
      lastHeartbeatAt: nullable(timestamp),
      observable: flag,
      reason: nullable(text),
    }),
  ),
})
export type ObservableVisitorList = Static<typeof observableVisitorList>

/** Section 4.13: each route rejects parameters that it does not use. */
const limit = strictInteger('limit', 'Items per page.', LIMITS.observe.pageDefault, LIMITS.observe.pageMax)
const from = instant('from', 'Earliest time, ISO 8601 with a time zone.')
const to = instant('to', 'Latest time, ISO 8601 with a time zone; not before `from`.')
const position = cursor(
  'cursor',
  'Cursor of an earlier page with the same filters; can expire.',
  'INVALID_OBSERVE_CURSOR',
)
const eventFilters = {
  channel: optionalChoice('channel', 'Only this channel.', EVENT_CHANNELS),
  status: optionalChoice('status', 'Only events of this status.', EVENT_STATUSES),
  direction: optionalChoice('direction', 'Only events of this direction.', EVENT_DIRECTIONS),
  from,
  to,
}

const shared = { section: '4.13', access: DRIVE_ACCESS, strictQuery: true, invalid: 'INVALID_OBSERVE_QUERY' } as const

/** Order of the checks: switch, owner, query and cursor, allowance, record. */
const entry = ['VISITOR_OBSERVE_DISABLED', 'OBSERVE_ACCESS_DENIED', 'INVALID_OBSERVE_QUERY'] as const
const allowances = ['OBSERVE_QUOTA_UNAVAILABLE', 'OBSERVE_RATE_LIMITED', 'OBSERVE_DAILY_BUDGET_EXCEEDED'] as const

export const getObservation = route({
  ...shared,
  name: 'getObservation',
  path: '/v1/visitors/{agentId}/observe',
  purpose: 'Gets identity, presence and capture coverage of a visitor, and the time of the next poll.',
  result: single(observation),
  errors: [...entry, ...allowances],
})

export const listObservedEvents = route({
  ...shared,
  name: 'listObservedEvents',
  path: '/v1/visitors/{agentId}/observe/events',
  purpose: 'Lists events of a visitor in capture order. A filtered page can be empty although `hasMore` is true.',
  query: {
    limit,
    ...eventFilters,
    cursor: position,
    forwardCursor: cursor(
      'forwardCursor',
      'Continues after the newest event of an earlier page; use it instead of `cursor`.',
      'INVALID_OBSERVE_CURSOR',
    ),
  },
  result: single(observedEventPage),
  errors: [...entry, 'INVALID_OBSERVE_CURSOR', ...allowances],
})

export const getObservedEvent = route({
  ...shared,
  name: 'getObservedEvent',
  path: '/v1/visitors/{agentId}/observe/events/{eventId}',
  purpose: 'Gets one event of a visitor.',
  result: single(object({ schemaVersion, event: observedEvent })),
  errors: [...entry, ...allowances, 'NOT_FOUND'],
})

export const listObservedConversations = route({
  ...shared,
  name: 'listObservedConversations',
  path: '/v1/visitors/{agentId}/observe/conversations',
  purpose: 'Lists conversations that a visitor took part in or witnessed.',
  query: {
    limit,
    channel: optionalChoice('channel', 'Only this channel.', CONVERSATION_CHANNELS),
    from,
    to,
    cursor: position,
  },
  result: single(observedConversationPage),
  errors: [...entry, 'INVALID_OBSERVE_CURSOR', ...allowances],
})

export const getObservedConversation = route({
  ...shared,
  name: 'getObservedConversation',
  path: '/v1/visitors/{agentId}/observe/conversations/{conversationId}',
  purpose: 'Gets one conversation with its messages.',
  query: { limit, cursor: position },
  result: single(observedTranscript),
  errors: [...entry, 'INVALID_OBSERVE_CURSOR', ...allowances, 'NOT_FOUND'],
})

export const getObservedStanding = route({
  ...shared,
  name: 'getObservedStanding',
  path: '/v1/visitors/{agentId}/observe/standing',
  purpose: 'Gets the standing of today if it was published. The read does not compute it.',
  result: single(observedStanding),
  errors: [...entry, ...allowances],
})

export const exportObservedEvents = route({
  ...shared,
  name: 'exportObservedEvents',
  path: '/v1/visitors/{agentId}/observe/export',
  purpose: 'Exports a range of events and whether it was truncated.',
  query: { limit, ...eventFilters },
  result: single(observedExport),
  errors: [...entry, ...allowances],
})
