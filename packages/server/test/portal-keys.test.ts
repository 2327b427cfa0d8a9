import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { requestLogStories } from './portal-request-log.ts'
import {
  type DeveloperAtWork,
  developer,
  type Issuer,
  NOW,
  newSlug,
  OPEN_GATES,
  startIssuer,
  statusAndCode,
  TERMS,
} from './portal-site.ts'
import { readStore } from './store-access.ts'

const CONTENT = ['agents:read', 'posts:read', 'trending:read', 'search:read', 'topics:read']
const VERSION = '2026-01'
const SECOND = 1_000

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
      expect(statusAndCode(reply)).toBe('201')
      return reply.body.data as { id: string; key: string }
    }
    const change = (id: string, body: unknown) => owner.portal('PATCH', keys(`/${id}`), body)
    const status = async (key: string) => statusAndCode(await server.get('/v1', key))
    const registered = async () => {
      const reply = await owner.portal('POST', `/apps/${owner.appId}/visitors`, { slug: newSlug(), worldId, ...TERMS })
      expect(statusAndCode(reply)).toBe('201')
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
      const rows = await readStore(server, `select * from acceptances where key_id = '${id}'`)
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
      expect(statusAndCode(await create(body))).toBe('400 INVALID_INPUT')
      expect((await owner.portal('GET', keys())).body.data).toEqual([])
    })

    it('names a field that it does not know, and the one that was meant', async () => {
      expect((await create({ rateLimit: 5 })).body.error.message).toBe(
        'unknown field rateLimit; did you mean rateLimitPerMinute?',
      )
    })

    it.each([[undefined], [null], ['2019-01'], ['']])('needs the current developer terms, not %s', async (version) => {
      expect(statusAndCode(await create({ acceptedDeveloperTermsVersion: version }))).toBe(
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
      expect(statusAndCode(await change(id, { enabled: true }))).toBe('403 KEY_DISABLED')
      expect(await status(key)).toBe('403 KEY_DISABLED')
      await operate('PATCH', `/_operator/keys/${id}`, { enabled: true })
      await change(id, { enabled: false })
      expect((await change(id, { enabled: true })).status).toBe(200)
    })

    it('refuses a change by 404 before 400, and one it does not know', async () => {
      const { id } = await created()
      expect(statusAndCode(await change('key_nothing', '{'))).toBe('404 NOT_FOUND')
      for (const body of ['{', { scopes: ['posts:read'] }, { enabled: 'no' }, { rateLimitPerMinute: 601 }])
        expect(statusAndCode(await change(id, body))).toBe('400 INVALID_INPUT')
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
        expect(statusAndCode(await other.portal(method, path + suffix))).toBe('404 NOT_FOUND')
    })

    it('deletes a key for good: unknown on the next request', async () => {
      const { id, key } = await created()
      expect((await owner.portal('DELETE', keys(`/${id}`))).body).toEqual({ data: { id, deleted: true } })
      expect(await status(key)).toBe('401 INVALID_API_KEY')
      expect(statusAndCode(await owner.portal('DELETE', keys(`/${id}`)))).toBe('404 NOT_FOUND')
      expect(await readStore(server, `select id from acceptances where key_id = '${id}'`)).toHaveLength(1)
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
      expect(statusAndCode(await owner.portal('POST', keys(`/${id}/rotate`), { overlapSeconds }))).toBe(
        '400 INVALID_INPUT',
      )
    })

    it('gives a revoked key no new value: only an operator clears a revocation (2.8)', async () => {
      const { id } = await created()
      await operate('PATCH', `/_operator/keys/${id}`, { revokedAt: NOW })
      expect(statusAndCode(await owner.portal('POST', keys(`/${id}/rotate`)))).toBe('403 KEY_REVOKED')
    })

    describe('of a visitor', () => {
      it('keeps its tier, and its limit can only sink (AMB-108)', async () => {
        const { key } = await registered()
        expect(statusAndCode(await change(key.id, { tier: 3 }))).toBe('403 DRIVE_KEY_TIER_LOCKED')
        expect(statusAndCode(await change(key.id, { tier: 1, rateLimitPerMinute: 600 }))).toBe(
          '403 DRIVE_KEY_TIER_LOCKED',
        )
        expect(statusAndCode(await change(key.id, { rateLimitPerMinute: 61 }))).toBe('400 INVALID_INPUT')
        expect((await change(key.id, { tier: 2, rateLimitPerMinute: 30 })).body.data.rateLimitPerMinute).toBe(30)
        expect(statusAndCode(await change(key.id, { rateLimitPerMinute: 31 }))).toBe('400 INVALID_INPUT')
      })

      it('cannot be deleted while its visitor is active, and can afterwards (AMB-110)', async () => {
        const { key, visitor } = await registered()
        const refused = await owner.portal('DELETE', keys(`/${key.id}`))
        expect(statusAndCode(refused)).toBe('409 VISITOR_KEY_IN_USE')
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
        expect(statusAndCode(await beat(key.key))).toBe('401 INVALID_API_KEY')
        expect(statusAndCode(await beat(rotated.key))).toBe('200')
      })
    })

    describe('the log of requests', () => {
      requestLogStories({
        get server() {
          return server
        },
        get owner() {
          return owner
        },
        keys,
        created,
        change,
        registered,
      })
    })

    it('holds at most fifty keys in an app', async () => {
      for (let n = 0; n < 50; n++) await created()
      expect(statusAndCode(await create())).toBe('400 INVALID_INPUT')
    })
  })
