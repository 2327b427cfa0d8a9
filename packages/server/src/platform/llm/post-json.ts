import type { Dispatcher } from 'undici'

/** Nothing was sent: the address is no URL, nobody listens there, or the handshake failed. Asking again is harmless. */
export class Unreachable extends Error {}

/** Too slow, cut off or too large. The other side may have done the work. */
export class Interrupted extends Error {}

/** Whoever asked no longer waits. */
export class Aborted extends Error {}

export interface JsonPost {
  readonly url: string
  /** Sent as a bearer token; null or empty sends none. */
  readonly key: string | null
  readonly body: unknown
  /** For everything from the connection to the last byte, on the clock of timers, which only runs forward. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  readonly traceparent?: string | undefined
}

export interface PostAnswer {
  /** Redirects are not followed: a key goes only to the address it was given for. */
  readonly status: number
  readonly text: string
  /** As it was sent; null without one. */
  readonly retryAfter: string | null
}

interface Address {
  readonly origin: string
  readonly path: string
}

const addresses = new Map<string, Address>()
const ADDRESSES_MAX = 100

/** The operator's few addresses are parsed once. */
function addressOf(text: string): Address {
  const known = addresses.get(text)
  if (known !== undefined) return known
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new Unreachable('the address is not an http URL')
  const address = { origin: url.origin, path: url.pathname + url.search }
  if (addresses.size >= ADDRESSES_MAX) addresses.clear()
  addresses.set(text, address)
  return address
}

/** One answer being collected; whatever ends it early is told by one of the three errors. */
class Collector implements Dispatcher.DispatchHandler {
  private readonly chunks: Buffer[] = []
  private size = 0
  private status = 0
  private retryAfter: string | null = null
  private controller: Dispatcher.DispatchController | null = null
  private readonly timer: NodeJS.Timeout
  private readonly giveUp = (): void => this.fail(new Aborted('nobody waits for the answer'))

  constructor(
    private readonly post: JsonPost,
    private readonly resolve: (answer: PostAnswer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.timer = setTimeout(() => this.fail(new Interrupted('no answer in time')), post.timeoutMs)
    post.signal?.addEventListener('abort', this.giveUp, { once: true })
  }

  private settle(): void {
    clearTimeout(this.timer)
    this.post.signal?.removeEventListener('abort', this.giveUp)
  }

  private fail(error: Error): void {
    this.settle()
    this.reject(error)
    this.controller?.abort(error)
  }

  /** Called with a connection at hand: from here on something may have been sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.status = status
    const after = headers['retry-after']
    this.retryAfter = typeof after === 'string' ? after : null
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.size += chunk.length
    if (this.size > this.post.maxBytes) this.fail(new Interrupted('the answer is too large'))
    else this.chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.settle()
    const bytes = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks)
    this.resolve({ status: this.status, text: bytes.toString('utf8'), retryAfter: this.retryAfter })
  }

  onResponseError(): void {
    this.fail(
      this.controller === null ? new Unreachable('no connection') : new Interrupted('the connection was cut off'),
    )
  }
}

/** Posts one JSON document and reads the whole answer, whatever its status. Throws one of the three errors above. */
export async function postJson(post: JsonPost): Promise<PostAnswer> {
  // Loaded where somebody is asked at all: it is a tenth of a start.
  const { connections } = await import('./connections.ts')
  if (post.signal?.aborted) throw new Aborted('nobody waits for the answer')
  const { origin, path } = addressOf(post.url)
  const headers = ['content-type', 'application/json', 'accept', 'application/json']
  if (post.traceparent !== undefined) headers.push('traceparent', post.traceparent)
  if (post.key) headers.push('authorization', `Bearer ${post.key}`)
  return await new Promise<PostAnswer>((resolve, reject) => {
    const collector = new Collector(post, resolve, reject)
    try {
      connections.dispatch({ origin, path, method: 'POST', headers, body: JSON.stringify(post.body) }, collector)
    } catch {
      // A key with a line break in it, for one, is refused before a connection is made.
      collector.onResponseError()
    }
  })
}
