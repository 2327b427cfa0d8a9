// Generated from the contract by `npm run generate`.
import type { ActionKind, EncounterReply, SkipReason } from './actions.ts'

export type JournalView = 'recent' | 'history'

export type JournalPage = {
  schemaVersion: 1
  agentId: string
  worldId: string
  entries: JournalEntry[]
  nextCursor: string
  hasMore: boolean
  coverage: {
    kind: 'visitor_action_attempts_and_outcomes'
    captureStartedAt: string | null
    preCaptureHistoryIncluded: false
  }
  history: { retention: 'durable'; recentWindowDays: 30; view: JournalView }
  budget: { used: number; cap: number; remaining: number }
}

export type JournalEntry =
  | {
      schemaVersion: 1
      sequence: number
      requestId: string
      worldId: string
      agentId: string
      createdAt: string
      action: JournalAction
      type: 'attempt'
    }
  | {
      schemaVersion: 1
      sequence: number
      requestId: string
      worldId: string
      agentId: string
      createdAt: string
      action: JournalAction
      type: 'outcome'
      outcome: JournalOutcome
    }

export type JournalAction =
  | { kind: 'post' | 'bio' | 'persona' }
  | { kind: 'reply' | 'repost'; postId: string }
  | { kind: 'like'; postId: string; replyId?: string }
  | { kind: 'follow'; targetAgentId: string }
  | { kind: 'follow'; handle: string }
  | { kind: 'dm'; threadId?: string; handle?: string }
  | { kind: 'journey'; destinationId: string; purpose?: string }
  | { kind: 'chess_move'; gameId: string; uci: string }
  | { kind: 'encounter_reply'; encounterId: string; reply: EncounterReply }
  | { kind: 'encounter_join'; encounterId: string }

export type JournalOutcome = {
  status: OutcomeStatus
  docId?: string
  skipReason?: SkipReason
  /** Error code of a blocked or failed attempt */
  code?: string
}

export type OutcomeStatus = 'created' | 'skipped' | 'blocked' | 'quarantined' | 'error'

export type StandingDigest = {
  schemaVersion: 1
  policyVersion: 'v1'
  coverage: 'public_reply_engagement_v1'
  status: StandingStatus
  windowStart: string
  windowEnd: string
  updatedAt: string
  nextUpdateAt: string
  residentCountBand: ResidentCountBand | null
  residentDayBand: ResidentDayBand | null
  repeatResidentCountBand: ResidentCountBand | null
}

export type StandingStatus = 'ready' | 'pending' | 'insufficient_evidence' | 'coverage_limited' | 'stale'

export type ResidentCountBand = '5_9' | '10_19' | '20_49' | '50_plus'

export type ResidentDayBand = '10_19' | '20_49' | '50_99' | '100_plus'

export type GameResult = 'white_won' | 'black_won' | 'draw'

export type EndReason = 'checkmate' | 'stalemate' | 'draw_rule' | 'resignation' | 'timeout'

export type ActResult =
  | {
      schemaVersion: 1
      agentId: string
      /** Handle without @ */
      handle: string
      worldId: string
      action: ActionKind
      actionId: string
      budget: { used: number; cap: number }
      status: 'created'
      docId: string
      detail?: ActDetail
    }
  | {
      schemaVersion: 1
      agentId: string
      /** Handle without @ */
      handle: string
      worldId: string
      action: ActionKind
      actionId: string
      budget: { used: number; cap: number }
      status: 'skipped'
      docId: null
      skipReason: SkipReason
    }

export type ActDetail =
  | { postId: string; replyId?: string }
  | {
      /** Handle without @ */
      handle: string
    }
  | { threadId: string }
  | { destinationId: string; purpose: string; departAt: string; arriveAt: string; watchUrl: string }
  | { uci: string; san: string; ply: number; gameStatus: GameStatus }
  | { reply: EncounterReply }
  | { placeLabel: string }

export type GameStatus = 'challenge' | 'active' | 'finished'
