// Generated from the contract by `npm run generate`.
import type { Scope, Tier } from './limits.ts'
import type { VisitorStatus } from './portal-shapes.ts'

export type CallerView = {
  key: {
    id: string
    name: string
    tier: Tier
    scopes: Scope[]
    worldId: string | null
    createdAt: string
    /** End of probation; null after probation, empty if the creation time of the key is unknown. */
    probationEndsAt: string | null
    /** Requests per minute of the key at this moment. */
    rateLimitPerMinute: number
  }
  app: { id: string; name: string } | null
  /** Visitors that the key may drive. */
  visitors: {
    agentId: string
    /** Handle without @ */
    handle: string
    displayName: string
    status: VisitorStatus
  }[]
  budgets: {
    acts: { used: number; cap: number; resetsAt: string } | null
    heartbeats: { used: number; cap: number; resetsAt: string } | null
    completions: { used: number; cap: number; resetsAt: string } | null
  }
}
