import { names } from '../../platform/control/switches.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { Refusal } from '../../platform/core/refusal.ts'
import { textBody } from './answer.ts'
import { Answered } from './steps.ts'
import type { Visit } from './visit.ts'

/** Added by the origin step: the Origin that was found allowed, or null where the request has none. */
export interface FromOrigin {
  readonly origin: string | null
}

const NO_ORIGIN: FromOrigin = Object.freeze({ origin: null })

type Judge = Pick<Deps, 'control' | 'urls'>

/** 5.9: a browser's origin must be one of ours or on the operator's list (AMB-07); requests without one pass. */
export const originStep =
  (deps: Judge) =>
  ({ headers: { origin } }: Visit): FromOrigin | Promise<FromOrigin> =>
    origin === undefined ? NO_ORIGIN : allowed(deps, origin)

async function allowed({ control, urls }: Judge, origin: string): Promise<FromOrigin> {
  const { state } = await control.current()
  const own = Object.values(urls()).map((url) => new URL(url).origin)
  if (!own.includes(origin) && !names(state.switches, 'corsAllowedOrigins').includes(origin))
    throw new Refusal('ORIGIN_NOT_ALLOWED')
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
export function preflightStep({ method, origin, headers }: Visit & FromOrigin): Answered | undefined {
  if (method === 'OPTIONS' && origin !== null && headers['access-control-request-method'] !== undefined)
    return new Answered({ status: 204, body: textBody(''), headers: PREFLIGHT_HEADERS })
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
