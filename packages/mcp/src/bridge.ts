type Members = Readonly<Record<string, unknown>>

export interface BridgeOptions {
  readonly url: string
  readonly key: string
  /** Takes one message for the local client. */
  write(message: string): void
  readonly fetch?: typeof fetch
}

export interface Bridge {
  /** One line of the local client. Resolves when it has been answered. */
  take(line: string): Promise<void>
  /** The client will send no more: what has no end of its own is taken back. */
  close(): void
}

const META_VERSION = 'io.modelcontextprotocol/protocolVersion'
const LEGACY = '2025-11-25'
/** Milliseconds before each further attempt at a server that does not answer. */
const PAUSES = [500, 1_000]

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}

const SAFE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const headerOf = (text: string): string =>
  SAFE.test(text) && !text.startsWith('=?base64?') ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`

const failure = (id: unknown, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code, message } })

class Unreachable extends Error {}

/** Stands between a client on stdio and the server's `/mcp`. */
export function makeBridge({ url, key, write, fetch: fetched = fetch }: BridgeOptions): Bridge {
  const endpoint = `${url.replace(/\/+$/, '')}/mcp`
  /** What the handshake of an older client agreed on; it holds for this process, as its revision says. */
  let agreed: string | null = null
  const running = new Map<unknown, AbortController>()
  const endless = new Set<AbortController>()

  function headersFor(method: string, params: Members): Record<string, string> {
    const told = membersOf(params._meta)[META_VERSION]
    const version = typeof told === 'string' ? told : method === 'initialize' ? null : (agreed ?? LEGACY)
    const name = params.name ?? params.uri
    return {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Mcp-Method': headerOf(method),
      ...(version === null ? {} : { 'MCP-Protocol-Version': version }),
      ...(typeof name === 'string' ? { 'Mcp-Name': headerOf(name) } : {}),
    }
  }

  async function send(line: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await fetched(endpoint, { method: 'POST', headers, body: line, signal })
      } catch {
        const pause = PAUSES[attempt]
        if (signal.aborted || pause === undefined) throw new Unreachable(`No answer from ${url}`)
        await new Promise((resume) => setTimeout(resume, pause))
      }
    }
  }

  /** A stream of messages: each event is one. */
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

  async function answer(line: string, { id, method, params }: Members): Promise<void> {
    const stop = new AbortController()
    if (id !== undefined) running.set(id, stop)
    if (method === 'subscriptions/listen') endless.add(stop)
    try {
      const response = await send(line, headersFor(String(method), membersOf(params)), stop.signal)
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (isStream && response.body !== null) return await forward(response.body)
      const text = (await response.text()).trim()
      if (method === 'initialize') {
        const version = membersOf(membersOf(JSON.parse(text)).result).protocolVersion
        if (typeof version === 'string') agreed = version
      }
      // A server that is none of ours may answer with a page.
      if (text.startsWith('{')) write(text.replaceAll('\n', ' '))
      else if (id !== undefined) write(failure(id, -32603, `The server answered with status ${response.status}`))
    } catch (error) {
      // What was taken back is not answered, even if part of it has come.
      if (!stop.signal.aborted) throw error
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
      let message: Members
      try {
        message = membersOf(JSON.parse(line))
      } catch {
        return write(failure(undefined, -32700, 'The line is no JSON'))
      }
      if (message.method === 'notifications/cancelled') {
        running.get(membersOf(message.params).requestId)?.abort()
        return
      }
      try {
        await answer(line, message)
      } catch (error) {
        if (message.id === undefined) return
        write(
          failure(message.id, -32603, error instanceof Unreachable ? error.message : 'The answer could not be read'),
        )
      }
    },
  }
}
