/** Streams with automatic reconnection. */
import type { RouteRow } from './call.ts'
import { ApiError, StreamEndedError } from './errors.ts'
import { errorOf, noAnswer } from './failures.ts'
import type { WorldEvent, WorldEventKind } from './generated/shapes/streams.ts'
import { STREAMS } from './generated/tables/streams.ts'
import { type ConnectionOptions, connectionOf } from './methods.ts'
import { type HttpRequest, parse, requestOf } from './request.ts'
import { pauseAfter, sleep } from './retry.ts'

/** Options of every stream. */
export interface StreamOptions {
  /** Cursor of the last processed item; without it the stream starts with new items. */
  readonly after?: string | null | undefined
  readonly signal?: AbortSignal | undefined
  /** Maximum consecutive failures. Default: that of the client until the first connection, then unlimited. */
  readonly maxRetries?: number | undefined
}

/** Filters of the world stream; default: all events. */
export interface WorldStreamOptions extends StreamOptions {
  readonly kinds?: readonly WorldEventKind[] | undefined
  readonly topic?: string | undefined
  readonly agent?: string | undefined
}

export interface WorldFollower {
  /** Public events of the key's world: first those after `after`, then new ones. */
  stream(options?: WorldStreamOptions): AsyncGenerator<WorldEvent, never>
}

interface Line {
  readonly cursor: string
  readonly kind: string
  readonly code?: string
}

/** Milliseconds. The server sends a comment every 15 s, so a longer silence means a lost connection. */
const LONGEST_SILENCE = 45_000

/** Codes of temporary ends; the client reconnects. */
const PASSING = /^(SERVER_DRAINING|INTERNAL_ERROR)$/

/** Items of one connection, until it fails or the server ends it. */
async function* linesOf(
  { url, method, headers }: HttpRequest,
  { fetch: send, signal, opened }: { fetch: typeof fetch; signal: AbortSignal | undefined; opened(): void },
): AsyncGenerator<Line> {
  const stopper = new AbortController()
  const stop = () => stopper.abort()
  signal?.addEventListener('abort', stop)
  let timer: ReturnType<typeof setTimeout> | undefined
  const resetTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(stop, LONGEST_SILENCE)
  }
  try {
    resetTimer()
    const response = await send(url, { method, headers, signal: stopper.signal })
    if (!response.ok || response.body === null) throw errorOf(response, parse(await response.text()))
    opened()
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return
      resetTimer()
      const parts = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = parts.pop()!
      // Empty lines are keep-alives.
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
      failure = end === undefined ? noAnswer('the stream was interrupted', null) : new StreamEndedError(end)
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
 * Items of a stream. A lost connection is reopened after the last item. Error responses, and ends with an error code,
 * are thrown.
 */
export const follow = <Item>(...args: Parameters<typeof linesFrom>): AsyncGenerator<Item, never> =>
  // The route determines the item type.
  linesFrom(...args) as AsyncGenerator<unknown, never> as AsyncGenerator<Item, never>

export const worldStream =
  (options: FollowOptions): WorldFollower['stream'] =>
  ({ kinds, topic, agent, ...call } = {}) =>
    follow<WorldEvent>(STREAMS.followWorld, options, { ...call, query: { kinds: kinds?.join(','), topic, agent } })
