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

type Answerer = (request: IncomingMessage, response: ServerResponse) => void

/** A pipelined request: it arrived before the request ahead of it was answered. */
interface PendingRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** What one address holds open; `idle` has the one that has been idle for longest first. */
interface Holder {
  open: number
  readonly idle: Set<Socket>
}

interface Connection {
  readonly address: string
  readonly holder: Holder
  busy: boolean
  readonly waiting: PendingRequest[]
  /** The request at hand has been answered, or its caller is gone. */
  readonly answered: () => void
}

/** Places beyond the limit for addresses that hold none: whoever fills the server does not keep probes of others out. */
const RESERVE = 64
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

export function makeConnections({ max, perAddress }: ConnectionLimits, answer: Answerer): Connections {
  const connections = new Map<Socket, Connection>()
  const holders = new Map<string, Holder>()
  const idle = new Set<Socket>()
  let refused = 0

  function setBusy(socket: Socket, connection: Connection, busy: boolean): void {
    connection.busy = busy
    const own = connection.holder.idle
    if (busy) {
      idle.delete(socket)
      own.delete(socket)
    } else {
      idle.add(socket)
      own.add(socket)
    }
  }

  function forget(socket: Socket): void {
    const connection = connections.get(socket)
    if (connection === undefined) return
    setBusy(socket, connection, true)
    connections.delete(socket)
    connection.holder.open -= 1
    if (connection.holder.open === 0) holders.delete(connection.address)
  }

  /** Closes the connection that nobody has used for longest; false if all of them are in use. */
  function shed(among: ReadonlySet<Socket>): boolean {
    const [socket] = among
    if (socket === undefined) return false
    forget(socket)
    socket.destroy()
    return true
  }

  function hasRoom(holder: Holder): boolean {
    if (holder.open >= perAddress && !shed(holder.idle)) return false
    if (connections.size < max || shed(idle)) return true
    return holder.open === 0 && connections.size < max + RESERVE
  }

  function begin(connection: Connection, { request, response }: PendingRequest): void {
    // `on` and not `once`: the event comes once, and a `once` wrapper would stay in memory as long as a stream lasts.
    response.on('close', connection.answered)
    answer(request, response)
  }

  function goOn(socket: Socket, connection: Connection): void {
    if (!connections.has(socket)) return
    const next = socket.destroyed ? undefined : connection.waiting.shift()
    if (next === undefined) {
      setBusy(socket, connection, false)
      return
    }
    if (connection.waiting.length === 0) socket.resume()
    begin(connection, next)
  }

  return {
    open(socket) {
      const address = addressOf(socket)
      const holder = holders.get(address) ?? { open: 0, idle: new Set() }
      if (!hasRoom(holder)) {
        refused += 1
        return false
      }
      // Making room may have closed the last connection of this very address.
      holders.set(address, holder)
      holder.open += 1
      const waiting: PendingRequest[] = []
      const connection: Connection = {
        address,
        holder,
        busy: false,
        waiting,
        // In a turn of the event loop of its own: a hundred requests in one packet do not hold it a hundred times as long.
        answered: () => void (waiting.length > 0 ? setImmediate(goOn, socket, connection) : goOn(socket, connection)),
      }
      connections.set(socket, connection)
      setBusy(socket, connection, false)
      socket.on('close', () => forget(socket))
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
        begin(connection, { request, response })
        return
      }
      connection.waiting.push({ request, response })
      // Reading resumes when the last waiting request is taken up.
      socket.pause()
      if (1 + connection.waiting.length > UNANSWERED_MAX) socket.destroy()
    },
    closeIdle() {
      while (shed(idle));
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
  if (error.code === 'ECONNRESET' || !socket.writable || isDiscardingBody(socket)) {
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

const malformed = (message: string, status = 400): ApiError => new ApiError('INVALID_QUERY', { message, status })

/** What HTTP itself asks of every request (RFC 9110, 7.2 and 10.1.1), and the parser leaves to us to answer. */
export function httpError(request: IncomingMessage): ApiError | null {
  const hosts = hostsOf(request)
  if (hosts > 1) return malformed('Host header is given more than once; send one')
  if (hosts === 0 && request.httpVersionMinor > 0) return malformed('Host header is missing; HTTP/1.1 requires one')
  const { expect } = request.headers
  if (expect !== undefined && !CONTINUE.test(expect))
    return malformed('Expect may hold nothing but 100-continue; leave it out', 417)
  return null
}
