// Routes of the REST interface: a contract bound to its handler, and the call that a handler gets.
import {
  type DrivenRoute,
  type KeyedRoute,
  LIMITS,
  type PathOf,
  type QueryOf,
  type ResultOf,
  type Route,
} from '@agent-network/contract'
import { type Caller, queuePartyOf, requireAccess } from '../../platform/access/authenticate.ts'
import { authorizeDrive, type DrivenVisitor } from '../../platform/access/drive.ts'
import type { OnReplay } from '../../platform/access/idempotency.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { WithCaller } from '../http/admission.ts'
import { abortSignalOf, decodeJson, type JsonBody, readBytes, readJson } from '../http/body.ts'
import type { Context, InternalRequest, InternalRoutes } from '../http/context.ts'
import { makeContractCheck } from '../http/response.ts'
import { type RouteMatch, readQuery } from '../http/routing.ts'
import type { OpenedStream } from '../http/stream.ts'

/** Input of a handler. The caller is authenticated, counted and authorised. */
export interface RouteCall<R> extends Caller {
  readonly path: PathOf<R>
  /** Parsed on first use: on some routes another check comes before the parameters. */
  readonly query: QueryOf<R>
  /** The body, read on first use; null if it is larger than the route allows. */
  bytes(): Promise<Buffer | null>
  /** The body as strict JSON; `refuse` makes the error in the route's own words. */
  json(rules: Pick<JsonBody, 'typed' | 'refuse'>): Promise<unknown>
  header(name: 'content-type' | 'idempotency-key' | 'last-event-id' | 'traceparent' | 'x-api-key'): string | undefined
  /** Whether the request is a HEAD request. */
  readonly head: boolean
  /** Aborts when the client disconnects. */
  abortSignal(): AbortSignal
  /** Marks the response as a replay. */
  readonly onReplay: OnReplay
  /** On time-dependent routes: sets the first moment at which time alone changes the response; null if unknown. */
  readonly cacheUntil: (moment: number | null) => void
}

export type Handler<R> = (call: RouteCall<R>) => Promise<ResultOf<R>>

/** A handler behind the drive chain of 5.7: it also gets the visitor and its world. */
type DrivenHandler<R> = (call: RouteCall<R>, driven: DrivenVisitor) => Promise<ResultOf<R>>

interface CommonParts {
  readonly contract: KeyedRoute
  /** The response depends on stored content alone, so its bytes may be cached until the content changes. */
  readonly cacheable: boolean
  /** The response also depends on the time, so it has no ETag. */
  readonly timed: boolean
  /** The response begins with its own timestamp. */
  readonly stamped: boolean
  /** The response describes the caller: no cache may store it, and it has no ETag. */
  readonly personal: boolean
  /** The handler enters the fair queue itself, because it mostly waits for a body or a model. */
  readonly queuesItself: boolean
  /** Units left of the day's budget after a response, for the request log. */
  readonly remainingToday: ((result: ResultOf<Route>) => number) | null
  /** Opens the stream, on routes that respond with a stream. */
  readonly opens: ((call: RouteCall<Route>, driven: DrivenVisitor | null) => Promise<OpenedStream>) | null
}

export type BoundRoute = CommonParts &
  (
    | { readonly driven: false; readonly handler: Handler<Route> }
    | { readonly driven: true; readonly handler: DrivenHandler<Route> }
  )

interface RouteOptions<R> {
  readonly cacheable?: boolean
  readonly timed?: boolean
  readonly stamped?: boolean
  readonly personal?: boolean
  readonly queuesItself?: boolean
  readonly remainingToday?: (result: ResultOf<R>) => number
}

function commonParts<R extends KeyedRoute>(contract: R, options: RouteOptions<R>): CommonParts {
  const { cacheable = false, timed = false, stamped = false, queuesItself = false } = options
  const personal = options.personal ?? contract.access.drive === true
  const remainingToday = (options.remainingToday ?? null) as CommonParts['remainingToday']
  return { contract, cacheable, timed, stamped, personal, queuesItself, remainingToday, opens: null }
}

export const bind = <R extends KeyedRoute>(
  contract: R,
  handler: Handler<R>,
  options: RouteOptions<R> = {},
): BoundRoute => ({
  ...commonParts(contract, options),
  driven: false,
  handler: handler as unknown as Handler<Route>,
})

export const bindDriven = <R extends DrivenRoute>(
  contract: R,
  handler: DrivenHandler<R>,
  options: RouteOptions<R> = {},
): BoundRoute => ({
  ...commonParts(contract, options),
  driven: true,
  handler: handler as unknown as DrivenHandler<Route>,
})

/** A route that responds with a stream; `driven` is set on routes behind the drive chain of 5.7. */
export function bindStream<R extends KeyedRoute>(
  contract: R,
  opens: (call: RouteCall<R>, driven: DrivenVisitor | null) => Promise<OpenedStream>,
): BoundRoute {
  const handler = () => Promise.reject(new Error(`${contract.name} responds with a stream`))
  const common = { ...commonParts(contract, {}), opens: opens as unknown as CommonParts['opens'] }
  return contract.access.drive === true ? { ...common, driven: true, handler } : { ...common, driven: false, handler }
}

/** Where a call comes from: an HTTP request, or a tool of another protocol. */
type CallSource = Omit<RouteCall<Route>, keyof Caller | 'query'> & { readonly queryText: string }

/** A call of a handler. A class, because an object literal with an accessor takes 15 µs to create. */
class HandlerCall {
  readonly state: Caller['state']
  readonly at: number
  readonly window: Caller['window']
  readonly key: Caller['key']
  readonly developerUid: string | null
  readonly overCeiling: Caller['overCeiling']
  readonly path: CallSource['path']
  readonly head: boolean
  readonly bytes: CallSource['bytes']
  readonly json: CallSource['json']
  readonly header: CallSource['header']
  readonly abortSignal: CallSource['abortSignal']
  readonly onReplay: OnReplay
  readonly cacheUntil: CallSource['cacheUntil']
  readonly #contract: Route
  readonly #queryText: string
  #values: Record<string, unknown> | null = null

  constructor(contract: Route, caller: Caller, source: CallSource) {
    this.state = caller.state
    this.at = caller.at
    this.window = caller.window
    this.key = caller.key
    this.developerUid = caller.developerUid
    this.overCeiling = caller.overCeiling
    this.path = source.path
    this.head = source.head
    this.bytes = source.bytes
    this.json = source.json
    this.header = source.header
    this.abortSignal = source.abortSignal
    this.onReplay = source.onReplay
    this.cacheUntil = source.cacheUntil
    this.#contract = contract
    this.#queryText = source.queryText
  }

  get query(): Record<string, unknown> {
    this.#values ??= readQuery(this.#contract, this.#queryText)
    return this.#values
  }
}

const makeCall = (contract: Route, caller: Caller, source: CallSource): RouteCall<Route> =>
  new HandlerCall(contract, caller, source) as unknown as RouteCall<Route>

type RoutedContext = Context & WithCaller & { readonly match: RouteMatch<BoundRoute> }

/** The call of a request over HTTP. */
export function callOfRequest(
  context: RoutedContext,
  cacheUntil: RouteCall<Route>['cacheUntil'] = () => {},
): RouteCall<Route> {
  const { request, response, headers, method, query, caller, match, onReplay } = context
  const { contract } = match.value
  const limit = contract.bodyBytesMax
  return makeCall(contract, caller, {
    path: match.path as CallSource['path'],
    queryText: query,
    head: method === 'HEAD',
    bytes: () => readBytes(request, limit),
    json: ({ typed, refuse }) => readJson(request, { limit, typed, optional: false, refuse }),
    header: (name) => headers[name] as string | undefined,
    abortSignal: () => abortSignalOf(response),
    onReplay,
    cacheUntil,
  })
}

/** By hand, because `URLSearchParams` takes ten times as long. */
function queryText(query: InternalRequest['query'] = {}): string {
  let text = ''
  for (const name in query) {
    const value = query[name]
    if (value === undefined) continue
    const encoded = typeof value === 'number' ? value : encodeURIComponent(value.toWellFormed())
    text += `${text === '' ? '' : '&'}${name}=${encoded}`
  }
  return text
}

/** The call of a tool of another protocol, without an HTTP request of its own. */
function callOfTool(contract: Route, caller: Caller, request: InternalRequest): RouteCall<Route> {
  const body = () => Buffer.from(JSON.stringify(request.body ?? {}))
  return makeCall(contract, caller, {
    path: (request.path ?? {}) as CallSource['path'],
    queryText: queryText(request.query),
    head: false,
    async bytes() {
      const bytes = body()
      return bytes.length > LIMITS.body_bytes.request ? null : bytes
    },
    async json({ refuse }) {
      const decoded = decodeJson(body())
      if ('fault' in decoded) throw refuse('syntax', decoded.fault)
      return decoded.value
    },
    header(name) {
      if (name === 'content-type') return 'application/json'
      if (name === 'traceparent') return request.traceparent
      return name === 'idempotency-key' ? (request.idempotencyKey ?? undefined) : undefined
    },
    abortSignal: request.abortSignal,
    onReplay: request.onReplay ?? (() => {}),
    cacheUntil: () => {},
  })
}

/** The routes under `/v1` as functions, for callers that another protocol has authenticated and counted. */
export function internalRoutes(deps: Deps, routes: readonly BoundRoute[]): InternalRoutes {
  const routesByName = new Map(routes.map((route) => [route.contract.name, route]))
  const checks = makeContractCheck(deps)
  return {
    async call(contract, caller, request) {
      const route = routesByName.get(contract.name)!
      const call = callOfTool(contract, caller, request)
      const performDriven = async (handler: (BoundRoute & { driven: true })['handler']) =>
        handler(call, await authorizeDrive(deps.database.read, caller, request.path?.agentId ?? ''))
      const perform = () => {
        if (route.driven) return performDriven(route.handler)
        requireAccess(caller.key, contract.access)
        return route.handler(call)
      }
      const result = await deps.fairQueue.run(queuePartyOf(caller), perform)
      checks.result(contract, result)
      return result as never
    },
    isCacheable: ({ name }) => routesByName.get(name)!.cacheable,
  }
}
