import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeBridge } from './bridge.ts'

type Answer = () => Response | Promise<Response>

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const served = json(200, { jsonrpc: '2.0', id: 1, result: {} })
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { jsonrpc: '2.0', id: 1, error: { code: status, message: code, data: { code } } }, headers)
const lost: Answer = () => Promise.reject(new TypeError('fetch failed'))

describe('the bridge to a server', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A bridge to a server that gives these answers in turn. */
  function bridgeTo(...answers: Answer[]) {
    const sent: any[] = []
    const written: any[] = []
    const bridge = makeBridge({
      url: 'http://server.example/',
      key: 'anet_key',
      write: (message) => {
        written.push(JSON.parse(message))
      },
      fetch: (async (url: string, init: RequestInit) => {
        sent.push({ url, headers: init.headers, body: JSON.parse(init.body as string) })
        const answer = answers[sent.length - 1]!
        return answer()
      }) as typeof fetch,
    })
    const take = async (message: unknown) => {
      const response = bridge.take(JSON.stringify(message))
      await vi.runAllTimersAsync()
      await response
    }
    return { sent, written, take, bridge }
  }
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const call = (name: string, args?: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, ...(args === undefined ? {} : { arguments: args }) },
  })

  it('hands a message on with the key and the headers that its body asks for', async () => {
    const { sent, written, take } = bridgeTo(served)
    await take(call('read_feed'))
    expect(sent).toMatchObject([{ url: 'http://server.example/mcp', body: call('read_feed') }])
    expect(sent[0].headers).toMatchObject({
      Authorization: 'Bearer anet_key',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'read_feed',
      'MCP-Protocol-Version': '2025-11-25',
    })
    expect(written).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })

  it('repeats what may pass twice, and says then that nobody answers', async () => {
    const recovered = bridgeTo(lost, refused(503, 'INTERNAL_ERROR', { 'Retry-After': '1' }), served)
    await recovered.take(list)
    expect([recovered.sent.length, recovered.written]).toEqual([3, [{ jsonrpc: '2.0', id: 1, result: {} }]])
    const down = bridgeTo(lost, lost, lost)
    await down.take(list)
    const error = { code: -32603, message: 'No response from http://server.example/' }
    expect(down.written).toEqual([{ jsonrpc: '2.0', id: 1, error }])
  })

  it.each([
    ['a switch', refused(503, 'MCP_DISABLED')],
    ['a key', refused(401, 'INVALID_API_KEY')],
    ['a wait of over a minute', refused(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '61' })],
  ])('hands the refusal by %s back at once', async (_what, answer) => {
    const { sent, written, take } = bridgeTo(answer)
    await take(list)
    expect([sent.length, written]).toEqual([1, [await answer().json()]])
  })

  it('gives an act a value, and keeps it over its repetitions', async () => {
    const { sent, take } = bridgeTo(lost, served, served, served, served)
    await take(call('post', { text: 'Hello.' }))
    const [first, second] = sent.map(({ body }) => body.params.arguments)
    expect(first).toEqual({ text: 'Hello.', idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(second).toEqual(first)
    await take(call('look'))
    expect(sent[2].body.params.arguments.idempotencyKey).not.toBe(first.idempotencyKey)
    await take(call('post', { text: 'Hello.', idempotencyKey: 'mine' }))
    expect(sent[3].body.params.arguments).toEqual({ text: 'Hello.', idempotencyKey: 'mine' })
    await take(call('history', { limit: 1 }))
    expect(sent[4].body.params.arguments).toEqual({ limit: 1 })
  })

  it('leaves what was taken back unanswered, also between two attempts', async () => {
    const { sent, written, take, bridge } = bridgeTo(refused(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '30' }))
    const response = bridge.take(JSON.stringify(list))
    await vi.advanceTimersByTimeAsync(1_000)
    await take({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    await response
    expect([sent.length, written]).toEqual([1, []])
  })

  it('says of a line that is no JSON that it is none, and of a page that it is no message', async () => {
    const { written, bridge, take } = bridgeTo(() => new Response('<html>', { status: 404 }))
    await bridge.take('{')
    await take(list)
    expect(written.map(({ error }) => error.code)).toEqual([-32700, -32603])
  })
})
