// Reader of server-sent events for tests.
import { request as begin, type ClientRequest, type IncomingMessage } from 'node:http'

export interface Received {
  readonly id: string | null
  readonly event: string
  readonly data: any
}

export interface Reading {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Everything that came, comments and fields included. */
  raw(): string
  received(): readonly Received[]
  /** Waits until so many events have come; fails after ten seconds. */
  count(n: number): Promise<readonly Received[]>
  until(holds: () => boolean): Promise<void>
  /** Resolves when the other side is done, or the line is cut. */
  readonly over: Promise<'ended' | 'cut'>
  /** Takes nothing more from the line. */
  pause(): void
  /** Rests so many milliseconds after each piece it takes. */
  dawdle(ms: number): void
  close(): void
}

const wait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

/** The fields of one event, as the standard for event streams reads them. */
function parse(block: string): Received | null {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? []
    if (name !== '') fields.set(name, value)
  }
  const data = fields.get('data')
  if (data === undefined) return null
  return { id: fields.get('id') ?? null, event: fields.get('event') ?? 'message', data: JSON.parse(data) }
}

function parseLine(line: string): Received | null {
  if (line === '') return null
  const data = JSON.parse(line)
  return { id: data.cursor ?? null, event: data.kind, data }
}

/** Everything is read once, however often somebody asks what came. */
function makeReader(isLines: boolean) {
  const [separator, read] = isLines ? (['\n', parseLine] as const) : (['\n\n', parse] as const)
  const found: Received[] = []
  let rest = ''
  return {
    found,
    take(chunk: string): void {
      rest += chunk
      if (!rest.includes(separator)) return
      const parts = rest.split(separator)
      rest = parts.pop()!
      for (const part of parts) found.push(...[read(part)].filter((one) => one !== null))
    },
  }
}

/** Opens a stream on a connection of its own, by POST if there is something to send, and keeps what comes. */
export async function follow(
  url: string,
  key: string,
  headers: Record<string, string> = {},
  sent?: string,
): Promise<Reading> {
  let text = ''
  let request: ClientRequest
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const method = sent === undefined ? 'GET' : 'POST'
    request = begin(url, { method, headers: { 'x-api-key': key, ...headers }, agent: false }, resolve)
    request.on('error', reject)
    request.end(sent)
  })
  response.setEncoding('utf8')
  const reader = makeReader(response.headers['content-type'] === 'application/x-ndjson')
  const isStream = response.statusCode === 200
  response.on('data', (chunk: string) => {
    text += chunk
    if (isStream) reader.take(chunk)
  })
  const over = new Promise<'ended' | 'cut'>((resolve) => {
    response.on('end', () => resolve('ended'))
    response.on('close', () => resolve(response.complete ? 'ended' : 'cut'))
    response.on('error', () => resolve('cut'))
  })
  const until = async (holds: () => boolean) => {
    for (let waited = 0; !holds(); waited += 10) {
      if (waited > 10_000) throw new Error(`waited in vain; what came: ${text.slice(-2_000)}`)
      await wait(10)
    }
  }
  return {
    status: response.statusCode!,
    headers: response.headers,
    raw: () => text,
    received: () => [...reader.found],
    async count(n) {
      await until(() => reader.found.length >= n)
      return [...reader.found]
    },
    until,
    over,
    pause: () => response.pause(),
    dawdle(ms) {
      response.on('data', () => {
        response.pause()
        setTimeout(() => response.resume(), ms)
      })
    },
    close: () => request.destroy(),
  }
}
