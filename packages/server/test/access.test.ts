import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from './harness.ts'

const code = (reply: { body: any }) => reply.body?.error?.code

for (const engine of ENGINES) {
  describe(`access on ${engine}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock('2026-03-10T12:00:30.000Z')
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    it('refuses a missing, blank, malformed, mistyped and unknown key (5.1)', async () => {
      expect(code(await server.get('/v1/posts'))).toBe('MISSING_API_KEY')
      expect(code(await server.get('/v1/posts', '   '))).toBe('MISSING_API_KEY')
      expect(code(await server.get('/v1/posts', 'nonsense'))).toBe('INVALID_API_KEY')
      const { id, key } = await server.key()
      expect(key).toMatch(/^anet_test_[0-9A-Za-z]{36}$/)
      const typo = key.slice(0, 12) + (key[12] === 'a' ? 'b' : 'a') + key.slice(13)
      expect(code(await server.get('/v1/posts', typo))).toBe('INVALID_API_KEY')
      expect((await server.get('/v1/posts', `  ${key}  `)).status).toBe(200)
      await server.operator('DELETE', `/_operator/keys/${id}`)
      const revokedResponse = await server.get('/v1/posts', key)
      expect([revokedResponse.status, code(revokedResponse)]).toEqual([401, 'INVALID_API_KEY'])
    })

    it('joins two X-API-Key headers into one unknown key (AMB-10)', async () => {
      const { key } = await server.key()
      const status = await new Promise((resolve, reject) => {
        const { hostname, port } = new URL(server.baseUrl)
        const message = request({ hostname, port, path: '/v1', headers: { 'x-api-key': [key, key] } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        message.on('error', reject)
        message.end()
      })
      expect(status).toBe(401)
    })

    it('tests revoked before disabled before the app, each on the next request (5.2)', async () => {
      const app = (await server.operator('POST', '/_operator/apps', { ownerUid: 'u1', name: 'a' })).body.data
      const { id, key } = await server.key({ appId: app.id })
      const patch = (change: unknown) => server.operator('PATCH', `/_operator/keys/${id}`, change)
      const answer = async () => code(await server.get('/v1/posts', key)) ?? 'ok'
      expect(await answer()).toBe('ok')
      await server.operator('PATCH', `/_operator/apps/${app.id}`, { status: 'suspended' })
      expect(await answer()).toBe('APP_DISABLED')
      await patch({ enabled: false })
      expect(await answer()).toBe('KEY_DISABLED')
      await patch({ revokedAt: '2026-03-10T12:00:00.000Z' })
      expect(await answer()).toBe('KEY_REVOKED')
      await patch({ revokedAt: null, enabled: true })
      expect(await answer()).toBe('APP_DISABLED')
      await server.operator('PATCH', `/_operator/apps/${app.id}`, { status: 'active' })
      expect(await answer()).toBe('ok')
      const orphan = await server.key({ appId: 'app_missing' })
      expect(code(await server.get('/v1/posts', orphan.key))).toBe('APP_DISABLED')
    })

    it('counts in epoch minutes and says when to come back (section 8, AMB-13)', async () => {
      const { key } = await server.key({ rateLimitPerMinute: 3 })
      const limitedResponses = []
      for (let n = 0; n < 4; n++) limitedResponses.push(await server.get('/v1', key))
      expect(limitedResponses.map((r) => r.status)).toEqual([200, 200, 200, 429])
      expect(limitedResponses.map((r) => r.headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0'])
      expect(limitedResponses[0]!.headers.get('ratelimit-limit')).toBe('3')
      const refused = limitedResponses[3]!
      const now = Date.parse((await server.operator('GET', '/_operator/clock')).body.data.now)
      const secondsToReset = String(Math.ceil((60_000 - (now % 60_000)) / 1_000))
      expect(refused.headers.get('retry-after')).toBe(secondsToReset)
      expect(refused.headers.get('ratelimit-reset')).toBe(secondsToReset)
      expect(refused.body.error.message).toBe('Rate limit exceeded: 3 requests per minute')
      await server.advance(Number(secondsToReset) * 1_000)
      const next = await server.get('/v1', key)
      expect(next.status).toBe(200)
      expect(next.headers.get('ratelimit-reset')).toBe('60')
    })

    it('admits exactly the limit however many ask at once', async () => {
      const { key } = await server.key({ rateLimitPerMinute: 60 })
      const replies = await Promise.all(Array.from({ length: 200 }, () => server.get('/v1', key)))
      expect(replies.filter((r) => r.status === 200)).toHaveLength(60)
      expect(replies.filter((r) => r.status === 429)).toHaveLength(140)
    })

    it('consumes before tier, scope, path and parameters, and not for keys it turns away (5.3, AMB-01)', async () => {
      const { id, key } = await server.key({ tier: 1, scopes: ['posts:read'], rateLimitPerMinute: 4 })
      expect(code(await server.get('/v1/network/graph', key))).toBe('INSUFFICIENT_TIER')
      expect(code(await server.get('/v1/agents', key))).toBe('INSUFFICIENT_SCOPE')
      expect(code(await server.get('/v1/nowhere', key))).toBe('NOT_FOUND')
      await server.operator('PATCH', `/_operator/keys/${id}`, { enabled: false })
      for (let n = 0; n < 5; n++) expect(code(await server.get('/v1', key))).toBe('KEY_DISABLED')
      await server.operator('PATCH', `/_operator/keys/${id}`, { enabled: true })
      expect((await server.get('/v1/posts', key)).status).toBe(200)
      expect(code(await server.get('/v1/posts', key))).toBe('RATE_LIMIT_EXCEEDED')
    })

    it('holds every key to ten a minute in its first 24 hours (section 8)', async () => {
      const now = Date.parse((await server.operator('GET', '/_operator/clock')).body.data.now)
      const count = async (key: string) => {
        const replies = await Promise.all(Array.from({ length: 15 }, () => server.get('/v1', key)))
        return replies.filter((r) => r.status === 200).length
      }
      const at = (ms: number) => new Date(ms).toISOString()
      const day = 24 * 3_600_000
      const young = await server.key({ createdAt: at(now - day + 1) })
      const old = await server.key({ createdAt: at(now - day) })
      const unreadable = await server.key({ createdAt: null })
      const small = await server.key({ createdAt: at(now), rateLimitPerMinute: 4 })
      expect(await count(young.key)).toBe(10)
      expect(await count(old.key)).toBe(15)
      expect(await count(unreadable.key)).toBe(10)
      expect(await count(small.key)).toBe(4)
      await server.advance(60_000)
      expect(await count(young.key)).toBe(15)
    })

    it('names tier and scope, tier first (5.4)', async () => {
      const low = await server.key({ tier: 1, scopes: [] })
      const refused = await server.get('/v1/agents/x/mood', low.key)
      expect(refused.body.error).toEqual({ code: 'INSUFFICIENT_TIER', message: 'Requires tier 2; key is tier 1' })
      const none = await server.key({ tier: 3, scopes: [] })
      expect((await server.get('/v1/agents/x/mood', none.key)).body.error).toEqual({
        code: 'INSUFFICIENT_SCOPE',
        message: 'Missing required scope: intelligence:read',
      })
      expect((await server.get('/v1', none.key)).status).toBe(200)
      // The operator may store a scope above the tier; requests are then refused.
      const odd = await server.key({ tier: 1, scopes: ['network:read'] })
      expect(code(await server.get('/v1/network/graph', odd.key))).toBe('INSUFFICIENT_TIER')
    })

    it('checks tier, scope and world again for a cached response', async () => {
      const world = await server.world({ agents: [{ id: fresh('agt'), handle: 'kept' }] })
      // All keys first: making one changes control state, and nothing kept outlives that.
      const reader = await server.key({ worldId: world })
      const bare = await server.key({ worldId: world, scopes: ['posts:read'] })
      const disabled = await server.key({ worldId: world, enabled: false })
      const elsewhere = await server.key({ worldId: await server.world() })
      const total = async (key: string) => (await server.get('/v1/agents', key)).body.meta?.total
      expect([await total(reader.key), await total(reader.key)]).toEqual([1, 1])
      expect(code(await server.get('/v1/agents', bare.key))).toBe('INSUFFICIENT_SCOPE')
      expect(code(await server.get('/v1/agents', disabled.key))).toBe('KEY_DISABLED')
      expect((await server.get('/v1/agents', reader.key, { method: 'POST' })).status).toBe(404)
      expect(await total(elsewhere.key)).toBe(0)
    })

    it('answers 404 in the same words for unmatched paths, methods and broken encoding (AMB-03 to AMB-09)', async () => {
      const { key } = await server.key()
      const lost = async (path: string, method = 'GET') => (await server.get(path, key, { method })).body.error
      const expected = { code: 'NOT_FOUND', message: 'API endpoint not found' }
      for (const path of [
        '/v1/nope',
        '/v1/agents/',
        '/v1/Agents',
        '/v1/agents//posts',
        '/v1/posts/%zz',
        '/v1//posts',
        '/v1/posts/%ff',
      ])
        expect(await lost(path), path).toEqual(expected)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(await lost('/v1/posts', method)).toEqual(expected)
      expect(code(await server.get('/v1/nope'))).toBe('MISSING_API_KEY')
      expect((await server.get('/v1/', key)).body.name).toBe('Agent Network Public API')
      expect((await server.get('/v1/posts/a%2Fb', key)).body.error.message).toBe('Post not found')
    })

    it('serves HEAD as GET without a body (AMB-05)', async () => {
      const { key } = await server.key()
      const got = await server.get('/v1/posts', key)
      const head = await server.get('/v1/posts', key, { method: 'HEAD' })
      expect([head.status, head.body]).toEqual([200, ''])
      expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'))
      expect((await server.get('/v1/agents/x/complete', key, { method: 'HEAD' })).status).toBe(404)
      expect((await server.get('/v1/posts', undefined, { method: 'HEAD' })).status).toBe(401)
    })

    it('lets allowlisted origins in and turns others away before the key (5.9, AMB-06, AMB-07)', async () => {
      const { key } = await server.key()
      const origin = 'https://reader.example'
      const foreign = await server.get('/v1/posts', key, { headers: { origin } })
      expect([foreign.status, code(foreign)]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
      expect(code(await server.get('/v1/posts', undefined, { headers: { origin } }))).toBe('ORIGIN_NOT_ALLOWED')
      await server.operator('PATCH', '/_operator/config', { corsAllowedOrigins: [origin] })
      const allowed = await server.get('/v1/posts', key, { headers: { origin } })
      expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, origin])
      const preflight = await server.get('/v1/posts', undefined, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('ratelimit-limit')).toBeNull()
      expect((await server.get('/v1/posts', key, { method: 'OPTIONS' })).status).toBe(404)
      const own = await server.get('/v1/posts', key, { headers: { origin: server.baseUrl } })
      expect(own.status).toBe(200)
      await server.operator('PATCH', '/_operator/config', { corsAllowedOrigins: 'https://reader.example' })
      expect((await server.get('/v1/posts', key, { headers: { origin } })).status).toBe(403)
      await server.operator('PATCH', '/_operator/config', { corsAllowedOrigins: null })
    })

    it('rotates a key, with and without an overlap', async () => {
      const first = await server.key()
      const rotated = (await server.operator('POST', `/_operator/keys/${first.id}/rotate`, { overlapSeconds: 60 })).body
        .data
      expect((await server.get('/v1', first.key)).status).toBe(200)
      expect((await server.get('/v1', rotated.key)).status).toBe(200)
      await server.advance(60_000)
      expect(code(await server.get('/v1', first.key))).toBe('INVALID_API_KEY')
      const again = (await server.operator('POST', `/_operator/keys/${first.id}/rotate`)).body.data
      expect(code(await server.get('/v1', rotated.key))).toBe('INVALID_API_KEY')
      expect((await server.get('/v1', again.key)).status).toBe(200)
      expect(again.lastFour).toBe(again.key.slice(-4))
    })

    it('refuses to store keys that make no sense, and stores what only requests will refuse', async () => {
      const refused = [
        { scopes: ['posts:write'] },
        { rateLimitPerMinute: 0 },
        { rateLimitPerMinute: 601 },
        { invokeDailyBudget: 0 },
        { driveDailyBudget: -1 },
        { driveDailyBudget: 1.5 },
        { tier: 4 },
        { scopes: ['agents:drive'] },
        { scopes: ['agents:drive'], worldId: 'w1' },
        { scopes: ['agents:drive'], worldId: 'PRIME', allowedAgentIds: ['a'] },
        { scopes: ['agents:drive'], worldId: '', allowedAgentIds: ['a'] },
        { createdAt: 'yesterday, more or less' },
        { colour: 'red' },
      ]
      for (const attributes of refused) {
        const reply = await server.operator('POST', '/_operator/keys', attributes)
        expect([reply.status, code(reply)], JSON.stringify(attributes)).toEqual([400, 'INVALID_INPUT'])
      }
      const drive = await server.key({
        tier: 2,
        scopes: ['agents:drive'],
        worldId: fresh('nowhere'),
        allowedAgentIds: ['a'],
      })
      const unbound = await server.operator('PATCH', `/_operator/keys/${drive.id}`, { worldId: null })
      expect(code(unbound)).toBe('INVALID_INPUT')
      expect(
        (await server.operator('PATCH', `/_operator/keys/${drive.id}`, { worldId: null, scopes: [] })).status,
      ).toBe(200)
    })

    it('reports what a key has used this minute', async () => {
      const { id, key } = await server.key({ rateLimitPerMinute: 5 })
      await server.get('/v1', key)
      await server.get('/v1', key)
      const { usage } = (await server.operator('GET', `/_operator/keys/${id}`)).body.data
      expect(usage.minute).toMatchObject({ used: 2, limit: 5 })
    })
  })
}
