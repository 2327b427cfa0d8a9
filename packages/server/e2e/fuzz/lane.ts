// Raw HTTP client of the fuzz tests: one connection with pipelined requests.
import { connect, type Socket } from 'node:net'

/** An answer as far as it has to be looked at. */
export interface RawResponse {
  readonly status: number
  /** The head as it came, in lower case. */
  readonly head: string
  readonly body: Buffer
}

export interface RawRequest {
  readonly bytes: Buffer
  readonly isHead: boolean
  onResponse(answer: RawResponse | 'no answer' | null): void
}

/** Time limit for a response. */
const HANG_MS = 60_000
const NOTHING = Buffer.alloc(0)

export const fieldOf = (head: string, name: string): string | null => {
  const at = head.indexOf(`\r\n${name}: `)
  if (at < 0) return null
  const from = at + name.length + 4
  const end = head.indexOf('\r\n', from)
  return head.slice(from, end < 0 ? undefined : end)
}

/** One connection to one listener, kept as long as the server keeps it. */
export class Lane {
  readonly #port: number
  readonly #hangMs: number
  #socket: Socket | null = null
  #received: Buffer = NOTHING
  #wake: () => void = () => {}

  constructor(port: number, hangMs = HANG_MS) {
    this.#port = port
    this.#hangMs = hangMs
  }

  #open(): Socket {
    if (this.#socket !== null) return this.#socket
    this.#received = NOTHING
    const socket = connect(this.#port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null
      this.#wake()
    })
    this.#socket = socket
    return socket
  }

  /** Null as long as it is not whole. What has no length is a stream, of which the head is enough. */
  #take(isHead: boolean): RawResponse | null {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return null
    const head = this.#received.toString('latin1', 0, end).toLowerCase()
    const status = Number(head.slice(9, 12))
    if (status === 100) {
      this.#received = this.#received.subarray(end + 4)
      return this.#take(isHead)
    }
    const contentLength = fieldOf(head, 'content-length')
    const bodiless = isHead || status === 204 || status === 304
    const length = bodiless || contentLength === null ? 0 : Number(contentLength)
    if (this.#received.length < end + 4 + length) return null
    const body = this.#received.subarray(end + 4, end + 4 + length)
    this.#received = this.#received.subarray(end + 4 + length)
    if ((contentLength === null && !bodiless) || fieldOf(head, 'connection') === 'close') this.close()
    return { status, head, body }
  }

  /**
   * Sends them all before it listens. Each is told what came for it, in their order: null if the connection was closed
   * without an answer, twice for a request that was not the first on it, since that may have ended just before.
   */
  async ask(requests: readonly RawRequest[]): Promise<void> {
    let next = 0
    let isSecond = false
    while (next < requests.length) {
      const wasKept = this.#socket !== null
      const answeredCount = await this.#askOnce(requests.slice(next))
      next += answeredCount
      if (answeredCount > 0 || (wasKept && !isSecond)) {
        isSecond = answeredCount === 0
        continue
      }
      requests[next]!.onResponse(null)
      next += 1
      isSecond = false
    }
  }

  /** How many of them were answered before the connection ended. */
  async #askOnce(requests: readonly RawRequest[]): Promise<number> {
    const socket = this.#open()
    socket.write(requests.length === 1 ? requests[0]!.bytes : Buffer.concat(requests.map(({ bytes }) => bytes)))
    let isHanging = false
    const late = setTimeout(() => {
      isHanging = true
      this.#wake()
    }, this.#hangMs)
    try {
      for (let n = 0; ; ) {
        const rawResponse = this.#take(requests[n]!.isHead)
        if (rawResponse !== null) {
          requests[n]!.onResponse(rawResponse)
          n += 1
          if (n === requests.length || this.#socket !== socket) return n
          late.refresh()
          continue
        }
        if (isHanging) {
          this.close()
          requests[n]!.onResponse('no answer')
          return n + 1
        }
        if (this.#socket !== socket) return n
        await new Promise<void>((wake) => {
          this.#wake = wake
        })
      }
    } finally {
      clearTimeout(late)
    }
  }

  /** Sends a part and hangs up; nobody is there for an answer. */
  async leave(bytes: Buffer): Promise<void> {
    const socket = this.#open()
    await new Promise<void>((sent) => {
      socket.write(bytes, () => sent())
      socket.once('close', () => sent())
    })
    this.close()
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }
}
