import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '../../platform/core/refusal.ts'
import { JSON_TYPE } from './answer.ts'
import { isAnswered } from './body.ts'
import { type ConnectionLimits, type Connections, makeConnections } from './connections.ts'
import type { CommonHeaders } from './gate.ts'

// An HTTP server on node:http: limits, time-outs, malformed requests, shutdown.

export type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export interface HttpServer {
  readonly server: Server
  readonly connections: Pick<Connections, 'count' | 'refused'>
  /** Stops listening, closes idle connections and resolves when the requests in progress are answered. */
  close(): Promise<void>
}

const FAULTS: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'INVALID_QUERY',
    'The request line and headers are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'INVALID_QUERY', 'The request did not arrive in time'],
}
const NOT_HTTP = ['400 Bad Request', 'INVALID_QUERY', 'The request is not valid HTTP'] as const
const TOO_MANY = ['503 Service Unavailable', 'RATE_LIMIT_EXCEEDED', 'Too many connections are open'] as const

/** The last words on a connection where no request is answered, in the common envelope too. */
function endWith(common: CommonHeaders, socket: Socket, fault: (typeof FAULTS)[string], own: readonly string[]): void {
  const [status, code, message] = fault
  const body = JSON.stringify({ error: { code, message } })
  const length = String(Buffer.byteLength(body))
  const headers = ['Content-Type', JSON_TYPE, 'Content-Length', length, ...own, 'Connection', 'close']
  common.add(headers, common.newId())
  const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []))
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Requests that never became one: unreadable, too long or too slow. */
function answerBrokenRequest(common: CommonHeaders, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) {
    socket.destroy()
    return
  }
  endWith(common, socket, FAULTS[error.code ?? ''] ?? NOT_HTTP, [])
}

/** How long a connection that is not let in may take to read why, in milliseconds. */
const LEAVING_MS = 1_000

function turnAway(common: CommonHeaders, socket: Socket): void {
  socket.on('error', () => {})
  endWith(common, socket, TOO_MANY, ['Retry-After', '1'])
  setTimeout(() => socket.destroy(), LEAVING_MS).unref()
}

/** Slow senders are cut off: the whole request has 30 seconds, its headers 15. */
const TIMEOUTS = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }
const MAX_HEADER_BYTES = 16_384
/** Of a body that nobody has asked for yet; more is not read from the connection. */
const HELD_BYTES = 4_096

export function makeServer(listener: Listener, common: CommonHeaders, limits: ConnectionLimits): HttpServer {
  const connections = makeConnections(limits, (request, response) => void listener(request, response))
  const options = {
    ...TIMEOUTS,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    highWaterMark: HELD_BYTES,
    // A missing Host header gets our error envelope, not Node's.
    requireHostHeader: false,
  }
  const server = createServer(options, connections.serve)
    // An unknown Expect header gets our error envelope, not Node's.
    .on('checkExpectation', connections.serve)
    .on('clientError', (error, socket) => answerBrokenRequest(common, error, socket as Socket))
    .prependListener('connection', (socket) => {
      if (!connections.open(socket)) turnAway(common, socket)
    })
  return {
    server,
    connections,
    async close() {
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Browsers open connections ahead. Node counts one as busy until its first request, and would wait for it.
      connections.closeIdle()
      await closed
    },
  }
}

const CONTINUE = /^100-continue$/i

/** The parser keeps the first of several Host fields and hides the others. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

const malformed = (message: string, status = 400): Refusal => new Refusal('INVALID_QUERY', { message, status })

/** What HTTP itself asks of every request (RFC 9110, 7.2 and 10.1.1), and the parser leaves to us to answer. */
export function httpFault(request: IncomingMessage): Refusal | null {
  const hosts = hostsOf(request)
  if (hosts > 1) return malformed('Host header is given more than once; send one')
  if (hosts === 0 && request.httpVersionMinor > 0) return malformed('Host header is missing; HTTP/1.1 requires one')
  const { expect } = request.headers
  if (expect !== undefined && !CONTINUE.test(expect))
    return malformed('Expect may hold nothing but 100-continue; leave it out', 417)
  return null
}
