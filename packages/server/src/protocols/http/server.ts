// HTTP server on node:http: connection limits, timeouts, malformed requests, shutdown.
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { callerAddress } from '../../platform/access/rate-limits.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { isDiscardingBody, limitChunks } from './body.ts'
import type { CommonHeaders } from './gate.ts'
import { JSON_TYPE } from './response.ts'

export interface ConnectionLimits {
  readonly max: number
  readonly perAddress: number
  readonly perLoopbackAddress: number
}

/**
 * When a connection is reset, Node destroys each unanswered request with an error of its own, and each error captures
 * and formats a stack. A request that was not started has no listeners, so it is dropped without that cost.
 */
class QueuedRequest extends IncomingMessage {
  isStarted = false

  override destroy(error?: Error): this {
    return this.isStarted ? super.destroy(error) : this
  }
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** A pipelined request: it arrived before the response to the previous one was sent. */
interface PendingRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Open connections of one address; `idle` begins with the one that has been idle longest. */
interface AddressConnections {
  open: number
  readonly max: number
  readonly idle: Set<Socket>
}

interface Connection {
  readonly address: string
  readonly sameAddress: AddressConnections
  busy: boolean
  readonly waiting: PendingRequest[]
  /** Called when the response is sent or the client has disconnected. */
  readonly onResponseClosed: () => void
}

/** Connections beyond the limit for addresses that have none, so that health probes still get in. */
const RESERVED_CONNECTIONS = 64
/** Requests without a response on one connection. One more closes it, because each is kept in memory. */
const UNANSWERED_MAX = 8
/** A client that reads nothing of its response for so long is disconnected. */
const WRITE_TIMEOUT_MS = 30_000

/** Call it after the last write of a response. The socket's timeout restarts with every byte sent. */
export function closeIfUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.setTimeout(WRITE_TIMEOUT_MS)
}

/**
 * Open connections, limited in total and by address. Each connection serves one request at a time.
 */
export interface Connections {
  /** False if the connection exceeds a limit. An idle connection may be closed to make room. */
  open(socket: Socket): boolean
  serve(request: IncomingMessage, response: ServerResponse): void
  closeIdle(): void
  count(): number
  refused(): number
}

export function makeConnections(limits: ConnectionLimits, handleRequest: RequestHandler): Connections {
  const { max, perAddress, perLoopbackAddress } = limits
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

  /** Closes the connection that has been idle longest; false if none is idle. */
  function closeOldest(among: ReadonlySet<Socket>): boolean {
    const [socket] = among
    if (socket === undefined) return false
    remove(socket)
    socket.destroy()
    return true
  }

  function makeRoom(sameAddress: AddressConnections): boolean {
    if (sameAddress.open >= sameAddress.max && !closeOldest(sameAddress.idle)) return false
    if (connections.size < max || closeOldest(idle)) return true
    return sameAddress.open === 0 && connections.size < max + RESERVED_CONNECTIONS
  }

  function startRequest(connection: Connection, { request, response }: PendingRequest): void {
    // `on` and not `once`: the event comes once, and a `once` wrapper would stay in memory as long as a stream lasts.
    response.on('close', connection.onResponseClosed)
    if (request instanceof QueuedRequest) request.isStarted = true
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
      const sameAddress = byAddress.get(address) ?? {
        open: 0,
        max: isLoopback(address) ? perLoopbackAddress : perAddress,
        idle: new Set(),
      }
      if (!makeRoom(sameAddress)) {
        refused += 1
        return false
      }
      // Making room may have closed the last connection of this address and removed its entry.
      byAddress.set(address, sameAddress)
      sameAddress.open += 1
      const waiting: PendingRequest[] = []
      const connection: Connection = {
        address,
        sameAddress,
        busy: false,
        waiting,
        // Each pipelined request starts in its own turn of the event loop, so that others are served in between.
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

/** Address of the connection itself; a proxy's `X-Forwarded-For` belongs to requests. */
const addressOf = (socket: Socket): string => callerAddress(socket.remoteAddress, undefined, false)

/** `address` is a group of `callerAddress`: one IPv4 address, or an IPv6 /64 network. */
const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '0:0:0:0::/64'

// ── Server ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export interface HttpServer {
  readonly server: Server
  readonly connections: Pick<Connections, 'count' | 'refused'>
  /** Stops listening, closes idle connections and resolves when the requests in progress are finished. */
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

/** How long a rejected connection stays open so that the client can read the error. */
const REJECTION_READ_MS = 1_000

/** Sends an error in the common envelope and closes the connection. */
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
  setTimeout(() => socket.destroy(), REJECTION_READ_MS).unref()
}

/** Input after a request with `Connection: close`. That request is answered as if nothing had followed. */
const AFTER_CLOSE = 'HPE_CLOSED_CONNECTION'

/** For input that is not a request: not valid HTTP, too large or too slow. */
function respondToParseError(common: CommonHeaders, error: NodeJS.ErrnoException, socket: Socket): void {
  // More input of a connection that is about to be closed. To close it now would take the response from the client.
  if (error.code === AFTER_CLOSE || (socket.writableEnded && error.code !== 'ECONNRESET')) return
  if (error.code === 'ECONNRESET' || !socket.writable || isDiscardingBody(socket)) {
    socket.destroy()
    return
  }
  sendErrorAndClose(common, socket, PARSE_ERRORS[error.code ?? ''] ?? NOT_HTTP, [])
}

function rejectConnection(common: CommonHeaders, socket: Socket): void {
  socket.on('error', () => {})
  sendErrorAndClose(common, socket, TOO_MANY_CONNECTIONS, ['Retry-After', '1'])
}

/** In milliseconds: 30 s for the whole request, 15 s for its headers. */
const TIMEOUTS = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }
const MAX_HEADER_BYTES = 16_384
/** Bytes of a body that are buffered before a handler reads it. */
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
    IncomingMessage: QueuedRequest,
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

/** Counts in the raw headers, because Node drops all Host headers but the first. */
function countHostHeaders({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

const malformedRequest = (message: string, status = 400): ApiError => new ApiError('INVALID_QUERY', { message, status })

/** Checks that the parser leaves to the server (RFC 9110, 7.2 and 10.1.1). */
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
