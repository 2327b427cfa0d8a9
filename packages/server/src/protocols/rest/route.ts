import {
  type DrivenRoute,
  type KeyedRoute,
  LIMITS,
  type PathOf,
  type QueryOf,
  type ResultOf,
  type Route,
} from '@agent-network/contract'
import { type Caller, partyOf, requireAccess } from '../../platform/access/authenticate.ts'
import { authorizeDrive, type Driven } from '../../platform/access/drive.ts'
import type { OnReplay } from '../../platform/access/idempotency.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { WithCaller } from '../http/admission.ts'
import { abortSignalOf, decodeJson, type JsonBody, readBytes, readJson } from '../http/body.ts'
import type { Context } from '../http/context.ts'
import { makeContractCheck } from '../http/contract-check.ts'
import type { InternalRequest, InternalRoutes } from '../http/internal-call.ts'
import { type RouteMatch, readQuery } from '../http/routing.ts'
import type { OpenedStream } from '../http/stream.ts'

/** What a handler is given once its turn has come: the caller is known, counted and allowed. */
export interface RouteCall<R> extends Caller {
  readonly path: PathOf<R>
  /** Read when it is first asked for: on some routes a gate comes before the parameters. */
  readonly query: QueryOf<R>
  /** The body, read when it is asked for and not before; null if it is larger than the route reads. */
  bytes(): Promise<Buffer | null>
  /** The body as strict JSON; what is wrong with it is refused in the words of the route. */
  json(rules: Pick<JsonBody, 'typed' | 'refuse'>): Promise<unknown>
  header(name: 'content-type' | 'idempotency-key' | 'last-event-id' | 'traceparent' | 'x-api-key'): string | undefined
  /** Only the head of the answer is asked for. */
  readonly head: boolean
  /** Aborts when the caller hangs up. */
  abortSignal(): AbortSignal
  /** Marks the answer as one that was kept. */
  readonly onReplay: OnReplay
  /** On routes that depend on the time: the first moment at which time alone changes the answer; null if not known. */
  readonly cacheUntil: (moment: number | null) => void
}

export type Handler<R> = (call: RouteCall<R>) => Promise<ResultOf<R>>

/** A handler of a route that the chain of 5.7 guards: it is also given the visitor and its world. */
type DrivenHandler<R> = (call: RouteCall<R>, driven: Driven) => Promise<ResultOf<R>>

interface Common {
  readonly contract: KeyedRoute
  /** The answer depends on stored content alone, not on the time, so its bytes may be cached until content changes. */
  readonly cacheable: boolean
  /** The answer depends on the time as well, so that no tag can name it. */
  readonly timed: boolean
  /** The answer begins with the time it was given at. */
  readonly stamped: boolean
  /** The handler takes turns on the store itself: most of it is waiting elsewhere, or its body is, which comes first. */
  readonly takesTurns: boolean
  /** What an answer leaves of the day's budget, for the log of the key's requests. */
  readonly remainingToday: ((result: ResultOf<Route>) => number) | null
  /** On routes that answer with a stream, in place of `handler`. */
  readonly opens: ((call: RouteCall<Route>, driven: Driven | null) => Promise<OpenedStream>) | null
}

export type BoundRoute = Common &
  (
    | { readonly driven: false; readonly handler: Handler<Route> }
    | { readonly driven: true; readonly handler: DrivenHandler<Route> }
  )

interface RouteOptions<R> {
  readonly cacheable?: boolean
  readonly timed?: boolean
  readonly stamped?: boolean
  readonly takesTurns?: boolean
  readonly remainingToday?: (result: ResultOf<R>) => number
}

function commonOf<R extends KeyedRoute>(contract: R, manner: RouteOptions<R>): Common {
  const {
    cacheable = false,
    timed = false,
    stamped = false,
    takesTurns = false,
    remainingToday: leftToday = null,
  } = manner
  return {
    contract,
    cacheable,
    timed,
    stamped,
    takesTurns,
    remainingToday: leftToday as Common['remainingToday'],
    opens: null,
  }
}

export const bind = <R extends KeyedRoute>(
  contract: R,
  handler: Handler<R>,
  manner: RouteOptions<R> = {},
): BoundRoute => ({
  ...commonOf(contract, manner),
  driven: false,
  handler: handler as unknown as Handler<Route>,
})

export const bindDriven = <R extends DrivenRoute>(
  contract: R,
  handler: DrivenHandler<R>,
  manner: RouteOptions<R> = {},
): BoundRoute => ({
  ...commonOf(contract, manner),
  driven: true,
  handler: handler as unknown as DrivenHandler<Route>,
})

/** A route whose answer does not end with the request; `driven` on routes that the chain of 5.7 guards. */
export function bindStream<R extends KeyedRoute>(
  contract: R,
  opens: (call: RouteCall<R>, driven: Driven | null) => Promise<OpenedStream>,
): BoundRoute {
  const handler = () => Promise.reject(new Error(`${contract.name} answers with a stream`))
  const common = { ...commonOf(contract, {}), opens: opens as unknown as Common['opens'] }
  return contract.access.drive === true ? { ...common, driven: true, handler } : { ...common, driven: false, handler }
}

type Routed = Context & WithCaller & { readonly match: RouteMatch<BoundRoute> }

/**
 * A request as its handler sees it. A class, because an object that gets an accessor of its own each time takes 15 µs to
 * make; what handlers may take out of it is its own.
 */
class VisitCall {
  readonly state: Caller['state']
  readonly at: number
  readonly window: Caller['window']
  readonly key: Caller['key']
  readonly developerUid: string | null
  readonly overCeiling: Caller['overCeiling']
  readonly path: Readonly<Record<string, string>>
  readonly head: boolean
  readonly bytes: RouteCall<Route>['bytes']
  readonly json: RouteCall<Route>['json']
  readonly header: RouteCall<Route>['header']
  readonly abortSignal: RouteCall<Route>['abortSignal']
  readonly onReplay: RouteCall<Route>['onReplay']
  readonly holdsUntil: RouteCall<Route>['cacheUntil']
  readonly #contract: BoundRoute['contract']
  readonly #query: string
  #values: Record<string, unknown> | null = null

  constructor(
    { request, response, headers, method, query, caller, match, onReplay }: Routed,
    holdsUntil: VisitCall['holdsUntil'],
  ) {
    this.state = caller.state
    this.at = caller.at
    this.window = caller.window
    this.key = caller.key
    this.developerUid = caller.developerUid
    this.overCeiling = caller.overCeiling
    this.path = match.path
    this.head = method === 'HEAD'
    const { contract } = match.value
    this.bytes = () => readBytes(request, contract.bodyBytesMax)
    this.json = ({ typed, refuse }) =>
      readJson(request, { limit: contract.bodyBytesMax, typed, optional: false, refuse })
    this.header = (name) => headers[name] as string | undefined
    this.abortSignal = () => abortSignalOf(response)
    this.onReplay = onReplay
    this.holdsUntil = holdsUntil
    this.#contract = contract
    this.#query = query
  }

  get query(): Record<string, unknown> {
    this.#values ??= readQuery(this.#contract, this.#query)
    return this.#values
  }
}

export const callOf = (visit: Routed, holdsUntil: RouteCall<Route>['cacheUntil'] = () => {}): RouteCall<Route> =>
  new VisitCall(visit, holdsUntil) as unknown as RouteCall<Route>

/** By hand, because `URLSearchParams` takes ten times as long. */
function queryText(query: InternalRequest['query'] = {}): string {
  let text = ''
  for (const name in query) {
    const value = query[name]
    if (value === undefined) continue
    const written = typeof value === 'number' ? value : encodeURIComponent(value.toWellFormed())
    text += `${text === '' ? '' : '&'}${name}=${written}`
  }
  return text
}

/** A class for the reason that a request over HTTP is one: an object with an accessor of its own takes long to make. */
class InnerRequest {
  readonly state: Caller['state']
  readonly at: number
  readonly window: Caller['window']
  readonly key: Caller['key']
  readonly developerUid: string | null
  readonly overCeiling: Caller['overCeiling']
  readonly path: Readonly<Record<string, string>>
  readonly head = false
  readonly onReplay: RouteCall<Route>['onReplay']
  readonly bytes: RouteCall<Route>['bytes']
  readonly json: RouteCall<Route>['json']
  readonly header: RouteCall<Route>['header']
  readonly abortSignal: RouteCall<Route>['abortSignal']
  readonly holdsUntil: RouteCall<Route>['cacheUntil'] = () => {}
  readonly #contract: Route
  readonly #given: InternalRequest['query']
  #values: Record<string, unknown> | null = null

  constructor(contract: Route, caller: Caller, inner: InternalRequest) {
    this.state = caller.state
    this.at = caller.at
    this.window = caller.window
    this.key = caller.key
    this.developerUid = caller.developerUid
    this.overCeiling = caller.overCeiling
    this.path = inner.path ?? {}
    this.onReplay = inner.onReplay ?? (() => {})
    const written = () => Buffer.from(JSON.stringify(inner.body ?? {}))
    this.bytes = async () => {
      const bytes = written()
      return bytes.length > LIMITS.body_bytes.request ? null : bytes
    }
    this.json = async ({ refuse }) => {
      const decoded = decodeJson(written())
      if ('fault' in decoded) throw refuse('syntax', decoded.fault)
      return decoded.value
    }
    this.header = (name) => {
      if (name === 'content-type') return 'application/json'
      if (name === 'traceparent') return inner.traceparent
      return name === 'idempotency-key' ? (inner.idempotencyKey ?? undefined) : undefined
    }
    this.abortSignal = inner.abortSignal
    this.#contract = contract
    this.#given = inner.query
  }

  get query(): Record<string, unknown> {
    this.#values ??= readQuery(this.#contract, queryText(this.#given))
    return this.#values
  }
}

/** The routes under `/v1` for callers that another door has let in and counted. */
export function internalRoutes(deps: Deps, routes: readonly BoundRoute[]): InternalRoutes {
  const known = new Map(routes.map((bound) => [bound.contract.name, bound]))
  const checks = makeContractCheck(deps)
  return {
    async call(contract, caller, inner) {
      const bound = known.get(contract.name)!
      const call = new InnerRequest(contract, caller, inner) as unknown as RouteCall<Route>
      const performDriven = async (handler: (BoundRoute & { driven: true })['handler']) =>
        handler(call, await authorizeDrive(deps.database.read, caller, inner.path?.agentId ?? ''))
      const perform = () => {
        if (bound.driven) return performDriven(bound.handler)
        requireAccess(caller.key, contract.access)
        return bound.handler(call)
      }
      const result = await deps.fairQueue.run(partyOf(caller), perform)
      checks.result(contract, result)
      return result as never
    },
    lasts: ({ name }) => known.get(name)!.cacheable,
  }
}
