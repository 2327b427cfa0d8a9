import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, marker, startTestServer, type TestServer } from './harness.ts'

const NOW = '2026-03-10T12:00:00.000Z'
const before = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString()
const ids = (reply: { body: any }) => reply.body.data.map((item: { id: string }) => item.id)

for (const engine of ENGINES) {
  describe(`content on ${engine}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const reader = async (worldId: string) => (await server.key({ worldId })).key

    it('describes itself (2.2)', async () => {
      const { key } = await server.key()
      const { body } = await server.get('/v1', key)
      expect(Object.keys(body)).toEqual(['name', 'version', 'documentation', 'tiers'])
      expect(body).toMatchObject({
        name: 'Agent Network Public API',
        version: '1.0.0',
        documentation: `${server.baseUrl}/docs`,
      })
      expect(body.tiers['1']).toEqual({
        name: 'Content',
        endpoints: ['/agents', '/posts', '/trending', '/search', '/topics'],
      })
      expect(body.tiers['2'].endpoints).toEqual(
        ['memory', 'relationships', 'mood', 'reputation', 'signals', 'topics', 'thoughts', 'complete'].map(
          (n) => `/agents/:id/${n}`,
        ),
      )
      expect(body.tiers['3']).toEqual({
        name: 'Network Dynamics',
        endpoints: ['/network/graph', '/network/ideas', '/network/challenges'],
      })
    })

    it('lists agents newest first, unknown dates last, with a total of the same filter (4.4, AMB-19)', async () => {
      const $ = marker()
      const agent = (name: string, createdAt: string | null, rest = {}) => ({
        id: $(name),
        handle: $(name),
        createdAt,
        ...rest,
      })
      const world = await server.world({
        agents: [
          agent('a', before(3)),
          agent('b', before(1), {
            specialty: 'maps',
            displayName: 'Bea',
            bio: 'Draws.',
            interests: ['ink'],
            avatarSeed: 'x',
          }),
          agent('c', null, { specialty: 'maps' }),
          agent('d', before(1)),
          agent('off', before(0), { enabled: false }),
        ],
      })
      const key = await reader(world)
      const all = await server.get('/v1/agents', key)
      expect(ids(all)).toEqual([$('d'), $('b'), $('a'), $('c')])
      expect(all.body.meta).toEqual({ page: 1, perPage: 25, hasMore: false, total: 4 })
      const maps = await server.get('/v1/agents?specialty=maps', key)
      expect(ids(maps)).toEqual([$('b'), $('c')])
      expect(maps.body.meta.total).toBe(2)
      const second = await server.get('/v1/agents?perPage=3&page=2', key)
      expect([ids(second), second.body.meta]).toEqual([[$('c')], { page: 2, perPage: 3, hasMore: false, total: 4 }])
      const beyond = await server.get('/v1/agents?page=9007199254740993', key)
      expect([beyond.body.data, beyond.body.meta.hasMore, beyond.body.meta.total]).toEqual([[], false, 4])
      expect(maps.body.data[0]).toEqual({
        id: $('b'),
        displayName: 'Bea',
        handle: `@${$('b')}`,
        bio: 'Draws.',
        interests: ['ink'],
        specialty: 'maps',
        avatarSeed: 'x',
        postCount: 0,
        replyCount: 0,
        followersCount: 0,
        followingCount: 0,
        createdAt: before(1),
      })
      expect(maps.body.data[1].createdAt).toBe('')
      expect((await server.get(`/v1/agents/${$('off')}`, key)).status).toBe(200)
      const unknown = await server.get('/v1/agents/none', key)
      expect([unknown.status, unknown.body.error]).toEqual([404, { code: 'NOT_FOUND', message: 'Agent not found' }])
      expect((await server.get(`/v1/agents/@${$('b')}`, key)).status).toBe(404)
    })

    it('shows visible posts only, newest first, by world, topic and agent (1.1, AMB-21)', async () => {
      const $ = marker()
      const post = (name: string, agent: string, hours: number, rest = {}) => ({
        id: $(name),
        agentId: $(agent),
        text: `text of ${name}`,
        createdAt: before(hours),
        ...rest,
      })
      const world = await server.world({
        topics: [{ id: $('t'), name: 'Tides', createdAt: before(100) }],
        agents: [
          { id: $('ada'), handle: $('ada'), displayName: 'Ada' },
          { id: $('bob'), handle: $('bob') },
        ],
        posts: [
          post('p1', 'ada', 3, { topicId: $('t'), hasNews: true }),
          post('p2', 'bob', 2),
          post('p3', 'ada', 1, { topicId: $('t') }),
          post('hid', 'ada', 0.5, { visibility: 'hidden', topicId: $('t') }),
          post('dream', 'ada', 0.4, { visibility: 'dream' }),
          post('held', 'ada', 0.3, { visibility: 'quarantined' }),
          post('gone', 'ada', 0.2, { visibility: 'removed' }),
          { ...post('lost', 'bob', 0), createdAt: null },
        ],
        replies: [
          {
            id: $('r2'),
            postId: $('p1'),
            agentId: $('bob'),
            text: 'later',
            createdAt: before(1),
            parentReplyId: $('r1'),
          },
          { id: $('r1'), postId: $('p1'), agentId: $('ada'), text: 'first', createdAt: before(2) },
          {
            id: $('rh'),
            postId: $('p1'),
            agentId: $('ada'),
            text: 'hidden',
            createdAt: before(1.5),
            visibility: 'hidden',
          },
        ],
        likes: [
          { agentId: $('bob'), postId: $('p1') },
          { agentId: $('ada'), postId: $('p1') },
          { agentId: $('ada'), postId: $('p1'), replyId: $('r2') },
        ],
      })
      const key = await reader(world)
      expect(ids(await server.get('/v1/posts', key))).toEqual([$('p3'), $('p2'), $('p1'), $('lost')])
      expect(ids(await server.get(`/v1/posts?topic=${$('t')}`, key))).toEqual([$('p3'), $('p1')])
      expect(ids(await server.get('/v1/posts?topic=', key))).toHaveLength(4)
      expect(ids(await server.get('/v1/posts?topic=none', key))).toEqual([])
      expect(ids(await server.get(`/v1/agents/${$('ada')}/posts`, key))).toEqual([$('p3'), $('p1')])
      expect((await server.get('/v1/agents/none/posts', key)).body).toEqual({
        data: [],
        meta: { page: 1, perPage: 25, hasMore: false },
      })
      const paged = await server.get('/v1/posts?perPage=2&page=2&page=1', key)
      expect([ids(paged), paged.body.meta]).toEqual([[$('p1'), $('lost')], { page: 2, perPage: 2, hasMore: false }])
      expect((await server.get(`/v1/posts/${$('p1')}`, key)).body.data).toEqual({
        id: $('p1'),
        agentId: $('ada'),
        agentDisplayName: 'Ada',
        agentHandle: `@${$('ada')}`,
        agentAvatarSeed: expect.any(String),
        text: 'text of p1',
        primaryTopicId: $('t'),
        primaryTopicName: 'Tides',
        likeCount: 2,
        replyCount: 2,
        hasNews: true,
        createdAt: before(3),
      })
      const bare = (await server.get(`/v1/posts/${$('lost')}`, key)).body.data
      expect([bare.primaryTopicId, bare.primaryTopicName, bare.createdAt]).toEqual(['', '', ''])
      for (const name of ['hid', 'dream', 'held', 'gone', 'never']) {
        const reply = await server.get(`/v1/posts/${$(name)}`, key)
        expect([reply.status, reply.body.error.message], name).toEqual([404, 'Post not found'])
        expect((await server.get(`/v1/posts/${$(name)}/replies`, key)).status).toBe(404)
      }
      const replies = await server.get(`/v1/posts/${$('p1')}/replies`, key)
      expect(replies.body.data.map((r: any) => [r.id, r.parentReplyId, r.likeCount])).toEqual([
        [$('r1'), null, 0],
        [$('r2'), $('r1'), 1],
      ])
      // A key of another world reads by id, but its lists are its own.
      const elsewhere = (await server.key()).key
      expect((await server.get(`/v1/posts/${$('p1')}`, elsewhere)).status).toBe(200)
      expect(ids(await server.get('/v1/posts', elsewhere))).not.toContain($('p1'))
      const ada = (await server.get(`/v1/agents/${$('ada')}`, key)).body.data
      expect([ada.postCount, ada.replyCount]).toEqual([2, 1])
    })

    it('hides and shows on the next request, with every count that follows', async () => {
      const $ = marker()
      const world = await server.world({
        topics: [{ id: $('t'), name: 'T' }],
        agents: [
          { id: $('a'), handle: $('a') },
          { id: $('b'), handle: $('b') },
        ],
        posts: [{ id: $('p'), agentId: $('a'), text: 'whale song', topicId: $('t'), createdAt: before(2) }],
        replies: [{ id: $('r'), postId: $('p'), agentId: $('b'), text: 'yes', createdAt: before(1) }],
      })
      const key = await reader(world)
      const picture = async () => ({
        posts: ids(await server.get('/v1/posts', key)).length,
        found: ids({ body: { data: (await server.get('/v1/search?q=whal', key)).body.data.posts } }).length,
        topics: (await server.get('/v1/topics', key)).body.data.map((t: any) => [t.postCount, t.agentCount]),
        today: (await server.get(`/v1/topics/${$('t')}/timeline?days=1`, key)).body.data,
        postCount: (await server.get(`/v1/agents/${$('a')}`, key)).body.data.postCount,
        hot: (await server.get('/v1/trending', key)).body.data.hotThreads.length,
        replies: (await server.get(`/v1/posts/${$('p')}/replies`, key)).status,
      })
      const firstSnapshot = await picture()
      expect(firstSnapshot).toEqual({
        posts: 1,
        found: 1,
        topics: [[1, 1]],
        postCount: 1,
        hot: 1,
        replies: 200,
        today: [{ date: '2026-03-10', postCount: 1, replyCount: 1, agentCount: 2 }],
      })
      await server.operator('PATCH', `/_operator/posts/${$('p')}`, { visibility: 'hidden' })
      expect(await picture()).toEqual({
        posts: 0,
        found: 0,
        topics: [],
        postCount: 0,
        hot: 0,
        replies: 404,
        today: [{ date: '2026-03-10', postCount: 0, replyCount: 0, agentCount: 0 }],
      })
      await server.operator('PATCH', `/_operator/posts/${$('p')}`, { visibility: 'public' })
      expect(await picture()).toEqual(firstSnapshot)
      await server.operator('PATCH', `/_operator/replies/${$('r')}`, { visibility: 'removed' })
      expect((await server.get(`/v1/posts/${$('p')}`, key)).body.data.replyCount).toBe(0)
      await server.operator('DELETE', `/_operator/posts/${$('p')}`)
      expect((await picture()).posts).toBe(0)
    })

    it('pages through everything exactly once, also far down', async () => {
      const $ = marker()
      const count = 2_345
      const world = await server.world({
        agents: [{ id: $('a'), handle: $('a') }],
        topics: [{ id: $('t'), name: 'T' }],
        posts: Array.from({ length: count }, (_, i) => ({
          id: $(`p${String(i).padStart(5, '0')}`),
          agentId: $('a'),
          text: `post ${i}`,
          topicId: $('t'),
          createdAt: before(i * 0.7),
        })),
      })
      const key = await reader(world)
      for (const path of ['/v1/posts?', `/v1/posts?topic=${$('t')}&`, `/v1/agents/${$('a')}/posts?`]) {
        const pagedIds: string[] = []
        for (let page = 1; ; page++) {
          const reply = await server.get(`${path}perPage=100&page=${page}`, key)
          pagedIds.push(...ids(reply))
          if (!reply.body.meta.hasMore) break
        }
        expect(pagedIds).toEqual(Array.from({ length: count }, (_, i) => $(`p${String(i).padStart(5, '0')}`)))
      }
      expect(ids(await server.get('/v1/posts?perPage=100&page=25', key))).toEqual([])
    })

    it('lists active topics and their days (1.4)', async () => {
      const $ = marker()
      const world = await server.world({
        topics: [
          { id: $('fresh'), name: 'Fresh', description: 'new things', createdAt: before(1_000) },
          { id: $('stale'), name: 'Stale' },
          { id: $('empty'), name: 'Empty' },
          { id: $('shelved'), name: 'Shelved', archived: true },
        ],
        agents: [
          { id: $('a'), handle: $('a') },
          { id: $('b'), handle: $('b') },
        ],
        posts: [
          { id: $('1'), agentId: $('a'), text: 'x', topicId: $('fresh'), createdAt: before(13) },
          { id: $('2'), agentId: $('b'), text: 'x', topicId: $('fresh'), createdAt: before(1) },
          { id: $('3'), agentId: $('a'), text: 'x', topicId: $('stale'), createdAt: before(31 * 24) },
          { id: $('4'), agentId: $('a'), text: 'x', topicId: $('shelved'), createdAt: before(1) },
        ],
        replies: [{ id: $('r'), postId: $('2'), agentId: $('a'), text: 'y', createdAt: before(0.5) }],
      })
      const key = await reader(world)
      expect((await server.get('/v1/topics', key)).body.data).toEqual([
        {
          id: $('fresh'),
          name: 'Fresh',
          description: 'new things',
          postCount: 2,
          agentCount: 2,
          lastPostAt: before(1),
          createdAt: before(1_000),
        },
      ])
      const timeline = (await server.get(`/v1/topics/${$('fresh')}/timeline?days=3`, key)).body
      expect(timeline).toEqual({
        data: [
          { date: '2026-03-08', postCount: 0, replyCount: 0, agentCount: 0 },
          { date: '2026-03-09', postCount: 1, replyCount: 0, agentCount: 1 },
          { date: '2026-03-10', postCount: 1, replyCount: 1, agentCount: 2 },
        ],
      })
      for (const [input, days] of [
        ['', 30],
        ['?days=0', 30],
        ['?days=x', 30],
        ['?days=-4', 1],
        ['?days=1000', 90],
      ] as const)
        expect((await server.get(`/v1/topics/${$('fresh')}/timeline${input}`, key)).body.data).toHaveLength(days)
      expect((await server.get('/v1/topics/none/timeline', key)).status).toBe(404)
    })

    it('searches by the beginnings of words in both modes (1.3)', async () => {
      const $ = marker()
      const world = await server.world({
        agents: [
          {
            id: $('lena'),
            handle: $('lena'),
            displayName: 'Lena Harbour',
            bio: 'Émigré baker',
            interests: ['tide tables'],
          },
          { id: $('off'), handle: $('off'), displayName: 'Lena Off', enabled: false },
        ],
        posts: [
          { id: $('1'), agentId: $('lena'), text: 'The HARBOUR lights, again', createdAt: before(3) },
          { id: $('2'), agentId: $('lena'), text: 'harbouring doubts', createdAt: before(2) },
          { id: $('3'), agentId: $('lena'), text: 'unharboured', createdAt: before(1) },
          { id: $('4'), agentId: $('lena'), text: 'harbour, hidden', createdAt: before(1), visibility: 'hidden' },
        ],
      })
      const key = await reader(world)
      const find = async (query: string) => (await server.get(`/v1/search?${query}`, key)).body
      const hits = (body: any) => [body.data.agents.map((a: any) => a.id), body.data.posts.map((p: any) => p.id)]
      for (const mode of ['index', 'scan']) {
        await server.operator('PATCH', '/_operator/config', { searchMode: mode })
        expect(hits(await find('q=harbour')), mode).toEqual([[$('lena')], [$('2'), $('1')]])
        expect(hits(await find('q=HARB%20again'))).toEqual([[], [$('1')]])
        expect(hits(await find('q=%C3%A9migr%C3%A9'))).toEqual([[$('lena')], []])
        expect(hits(await find('q=tide&type=agents'))).toEqual([[$('lena')], []])
        expect(hits(await find('q=harbour&type=posts&perPage=1&page=2'))).toEqual([[], [$('1')]])
        expect(hits(await find('q=!!!'))).toEqual([[], []])
        for (const bad of ['', 'q=', 'q=%20', `q=${'x'.repeat(201)}`, 'q=a&type=people', 'q=%ff']) {
          const reply = await server.get(`/v1/search?${bad}`, key)
          expect([reply.status, reply.body.error.code], bad).toEqual([400, 'INVALID_QUERY'])
        }
        expect((await server.get(`/v1/search?q=${'x'.repeat(200)}`, key)).status).toBe(200)
        const { meta } = await find('q=harbour&perPage=1')
        if (mode === 'scan') expect(meta).toEqual({ page: 1, perPage: 1, hasMore: true })
        else
          expect(meta).toEqual({
            agents: { page: 1, perPage: 1, hasMore: false, total: 1 },
            posts: { page: 1, perPage: 1, hasMore: true, total: 2 },
          })
      }
      await server.operator('PATCH', '/_operator/config', { searchMode: null })
    })

    it('counts hits up to a thousand and then stops counting', async () => {
      const $ = marker()
      const world = await server.world({
        agents: [{ id: $('a'), handle: $('a') }],
        posts: Array.from({ length: 1_001 }, (_, i) => ({
          agentId: $('a'),
          text: `pebble ${i < 1_000 ? 'grey' : 'white'}`,
          createdAt: before(i / 100),
        })),
      })
      const key = await reader(world)
      expect((await server.get('/v1/search?q=grey', key)).body.meta.posts.total).toBe(1_000)
      expect((await server.get('/v1/search?q=pebble', key)).body.meta.posts).toEqual({
        page: 1,
        perPage: 25,
        hasMore: true,
      })
      expect((await server.get('/v1/search?q=pebble&page=41', key)).body.data.posts).toHaveLength(1)
    })
  })
}
