import { OPERATOR_ROUTES } from '@agent-network/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, OPERATOR_TOKEN, startTestServer, type TestServer } from './harness.ts'

const code = (reply: { body: any }) => reply.body?.error?.code

for (const engine of ENGINES) {
  describe(`operating on ${engine}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(engine)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    it('moves its clock anywhere before the first record, and only forward afterwards', async () => {
      const put = (body: unknown) => server.operator('PUT', '/_operator/clock', body)
      const now = async () => (await server.operator('GET', '/_operator/clock')).body.data
      expect((await put({ now: '2026-06-01T00:00:00.000Z' })).body.data).toEqual({
        now: '2026-06-01T00:00:00.000Z',
        mode: 'frozen',
      })
      expect((await put({ now: '2026-03-01T00:00:00Z' })).status).toBe(200)
      expect((await put({ advanceMs: 1_500 })).body.data.now).toBe('2026-03-01T00:00:01.500Z')
      await server.key()
      expect(code(await put({ now: '2026-02-01T00:00:00.000Z' }))).toBe('INVALID_INPUT')
      expect((await now()).now).toBe('2026-03-01T00:00:01.500Z')
      expect((await put({ now: '2026-03-01T00:00:02.000Z' })).status).toBe(200)
      for (const bad of [
        {},
        { now: 'soon' },
        { advanceMs: -1 },
        { advanceMs: 0.5 },
        { mode: 'frozen' },
        { now: '2027-01-01T00:00:00Z', advanceMs: 1 },
      ])
        expect(code(await put(bad)), JSON.stringify(bad)).toBe('INVALID_INPUT')
      await put({ now: '2099-01-01T00:00:00.000Z' })
      expect((await put({ mode: 'system' })).body.data.mode).toBe('system')
      expect(Date.parse((await now()).now)).toBeGreaterThanOrEqual(Date.parse('2099-01-01T00:00:00.000Z'))
    })

    it('says until when the limit of the first 24 hours applies to a key', async () => {
      const create = async (body: object) => (await server.operator('POST', '/_operator/keys', body)).body.data
      const show = async (id: string) => (await server.operator('GET', `/_operator/keys/${id}`)).body.data
      const young = await create({ name: 'young' })
      const ends = new Date(Date.parse(young.createdAt) + 86_400_000).toISOString()
      expect([young.probationEndsAt, (await show(young.id)).probationEndsAt]).toEqual([ends, ends])
      for (const createdAt of ['2020-01-01T00:00:00.000Z', null]) {
        const key = await create({ createdAt })
        expect([key.probationEndsAt, (await show(key.id)).probationEndsAt]).toEqual([null, null])
      }
    })

    it('keeps switches as sent, restores defaults with null, and refuses names it does not know', async () => {
      const patch = (body: unknown) => server.operator('PATCH', '/_operator/config', body)
      const defaults = (await server.operator('GET', '/_operator/config')).body.data
      expect([defaults.visitorDriveEnabled, defaults.searchMode, defaults.visitorHeartbeatIntervalMinutes]).toEqual([
        false,
        'index',
        20,
      ])
      const odd = { visitorDriveEnabled: 'true', cityDailyPostCap: { a: [1] }, bannedTerms: 7 }
      expect((await patch(odd)).body.data).toMatchObject(odd)
      expect((await patch({ visitorDriveEnabled: null, cityDailyPostCap: null, bannedTerms: null })).body.data).toEqual(
        defaults,
      )
      const typo = await patch({ visitorDriveEnable: true })
      expect(code(typo)).toBe('INVALID_INPUT')
      expect(typo.body.error.message).toContain('did you mean visitorDriveEnabled?')
    })

    it('wants its token, and answers unknown paths like any other', async () => {
      const ask = (headers: Record<string, string>) => fetch(`${server.operatorUrl}/_operator/config`, { headers })
      for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: OPERATOR_TOKEN }] as Record<
        string,
        string
      >[])
        expect((await ask(headers)).status).toBe(401)
      expect(code(await server.operator('GET', '/_operator/nothing'))).toBe('NOT_FOUND')
      expect((await server.get('/_operator/config')).status).toBe(404)
    })

    it('names what it does not know in a body, and what was meant', async () => {
      const errorOf = async (method: string, path: string, body: unknown) => {
        const reply = await server.operator(method, path, body)
        return [reply.status, code(reply), reply.body.error.message]
      }
      expect(await errorOf('POST', '/_operator/keys', { tier: 2, rateLimit: 5 })).toEqual([
        400,
        'INVALID_INPUT',
        'unknown field rateLimit; did you mean rateLimitPerMinute?',
      ])
      expect((await errorOf('POST', '/_operator/apps', { ownerUid: 'u' }))[2]).toBe('name: is missing')
      expect((await errorOf('PUT', '/_operator/clock', { advance: 5 }))[2]).toBe(
        'unknown field advance; did you mean advanceMs?',
      )
      expect((await errorOf('POST', '/_operator/worlds', { colour: 1 }))[2]).toMatch(
        /^unknown field colour; known are name,/,
      )
    })

    it('documents every route that it serves', async () => {
      const { status, headers, body } = await server.operator('GET', '/_operator/openapi.json')
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      expect(body.servers).toEqual([{ url: server.operatorUrl }])
      const ids = Object.values<any>(body.paths).flatMap((methods) =>
        Object.values<any>(methods).map(({ operationId }) => operationId),
      )
      expect(ids.sort()).toEqual(Object.keys(OPERATOR_ROUTES).sort())
      expect((await fetch(`${server.operatorUrl}/_operator/openapi.json`)).status).toBe(401)
    })

    it('makes, changes, archives and purges worlds', async () => {
      const id = fresh('w')
      const createdWorld = await server.operator('POST', '/_operator/worlds', {
        id,
        name: 'Harbour',
        designation: 'visitor',
        capacity: 3,
      })
      expect([createdWorld.status, createdWorld.body.data]).toEqual([
        201,
        expect.objectContaining({
          id,
          kind: 'fork',
          name: 'Harbour',
          status: 'running',
          designation: 'visitor',
          capacity: 3,
          visitorsPaused: false,
          overlay: {},
        }),
      ])
      expect(code(await server.operator('POST', '/_operator/worlds', { id }))).toBe('INVALID_INPUT')
      expect(code(await server.operator('POST', '/_operator/worlds', { id: 'Prime' }))).toBe('INVALID_INPUT')
      expect(
        code(await server.operator('PATCH', `/_operator/worlds/${id}`, { overlay: { visitorDriveEnabled: true } })),
      ).toBe('INVALID_INPUT')
      expect(
        (
          await server.operator('PATCH', `/_operator/worlds/${id}`, {
            overlay: { cityDailyPostCap: 2 },
            visitorsPaused: true,
          })
        ).body.data,
      ).toMatchObject({
        overlay: { cityDailyPostCap: 2 },
        visitorsPaused: true,
      })
      for (const change of [{ designation: 'visitor' }, { status: 'purging' }])
        expect(code(await server.operator('PATCH', '/_operator/worlds/prime', change))).toBe('INVALID_INPUT')
      expect(code(await server.operator('DELETE', '/_operator/worlds/prime'))).toBe('INVALID_INPUT')
      expect(code(await server.operator('GET', '/_operator/worlds/none'))).toBe('WORLD_NOT_FOUND')

      const a = fresh('agt')
      const p = fresh('post')
      await server.import({
        agents: [{ id: a, worldId: id, handle: 'a' }],
        posts: [{ id: p, agentId: a, text: 'short lived' }],
      })
      const { key } = await server.key({ worldId: id })
      expect((await server.get(`/v1/posts/${p}`, key)).status).toBe(200)
      expect((await server.operator('DELETE', `/_operator/worlds/${id}`)).body.data.status).toBe('purging')
      expect((await server.get(`/v1/posts/${p}`, key)).status).toBe(404)
      expect((await server.get('/v1/posts', key)).body.data).toEqual([])
      for (let n = 0; n < 100 && (await server.operator('GET', `/_operator/worlds/${id}`)).status !== 404; n++)
        await new Promise((resume) => setTimeout(resume, 100))
      expect((await server.operator('GET', `/_operator/worlds/${id}`)).status).toBe(404)
      const metrics = (await server.operator('GET', '/metrics')).body as string
      expect(
        Number(/agent_network_swept_rows_total\{sweep="purged-worlds"\} (\d+)/.exec(metrics)?.[1]),
      ).toBeGreaterThan(3)
      // The ids are free again.
      expect((await server.import({ worlds: [{ id }], agents: [{ id: a, worldId: id, handle: 'a' }] })).status).toBe(
        200,
      )
    })

    it('adds visitors to forks only, one per handle', async () => {
      const worldId = await server.world()
      const createdVisitor = await server.operator('POST', '/_operator/visitors', { worldId, slug: 'sea-fox' })
      expect(createdVisitor.body.data).toEqual({ agentId: expect.any(String), handle: 'visitor-sea-fox', worldId })
      expect(code(await server.operator('POST', '/_operator/visitors', { worldId, slug: 'sea-fox' }))).toBe(
        'handle_taken',
      )
      expect(code(await server.operator('POST', '/_operator/visitors', { worldId: 'prime', slug: 'sea-fox' }))).toBe(
        'INVALID_INPUT',
      )
      expect(code(await server.operator('POST', '/_operator/visitors', { worldId: 'none', slug: 'sea-fox' }))).toBe(
        'WORLD_NOT_FOUND',
      )
      for (const slug of ['a', '-ab', 'ab-', 'a--b', 'Ab', 'a_b', 'x'.repeat(33)])
        expect(code(await server.operator('POST', '/_operator/visitors', { worldId, slug })), slug).toBe(
          'INVALID_INPUT',
        )
      const { key } = await server.key({ worldId })
      expect((await server.get(`/v1/agents/${createdVisitor.body.data.agentId}`, key)).body.data).toMatchObject({
        handle: '@visitor-sea-fox',
        displayName: 'visitor-sea-fox',
        bio: '',
      })
    })

    it('forks residents, ties, minds and city under new ids', async () => {
      const $ = (name: string) => `${name}_fork_${process.pid}`
      const source = await server.world({
        topics: [{ id: $('t'), name: 'T' }],
        agents: [
          { id: $('a'), handle: 'ada', persona: 'p' },
          { id: $('b'), handle: 'bob' },
          { id: $('v'), handle: 'visitor-x', kind: 'visitor' },
        ],
        follows: [
          { agentId: $('a'), targetAgentId: $('b') },
          { agentId: $('v'), targetAgentId: $('a') },
        ],
        moods: [{ agentId: $('a'), mood: 'calm', emoji: '🙂', reason: 'r', intensity: 1 }],
        posts: [{ id: $('p'), agentId: $('a'), text: 'before the fork', topicId: $('t') }],
        city: {
          nodes: [{ id: $('n'), x: 0, y: 0, level: 0 }],
          edges: [],
          destinations: [{ id: $('d'), nodeId: $('n'), label: 'Pier', kind: 'pier', purposes: ['view'] }],
        },
      })
      const reply = await server.operator('POST', `/_operator/worlds/${source}/fork`, { name: 'Fork' })
      expect(reply.status).toBe(201)
      const fork = reply.body.data.id
      const { key } = await server.key({ worldId: fork })
      const agents = (await server.get('/v1/agents', key)).body.data
      expect(agents.map((x: any) => x.handle).sort()).toEqual(['@ada', '@bob'])
      const ada = agents.find((x: any) => x.handle === '@ada')
      expect(ada.id).not.toBe($('a'))
      expect([ada.followingCount, ada.followersCount]).toEqual([1, 0])
      expect((await server.get(`/v1/agents/${ada.id}/mood`, key)).body.data.mood).toBe('calm')
      expect((await server.get('/v1/posts', key)).body.data).toEqual([])
      const file = (await server.operator('GET', `/_operator/export?worldId=${fork}`)).body
      expect((Array.isArray(file.city) ? file.city[0] : file.city).destinations[0].label).toBe('Pier')
      const past = await server.operator('POST', `/_operator/worlds/${source}/fork`, { history: true })
      const second = await server.key({ worldId: past.body.data.id })
      expect((await server.get('/v1/posts', second.key)).body.data.map((x: any) => x.text)).toEqual(['before the fork'])
    })

    it('imports all or nothing and names the first bad path', async () => {
      const worldId = await server.world()
      const a = fresh('agt')
      const bad = await server.import({
        agents: [{ id: a, worldId, handle: 'a' }],
        posts: [
          { agentId: a, text: 'fine' },
          { agentId: 'agt_nobody', text: 'not' },
        ],
      })
      expect([bad.status, code(bad)]).toEqual([400, 'INVALID_INPUT'])
      expect(bad.body.error.message).toContain('posts[1].agentId')
      const { key } = await server.key({ worldId })
      expect((await server.get('/v1/agents', key)).body.meta.total).toBe(0)
    })

    it('takes answers of the API as they are, and the world they name if it is right', async () => {
      const $ = (name: string) => `${name}_paste_${process.pid}`
      const worldId = await server.world({
        topics: [{ id: $('t'), name: 'T' }],
        agents: [{ id: $('a'), handle: 'a' }],
        posts: [{ id: $('p'), agentId: $('a'), text: 'x', topicId: $('t') }],
      })
      const { key } = await server.key({ worldId })
      const post = (await server.get(`/v1/posts/${$('p')}`, key)).body.data
      const copy = { ...post, id: $('copy'), worldId, text: 'pasted', likeCount: 99 }
      expect((await server.import({ posts: [copy] })).body.error).toBeUndefined()
      expect((await server.get(`/v1/posts/${$('copy')}`, key)).body.data).toEqual({
        ...post,
        id: $('copy'),
        text: 'pasted',
        likeCount: 0,
      })
      const wrong = await server.import({ posts: [{ ...copy, id: $('wrong'), worldId: 'prime' }] })
      expect([code(wrong), wrong.body.error.message]).toEqual([
        'INVALID_INPUT',
        expect.stringContaining('posts[0].worldId'),
      ])
    })

    it('exports what it imported, byte for byte the second time', async () => {
      const $ = (name: string) => `${name}_exp_${process.pid}`
      const worldId = await server.world({
        topics: [{ id: $('t'), name: 'T' }],
        agents: [{ id: $('a'), handle: 'a', createdAt: null }],
        posts: [{ id: $('p'), agentId: $('a'), text: 'x', topicId: $('t'), createdAt: '2026-01-01T00:00:00.000Z' }],
      })
      const first = (await server.operator('GET', `/_operator/export?worldId=${worldId}`)).body
      expect(first.posts).toEqual([
        expect.objectContaining({ id: $('p'), text: 'x', createdAt: '2026-01-01T00:00:00.000Z' }),
      ])
      expect(first.agents[0].createdAt).toBeNull()
      expect((await server.import(first)).status).toBe(200)
      expect((await server.operator('GET', `/_operator/export?worldId=${worldId}`)).body).toEqual(first)
      expect(code(await server.operator('GET', '/_operator/export?worldId=none'))).toBe('WORLD_NOT_FOUND')
    })

    it('shows what is held back, until it is let through', async () => {
      const $ = (name: string) => `${name}_held_${process.pid}`
      await server.world({
        agents: [
          { id: $('a'), handle: 'a' },
          { id: $('b'), handle: 'b' },
        ],
        posts: [
          { id: $('p'), agentId: $('a'), text: 'held', visibility: 'quarantined' },
          { id: $('q'), agentId: $('a'), text: 'open' },
        ],
        replies: [{ id: $('r'), postId: $('q'), agentId: $('b'), text: 'held too', visibility: 'quarantined' }],
        threads: [{ id: $('th'), agentIds: [$('a'), $('b')], status: 'open' }],
        messages: [{ id: $('m'), threadId: $('th'), agentId: $('a'), text: 'psst' }],
      })
      const queue = async () =>
        (await server.operator('GET', '/_operator/moderation/queue')).body.data.map((i: any) => i.id)
      expect(await queue()).toEqual(expect.arrayContaining([$('p'), $('r')]))
      await server.operator('PATCH', `/_operator/posts/${$('p')}`, { visibility: 'public' })
      await server.operator('PATCH', `/_operator/messages/${$('m')}`, { visibility: 'quarantined' })
      expect(await queue()).toEqual(expect.arrayContaining([$('r'), $('m')]))
      expect(await queue()).not.toContain($('p'))
      expect(code(await server.operator('PATCH', `/_operator/posts/${$('p')}`, { visibility: 'dream' }))).toBe(
        'INVALID_INPUT',
      )
      expect((await server.operator('DELETE', `/_operator/replies/${$('r')}`)).body.data).toEqual({
        id: $('r'),
        deleted: true,
      })
      expect(code(await server.operator('DELETE', `/_operator/replies/${$('r')}`))).toBe('NOT_FOUND')
    })

    it('lists agents and posts of a world in any state, with search, filters and pages, and never a dream', async () => {
      const $ = (name: string) => `${name}_lists_${process.pid}`
      const worldId = await server.world({
        agents: [
          { id: $('b'), handle: 'Bea', displayName: 'Bea Moor', enabled: false },
          { id: $('a'), handle: 'abel', displayName: 'Abel Ost' },
        ],
        posts: ['public', 'quarantined', 'hidden', 'removed', 'dream'].map((visibility, n) => ({
          id: $(visibility),
          agentId: $('a'),
          text: `A ${visibility} heron.`,
          visibility,
          createdAt: `2026-01-0${n + 1}T00:00:00.000Z`,
        })),
      })
      const wren = (await server.operator('POST', '/_operator/visitors', { worldId, slug: 'wren' })).body.data
      const listed = async (path: string) => {
        const { status, body } = await server.operator('GET', `/_operator/${path}`)
        expect([path, status]).toEqual([path, 200])
        return body
      }
      const agents = async (query: string) =>
        (await listed(`agents?worldId=${worldId}&${query}`)).data.map(({ id }: any) => id)
      expect(await agents('')).toEqual([$('a'), $('b'), wren.agentId])
      expect(await agents('kind=resident')).toEqual([$('a'), $('b')])
      expect(await agents('kind=visitor')).toEqual([wren.agentId])
      for (const q of ['bea', 'MOOR', $('b')]) expect(await agents(`q=${q}`)).toEqual([$('b')])
      expect(await agents('q=%25')).toEqual([])
      const [abel, bea] = (await listed(`agents?worldId=${worldId}&kind=resident`)).data
      expect([abel.enabled, abel.presence, abel.postCount]).toEqual([true, 'present', 1])
      expect([bea.enabled, bea.presence, bea.handle]).toEqual([false, 'away', 'Bea'])
      const first = await listed(`agents?worldId=${worldId}&perPage=1`)
      expect([first.data.length, first.meta.hasMore]).toEqual([1, true])

      const posts = async (query: string) => (await listed(`posts?${query}`)).data.map(({ id }: any) => id)
      const of = `worldId=${worldId}`
      expect(await posts(of)).toEqual(['removed', 'hidden', 'quarantined', 'public'].map($))
      expect(await posts(`${of}&perPage=1&page=3`)).toEqual([$('quarantined')])
      expect(await posts(`${of}&perPage=100&page=51`)).toEqual([])
      for (const visibility of ['public', 'quarantined', 'hidden', 'removed'])
        expect(await posts(`${of}&visibility=${visibility}`)).toEqual([$(visibility)])
      // An id is found in any world and in any state.
      expect(await posts(`q=${$('hidden')}`)).toEqual([$('hidden')])
      expect(await posts(`worldId=prime&q=${$('hidden')}`)).toEqual([])
      expect(await posts(`q=${$('dream')}`)).toEqual([])
      expect(await posts(`${of}&q=heron`)).toEqual([$('public')])
      expect(await posts(`${of}&q=@Abel`)).toEqual([$('public')])
      expect(await posts(`${of}&q=@nobody`)).toEqual([])
      expect(await posts(`${of}&q=heron&visibility=hidden`)).toEqual([])
      const [waiting] = (await listed(`posts?${of}&visibility=quarantined`)).data
      expect([waiting.agentHandle, waiting.agentDisplayName, waiting.text]).toEqual([
        'abel',
        'Abel Ost',
        'A quarantined heron.',
      ])

      for (const bad of ['agents?kind=fish', 'posts?visibility=dream', 'posts?visibility=blocked'])
        expect(code(await server.operator('GET', `/_operator/${bad}`))).toBe('INVALID_INPUT')
      expect(code(await server.operator('GET', '/_operator/posts?worldId=none'))).toBe('WORLD_NOT_FOUND')
    })

    it('counts posts of an import in the status', async () => {
      const id = `agt_counts_${process.pid}`
      const count = async () => {
        const { worlds } = (await server.operator('GET', '/_operator/status')).body.data.life
        return worlds.find(({ worldId }: any) => worldId === 'prime')?.posts ?? 0
      }
      const before = await count()
      await server.import({
        agents: [{ id, handle: id }],
        posts: [
          { id: `post_counts_${process.pid}`, agentId: id, text: 'One more.', createdAt: '2025-01-01T00:00:00.000Z' },
        ],
      })
      expect(await count()).toBe(before + 1)
    })

    it('writes every change into the audit log and no secret into it', async () => {
      await server.advance(1_000)
      const { id, key } = await server.key({ name: 'audited' })
      await server.operator('PATCH', `/_operator/keys/${id}`, { enabled: false })
      const app = (
        await server.operator('POST', '/_operator/apps', {
          ownerUid: 'u',
          name: 'n',
          machineClient: { services: ['s'] },
        })
      ).body.data
      expect(app.machineClient).toEqual({ services: ['s'], admin: false, agentIds: [] })
      const secret = (await server.operator('POST', `/_operator/apps/${app.id}/client-secret`)).body.data
      expect(secret).toEqual({ clientId: app.id, clientSecret: expect.stringMatching(/^[\w-]{43}$/) })
      await server.operator('PATCH', '/_operator/developers/u', { visitorCap: 3 })
      expect((await server.operator('GET', '/_operator/developers/u')).body.data).toMatchObject({
        uid: 'u',
        visitorCap: 3,
        status: 'active',
      })
      const entries = (await server.operator('GET', '/_operator/audit?perPage=5')).body.data
      expect(entries.map((e: any) => e.action)).toEqual([
        'developer.change',
        'app.client-secret',
        'app.create',
        'key.change',
        'key.create',
      ])
      expect(JSON.stringify(entries)).not.toContain(key)
      expect(JSON.stringify(entries)).not.toContain(secret.clientSecret)
    })

    it('reports its state and counts its requests', async () => {
      const status = (await server.operator('GET', '/_operator/status')).body.data
      expect(status.engines).toEqual({ database: engine, sharedState: engine === 'sqlite' ? 'process' : 'redis' })
      expect(status).toMatchObject({
        version: expect.any(String),
        uptimeSeconds: expect.any(Number),
        queueDepth: expect.any(Number),
      })
      const { key } = await server.key()
      await server.get('/v1/posts', key)
      const answer = await server.operator('GET', '/metrics')
      expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      const metrics = answer.body as string
      expect(metrics).toMatch(/agent_network_requests_total\{route="listPosts",status="200"\} \d+/)
    })

    it('edits and disables agents', async () => {
      const $ = (name: string) => `${name}_edit_${process.pid}`
      const worldId = await server.world({ agents: [{ id: $('a'), handle: 'a', specialty: 'maps' }] })
      const { key } = await server.key({ worldId })
      await server.operator('PATCH', `/_operator/agents/${$('a')}`, {
        displayName: 'Zephyr',
        specialty: 'tides',
        bio: 'new',
      })
      const found = (await server.get('/v1/search?q=zeph', key)).body.data.agents
      expect(found.map((x: any) => [x.id, x.bio])).toEqual([[$('a'), 'new']])
      expect((await server.get('/v1/agents?specialty=maps', key)).body.meta.total).toBe(0)
      expect((await server.get('/v1/agents?specialty=tides', key)).body.meta.total).toBe(1)
      await server.operator('PATCH', `/_operator/agents/${$('a')}`, { enabled: false })
      expect((await server.get('/v1/agents', key)).body.meta.total).toBe(0)
      expect((await server.get('/v1/search?q=zeph', key)).body.data.agents).toEqual([])
      expect((await server.get(`/v1/agents/${$('a')}`, key)).status).toBe(200)
    })
  })
}
