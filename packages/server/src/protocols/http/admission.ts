import { authenticate, type Caller, limitsOf } from '../../platform/access/authenticate.ts'
import { callerAddress, ceilingOf, takeFromCeiling } from '../../platform/access/rate-limits.ts'
import { pinClock } from '../../platform/control/clock.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { names } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { Context } from './context.ts'
import { EarlyResponse } from './pipeline.ts'
import { textBody } from './response.ts'

/** Added by the origin step: the Origin that was found allowed, or null where the request has none. */
export interface FromOrigin {
  readonly origin: string | null
}

const NO_ORIGIN: FromOrigin = Object.freeze({ origin: null })

type Judge = Pick<Deps, 'control' | 'urls'>

/** 5.9: a browser's origin must be one of ours or on the operator's list (AMB-07); requests without one pass. */
export const originStep =
  (deps: Judge) =>
  ({ headers: { origin } }: Context): FromOrigin | Promise<FromOrigin> =>
    origin === undefined ? NO_ORIGIN : allowed(deps, origin)

async function allowed({ control, urls }: Judge, origin: string): Promise<FromOrigin> {
  const { state } = await control.current()
  const own = Object.values(urls()).map((url) => new URL(url).origin)
  if (!own.includes(origin) && !names(state.switches, 'corsAllowedOrigins').includes(origin))
    throw new ApiError('ORIGIN_NOT_ALLOWED')
  return { origin }
}

const PREFLIGHT_HEADERS = [
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers',
  [
    'X-API-Key, Content-Type, Idempotency-Key, Authorization, A2A-Version, A2A-Extensions',
    'If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, traceparent',
  ].join(', '),
  'Access-Control-Max-Age',
  '600',
] as const

/** AMB-06: a preflight is answered before any credential, which browsers do not send with it. */
export function preflightStep({ method, origin, headers }: Context & FromOrigin): EarlyResponse | undefined {
  if (method === 'OPTIONS' && origin !== null && headers['access-control-request-method'] !== undefined)
    return new EarlyResponse({ status: 204, body: textBody(''), headers: PREFLIGHT_HEADERS })
}

/** Sent even without an Origin: a cache must not hand one origin what was made for another. */
export const VARY_ORIGIN = ['Vary', 'Origin'] as const

/** What scripts of other origins may read besides the few fields that they always may. */
const EXPOSED = [
  'Request-Id, ETag, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
  'Retry-After, Idempotent-Replayed',
].join(', ')

export const corsHeaders = (origin: string): string[] => [
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Expose-Headers',
  EXPOSED,
  ...VARY_ORIGIN,
]

/** Added by the key step. */
export interface WithCaller {
  readonly caller: Caller
}

/** Where a door looks for the key. */
export type KeySource = (context: Context) => string | undefined

const apiKeyHeader: KeySource = (context) => context.header('x-api-key')

const BEARER = /^Bearer +/i

/** Many programs can set no header but `Authorization`; where both are sent, `X-API-Key` counts. */
export const keyOrBearer: KeySource = (context) => {
  const given = context.header('authorization') ?? ''
  return apiKeyHeader(context) ?? (BEARER.test(given) ? given.replace(BEARER, '') : undefined)
}

const addressLimit = (state: ControlState | null): number | null =>
  state === null ? null : ceilingOf(state.switches, 'addressRateLimitPerMinute')

/** Of all that comes from one address, where an operator limits that; before anything is looked up. */
async function requireAddressShare(deps: Deps, context: Context, limit: number): Promise<void> {
  const share = { name: 'addressRateLimitPerMinute', subject: addressOf(deps, context), limit } as const
  const refusal = await takeFromCeiling(deps.sharedState, share, (await deps.control.current()).at)
  if (refusal !== null) throw refusal
}

/** With the key's window: after key state, before tier. A request that the key's own window refuses takes nothing here. */
async function overDeveloperCeiling({ sharedState }: Deps, caller: Caller): Promise<ApiError | null> {
  const { developerUid, state, window, at } = caller
  const limit = ceilingOf(state.switches, 'developerRateLimitPerMinute')
  if (limit === null || developerUid === null || window?.admitted === false) return null
  return takeFromCeiling(sharedState, { name: 'developerRateLimitPerMinute', subject: developerUid, limit }, at)
}

/** The ceilings that an operator has set, and the test clock: what most servers have none of. */
async function finishCaller(deps: Deps, context: Context, known: Caller, wasCounted: boolean): Promise<WithCaller> {
  // A limit that was set since the state was last read binds this request already.
  const limit = wasCounted ? null : addressLimit(known.state)
  if (limit !== null) await requireAddressShare(deps, context, limit)
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
  const known = (context: Context) => authenticate(deps.control, deps.database.read, deps.seals, source(context))
  const finish = (context: Context, caller: Caller): WithCaller | Promise<WithCaller> =>
    isPlain(deps, caller) ? { caller } : finishCaller(deps, context, caller, false)

  async function countedFirst(context: Context, limit: number): Promise<WithCaller> {
    await requireAddressShare(deps, context, limit)
    return finishCaller(deps, context, await known(context), true)
  }

  return (context: Context): WithCaller | Promise<WithCaller> => {
    const limit = addressLimit(deps.control.peek())
    if (limit !== null) return countedFirst(context, limit)
    const found = known(context)
    return found instanceof Promise ? found.then((caller) => finish(context, caller)) : finish(context, found)
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
  { headers, socket }: Pick<Context, 'headers' | 'socket'>,
): string => callerAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined, config.trustProxy)
