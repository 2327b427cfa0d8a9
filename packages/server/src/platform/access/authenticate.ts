// Authentication of API keys: key checks, app checks, rate window, access rules.
import { type ErrorCode, type KeyAccess, LIMITS, SCOPE_TIERS } from '@agent-network/contract'
import type { AdmissionDecision, Admitted, Control, ControlState } from '../control/control.ts'
import { isGateOpen, isSandbox, type Switches } from '../control/switches.ts'
import { ApiError } from '../core/api-error.ts'
import type { Seals } from '../core/seals.ts'
import type { Read } from '../db/database.ts'
import type { WindowRequest } from '../redis/shared-state.ts'
import { isPurged, PRIME, type World } from '../worlds/worlds.ts'
import { isAccessToken } from './grants.ts'
import { type ApiKey, type FoundKey, findKey, findKeyOfToken, isWellFormedKey } from './keys.ts'

/** A request that passed the key checks and was counted. */
export interface Caller extends Admitted {
  readonly key: ApiKey
  /** The developer who owns the key's app. */
  readonly developerUid: string | null
  /** The OAuth grant, if an access token stands for the key. */
  readonly grantId?: string
  /** The error for a ceiling beyond the key's own window that this request exceeds. */
  readonly overCeiling?: ApiError | null
}

/** The party for the fair queue: a developer's keys share one party, a key without an owner is its own. */
export const queuePartyOf = ({ key, developerUid }: Pick<Caller, 'key' | 'developerUid'>): string =>
  developerUid ?? key.id

/** The world that lists, search and handles refer to: the key's own, else prime (AMB-21). */
export function worldOfCaller({ key, state }: Pick<Caller, 'key' | 'state'>): World | null {
  const world = state.worlds.byId.get(key.worldId === null || key.worldId === '' ? PRIME : key.worldId)
  return world === undefined || isPurged(world) ? null : world
}

/** The key exists but may not be used. Its owner is known, so the request is logged for that owner. */
export class KeyStateError extends ApiError {
  readonly keyId: string

  constructor(code: ErrorCode, keyId: string) {
    super(code)
    this.keyId = keyId
  }
}

/** 5.2: revoked before disabled before the app. */
const KEY_STATE = [
  [({ key }: FoundKey) => key.revokedAt === null, 'KEY_REVOKED'],
  [({ key }: FoundKey) => key.enabled, 'KEY_DISABLED'],
  [({ appStatus }: FoundKey) => appStatus === null || appStatus === 'active', 'APP_DISABLED'],
] as const

/** The error of a key that may not be used, or null. */
export const keyStateError = (found: FoundKey): ErrorCode | null =>
  KEY_STATE.find(([holds]) => !holds(found))?.[1] ?? null

/**
 * Section 8: probation is the first 24 hours of a key, and an unreadable creation time never leaves it. A key that is
 * bound to a sandbox has none: the result is 0 (AMB-147).
 */
export const probationEndsAt = (key: ApiKey, switches: Switches): number => {
  if (isSandbox(switches, key.worldId)) return 0
  return key.createdAt === null ? Number.MAX_SAFE_INTEGER : key.createdAt + LIMITS.probationMs
}

const windowRequestOf = (key: ApiKey, switches: Switches): WindowRequest => ({
  keyId: key.id,
  limit: key.rateLimitPerMinute,
  probationEndsAt: probationEndsAt(key, switches),
  limitInProbation: LIMITS.rate.perMinuteInProbation,
})

/** Approximate memory in bytes of a cached decision. The list of agents is the only part without a small limit. */
const weightOfKey = ({ allowedAgentIds, scopes }: ApiKey): number =>
  2_000 + 2 * [...allowedAgentIds, ...scopes].reduce((sum, text) => sum + text.length + 16, 0)

type KeyDecision = AdmissionDecision<FoundKey | null>
const UNKNOWN: KeyDecision = { found: null, take: null }

/**
 * Checks the format first: malformed keys cost no look-up. Decisions on existing keys are cached while the control state
 * lasts. Unknown keys are not cached: a caller can invent any number of them.
 */
async function decideKey(read: Read, seals: Seals, state: ControlState, raw: string): Promise<KeyDecision> {
  if (!isWellFormedKey(raw)) return UNKNOWN
  const found = await findKey(read, seals.keyDigests(raw))
  if (found === null) return UNKNOWN
  const decision = { found, take: keyStateError(found) === null ? windowRequestOf(found.key, state.switches) : null }
  if (state.cacheable) state.memo.set(raw, decision, weightOfKey(found.key))
  return decision
}

/** No header contains this character, so no caller can name the entry of a token. */
const tokenEntry = (raw: string): string => `\0${raw}`

/** The decision on an access token (section 13 of the additions). A revocation changes the control state. */
async function decideToken(read: Read, state: ControlState, raw: string): Promise<KeyDecision> {
  if (!isGateOpen(state.switches, 'mcpOAuthEnabled')) return UNKNOWN
  const found = await findKeyOfToken(read, raw)
  if (found === null) return UNKNOWN
  const decision = { found, take: keyStateError(found) === null ? windowRequestOf(found.key, state.switches) : null }
  if (state.cacheable) state.memo.set(tokenEntry(raw), decision, weightOfKey(found.key))
  return decision
}

export interface RateLimitStatus {
  readonly limit: number
  readonly remaining: number
  /**
   * Seconds until the window closes, at least 1, so that a caller who waits that long reaches the next window (AMB-13).
   */
  readonly resetSeconds: number
}

export function rateLimitStatusOf({ at, window }: Admitted): RateLimitStatus | null {
  if (window === null) return null
  const { windowMs } = LIMITS.rate
  const resetSeconds = Math.max(1, Math.ceil((windowMs - (at % windowMs)) / 1_000))
  return { limit: window.limit, remaining: Math.max(0, window.limit - window.used), resetSeconds }
}

function callerOf({ state, at, window, found }: Admitted & { found: FoundKey | null }): Caller {
  return { state, at, window, ...holderOf(requireUsable(found, at)) }
}

const holderOf = ({ key, developerUid, grantId }: FoundKey): Pick<Caller, 'key' | 'developerUid' | 'grantId'> => ({
  key,
  developerUid,
  ...(grantId === undefined ? {} : { grantId }),
})

/** The raw key of a request, and the rate window of the key that counts the request. */
export interface Credential {
  readonly header: string | undefined
  /** Whether an OAuth access token may stand for the key. */
  readonly takesTokens?: boolean
  /** A window of its own with its limit per minute; absent: the window of the key. */
  readonly ownWindow?: { readonly name: string; readonly limit: number } | undefined
}

function inOwnWindow({ found, take }: KeyDecision, { name, limit }: NonNullable<Credential['ownWindow']>): KeyDecision {
  if (take === null) return { found, take }
  return { found, take: { keyId: `${name} ${take.keyId}`, limit, probationEndsAt: 0, limitInProbation: limit } }
}

/** Section 5, rules 1 to 3: missing, unknown, key state, app state; the rate window comes last. */
export function authenticate(
  control: Control,
  read: Read,
  seals: Seals,
  { header, takesTokens = false, ownWindow }: Credential,
): Caller | Promise<Caller> {
  const raw = header?.trim() ?? ''
  if (raw === '') throw new ApiError('MISSING_API_KEY')
  const admitted = control.admit((state) => {
    const isToken = takesTokens && isAccessToken(raw)
    const cached = state.memo.get(isToken ? tokenEntry(raw) : raw) as KeyDecision | undefined
    const decision = cached ?? (isToken ? decideToken(read, state, raw) : decideKey(read, seals, state, raw))
    if (ownWindow === undefined) return decision
    return decision instanceof Promise
      ? decision.then((decided) => inOwnWindow(decided, ownWindow))
      : inOwnWindow(decision, ownWindow)
  })
  return admitted instanceof Promise ? admitted.then(callerOf) : callerOf(admitted)
}

/** Section 5, rules 2 and 3: the key exists, its rotation overlap has not ended, and neither key nor app is stopped. */
function requireUsable(found: FoundKey | null, at: number): FoundKey {
  if (found === null || (found.expiresAt !== null && at >= found.expiresAt)) throw new ApiError('INVALID_API_KEY')
  const refused = keyStateError(found)
  if (refused !== null) throw new KeyStateError(refused, found.key.id)
  return found
}

/** Checks an admitted caller again against the current state, without counting a request. Tokens open MCP streams only. */
export function recheckCaller(read: Read, seals: Seals, admitted: Admitted, raw: string): Caller | Promise<Caller> {
  const { state, at } = admitted
  const toCaller = ({ found }: KeyDecision): Caller => ({
    state,
    at,
    window: null,
    ...holderOf(requireUsable(found, at)),
  })
  const isToken = isAccessToken(raw)
  const decision = state.memo.get(isToken ? tokenEntry(raw) : raw) as KeyDecision | undefined
  // Called for 1,000 streams at once: a cached decision is returned without a promise.
  if (decision !== undefined) return toCaller(decision)
  return (isToken ? decideToken(read, state, raw) : decideKey(read, seals, state, raw)).then(toCaller)
}

/** Whether the request exceeds the rate window of the key or another ceiling. */
export const isOverLimit = ({ overCeiling, window }: Caller): boolean =>
  Boolean(overCeiling) || window?.admitted === false

export function requireWindow(caller: Caller): void {
  const limits = rateLimitStatusOf(caller)
  if (caller.overCeiling) throw caller.overCeiling
  if (caller.window?.admitted !== false || limits === null) return
  throw new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `Rate limit exceeded: ${limits.limit} requests per minute`,
    retryAfterSeconds: limits.resetSeconds,
  })
}

/** 5.4: tier before scope. The tier a route states is the lowest at which its scope counts. */
export function requireAccess(key: ApiKey, access: KeyAccess): void {
  const required = access.scope === null ? (access.tier === 'any' ? 1 : access.tier) : SCOPE_TIERS[access.scope]
  if (key.tier < required)
    throw new ApiError('INSUFFICIENT_TIER', { message: `Requires tier ${required}; key is tier ${key.tier}` })
  if (access.scope !== null && !key.scopes.includes(access.scope))
    throw new ApiError('INSUFFICIENT_SCOPE', { message: `Missing required scope: ${access.scope}` })
}
