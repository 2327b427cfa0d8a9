import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { callerAddress } from '../../platform/access/rate-limits.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { isDiscardingBody, limitChunks } from './body.ts'
import type { CommonHeaders } from './gate.ts'
import { JSON_TYPE } from './response.ts'

export interface ConnectionLimits {
  readonly max: number
  readonly perAddress: number
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** A pipelined request: it arrived before the request ahead of it was answered. */
interface PendingRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** What one address holds open; `idle` has the one that has been idle for longest first. */
interface AddressConnections {
  open: number
  readonly idle: Set<Socket>
}

interface Connection {
  readonly address: string
  readonly sameAddress: AddressConnections
  busy: boolean
  readonly waiting: PendingRequest[]
  /** The request at hand has been answered, or its caller is gone. */
  readonly onResponseClosed: () => void
}

/** Places beyond the limit for addresses that hold none: whoever fills the server does not keep probes of others out. */
const RESERVED_CONNECTIONS = 64
/** Unanswered requests that one connection may have. One more closes it: each is held in memory, and a client that never reads would add them without end. */
const UNANSWERED_MAX = 8
/** Without progress for so long, a caller that does not read its answer is cut. */
const WRITE_TIMEOUT_MS = 30_000

/** To be called when the last of an answer has been handed over: the socket's own clock starts anew with every byte that leaves. */
export function closeIfUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.setTimeout(WRITE_TIMEOUT_MS)
}

/**
 * Who is connected, and in which order they are served: so many in all and from one address, and one request at a time
 * on each connection.
 */
export interface Connections {
  /** False for a connection that is not let in; an idle one may have been closed to make room. */
  open(socket: Socket): boolean
  serve(request: IncomingMessage, response: ServerResponse): void
  closeIdle(): void
  count(): number
  refused(): number
}

export function makeConnections({ max, perAddress }: ConnectionLimits, handleRequest: RequestHandler): Connections {
  const connections = new Map<Socket, Connection>()
  const byAddress = new Map<string, AddressConnections>()
  const idle = new Set<Socket>()
  let refused = 0

  function setBusy(socket: Socket, connection: Connection, busy: boolean): void {
    connection.busy = busy
    const idleOfAddress = connection.sameAddress.idle
    if (busy) {
      idle.delete(socket)
      idleOfAddress.delete(socket)
    } else {
      idle.add(socket)
      idleOfAddress.add(socket)
    }
  }

  function remove(socket: Socket): void {
    const connection = connections.get(socket)
    if (connection === undefined) return
    setBusy(socket, connection, true)
    connections.delete(socket)
    connection.sameAddress.open -= 1
    if (connection.sameAddress.open === 0) byAddress.delete(connection.address)
  }

  /** Closes the connection that nobody has used for longest; false if all of them are in use. */
  function closeOldest(among: ReadonlySet<Socket>): boolean {
    const [socket] = among
    if (socket === undefined) return false
    remove(socket)
    socket.destroy()
    return true
  }

  function makeRoom(sameAddress: AddressConnections): boolean {
    if (sameAddress.open >= perAddress && !closeOldest(sameAddress.idle)) return false
    if (connections.size < max || closeOldest(idle)) return true
    return sameAddress.open === 0 && connections.size < max + RESERVED_CONNECTIONS
  }

  function startRequest(connection: Connection, { request, response }: PendingRequest): void {
    // `on` and not `once`: the event comes once, and a `once` wrapper would stay in memory as long as a stream lasts.
    response.on('close', connection.onResponseClosed)
    handleRequest(request, response)
  }

  function startNext(socket: Socket, connection: Connection): void {
    if (!connections.has(socket)) return
    const next = socket.destroyed ? undefined : connection.waiting.shift()
    if (next === undefined) {
      setBusy(socket, connection, false)
      return
    }
    if (connection.waiting.length === 0) socket.resume()
    startRequest(connection, next)
  }

  return {
    open(socket) {
      const address = addressOf(socket)
      const sameAddress = byAddress.get(address) ?? { open: 0, idle: new Set() }
      if (!makeRoom(sameAddress)) {
        refused += 1
        return false
      }
      // Making room may have closed the last connection of this very address.
      byAddress.set(address, sameAddress)
      sameAddress.open += 1
      const waiting: PendingRequest[] = []
      const connection: Connection = {
        address,
        sameAddress,
        busy: false,
        waiting,
        // In a turn of the event loop of its own: a hundred requests in one packet do not hold it a hundred times as long.
        onResponseClosed: () =>
          void (waiting.length > 0 ? setImmediate(startNext, socket, connection) : startNext(socket, connection)),
      }
      connections.set(socket, connection)
      setBusy(socket, connection, false)
      socket.on('close', () => remove(socket))
      return true
    },
    serve(request, response) {
      const { socket } = request
      const connection = connections.get(socket)
      // The parser still emits the requests of a packet after the connection was closed.
      if (connection === undefined || socket.destroyed) return
      limitChunks(request)
      if (!connection.busy) {
        setBusy(socket, connection, true)
        startRequest(connection, { request, response })
        return
      }
      connection.waiting.push({ request, response })
      // Reading resumes when the last waiting request is taken up.
      socket.pause()
      if (1 + connection.waiting.length > UNANSWERED_MAX) socket.destroy()
    },
    closeIdle() {
      while (closeOldest(idle));
    },
    count: () => connections.size,
    refused: () => refused,
  }
}

/** Of the connection itself: what a proxy says of those behind it is in requests. */
const addressOf = (socket: Socket): string => callerAddress(socket.remoteAddress, undefined, false)

// An HTTP server on node:http: limits, time-outs, malformed requests, shutdown.

export type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export interface HttpServer {
  readonly server: Server
  readonly connections: Pick<Connections, 'count' | 'refused'>
  /** Stops listening, closes idle connections and resolves when the requests in progress are answered. */
  close(): Promise<void>
}

const PARSE_ERRORS: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'INVALID_QUERY',
    'The request line and headers are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'INVALID_QUERY', 'The request did not arrive in time'],
}
const NOT_HTTP = ['400 Bad Request', 'INVALID_QUERY', 'The request is not valid HTTP'] as const
const TOO_MANY_CONNECTIONS = [
  '503 Service Unavailable',
  'RATE_LIMIT_EXCEEDED',
  'Too many connections are open',
] as const

/** The last words on a connection where no request is answered, in the common envelope too. */
function sendErrorAndClose(
  common: CommonHeaders,
  socket: Socket,
  error: (typeof PARSE_ERRORS)[string],
  extraHeaders: readonly string[],
): void {
  const [status, code, message] = error
  const body = JSON.stringify({ error: { code, message } })
  const length = String(Buffer.byteLength(body))
  const headers = ['Content-Type', JSON_TYPE, 'Content-Length', length, ...extraHeaders, 'Connection', 'close']
  common.add(headers, common.newId())
  const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []))
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Requests that never became one: unreadable, too long or too slow. */
function respondToParseError(common: CommonHeaders, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isDiscardingBody(socket)) {
    socket.destroy()
    return
  }
  sendErrorAndClose(common, socket, PARSE_ERRORS[error.code ?? ''] ?? NOT_HTTP, [])
}

/** How long a connection that is not let in may take to read why, in milliseconds. */
const REJECTION_READ_MS = 1_000

function rejectConnection(common: CommonHeaders, socket: Socket): void {
  socket.on('error', () => {})
  sendErrorAndClose(common, socket, TOO_MANY_CONNECTIONS, ['Retry-After', '1'])
  setTimeout(() => socket.destroy(), REJECTION_READ_MS).unref()
}

/** Slow senders are cut off: the whole request has 30 seconds, its headers 15. */
const TIMEOUTS = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }
const MAX_HEADER_BYTES = 16_384
/** Of a body that nobody has asked for yet; more is not read from the connection. */
const BODY_BUFFER_BYTES = 4_096

export function makeServer(listener: Listener, common: CommonHeaders, limits: ConnectionLimits): HttpServer {
  const connections = makeConnections(limits, (request, response) => void listener(request, response))
  const options = {
    ...TIMEOUTS,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    highWaterMark: BODY_BUFFER_BYTES,
    // A missing Host header gets our error envelope, not Node's.
    requireHostHeader: false,
  }
  const server = createServer(options, connections.serve)
    // An unknown Expect header gets our error envelope, not Node's.
    .on('checkExpectation', connections.serve)
    .on('clientError', (error, socket) => respondToParseError(common, error, socket as Socket))
    .prependListener('connection', (socket) => {
      if (!connections.open(socket)) rejectConnection(common, socket)
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
function countHostHeaders({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

const malformedRequest = (message: string, status = 400): ApiError => new ApiError('INVALID_QUERY', { message, status })

/** What HTTP itself asks of every request (RFC 9110, 7.2 and 10.1.1), and the parser leaves to us to answer. */
export function httpError(request: IncomingMessage): ApiError | null {
  const hosts = countHostHeaders(request)
  if (hosts > 1) return malformedRequest('Host header is given more than once; send one')
  if (hosts === 0 && request.httpVersionMinor > 0)
    return malformedRequest('Host header is missing; HTTP/1.1 requires one')
  const { expect } = request.headers
  if (expect !== undefined && !CONTINUE.test(expect))
    return malformedRequest('Expect may hold nothing but 100-continue; leave it out', 417)
  return null
}
