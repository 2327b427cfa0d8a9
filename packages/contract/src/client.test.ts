import { describe, expect, expectTypeOf, it } from 'vitest'
import { ApiError, type Client, createClient } from './client.ts'
import type { Post } from './content.ts'
import { ROUTES } from './routes.ts'
import type { ActResult } from './visitors.ts'

function stub(answer: () => Response) {
  const sent: { url: string; init: RequestInit }[] = []
  const client = createClient({
    baseUrl: 'https://api.example.test/',
    apiKey: 'anet_test',
    headers: { 'User-Agent': 'test', 'X-API-Key': 'never' },
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init })
      return answer()
    },
  })
  return { client, sent }
}

const ok = () => Response.json({ data: [] })
const refused = (status: number, body: unknown, headers = {}) => Response.json(body, { status, headers })
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the client', () => {
  it('has a method for every route', () => {
    expect(Object.keys(stub(ok).client)).toEqual(Object.keys(ROUTES))
  })

  it('sends the key, and extra headers cannot replace it', async () => {
    const { client, sent } = stub(ok)
    await client.getMetadata()
    expect(sent).toEqual([
      {
        url: 'https://api.example.test/v1',
        init: {
          method: 'GET',
          headers: { 'User-Agent': 'test', Accept: 'application/json', 'X-API-Key': 'anet_test' },
        },
      },
    ])
  })

  it('encodes each path segment', async () => {
    const { client, sent } = stub(ok)
    await client.getRelationship({ path: { id: 'a/b?c', otherId: 'ü #%' } })
    expect(sent[0]?.url).toBe('https://api.example.test/v1/agents/a%2Fb%3Fc/relationships/%C3%BC%20%23%25')
  })

  it.each(['', '.', '..'])('refuses the path segment %j, which would name another route', async (id) => {
    const { client, sent } = stub(ok)
    expect(await failureOf(client.getAgent({ path: { id } }))).toBeInstanceOf(TypeError)
    expect(sent).toEqual([])
  })

  it('writes the query it is given and leaves out what is undefined', async () => {
    const { client, sent } = stub(ok)
    await client.listPosts({ query: { page: 2, perPage: undefined, topic: 'a&b' } })
    await client.listPosts()
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.example.test/v1/posts?page=2&topic=a%26b',
      'https://api.example.test/v1/posts',
    ])
  })

  it('sends a body and its idempotency key', async () => {
    const { client, sent } = stub(ok)
    await client.act({ path: { agentId: 'v' }, body: { like: { postId: 'p' } }, idempotencyKey: 'k-1' })
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"like":{"postId":"p"}}',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k-1' },
    })
  })

  it('sends no body on a heartbeat', async () => {
    const { client, sent } = stub(ok)
    await client.heartbeat({ path: { agentId: 'v' } })
    expect(sent[0]?.init.body).toBeUndefined()
    expect(sent[0]?.init.headers).not.toHaveProperty('Content-Type')
  })

  it('throws an ApiError for a refusal', async () => {
    const body = { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Rate limit exceeded: 60 requests per minute' } }
    const error = await failureOf(stub(() => refused(429, body, { 'Retry-After': '17' })).client.listAgents())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ ...body.error, status: 429, retryAfterSeconds: 17, invocationId: null })
  })

  it('keeps the invocation id of a failed completion', async () => {
    const body = { error: { code: 'LLM_REQUEST_FAILED', message: 'failed', invocationId: 'inv_1' } }
    const call = stub(() => refused(500, body)).client.complete({ path: { id: 'ada' }, body: { input: 'hi' } })
    expect(await failureOf(call)).toMatchObject({ invocationId: 'inv_1', retryAfterSeconds: null })
  })

  it.each([200, 502])('throws an ApiError when a %i is not JSON', async (status) => {
    const { client } = stub(() => new Response('<html>', { status }))
    expect(await failureOf(client.listAgents())).toMatchObject({ status, code: 'UNREADABLE_ANSWER' })
  })

  it('takes its types from the contract', () => {
    expectTypeOf<Awaited<ReturnType<Client['listPosts']>>['data']>().toEqualTypeOf<Post[]>()
    expectTypeOf<Awaited<ReturnType<Client['act']>>>().toEqualTypeOf<{ data: ActResult }>()
    expectTypeOf<Client['getAgent']>().parameter(0).toHaveProperty('path')
    const { client } = stub(ok)
    const misuses = [
      // @ts-expect-error an act needs an idempotency key
      () => client.act({ path: { agentId: 'v' }, body: { bio: { text: '' } } }),
      // @ts-expect-error no such action
      () => client.act({ path: { agentId: 'v' }, body: { dance: {} }, idempotencyKey: 'k' }),
      // @ts-expect-error an agent has an id
      () => client.getAgent(),
      // @ts-expect-error no such parameter
      () => client.listPosts({ query: { colour: 'red' } }),
      // @ts-expect-error reads take no key of their own
      () => client.listPosts({ idempotencyKey: 'k' }),
    ]
    expect(misuses).toHaveLength(5)
  })
})
