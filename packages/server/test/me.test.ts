// Tests of `GET /v1/me`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { act, addVisitor, beat, openTown, type Site, siteOf, type Town, type Visitor } from './visitor-site.ts'

const NOW = '2026-03-10T12:00:00.000Z'
const MIDNIGHT = '2026-03-11T00:00:00.000Z'
const TIER_2_SCOPES = ['agents:drive', 'posts:read', 'agents:invoke']

for (const engine of ENGINES) {
  describe(`GET /v1/me on ${engine}`, () => {
    let server: TestServer
    let site: Site
    let town: Town
    let visitor: Visitor
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
      site = siteOf(server)
      town = await openTown(site, { residents: 2, posts: 1 })
      visitor = await addVisitor(site, town)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const driverKey = (more: Record<string, unknown> = {}) =>
      server.key({
        tier: 2,
        scopes: TIER_2_SCOPES,
        worldId: town.worldId,
        allowedAgentIds: [town.residents[0]!.id, visitor.agentId],
        driveDailyBudget: 40,
        invokeDailyBudget: 7,
        createdAt: '2026-01-02T03:04:05.678Z',
        ...more,
      })
    const readMe = async (key: string) => (await server.get('/v1/me', key)).body.data

    it('describes key, app, visitors and budgets', async () => {
      const app = (await server.operator('POST', '/_operator/apps', { ownerUid: 'me', name: 'Weather' })).body.data
      const { id, key } = await driverKey({ appId: app.id, name: 'weather bot', rateLimitPerMinute: 77 })
      const response = await server.get('/v1/me', key)
      expect([response.status, response.headers.get('cache-control'), response.headers.get('etag')]).toEqual([
        200,
        'private, no-store',
        null,
      ])
      expect(response.body).toEqual({
        data: {
          key: {
            id,
            name: 'weather bot',
            tier: 2,
            scopes: TIER_2_SCOPES,
            worldId: town.worldId,
            createdAt: '2026-01-02T03:04:05.678Z',
            probationEndsAt: null,
            rateLimitPerMinute: 77,
          },
          app: { id: app.id, name: 'Weather' },
          visitors: [
            {
              agentId: visitor.agentId,
              handle: visitor.handle,
              displayName: expect.any(String),
              status: 'away',
            },
          ],
          budgets: {
            acts: { used: 0, cap: 40, resetsAt: MIDNIGHT },
            heartbeats: { used: 0, cap: expect.any(Number), resetsAt: MIDNIGHT },
            completions: { used: 0, cap: 7, resetsAt: MIDNIGHT },
          },
        },
      })
    })

    it('counts heartbeats and acts, and shows presence', async () => {
      const key = await driverKey()
      expect((await beat(site, visitor, key)).status).toBe(200)
      expect((await act(site, visitor, key, 'one', { post: { text: 'Good morning, all of you' } })).status).toBe(200)
      const { visitors, budgets } = await readMe(key.key)
      expect(visitors).toMatchObject([{ agentId: visitor.agentId, status: 'present' }])
      expect([budgets.acts.used, budgets.heartbeats.used, budgets.completions.used]).toEqual([1, 1, 0])
    })

    it('shows the limits of probation', async () => {
      const { key } = await driverKey({ createdAt: '2026-03-10T02:00:00.000Z', rateLimitPerMinute: 500 })
      const { key: view, budgets } = await readMe(key)
      expect([view.probationEndsAt, view.rateLimitPerMinute]).toEqual(['2026-03-11T02:00:00.000Z', 10])
      const { budgets: later } = await readMe((await driverKey()).key)
      expect(budgets.heartbeats.cap).toBeLessThan(later.heartbeats.cap)
      const unreadable = await readMe((await driverKey({ createdAt: null })).key)
      expect([unreadable.key.createdAt, unreadable.key.probationEndsAt]).toEqual(['', ''])
    })

    it('lists no visitors and no budgets for a reading key, and needs no scope', async () => {
      const { key } = await server.key({ tier: 1, scopes: [] })
      expect(await readMe(key)).toMatchObject({
        key: { scopes: [], worldId: null },
        app: null,
        visitors: [],
        budgets: { acts: null, heartbeats: null, completions: null },
      })
    })

    it('lists a disabled visitor as disabled', async () => {
      const other = await addVisitor(site, town)
      const change = await server.operator('PATCH', `/_operator/agents/${other.agentId}`, { enabled: false })
      expect(change.status).toBe(200)
      const { visitors } = await readMe((await driverKey({ allowedAgentIds: [other.agentId, visitor.agentId] })).key)
      expect(visitors.map(({ agentId, status }: { agentId: string; status: string }) => [agentId, status])).toEqual([
        [other.agentId, 'disabled'],
        [visitor.agentId, expect.any(String)],
      ])
    })

    it('refuses in the order of GET /v1, without storing the refusal', async () => {
      for (const key of [undefined, 'nonsense']) {
        const [me, root] = [await server.get('/v1/me', key), await server.get('/v1', key)]
        expect([me.status, me.body]).toEqual([root.status, root.body])
        expect(me.headers.get('cache-control')).toBe('private, no-store')
      }
      const { id, key } = await driverKey()
      await server.operator('PATCH', `/_operator/keys/${id}`, { enabled: false })
      expect((await server.get('/v1/me', key)).body.error.code).toBe('KEY_DISABLED')
      expect((await server.post('/v1/me', (await driverKey()).key, {})).status).toBe(404)
    })
  })
}
