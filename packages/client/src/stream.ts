import type { RouteRow } from './call.ts'
import { ApiError, StreamEndedError } from './errors.ts'
import { errorOf, noAnswer } from './failures.ts'
import type { WorldEvent, WorldEventKind } from './generated/shapes/streams.ts'
import { STREAMS } from './generated/tables/streams.ts'
import { type ConnectionOptions, connectionOf } from './methods.ts'
import { type HttpRequest, parse, requestOf } from './request.ts'
import { pauseAfter, sleep } from './retry.ts'

/** What every stream takes. */
export interface StreamOptions {
  /** The cursor of the last item that was seen; without it the stream begins now. */
  readonly after?: string | null | undefined
  readonly signal?: AbortSignal | undefined
  /** How often in a row it may fail; the client's own until it was open once, then without end. */
  readonly maxRetries?: number | undefined
}

/** What of a world is to be followed; everything when left out. */
export interface WorldStreamOptions extends StreamOptions {
  readonly kinds?: readonly WorldEventKind[] | undefined
  readonly topic?: string | undefined
  readonly agent?: string | undefined
}

export interface WorldFollower {
  /** What happens publicly in the world of the key: first what was missed since `after`, then what comes. */
  stream(options?: WorldStreamOptions): AsyncGenerator<WorldEvent, never>
}

interface Line {
  readonly cursor: string
  readonly kind: string
  readonly code?: string
}

/** Milliseconds. The server says something every 15 seconds: silence for longer is a line that is down. */
const LONGEST_SILENCE = 45_000

/** These ends come from a server that goes away or is in trouble; another one, or the same one later, goes on. */
const PASSING = /^(SERVER_DRAINING|INTERNAL_ERROR)$/

/** The items of one connection; ends by a failure, or when the server ends it. */
async function* linesOf(
  { url, method, headers }: HttpRequest,
  { fetch: send, signal, opened }: { fetch: typeof fetch; signal: AbortSignal | undefined; opened(): void },
): AsyncGenerator<Line> {
  const stopper = new AbortController()
  const stop = () => stopper.abort()
  signal?.addEventListener('abort', stop)
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(stop, LONGEST_SILENCE)
  }
  try {
    heard()
    const response = await send(url, { method, headers, signal: stopper.signal })
    if (!response.ok || response.body === null) throw errorOf(response, parse(await response.text()))
    opened()
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      const parts = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = parts.pop()!
      // An empty line only shows that the connection is up.
      for (const part of parts) if (part !== '') yield parse(part) as Line
    }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

type FollowOptions = ConnectionOptions & { readonly credential: Readonly<Record<string, string>> }
type FollowCall = StreamOptions & {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
}

async function* linesFrom(row: RouteRow, options: FollowOptions, call: FollowCall): AsyncGenerator<Line, never> {
  const { signal } = call
  const { connection, maxRetries } = connectionOf(options, options.credential)
  let after = call.after ?? undefined
  let retries = call.maxRetries ?? maxRetries
  const opened = () => {
    retries = call.maxRetries ?? Number.POSITIVE_INFINITY
  }
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted()
    const request = requestOf(
      { ...row, bytes: 'application/x-ndjson' },
      { path: call.path ?? {}, query: { ...call.query, after } },
      connection,
    )
    let failure: ApiError
    try {
      let end: string | undefined
      for await (const line of linesOf(request, { fetch: options.fetch ?? fetch, signal, opened })) {
        if (line.kind === 'end') {
          end = line.code
          break
        }
        failures = 0
        after = line.cursor
        yield line
      }
      failure = end === undefined ? noAnswer('the stream broke off', null) : new StreamEndedError(end)
    } catch (error) {
      signal?.throwIfAborted()
      failure = error instanceof ApiError ? error : noAnswer(error, null)
    }
    const isPassing = failure instanceof StreamEndedError && PASSING.test(failure.code)
    const pause = pauseAfter(isPassing ? noAnswer(failure, null) : failure, request, failures)
    if (pause === null || failures >= retries) throw failure
    await sleep(pause, signal)
  }
}

/**
 * Items of a stream for as long as it may be read. A line that is lost is taken up after the last item; a refusal, and an
 * end that the server gives a reason for, is thrown.
 */
export const follow = <Item>(...given: Parameters<typeof linesFrom>): AsyncGenerator<Item, never> =>
  // What a line holds beside its cursor follows from the route.
  linesFrom(...given) as AsyncGenerator<unknown, never> as AsyncGenerator<Item, never>

export const worldStream =
  (options: FollowOptions): WorldFollower['stream'] =>
  ({ kinds, topic, agent, ...call } = {}) =>
    follow<WorldEvent>(STREAMS.followWorld, options, { ...call, query: { kinds: kinds?.join(','), topic, agent } })
