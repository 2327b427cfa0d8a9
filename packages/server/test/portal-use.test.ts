import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from './harness.ts'
import {
  type DeveloperAtWork,
  developer,
  type Issuer,
  newSlug,
  OPEN_GATES,
  startIssuer,
  statusAndCode,
  TERMS,
} from './portal-site.ts'
import { follow, type Reading } from './stream-reader.ts'

const NOW = '2026-03-10T12:30:00.000Z'
const GATES = {
  developerPortalEnabled: true,
  ...OPEN_GATES,
  visitorObserveEnabled: true,
  visitorObserveDailyReadCeiling: 1_000,
  visitorObserveReadsPerMinute: 1_000,
  visitorObserveDailyCaptureCeiling: 1_000,
}

interface Owner extends DeveloperAtWork {
  readonly agentId: string
  readonly handle: string
  readonly keyId: string
  readonly key: string
  readonly visitorPath: string
}

for (const engine of ENGINES)
  describe(`what owners watch on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    let worldId: string
    let owner: Owner
    const open: Reading[] = []

    async function newOwner(): Promise<Owner> {
      const who = await developer(issuer, server.baseUrl)
      const reply = await who.portal('POST', `/apps/${who.appId}/visitors`, { slug: newSlug(), ...TERMS })
      expect(statusAndCode(reply)).toBe('201')
      const { visitor, key } = reply.body.data
      const { agentId, handle } = visitor
      const visitorPath = `/apps/${who.appId}/visitors/${agentId}`
      return { ...who, agentId, handle, keyId: key.id, key: key.key, visitorPath }
    }
    const beat = ({ agentId, key }: Owner) => server.post(`/v1/visitors/${agentId}/heartbeat`, key, {})
    const post = async ({ agentId, key }: Owner): Promise<string> => {
      const headers = { 'idempotency-key': fresh('act') }
      const reply = await server.post(`/v1/visitors/${agentId}/act`, key, { post: { text: fresh('Words') } }, headers)
      return reply.body.data.docId
    }
    const useOf = async ({ portal, appId, keyId }: Owner) =>
      (await portal('GET', `/apps/${appId}/api-keys/${keyId}/use`)).body.data
    const logOf = async ({ portal, appId, keyId }: Owner, query: string) =>
      (await portal('GET', `/apps/${appId}/api-keys/${keyId}/requests?${query}`)).body.data
    const watch = async ({ visitorPath, token }: Owner, headers: Record<string, string> = {}): Promise<Reading> => {
      const url = `${server.baseUrl}/_developer${visitorPath}/stream`
      const reading = await follow(url, '', { authorization: `Bearer ${token}`, ...headers })
      open.push(reading)
      return reading
    }
    const liked = async (postId: string) =>
      server.import({ likes: [{ postId, agentId: `wren-${engine}`, createdAt: NOW }] })
    const answered = (postId: string, text: string) =>
      server.import({ replies: [{ id: fresh('rep'), postId, agentId: `wren-${engine}`, text, createdAt: NOW }] })

    beforeAll(async () => {
      issuer = await startIssuer()
      server = await startTestServer(engine, { env: issuer.env })
      await server.setClock(NOW)
      const createdWorld = await server.operator('POST', '/_operator/worlds', { designation: 'visitor' })
      worldId = createdWorld.body.data.id
      await server.import({ agents: [{ id: `wren-${engine}`, handle: 'wren', worldId }] })
      await server.switches({ ...GATES, visitorObserveCanaryWorldIds: [worldId] })
    })
    beforeEach(async () => {
      owner = await newOwner()
    })
    afterAll(async () => {
      for (const reading of open) reading.close()
      expect(server.errors()).toEqual([])
      await server.close()
      await issuer.close()
    })

    it('narrows the log of requests by answer, route and Request-Id', async () => {
      await beat(owner)
      const refused = await server.get('/v1/agents', owner.key)
      const requestId = refused.headers.get('request-id')!
      expect((await logOf(owner, '')).length).toBe(2)
      expect(await logOf(owner, 'outcome=refused')).toMatchObject([{ code: 'INSUFFICIENT_SCOPE', requestId }])
      expect(await logOf(owner, 'outcome=answered')).toMatchObject([{ route: 'heartbeat', code: null }])
      expect(await logOf(owner, 'route=heartbeat')).toHaveLength(1)
      expect(await logOf(owner, `requestId=${requestId}`)).toHaveLength(1)
      expect(await logOf(owner, 'route=heartbeat&outcome=refused')).toEqual([])
      const wrong = await owner.portal('GET', `/apps/${owner.appId}/api-keys/${owner.keyId}/requests?outcome=lost`)
      expect(statusAndCode(wrong)).toBe('400 INVALID_INPUT')
    })

    it('sends a heartbeat in place of the program, out of the same budget and only where its key could', async () => {
      const send = (who: Owner = owner) => who.portal('POST', `${owner.visitorPath}/heartbeat`)
      const sent = await send()
      expect(sent.status).toBe(200)
      expect(sent.body.data).toMatchObject({ agentId: owner.agentId, status: 'present', previousHeartbeatAt: null })
      expect((await beat(owner)).body.data).toMatchObject({
        previousHeartbeatAt: NOW,
        menu: { heartbeats: { used: 2 } },
      })
      expect(statusAndCode(await send(await newOwner()))).toBe('404 APP_NOT_FOUND')
      await server.switches({ visitorDriveEnabled: false })
      expect(statusAndCode(await send())).toBe('503 VISITOR_DRIVE_DISABLED')
      await server.switches({ visitorDriveEnabled: true })
      await owner.portal('PATCH', `/apps/${owner.appId}/api-keys/${owner.keyId}`, { enabled: false })
      expect(statusAndCode(await send())).toBe('403 KEY_DISABLED')
      await owner.portal('DELETE', owner.visitorPath)
      expect(statusAndCode(await send())).toBe('404 VISITOR_NOT_FOUND')
    })

    it('shows its owner what a visitor received, as the key reads it', async () => {
      await beat(owner)
      const postId = await post(owner)
      await answered(postId, 'Well said.')
      const own = await owner.portal('GET', `${owner.visitorPath}/inbox`)
      expect(own.body.data.items).toMatchObject([{ kind: 'reply', from: 'wren', text: 'Well said.' }])
      expect(own.body).toEqual((await server.get(`/v1/visitors/${owner.agentId}/inbox`, owner.key)).body)
      const after = encodeURIComponent(own.body.data.cursor)
      expect((await owner.portal('GET', `${owner.visitorPath}/inbox?after=${after}`)).body.data.items).toEqual([])
      expect(statusAndCode(await owner.portal('GET', `${owner.visitorPath}/inbox?limit=0`))).toBe('400 INVALID_INPUT')
      expect(statusAndCode(await (await newOwner()).portal('GET', `${owner.visitorPath}/inbox`))).toBe(
        '404 APP_NOT_FOUND',
      )
      await server.switches({ visitorObserveEnabled: false })
      expect(statusAndCode(await owner.portal('GET', `${owner.visitorPath}/inbox`))).toBe(
        '503 VISITOR_OBSERVE_DISABLED',
      )
      await server.switches({ visitorObserveEnabled: true })
    })

    it('streams it, resumes behind a cursor, and says that the visitor acted', async () => {
      await beat(owner)
      const postId = await post(owner)
      const first = await watch(owner)
      expect(first.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      await answered(postId, 'While you watch.')
      const [item] = await first.count(1)
      expect(item).toMatchObject({ event: 'reply', data: { from: 'wren', text: 'While you watch.' } })
      await post(owner)
      await first.until(() => first.received().some(({ event }) => event === 'changed'))
      first.close()
      await answered(postId, 'While you were out.')
      const again = await watch(owner, { 'last-event-id': item!.id! })
      await again.until(() => again.received().some(({ data }) => data.text === 'While you were out.'))
      expect(again.raw()).not.toContain('While you watch.')
      expect((await liked(postId)).status).toBeLessThan(300)
      again.close()
    })

    it('ends within a second of what would refuse the next request, and opens four times an account', async () => {
      const url = `${server.baseUrl}/_developer${owner.visitorPath}/stream`
      const refusals = [
        await follow(url, ''),
        await follow(url, '', { authorization: `Bearer ${(await newOwner()).token}` }),
        await follow(url, '', { authorization: `Bearer ${owner.token}`, origin: 'https://elsewhere.example' }),
        await follow(`${url}?after=x`, '', { authorization: `Bearer ${owner.token}` }),
      ]
      for (const refusal of refusals) await refusal.over
      expect(refusals.map((one) => `${one.status} ${JSON.parse(one.raw()).error.code}`)).toEqual([
        '401 UNAUTHORIZED',
        '404 APP_NOT_FOUND',
        '403 ORIGIN_NOT_ALLOWED',
        '400 INVALID_QUERY',
      ])
      const streams = [await watch(owner), await watch(owner), await watch(owner), await watch(owner)]
      expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await watch(owner)).status).toBe(429)
      await server.switches({ visitorObserveEnabled: false })
      for (const stream of streams) await stream.until(() => stream.received().some(({ event }) => event === 'end'))
      expect(streams.map((one) => one.received().at(-1)!.data.code)).toEqual(Array(4).fill('VISITOR_OBSERVE_DISABLED'))
      await server.switches({ visitorObserveEnabled: true })
      const last = await watch(owner)
      expect(last.status).toBe(200)
      await owner.portal('DELETE', owner.visitorPath)
      await last.until(() => last.received().some(({ data }) => data.code === 'VISITOR_NOT_FOUND'))
    })

    // Last, because it moves the clock, which never goes back.
    it('counts what a key was used for by hour and by day, and what is spent of its budgets', async () => {
      expect((await useOf(owner)).days).toHaveLength(30)
      await beat(owner)
      await post(owner)
      expect((await server.get('/v1/agents', owner.key)).status).toBe(403)
      await server.setClock('2026-03-11T01:10:00.000Z')
      await beat(owner)
      const { days, hours, budgets, resetsAt } = await useOf(owner)
      expect(days.slice(-2)).toEqual([
        { day: '2026-03-10', requests: 3, refused: 1, actions: 1, heartbeats: 1 },
        { day: '2026-03-11', requests: 1, refused: 0, actions: 0, heartbeats: 1 },
      ])
      expect(hours).toHaveLength(24)
      expect(hours.filter(({ requests }: any) => requests > 0)).toEqual([
        { at: '2026-03-10T12:00:00.000Z', requests: 3, refused: 1 },
        { at: '2026-03-11T01:00:00.000Z', requests: 1, refused: 0 },
      ])
      expect(budgets).toEqual([
        { name: 'actions', used: 0, cap: 15 },
        { name: 'heartbeats', used: 1, cap: 48 },
        { name: 'journalPages', used: 0, cap: 48 },
      ])
      expect(resetsAt).toBe('2026-03-12T00:00:00.000Z')
      expect(statusAndCode(await owner.portal('GET', `/apps/${owner.appId}/api-keys/none/use`))).toBe('404 NOT_FOUND')
      const stranger = await newOwner()
      expect(statusAndCode(await stranger.portal('GET', `/apps/${owner.appId}/api-keys/${owner.keyId}/use`))).toBe(
        '404 APP_NOT_FOUND',
      )
    })

    it('links the walks of a visitor for its owner, for as long as they can be watched', async () => {
      const node = (name: string) => `${name}-${engine}`
      const city = {
        worldId,
        nodes: [
          { id: node('node-hub'), x: 0, y: 0, level: 0 },
          { id: node('node-park'), x: 240, y: 0, level: 0 },
        ],
        edges: [{ from: node('node-hub'), to: node('node-park'), meters: 240 }],
        destinations: [
          { id: node('home'), nodeId: node('node-hub'), label: 'A flat', kind: 'home' },
          { id: node('park'), nodeId: node('node-park'), label: 'The park', kind: 'park', purposes: ['walk'] },
        ],
      }
      expect((await server.import({ city })).status).toBe(200)
      const walks = (who: Owner = owner) => who.portal('GET', `${owner.visitorPath}/walks`)
      expect((await walks()).body.data).toEqual([])
      await beat(owner)
      const headers = { 'idempotency-key': fresh('act') }
      const body = { journey: { destinationId: node('park') } }
      const acted = await server.post(`/v1/visitors/${owner.agentId}/act`, owner.key, body, headers)
      expect([acted.status, acted.body.data?.status]).toEqual([200, 'created'])
      const { data } = acted.body
      const { departAt, arriveAt, watchUrl } = data.detail
      const [walk, ...more] = (await walks()).body.data
      expect([walk, more]).toEqual([
        { journeyId: data.docId, destinationLabel: 'The park', departAt, arriveAt, watchUrl },
        [],
      ])
      expect((await fetch(walk.watchUrl)).status).toBe(200)
      expect(statusAndCode(await walks(await newOwner()))).toBe('404 APP_NOT_FOUND')
      await server.switches({ visitorObserveEnabled: false })
      expect(statusAndCode(await walks())).toBe('503 VISITOR_OBSERVE_DISABLED')
      await server.switches({ visitorObserveEnabled: true })
      await server.advance(26 * 3_600_000)
      expect((await walks()).body.data).toEqual([])
      expect((await fetch(walk.watchUrl)).status).toBe(410)
    })
  })
