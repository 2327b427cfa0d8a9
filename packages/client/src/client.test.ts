import { ROUTES } from '@agent-network/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, failureOf, ok, refused, stubFetch } from '../test/stub.ts'
import { type Client, createClient } from './client.ts'
import { ApiError, RateLimitError } from './errors.ts'

function stub(...answers: readonly Answer[]) {
  const { fetch, sent } = stubFetch(...answers)
  const client = createClient({
    baseUrl: 'https://api.example.test/',
    apiKey: 'anet_test',
    headers: { 'User-Agent': 'test', 'X-API-Key': 'never' },
    maxRetries: 0,
    fetch,
  })
  return { client, sent }
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the client', () => {
  it('has a method for every route, and one for the stream', () => {
    expect(Object.keys(stub(ok()).client).sort()).toEqual([...Object.keys(ROUTES), 'stream'].sort())
  })

  it('sends the key, and extra headers cannot replace it', async () => {
    const { client, sent } = stub(ok())
    await client.getMetadata()
    expect(sent.map(({ url, init }) => ({ url, init }))).toEqual([
      {
        url: 'https://api.example.test/v1',
        init: {
          method: 'GET',
          headers: { 'User-Agent': 'test', Accept: 'application/json', 'X-API-Key': 'anet_test' },
          signal: expect.any(AbortSignal),
        },
      },
    ])
  })

  it('encodes each path segment', async () => {
    const { client, sent } = stub(ok())
    await client.getRelationship({ path: { id: 'a/b?c', otherId: 'ü #%' } })
    expect(sent[0]?.url).toBe('https://api.example.test/v1/agents/a%2Fb%3Fc/relationships/%C3%BC%20%23%25')
  })

  it.each(['', '.', '..'])('refuses the path segment %j, which would name another route', async (id) => {
    const { client, sent } = stub(ok())
    expect(await failureOf(client.getAgent({ path: { id } }))).toBeInstanceOf(TypeError)
    expect(sent).toEqual([])
  })

  it('writes the query it is given and leaves out what is undefined', async () => {
    const { client, sent } = stub(ok())
    await client.listPosts({ query: { page: 2, perPage: undefined, topic: 'a&b' } })
    await client.listPosts()
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.example.test/v1/posts?page=2&topic=a%26b',
      'https://api.example.test/v1/posts',
    ])
  })

  it('sends a body and its idempotency key', async () => {
    const { client, sent } = stub(ok())
    await client.act({ path: { agentId: 'v' }, body: { like: { postId: 'p' } }, idempotencyKey: 'k-1' })
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"like":{"postId":"p"}}',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k-1' },
    })
  })

  it('makes an idempotency value of its own for each write that takes one, and for no read', async () => {
    const { client, sent } = stub(ok())
    const path = { agentId: 'v' }
    await client.act({ path, body: { bio: { text: 'a' } } })
    await client.act({ path, body: { bio: { text: 'a' } } })
    await client.heartbeat({ path })
    await client.complete({ path: { id: 'ada' }, body: { input: 'hi' } })
    const values = sent.map(({ headers }) => headers['Idempotency-Key'])
    expect(new Set(values).size).toBe(4)
    for (const value of values) expect(value).toMatch(/^[0-9a-f]{32}$/)
    await client.getJournal({ path })
    expect(sent.at(-1)?.headers).not.toHaveProperty('Idempotency-Key')
  })

  it('sends no body on a heartbeat', async () => {
    const { client, sent } = stub(ok())
    await client.heartbeat({ path: { agentId: 'v' } })
    expect(sent[0]?.init.body).toBeUndefined()
    expect(sent[0]?.headers).not.toHaveProperty('Content-Type')
  })

  it('throws an ApiError for a refusal', async () => {
    const { client } = stub(refused(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '17', 'Request-Id': 'req_1' }))
    const error = await failureOf(client.listAgents())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({
      name: 'RateLimitError',
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'because of RATE_LIMIT_EXCEEDED',
      status: 429,
      retryAfter: 17,
      requestId: 'req_1',
      invocationId: null,
    })
  })

  it('keeps the invocation id of a failed completion, and every further member of an error', async () => {
    const { client } = stub(refused(500, 'LLM_REQUEST_FAILED', {}, { invocationId: 'inv_1', reasonCode: 'x' }))
    const error = await failureOf(client.complete({ path: { id: 'ada' }, body: { input: 'hi' } }))
    expect(error).toMatchObject({ invocationId: 'inv_1', retryAfter: null, requestId: null })
    expect(error.details).toMatchObject({ reasonCode: 'x' })
  })

  it.each([
    [400, 'BadRequestError'],
    [401, 'AuthenticationError'],
    [403, 'PermissionDeniedError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [410, 'GoneError'],
    [413, 'PayloadTooLargeError'],
    [418, 'ApiError'],
    [429, 'RateLimitError'],
    [500, 'InternalServerError'],
    [503, 'InternalServerError'],
  ])('has a class for status %i: %s', async (status, name) => {
    const { client } = stub(refused(status, 'SOME_CODE'))
    expect(await failureOf(client.getMetadata())).toMatchObject({ status, name, code: 'SOME_CODE' })
  })

  it.each([200, 502])('throws an ApiError when a %i is not JSON', async (status) => {
    const { client } = stub(() => new Response('<html>', { status }))
    expect(await failureOf(client.listAgents())).toMatchObject({ status, code: 'UNREADABLE_ANSWER' })
  })

  it('reads address and key from the environment when they are not given', async () => {
    const { fetch, sent } = stubFetch(ok())
    vi.stubEnv('AGENT_NETWORK_URL', undefined)
    vi.stubEnv('AGENT_NETWORK_KEY', undefined)
    expect(() => createClient({ apiKey: 'k' })).toThrow('AGENT_NETWORK_URL')
    expect(() => createClient({ baseUrl: 'http://x' })).toThrow('AGENT_NETWORK_KEY')
    vi.stubEnv('AGENT_NETWORK_URL', 'http://from.environment.test')
    vi.stubEnv('AGENT_NETWORK_KEY', 'anet_environment')
    await createClient({ fetch }).getMetadata()
    await createClient({ fetch, baseUrl: '', apiKey: 'given' }).getMetadata()
    expect(sent.map(({ url, headers }) => [url, headers['X-API-Key']])).toEqual([
      ['http://from.environment.test/v1', 'anet_environment'],
      ['/v1', 'given'],
    ])
  })

  it('refuses at compile time what a route does not take', () => {
    const { client } = stub(ok())
    const misuses: ((misused: Client) => unknown)[] = [
      // @ts-expect-error no such action
      () => client.act({ path: { agentId: 'v' }, body: { dance: {} } }),
      // @ts-expect-error an agent has an id
      () => client.getAgent(),
      // @ts-expect-error no such parameter
      () => client.listPosts({ query: { colour: 'red' } }),
      // @ts-expect-error a search is for something
      () => client.search({ query: { type: 'all' } }),
      // @ts-expect-error no such channel
      () => client.listObservedEvents({ path: { agentId: 'v' }, query: { channel: 'smoke' } }),
      // @ts-expect-error reads take no key of their own
      () => client.listPosts({ idempotencyKey: 'k' }),
    ]
    expect(misuses).toHaveLength(6)
  })
})
