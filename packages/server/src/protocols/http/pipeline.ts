import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Ambient } from '../../platform/core/ambient.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { EventLoopBudget } from '../../platform/core/event-loop-budget.ts'
import { retryHint } from '../../platform/core/outage.ts'
import type { RequestMetrics } from '../../platform/telemetry/metrics.ts'
import { readTraceparent, type Tracer, type TraceSpan } from '../../platform/telemetry/trace.ts'
import { ClientDisconnected, discardBody, mustCloseConnection } from './body.ts'
import { codingFor, formOf, isCodable } from './coding.ts'
import { Context, isReading } from './context.ts'
import type { CommonHeaders, Gate } from './gate.ts'
import {
  apiErrorResponse,
  type Body,
  type Coding,
  etagOf,
  JSON_TYPE,
  matchesETag,
  notModified,
  type Response,
  type StreamBody,
} from './response.ts'
import { closeIfUnread, httpError, type Listener } from './server.ts'
import { freeHeaderFields } from './stream.ts'

/** Returned by a step that answers the request, so that no later step runs. */
export class EarlyResponse {
  readonly response: Response
  constructor(response: Response) {
    this.response = response
  }
}

/** Most of what a warm read needs is at hand, and is handed over without a promise. */
export type MaybePromise<T> = T | Promise<T>

interface Step {
  readonly name: string
  readonly run: (visit: never) => unknown
}

/** The checks of a door in the order in which they run. The first one that answers or throws ends the request. */
export interface Steps<V extends Context> {
  run(visit: Context): MaybePromise<Response>
  /** Never present: it carries the type of what all steps together know. */
  readonly known?: V
}

/** Steps under construction: `V` is what the next step may rely on, `N` are the names a step may have. */
export interface StepList<V extends Context, N extends string> {
  /** A step that lets the request pass or throws. */
  check(name: N, run: (visit: V) => void | Promise<void>): StepList<V, N>
  /** A step that may answer the request before its time. */
  shortcut(name: N, run: (visit: V) => MaybePromise<EarlyResponse | undefined>): StepList<V, N>
  /** A step whose result later steps can read from the visit. */
  add<A extends object>(name: N, run: (visit: V) => MaybePromise<A | EarlyResponse>): StepList<V & A, N>
  /** The last step, which always answers. */
  respond(name: N, run: (visit: V) => MaybePromise<Response>): Steps<V>
}

export const steps = <N extends string = string>(): StepList<Context, N> => listOf<Context, N>([])

function listOf<V extends Context, N extends string>(list: readonly Step[]): StepList<V, N> {
  return {
    check: (name, run) => listOf<V, N>([...list, { name, run }]),
    shortcut: (name, run) => listOf<V, N>([...list, { name, run }]),
    add: <A extends object>(name: N, run: (visit: V) => MaybePromise<A | EarlyResponse>) =>
      listOf<V & A, N>([...list, { name, run }]),
    respond: (name, run) => ({ run: (visit) => runThrough({ list, last: { name, run } }, visit as V, 0) }),
  }
}

interface Course<V extends Context> {
  readonly list: readonly Step[]
  readonly last: { readonly name: string; run(visit: V): MaybePromise<Response> }
}

/** Hands on what a step has found; an answer if it has answered. */
function passOn(visit: Context, result: unknown): Response | null {
  if (result === undefined) return null
  if (result instanceof EarlyResponse) return result.response
  Object.assign(visit, result)
  return null
}

/** A step without a promise costs none: most steps of a warm read are synchronous. */
function runThrough<V extends Context>(course: Course<V>, visit: V, from: number): MaybePromise<Response> {
  const { list, last } = course
  for (let i = from; i < list.length; i++) {
    const { name, run } = list[i]!
    visit.step = name
    const result = run(visit as never)
    if (result instanceof Promise) return goOnWith(course, visit, i + 1, result)
    const answer = passOn(visit, result)
    if (answer !== null) return answer
  }
  visit.step = last.name
  return last.run(visit)
}

async function goOnWith<V extends Context>(
  course: Course<V>,
  visit: V,
  from: number,
  coming: Promise<unknown>,
): Promise<Response> {
  return passOn(visit, await coming) ?? runThrough(course, visit, from)
}

/** An answer with all headers that its door gives it, as the flat list that node writes fastest. */
export interface Reply {
  readonly status: number
  readonly headers: string[]
  readonly body: Body
  readonly stream?: StreamBody | undefined
}

/** One protocol: its paths, its checks and its form of a refusal. */
export interface Protocol {
  /** Labels the door's requests in the metrics; null leaves them out. */
  readonly label: string | null
  /** Whether a path is this door's to answer. */
  matches(path: string): boolean
  /** Whatever happens is a reply; nothing is thrown. */
  handle(visit: Context): MaybePromise<Reply>
}

/** What is known of a request that may have ended at any step. */
export type PartialContext<V extends Context> = Context & Partial<V>

/** A door as a value: everything in which one protocol differs from another. */
export interface ProtocolDefinition<V extends Context> {
  readonly name: string
  /** False leaves its requests out of the metrics. */
  readonly measured?: boolean
  matches(path: string): boolean
  readonly steps: Steps<V>
  /** A refusal in the protocol's own form. */
  errorResponse(refusal: ApiError, visit: PartialContext<V>): Response | Promise<Response>
  /** False where an answer mixes a secret with what a caller sent: its compressed length would tell of the secret. */
  compresses?(visit: PartialContext<V>): boolean
  /** Appends the headers of an answer, those it brings itself included. Without it, only those are sent. */
  headers?(out: string[], answer: Response, visit: PartialContext<V>): void
  /** Called once the answer is certain and before it is sent; `refusal` is null where there was none. */
  onResponse?(visit: PartialContext<V>, status: number, refusal: ApiError | null): void
}

/** An answer in the form in which it is sent. */
interface Formed {
  readonly answer: Response
  readonly etag: string | null
  readonly coding: Coding | null
  /** Whether other callers get other bytes. */
  readonly isVarying: boolean
}

type Reporter = Pick<Deps, 'log'>

/** Logs what is the server's own fault, under the id by which the caller can ask about it. */
export function logRequestFailure({ log }: Reporter, door: string, visit: Context, error: unknown): void {
  const { id: requestId, method, route, step } = visit
  log.error({ event: 'http.request_failed', requestId, err: error, method, door, route, step }, 'request failed')
}

/** The one way from a request to a reply, for every protocol. */
export function makeProtocol<V extends Context>(reporter: Reporter, protocol: ProtocolDefinition<V>): Protocol {
  const { name, measured = true, steps } = protocol

  /** Anything that is not a refusal is never shown. */
  function refusalOf(error: unknown, visit: PartialContext<V>): ApiError {
    if (error instanceof ApiError) return error
    if (error instanceof ClientDisconnected) return new ApiError('INVALID_QUERY', { message: error.message })
    logRequestFailure(reporter, name, visit, error)
    return new ApiError('INTERNAL_ERROR', retryHint(error))
  }

  /** The form of the answer that this caller gets: plain, compressed, or only the news that nothing has changed. */
  function formFor(answer: Response, visit: PartialContext<V>): MaybePromise<Formed> {
    const isVarying = isCodable(answer) && (protocol.compresses?.(visit) ?? true)
    const coding = isVarying ? codingFor(visit.header('accept-encoding')) : null
    const etag = answer.tag === undefined || !isReading(visit) ? null : etagOf(answer.tag, coding)
    if (etag !== null && matchesETag(visit.header('if-none-match'), etag))
      return { answer: notModified(answer), etag, coding: null, isVarying }
    if (coding === null) return { answer, etag, coding, isVarying }
    const form = formOf(answer, coding)
    const formed = (body: Body): Formed => ({ answer: { ...answer, body }, etag, coding, isVarying })
    return form instanceof Promise ? form.then(formed) : formed(form)
  }

  function replyWith({ answer, etag, coding, isVarying }: Formed, visit: PartialContext<V>): Reply {
    const headers = answer.status === 304 ? [] : ['Content-Type', answer.type ?? JSON_TYPE]
    if (answer.status !== 304 && answer.stream === undefined) headers.push('Content-Length', String(answer.body.length))
    if (coding !== null) headers.push('Content-Encoding', coding)
    if (isVarying) headers.push('Vary', 'Accept-Encoding')
    if (etag !== null) headers.push('ETag', etag)
    if (protocol.headers !== undefined) protocol.headers(headers, answer, visit)
    else if (answer.headers !== undefined) headers.push(...answer.headers)
    if (visit.replayed) headers.push('Idempotent-Replayed', 'true')
    return { status: answer.status, headers, body: answer.body, stream: answer.stream }
  }

  function reply(answer: Response, visit: PartialContext<V>, refusal: ApiError | null): MaybePromise<Reply> {
    const send = (formed: Formed): Reply => {
      protocol.onResponse?.(visit, formed.answer.status, refusal)
      return replyWith(formed, visit)
    }
    const formed = formFor(answer, visit)
    return formed instanceof Promise ? formed.then(send) : send(formed)
  }

  async function refuse(error: unknown, visit: PartialContext<V>): Promise<Reply> {
    const refusal = refusalOf(error, visit)
    visit.code = refusal.code
    const answer =
      error instanceof ClientDisconnected ? apiErrorResponse(refusal) : await protocol.errorResponse(refusal, visit)
    return reply(answer, visit, refusal)
  }

  return {
    label: measured ? name : null,
    matches: protocol.matches,
    handle(visit: PartialContext<V>) {
      let answer: MaybePromise<Response>
      try {
        answer = steps.run(visit)
      } catch (error) {
        return refuse(error, visit)
      }
      if (!(answer instanceof Promise)) return reply(answer, visit, null)
      return answer.then(
        (made) => reply(made, visit, null),
        (error: unknown) => refuse(error, visit),
      )
    },
  }
}

/** In bytes: handing more than this to the system at once would keep everybody else waiting. */
export const PIECE = 64 * 1_024

export const isLong = (body: Body): body is Body & { readonly data: Buffer } =>
  typeof body.data !== 'string' && body.length > PIECE

/** A long body whose head is sent, piece by piece, with others served in between. `handedOver` is called after each. */
export function endInPieces(response: ServerResponse, data: Buffer, handedOver: () => void): void {
  let at = 0
  const goOn = (): void => {
    const piece = data.subarray(at, at + PIECE)
    at += PIECE
    const isLast = at >= data.length
    if (isLast) response.end(piece)
    // Not with `drain`, which comes in the same turn of the event loop where the system takes everything.
    else response.write(piece, (error) => (error ? undefined : setImmediate(goOn)))
    handedOver()
  }
  goOn()
}

export interface Parts {
  readonly ambient: Pick<Ambient, 'elapsed'>
  readonly log: Logger
  readonly gate: Gate
  readonly slices: EventLoopBudget
  readonly metrics: RequestMetrics
  /** Null where no spans are exported: then a request pays for one comparison. */
  readonly tracer: Tracer | null
  readonly common: CommonHeaders
  /** Whether the server is shutting down: connections are not kept open any more. */
  readonly closing: () => boolean
}

/** Hands each request to the first door whose path it is. */
export function makeListener(doors: readonly Protocol[], parts: Parts): Listener {
  const { ambient, log, gate, slices, metrics, tracer, common, closing } = parts

  function send(visit: Context, reply: Reply, isLast: boolean): void {
    const { request, response, socket, method, id } = visit
    const { status, headers, body, stream } = reply
    common.add(headers, id)
    if (isLast || closing() || mustCloseConnection(request)) {
      headers.push('Connection', 'close')
      response.shouldKeepAlive = false
    }
    response.writeHead(status, headers)
    if (method === 'HEAD') response.end()
    else if (isLong(body)) endInPieces(response, body.data, () => closeIfUnread(socket))
    else if (stream === undefined) response.end(body.data, body.encoding)
    discardBody(request)
    if (stream === undefined) closeIfUnread(socket)
    else if (method !== 'HEAD') goOnWith(stream, visit)
  }

  /** The head is sent; the rest comes when there is something to tell. */
  function goOnWith(stream: StreamBody, { request, response, socket }: Context): void {
    response.on('prefinish', () => closeIfUnread(socket))
    stream(response)
    freeHeaderFields(request)
  }

  /** The answer of the door that the path belongs to, or of none. */
  function replyTo(visit: Context): MaybePromise<Reply> {
    for (const door of doors) {
      if (!door.matches(visit.path)) continue
      visit.route = door.label
      return door.handle(visit)
    }
    return refused(new ApiError('NOT_FOUND'))
  }

  /** Whatever may only read is answered at once, which may be all it takes; many others that come together take turns. */
  function replyInTurn(visit: Context): MaybePromise<Reply> {
    const free = visit.method === 'GET' ? null : slices.next()
    return free === null ? replyTo(visit) : free.then(() => replyTo(visit))
  }

  /** From here on the header names our own span, so that whatever is asked for this request belongs to it. */
  function beginSpan(visit: Context, { begin }: Tracer): TraceSpan {
    const span = begin('server', readTraceparent(visit.header('traceparent')))
    visit.headers = { ...visit.headers, traceparent: span.traceparent }
    return span
  }

  function endSpan(span: TraceSpan, { method, route, code, id }: Context, status: number): void {
    const attributes = { 'http.request.method': method, 'http.response.status_code': status, 'http.route': route }
    span.end(`${method} ${route ?? 'unmatched'}`, { ...attributes, 'agent_network.request_id': id }, code)
  }

  function finish({ visit, started, span, isLast }: Begun, reply: Reply): void {
    send(visit, reply, isLast)
    const took = ambient.elapsed() - started
    const { route, method, step, code, id: requestId } = visit
    if (route !== null) {
      metrics.observe(route, reply.status, took)
      if (code !== null) metrics.refused({ route, code, status: reply.status })
    }
    if (span !== null) endSpan(span, visit, reply.status)
    if (log.isLevelEnabled('debug'))
      log.debug({ event: 'http.answered', requestId, method, route, step, status: reply.status, took }, 'answered')
  }

  async function finishLater(begun: Begun, coming: Promise<Reply>): Promise<void> {
    try {
      finish(begun, await coming)
    } finally {
      gate.leave()
    }
  }

  /** Without a promise where nothing has to be waited for. */
  function answer(request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    gate.enter()
    let coming: Promise<Reply> | null = null
    try {
      const started = ambient.elapsed()
      const visit = new Context(request, response, common.newId())
      const span = tracer === null ? null : beginSpan(visit, tracer)
      // Duplicate Host header: possible request smuggling, so the connection is closed after the answer.
      const fault = httpError(request)
      const begun = { visit, started, span, isLast: fault !== null }
      const reply = fault === null ? replyInTurn(visit) : refused(fault)
      if (reply instanceof Promise) {
        coming = reply
        return finishLater(begun, reply)
      }
      finish(begun, reply)
    } finally {
      if (coming === null) gate.leave()
    }
  }

  async function answerOnceOpen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (let shut = gate.shut(); shut !== null; shut = gate.shut()) await shut
    await answer(request, response)
  }

  return (request, response) => (gate.shut() === null ? answer : answerOnceOpen)(request, response)
}

/** A request on its way. */
interface Begun {
  readonly visit: Context
  /** On the monotonic clock. */
  readonly started: number
  readonly span: TraceSpan | null
  /** Whether its connection ends with the answer. */
  readonly isLast: boolean
}

function refused(refusal: ApiError): Reply {
  const { status, body } = apiErrorResponse(refusal)
  return { status, headers: ['Content-Type', JSON_TYPE, 'Content-Length', String(body.length)], body }
}
