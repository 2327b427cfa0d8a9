import { DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, fresh, HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'

const NOW = '2026-03-10T12:00:10.000Z'
const GATEWAY = '/.well-known/agent-card.json'

for (const engine of ENGINES)
  describe(`agent cards on ${engine}`, () => {
    let server: TestServer
    let ada: string
    let worldId: string
    let fork: string

    const cardPath = (name: string) => `/a2a/agents/${name}/agent-card.json`
    const card = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
      server.get(cardPath(name), undefined, { method, headers })

    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
    })
    beforeEach(async () => {
      ada = fresh('ada')
      fork = fresh('fork')
      await server.import({
        agents: [
          { id: ada, worldId: 'prime', handle: `H${ada}`, displayName: 'Ada', bio: 'Bakes.', interests: ['tides'] },
          { id: `off-${ada}`, worldId: 'prime', handle: `off-${ada}`, displayName: 'Off', enabled: false },
          { id: `hum-${ada}`, worldId: 'prime', handle: `hum-${ada}`, displayName: 'Hum', kind: 'human' },
        ],
      })
      worldId = await server.world({
        agents: [
          { id: fork, handle: fork, displayName: 'Forked' },
          { id: `vis-${fork}`, handle: `visitor-${fork}`, displayName: 'Vis', kind: 'visitor' },
        ],
      })
      // A new minute for every story.
      await server.advance(60_000)
      await server.switches({ a2aCardRequestsPerMinutePerIp: null })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    it('are found by the official resolver, the gateway at its well-known place', async () => {
      const resolver = new DefaultAgentCardResolver()
      const gateway = await resolver.resolve(server.baseUrl)
      expect(gateway.supportedInterfaces).toMatchObject([
        { url: `${server.baseUrl}/a2a/v1`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
      ])
      expect(gateway.securitySchemes.apiKey?.scheme).toMatchObject({
        $case: 'apiKeySecurityScheme',
        value: { location: 'header', name: 'X-API-Key' },
      })
      const named = await resolver.resolve(server.baseUrl, cardPath(`@H${ada}`))
      expect(named).toMatchObject({ name: 'Ada', description: 'Bakes.', skills: [{ tags: ['conversation', 'tides'] }] })
      expect(named.supportedInterfaces[0]?.url).toBe(`${server.baseUrl}/a2a/v1/agents/${ada}`)
    })

    it('are the same by id and by handle, with or without @, in any case', async () => {
      const { body } = await card(ada)
      for (const name of [`H${ada}`, `@h${ada}`, `%40H${ada}`]) expect((await card(name)).body).toEqual(body)
    })

    it('show residents of every world by id, of prime by handle', async () => {
      expect((await card(fork)).body.name).toBe('Forked')
      await server.operator('PATCH', `/_operator/agents/${fork}`, { handle: `other-${fork}` })
      expect((await card(`other-${fork}`)).status).toBe(404)
    })

    it('do not exist for disabled agents, visitors, people, nobody and worlds that were purged', async () => {
      for (const name of [`off-${ada}`, `hum-${ada}`, `vis-${fork}`, `visitor-${fork}`, 'nobody', 'x'.repeat(2_000)]) {
        const { status, body } = await card(name)
        expect([name, status, body]).toEqual([name, 404, { error: { code: 'NOT_FOUND', message: 'Agent not found' } }])
      }
      await server.operator('PATCH', `/_operator/agents/${ada}`, { enabled: false })
      expect((await card(ada)).status).toBe(404)
      await server.operator('PATCH', `/_operator/worlds/${worldId}`, { status: 'purging' })
      expect((await card(fork)).status).toBe(404)
    })

    it('say how long they may be kept, and are not sent twice to those who know them', async () => {
      for (const path of [GATEWAY, cardPath(ada)]) {
        const ask = (headers = {}, method = 'GET') => server.get(path, undefined, { method, headers })
        const first = await ask()
        expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
        expect(first.headers.get('cache-control')).toBe('public, max-age=60')
        expect(Date.parse(first.headers.get('last-modified')!)).toBeGreaterThan(0)
        const etag = first.headers.get('etag')!
        expect(etag).toMatch(/^"[\w-]+"$/)
        await server.advance(1_000)
        for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const again = await ask({ 'if-none-match': known })
          expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
          expect(again.headers.get('cache-control')).toBe('public, max-age=60')
          expect(again.headers.get('last-modified')).toBe(first.headers.get('last-modified'))
        }
        expect((await ask({ 'if-none-match': '"x"' })).status).toBe(200)
        const head = await ask({}, 'HEAD')
        expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag])
        expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'))
      }
      await server.advance(58_000)
    })

    it('change their validators with what they say', async () => {
      const { headers: before } = await card(ada)
      await server.advance(5_000)
      await server.operator('PATCH', `/_operator/agents/${ada}`, { bio: 'Bakes at night.' })
      const after = await card(ada, { 'if-none-match': before.get('etag')! })
      expect([after.status, after.body.description]).toEqual([200, 'Bakes at night.'])
      expect(Date.parse(after.headers.get('last-modified')!) - Date.parse(before.get('last-modified')!)).toBe(5_000)
      await server.advance(55_000)
    })

    it('of agents are limited per address and minute, whether or not they exist', async () => {
      await server.switches({ a2aCardRequestsPerMinutePerIp: 3 })
      expect((await card(ada)).status).toBe(200)
      expect((await card('nobody')).status).toBe(404)
      expect((await card(ada, {}, 'HEAD')).status).toBe(200)
      const refused = await card(ada, { 'x-forwarded-for': '198.51.100.1' })
      expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
      expect(refused.headers.get('retry-after')).toBe('50')
      expect((await server.get(GATEWAY)).status).toBe(200)
      await server.switches({ a2aCardRequestsPerMinutePerIp: 4 })
      expect((await card(ada)).status).toBe(200)
      expect((await card(ada)).status).toBe(429)
      await server.advance(49_999)
      expect((await card(ada)).status).toBe(429)
      await server.advance(1)
      expect((await card(ada)).status).toBe(200)
      await server.advance(10_000)
    })

    it('may be switched off by a limit of none; a limit that is no number is the default', async () => {
      await server.switches({ a2aCardRequestsPerMinutePerIp: 0 })
      expect((await card(ada)).status).toBe(429)
      await server.switches({ a2aCardRequestsPerMinutePerIp: 'none' })
      const answers = await Promise.all(Array.from({ length: 61 }, () => card(ada)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    })

    it('may be read by allowed origins alone', async () => {
      const origin = 'https://reader.example'
      for (const path of [GATEWAY, cardPath(ada)]) {
        const foreign = await server.get(path, undefined, { headers: { origin } })
        expect([foreign.status, foreign.body.error.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
        await server.switches({ corsAllowedOrigins: [origin] })
        const allowed = await server.get(path, undefined, { headers: { origin } })
        expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, origin])
        expect((await server.get(path)).headers.get('vary')).toBe('Origin')
        await server.switches({ corsAllowedOrigins: null })
      }
    })

    it.each([
      '/a2a/agents/a/agent-card.json/',
      '/a2a/agents//agent-card.json',
      '/a2a/agents/a',
      '/a2a/agents/%ff/agent-card.json',
    ])('%s is no card', async (path) => {
      const { status, body } = await server.get(path)
      expect([status, body]).toEqual([404, { error: { code: 'NOT_FOUND', message: 'API endpoint not found' } }])
    })
  })

describe('agent cards behind a proxy', () => {
  it('are counted for the address that the proxy saw, by networks of 64 bits', async () => {
    const server = await startTestServer('sqlite', { env: { AGENT_NETWORK_TRUST_PROXY: 'on' } })
    try {
      await server.setClock(NOW)
      await server.import({ agents: [{ id: 'ada', worldId: 'prime', handle: 'ada', displayName: 'Ada' }] })
      await server.switches({ a2aCardRequestsPerMinutePerIp: 1 })
      const statusFor = async (forwarded: string) =>
        (await server.get('/a2a/agents/ada/agent-card.json', undefined, { headers: { 'x-forwarded-for': forwarded } }))
          .status
      expect(await statusFor('198.51.100.1')).toBe(200)
      expect(await statusFor('203.0.113.9, 198.51.100.1')).toBe(429)
      expect(await statusFor('198.51.100.1, 203.0.113.9')).toBe(200)
      expect(await statusFor('2001:db8:1:2::1')).toBe(200)
      expect(await statusFor('2001:db8:1:2:ffff::2')).toBe(429)
      expect(await statusFor('2001:db8:1:3::1')).toBe(200)
    } finally {
      await server.close()
    }
  })
})

describe.skipIf(!HAS_CLUSTER)('agent cards of several nodes', () => {
  it('are counted together', async () => {
    const one = await startTestServer('postgres')
    const two = await startTestServer('postgres', { databaseUrl: one.databaseUrl! })
    try {
      await one.setClock(NOW)
      await one.import({ agents: [{ id: 'ada', worldId: 'prime', handle: 'ada', displayName: 'Ada' }] })
      await one.switches({ a2aCardRequestsPerMinutePerIp: 3 })
      const statuses = []
      for (const node of [one, two, one, two]) statuses.push((await node.get('/a2a/agents/ada/agent-card.json')).status)
      expect(statuses).toEqual([200, 200, 200, 429])
    } finally {
      await two.close()
      await one.close()
    }
  })
})
