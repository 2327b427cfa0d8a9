import { OPERATOR_ROUTES, type Route } from '@agent-network/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from './harness.ts'

const code = (reply: { body: any }) => reply.body?.error?.code
const data = async (reply: Promise<{ body: any }>) => (await reply).body.data

for (const engine of ENGINES) {
  describe(`what operators watch on ${engine}`, () => {
    let server: TestServer
    const ask = (path: string) => server.operator('GET', `/_operator/${path}`)
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock('2031-05-06T09:30:20.000Z')
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    it('is not found under an id that cannot be stored, for every method', async () => {
      const named = (Object.values(OPERATOR_ROUTES) as Route[]).filter(({ path }) => path.includes('{'))
      expect(named.length).toBeGreaterThan(20)
      for (const { method, path, body } of named) {
        const answer = await server.operator(method, path.replace(/\{\w+\}/, '%00'), body === null ? undefined : {})
        expect([400, 404], `${method} ${path}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
      }
      for (const list of ['keys?q', 'apps?q', 'developers?q', 'visitors?q', 'audit?target', 'requests?key'])
        expect((await server.operator('GET', `/_operator/${list}=%00`)).body.data, list).toEqual([])
    })

    it('is the nodes, each with the change that it has applied', async () => {
      await server.switches({ cityDailyPostCap: 59 })
      const [node, ...others] = await data(ask('nodes'))
      expect(others).toEqual([])
      expect(node).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+/), state: 'live' })
      expect(Date.parse(node.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(node.startedAt))
      for (let n = 0; n < 50 && !(await data(ask('nodes')))[0].isCurrent; n++)
        await new Promise((resume) => setTimeout(resume, 100))
      expect(await data(ask('nodes'))).toMatchObject([{ node: node.node, isCurrent: true }])
    })

    it('is errors by route and code, with the first and the last of each', async () => {
      const { key } = await server.key({ tier: 1, scopes: ['posts:read'] })
      await server.setClock('2031-05-07T09:59:50.000Z')
      for (let n = 0; n < 3; n++) await server.get('/v1/posts/nobody', key)
      await server.setClock('2031-05-07T10:00:10.000Z')
      await server.get('/v1/posts/nobody', key)
      await server.get('/v1/network/graph', key)
      await server.get('/v1/posts')
      expect(await data(ask('errors?window=5m'))).toEqual([
        {
          route: 'getPost',
          code: 'NOT_FOUND',
          status: 404,
          count: 4,
          firstAt: '2031-05-07T09:59:50.000Z',
          lastAt: '2031-05-07T10:00:10.000Z',
        },
        expect.objectContaining({ route: 'getGraph', code: 'INSUFFICIENT_TIER', status: 403, count: 1 }),
        expect.objectContaining({ route: 'listPosts', code: 'MISSING_API_KEY', status: 401, count: 1 }),
      ])
      // A window that begins within an hour counts that hour's minutes, and then whole hours.
      await server.setClock('2031-05-07T10:59:55.000Z')
      const counts = async (window: string) =>
        (await data(ask(`errors?window=${window}`))).map(({ count }: { count: number }) => count)
      expect(await counts('1h')).toEqual([4, 1, 1])
      await server.setClock('2031-05-07T11:00:05.000Z')
      expect(await counts('1h')).toEqual([1, 1, 1])
      expect(await counts('61m')).toEqual([4, 1, 1])
      expect(await counts('24h')).toEqual([4, 1, 1])
      expect(await counts('2d')).toEqual([4, 1, 1])
      expect(await counts('1m')).toEqual([])
      for (const bad of ['0m', '8d', '5', '5x', '-1h', '1h5m', ''])
        expect([bad, code(await ask(`errors?window=${bad}`))]).toEqual([bad, 'INVALID_INPUT'])
    })

    it('is the requests of all keys, filtered and page by page', async () => {
      await server.setClock('2031-05-08T08:00:00.000Z')
      const [a, b] = [await server.key(), await server.key()]
      for (let n = 0; n < 5; n++) await server.get('/v1/posts', a.key)
      const { headers } = await server.get('/v1/posts/nobody', b.key)
      await server.advance(60_000)
      await server.get('/v1/topics', b.key)
      const from = 'from=2031-05-08T08:00:00.000Z'
      const all = await data(ask(`requests?${from}`))
      expect(all.map(({ route }: any) => route)).toEqual(['listTopics', ...all.slice(1).map(({ route }: any) => route)])
      expect(all).toHaveLength(7)
      const routes = async (query: string) =>
        (await data(ask(`requests?${from}&${query}`))).map(({ route }: any) => route)
      expect(await routes(`key=${a.id}`)).toEqual(Array.from({ length: 5 }, () => 'listPosts'))
      expect(await routes('route=listTopics')).toEqual(['listTopics'])
      expect(await routes('status=404')).toEqual(['getPost'])
      expect(await routes('status=500')).toEqual([])
      expect(await routes('code=NOT_FOUND')).toEqual(['getPost'])
      expect(await routes('to=2031-05-08T08:00:30.000Z')).toHaveLength(6)
      expect(await routes('from=2031-05-08T08:00:30.000Z')).toHaveLength(7)
      const requestId = headers.get('request-id')!
      expect(await data(ask(`requests?requestId=${requestId}`))).toEqual([
        expect.objectContaining({ keyId: b.id, requestId, route: 'getPost', code: 'NOT_FOUND', refusedAt: 'handler' }),
      ])
      const paged: string[] = []
      let cursor: string | null = ''
      for (let n = 0; cursor !== null && n < 9; n++) {
        const more: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { body } = await ask(`requests?${from}&perPage=2${more}`)
        paged.push(...body.data.map((line: any) => line.requestId))
        expect(body.meta.hasMore).toBe(body.meta.nextCursor !== null)
        cursor = body.meta.nextCursor
      }
      expect([paged.length, new Set(paged)]).toEqual([7, new Set(all.map((line: any) => line.requestId))])
      for (const bad of ['cursor=abc', 'cursor=', 'status=9', 'from=yesterday'])
        expect([bad, code(await ask(`requests?${bad}`))]).toEqual([bad, 'INVALID_INPUT'])
    })

    it('is what was done by the minute, the hour and the day', async () => {
      await server.setClock('2031-05-09T12:59:30.000Z')
      const { key } = await server.key()
      for (let n = 0; n < 4; n++) await server.get('/v1/posts', key)
      await server.get('/v1/posts/nobody', key)
      await server.setClock('2031-05-09T13:00:30.000Z')
      await server.get('/v1/posts', key)
      const { per, times, series } = await data(ask('activity?points=2'))
      expect([per, times]).toEqual(['minute', ['2031-05-09T12:59:00.000Z', '2031-05-09T13:00:00.000Z']])
      const values = Object.fromEntries(series.map(({ name, values: own }: any) => [name, own]))
      expect(values).toMatchObject({ requests: [5, 1], refusals: [1, 0], errors: [0, 0], posts: [0, 0] })
      expect(await data(ask('activity?series=refusals,requests&per=hour&points=3'))).toEqual({
        per: 'hour',
        times: ['2031-05-09T11:00:00.000Z', '2031-05-09T12:00:00.000Z', '2031-05-09T13:00:00.000Z'],
        series: [
          { name: 'requests', values: [0, 5, 1] },
          { name: 'refusals', values: [0, 1, 0] },
        ],
      })
      expect((await data(ask('activity?series=requests&per=day&points=1'))).series).toEqual([
        { name: 'requests', values: [6] },
      ])
      for (const bad of ['series=nothing', 'per=week', 'points=0', 'points=1441'])
        expect([bad, code(await ask(`activity?${bad}`))]).toEqual([bad, 'INVALID_INPUT'])
    })

    it('counts committed acts of residents and visitors', async () => {
      const worldId = await server.world({ agents: [{ id: fresh('agt'), handle: 'ada' }] })
      await server.operator('PATCH', `/_operator/worlds/${worldId}`, { designation: 'visitor' })
      await server.switches({ visitorDriveEnabled: true })
      const { agentId } = await data(server.operator('POST', '/_operator/visitors', { worldId, slug: 'guest' }))
      const driving = { tier: 2, scopes: ['agents:drive'], worldId, allowedAgentIds: [agentId] }
      const { key } = await server.key(driving)
      const act = (value: string, body: unknown) =>
        server.post(`/v1/visitors/${agentId}/act`, key, body, { 'Idempotency-Key': value })
      await server.setClock('2031-05-10T07:00:00.000Z')
      const post = { post: { text: 'The tide turns at six.' } }
      expect((await act('watching-1', post)).body.data.status).toBe('created')
      expect((await act('watching-1', post)).status).toBe(200)
      expect((await act('watching-2', { nothing: {} })).status).toBe(400)
      const { series } = await data(ask('activity?series=acts,residentActs,posts,replies&points=1'))
      expect(series.map(({ name, values }: any) => [name, ...values])).toEqual([
        ['acts', 1],
        ['residentActs', 0],
        ['posts', 1],
        ['replies', 0],
      ])
    })

    it('is swept when it is old', async () => {
      await server.setClock('2031-05-20T07:00:00.000Z')
      expect(await data(ask('errors?window=7d'))).toEqual([])
      const { sweeps } = await data(ask('status'))
      expect(sweeps.counts.rows).toBeGreaterThan(0)
    })
  })
}
