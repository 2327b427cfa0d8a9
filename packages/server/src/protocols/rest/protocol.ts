// The REST protocol: the routes under `/v1` and the order of their checks.
import { type RequestGate, ROUTES, type Route, reportsIgnoredParameters } from '@agent-network/contract'
import { readsTies } from '../../features/stories/read.ts'
import {
  KeyStateError,
  queuePartyOf,
  rateLimitStatusOf,
  requireAccess,
  requireWindow,
  worldOfCaller,
} from '../../platform/access/authenticate.ts'
import { authorizeDrive, type DrivenVisitor } from '../../platform/access/drive.ts'
import type { RequestLog } from '../../platform/access/request-log.ts'
import { type CachedResponse, type CompressedForms, makeResponseCache } from '../../platform/cache/response-cache.ts'
import { notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import {
  corsHeaders,
  type FromOrigin,
  keyStep,
  limitHeaders,
  originStep,
  preflightStep,
  VARY_ORIGIN,
  type WithCaller,
} from '../http/admission.ts'
import { type Context, isReading } from '../http/context.ts'
import { EarlyResponse, makeProtocol, type PartialContext, type Protocol, steps } from '../http/pipeline.ts'
import {
  apiErrorResponse,
  bodyToRepeat,
  jsonResponse,
  makeContractCheck,
  type Response,
  tagOf,
} from '../http/response.ts'
import { ignoredParameters, makeRouter, type RouteMatch } from '../http/routing.ts'
import { CACHING } from '../http/static.ts'
import { streamResponse } from '../http/stream.ts'
import { type BoundRoute, callOfRequest, type Handler } from './route.ts'

const ROOT = '/v1'
/** The text before the timestamp of a stamped response. */
const BEFORE_TIMESTAMP = '{"data":{"generatedAt":"'
const PRIVATE = ['Cache-Control', 'private, no-store'] as const

interface WithRoute {
  readonly match: RouteMatch<BoundRoute>
}

/** What a cached response was made from. */
interface CachedRead {
  readonly route: BoundRoute
  /** The header with the ignored parameters of its address, if there are any. */
  readonly ignored: readonly string[]
}

interface WithCached {
  readonly cached: CachedResponse<CachedRead> | null
}

interface Authorized {
  /** The route's handler; behind the drive chain of 5.7 it already knows the visitor and its world. */
  readonly handle: Handler<Route>
  /** The visitor and its world, for routes that respond with a stream. */
  readonly driven: DrivenVisitor | null
}

interface WithBudget {
  /** Units left of the day's budget, as reported by the handler. */
  remainingToday?: number
}

type AuthenticatedContext = Context & FromOrigin & WithCaller
type AuthorizedContext = AuthenticatedContext & WithCached & WithRoute & Authorized & WithBudget

const NOT_CACHED: WithCached = Object.freeze({ cached: null })

const ACCESS: RequestGate = 'tier, scope, drive chain'

export function restProtocol(deps: Deps, routes: readonly BoundRoute[], requestLog: RequestLog): Protocol {
  const router = makeRouter<BoundRoute>()
  for (const route of routes) router.add(route.contract.method, route.contract.path, route)
  const responseCache = makeResponseCache<CachedRead>(deps)
  const checks = makeContractCheck(deps)

  /** Everything but content that a cacheable response depends on. Stories also depend on the right to read ties. */
  function cacheKey({ caller, target }: AuthenticatedContext): string {
    const rights = target.startsWith(ROUTES.listStories.path) && readsTies(caller.key) ? 'ties ' : ''
    return `${rights}${worldOfCaller(caller)?.id ?? ''} ${target}`
  }

  function findCached(context: AuthenticatedContext): WithCached {
    if (!isReading(context)) return NOT_CACHED
    const cached = responseCache.get(context.caller, cacheKey(context))
    return cached === null ? NOT_CACHED : { cached }
  }

  /** A cached response is sent only to callers that pass the access check of its route. */
  function respondFromCache({ caller, cached }: AuthenticatedContext & WithCached): EarlyResponse | undefined {
    if (cached === null) return undefined
    responseCache.countHit()
    requireAccess(caller.key, cached.of.route.contract.access)
    const { body, tag, forms } = cached
    return new EarlyResponse(tag === undefined ? { status: 200, body } : { status: 200, body, tag, forms: forms! })
  }

  function findRoute(context: Context): WithRoute {
    // AMB-08: one trailing slash after the root is accepted.
    const match = router.find(context.method, context.path === `${ROOT}/` ? ROOT : context.path)
    if (match === null) throw notFound('API endpoint not found')
    context.route = match.value.contract.name
    return { match }
  }

  /** On a visitor's routes, tier and scope are two checks of the drive chain (5.7). */
  function authorize({ caller, match }: AuthenticatedContext & WithRoute): Authorized | Promise<Authorized> {
    const route = match.value
    if (route.driven)
      return authorizeDrive(deps.database.read, caller, match.path.agentId!).then((driven) => ({
        handle: (call) => route.handler(call, driven),
        driven,
      }))
    requireAccess(caller.key, route.contract.access)
    return { handle: route.handler, driven: null }
  }

  function ignoredParametersHeader({ contract }: BoundRoute, query: string): string[] {
    const names = query !== '' && reportsIgnoredParameters(contract) ? ignoredParameters(contract, query) : ''
    return names === '' ? [] : ['X-Ignored-Parameters', names]
  }

  const readOf = ({ match: { value: route }, query }: AuthorizedContext): CachedRead => ({
    route,
    ignored: ignoredParametersHeader(route, query),
  })

  /** Caches a response until time changes it. A timestamp in it is replaced for each caller. */
  function cacheUntil(context: AuthorizedContext, { body }: Response, version: number, until: number): void {
    const route = context.match.value
    if (route.stamped && !(body.data as string).startsWith(BEFORE_TIMESTAMP))
      throw new Error(`${route.contract.name} does not begin with its timestamp`)
    const timestamp = route.stamped ? { timestampAt: BEFORE_TIMESTAMP.length } : {}
    const validity = { from: context.caller.at, until }
    responseCache.put(context.caller, cacheKey(context), version, { of: readOf(context), body, validity, ...timestamp })
  }

  async function perform(context: AuthorizedContext): Promise<Response> {
    const { state } = context.caller
    const route = context.match.value
    if (route.opens !== null)
      return streamResponse(context.header('accept'), await route.opens(callOfRequest(context), context.driven))
    const version = deps.contentVersion()
    let until: number | null = null
    const call = callOfRequest(context, (moment) => {
      until = moment
    })
    const handle = () => context.handle(call)
    const result = await (route.queuesItself ? handle() : deps.fairQueue.run(queuePartyOf(context.caller), handle))
    checks.result(route.contract, result)
    const response = jsonResponse(route.contract.statuses[0] ?? 200, result)
    if (route.remainingToday !== null) context.remainingToday = route.remainingToday(result)
    if (route.timed) {
      if (until !== null && state.cacheable) cacheUntil(context, response, version, until)
      return response
    }
    if (route.contract.method !== 'GET' || route.personal) return response
    const tag = tagOf(response.body.data)
    if (!route.cacheable || !state.cacheable) return { ...response, tag }
    const forms: CompressedForms = {}
    const body = bodyToRepeat(response.body)
    responseCache.put(context.caller, cacheKey(context), version, { of: readOf(context), body, tag, forms })
    return { ...response, tag, forms }
  }

  const orderedSteps = steps<RequestGate>()
    .add('origin', originStep(deps))
    .shortcut('preflight', preflightStep)
    .add('key, key state, app state', keyStep(deps))
    .check('rate limit', ({ caller }) => requireWindow(caller))
    .add('kept answer', findCached)
    .shortcut(ACCESS, respondFromCache)
    .add('path', findRoute)
    .add(ACCESS, authorize)
    .respond('handler', perform)

  /** A response may come before the route was looked up; metrics and headers still depend on the route. */
  const routeOf = ({ match, cached, method, path }: PartialContext<AuthorizedContext>): BoundRoute | undefined =>
    match?.value ?? cached?.of.route ?? router.find(method, path)?.value

  return makeProtocol<AuthorizedContext>(deps, {
    name: 'rest',
    matches: (path) => path === ROOT || path.startsWith(`${ROOT}/`),
    steps: orderedSteps,
    errorResponse(error, { match, caller }) {
      if (match !== undefined && caller !== undefined) checks.error(match.value.contract, error)
      return apiErrorResponse(error)
    },
    // The response of an act may hold the secret link to a walk together with caller input.
    compresses: (context) => routeOf(context)?.contract !== ROUTES.act,
    headers(out, response, context) {
      const route = routeOf(context)
      if (context.caller !== undefined) {
        out.push(...limitHeaders(context.caller))
        if (context.cached) out.push(...context.cached.of.ignored)
        else if (route !== undefined) out.push(...ignoredParametersHeader(route, context.query))
      }
      if (typeof context.origin === 'string') out.push(...corsHeaders(context.origin))
      else if (context.origin === null) out.push(...VARY_ORIGIN)
      if (response.headers !== undefined) out.push(...response.headers)
      // AMB-91: no cache may store what a visitor's owner reads, errors included. Streams set their own header.
      if (response.stream === undefined) out.push(...(route?.personal === true ? PRIVATE : CACHING.ownCopy))
    },
    onResponse(context, status, error) {
      const { caller, step, remainingToday = null } = context
      const route = routeOf(context)?.contract.name ?? 'unmatched'
      context.route = route
      const keyId = caller?.key.id ?? (error instanceof KeyStateError ? error.keyId : null)
      if (keyId === null) return
      const code = error?.code ?? null
      requestLog.note(keyId, {
        at: caller?.at ?? deps.control.now(),
        requestId: context.id,
        route,
        status,
        code,
        refusedAt: code === null ? null : (step as RequestGate),
        remaining: caller === undefined ? null : (rateLimitStatusOf(caller)?.remaining ?? null),
        remainingToday: code !== null && /_DAILY_(?:BUDGET|LIMIT)_EXCEEDED$/.test(code) ? 0 : remainingToday,
      })
    },
  })
}
