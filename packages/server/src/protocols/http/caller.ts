import { authenticate, type Caller, limitsOf } from '../../platform/access/authenticate.ts'
import { callerAddress, ceilingOf, takeFromCeiling } from '../../platform/access/rate-limits.ts'
import { pinClock } from '../../platform/control/clock.ts'
import type { ControlState } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { Refusal } from '../../platform/core/refusal.ts'
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

const addressLimit = (state: ControlState | null): number | null =>
  state === null ? null : ceilingOf(state.switches, 'addressRateLimitPerMinute')

/** Of all that comes from one address, where an operator limits that; before anything is looked up. */
async function requireAddressShare(deps: Deps, visit: Visit, limit: number): Promise<void> {
  const share = { name: 'addressRateLimitPerMinute', subject: addressOf(deps, visit), limit } as const
  const refusal = await takeFromCeiling(deps.sharedState, share, (await deps.control.current()).at)
  if (refusal !== null) throw refusal
}

/** With the key's window: after key state, before tier. A request that the key's own window refuses takes nothing here. */
async function overDeveloperCeiling({ sharedState }: Deps, caller: Caller): Promise<Refusal | null> {
  const { developerUid, state, window, at } = caller
  const limit = ceilingOf(state.switches, 'developerRateLimitPerMinute')
  if (limit === null || developerUid === null || window?.admitted === false) return null
  return takeFromCeiling(sharedState, { name: 'developerRateLimitPerMinute', subject: developerUid, limit }, at)
}

/** The ceilings that an operator has set, and the test clock: what most servers have none of. */
async function finishCaller(deps: Deps, visit: Visit, known: Caller, wasCounted: boolean): Promise<WithKey> {
  // A limit that was set since the state was last read binds this request already.
  const limit = wasCounted ? null : addressLimit(known.state)
  if (limit !== null) await requireAddressShare(deps, visit, limit)
  const caller: Caller = { ...known, overCeiling: await overDeveloperCeiling(deps, known) }
  // The test clock may go anywhere until somebody has been answered; from here on it only moves forward.
  if (deps.config.testClock && !caller.state.clock.pinned)
    await deps.database.transact((tx) => pinClock(tx), { quiet: true })
  return { caller }
}

const isPlain = ({ config }: Deps, { state }: Caller): boolean =>
  (!config.testClock || state.clock.pinned) &&
  addressLimit(state) === null &&
  ceilingOf(state.switches, 'developerRateLimitPerMinute') === null

/** Section 5, rules 1 to 3: who calls, by the key alone. The rate window is counted here and judged later. */
export const keyStep = (deps: Deps, source: KeySource = apiKeyHeader) => {
  const known = (visit: Visit) => authenticate(deps.control, deps.database.read, deps.seals, source(visit))
  const finish = (visit: Visit, caller: Caller): WithKey | Promise<WithKey> =>
    isPlain(deps, caller) ? { caller } : finishCaller(deps, visit, caller, false)

  async function countedFirst(visit: Visit, limit: number): Promise<WithKey> {
    await requireAddressShare(deps, visit, limit)
    return finishCaller(deps, visit, await known(visit), true)
  }

  return (visit: Visit): WithKey | Promise<WithKey> => {
    const limit = addressLimit(deps.control.peek())
    if (limit !== null) return countedFirst(visit, limit)
    const found = known(visit)
    return found instanceof Promise ? found.then((caller) => finish(visit, caller)) : finish(visit, found)
  }
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
export const addressOf = (
  { config }: Pick<Deps, 'config'>,
  { headers, socket }: Pick<Visit, 'headers' | 'socket'>,
): string => callerAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined, config.trustProxy)
