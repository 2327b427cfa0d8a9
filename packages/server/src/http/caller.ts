import { authenticate, type Caller, limitsOf } from '../access/authenticate.ts'
import { callerAddress } from '../access/caller-address.ts'
import { ceilingOf, takeFromCeiling } from '../access/ceilings.ts'
import type { Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { pinClock } from '../settings/clock.ts'
import type { ControlState } from '../settings/control.ts'
import type { Visit } from './visit.ts'

/** Added by the key step. */
export interface WithKey {
  readonly caller: Caller
}

/** Where a door looks for the key. */
export type KeySource = (visit: Visit) => string | undefined

const apiKeyHeader: KeySource = (visit) => visit.header('x-api-key')

const BEARER = /^Bearer +/i

/** Many programs can set no header but `Authorization`; where both are sent, `X-API-Key` counts. */
export const keyOrBearer: KeySource = (visit) => {
  const given = visit.header('authorization') ?? ''
  return apiKeyHeader(visit) ?? (BEARER.test(given) ? given.replace(BEARER, '') : undefined)
}

/** Of all that comes from one address, where an operator limits that; before anything is looked up. */
async function requireAddressShare(deps: Deps, visit: Visit, state: ControlState | null): Promise<boolean> {
  const limit = state === null ? null : ceilingOf(state.switches, 'addressRateLimitPerMinute')
  if (limit === null) return false
  const share = { name: 'addressRateLimitPerMinute', subject: addressOf(deps, visit), limit } as const
  const refusal = await takeFromCeiling(deps.sharedState, share, (await deps.control.current()).at)
  if (refusal !== null) throw refusal
  return true
}

/** With the key's window: after key state, before tier. A request that the key's own window refuses takes nothing here. */
async function overDeveloperCeiling({ sharedState }: Deps, caller: Caller): Promise<Refusal | null> {
  const { developerUid, state, window, at } = caller
  const limit = ceilingOf(state.switches, 'developerRateLimitPerMinute')
  if (limit === null || developerUid === null || window?.admitted === false) return null
  return takeFromCeiling(sharedState, { name: 'developerRateLimitPerMinute', subject: developerUid, limit }, at)
}

/** Section 5, rules 1 to 3: who calls, by the key alone. The rate window is counted here and judged later. */
export const keyStep =
  (deps: Deps, source: KeySource = apiKeyHeader) =>
  async (visit: Visit): Promise<WithKey> => {
    const wasCounted = await requireAddressShare(deps, visit, deps.control.peek())
    const known = await authenticate(deps.control, deps.database.read, deps.seals, source(visit))
    // A limit that was set since the state was last read binds this request already.
    if (!wasCounted) await requireAddressShare(deps, visit, known.state)
    const caller: Caller = { ...known, overCeiling: await overDeveloperCeiling(deps, known) }
    // The test clock may go anywhere until somebody has been answered; from here on it only moves forward.
    if (deps.config.testClock && !caller.state.clock.pinned)
      await deps.database.transact((tx) => pinClock(tx), { quiet: true })
    return { caller }
  }

/** What users of public APIs look for: three plain fields, and the same as structured fields (the IETF's RateLimit draft). */
export function limitHeaders(caller: Caller): string[] {
  const limits = limitsOf(caller)
  if (limits === null) return []
  const { limit, remaining, resetSeconds } = limits
  return [
    'RateLimit-Limit',
    String(limit),
    'RateLimit-Remaining',
    String(remaining),
    'RateLimit-Reset',
    String(resetSeconds),
    'RateLimit-Policy',
    `"minute";q=${limit};w=60`,
    'RateLimit',
    `"minute";r=${remaining};t=${resetSeconds}`,
  ]
}

/** The address that a request without a key is counted for. */
export const addressOf = ({ config }: Pick<Deps, 'config'>, { request }: Pick<Visit, 'request'>): string =>
  callerAddress(
    request.socket.remoteAddress,
    request.headers['x-forwarded-for'] as string | undefined,
    config.trustProxy,
  )
