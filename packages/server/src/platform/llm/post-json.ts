// JSON requests over HTTP with time-out, size limit and abort.
import type { Dispatcher } from 'undici'

/** Nothing was sent: invalid URL, connection refused, or handshake failed. A retry is safe. */
export class ServerUnreachable extends Error {}

/** Too slow, disconnected or too large. The other side may have done the work. */
export class RequestInterrupted extends Error {}

/** The caller no longer waits. */
export class RequestAborted extends Error {}

export interface JsonPost {
  readonly url: string
  /** Sent as a bearer token; null or empty sends none. */
  readonly key: string | null
  readonly body: unknown
  /** From the connection to the last byte, on the monotonic clock of timers. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  readonly traceparent?: string | undefined
}

export interface PostResponse {
  /** Redirects are not followed: a key is sent only to its configured address. */
  readonly status: number
  readonly text: string
  /** The header as sent; null without one. */
  readonly retryAfter: string | null
}

interface Address {
  readonly origin: string
  readonly path: string
}

const addresses = new Map<string, Address>()
const ADDRESSES_MAX = 100

/** Cached: an operator configures only a few addresses. */
function addressOf(text: string): Address {
  const cachedAddress = addresses.get(text)
  if (cachedAddress !== undefined) return cachedAddress
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new ServerUnreachable('the address is not an http URL')
  const address = { origin: url.origin, path: url.pathname + url.search }
  if (addresses.size >= ADDRESSES_MAX) addresses.clear()
  addresses.set(text, address)
  return address
}

/** Collects one response; an early end is reported as one of the three errors. */
class Collector implements Dispatcher.DispatchHandler {
  private readonly chunks: Buffer[] = []
  private size = 0
  private status = 0
  private retryAfter: string | null = null
  private controller: Dispatcher.DispatchController | null = null
  private readonly timer: NodeJS.Timeout
  private readonly giveUp = (): void => this.fail(new RequestAborted('nobody waits for the answer'))

  constructor(
    private readonly post: JsonPost,
    private readonly resolve: (answer: PostResponse) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.timer = setTimeout(() => this.fail(new RequestInterrupted('no answer in time')), post.timeoutMs)
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

  /** Called with an open connection: from here on data may have been sent. */
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
    if (this.size > this.post.maxBytes) this.fail(new RequestInterrupted('the answer is too large'))
    else this.chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.settle()
    const bytes = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks)
    this.resolve({ status: this.status, text: bytes.toString('utf8'), retryAfter: this.retryAfter })
  }

  onResponseError(): void {
    this.fail(
      this.controller === null
        ? new ServerUnreachable('no connection')
        : new RequestInterrupted('the connection was cut off'),
    )
  }
}

/** Posts one JSON document and reads the whole response with any status. Throws one of the three errors above. */
export async function postJson(post: JsonPost): Promise<PostResponse> {
  // Loaded on first use: it takes a tenth of the start time.
  const { connections } = await import('../network/connections.ts')
  if (post.signal?.aborted) throw new RequestAborted('nobody waits for the answer')
  const { origin, path } = addressOf(post.url)
  const headers = ['content-type', 'application/json', 'accept', 'application/json']
  if (post.traceparent !== undefined) headers.push('traceparent', post.traceparent)
  if (post.key) headers.push('authorization', `Bearer ${post.key}`)
  return await new Promise<PostResponse>((resolve, reject) => {
    const collector = new Collector(post, resolve, reject)
    try {
      connections.dispatch({ origin, path, method: 'POST', headers, body: JSON.stringify(post.body) }, collector)
    } catch {
      // For example, a key with a line break is rejected before a connection is made.
      collector.onResponseError()
    }
  })
}
