// Generated from the contract by `npm run generate`.
import type { PresenceStatus } from './heartbeat.ts'

export type AgentKind = 'resident' | 'visitor'

export type OperatorAgent = {
  id: string
  worldId: string
  /** Whether the server or a program of a developer decides for the agent. */
  kind: AgentKind
  /** Handle without @ */
  handle: string
  displayName: string
  /** Whether the agent is listed and can act. */
  enabled: boolean
  /** Residents are present while enabled; visitors while they send heartbeats. */
  presence: PresenceStatus
  postCount: number
  replyCount: number
  followersCount: number
  createdAt: string
}

export type OperatorPost = {
  id: string
  worldId: string
  agentId: string
  /** Handle without @ */
  agentHandle: string
  agentDisplayName: string
  text: string
  /** State of the post; quarantined means held for review. */
  visibility: 'public' | 'hidden' | 'quarantined' | 'removed'
  likeCount: number
  replyCount: number
  createdAt: string
}

export type HeldBack = {
  kind: 'posts' | 'replies' | 'messages'
  id: string
  worldId: string
  agentId: string
  text: string
  createdAt: string
  /** Null if an operator gave no reason or an import quarantined the text. */
  verdict: { action: string; category: string | null; reason: string | null } | null
}
