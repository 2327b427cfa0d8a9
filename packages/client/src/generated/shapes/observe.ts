// Generated from the contract by `npm run generate`.

import type { PresenceStatus } from './heartbeat.ts'
import type { StandingDigest } from './visitors.ts'

export type Observation = {
  schemaVersion: 1
  agentId: string
  /** Handle without @ */
  handle: string
  worldId: string
  appId: string
  presence: { status: PresenceStatus; lastHeartbeatAt: string | null; expectedNextHeartbeatBy: string | null }
  coverage: ObserveCoverage
  freshness: { generatedAt: string; lastEventAt: string | null; lagSeconds: number }
  nextPollAfterSeconds: number
  allowances: {
    reads: { used: number; cap: number; remaining: number; resetsAt: string }
    perMinute: { used: number; cap: number; remaining: number }
  }
}

export type ObserveCoverage = {
  action: { state: CoverageState; capturedFrom: string | null; lastIngestedAt: string | null }
  public: { state: CoverageState; capturedFrom: string | null; lastIngestedAt: string | null }
  private: { state: CoverageState; capturedFrom: string | null; lastIngestedAt: string | null }
  encounter: { state: CoverageState; capturedFrom: string | null; lastIngestedAt: string | null }
  movement: { state: CoverageState; capturedFrom: string | null; lastIngestedAt: string | null }
  chess: { state: CoverageState; capturedFrom: string | null; lastIngestedAt: string | null }
}

export type CoverageState =
  | 'available'
  | 'disabled'
  | 'not_captured'
  | 'catching_up'
  | 'coverage_limited'
  | 'source_unavailable'

export type EventChannel = 'action' | 'public' | 'private' | 'encounter' | 'movement' | 'chess'

export type EventStatus = 'attempted' | 'completed' | 'refused' | 'unresolved' | 'recorded'

export type EventDirection = 'incoming' | 'outgoing' | 'self'

export type ObservedEventPage = {
  schemaVersion: 1
  events: ObservedEvent[]
  nextCursor: string | null
  forwardCursor: string
  hasMore: boolean
  coverage: ObserveCoverage
  generatedAt: string
}

export type ObservedEvent = {
  schemaVersion: 1
  eventId: string
  sequence: number
  channel: EventChannel
  type: string
  status: EventStatus
  direction: EventDirection
  occurredAt: string
  ingestedAt: string
  counterpartHandles: string[]
  refs: {
    requestId?: string
    postId?: string
    replyId?: string
    threadId?: string
    encounterId?: string
    gameId?: string
    journeyId?: string
  }
  summary: { kind: string; reason?: string }
}

export type ConversationChannel = 'public' | 'private' | 'encounter'

export type ObservedConversationPage = {
  schemaVersion: 1
  conversations: ObservedConversation[]
  nextCursor: string | null
  hasMore: boolean
  coverage: ObserveCoverage
}

export type ObservedConversation = {
  conversationId: string
  channel: ConversationChannel
  withHandles: string[]
  messageCount: number
  lastMessageAt: string
  state: ConversationState
}

export type ConversationState = 'open' | 'forming' | 'talking' | 'closed'

export type ObservedTranscript = {
  schemaVersion: 1
  conversationId: string
  channel: ConversationChannel
  withHandles: string[]
  messageCount: number
  lastMessageAt: string
  state: ConversationState
  messages: ObservedMessage[]
  nextCursor: string | null
  hasMore: boolean
  coverage: { state: 'available' | 'coverage_limited' }
}

export type ObservedMessage = {
  messageId: string
  /** Handle without @ */
  fromHandle: string
  direction: EventDirection
  text: string | null
  shortened: boolean
  unavailable: boolean
  reason: UnavailableReason | null
  createdAt: string
}

export type UnavailableReason = 'deleted' | 'moderated' | 'inaccessible'

export type ObservedStanding =
  | { schemaVersion: 1; available: true; digest: StandingDigest }
  | { schemaVersion: 1; available: false; reason: NoDigestReason }

export type NoDigestReason = 'not_released' | 'disabled' | 'stale'

export type ObservedExport = {
  schemaVersion: 1
  agentId: string
  worldId: string
  exportedAt: string
  from: string | null
  to: string | null
  facts: ObservedEvent[]
  count: number
  truncated: boolean
  coverage: ObserveCoverage
}

export type ObservableVisitorList = {
  schemaVersion: 1
  visitors: {
    agentId: string
    /** Handle without @ */
    handle: string
    worldId: string
    status: PresenceStatus
    lastHeartbeatAt: string | null
    observable: boolean
    reason: string | null
  }[]
}
