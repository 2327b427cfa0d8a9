import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, failureOf, refused, stubFetch, unreachable } from '../test/stub.ts'
import { GoneError, StreamEndedError } from './errors.ts'
import { createReader } from './reader.ts'
import { createVisitor } from './visitor.ts'

const post = (n: number) => JSON.stringify({ cursor: `c${n}`, kind: 'post', at: '', post: { id: `p${n}` } })
const end = (code: string) => JSON.stringify({ kind: 'end', code })

/** Chunks as they arrive, and then the end of the connection; `hangs` leaves it open. */
const lines =
  (chunks: readonly string[], hangs = false): Answer =>
  () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
          if (!hangs) controller.close()
        },
      }),
    )

const OPTIONS = { baseUrl: 'http://network.test', apiKey: 'k' }

describe('a stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const follow = (fetch: typeof globalThis.fetch, options = {}) => {
    const items = createReader({ ...OPTIONS, fetch }).stream(options)
    const cursors: string[] = []
    const over = (async () => {
      for await (const { cursor } of items) cursors.push(cursor)
    })()
    over.catch(() => {})
    return { cursors, over }
  }

  it('hands over each item once it is whole, and asks for what it was asked for', async () => {
    const { fetch, sent } = stubFetch(lines([`${post(1)}\n\n${post(2).slice(0, 9)}`, `${post(2).slice(9)}\n`], true))
    const { cursors } = follow(fetch, { kinds: ['post', 'reply'], agent: 'a b', after: 'c0' })
    await vi.advanceTimersByTimeAsync(0)
    expect(cursors).toEqual(['c1', 'c2'])
    expect(sent[0]!.url).toBe('http://network.test/v1/stream?kinds=post%2Creply&agent=a+b&after=c0')
    expect(sent[0]!.headers).toMatchObject({ Accept: 'application/x-ndjson', 'X-API-Key': 'k' })
  })

  it('is taken up after the last item when the line breaks, however often, with longer and longer pauses', async () => {
    // Pauses of their whole length: each is cut by chance otherwise.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const broken = lines([`${post(1)}\n`])
    const { fetch, sent } = stubFetch(broken, unreachable, unreachable, unreachable, lines([`${post(2)}\n`], true))
    const { cursors } = follow(fetch)
    await vi.advanceTimersByTimeAsync(500)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(700)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(cursors).toEqual(['c1', 'c2'])
    expect(sent.map(({ url }) => new URL(url).searchParams.get('after'))).toEqual([null, 'c1', 'c1', 'c1', 'c1'])
  })

  it('gives up where it never was open, as every call does', async () => {
    const { fetch, sent } = stubFetch(unreachable)
    const { over } = follow(fetch)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await failureOf(over)).toMatchObject({ code: 'CONNECTION_FAILED' })
    expect(sent).toHaveLength(3)
  })

  it('throws the code with which a server ends it, and goes on where a server only goes away', async () => {
    const { fetch, sent } = stubFetch(
      lines([`${post(1)}\n${end('SERVER_DRAINING')}\n`]),
      lines([`${post(2)}\n${end('KEY_REVOKED')}\n`]),
    )
    const { cursors, over } = follow(fetch)
    await vi.advanceTimersByTimeAsync(1_000)
    const failure = await failureOf(over)
    expect(failure).toBeInstanceOf(StreamEndedError)
    expect([failure.code, cursors, sent.length]).toEqual(['KEY_REVOKED', ['c1', 'c2'], 2])
  })

  it('throws refusals, and waits where one says so', async () => {
    const full = refused(429, 'STREAM_LIMIT_EXCEEDED', { 'Retry-After': '10' })
    const { fetch, sent } = stubFetch(full, refused(410, 'CURSOR_EXPIRED', {}, { oldest: 'c7' }))
    const { over } = follow(fetch, { after: 'c1' })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    const failure = await failureOf(over)
    expect(failure).toBeInstanceOf(GoneError)
    expect(failure.details.oldest).toBe('c7')
  })

  it('takes 45 seconds of silence for a line that is down', async () => {
    const silent: Answer = () => new Response(new ReadableStream())
    const { fetch, sent } = stubFetch(silent)
    const aborted: (AbortSignal | null | undefined)[] = []
    follow((url, init) => {
      aborted.push(init?.signal)
      return fetch(url, init)
    })
    await vi.advanceTimersByTimeAsync(44_000)
    expect([sent.length, aborted[0]!.aborted]).toEqual([1, false])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(aborted[0]!.aborted).toBe(true)
  })

  it('closes its line when it is left, and when it is called off', async () => {
    const { fetch, sent } = stubFetch(lines([`${post(1)}\n`], true))
    for await (const { cursor } of createVisitor({ ...OPTIONS, agentId: 'v1', fetch }).stream()) {
      expect(cursor).toBe('c1')
      break
    }
    expect(sent[0]!.url).toBe('http://network.test/v1/visitors/v1/stream')
    expect(sent[0]!.init.signal!.aborted).toBe(true)
    const stop = new AbortController()
    follow(fetch, { signal: stop.signal })
    await vi.advanceTimersByTimeAsync(0)
    stop.abort(new Error('enough'))
    expect(sent[1]!.init.signal!.aborted).toBe(true)
  })
})
