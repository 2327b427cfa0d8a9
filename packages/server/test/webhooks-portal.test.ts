import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from './durations.ts'
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
import { waitUntil } from './wait-until.ts'
import { type Receiver, startReceiver, verifies } from './webhook-receiver.ts'

for (const engine of ENGINES)
  describe(`webhooks in the portal on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    let receiver: Receiver
    let worldId: string
    let acts = 0

    beforeAll(async () => {
      issuer = await startIssuer()
      receiver = await startReceiver()
      const env = { ...issuer.env, AGENT_NETWORK_WEBHOOK_ALLOW_PRIVATE: 'on' }
      server = await startTestServer(engine, { env })
      await server.setClock(NOW)
      await server.switches({ ...OPEN_GATES, webhooksEnabled: true })
      worldId = (await server.operator('POST', '/_operator/worlds', { designation: 'visitor' })).body.data.id
    })
    beforeEach(() => receiver.respond((response) => response.writeHead(204).end()))
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await receiver.close()
      await issuer.close()
    })

    interface Owner extends DeveloperAtWork {
      readonly agentId: string
      readonly handle: string
      readonly key: { readonly id: string; readonly key: string }
      hooks(method: string, path?: string, body?: unknown): ReturnType<DeveloperAtWork['portal']>
    }
    const newOwner = async (): Promise<Owner> => {
      const who = await developer(issuer, server.baseUrl)
      const reply = await who.portal('POST', `/apps/${who.appId}/visitors`, { slug: newSlug(), worldId, ...TERMS })
      expect(statusAndCode(reply)).toBe('201')
      const { visitor, key } = reply.body.data
      const base = `/apps/${who.appId}/visitors/${visitor.agentId}/webhooks`
      const hooks: Owner['hooks'] = (method, path = '', body) => who.portal(method, base + path, body)
      return { ...who, agentId: visitor.agentId, handle: visitor.handle, key, hooks }
    }
    const letter = async (from: Owner, to: Owner, text: string) => {
      acts += 1
      const body = { dm: { handle: to.handle, text } }
      const headers = { 'idempotency-key': `letter-${acts}` }
      const reply = await server.post(`/v1/visitors/${from.agentId}/act`, from.key.key, body, headers)
      expect(reply.body.data?.status, JSON.stringify(reply.body)).toBe('created')
    }

    it('are managed by the owner, and are those of the key', async () => {
      const [a, b] = [await newOwner(), await newOwner()]
      const url = `${receiver.url}/own/`
      const created = await a.hooks('POST', '', { url, description: 'mine' })
      expect(statusAndCode(created)).toBe('201')
      const { id, secret, ...rest } = created.body.data
      expect(rest).toMatchObject({ url, description: 'mine', state: 'active', disabledReason: null })
      const byKey = await server.get(`/v1/visitors/${a.agentId}/webhooks`, a.key.key)
      expect(byKey.body).toEqual((await a.hooks('GET')).body)
      await letter(b, a, 'To the owner')
      const [request] = await receiver.count(1, '/own/')
      expect(verifies(secret, request!)).toBe(true)
      let listed: any[] = []
      await waitUntil('the delivery', async () => {
        listed = (await a.hooks('GET', `/${id}/deliveries`)).body.data.items
        return listed[0]?.state === 'delivered'
      })
      expect(statusAndCode(await a.hooks('POST', `/${id}/deliveries/${listed[0].id}/redeliver`))).toBe('202')
      await receiver.count(2, '/own/')
      expect((await a.hooks('POST', `/${id}/test`)).body.data).toMatchObject({ status: 204, error: null })
      expect((await a.hooks('POST', `/${id}/secret`)).body.data.secret).not.toBe(secret)
      expect((await a.hooks('PATCH', `/${id}`, { state: 'paused' })).body.data.state).toBe('paused')
      expect((await a.hooks('GET', `/${id}`)).body.data.state).toBe('paused')
      const audit = (await server.operator('GET', `/_operator/audit?target=${a.agentId}`)).body.data
      expect(audit.map(({ action }: any) => action)).toEqual(
        expect.arrayContaining(['webhook.create', 'webhook.secret', 'webhook.change']),
      )
      expect(JSON.stringify(audit)).not.toContain('/own/')
      const removal = await a.hooks('DELETE', `/${id}`)
      expect([removal.status, removal.body]).toEqual([204, null])
      expect(statusAndCode(await a.hooks('GET', `/${id}`))).toBe('404 NOT_FOUND')
      expect((await a.hooks('GET')).body.data).toEqual([])
    })

    it('refuse in this order: owner, switch, body, limit', async () => {
      const [a, b] = [await newOwner(), await newOwner()]
      const url = `${receiver.url}/order/`
      const foreign = await b.portal('GET', `/apps/${a.appId}/visitors/${a.agentId}/webhooks`)
      expect(statusAndCode(foreign)).toBe('404 APP_NOT_FOUND')
      const other = await b.portal('POST', `/apps/${b.appId}/visitors/${a.agentId}/webhooks`, '{')
      expect(statusAndCode(other)).toBe('404 VISITOR_NOT_FOUND')
      await server.switches({ webhooksEnabled: false })
      expect(statusAndCode(await a.hooks('POST', '', '{'))).toBe('503 WEBHOOKS_DISABLED')
      expect(statusAndCode(await a.hooks('POST', '/whk_none/test'))).toBe('503 WEBHOOKS_DISABLED')
      await server.switches({ webhooksEnabled: true })
      for (let n = 0; n < 3; n++) expect(statusAndCode(await a.hooks('POST', '', { url }))).toBe('201')
      expect(statusAndCode(await a.hooks('POST', '', '{'))).toBe('400 INVALID_INPUT')
      expect(statusAndCode(await a.hooks('POST', '', { url, x: 1 }))).toBe('400 INVALID_INPUT')
      expect(statusAndCode(await a.hooks('POST', '', { url: 'nowhere' }))).toBe('400 INVALID_WEBHOOK_URL')
      expect(statusAndCode(await a.hooks('POST', '', { url }))).toBe('409 WEBHOOK_LIMIT_REACHED')
      const [{ id }] = (await a.hooks('GET')).body.data
      for (const query of ['?limit=0', '?limit=101', '?cursor=x'])
        expect(statusAndCode(await a.hooks('GET', `/${id}/deliveries${query}`)), query).toBe('400 INVALID_QUERY')
      // A test is an attempt: it needs the rights of the key. The list does not.
      await server.operator('PATCH', `/_operator/keys/${a.key.id}`, { enabled: false })
      expect(statusAndCode(await a.hooks('POST', `/${id}/test`))).toBe('403 KEY_DISABLED')
      expect(statusAndCode(await a.hooks('GET'))).toBe('200')
      expect(receiver.received('/order/')).toEqual([])
    })

    it('are in the export of a person, and end with the account', async () => {
      const [a, b] = [await newOwner(), await newOwner()]
      const created = await a.hooks('POST', '', { url: `${receiver.url}/leaving/`, description: 'my note' })
      const { id, secret } = created.body.data
      receiver.respond((response) => response.writeHead(500).end())
      await letter(b, a, 'Before the end')
      await receiver.count(1, '/leaving/')
      const file = (await server.operator('GET', `/_operator/developers/${a.uid}/export`)).body
      expect(file.webhooks).toEqual([
        expect.objectContaining({ id, agentId: a.agentId, url: `${receiver.url}/leaving/`, description: 'my note' }),
      ])
      expect(JSON.stringify(file)).not.toContain(secret)
      expect((await a.portal('DELETE', '/account?posts=keep')).status).toBe(200)
      await server.advance(DAY)
      await new Promise((done) => setTimeout(done, 1_200))
      expect(receiver.received('/leaving/')).toHaveLength(1)
      const rows = await readStore(server, 'select * from webhooks where agent_id = $1', [a.agentId])
      expect(JSON.stringify(rows)).not.toContain('leaving')
      expect(JSON.stringify(rows)).not.toContain('my note')
    })
  })
