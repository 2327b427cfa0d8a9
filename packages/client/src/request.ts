/** Builds and sends one HTTP request. */
import type { AnyCall, RouteRow } from './call.ts'
import { errorOf, noAnswer } from './failures.ts'

/** A request that can be sent several times. */
export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** Media type of a response that is returned as bytes. */
  readonly bytes?: string | undefined
  /** Whether the request is idempotent, if method and headers do not show it. */
  readonly repeatable?: boolean
}

const JSON_TYPE = 'application/json'

/** Invalid path parameters: an empty one is another route, and URL parsers remove dot segments. */
const UNSENDABLE = new Set(['', '.', '..'])

function fillPath(path: string, values: NonNullable<AnyCall['path']>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    if (UNSENDABLE.has(value)) throw new TypeError(`Path parameter ${name} cannot be '${value}'`)
    return encodeURIComponent(value)
  })
}

function queryString(names: readonly string[], values: NonNullable<AnyCall['query']>): string {
  const search = new URLSearchParams()
  for (const name of names) {
    const value = values[name]
    if (value !== undefined) search.append(name, String(value))
  }
  const written = search.toString()
  return written === '' ? '' : `?${written}`
}

/** 128 random bits. `randomUUID` is not available on insecure pages. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export function requestOf(
  { method = 'GET', path, query = [], body, bytes, keyed }: RouteRow,
  call: AnyCall,
  { baseUrl, headers }: { readonly baseUrl: string; readonly headers: Readonly<Record<string, string>> },
): HttpRequest {
  return {
    url: baseUrl + fillPath(path, call.path ?? {}) + queryString(query, call.query ?? {}),
    method,
    headers: {
      ...headers,
      Accept: bytes ?? JSON_TYPE,
      ...(keyed && { 'Idempotency-Key': call.idempotencyKey ?? newIdempotencyKey() }),
      ...(body !== undefined && { 'Content-Type': body }),
    },
    ...(body !== undefined && {
      body: call.body instanceof Uint8Array ? (call.body as Uint8Array<ArrayBuffer>) : JSON.stringify(call.body),
    }),
    bytes,
  }
}

export interface Attempt {
  readonly fetch: typeof fetch
  /** Timeout of the complete response in milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a request once. Throws an ApiError, or the abort reason of the caller. */
export async function attempt(request: HttpRequest, { fetch: send, timeout, signal }: Attempt): Promise<unknown> {
  signal?.throwIfAborted()
  const { url, bytes, ...init } = request
  const stopper = new AbortController()
  const stop = () => stopper.abort()
  signal?.addEventListener('abort', stop)
  // setTimeout with Infinity would fire at once.
  const timer = Number.isFinite(timeout) ? setTimeout(stop, timeout) : undefined
  let response: Response
  let content: string | Uint8Array
  try {
    response = await send(url, { ...init, signal: stopper.signal })
    content = response.ok && bytes !== undefined ? new Uint8Array(await response.arrayBuffer()) : await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw noAnswer(cause, stopper.signal.aborted ? timeout : null)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
  if (typeof content !== 'string') return content
  if (response.status === 204) return null
  const answer = parse(content)
  if (!response.ok || answer === undefined) throw errorOf(response, answer)
  return answer
}
