// Request pipeline: a request goes to the protocol of its path, through that protocol's named steps, and out as a response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Body, Coding } from '../../platform/cache/response-cache.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { EventLoopBudget } from '../../platform/core/event-loop-budget.ts'
import { findOutage, retryHint } from '../../platform/core/outage.ts'
import type { RequestMetrics } from '../../platform/telemetry/metrics.ts'
import { runWithRequestId } from '../../platform/telemetry/server-log.ts'
import { readTraceparent, type Tracer, type TraceSpan } from '../../platform/telemetry/traces.ts'
import { ClientDisconnected, discardBody, mustCloseConnection } from './body.ts'
import { Context, isReading } from './context.ts'
import type { CommonHeaders, Gate } from './gate.ts'
import {
  apiErrorResponse,
  codingFor,
  endInParts,
  etagOf,
  formOf,
  isCodable,
  isLong,
  JSON_TYPE,
  matchesETag,
  notModified,
  type Response,
  type StreamBody,
} from './response.ts'
import { closeIfUnread, httpError, type Listener } from './server.ts'
import { errorPage, HTML_TYPE, PAGE_SECURITY_HEADERS, wantsErrorPage } from './static.ts'
import { freeHeaderFields } from './stream.ts'

/** Most steps of a cached read are synchronous and cost no promise. */
export type MaybePromise<T> = T | Promise<T>

// ── Steps ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Returned by a step to end the request with a response. */
export class EarlyResponse {
  readonly response: Response
  constructor(response: Response) {
    this.response = response
  }
}

interface Step {
  readonly name: string
  readonly run: (context: never) => unknown
}

/** The checks of a protocol in their order. The first one that responds or throws ends the request. */
export interface Steps<C extends Context> {
  run(context: Context): MaybePromise<Response>
  /** Never present: carries the type of the context after all steps. */
  readonly contextType?: C
}

/** Steps under construction: `C` is the context the next step gets, `N` are the names that a step may have. */
export interface StepList<C extends Context, N extends string> {
  /** A step that lets the request pass or throws. */
  check(name: N, run: (context: C) => void | Promise<void>): StepList<C, N>
  /** A step that may end the request with a response. */
  shortcut(name: N, run: (context: C) => MaybePromise<EarlyResponse | undefined>): StepList<C, N>
  /** A step whose result is added to the context. */
  add<A extends object>(name: N, run: (context: C) => MaybePromise<A | EarlyResponse>): StepList<C & A, N>
  /** The last step, which always responds. */
  respond(name: N, run: (context: C) => MaybePromise<Response>): Steps<C>
}

export const steps = <N extends string = string>(): StepList<Context, N> => makeStepList<Context, N>([])

function makeStepList<C extends Context, N extends string>(list: readonly Step[]): StepList<C, N> {
  return {
    check: (name, run) => makeStepList<C, N>([...list, { name, run }]),
    shortcut: (name, run) => makeStepList<C, N>([...list, { name, run }]),
    add: <A extends object>(name: N, run: (context: C) => MaybePromise<A | EarlyResponse>) =>
      makeStepList<C & A, N>([...list, { name, run }]),
    respond: (name, run) => ({ run: (context) => runSteps({ list, last: { name, run } }, context as C, 0) }),
  }
}

interface StepSequence<C extends Context> {
  readonly list: readonly Step[]
  readonly last: { readonly name: string; run(context: C): MaybePromise<Response> }
}

/** Adds the result of a step to the context; returns the response if the step ended the request. */
function applyResult(context: Context, result: unknown): Response | null {
  if (result === undefined) return null
  if (result instanceof EarlyResponse) return result.response
  Object.assign(context, result)
  return null
}

function runSteps<C extends Context>(sequence: StepSequence<C>, context: C, from: number): MaybePromise<Response> {
  const { list, last } = sequence
  for (let i = from; i < list.length; i++) {
    const { name, run } = list[i]!
    context.step = name
    const result = run(context as never)
    if (result instanceof Promise) return resumeSteps(sequence, context, i + 1, result)
    const response = applyResult(context, result)
    if (response !== null) return response
  }
  context.step = last.name
  return last.run(context)
}

async function resumeSteps<C extends Context>(
  sequence: StepSequence<C>,
  context: C,
  from: number,
  pending: Promise<unknown>,
): Promise<Response> {
  return applyResult(context, await pending) ?? runSteps(sequence, context, from)
}

// ── Protocols ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** A context that may have ended at any step. */
export type PartialContext<C extends Context> = Context & Partial<C>

/** Everything in which one protocol differs from another. */
export interface ProtocolDefinition<C extends Context> {
  readonly name: string
  /** False leaves its requests out of the metrics. */
  readonly measured?: boolean
  matches(path: string): boolean
  readonly steps: Steps<C>
  /** An error in the protocol's own format. */
  errorResponse(error: ApiError, context: PartialContext<C>): MaybePromise<Response>
  /** False if a response mixes a secret with caller input: the compressed length would reveal the secret. */
  compresses?(context: PartialContext<C>): boolean
  /** Appends the headers of a response, including its own. Without it, only its own headers are sent. */
  headers?(out: string[], response: Response, context: PartialContext<C>): void
  /** Called before a response is sent; `error` is null for a success. */
  onResponse?(context: PartialContext<C>, status: number, error: ApiError | null): void
}

export interface Protocol {
  /** Metrics label of its requests; null leaves them out. */
  readonly label: string | null
  matches(path: string): boolean
  /** Never throws: every error becomes a response. The headers of the response are complete. */
  handle(context: Context): MaybePromise<Response>
}

/** The selected representation of a response (RFC 9110, 3.2): plain, compressed, or 304. */
interface Representation {
  readonly response: Response
  readonly etag: string | null
  readonly coding: Coding | null
  /** Whether the bytes depend on Accept-Encoding. */
  readonly isVarying: boolean
}

type ErrorLog = Pick<Deps, 'log'>

/** Logs an internal error under the request id that the caller gets. */
export function logRequestFailure({ log }: ErrorLog, protocol: string, context: Context, error: unknown): void {
  const { id: requestId, method, route, step } = context
  log.error(
    { event: 'http.request_failed', requestId, err: error, method, door: protocol, route, step },
    'request failed with an internal error',
  )
}

/** AMB-122: under these paths an outage is an internal error, unless the route lists a code for it. */
const INTERNAL_ERROR_PATHS = /^\/(v1|a2a|_developer)(\/|$)/

/** The error for a failure that is not the caller's. */
export function failureOf(error: unknown, { path }: Pick<Context, 'path'>): ApiError {
  const isOutage = findOutage(error) !== null && !INTERNAL_ERROR_PATHS.test(path)
  return new ApiError(isOutage ? 'STORE_UNAVAILABLE' : 'INTERNAL_ERROR', retryHint(error))
}

export function makeProtocol<C extends Context>(errorLog: ErrorLog, definition: ProtocolDefinition<C>): Protocol {
  const { name, measured = true } = definition

  /** Errors other than `ApiError` are logged and never shown. */
  function toApiError(error: unknown, context: PartialContext<C>): ApiError {
    if (error instanceof ApiError) return error
    if (error instanceof ClientDisconnected) return new ApiError('INVALID_QUERY', { message: error.message })
    logRequestFailure(errorLog, name, context, error)
    return failureOf(error, context)
  }

  function selectRepresentation(response: Response, context: PartialContext<C>): MaybePromise<Representation> {
    const isVarying = isCodable(response) && (definition.compresses?.(context) ?? true)
    const coding = isVarying ? codingFor(context.header('accept-encoding')) : null
    const etag = response.tag === undefined || !isReading(context) ? null : etagOf(response.tag, coding)
    if (etag !== null && matchesETag(context.header('if-none-match'), etag))
      return { response: notModified(response), etag, coding: null, isVarying }
    if (coding === null) return { response, etag, coding, isVarying }
    const form = formOf(response, coding)
    const withBody = (body: Body): Representation => ({ response: { ...response, body }, etag, coding, isVarying })
    return form instanceof Promise ? form.then(withBody) : withBody(form)
  }

  function withHeaders({ response, etag, coding, isVarying }: Representation, context: PartialContext<C>): Response {
    const { status, body, type = JSON_TYPE, stream } = response
    const headers = status === 304 ? [] : ['Content-Type', type]
    if (status !== 304 && stream === undefined) headers.push('Content-Length', String(body.length))
    if (coding !== null) headers.push('Content-Encoding', coding)
    if (isVarying) headers.push('Vary', 'Accept-Encoding')
    if (etag !== null) headers.push('ETag', etag)
    if (definition.headers !== undefined) definition.headers(headers, response, context)
    else if (response.headers !== undefined) headers.push(...response.headers)
    if (context.replayed) headers.push('Idempotent-Replayed', 'true')
    return stream === undefined ? { status, headers, body } : { status, headers, body, stream }
  }

  function finish(response: Response, context: PartialContext<C>, error: ApiError | null): MaybePromise<Response> {
    const complete = (representation: Representation): Response => {
      definition.onResponse?.(context, representation.response.status, error)
      return withHeaders(representation, context)
    }
    const representation = selectRepresentation(response, context)
    return representation instanceof Promise ? representation.then(complete) : complete(representation)
  }

  /** A protocol without headers of its own gets those of a page. */
  function pageFor(error: ApiError, context: PartialContext<C>, headers: readonly string[]): Response {
    const security = definition.headers === undefined ? PAGE_SECURITY_HEADERS : []
    return errorPage(error, context.id, [...headers, ...security])
  }

  /** Browsers get a page outside the API paths; a protocol may have a page of its own. */
  async function errorResponseOf(thrown: unknown, error: ApiError, context: PartialContext<C>): Promise<Response> {
    if (thrown instanceof ClientDisconnected) return apiErrorResponse(error)
    const isPage = wantsErrorPage(context)
    if (error.code === 'STORE_UNAVAILABLE' && isPage) return pageFor(error, context, [])
    const response = await definition.errorResponse(error, context)
    if (!isPage || response.type === HTML_TYPE) return response
    return pageFor(error, context, response.headers ?? [])
  }

  async function finishWithError(thrown: unknown, context: PartialContext<C>): Promise<Response> {
    const error = toApiError(thrown, context)
    context.code = error.code
    return finish(await errorResponseOf(thrown, error, context), context, error)
  }

  return {
    label: measured ? name : null,
    matches: definition.matches,
    handle(context: PartialContext<C>) {
      let response: MaybePromise<Response>
      try {
        response = definition.steps.run(context)
      } catch (error) {
        return finishWithError(error, context)
      }
      if (!(response instanceof Promise)) return finish(response, context, null)
      return response.then(
        (resolved) => finish(resolved, context, null),
        (error: unknown) => finishWithError(error, context),
      )
    },
  }
}

// ── Listener ───────────────────────────────────────────────────────────────────────────────────────────────────────

export interface ListenerParts {
  readonly ambient: Pick<Ambient, 'elapsed'>
  readonly log: Logger
  readonly gate: Gate
  readonly eventLoopBudget: EventLoopBudget
  readonly metrics: RequestMetrics
  /** Null if no spans are exported. */
  readonly tracer: Tracer | null
  readonly common: CommonHeaders
  /** Whether the server is shutting down: connections are closed after their response. */
  readonly closing: () => boolean
}

/** A request in progress. */
interface InProgress {
  readonly context: Context
  /** On the monotonic clock. */
  readonly startedAt: number
  readonly span: TraceSpan | null
  /** Whether the connection is closed after the response. */
  readonly isLast: boolean
}

/** The response to a request that no protocol handles. */
function plainErrorResponse(error: ApiError, context: Context): Response {
  const isPage = wantsErrorPage(context)
  const {
    status,
    body,
    type = JSON_TYPE,
    headers = [],
  } = isPage ? errorPage(error, context.id, PAGE_SECURITY_HEADERS) : apiErrorResponse(error)
  return {
    status,
    headers: ['Content-Type', type, 'Content-Length', String(body.length), ...(isPage ? headers : [])],
    body,
  }
}

/** Hands each request to the first protocol that matches its path, and sends the response. */
export function makeListener(protocols: readonly Protocol[], parts: ListenerParts): Listener {
  const { ambient, log, gate, eventLoopBudget, metrics, tracer, common, closing } = parts

  function send(context: Context, { status, headers = [], body, stream }: Response, isLast: boolean): void {
    const { request, response, socket, method, id } = context
    const allHeaders = [...headers]
    common.add(allHeaders, id)
    if (isLast || closing() || mustCloseConnection(request)) {
      allHeaders.push('Connection', 'close')
      response.shouldKeepAlive = false
    }
    response.writeHead(status, allHeaders)
    if (method === 'HEAD') response.end()
    else if (isLong(body)) endInParts(response, body.data, () => closeIfUnread(socket))
    else if (stream === undefined) response.end(body.data, body.encoding)
    discardBody(request)
    if (stream === undefined) closeIfUnread(socket)
    else if (method !== 'HEAD') startStream(stream, context)
  }

  function startStream(stream: StreamBody, { request, response, socket }: Context): void {
    response.on('prefinish', () => closeIfUnread(socket))
    stream(response)
    freeHeaderFields(request)
  }

  function handle(context: Context): MaybePromise<Response> {
    for (const protocol of protocols) {
      if (!protocol.matches(context.path)) continue
      context.route = protocol.label
      return protocol.handle(context)
    }
    return plainErrorResponse(new ApiError('NOT_FOUND'), context)
  }

  /** A GET is handled at once. Other requests wait for the next turn of the event loop if this one is used up. */
  function handleWithinBudget(context: Context): MaybePromise<Response> {
    const pending = context.method === 'GET' ? null : eventLoopBudget.next()
    const run = () => runWithRequestId(context.id, () => handle(context))
    return pending === null ? run() : pending.then(run)
  }

  /** Replaces the `traceparent` header by our own span, so that later calls belong to it. */
  function beginSpan(context: Context, { begin }: Tracer): TraceSpan {
    const span = begin('server', readTraceparent(context.header('traceparent')))
    context.headers = { ...context.headers, traceparent: span.traceparent }
    return span
  }

  function endSpan(span: TraceSpan, { method, route, code, id }: Context, status: number): void {
    const attributes = { 'http.request.method': method, 'http.response.status_code': status, 'http.route': route }
    span.end(`${method} ${route ?? 'unmatched'}`, { ...attributes, 'agent_network.request_id': id }, code)
  }

  function finish({ context, startedAt, span, isLast }: InProgress, response: Response): void {
    send(context, response, isLast)
    const took = ambient.elapsed() - startedAt
    const { route, method, step, code, id: requestId } = context
    const { status } = response
    if (route !== null) {
      metrics.observe(route, status, took)
      if (code !== null) metrics.refused({ route, code, status })
    }
    if (span !== null) endSpan(span, context, status)
    if (log.isLevelEnabled('debug'))
      log.debug({ event: 'http.answered', requestId, method, route, step, status, took }, 'request answered')
  }

  async function finishLater(request: InProgress, pending: Promise<Response>): Promise<void> {
    try {
      finish(request, await pending)
    } finally {
      gate.leave()
    }
  }

  function serve(request: IncomingMessage, serverResponse: ServerResponse): void | Promise<void> {
    gate.enter()
    let pending: Promise<Response> | null = null
    try {
      const startedAt = ambient.elapsed()
      const context = new Context(request, serverResponse, common.newId())
      const span = tracer === null ? null : beginSpan(context, tracer)
      // Duplicate Host header: possible request smuggling, so the connection is closed after the response.
      const error = httpError(request)
      const inProgress = { context, startedAt, span, isLast: error !== null }
      const response = error === null ? handleWithinBudget(context) : plainErrorResponse(error, context)
      if (response instanceof Promise) {
        pending = response
        return finishLater(inProgress, response)
      }
      finish(inProgress, response)
    } finally {
      if (pending === null) gate.leave()
    }
  }

  async function serveWhenOpen(request: IncomingMessage, serverResponse: ServerResponse): Promise<void> {
    for (let opening = gate.untilOpen(); opening !== null; opening = gate.untilOpen()) await opening
    await serve(request, serverResponse)
  }

  return (request, serverResponse) => (gate.untilOpen() === null ? serve : serveWhenOpen)(request, serverResponse)
}
