import { ERRORS, type ErrorCode, errorsOf, ROUTES, type Route } from '@agent-network/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, OPERATOR_TOKEN, startTestServer, type TestServer } from '../../test/harness.ts'
import { RawClient, type RawReply } from '../../test/raw-http.ts'

/** Twenty thousand in every run, the engines taking their shares; more by hand. */
const REQUESTS = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 20_000) / ENGINES.length)
const BATCH = 50

const SERVED = Object.values(ROUTES).filter(
  (route) => route.method === 'GET' && !route.path.startsWith('/v1/visitors'),
) as Route[]

const HOSTILE = [
  '',
  '%',
  '%zz',
  '%ff',
  '%c3%28',
  '%00',
  '%ed%a0%80',
  '%f0%9f%98%80',
  '..',
  '.',
  '%2F',
  '%2e%2e',
  '__proto__',
  'constructor',
  "'; drop table posts; --",
  '%27%20or%201=1',
  '$where',
  '{}',
  '[]',
  'null',
  '-1',
  '0',
  '9007199254740993',
  '1e999',
  'NaN',
  '%E2%80%AE',
  '%EF%BB%BF',
  'x'.repeat(300),
  'y'.repeat(8_000),
  '@ada',
  '*',
  '"',
  '\\',
  '%0d%0aX-Injected:%201',
  'agt_000_00000000000000000000000',
]
const encoded = (text: string) => text.replace(/[\s"<>\\^`{|}]/g, (c) => encodeURIComponent(c))

interface Fixture {
  readonly keys: Record<string, string>
  readonly ids: readonly string[]
}

interface Wish {
  readonly route: Route | null
  readonly path: string
  readonly bytes: Buffer
  readonly head: boolean
}

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('page', 'perPage', 'topic', 'specialty', 'q', 'type', 'days', '__proto__', 'x', ''),
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('1', '2', '25', 'harbour', 'all', 'posts', 'ada', 'h') },
        { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
        { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((s) => encoded(s.replace(/[#\r\n\0]/g, ''))) },
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&')}`))

const EXTRA_HEADERS = [
  '',
  '',
  '',
  '',
  'Origin: https://evil.example',
  'Origin: null',
  'Content-Type: text/xml',
  'Accept: application/xml',
  'X-Api-Key-Id: 1',
  `X-Long: ${'z'.repeat(9_000)}`,
  'Idempotency-Key: \u00e9',
  'Content-Length: 0',
  'If-None-Match: "x"',
]

/** One request from the contract: any route, any key, any path value, any query, and now and then not HTTP at all. */
const wishes = (fixture: Fixture): fc.Arbitrary<Wish> =>
  fc
    .record({
      route: fc.constantFrom(...SERVED),
      key: fc.oneof(
        { weight: 6, arbitrary: fc.constant('reader') },
        { weight: 5, arbitrary: fc.constantFrom(...Object.keys(fixture.keys)) },
        { weight: 1, arbitrary: fc.constantFrom('', 'garbage', 'typo') },
      ),
      values: fc.oneof(
        {
          weight: 9,
          arbitrary: fc.array(
            fc.oneof(
              { weight: 3, arbitrary: fc.constantFrom(...fixture.ids) },
              { weight: 2, arbitrary: fc.constantFrom(...HOSTILE.filter((h) => h !== '')) },
            ),
            { minLength: 2, maxLength: 2 },
          ),
        },
        // The one path with two ids would find both of them by chance in one of ten thousand requests.
        { weight: 1, arbitrary: fc.constant(['agt_fuzz', 'agt_other']) },
      ),
      query,
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant('GET') },
        { weight: 1, arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND') },
      ),
      spoil: fc.oneof(
        { weight: 15, arbitrary: fc.constant('none') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'slash',
            'double',
            'case',
            'deeper',
            'body',
            'huge-url',
            'huge-header',
            'bad-header',
            'garbage',
          ),
        },
      ),
      extra: fc.constantFrom(...EXTRA_HEADERS),
    })
    .map(({ route, key, values, query: search, method, spoil, extra }) => {
      let n = 0
      let path = route.path.replace(/\{\w+\}/g, () => encoded(values[n++]!)) as string
      if (spoil === 'slash') path += '/'
      if (spoil === 'double') path = path.replace('/v1/', '/v1//')
      if (spoil === 'case') path = path.toUpperCase()
      if (spoil === 'deeper') path += '/more'
      if (spoil === 'huge-url') path += `/${'u'.repeat(17_000)}`
      const raw =
        key === 'garbage'
          ? 'anet_live_x'
          : key === 'typo'
            ? `${fixture.keys.reader!.slice(0, -1)}?`
            : (fixture.keys[key] ?? '')
      const lines = [`${method} ${path}${search} HTTP/1.1`, 'Host: test']
      if (raw !== '') lines.push(`X-API-Key: ${raw}`)
      if (extra !== '') lines.push(extra)
      if (spoil === 'huge-header') lines.push(`X-Huge: ${'h'.repeat(17_000)}`)
      if (spoil === 'bad-header') lines.push('bad header line')
      const body = spoil === 'body' ? '{"__proto__":{"a":1},"a":1,"a":2,"n":1e400,"s":"\\ud800"}' : ''
      if (body !== '' && extra !== 'Content-Length: 0') lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
      const text = spoil === 'garbage' ? 'NOT HTTP AT ALL\r\n\r\n' : `${lines.join('\r\n')}\r\n\r\n`
      const withBody = body !== '' && extra !== 'Content-Length: 0' ? text + body : text
      const untouched = spoil === 'none' || spoil === 'body'
      return {
        route: untouched && ['GET', 'HEAD'].includes(method) ? route : null,
        path,
        bytes: Buffer.from(withBody, 'latin1'),
        head: method === 'HEAD',
      }
    })

function judge(reply: RawReply | null, wish: Wish): ErrorCode | 'ok' | 'head' {
  if (reply === null) throw new Error('the connection was closed without an answer')
  if (reply.status >= 500) throw new Error(`${reply.status}: ${reply.body}`)
  if (reply.status === 204) return 'ok'
  if (wish.head) return reply.status === 200 ? 'ok' : 'head'
  const body = JSON.parse(reply.body.toString())
  if (reply.status === 200) return 'ok'
  const { code, message } = body.error
  expect(Object.keys(body)).toEqual(['error'])
  expect(typeof message).toBe('string')
  expect(Object.hasOwn(ERRORS, code), code).toBe(true)
  // Requests that never became one keep the status HTTP gives them.
  if (![431, 408].includes(reply.status)) expect(ERRORS[code as ErrorCode].status).toBe(reply.status)
  return code
}

const FIXTURE = {
  topics: [{ id: 'top_fuzz', name: 'Fuzz' }],
  agents: [
    { id: 'agt_fuzz', handle: 'fuzz', specialty: 'ada' },
    { id: 'agt_other', handle: 'other' },
  ],
  posts: [{ id: 'post_fuzz', agentId: 'agt_fuzz', text: 'harbour', topicId: 'top_fuzz' }],
  replies: [{ id: 'rep_fuzz', postId: 'post_fuzz', agentId: 'agt_other', text: 'aye' }],
  memories: [{ agentId: 'agt_fuzz', summary: 's' }],
  moods: [{ agentId: 'agt_fuzz', mood: 'calm', emoji: '🙂', reason: 'r', intensity: 0.5 }],
  reputations: [
    {
      agentId: 'agt_fuzz',
      score: 50,
      percentile: 50,
      components: { quality: 1, engagement: 1, consistency: 1, influence: 1 },
      badges: [],
    },
  ],
  topicProfiles: [{ agentId: 'agt_fuzz', topics: [{ topicId: 'top_fuzz', weight: 1 }] }],
  relationships: [
    {
      agentId: 'agt_fuzz',
      otherAgentId: 'agt_other',
      type: 'friend',
      affinity: 0.5,
      trust: 0.5,
      familiarity: 0.5,
      interactionCount: 1,
    },
  ],
  ideas: [{ id: 'idea_fuzz', label: 'l', summary: 's', status: 'emerging', originAgentId: 'agt_fuzz', events: [] }],
  challenges: [{ id: 'chl_fuzz', title: 't', description: 'd', status: 'open', contributions: [] }],
}

for (const engine of ENGINES) {
  describe(`bad input on ${engine}`, () => {
    let server: TestServer
    let fixture: Fixture
    beforeAll(async () => {
      server = await startTestServer(engine)
      // A frozen clock keeps the worn-out key worn out, so every route meets its rate limit.
      await server.setClock('2026-03-10T12:00:00.000Z')
      expect((await server.import(FIXTURE)).body.error).toBeUndefined()
      const app = (await server.operator('POST', '/_operator/apps', { ownerUid: 'u', name: 'a', status: 'suspended' }))
        .body.data
      const worn = await server.key({ rateLimitPerMinute: 1 })
      await server.get('/v1', worn.key)
      const { id: appId } = (await server.operator('POST', '/_operator/apps', { ownerUid: 'u', name: 'readers' })).body
        .data
      const readers = await Promise.all(Array.from({ length: Math.ceil(REQUESTS / 250) }, () => server.key({ appId })))
      // Every key of an app reads what one of them reported.
      const made = await server.post('/v1/reports', readers[0]!.key, { postId: 'post_fuzz', reason: 'spam' })
      fixture = {
        keys: {
          reader: 'replaced below',
          noScopes: '',
          lowTier: '',
          worn: worn.key,
          disabled: (await server.key({ enabled: false })).key,
          revoked: (await server.key({ revokedAt: '2026-01-01T00:00:00.000Z' })).key,
          appless: (await server.key({ appId: app.id })).key,
        },
        ids: ['agt_fuzz', 'agt_other', 'post_fuzz', 'top_fuzz', 'idea_fuzz', 'chl_fuzz', 'rep_fuzz', made.body.data.id],
      }
      // Each of these has a minute's allowance of 600, so the campaign takes turns with many.
      const turn = { n: 0 }
      Object.defineProperty(fixture.keys, 'reader', {
        enumerable: true,
        get: () => readers[turn.n++ % readers.length]!.key,
      })
      const bare = await Promise.all(
        Array.from({ length: Math.ceil(REQUESTS / 2_000) }, () => server.key({ scopes: [] })),
      )
      const low = await Promise.all(Array.from({ length: Math.ceil(REQUESTS / 2_000) }, () => server.key({ tier: 1 })))
      const turns = { bare: 0, low: 0 }
      Object.defineProperty(fixture.keys, 'noScopes', {
        enumerable: true,
        get: () => bare[turns.bare++ % bare.length]!.key,
      })
      Object.defineProperty(fixture.keys, 'lowTier', {
        enumerable: true,
        get: () => low[turns.low++ % low.length]!.key,
      })
    })
    afterAll(async () => {
      await server.close()
    })

    const picture = async () => {
      const world = (await server.operator('GET', '/_operator/export?worldId=prime')).body
      const config = (await server.operator('GET', '/_operator/config')).body
      const audit = (await server.operator('GET', '/_operator/audit')).body
      return JSON.stringify({ world, config, audit })
    }

    it(`answers ${REQUESTS} requests made from the contract with its own errors and changes nothing`, async () => {
      const before = await picture()
      const seen = new Map(SERVED.map((route) => [route.name, new Set<string>()]))
      let sent = 0
      let authenticated = 0
      const client = new RawClient(server.baseUrl)
      const send = (requests: number) =>
        fc.assert(
          fc.asyncProperty(fc.array(wishes(fixture), { minLength: BATCH, maxLength: BATCH }), async (batch) => {
            for (const wish of batch) {
              const reply = await client.send(wish.bytes, wish.head)
              const outcome = judge(reply, wish)
              sent += 1
              if (reply!.headers.has('ratelimit-limit')) authenticated += 1
              if (wish.route !== null) seen.get(wish.route.name)!.add(outcome)
            }
          }),
          { numRuns: Math.ceil(requests / BATCH), endOnFailure: true },
        )
      const missing = () =>
        SERVED.flatMap((route) =>
          ['ok', ...errorsOf(route).filter((code) => code !== 'INTERNAL_ERROR')]
            .filter((outcome) => !seen.get(route.name)!.has(outcome))
            .map((outcome) => `${route.name}: ${outcome}`),
        )
      await send(REQUESTS)
      // The rarest refusals may need a few more; the keys' allowances last for four times the number.
      while (missing().length > 0 && sent < 4 * REQUESTS) await send(REQUESTS / 10)
      client.close()
      expect(server.errors()).toEqual([])
      expect(await picture()).toBe(before)
      expect(sent).toBeGreaterThanOrEqual(REQUESTS)
      expect(authenticated).toBeGreaterThan(sent / 3)
      expect(missing()).toEqual([])
    })

    it('takes hostile bodies on the operator listener without a 5xx and without writing', async () => {
      const before = await picture()
      const bodies = [
        '',
        '{',
        '[]',
        'null',
        '"x"',
        '1e999',
        '{"a":1,"a":2}',
        '{"__proto__":{"admin":true}}',
        '{"name":"\\u0000"}',
        '{"name":"\\ud800"}',
        `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
        '{"tier":9007199254740993}',
        '{"posts":[{"agentId":"agt_fuzz","text":1}]}',
        '{"posts":[{"agentId":"agt_nobody","text":"x"}]}',
        '{"worlds":[{"id":"prime","kind":"fork"}]}',
        '{"unknown":[]}',
        '{"now":"never"}',
      ]
      const targets = [
        ['PATCH', '/_operator/config'],
        ['POST', '/_operator/import'],
        ['PATCH', '/_operator/posts/post_fuzz'],
        ['PATCH', '/_operator/agents/agt_fuzz'],
        ['POST', '/_operator/visitors'],
        ['POST', '/_operator/apps'],
        ['PUT', '/_operator/clock'],
        ['PATCH', '/_operator/worlds/nowhere'],
        ['POST', '/_operator/worlds/prime%00/fork'],
        ['PATCH', '/_operator/keys/%ff'],
      ] as const
      const client = new RawClient(server.operatorUrl)
      for (const [method, path] of targets)
        for (const body of [...bodies.map((text) => Buffer.from(text)), Buffer.from([0x7b, 0xff, 0xfe, 0x7d])]) {
          // Empty objects and lists are valid, if pointless, for some of these.
          const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${OPERATOR_TOKEN}\r\nContent-Length: ${body.length}\r\n\r\n`
          const reply = await client.send(Buffer.concat([Buffer.from(head), body]), false)
          if (body.length === 0 && reply!.status === 200) continue
          expect([400, 404], `${method} ${path} ${body.subarray(0, 60)}: ${reply?.body}`).toContain(reply?.status)
          expect(JSON.parse(reply!.body.toString()).error.code).toBeTypeOf('string')
        }
      client.close()
      const after = JSON.parse(await picture())
      const was = JSON.parse(before)
      expect(after.world).toEqual(was.world)
      expect(after.config).toEqual(was.config)
    })

    it('refuses bodies past their limit', async () => {
      const client = new RawClient(server.operatorUrl)
      const head = `PATCH /_operator/config HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${OPERATOR_TOKEN}\r\nContent-Length: 2000000\r\n\r\n`
      const reply = await client.send(Buffer.from(head), false)
      expect([reply!.status, JSON.parse(reply!.body.toString()).error.code]).toEqual([400, 'INVALID_INPUT'])
      const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`
      const chunked = `PATCH /_operator/config HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${OPERATOR_TOKEN}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`
      const streamed = await client.send(Buffer.from(chunked), false)
      expect(streamed!.status).toBe(400)
      client.close()
    })
  })
}
