// HTTP client on a raw socket.
import { connect, type Socket } from 'node:net'

export interface RawReply {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/**
 * A client that sends exactly the bytes it is given: proper HTTP clients refuse to send what a hostile one would. One
 * connection, one request at a time, opened anew whenever the server closes it.
 */
export class RawClient {
  readonly #port: number
  #socket: Socket | null = null
  #buffer = Buffer.alloc(0)
  #wake: (() => void) | null = null

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  async #open(): Promise<Socket> {
    if (this.#socket !== null && !this.#socket.destroyed && this.#socket.writable) return this.#socket
    this.#buffer = Buffer.alloc(0)
    const socket = connect(this.#port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      this.#buffer = Buffer.concat([this.#buffer, chunk])
      this.#wake?.()
    })
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null
      this.#wake?.()
    })
    socket.on('error', () => {})
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    this.#socket = socket
    return socket
  }

  #take(head: boolean): RawReply | null {
    const end = this.#buffer.indexOf('\r\n\r\n')
    if (end < 0) return null
    const [line, ...fields] = this.#buffer.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Map(
      fields.map((field): [string, string] => {
        const colon = field.indexOf(':')
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
      }),
    )
    const status = Number(line!.split(' ')[1])
    const length = head || status === 204 || status === 304 ? 0 : Number(headers.get('content-length') ?? 0)
    if (this.#buffer.length < end + 4 + length) return null
    const body = this.#buffer.subarray(end + 4, end + 4 + length)
    this.#buffer = this.#buffer.subarray(end + 4 + length)
    return { status, headers, body }
  }

  /** Null when the server closed the connection without a word. */
  async send(bytes: Buffer, head: boolean): Promise<RawReply | null> {
    const socket = await this.#open()
    socket.write(bytes)
    for (;;) {
      const reply = this.#take(head)
      if (reply !== null) {
        if (reply.headers.get('connection') === 'close') this.close()
        return reply
      }
      if (this.#socket === null) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = null
    }
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }
}
