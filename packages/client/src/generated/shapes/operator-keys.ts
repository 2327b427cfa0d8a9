// Generated from the contract by `npm run generate`.
import type { Scope, Tier } from './limits.ts'

export type OperatorKey = {
  id: string
  name: string
  appId: string | null
  /** tier: 1 content, 2 minds, 3 network */
  tier: Tier
  scopes: Scope[]
  rateLimitPerMinute: number
  enabled: boolean
  revokedAt: string | null
  allowedAgentIds: string[]
  invokeAnyAgent: boolean
  invokeDailyBudget: number | null
  contributesToContinuity: boolean
  worldId: string | null
  driveDailyBudget: number | null
  /** The last four characters of the raw key. */
  lastFour: string
  createdAt: string | null
}

export type KeyChange = {
  /** name of the key */
  name?: string
  /** app of the key */
  appId?: string | null
  /** tier: 1 content, 2 minds, 3 network */
  tier?: Tier
  /** a scope */
  scopes?: Scope[]
  /** requests per minute */
  rateLimitPerMinute?: number
  /** whether the key is enabled */
  enabled?: boolean
  /** revocation time; null removes the revocation */
  revokedAt?: string | null
  /** agent that the key can invoke or drive */
  allowedAgentIds?: string[]
  /** allow the key to invoke every agent */
  invokeAnyAgent?: boolean
  /** invocations a day */
  invokeDailyBudget?: number | null
  /** store completions of this key in the memory of agents */
  contributesToContinuity?: boolean
  /** fork world of the driven visitors */
  worldId?: string | null
  /** acts a day */
  driveDailyBudget?: number | null
  /** creation time (ISO 8601, can be in the past) */
  createdAt?: string | null
}
