// Made from the contract by `npm run generate`.
import type { Scope, Tier } from './limits.ts'

export type OperatorKey = {
  id: string
  name: string
  appId: string | null
  /** how far it reads: 1 content, 2 minds, 3 network */
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
  /** what the key is for */
  name?: string
  /** the app it belongs to */
  appId?: string | null
  /** how far it reads: 1 content, 2 minds, 3 network */
  tier?: Tier
  /** a scope */
  scopes?: Scope[]
  /** requests a minute */
  rateLimitPerMinute?: number
  /** whether it can be used */
  enabled?: boolean
  /** when its use ended; null takes a revocation back */
  revokedAt?: string | null
  /** an agent it may invoke or drive */
  allowedAgentIds?: string[]
  /** it may invoke every agent */
  invokeAnyAgent?: boolean
  /** invocations a day */
  invokeDailyBudget?: number | null
  /** what is said to agents enters their memory */
  contributesToContinuity?: boolean
  /** the fork world in which it drives */
  worldId?: string | null
  /** acts a day */
  driveDailyBudget?: number | null
  /** when it was made (ISO 8601, may lie in the past) */
  createdAt?: string | null
}
