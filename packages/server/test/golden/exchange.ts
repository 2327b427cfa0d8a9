// Raw HTTP exchange for the golden tests.
import { connect } from 'node:net'

/** One request as its bytes say it; `chunks` are sent in place of a body with a length. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly chunks?: readonly string[]
  /** Sends these bytes as they are. */
  readonly bytes?: string
}

/** A response: the lines of its head in their order and case, and all bytes after them. */
export interface Reply {
  readonly head: readonly string[]
  readonly body: Buffer
}

export const HOST = 'network.example'

/** The request in the form in which it is sent and shown. */
export function linesOf({ method, path, headers = {}, body, chunks }: Request): string[] {
  const own: [string, string][] = []
  if (chunks !== undefined) own.push(['transfer-encoding', 'chunked'])
  // A case that announces another length than that of its body sets the header itself.
  else if (body !== undefined && headers['content-length'] === undefined)
    own.push(['content-length', String(Buffer.byteLength(body))])
  const all = [...Object.entries({ host: HOST, ...headers }), ...own]
  return [`${method} ${path} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`)]
}

const bytesOf = (request: Request): string => {
  if (request.bytes !== undefined) return request.bytes
  const body =
    request.chunks?.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('') ?? request.body
  return `${linesOf(request).join('\r\n')}\r\n\r\n${body ?? ''}`
}

const lengthOf = (head: readonly string[]): number =>
  Number(/^content-length: (\d+)$/im.exec(head.join('\n'))?.[1] ?? 0)

const isBodiless = (method: string, [status]: readonly string[]): boolean =>
  method === 'HEAD' || / (204|304) /.test(status!)

/**
 * Sends one request over a connection of its own. When the announced answer is here, our side of the connection is
 * closed and everything is read up to the server's end, so that a byte too many is seen as well.
 */
export function exchange(url: string, request: Request): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
    let received = Buffer.alloc(0)
    const read = (): Reply | null => {
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return null
      const head = received.subarray(0, end).toString('latin1').split('\r\n')
      return { head, body: received.subarray(end + 4) }
    }
    socket.setNoDelay(true)
    socket.setTimeout(20_000, () => socket.destroy(new Error(`no answer to ${request.method} ${request.path}`)))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const reply = read()
      if (reply === null) return
      if (isBodiless(request.method, reply.head) || reply.body.length >= lengthOf(reply.head)) socket.end()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that has answered need not read the rest of a body that it refused.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      const reply = read()
      if (reply === null) reject(new Error(`closed without an answer to ${request.method} ${request.path}`))
      else resolve(reply)
    })
    socket.write(bytesOf(request), 'latin1')
  })
}
