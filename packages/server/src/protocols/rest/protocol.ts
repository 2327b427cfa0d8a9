import { type RequestGate, ROUTES, type Route } from '@agent-network/contract'
import {
  KeyStateError,
  limitsOf,
  partyOf,
  requireAccess,
  requireWindow,
  worldOfCaller,
} from '../../platform/access/authenticate.ts'
import { authorizeDrive, type Driven } from '../../platform/access/drive.ts'
import type { RequestLog } from '../../platform/access/request-log.ts'
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
import { makeContractCheck } from '../http/contract-check.ts'
import type { Protocol } from '../http/pipeline.ts'
import { EarlyResponse, makeProtocol, type PartialContext, steps } from '../http/pipeline.ts'
import { apiErrorResponse, type CompressedForms, jsonResponse, type Response, tagOf } from '../http/response.ts'
import type { CachedResponse } from '../http/response-cache.ts'
import { makeResponseCache } from '../http/response-cache.ts'
import { makeRouter, type RouteMatch } from '../http/routing.ts'
import { CACHING } from '../http/static.ts'
import { streamResponse } from '../http/stream.ts'
import type { BoundRoute, Handler } from './route.ts'
import { callOf } from './route.ts'

const ROOT = '/v1'
/** What stands before the time of a stamped answer. */
const STAMPED = '{"data":{"generatedAt":"'
const PRIVATE = ['Cache-Control', 'private, no-store'] as const

interface Found {
  readonly match: RouteMatch<BoundRoute>
}

interface Allowed {
  /** The route's handler, which knows the visitor and its world where the chain of 5.7 has found them. */
  readonly handle: Handler<Route>
  /** The same, for routes that answer with a stream. */
  readonly driven: Driven | null
}

/** What the handler says is left of the day's budget. */
interface Spent {
  leftToday?: number
}

type Authenticated = Context & FromOrigin & WithCaller
interface Cached {
  readonly cached: CachedResponse<BoundRoute> | null
}
type Admitted = Authenticated & Cached & Found & Allowed & Spent

const NOT_CACHED: Cached = Object.freeze({ cached: null })

const ACCESS: RequestGate = 'tier, scope, drive chain'

/** The routes under `/v1`. */
export function restProtocol(deps: Deps, routes: readonly BoundRoute[], requestLog: RequestLog): Protocol {
  const router = makeRouter<BoundRoute>()
  for (const bound of routes) router.add(bound.contract.method, bound.contract.path, bound)
  const kept = makeResponseCache<BoundRoute>(deps)
  const checks = makeContractCheck(deps)

  /** Everything an answer that depends on content alone can depend on. */
  const cacheKey = ({ caller, target }: Authenticated): string => `${worldOfCaller(caller)?.id ?? ''} ${target}`

  function findCached(visit: Authenticated): Cached {
    if (!isReading(visit)) return NOT_CACHED
    const cached = kept.find(visit.caller, cacheKey(visit))
    return cached === null ? NOT_CACHED : { cached }
  }

  /** `version` is the content version from before the answer was made. */
  const keep = (visit: Admitted, version: number, answer: CachedResponse<BoundRoute>): void =>
    kept.keep(visit.caller, cacheKey(visit), version, answer)

  /** Same bytes, same checks: a cached answer is sent only to callers its route would serve. */
  function answerFromCache({ caller, cached }: Authenticated & Cached): EarlyResponse | undefined {
    if (cached === null) return undefined
    kept.hit()
    requireAccess(caller.key, cached.of.contract.access)
    const { body, tag, forms } = cached
    return new EarlyResponse(tag === undefined ? { status: 200, body } : { status: 200, body, tag, forms: forms! })
  }

  function findRoute(visit: Context): Found {
    // AMB-08: this one trailing slash is forgiven.
    const match = router.find(visit.method, visit.path === `${ROOT}/` ? ROOT : visit.path)
    if (match === null) throw notFound('API endpoint not found')
    visit.route = match.value.contract.name
    return { match }
  }

  /** On a visitor's routes tier and scope are two links of a chain that begins with a gate (5.7). */
  function authorize({ caller, match }: Authenticated & Found): Allowed | Promise<Allowed> {
    const bound = match.value
    if (bound.driven)
      return authorizeDrive(deps.database.read, caller, match.path.agentId!).then((driven) => ({
        handle: (call) => bound.handler(call, driven),
        driven,
      }))
    requireAccess(caller.key, bound.contract.access)
    return { handle: bound.handler, driven: null }
  }

  /** An answer that time changes is kept until it does; where it says its own time, that is written anew for each caller. */
  function keepTimed(
    visit: Admitted,
    { answer, version, until }: { answer: Response; version: number; until: number },
  ): void {
    const { at } = visit.caller
    const of = visit.match.value
    const { body } = answer
    const holds = { from: at, until }
    if (of.stamped && !(body.data as string).startsWith(STAMPED))
      throw new Error(`${of.contract.name} does not begin with its time`)
    const stamp = of.stamped ? { stampAt: STAMPED.length } : {}
    keep(visit, version, { of, body, holds, ...stamp })
  }

  async function perform(visit: Admitted): Promise<Response> {
    const { state } = visit.caller
    const bound = visit.match.value
    if (bound.opens !== null)
      return streamResponse(visit.header('accept'), await bound.opens(callOf(visit), visit.driven))
    const version = deps.contentVersion()
    let until: number | null = null
    const call = callOf(visit, (moment) => {
      until = moment
    })
    const handle = () => visit.handle(call)
    const party = partyOf(visit.caller)
    const result = await (bound.takesTurns ? handle() : deps.fairQueue.run(party, handle))
    checks.result(bound.contract, result)
    const answer = jsonResponse(bound.contract.statuses[0] ?? 200, result)
    if (bound.remainingToday !== null) visit.leftToday = bound.remainingToday(result)
    if (bound.timed) {
      if (until !== null && state.cacheable) keepTimed(visit, { answer, version, until })
      return answer
    }
    if (bound.contract.method !== 'GET' || bound.contract.access.drive) return answer
    const tag = tagOf(answer.body.data)
    if (!bound.cacheable || !state.cacheable) return { ...answer, tag }
    const forms: CompressedForms = {}
    keep(visit, version, { of: bound, body: answer.body, tag, forms })
    return { ...answer, tag, forms }
  }

  const list = steps<RequestGate>()
    .add('origin', originStep(deps))
    .shortcut('preflight', preflightStep)
    .add('key, key state, app state', keyStep(deps))
    .check('rate limit', ({ caller }) => requireWindow(caller))
    .add('kept answer', findCached)
    .shortcut(ACCESS, answerFromCache)
    .add('path', findRoute)
    .add(ACCESS, authorize)
    .respond('handler', perform)

  /** An answer may come before the route was looked up; metrics and headers still depend on it. */
  const boundOf = ({ match, cached, method, path }: PartialContext<Admitted>): BoundRoute | undefined =>
    match?.value ?? cached?.of ?? router.find(method, path)?.value

  return makeProtocol<Admitted>(deps, {
    name: 'rest',
    matches: (path) => path === ROOT || path.startsWith(`${ROOT}/`),
    steps: list,
    errorResponse(refusal, { match, caller }) {
      if (match !== undefined && caller !== undefined) checks.refusal(match.value.contract, refusal)
      return apiErrorResponse(refusal)
    },
    // An act may answer with the link to a walk, beside what was sent.
    compresses: (visit) => boundOf(visit)?.contract !== ROUTES.act,
    headers(out, answer, visit) {
      if (visit.caller !== undefined) out.push(...limitHeaders(visit.caller))
      if (typeof visit.origin === 'string') out.push(...corsHeaders(visit.origin))
      else if (visit.origin === null) out.push(...VARY_ORIGIN)
      if (answer.headers !== undefined) out.push(...answer.headers)
      // AMB-91: what a visitor's owner reads is nobody else's to store, refusals included.
      // A stream says for itself that nobody keeps it.
      if (answer.stream === undefined)
        out.push(...(boundOf(visit)?.contract.access.drive === true ? PRIVATE : CACHING.ownCopy))
    },
    onResponse(visit, status, refusal) {
      const { caller, step, leftToday = null } = visit
      const route = boundOf(visit)?.contract.name ?? 'unmatched'
      visit.route = route
      const keyId = caller?.key.id ?? (refusal instanceof KeyStateError ? refusal.keyId : null)
      if (keyId === null) return
      const code = refusal?.code ?? null
      requestLog.note(keyId, {
        at: caller?.at ?? deps.control.now(),
        requestId: visit.id,
        route,
        status,
        code,
        refusedAt: code === null ? null : (step as RequestGate),
        remaining: caller === undefined ? null : (limitsOf(caller)?.remaining ?? null),
        remainingToday: code !== null && /_DAILY_(?:BUDGET|LIMIT)_EXCEEDED$/.test(code) ? 0 : leftToday,
      })
    },
  })
}
