import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
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

for (const engine of ENGINES)
  describe(`visitors that leave, on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer

    const operate = async (method: string, path: string, body?: unknown) => {
      const reply = await server.operator(method, path, body)
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      return reply.body.data
    }
    const makeWorld = async (attributes: Record<string, unknown> = {}): Promise<string> =>
      (await operate('POST', '/_operator/worlds', attributes)).id
    const newDeveloper = () => developer(issuer, server.baseUrl)
    const registered = async (who: DeveloperAtWork, body: Record<string, unknown> = {}) => {
      const reply = await who.portal('POST', `/apps/${who.appId}/visitors`, { slug: newSlug(), ...TERMS, ...body })
      expect(statusAndCode(reply)).toBe('201')
      return reply.body.data as { visitor: { agentId: string }; key: { id: string; key: string } }
    }
    const list = async ({ portal, appId }: DeveloperAtWork) =>
      (await portal('GET', `/apps/${appId}/visitors`)).body.data
    const releasing = ({ portal, appId }: DeveloperAtWork, agentId: string) =>
      portal('DELETE', `/apps/${appId}/visitors/${agentId}`)
    const beat = (agentId: string, key: string) => server.post(`/v1/visitors/${agentId}/heartbeat`, key, {})
    const act = (agentId: string, key: string, value: string, body: unknown) =>
      server.post(`/v1/visitors/${agentId}/act`, key, body, { 'idempotency-key': value })

    beforeAll(async () => {
      issuer = await startIssuer()
      server = await startTestServer(engine, { env: issuer.env })
      await server.setClock(NOW)
    })
    beforeEach(async () => {
      // Every test begins without a world that takes visitors.
      for (const { id, designation } of await operate('GET', '/_operator/worlds'))
        if (designation !== null) await operate('PATCH', `/_operator/worlds/${id}`, { designation: null })
      await server.switches(OPEN_GATES)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await issuer.close()
    })

    describe('release', () => {
      it('revokes, disables, ends presence and roster, forgets the persona, and leaves what was written (3.1)', async () => {
        const worldId = await makeWorld({ designation: 'visitor' })
        const owner = await newDeveloper()
        const { visitor, key } = await registered(owner)
        const { agentId } = visitor
        const reader = await server.key({ worldId })
        const another = await server.key({
          tier: 2,
          scopes: ['agents:drive'],
          worldId,
          allowedAgentIds: [agentId],
        })
        await beat(agentId, key.key)
        const posted = await act(agentId, key.key, 'a', { post: { text: 'The tide is out' } })
        await act(agentId, key.key, 'b', { persona: { text: 'I am quiet and curious.' } })
        const released = await releasing(owner, agentId)
        expect(released.body).toEqual({ data: { agentId, worldId, keyId: key.id, released: true } })

        expect(statusAndCode(await beat(agentId, key.key))).toBe('403 KEY_REVOKED')
        // AMB-47
        expect(statusAndCode(await beat(agentId, another.key))).toBe('403 DRIVE_AGENT_DISABLED')
        expect((await server.get(`/v1/posts/${posted.body.data.docId}`, reader.key)).status).toBe(200)
        expect((await server.get(`/v1/agents/${agentId}`, reader.key)).status).toBe(200)
        expect((await server.get('/v1/agents', reader.key)).body.meta.total).toBe(0)
        const [row] = await readStore(server, `select * from visitors where agent_id = '${agentId}'`)
        expect([Number(row.present), Number(row.released_at) > 0]).toEqual([0, true])
        const [agent] = await readStore(server, `select * from agents where id = '${agentId}'`)
        expect([Number(agent.enabled), agent.persona]).toEqual([0, ''])
        expect(await list(owner)).toEqual([])
        expect(statusAndCode(await releasing(owner, agentId))).toBe('404 VISITOR_NOT_FOUND')
      })

      it('works with every gate closed, the app suspended and the world paused', async () => {
        const worldId = await makeWorld({ designation: 'visitor' })
        const owner = await newDeveloper()
        const { visitor } = await registered(owner)
        await server.switches({
          visitorDriveEnabled: false,
          developerSignupsEnabled: false,
          visitorSelfServeEnabled: false,
        })
        await operate('PATCH', `/_operator/worlds/${worldId}`, { visitorsPaused: true, status: 'archived' })
        await operate('PATCH', `/_operator/apps/${owner.appId}`, { status: 'suspended' })
        await operate('PATCH', `/_operator/developers/${owner.uid}`, { status: 'suspended' })
        expect((await list(owner)).length).toBe(1)
        expect(statusAndCode(await releasing(owner, visitor.agentId))).toBe('200')
      })

      it('knows only visitors that this developer registered on this app', async () => {
        const worldId = await makeWorld({ designation: 'visitor' })
        const owner = await newDeveloper()
        const { visitor } = await registered(owner)
        const other = await newDeveloper()
        const operatorVisitor = await operate('POST', '/_operator/visitors', { worldId, slug: newSlug() })
        const second = (await owner.portal('POST', '/apps', { name: 'Second' })).body.data.id
        expect(statusAndCode(await releasing(other, visitor.agentId))).toBe('404 VISITOR_NOT_FOUND')
        expect(statusAndCode(await releasing({ ...other, appId: owner.appId }, visitor.agentId))).toBe(
          '404 APP_NOT_FOUND',
        )
        expect(statusAndCode(await releasing({ ...owner, appId: second }, visitor.agentId))).toBe(
          '404 VISITOR_NOT_FOUND',
        )
        expect(statusAndCode(await releasing(owner, operatorVisitor.agentId))).toBe('404 VISITOR_NOT_FOUND')
        expect(statusAndCode(await releasing(owner, 'x'.repeat(9_000)))).toBe('404 VISITOR_NOT_FOUND')
      })

      it('shows a visitor that an operator disabled as disabled', async () => {
        await makeWorld({ designation: 'visitor' })
        const owner = await newDeveloper()
        const { visitor } = await registered(owner)
        await operate('PATCH', `/_operator/agents/${visitor.agentId}`, { enabled: false })
        expect((await list(owner))[0].status).toBe('disabled')
      })
    })

    describe('deleting the account', () => {
      it('releases every visitor, deletes every key, revokes the apps and forgets who it was (1.25)', async () => {
        const worlds = [await makeWorld({ designation: 'visitor' }), await makeWorld({ designation: 'visitor' })]
        const owner = await newDeveloper()
        await operate('PATCH', `/_operator/developers/${owner.uid}`, { visitorCap: 2 })
        const visitors = [
          await registered(owner, { worldId: worlds[0] }),
          await registered(owner, { worldId: worlds[1] }),
        ]
        const ordinary = (
          await owner.portal('POST', `/apps/${owner.appId}/api-keys`, {
            name: 'k',
            ...{ acceptedDeveloperTermsVersion: '2026-01' },
          })
        ).body.data
        const granted = await server.key({ appId: owner.appId })
        const { body } = await owner.portal('DELETE', '/account')
        const agentIds = visitors.map(({ visitor }) => visitor.agentId).sort()
        expect(body.data).toEqual({ uid: owner.uid, deleted: true, releasedVisitors: agentIds })
        for (const { key } of [...visitors, { key: ordinary }, { key: granted }])
          expect((await server.get('/v1', key.key)).body.error.code).toBe('INVALID_API_KEY')
        for (const { visitor } of visitors) {
          const [row] = await readStore(server, `select * from agents where id = '${visitor.agentId}'`)
          expect(Number(row.enabled)).toBe(0)
        }
        expect(await operate('GET', `/_operator/apps/${owner.appId}`)).toMatchObject({ status: 'revoked', name: '' })
        expect(statusAndCode(await owner.portal('GET', '/account'))).toBe('403 ACCOUNT_REQUIRED')
        // Evidence stays, under a uid that leads nowhere any more.
        expect(await readStore(server, `select id from acceptances where uid = '${owner.uid}'`)).toHaveLength(5)
        for (const table of ['developers', 'acceptances', 'apps', 'audit'])
          expect(JSON.stringify(await readStore(server, `select * from ${table}`))).not.toContain(owner.subject)
      })

      it('lets the same person start anew', async () => {
        await makeWorld({ designation: 'visitor' })
        const owner = await newDeveloper()
        await registered(owner)
        await owner.portal('DELETE', '/account')
        const again = await owner.portal('POST', '/signup')
        expect(again.status).toBe(201)
        expect(again.body.data.uid).not.toBe(owner.uid)
        expect((await owner.portal('GET', '/apps')).body.data).toEqual([])
        const appId = (await owner.portal('POST', '/apps', { name: 'a' })).body.data.id
        await registered({ ...owner, appId })
      })
    })

    it('counts as linked to its app for machine tokens until it is released (AMB-117)', async () => {
      await makeWorld({ designation: 'visitor' })
      const owner = await newDeveloper()
      const { visitor } = await registered(owner)
      await operate('PATCH', `/_operator/apps/${owner.appId}`, { machineClient: {} })
      const { clientId, clientSecret } = await operate('POST', `/_operator/apps/${owner.appId}/client-secret`)
      const token = async () => {
        const response = await fetch(`${server.baseUrl}/oidc/token`, {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: `grant_type=client_credentials&agent_id=${visitor.agentId}`,
        })
        return ((await response.json()) as { error?: string }).error ?? response.status
      }
      expect(await token()).toBe(200)
      await releasing(owner, visitor.agentId)
      expect(await token()).toBe('unauthorized_client')
    })
  })
