import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'

const NOW = '2026-03-10T12:00:00.000Z'
const before = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString()

for (const engine of ENGINES) {
  describe(`minds and network on ${engine}`, () => {
    let server: TestServer
    let key: string
    const $ = (name: string) => `${name}_mn`

    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
      const world = await server.world({
        topics: [
          { id: $('t1'), name: 'Tides' },
          { id: $('t2'), name: 'Bread' },
        ],
        agents: ['ada', 'bob', 'cy'].map((n) => ({ id: $(n), handle: $(n), displayName: n.toUpperCase() })),
        posts: [
          { id: $('p1'), agentId: $('ada'), text: 'x', topicId: $('t2'), createdAt: before(5) },
          { id: $('hid'), agentId: $('ada'), text: 'y', topicId: $('t2'), createdAt: before(1), visibility: 'hidden' },
        ],
        memories: [
          {
            agentId: $('ada'),
            summary: 'Keeps the tide book.',
            beliefs: ['Water is patient.'],
            openQuestions: ['Whose step?'],
            topics: [{ tag: 'tides', weight: 0.9 }],
            styleNotes: ['short'],
            recentHighlights: ['Saw it turn.'],
            activeIdeas: [{ ideaId: $('i1'), label: 'Steps', stance: 'support' }],
            lastCompressedAt: before(10),
          },
        ],
        moods: [
          { agentId: $('ada'), mood: 'calm', emoji: '🌊', reason: 'low water', intensity: 0.25, updatedAt: before(1) },
        ],
        reputations: [
          {
            agentId: $('ada'),
            score: 71.5,
            percentile: 90,
            components: { quality: 70, engagement: 60, consistency: 80, influence: 50 },
            badges: ['steady'],
            updatedAt: before(2),
          },
        ],
        topicProfiles: [
          {
            agentId: $('ada'),
            topics: [
              { topicId: $('t2'), weight: 0.2 },
              { topicId: $('t1'), weight: 0.8 },
            ],
            updatedAt: before(3),
          },
        ],
        episodes: [{ agentId: $('ada'), text: 'CANARY-EPISODE', importance: 1, private: true }],
        relationships: [
          {
            agentId: $('ada'),
            otherAgentId: $('bob'),
            type: 'friend',
            affinity: 0.5,
            trust: 0.75,
            familiarity: 0.25,
            interactionCount: 4,
            lastInteractionAt: before(9),
            updatedAt: before(9),
            createdAt: before(90),
          },
          {
            agentId: $('ada'),
            otherAgentId: $('cy'),
            type: 'rival',
            affinity: -0.5,
            trust: 0.125,
            familiarity: 1,
            interactionCount: 9,
            lastInteractionAt: before(2),
            updatedAt: before(2),
            createdAt: before(80),
          },
        ],
        follows: [
          { id: $('f1'), agentId: $('bob'), targetAgentId: $('ada'), createdAt: before(85) },
          { id: $('f2'), agentId: $('cy'), targetAgentId: $('ada'), createdAt: null },
        ],
        signals: [
          {
            id: $('s1'),
            agentId: $('ada'),
            type: 'warmth',
            label: 'Warm',
            value: 0.5,
            trend: 'rising',
            confidence: 0.75,
            observedAt: before(8),
          },
          {
            id: $('s2'),
            agentId: $('ada'),
            type: 'rhythm',
            label: 'Nightly',
            value: 3,
            trend: 'steady',
            confidence: 1,
            observedAt: before(4),
          },
        ],
        thoughts: [
          {
            id: $('th1'),
            agentId: $('ada'),
            kind: 'thought',
            text: 'one',
            topicId: $('t1'),
            publishable: true,
            createdAt: before(6),
          },
          {
            id: $('th2'),
            agentId: $('ada'),
            kind: 'impression',
            text: 'two',
            aboutAgentId: $('bob'),
            publishable: true,
            createdAt: before(5),
          },
          {
            id: $('th3'),
            agentId: $('ada'),
            kind: 'thought',
            text: 'CANARY-THOUGHT',
            publishable: false,
            createdAt: before(4),
          },
        ],
        ideas: [
          {
            id: $('i1'),
            label: 'Steps',
            summary: 'Count in steps',
            status: 'spreading',
            originAgentId: $('ada'),
            createdAt: before(70),
            updatedAt: before(1),
            events: [
              {
                id: $('e1'),
                type: 'introduced',
                agentId: $('ada'),
                stance: 'support',
                postId: $('p1'),
                createdAt: before(70),
              },
              {
                id: $('e2'),
                type: 'adopted',
                agentId: $('bob'),
                stance: 'support',
                postId: $('hid'),
                createdAt: before(60),
              },
              { id: $('e3'), type: 'questioned', agentId: $('cy'), stance: 'oppose', createdAt: before(50) },
              { id: $('e4'), type: 'dropped', agentId: $('bob'), stance: 'neutral', createdAt: before(40) },
            ],
          },
          {
            id: $('i2'),
            label: 'New',
            summary: '',
            status: 'emerging',
            originAgentId: $('bob'),
            createdAt: before(3),
            events: [],
          },
        ],
        challenges: [
          {
            id: $('c1'),
            title: 'Rain',
            description: 'Name it',
            status: 'open',
            topicId: $('t1'),
            opensAt: before(30),
            closesAt: before(-1),
            createdAt: before(31),
            contributions: [
              { id: $('k1'), agentId: $('ada'), text: 'kept rain', score: 8.5, createdAt: before(20) },
              { id: $('k2'), agentId: $('bob'), text: 'gone', postId: $('hid'), createdAt: before(19) },
              { id: $('k3'), agentId: $('cy'), text: 'mist', postId: $('p1'), createdAt: before(18) },
            ],
          },
          {
            id: $('c2'),
            title: 'Old',
            description: '',
            status: 'closed',
            createdAt: before(100),
            opensAt: before(100),
            closesAt: before(50),
            contributions: [],
          },
        ],
      })
      key = (await server.key({ worldId: world })).key
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const data = async (path: string) => (await server.get(path, key)).body.data
    const missing = async (path: string) => {
      const { status, body } = await server.get(path, key)
      return [status, body.error?.message]
    }

    it('summarises memory and mood (2.5, 2.6, 4.7)', async () => {
      expect(await data(`/v1/agents/${$('ada')}/memory`)).toEqual({
        agentId: $('ada'),
        summary: 'Keeps the tide book.',
        beliefs: ['Water is patient.'],
        openQuestions: ['Whose step?'],
        topics: [{ tag: 'tides', weight: 0.9 }],
        styleNotes: ['short'],
        recentHighlights: ['Saw it turn.'],
        activeIdeas: [{ ideaId: $('i1'), label: 'Steps', stance: 'support' }],
        lastCompressedAt: before(10),
      })
      expect(await data(`/v1/agents/${$('ada')}/mood`)).toEqual({
        agentId: $('ada'),
        mood: 'calm',
        emoji: '🌊',
        reason: 'low water',
        intensity: 0.25,
        updatedAt: before(1),
      })
      expect(await missing(`/v1/agents/${$('bob')}/memory`)).toEqual([404, 'Memory not found'])
      expect(await missing(`/v1/agents/${$('bob')}/mood`)).toEqual([404, 'Mood not found'])
      expect((await missing('/v1/agents/none/memory'))[0]).toBe(404)
    })

    it('serves relationships whole, and one edge (1.5)', async () => {
      const edges = await data(`/v1/agents/${$('ada')}/relationships`)
      expect(edges.map((e: any) => e.otherAgentId)).toEqual([$('cy'), $('bob')])
      expect(await data(`/v1/agents/${$('ada')}/relationships/${$('bob')}`)).toEqual({
        agentId: $('ada'),
        otherAgentId: $('bob'),
        otherHandle: `@${$('bob')}`,
        otherDisplayName: 'BOB',
        type: 'friend',
        affinity: 0.5,
        trust: 0.75,
        familiarity: 0.25,
        interactionCount: 4,
        lastInteractionAt: before(9),
        updatedAt: before(9),
      })
      expect(await missing(`/v1/agents/${$('bob')}/relationships/${$('ada')}`)).toEqual([404, 'Relationship not found'])
      expect((await server.get('/v1/agents/none/relationships', key)).body).toEqual({ data: [] })
    })

    it('serves reputation, signals and topic profile (1.6 to 1.8)', async () => {
      expect(await data(`/v1/agents/${$('ada')}/reputation`)).toEqual({
        agentId: $('ada'),
        score: 71.5,
        percentile: 90,
        components: { quality: 70, engagement: 60, consistency: 80, influence: 50 },
        badges: ['steady'],
        updatedAt: before(2),
      })
      expect((await data(`/v1/agents/${$('ada')}/signals`)).map((s: any) => [s.id, s.observedAt])).toEqual([
        [$('s2'), before(4)],
        [$('s1'), before(8)],
      ])
      expect(await data('/v1/agents/none/signals')).toEqual([])
      expect(await data(`/v1/agents/${$('ada')}/topics`)).toEqual({
        agentId: $('ada'),
        topics: [
          { topicId: $('t1'), name: 'Tides', weight: 0.8, postCount: 0, lastPostAt: '' },
          { topicId: $('t2'), name: 'Bread', weight: 0.2, postCount: 1, lastPostAt: before(5) },
        ],
        updatedAt: before(3),
      })
      expect((await missing(`/v1/agents/${$('bob')}/reputation`))[0]).toBe(404)
      expect((await missing(`/v1/agents/${$('bob')}/topics`))[0]).toBe(404)
    })

    it('publishes only publishable thoughts and no episode anywhere (1.9)', async () => {
      const thoughts = await server.get(`/v1/agents/${$('ada')}/thoughts`, key)
      expect(thoughts.body).toEqual({
        data: [
          {
            id: $('th2'),
            kind: 'impression',
            text: 'two',
            aboutAgentId: $('bob'),
            aboutHandle: `@${$('bob')}`,
            topicId: null,
            createdAt: before(5),
          },
          {
            id: $('th1'),
            kind: 'thought',
            text: 'one',
            aboutAgentId: null,
            aboutHandle: null,
            topicId: $('t1'),
            createdAt: before(6),
          },
        ],
        meta: { page: 1, perPage: 25, hasMore: false },
      })
      expect((await server.get('/v1/agents/none/thoughts?page=2', key)).body).toEqual({
        data: [],
        meta: { page: 2, perPage: 25, hasMore: false },
      })
      const paths = ['memory', 'mood', 'reputation', 'signals', 'topics', 'thoughts', 'relationships', 'posts', ''].map(
        (p) => `/v1/agents/${$('ada')}${p && `/${p}`}`,
      )
      for (const path of [
        ...paths,
        '/v1/agents',
        '/v1/posts',
        '/v1/trending',
        '/v1/search?q=canary',
        '/v1/network/ideas',
      ])
        expect(JSON.stringify((await server.get(path, key)).body), path).not.toMatch(/CANARY/)
    })

    it('pages the graph by edges in one ordering (1.12)', async () => {
      const whole = await server.get('/v1/network/graph', key)
      expect(whole.body.data.edges.map((e: any) => [e.type, e.source, e.target, e.weight])).toEqual([
        ['relationship', $('ada'), $('cy'), -0.5],
        ['follow', $('bob'), $('ada'), 1],
        ['relationship', $('ada'), $('bob'), 0.5],
        ['follow', $('cy'), $('ada'), 1],
      ])
      expect(whole.body.data.edges[3].createdAt).toBe('')
      const page = (await server.get('/v1/network/graph?perPage=1&page=2', key)).body
      expect(page.meta).toEqual({ page: 2, perPage: 1, hasMore: true })
      expect(page.data.nodes).toEqual([
        { id: $('ada'), handle: `@${$('ada')}`, displayName: 'ADA' },
        { id: $('bob'), handle: `@${$('bob')}`, displayName: 'BOB' },
      ])
    })

    it('lists ideas and tells one with its events (1.13)', async () => {
      const ideas = await server.get('/v1/network/ideas', key)
      expect(ideas.body.data.map((i: any) => [i.id, i.adopterCount, i.eventCount])).toEqual([
        [$('i2'), 0, 0],
        [$('i1'), 1, 4],
      ])
      const one = await data(`/v1/network/ideas/${$('i1')}`)
      expect([one.label, one.status, one.originHandle, one.updatedAt]).toEqual([
        'Steps',
        'spreading',
        `@${$('ada')}`,
        before(1),
      ])
      expect(one.events.map((e: any) => [e.id, e.postId])).toEqual([
        [$('e1'), $('p1')],
        [$('e2'), null],
        [$('e3'), null],
        [$('e4'), null],
      ])
      expect((await missing('/v1/network/ideas/none'))[0]).toBe(404)
    })

    it('lists challenges, omits hidden contributions, and closes on time (1.14)', async () => {
      const list = await server.get('/v1/network/challenges', key)
      expect(list.body.data.map((c: any) => [c.id, c.status, c.contributionCount, c.topicId])).toEqual([
        [$('c1'), 'open', 2, $('t1')],
        [$('c2'), 'closed', 0, null],
      ])
      const one = await data(`/v1/network/challenges/${$('c1')}`)
      expect(one.contributions.map((c: any) => [c.id, c.score, c.postId])).toEqual([
        [$('k1'), 8.5, null],
        [$('k3'), null, $('p1')],
      ])
      await server.advance(3_600_000)
      expect((await data(`/v1/network/challenges/${$('c1')}`)).status).toBe('judging')
      expect((await missing('/v1/network/challenges/none'))[0]).toBe(404)
    })
  })
}
