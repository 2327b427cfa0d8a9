import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, failureOf, ok, refused, stubFetch, unreachable } from '../test/stub.ts'
import { type ClientOptions, createClient, createPortalClient } from './index.ts'

const options = { baseUrl: 'https://api.example.test', apiKey: 'k' }
const path = { agentId: 'v' }

function stub(answers: readonly Answer[], more: ClientOptions = {}) {
  const { fetch, sent } = stubFetch(...answers)
  return { sent, client: createClient({ ...options, fetch, ...more }) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** How long a call took on a clock that only pauses move, in milliseconds, and what came of it. */
async function timed(call: Promise<unknown>): Promise<{ ms: number; error: any }> {
  const from = Date.now()
  const ended = failureOf(call).then((error) => ({ ms: Date.now() - from, error }))
  await vi.runAllTimersAsync()
  return ended
}

describe('a call that fails', () => {
  it.each<[string, Answer]>([
    ['a lost connection', unreachable],
    ['408', refused(408, 'REQUEST_TIMEOUT')],
    ['409 in progress', refused(409, 'IDEMPOTENCY_IN_PROGRESS')],
    ['429', refused(429, 'RATE_LIMIT_EXCEEDED')],
    ['500', refused(500, 'INTERNAL_ERROR')],
    ['502 from something in between', () => new Response('<html>', { status: 502 })],
    ['503', refused(503, 'LLM_TEMPORARILY_UNAVAILABLE')],
  ])('is repeated twice after %s', async (_, answer) => {
    const { client, sent } = stub([answer])
    const { error, ms } = await timed(client.listPosts())
    expect(error).toBeInstanceOf(Error)
    expect([sent.length, ms]).toEqual([3, 500 + 1_000])
    const again = stub([answer, answer, ok()])
    expect((await timed(again.client.listPosts())).error).toBeUndefined()
  })

  it.each<[string, Answer]>([
    ['400', refused(400, 'INVALID_QUERY')],
    ['403', refused(403, 'KEY_DISABLED')],
    ['409 of another kind', refused(409, 'VISITOR_LIMIT_REACHED')],
    ['an act whose outcome is open', refused(409, 'VISITOR_ACTION_OUTCOME_UNRESOLVED', { 'Retry-After': '1' })],
    ['a switch', refused(503, 'VISITOR_DRIVE_DISABLED', { 'Retry-After': '1' })],
    ['a spent day', refused(429, 'DRIVE_DAILY_BUDGET_EXCEEDED', { 'Retry-After': '1' })],
    ['an answer that cannot be read', () => new Response('<html>')],
  ])('is not repeated after %s', async (_, answer) => {
    const { client, sent } = stub([answer])
    expect((await timed(client.listPosts())).error).toBeInstanceOf(Error)
    expect(sent).toHaveLength(1)
  })

  it('waits half a second, doubling to eight, less up to a quarter', async () => {
    const { client, sent } = stub([unreachable], { maxRetries: 7 })
    const whole = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000].reduce((sum, ms) => sum + ms)
    expect((await timed(client.listPosts())).ms).toBe(whole)
    expect(sent).toHaveLength(8)
    vi.mocked(Math.random).mockReturnValue(1)
    expect((await timed(client.listPosts())).ms).toBe(whole * 0.75)
  })

  it('waits as long as it is told, up to a minute', async () => {
    const { client, sent } = stub([refused(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '60' }), ok()])
    expect(await timed(client.listPosts())).toEqual({ ms: 60_000, error: undefined })
    expect(sent).toHaveLength(2)
  })

  it('understands a date to wait for', async () => {
    vi.setSystemTime(new Date('2026-01-01T00:00:00.000Z'))
    const date = 'Thu, 01 Jan 2026 00:00:07 GMT'
    const { client } = stub([refused(503, 'LLM_TEMPORARILY_UNAVAILABLE', { 'Retry-After': date }), ok()])
    expect((await timed(client.listPosts())).ms).toBe(7_000)
  })

  it('is thrown at once when the wait would be longer', async () => {
    const { client, sent } = stub([refused(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '61' })])
    expect(await timed(client.listPosts())).toMatchObject({ ms: 0, error: { retryAfter: 61 } })
    expect(sent).toHaveLength(1)
  })

  it('keeps its idempotency value over all attempts', async () => {
    const { client, sent } = stub([unreachable, refused(409, 'IDEMPOTENCY_IN_PROGRESS'), ok()])
    expect((await timed(client.act({ path, body: { post: { text: 'hi' } } }))).error).toBeUndefined()
    const values = sent.map(({ headers }) => headers['Idempotency-Key'])
    expect(values).toEqual(Array(3).fill(values[0]))
    expect(values[0]).toMatch(/^\w{32}$/)
  })

  it('is repeated as often as the client or the call says', async () => {
    const { client, sent } = stub([unreachable], { maxRetries: 0 })
    await timed(client.listPosts())
    expect(sent).toHaveLength(1)
    await timed(client.listPosts({ maxRetries: 4 }))
    expect(sent).toHaveLength(1 + 5)
  })
})

describe('a write that the server would do twice', () => {
  const portal = (...answers: readonly Answer[]) => {
    const { fetch, sent } = stubFetch(...answers)
    return { sent, client: createPortalClient({ baseUrl: '', fetch }) }
  }
  const body = { name: 'an app' }

  it.each<[string, Answer]>([
    ['a lost connection', unreachable],
    ['500', refused(500, 'INTERNAL_ERROR')],
    ['502', () => new Response('', { status: 502 })],
  ])('is not repeated after %s, which does not tell whether it was done', async (_, answer) => {
    const { client, sent } = portal(answer)
    expect((await timed(client.createApp({ body }))).error).toBeInstanceOf(Error)
    expect(sent).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    ['429', refused(429, 'RATE_LIMIT_EXCEEDED')],
    ['503', refused(503, 'VISITOR_REGISTRATION_REFUSED')],
  ])('is repeated after %s, when nothing was done', async (_, answer) => {
    const { client, sent } = portal(answer, ok())
    expect((await timed(client.createApp({ body }))).error).toBeUndefined()
    expect(sent).toHaveLength(2)
  })

  it('is repeated where doing it again changes nothing', async () => {
    const { client, sent } = portal(unreachable, ok())
    await timed(client.changeApiKey({ path: { appId: 'a', keyId: 'k' }, body: { enabled: false } }))
    expect(sent).toHaveLength(2)
  })
})

/** As fetch behaves: rejects when its signal does, and else never ends. */
const hanging: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason))
  })

describe('a call that takes too long', () => {
  it('ends with a TimeoutError after the time of the client or of the call', async () => {
    const client = createClient({ ...options, fetch: hanging, timeout: 5_000, maxRetries: 0 })
    expect(await timed(client.listPosts())).toMatchObject({
      ms: 5_000,
      error: { name: 'TimeoutError', code: 'TIMEOUT' },
    })
    expect((await timed(client.listPosts({ timeout: 70 }))).ms).toBe(70)
    expect((await timed(client.listPosts({ timeout: 70, maxRetries: 1 }))).ms).toBe(70 + 500 + 70)
  })

  it('counts the whole answer, not only its beginning', async () => {
    const slow: typeof fetch = async (_, init) =>
      new Response(
        new ReadableStream({
          start: (stream) => init!.signal!.addEventListener('abort', () => stream.error(init!.signal!.reason)),
        }),
      )
    const client = createClient({ ...options, fetch: slow, timeout: 90, maxRetries: 0 })
    expect(await timed(client.listPosts())).toMatchObject({ ms: 90, error: { name: 'TimeoutError' } })
  })

  it('has a minute by default and all the time in the world on request', async () => {
    const client = createClient({ ...options, fetch: hanging, maxRetries: 0 })
    expect((await timed(client.listPosts())).ms).toBe(60_000)
    const stopper = new AbortController()
    setTimeout(() => stopper.abort(), 10_000_000)
    expect((await timed(client.listPosts({ timeout: Number.POSITIVE_INFINITY, signal: stopper.signal }))).ms).toBe(
      10_000_000,
    )
  })
})

describe('a call that is aborted', () => {
  it('ends at once with the reason that was given, under way or waiting', async () => {
    for (const send of [hanging, stubFetch(refused(503, 'X', { 'Retry-After': '30' })).fetch]) {
      const client = createClient({ ...options, fetch: send })
      const stopper = new AbortController()
      setTimeout(() => stopper.abort(new Error('enough')), 100)
      const { ms, error } = await timed(client.listPosts({ signal: stopper.signal }))
      expect([ms, error.message]).toEqual([100, 'enough'])
    }
  })

  it('is not sent when it was aborted before', async () => {
    const { client, sent } = stub([ok()])
    const { error } = await timed(client.listPosts({ signal: AbortSignal.abort() }))
    expect(error.name).toBe('AbortError')
    expect(sent).toEqual([])
  })
})
