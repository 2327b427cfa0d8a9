import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Ambient } from '../../platform/core/ambient.ts'
import type { Slices } from '../../platform/core/event-loop-budget.ts'
import { Refusal } from '../../platform/core/refusal.ts'
import type { RequestMetrics } from '../../platform/telemetry/metrics.ts'
import { readTraceparent, type Tracer, type TraceSpan } from '../../platform/telemetry/trace.ts'
import { type Body, JSON_TYPE, refusalAnswer, type StreamBody } from './answer.ts'
import { dropRest, endsConnection } from './body.ts'
import { cutIfUnread } from './connections.ts'
import type { CommonHeaders, Gate } from './gate.ts'
import { httpFault, type Listener } from './server.ts'
import type { Door, Maybe, Reply } from './steps.ts'
import { dropFields } from './stream.ts'
import { Visit } from './visit.ts'

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
  readonly slices: Slices
  readonly metrics: RequestMetrics
  /** Null where no spans are exported: then a request pays for one comparison. */
  readonly tracer: Tracer | null
  readonly common: CommonHeaders
  /** Whether the server is shutting down: connections are not kept open any more. */
  readonly closing: () => boolean
}

/** Hands each request to the first door whose path it is. */
export function makeListener(doors: readonly Door[], parts: Parts): Listener {
  const { ambient, log, gate, slices, metrics, tracer, common, closing } = parts

  function send(visit: Visit, reply: Reply, isLast: boolean): void {
    const { request, response, socket, method, id } = visit
    const { status, headers, body, stream } = reply
    common.add(headers, id)
    if (isLast || closing() || endsConnection(request)) {
      headers.push('Connection', 'close')
      response.shouldKeepAlive = false
    }
    response.writeHead(status, headers)
    if (method === 'HEAD') response.end()
    else if (isLong(body)) endInPieces(response, body.data, () => cutIfUnread(socket))
    else if (stream === undefined) response.end(body.data, body.encoding)
    dropRest(request)
    if (stream === undefined) cutIfUnread(socket)
    else if (method !== 'HEAD') goOnWith(stream, visit)
  }

  /** The head is sent; the rest comes when there is something to tell. */
  function goOnWith(stream: StreamBody, { request, response, socket }: Visit): void {
    response.on('prefinish', () => cutIfUnread(socket))
    stream(response)
    dropFields(request)
  }

  /** The answer of the door that the path belongs to, or of none. */
  function replyTo(visit: Visit): Maybe<Reply> {
    for (const door of doors) {
      if (!door.opens(visit.path)) continue
      visit.route = door.label
      return door.answer(visit)
    }
    return refused(new Refusal('NOT_FOUND'))
  }

  /** Whatever may only read is answered at once, which may be all it takes; many others that come together take turns. */
  function replyInTurn(visit: Visit): Maybe<Reply> {
    const free = visit.method === 'GET' ? null : slices.next()
    return free === null ? replyTo(visit) : free.then(() => replyTo(visit))
  }

  /** From here on the header names our own span, so that whatever is asked for this request belongs to it. */
  function beginSpan(visit: Visit, { begin }: Tracer): TraceSpan {
    const span = begin('server', readTraceparent(visit.header('traceparent')))
    visit.headers = { ...visit.headers, traceparent: span.traceparent }
    return span
  }

  function endSpan(span: TraceSpan, { method, route, code, id }: Visit, status: number): void {
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
      const visit = new Visit(request, response, common.newId())
      const span = tracer === null ? null : beginSpan(visit, tracer)
      // Duplicate Host header: possible request smuggling, so the connection is closed after the answer.
      const fault = httpFault(request)
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
  readonly visit: Visit
  /** On the monotonic clock. */
  readonly started: number
  readonly span: TraceSpan | null
  /** Whether its connection ends with the answer. */
  readonly isLast: boolean
}

function refused(refusal: Refusal): Reply {
  const { status, body } = refusalAnswer(refusal)
  return { status, headers: ['Content-Type', JSON_TYPE, 'Content-Length', String(body.length)], body }
}
