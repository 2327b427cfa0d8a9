// Tests of `GET /v1/agents?handle=`, of the header `X-Ignored-Parameters`, and of the codes that parameters are refused with.
import { errorsOf, OPERATOR_ROUTES, PORTAL_ROUTES, ROUTES, type Route } from '@agent-network/contract'
import { readQuery } from '@agent-network/server/protocols/http/routing.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, OPERATOR_TOKEN, startTestServer, type TestServer } from './harness.ts'
import { developer, type Issuer, NOW, newSlug, OPEN_GATES, startIssuer, TERMS } from './portal-site.ts'
import { send } from './send.ts'

const agent = (id: string, worldId: string, handle: string, more = {}) => ({
  id,
  worldId,
  handle,
  displayName: handle,
  ...more,
})

for (const engine of ENGINES) {
  describe(`query parameters on ${engine}`, () => {
    let server: TestServer
    let worldId: string
    let key: string
    const tag = fresh('q').replaceAll('-', '')
    beforeAll(async () => {
      server = await startTestServer(engine)
      worldId = await server.world()
      const otherWorld = await server.world()
      await server.import({
        agents: [
          agent(`${tag}-1`, worldId, `Lark_${tag}`, { specialty: 'bread' }),
          agent(`${tag}-2`, worldId, `off_${tag}`, { enabled: false }),
          agent(`${tag}-3`, otherWorld, `else_${tag}`),
        ],
      })
      key = (await server.key({ worldId })).key
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const idsOf = async (query: string) => {
      const { status, body } = await server.get(`/v1/agents?${query}`, key)
      expect(status).toBe(200)
      return [body.data.map(({ id }: { id: string }) => id), body.meta.total]
    }

    it.each([
      ['as stored', `handle=Lark_${tag}`],
      ['in another case', `handle=LARK_${tag.toUpperCase()}`],
      ['with @', `handle=%40lark_${tag}`],
      ['with its specialty', `handle=lark_${tag}&specialty=bread`],
    ])('finds an agent by its handle %s', async (_, query) => {
      expect(await idsOf(query)).toEqual([[`${tag}-1`], 1])
    })

    it.each([
      ['an unknown handle', `handle=nobody_${tag}`],
      ['a disabled agent', `handle=off_${tag}`],
      ['an agent of another world', `handle=else_${tag}`],
      ['another specialty', `handle=lark_${tag}&specialty=salt`],
      ['an impossible handle', 'handle=%00'],
      ['the beginning of a handle', 'handle=lark'],
    ])('lists nothing for %s', async (_, query) => {
      expect(await idsOf(query)).toEqual([[], 0])
    })

    it('pages the one match, and an empty handle is no filter', async () => {
      expect(await idsOf(`handle=lark_${tag}&page=2`)).toEqual([[], 1])
      expect(await idsOf('handle=')).toEqual([[`${tag}-1`], 1])
    })

    it('names ignored parameters, also from the cache and with 304', async () => {
      const path = '/v1/posts?perPage=3&limit=5&pagesize=2&limit=6&=x'
      const first = await server.get(path, key)
      expect(first.headers.get('x-ignored-parameters')).toBe('limit,pagesize')
      expect((await server.get(path, key)).headers.get('x-ignored-parameters')).toBe('limit,pagesize')
      const etag = first.headers.get('etag')!
      const unchanged = await server.get(path, key, { headers: { 'if-none-match': etag } })
      expect([unchanged.status, unchanged.headers.get('x-ignored-parameters')]).toEqual([304, 'limit,pagesize'])
      // The same content without unknown parameters, and the same parameters on another route.
      const plain = await server.get('/v1/posts?perPage=3', key, { headers: { 'if-none-match': etag } })
      expect([plain.status, plain.headers.has('x-ignored-parameters')]).toEqual([304, false])
      expect((await server.get('/v1/agents?topic=x', key)).headers.get('x-ignored-parameters')).toBe('topic')
      expect((await server.get('/v1/posts?topic=x', key)).headers.has('x-ignored-parameters')).toBe(false)
    })

    it('percent-encodes names, cuts each at 40 characters and stops at 10', async () => {
      const ignored = async (query: string) =>
        (await server.get(`/v1/posts?${query}`, key)).headers.get('x-ignored-parameters')
      expect(await ignored('a%2Cb=1&%C3%BC=2&x%0D%0Ay=3')).toBe('a%2Cb,%C3%BC,x%0D%0Ay')
      expect(await ignored(`${'n'.repeat(60)}=1`)).toBe('n'.repeat(40))
      expect(await ignored('%F0%9F%99%82'.repeat(50))).toBe('%F0%9F%99%82'.repeat(40))
      const many = Array.from({ length: 15 }, (_, n) => `p${n}`)
      expect(await ignored(many.join('&'))).toBe(many.slice(0, 10).join(','))
      expect(await ignored('constructor=1&%FF=2')).toBe('constructor,%EF%BF%BD')
    })

    it('names them with an error too, but not to callers without a key', async () => {
      const refused = await server.get('/v1/search?query=bread', key)
      expect([refused.status, refused.headers.get('x-ignored-parameters')]).toEqual([400, 'query'])
      expect((await server.get('/v1/posts?limit=5')).headers.has('x-ignored-parameters')).toBe(false)
    })

    it('lets scripts of other origins read the header', async () => {
      await server.switches({ corsAllowedOrigins: ['https://app.example'] })
      const reply = await server.get('/v1/posts?limit=5', key, { headers: { origin: 'https://app.example' } })
      expect(reply.headers.get('access-control-expose-headers')).toMatch(/\bX-Ignored-Parameters\b/)
    })
  })
}

/** Values that some parameter refuses or that a store could fail on. */
const ODD_VALUES = [
  '',
  'x',
  '%00',
  '%FF',
  '-1',
  '0',
  '1.5',
  '9007199254740991',
  '99999999999999999999',
  '2026-02-30T00:00:00Z',
  'a,b',
  'eyJ9',
  'n'.repeat(2_000),
]

/** Each parameter of a route with each odd value, twice, and a parameter that the route does not have. */
const oddQueries = ({ query }: Route): string[] => [
  ...Object.keys(query).flatMap((name) => [...ODD_VALUES.map((value) => `${name}=${value}`), `${name}=1&${name}=1`]),
  'unknown=1',
]

const batchesOf = <T>(items: readonly T[]): T[][] =>
  items.flatMap((_, n) => (n % 32 === 0 ? [items.slice(n, n + 32)] : []))

const ALL_ROUTES: readonly Route[] = [ROUTES, PORTAL_ROUTES, OPERATOR_ROUTES].flatMap((table) => Object.values(table))
const FILTERED = ALL_ROUTES.filter(({ query }) => Object.keys(query).length > 0)

it('names in each route every code that its parameters are refused with', () => {
  const unlisted = ALL_ROUTES.flatMap((route) =>
    oddQueries(route).flatMap((query) => {
      try {
        readQuery(route, query)
      } catch (error) {
        const { code } = error as { code: ReturnType<typeof errorsOf>[number] }
        if (!errorsOf(route).includes(code)) return [`${route.name}?${query}: ${code}`]
      }
      return []
    }),
  )
  expect(unlisted).toEqual([])
  expect(FILTERED.length).toBeGreaterThan(40)
})

for (const engine of ENGINES)
  describe(`odd query parameters on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    let pathValues: Record<string, string>
    let headers: Record<'visitor' | 'reader' | 'portal' | 'operator', Record<string, string>>

    beforeAll(async () => {
      issuer = await startIssuer()
      const env = { ...issuer.env, AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on' }
      server = await startTestServer(engine, { env })
      await server.setClock(NOW)
      await server.switches({ ...OPEN_GATES, webhooksEnabled: true, mcpOAuthEnabled: true })
      const world = (await server.operator('POST', '/_operator/worlds', { designation: 'visitor' })).body.data.id
      await server.import({ topics: [{ id: `top-${world}`, worldId: world, name: 'Tides' }] })
      await server.switches({
        // Keys of a world for tests have no probation.
        sandboxWorldIds: [world],
        ...{ visitorJournalEnabled: true, visitorJournalCanaryWorldIds: [world] },
        ...{ visitorObserveEnabled: true, visitorObserveCanaryWorldIds: [world] },
        ...{ visitorObserveDailyReadCeiling: 10_000, visitorObserveReadsPerMinute: 10_000 },
        visitorObserveDailyCaptureCeiling: 10_000,
      })
      const owner = await developer(issuer, server.baseUrl)
      const registration = { slug: newSlug(), worldId: world, ...TERMS }
      const { visitor, key } = (await owner.portal('POST', `/apps/${owner.appId}/visitors`, registration)).body.data
      const { agentId } = visitor
      const body = { url: 'http://127.0.0.1:9/' }
      const webhook = await owner.portal('POST', `/apps/${owner.appId}/visitors/${agentId}/webhooks`, body)
      const act = { post: { text: 'Low water' } }
      const post = await server.post(`/v1/visitors/${agentId}/act`, key.key, act, { 'idempotency-key': 'one' })
      const reader = await server.key({ worldId: world })
      pathValues = {
        ...{ appId: owner.appId, keyId: key.id, agentId, webhookId: webhook.body.data.id },
        ...{ conversationId: post.body.data.docId, topicId: `top-${world}`, postId: post.body.data.docId },
      }
      headers = {
        visitor: { 'x-api-key': key.key },
        reader: { 'x-api-key': reader.key },
        portal: { authorization: `Bearer ${owner.token}` },
        operator: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      }
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await issuer.close()
    })

    const idIn = (path: string): string => {
      if (path.startsWith('/v1/agents')) return pathValues.agentId!
      return path.startsWith('/v1/topics') ? pathValues.topicId! : pathValues.postId!
    }

    const callerOf = ({ access, path }: Route): keyof typeof headers => {
      if (access.operator) return 'operator'
      if (access.portal) return 'portal'
      return path.startsWith('/v1/visitors/') ? 'visitor' : 'reader'
    }

    async function refusal(route: Route, query: string): Promise<{ status: number; code: string | null }> {
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => pathValues[name] ?? idIn(route.path))
      const kind = callerOf(route)
      const base = kind === 'operator' ? server.operatorUrl : server.baseUrl
      const { status, text } = await send(`${base}${path}?${query}`, { method: 'GET', headers: headers[kind] })
      return { status, code: status < 400 ? null : JSON.parse(text).error.code }
    }

    it('are answered or refused with a code that the route lists', { timeout: 300_000 }, async () => {
      const refusals = new Map<string, Set<string>>()
      for (const route of FILTERED.filter(({ method }) => method === 'GET'))
        for (const queries of batchesOf(oddQueries(route))) {
          await server.advance(61_000)
          const replies = await Promise.all(queries.map((query) => refusal(route, query)))
          for (const [n, { status, code }] of replies.entries()) {
            const listed = code === null || (status !== 429 && errorsOf(route).some((one) => one === code))
            expect([route.name, queries[n], status !== 500 && listed, code]).toEqual([
              route.name,
              queries[n],
              true,
              code,
            ])
            if (code !== null) refusals.set(route.name, (refusals.get(route.name) ?? new Set()).add(code))
          }
        }
      expect(refusals.get('listVisitorWebhooks')).toEqual(new Set(['INVALID_INPUT']))
      expect(refusals.size).toBeGreaterThan(20)
    })
  })
