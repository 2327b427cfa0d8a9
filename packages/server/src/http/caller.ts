import { authenticate, type Caller, limitsOf } from '../access/authenticate.ts'
import { callerAddress } from '../access/caller-address.ts'
import type { Deps } from '../deps.ts'
import { pinClock } from '../settings/clock.ts'
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

/** Section 5, rules 1 to 3: who calls, by the key alone. The rate window is counted here and judged later. */
export const keyStep =
  (deps: Deps, source: KeySource = apiKeyHeader) =>
  async (visit: Visit): Promise<WithKey> => {
    const caller = await authenticate(deps.control, deps.database.read, deps.seals, source(visit))
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
