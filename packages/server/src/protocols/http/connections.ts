import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { callerAddress } from '../../platform/access/rate-limits.ts'
import { limitChunks } from './body.ts'

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
export function cutIfUnread(socket: Socket): void {
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
