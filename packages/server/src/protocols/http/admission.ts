// Admission of a request: origin check, CORS preflight, API key and rate limits.
import { authenticate, type Caller, type Credential, rateLimitStatusOf } from '../../platform/access/authenticate.ts'
import {
  callerAddress,
  callerIp,
  ceilingOf,
  makeWindowNames,
  takeFromCeiling,
  type WindowNames,
} from '../../platform/access/rate-limits.ts'
import { pinClock } from '../../platform/control/clock.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { listSwitch } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { isLoopbackAuthority, isLoopbackHost } from '../../platform/core/text.ts'
import type { Context } from './context.ts'
import { EarlyResponse } from './pipeline.ts'
import { textBody } from './response.ts'

/** Added by the origin step: the allowed Origin, or null if the request has none. */
export interface FromOrigin {
  readonly origin: string | null
}

const NO_ORIGIN: FromOrigin = Object.freeze({ origin: null })

type OriginDeps = Pick<Deps, 'control' | 'urls'>

/** 5.9: a browser's origin must be one of ours or on the operator's list (AMB-07); requests without one pass. */
export const originStep =
  (deps: OriginDeps) =>
  ({ headers: { origin } }: Context): FromOrigin | Promise<FromOrigin> =>
    origin === undefined ? NO_ORIGIN : requireAllowedOrigin(deps, origin)

async function requireAllowedOrigin({ control, urls }: OriginDeps, origin: string): Promise<FromOrigin> {
  const { state } = await control.current()
  const ownOrigins = Object.values(urls()).map((url) => new URL(url).origin)
  if (!ownOrigins.includes(origin) && !listSwitch(state.switches, 'corsAllowedOrigins').includes(origin))
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

/** AMB-06: a preflight comes before the key check, because browsers send no credentials with it. */
export function preflightStep({ method, origin, headers }: Context & FromOrigin): EarlyResponse | undefined {
  if (method === 'OPTIONS' && origin !== null && headers['access-control-request-method'] !== undefined)
    return new EarlyResponse({ status: 204, body: textBody(''), headers: PREFLIGHT_HEADERS })
}

/** Sent even without an Origin: a cache must not serve one origin the response of another. */
export const VARY_ORIGIN = ['Vary', 'Origin'] as const

/** Response headers that scripts of other origins may read, besides the CORS-safelisted ones. */
const EXPOSED_HEADERS = [
  'Request-Id, ETag, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
  'Retry-After, Idempotent-Replayed, X-Ignored-Parameters',
].join(', ')

export const corsHeaders = (origin: string): string[] => [
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Expose-Headers',
  EXPOSED_HEADERS,
  ...VARY_ORIGIN,
]

/** Added by the key step. */
export interface WithCaller {
  readonly caller: Caller
}

/** Reads the API key from a request. */
export type KeySource = (context: Context) => string | undefined

const apiKeyHeader: KeySource = (context) => context.header('x-api-key')

const BEARER = /^Bearer +/i

/** Many programs can set no header but `Authorization`. If both are sent, `X-API-Key` is used. */
export const keyOrBearer: KeySource = (context) => {
  const authorization = context.header('authorization') ?? ''
  return apiKeyHeader(context) ?? (BEARER.test(authorization) ? authorization.replace(BEARER, '') : undefined)
}

const addressLimit = (state: ControlState | null): number | null =>
  state === null ? null : ceilingOf(state.switches, 'addressRateLimitPerMinute')

/** The operator's limit for all requests from one address. `names` bounds the number of windows. */
async function requireAddressCeiling(deps: Deps, names: WindowNames, context: Context, limit: number): Promise<void> {
  const { at } = await deps.control.current()
  names.seenAt(at)
  const subject = names.nameOf(addressOf(deps, context))
  const error = await takeFromCeiling(deps.sharedState, { name: 'addressRateLimitPerMinute', subject, limit }, at)
  if (error !== null) throw error
}

/** Runs after key state, before tier. A request over the key's own rate limit does not count here. */
async function checkDeveloperCeiling({ sharedState }: Deps, caller: Caller): Promise<ApiError | null> {
  const { developerUid, state, window, at } = caller
  const limit = ceilingOf(state.switches, 'developerRateLimitPerMinute')
  if (limit === null || developerUid === null || window?.admitted === false) return null
  return takeFromCeiling(sharedState, { name: 'developerRateLimitPerMinute', subject: developerUid, limit }, at)
}

/** Limits set by the operator, and the test clock. Most servers have neither. `countAddress` is null if it was called. */
async function applyOptionalChecks(
  deps: Deps,
  authenticatedCaller: Caller,
  countAddress: ((limit: number) => Promise<void>) | null,
): Promise<WithCaller> {
  // A limit that was set after the state was last read already applies to this request.
  const limit = addressLimit(authenticatedCaller.state)
  if (limit !== null) await countAddress?.(limit)
  const caller: Caller = { ...authenticatedCaller, overCeiling: await checkDeveloperCeiling(deps, authenticatedCaller) }
  // After the first authenticated request the test clock only moves forward.
  if (deps.config.testClock && !caller.state.clock.pinned)
    await deps.database.transact((tx) => pinClock(tx), { quiet: true })
  return { caller }
}

const needsNoOptionalChecks = ({ config }: Deps, { state }: Caller): boolean =>
  (!config.testClock || state.clock.pinned) &&
  addressLimit(state) === null &&
  ceilingOf(state.switches, 'developerRateLimitPerMinute') === null

const KEY_OR_BEARER_MISSING = 'Missing API key: send Authorization: Bearer <key>, or X-API-Key: <key>'

const NO_RULES: Omit<Credential, 'header'> = {}

/** Section 5, rules 1 to 3: identifies the caller by its key. Counts the request; a later step checks the rate limit. */
export const keyStep = <C extends Context>(
  deps: Deps,
  source: KeySource = apiKeyHeader,
  rulesOf: (context: C) => Omit<Credential, 'header'> = () => NO_RULES,
) => {
  const names = makeWindowNames()
  const countAddress = (context: Context) => (limit: number) => requireAddressCeiling(deps, names, context, limit)
  function authenticateRequest(context: C): Caller | Promise<Caller> {
    const header = source(context)
    if (source === keyOrBearer && (header ?? '').trim() === '')
      throw new ApiError('MISSING_API_KEY', { message: KEY_OR_BEARER_MISSING })
    return authenticate(deps.control, deps.database.read, deps.seals, { header, ...rulesOf(context) })
  }
  const finish = (context: Context, caller: Caller): WithCaller | Promise<WithCaller> =>
    needsNoOptionalChecks(deps, caller) ? { caller } : applyOptionalChecks(deps, caller, countAddress(context))

  async function countAddressFirst(context: C, limit: number): Promise<WithCaller> {
    await countAddress(context)(limit)
    return applyOptionalChecks(deps, await authenticateRequest(context), null)
  }

  return (context: C): WithCaller | Promise<WithCaller> => {
    const limit = addressLimit(deps.control.peek())
    if (limit !== null) return countAddressFirst(context, limit)
    const authentication = authenticateRequest(context)
    return authentication instanceof Promise
      ? authentication.then((caller) => finish(context, caller))
      : finish(context, authentication)
  }
}

/** Rate limit headers: three plain fields, and the structured fields of the IETF RateLimit draft. */
export function limitHeaders(caller: Caller): string[] {
  const limits = rateLimitStatusOf(caller)
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

const FORWARDING_HEADER = /^(?:x-forwarded-.*|forwarded|via|x-real-ip)$/

/**
 * Whether the caller is a program on this machine that connects directly and by a loopback name. A proxy on this machine
 * may forward requests of others, and a foreign page may reach it under a name of its own.
 */
export const isDirectLocalCaller = ({ request }: Context): boolean =>
  isLoopbackHost(request.socket.remoteAddress ?? '') &&
  isLoopbackAuthority(request.headers.host ?? '') &&
  !Object.keys(request.headers).some((name) => FORWARDING_HEADER.test(name))

/** Client address in full, for comparison with address ranges. */
export const ipOf = (
  { config }: Pick<Deps, 'config'>,
  { headers, socket }: Pick<Context, 'headers' | 'socket'>,
): string | null => callerIp(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined, config.trustProxy)

/** Client address, for counting requests without a key. */
export const addressOf = (
  { config }: Pick<Deps, 'config'>,
  { headers, socket }: Pick<Context, 'headers' | 'socket'>,
): string => callerAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined, config.trustProxy)
