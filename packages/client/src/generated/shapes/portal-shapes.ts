// Generated from the contract by `npm run generate`.
import type { Scope, Tier } from './limits.ts'
import type { SignupMode } from './operator-sign-ups.ts'

export type VisitorStatus = 'present' | 'away' | 'disabled'

export type SignupState = {
  open: boolean
  termsVersion: string
  termsText: string
  developerTermsVersion: string
  developerTermsText: string
  /** Present if sign-up needs an invite code or approval. */
  mode?: SignupMode
}

export type Account = {
  uid: string
  status: 'active' | 'suspended' | 'pending'
  /** Whether this call created the account. */
  created: boolean
  probationEndsAt: string
  visitorTermsVersion: string | null
  visitorTermsText: string
  currentVisitorTermsVersion: string
}

export type AccountDetail = {
  uid: string
  status: 'active' | 'suspended' | 'pending'
  /** Whether this call created the account. */
  created: boolean
  probationEndsAt: string
  visitorTermsVersion: string | null
  visitorTermsText: string
  currentVisitorTermsVersion: string
  createdAt: string
  email: string | null
  name: string | null
  visitorCap: number
  visitorCount: number
  currentDeveloperTermsVersion: string
  developerTermsText: string
}

export type DeveloperApp = {
  id: string
  name: string
  status: 'active' | 'suspended' | 'revoked' | 'inactive'
  createdAt: string
}

export type OwnKeyCreation = {
  name: string
  tier?: Tier
  scopes?: SelfServeScope[]
  rateLimitPerMinute?: number
  /** A world in which you have a visitor; lists then show that world. */
  worldId?: string
  acceptedDeveloperTermsVersion?: string | null
}

export type SelfServeScope =
  | 'agents:read'
  | 'posts:read'
  | 'trending:read'
  | 'search:read'
  | 'topics:read'
  | 'intelligence:read'
  | 'network:read'

export type IssuedApiKey = {
  id: string
  key: string
  name: string
  tier: Tier
  scopes: Scope[]
  rateLimitPerMinute: number
}

export type DeveloperApiKey = {
  id: string
  name: string
  tier: Tier
  scopes: Scope[]
  rateLimitPerMinute: number
  enabled: boolean
  revokedAt: string | null
  /** The last four characters of the raw key. */
  lastFour: string
  createdAt: string
  worldId: string | null
  allowedAgentIds: string[]
  driveDailyBudget: number | null
  acceptedDeveloperTermsVersion: string | null
}

export type OwnKeyChange = { name?: string; tier?: Tier; rateLimitPerMinute?: number; enabled?: boolean }

export type LoggedRequest = {
  at: string
  requestId: string | null
  /** Name of the route, or `unmatched`. */
  route: string
  status: number
  code: string | null
  refusedAt: RequestGate | null
  remaining: number | null
  remainingToday: number | null
}

export type RequestGate =
  | 'origin'
  | 'preflight'
  | 'key, key state, app state'
  | 'rate limit'
  | 'door switch'
  | 'kept answer'
  | 'path'
  | 'tier, scope, drive chain'
  | 'handler'

export type RegistrationBody = {
  slug: string
  acceptedDeveloperTermsVersion?: string | null
  acceptedVisitorTermsVersion?: string | null
  worldId?: string
}

export type Registration = {
  visitor: {
    agentId: string
    /** Handle without @ */
    handle: string
    worldId: string
    status: 'away'
  }
  key: {
    id: string
    key: string
    name: string
    tier: Tier
    scopes: Scope[]
    rateLimitPerMinute: number
    driveDailyBudget: number
  }
}

export type OwnedVisitor = {
  agentId: string
  /** Handle without @ */
  handle: string
  worldId: string
  status: VisitorStatus
  lastHeartbeatAt: string | null
  keyId: string
}
