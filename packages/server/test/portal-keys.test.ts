import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import {
  type DeveloperAtWork,
  developer,
  type Issuer,
  NOW,
  newSlug,
  OPEN_GATES,
  rowsOf,
  startIssuer,
  TERMS,
  told,
} from './portal-site.ts'

const CONTENT = ['agents:read', 'posts:read', 'trending:read', 'search:read', 'topics:read']
const VERSION = '2026-01'
const SECOND = 1_000
const DAY = 86_400_000

for (const engine of ENGINES)
  describe(`keys of the portal on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    let owner: DeveloperAtWork
    let worldId: string

    const operate = async (method: string, path: string, body?: unknown) => {
      const reply = await server.operator(method, path, body)
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      return reply.body.data
    }
    const keys = (path = '') => `/apps/${owner.appId}/api-keys${path}`
    const create = (body: Record<string, unknown> = {}) =>
      owner.portal('POST', keys(), { name: 'Reader', acceptedDeveloperTermsVersion: VERSION, ...body })
    const created = async (body: Record<string, unknown> = {}) => {
      const reply = await create(body)
      expect(told(reply)).toBe('201')
      return reply.body.data as { id: string; key: string }
    }
    const change = (id: string, body: unknown) => owner.portal('PATCH', keys(`/${id}`), body)
    const status = async (key: string) => told(await server.get('/v1', key))
    const registered = async () => {
      const reply = await owner.portal('POST', `/apps/${owner.appId}/visitors`, { slug: newSlug(), worldId, ...TERMS })
      expect(told(reply)).toBe('201')
      return reply.body.data as { visitor: { agentId: string }; key: { id: string; key: string } }
    }

    beforeAll(async () => {
      issuer = await startIssuer()
      server = await startTestServer(engine, { env: issuer.env })
      await server.setClock(NOW)
      worldId = (await operate('POST', '/_operator/worlds', { designation: 'visitor' })).id
      await server.switches(OPEN_GATES)
    })
    beforeEach(async () => {
      owner = await developer(issuer, server.baseUrl)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await issuer.close()
    })

    it.each([
      [undefined, 1, CONTENT],
      [1, 1, CONTENT],
      [2, 2, [...CONTENT, 'intelligence:read']],
      [3, 3, [...CONTENT, 'intelligence:read', 'network:read']],
    ])('gives tier %s its default scopes and shows the raw key once (1.25)', async (tier, got, scopes) => {
      const reply = await create(tier === undefined ? {} : { tier })
      expect(reply.status).toBe(201)
      expect(reply.body).toEqual({
        data: {
          id: expect.any(String),
          key: expect.stringMatching(/^anet_test_/),
          name: 'Reader',
          tier: got,
          scopes,
          rateLimitPerMinute: 60,
        },
        warning: expect.stringContaining('Save'),
      })
      const { id, key } = reply.body.data
      expect(await status(key)).toBe('200')
      const listed = await owner.portal('GET', keys())
      expect(listed.body.data).toEqual([
        {
          id,
          name: 'Reader',
          tier: got,
          scopes,
          rateLimitPerMinute: 60,
          enabled: true,
          revokedAt: null,
          lastFour: key.slice(-4),
          createdAt: NOW,
          worldId: null,
          allowedAgentIds: [],
          driveDailyBudget: null,
          acceptedDeveloperTermsVersion: VERSION,
        },
      ])
      expect(JSON.stringify(listed.body)).not.toContain(key)
      expect((await owner.portal('GET', keys(`/${id}`))).body.data).toEqual(listed.body.data[0])
    })

    it('stamps the developer terms on the key as evidence (4.14)', async () => {
      const { id } = await created()
      const rows = await rowsOf(server, `select * from acceptances where key_id = '${id}'`)
      expect(rows).toEqual([
        expect.objectContaining({
          uid: owner.uid,
          kind: 'developer',
          version: VERSION,
          purpose: 'key',
          agent_id: null,
        }),
      ])
    })

    it.each([
      ['drive', { tier: 2, scopes: ['agents:drive'] }],
      ['invoke', { tier: 2, scopes: ['agents:invoke', 'posts:read'] }],
      ['a scope that is none', { scopes: ['posts:write'] }],
      ['no scope at all', { scopes: [] }],
      ['a scope above the tier', { tier: 1, scopes: ['network:read'] }],
      ['tier 4', { tier: 4 }],
      ['tier 1.5', { tier: 1.5 }],
      ['a limit of 0', { rateLimitPerMinute: 0 }],
      ['a limit of 601', { rateLimitPerMinute: 601 }],
      ['no name', { name: undefined }],
      ['a world', { worldId: 'w' }],
    ])('refuses %s and makes no key (AMB-14, AMB-109)', async (_what, body) => {
      expect(told(await create(body))).toBe('400 INVALID_INPUT')
      expect((await owner.portal('GET', keys())).body.data).toEqual([])
    })

    it('names a field that it does not know, and the one that was meant', async () => {
      expect((await create({ rateLimit: 5 })).body.error.message).toBe(
        'unknown field rateLimit; did you mean rateLimitPerMinute?',
      )
    })

    it.each([[undefined], [null], ['2019-01'], ['']])('needs the current developer terms, not %s', async (version) => {
      expect(told(await create({ acceptedDeveloperTermsVersion: version }))).toBe(
        '400 DEVELOPER_TERMS_ACCEPTANCE_REQUIRED',
      )
    })

    it('takes its own scopes and a limit of up to 600', async () => {
      const { id } = await created({ tier: 2, scopes: ['posts:read', 'posts:read'], rateLimitPerMinute: 600 })
      const { body } = await owner.portal('GET', keys(`/${id}`))
      expect(body.data).toMatchObject({ scopes: ['posts:read'], rateLimitPerMinute: 600 })
    })

    it('changes name, limit and state, on the very next request', async () => {
      const { id, key } = await created()
      const changed = await change(id, { name: 'Renamed', rateLimitPerMinute: 600, enabled: false })
      expect(changed.body.data).toMatchObject({ name: 'Renamed', rateLimitPerMinute: 600, enabled: false })
      expect(await status(key)).toBe('403 KEY_DISABLED')
      await change(id, { enabled: true })
      expect(await status(key)).toBe('200')
    })

    it('lets scopes follow the tier', async () => {
      const { id } = await created({ scopes: ['posts:read'] })
      expect((await change(id, { tier: 3 })).body.data.scopes).toEqual([
        'posts:read',
        'intelligence:read',
        'network:read',
      ])
      expect((await change(id, { tier: 1 })).body.data.scopes).toEqual(['posts:read'])
    })

    it('does not let an owner enable what an operator disabled (3.2)', async () => {
      const { id, key } = await created()
      await change(id, { enabled: false })
      await operate('PATCH', `/_operator/keys/${id}`, { enabled: false })
      expect(told(await change(id, { enabled: true }))).toBe('403 KEY_DISABLED')
      expect(await status(key)).toBe('403 KEY_DISABLED')
      await operate('PATCH', `/_operator/keys/${id}`, { enabled: true })
      await change(id, { enabled: false })
      expect((await change(id, { enabled: true })).status).toBe(200)
    })

    it('refuses a change by 404 before 400, and one it does not know', async () => {
      const { id } = await created()
      expect(told(await change('key_nothing', '{'))).toBe('404 NOT_FOUND')
      for (const body of ['{', { scopes: ['posts:read'] }, { enabled: 'no' }, { rateLimitPerMinute: 601 }])
        expect(told(await change(id, body))).toBe('400 INVALID_INPUT')
    })

    it('hides the keys of other apps', async () => {
      const { id } = await created()
      const other = await developer(issuer, server.baseUrl)
      const path = `/apps/${other.appId}/api-keys/${id}`
      for (const [method, suffix] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/rotate'],
        ['GET', '/requests'],
      ] as const)
        expect(told(await other.portal(method, path + suffix))).toBe('404 NOT_FOUND')
    })

    it('deletes a key for good: unknown on the next request', async () => {
      const { id, key } = await created()
      expect((await owner.portal('DELETE', keys(`/${id}`))).body).toEqual({ data: { id, deleted: true } })
      expect(await status(key)).toBe('401 INVALID_API_KEY')
      expect(told(await owner.portal('DELETE', keys(`/${id}`)))).toBe('404 NOT_FOUND')
      expect(await rowsOf(server, `select id from acceptances where key_id = '${id}'`)).toHaveLength(1)
    })

    it('rotates a key, with an overlap if asked', async () => {
      const { id, key } = await created()
      const first = await owner.portal('POST', keys(`/${id}/rotate`), { overlapSeconds: 60 })
      expect(first.status).toBe(200)
      expect(first.body).toMatchObject({
        data: { id, previousValidUntil: new Date(Date.parse(NOW) + 60 * SECOND).toISOString() },
        warning: expect.stringContaining('Save'),
      })
      const second = first.body.data.key
      expect(second).not.toBe(key)
      expect([await status(key), await status(second)]).toEqual(['200', '200'])
      expect((await owner.portal('GET', keys(`/${id}`))).body.data.lastFour).toBe(second.slice(-4))
      const third = (await owner.portal('POST', keys(`/${id}/rotate`))).body.data
      expect(third.previousValidUntil).toBeNull()
      expect([await status(second), await status(third.key)]).toEqual(['401 INVALID_API_KEY', '200'])
    })

    it.each([[-1], [604_801], [1.5], ['60']])('refuses an overlap of %s', async (overlapSeconds) => {
      const { id } = await created()
      expect(told(await owner.portal('POST', keys(`/${id}/rotate`), { overlapSeconds }))).toBe('400 INVALID_INPUT')
    })

    it('gives a revoked key no new value: only an operator clears a revocation (2.8)', async () => {
      const { id } = await created()
      await operate('PATCH', `/_operator/keys/${id}`, { revokedAt: NOW })
      expect(told(await owner.portal('POST', keys(`/${id}/rotate`)))).toBe('403 KEY_REVOKED')
    })

    describe('of a visitor', () => {
      it('keeps its tier, and its limit can only sink (AMB-108)', async () => {
        const { key } = await registered()
        expect(told(await change(key.id, { tier: 3 }))).toBe('403 DRIVE_KEY_TIER_LOCKED')
        expect(told(await change(key.id, { tier: 1, rateLimitPerMinute: 600 }))).toBe('403 DRIVE_KEY_TIER_LOCKED')
        expect(told(await change(key.id, { rateLimitPerMinute: 61 }))).toBe('400 INVALID_INPUT')
        expect((await change(key.id, { tier: 2, rateLimitPerMinute: 30 })).body.data.rateLimitPerMinute).toBe(30)
        expect(told(await change(key.id, { rateLimitPerMinute: 31 }))).toBe('400 INVALID_INPUT')
      })

      it('cannot be deleted while its visitor lives, and can afterwards (AMB-110)', async () => {
        const { key, visitor } = await registered()
        const refused = await owner.portal('DELETE', keys(`/${key.id}`))
        expect(told(refused)).toBe('409 VISITOR_KEY_IN_USE')
        expect(refused.body.error.agentId).toBe(visitor.agentId)
        await owner.portal('DELETE', `/apps/${owner.appId}/visitors/${visitor.agentId}`)
        expect(await status(key.key)).toBe('403 KEY_REVOKED')
        expect((await owner.portal('DELETE', keys(`/${key.id}`))).status).toBe(200)
        expect(await status(key.key)).toBe('401 INVALID_API_KEY')
      })

      it('rotates with its binding', async () => {
        const { key, visitor } = await registered()
        const rotated = (await owner.portal('POST', keys(`/${key.id}/rotate`))).body.data
        const beat = (raw: string) => server.post(`/v1/visitors/${visitor.agentId}/heartbeat`, raw, {})
        expect(told(await beat(key.key))).toBe('401 INVALID_API_KEY')
        expect(told(await beat(rotated.key))).toBe('200')
      })
    })

    describe('the log of requests', () => {
      const log = async (id: string, query = '') =>
        (await owner.portal('GET', keys(`/${id}/requests${query}`))).body as { data: any[]; meta: any }

      it('tells calls between agents as well', async () => {
        const { id, key } = await created({ tier: 2 })
        const call = (method: string, params: object = {}, headers = {}) =>
          server.post('/a2a/v1', key, { jsonrpc: '2.0', id: 1, method, params }, { 'a2a-version': '1.0', ...headers })
        await call('SendMessage')
        await server.operator('PATCH', `/_operator/keys/${id}`, { scopes: ['agents:invoke'], invokeAnyAgent: true })
        await call('ListTasks')
        await call('GetTask', { id: 'none' })
        await call('SendMessage')
        await call('NoSuchMethod')
        await call('ListTasks', {}, { 'a2a-version': '0.3' })
        await change(id, { enabled: false })
        await call('ListTasks')
        const { data } = await log(id)
        expect(data.map((line) => [line.route, line.status, line.code, line.refusedAt, line.remaining])).toEqual(
          [
            ['a2a', 403, 'INSUFFICIENT_SCOPE', 'tier, scope, drive chain', 9],
            ['a2a ListTasks', 200, null, null, 8],
            ['a2a GetTask', 200, 'TASK_NOT_FOUND', 'handler', 7],
            ['a2a SendMessage', 200, '-32602', 'handler', 6],
            ['a2a', 200, '-32601', 'handler', 5],
            ['a2a', 200, 'VERSION_NOT_SUPPORTED', 'handler', 4],
            ['a2a', 403, 'KEY_DISABLED', 'key, key state, app state', null],
          ].reverse(),
        )
      })

      it('tells each request with its route, status, code, gate and what was left of the minute', async () => {
        const { id, key } = await created({ tier: 2 })
        const ids: (string | null)[] = []
        const get = async (path: string) => ids.push((await server.get(path, key)).headers.get('request-id'))
        await get('/v1/agents?perPage=1&secret=value')
        await get('/v1/agents/nobody-of-this-name')
        await get('/v1/network/graph')
        await get('/v1/nowhere')
        await get('/v1/search')
        await change(id, { enabled: false })
        await get('/v1/agents')
        const { data, meta } = await log(id)
        expect(data).toEqual(
          [
            ['listAgents', 200, null, null, 9],
            ['getAgent', 404, 'NOT_FOUND', 'handler', 8],
            ['getGraph', 403, 'INSUFFICIENT_TIER', 'tier, scope, drive chain', 7],
            ['unmatched', 404, 'NOT_FOUND', 'path', 6],
            ['search', 400, 'INVALID_QUERY', 'handler', 5],
            ['listAgents', 403, 'KEY_DISABLED', 'key, key state, app state', null],
          ]
            .map(([route, code, error, refusedAt, remaining], i) => ({
              at: NOW,
              requestId: ids[i],
              route,
              status: code,
              code: error,
              refusedAt,
              remaining,
              remainingToday: null,
            }))
            .reverse(),
        )
        expect(meta).toEqual({ page: 1, perPage: 25, hasMore: false })
        expect(JSON.stringify(data)).not.toMatch(/secret|nobody-of-this-name/)
      })

      it('tells what was left of the day where a route draws on a budget', async () => {
        const { key, visitor } = await registered()
        await server.operator('PATCH', `/_operator/keys/${key.id}`, { driveDailyBudget: 2 })
        const base = `/v1/visitors/${visitor.agentId}`
        await server.post(`${base}/heartbeat`, key.key, {})
        for (const n of [1, 2, 3])
          await server.post(`${base}/act`, key.key, { post: { text: `Note ${n}` } }, { 'idempotency-key': `note ${n}` })
        await server.get('/v1/agents', key.key)
        const { data } = await log(key.id)
        expect(data.map((line) => [line.route, line.code, line.remainingToday])).toEqual(
          [
            ['heartbeat', null, 47],
            ['act', null, 1],
            ['act', null, 0],
            ['act', 'DRIVE_DAILY_BUDGET_EXCEEDED', 0],
            ['listAgents', 'INSUFFICIENT_SCOPE', null],
          ].reverse(),
        )
      })

      it('names the gate of a kept answer as its route would, and the rate limit', async () => {
        const { id, key } = await created({ scopes: ['agents:read'], rateLimitPerMinute: 2 })
        const other = await server.key()
        await server.get('/v1/posts?perPage=7', other.key)
        await server.get('/v1/posts?perPage=7', key)
        await server.get('/v1/agents', key)
        await server.get('/v1/agents', key)
        expect((await log(id)).data.map(({ code, refusedAt }) => [code, refusedAt])).toEqual([
          ['RATE_LIMIT_EXCEEDED', 'rate limit'],
          [null, null],
          ['INSUFFICIENT_SCOPE', 'tier, scope, drive chain'],
        ])
      })

      it('pages to its end, newest first, and forgets after seven days', async () => {
        const { id, key } = await created({ rateLimitPerMinute: 600 })
        for (let n = 0; n < 4; n++) await server.get('/v1', key)
        await server.advance(SECOND)
        await server.get('/v1/agents', key)
        const first = await log(id, '?perPage=3')
        expect(first.data.map(({ route }) => route)).toEqual(['listAgents', 'getMetadata', 'getMetadata'])
        expect(first.meta.hasMore).toBe(true)
        const second = await log(id, '?perPage=3&page=2')
        expect([second.data.length, second.meta.hasMore]).toEqual([2, false])
        await server.advance(7 * DAY + SECOND)
        expect((await log(id)).data).toEqual([])
        expect(await rowsOf(server, `select id from request_log where key_id = '${id}'`)).toEqual([])
      })

      it('goes with its key', async () => {
        const { id, key } = await created()
        await server.get('/v1', key)
        expect((await log(id)).data).toHaveLength(1)
        await owner.portal('DELETE', keys(`/${id}`))
        expect(await rowsOf(server, `select id from request_log where key_id = '${id}'`)).toEqual([])
      })

      it('writes by itself within a moment', async () => {
        const { id, key } = await created()
        await server.get('/v1', key)
        const written = async () => rowsOf(server, `select id from request_log where key_id = '${id}'`)
        for (let n = 0; n < 100 && (await written()).length === 0; n++)
          await new Promise((resume) => setTimeout(resume, 50))
        expect(await written()).toHaveLength(1)
      })
    })

    it('holds at most fifty keys in an app', async () => {
      for (let n = 0; n < 50; n++) await created()
      expect(told(await create())).toBe('400 INVALID_INPUT')
    })
  })
