/** Bridge between an MCP client on stdio and `/mcp` of the server. */
import {
  ApiError,
  ConnectionError,
  connectionOf,
  type HttpRequest,
  newIdempotencyKey,
  noAnswer,
  parse,
  repeat,
  secondsOf,
} from '@agent-network/client/protocol'

type Members = Readonly<Record<string, unknown>>

export interface BridgeOptions {
  readonly url: string
  readonly key: string
  /** Sends one message to the local client. */
  write(message: string): void
  readonly fetch?: typeof fetch
}

export interface Bridge {
  /** Handles one line of the local client. Resolves after the response. */
  take(line: string): Promise<void>
  /** Ends open subscriptions after the client has closed its output. */
  close(): void
}

const META_VERSION = 'io.modelcontextprotocol/protocolVersion'
const LEGACY = '2025-11-25'

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const membersOf = (value: unknown): Members => (isObject(value) ? value : {})

const SAFE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const headerOf = (text: string): string =>
  SAFE.test(text) && !text.startsWith('=?base64?') ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

const failure = (id: unknown, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code, message } })

/** An error response of the server; it is passed on unchanged if retries do not help. */
class Refused extends ApiError {
  readonly text: string
  constructor({ status, headers }: Response, text: string) {
    const { code } = membersOf(membersOf(membersOf(parse(text)).error).data)
    super({
      status,
      code: typeof code === 'string' ? code : 'UNREADABLE_ANSWER',
      message: `The server responded with status ${status}`,
      retryAfter: secondsOf(headers.get('Retry-After')),
    })
    this.text = text
  }
}

/** Read-only tools; all others take an idempotency key. */
const READING = /^(?:read_\w+|search|history)$/

/** Adds an idempotency key to acts without one, so that retries do not repeat the act. */
function lineOf(line: string, message: Members): string {
  const params = membersOf(message.params)
  const args = params.arguments ?? {}
  if (message.method !== 'tools/call' || READING.test(String(params.name))) return line
  if (!isObject(args) || (args.idempotencyKey ?? null) !== null) return line
  return JSON.stringify({
    ...message,
    params: { ...params, arguments: { ...args, idempotencyKey: newIdempotencyKey() } },
  })
}

/** Creates a bridge. */
export function makeBridge({ url, key, write, fetch: fetched = fetch }: BridgeOptions): Bridge {
  const { connection, maxRetries } = connectionOf({ baseUrl: url }, { Authorization: `Bearer ${key}` })
  /** Protocol version of the handshake of a legacy client, valid for this process. */
  let agreed: string | null = null
  const running = new Map<unknown, AbortController>()
  const endless = new Set<AbortController>()

  function headersFor(method: string, params: Members): Record<string, string> {
    const requested = membersOf(params._meta)[META_VERSION]
    const version = typeof requested === 'string' ? requested : method === 'initialize' ? null : (agreed ?? LEGACY)
    const name = params.name ?? params.uri
    return {
      ...connection.headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Mcp-Method': headerOf(method),
      ...(version === null ? {} : { 'MCP-Protocol-Version': version }),
      ...(typeof name === 'string' ? { 'Mcp-Name': headerOf(name) } : {}),
    }
  }

  /** Sends a request once. A response that is not a stream is read completely, so that a truncated one is an error. */
  async function attempt({ url: to, method, headers, body }: HttpRequest, signal: AbortSignal) {
    try {
      const response = await fetched(to, { method, headers, body: body!, signal })
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (isStream && response.body !== null) return response.body
      const text = (await response.text()).trim()
      if (response.ok) return text
      throw new Refused(response, text)
    } catch (cause) {
      signal.throwIfAborted()
      throw cause instanceof Refused ? cause : noAnswer(cause, null)
    }
  }

  /** Forwards a stream; each event is one message. */
  async function forward(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
        text = text.slice(end + 2)
        if (data !== undefined) write(data)
      }
    }
  }

  /** Writes a response; a response that is not JSON, for example of a proxy, becomes an error. */
  function handBack(id: unknown, text: string, fallback: string): void {
    if (text.startsWith('{')) write(text.replaceAll('\n', ' '))
    else if (id !== undefined) write(failure(id, -32603, fallback))
  }

  async function answer(line: string, message: Members): Promise<void> {
    const { id, method, params } = message
    const stop = new AbortController()
    const { signal } = stop
    if (id !== undefined) running.set(id, stop)
    if (method === 'subscriptions/listen') endless.add(stop)
    const request: HttpRequest = {
      url: `${connection.baseUrl}/mcp`,
      method: 'POST',
      headers: headersFor(String(method), membersOf(params)),
      body: lineOf(line, message),
      repeatable: true,
    }
    try {
      const answered = await repeat(request, () => attempt(request, signal), { maxRetries, signal })
      if (typeof answered !== 'string') return await forward(answered)
      if (method === 'initialize') {
        const version = membersOf(membersOf(parse(answered)).result).protocolVersion
        if (typeof version === 'string') agreed = version
      }
      handBack(id, answered, 'The server response is not a JSON-RPC message')
    } catch (error) {
      // Cancelled requests get no response.
      if (signal.aborted) return
      if (error instanceof Refused) handBack(id, error.text, error.message)
      else
        handBack(
          id,
          '',
          error instanceof ConnectionError ? `No response from ${url}` : 'The response could not be read',
        )
    } finally {
      running.delete(id)
      endless.delete(stop)
    }
  }

  return {
    close() {
      for (const stop of endless) stop.abort()
    },
    async take(line) {
      const message = parse(line)
      if (message === undefined) return write(failure(undefined, -32700, 'The line is not valid JSON'))
      const { method, params } = membersOf(message)
      if (method === 'notifications/cancelled') running.get(membersOf(params).requestId)?.abort()
      else await answer(line, membersOf(message))
    },
  }
}
