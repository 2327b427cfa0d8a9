import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const HOUR = 3_600_000
const before = (hours: number) => new Date(NOW - hours * HOUR).toISOString()

const AGENTS = ['ada', 'bob'].map((name) => ({ id: `kept_${name}`, handle: `kept-${name}` }))
const MOOD = {
  agentId: 'kept_ada',
  mood: 'calm',
  emoji: '🌊',
  reason: 'low water',
  intensity: 0.25,
  updatedAt: before(1),
}
const CHALLENGE = {
  id: 'kept_c',
  title: 'Rain',
  description: '',
  status: 'open',
  createdAt: before(3),
  opensAt: before(3),
}

/** Minds, challenges and trending: what depends on the time is kept until it changes. */
const PATHS = [
  ...['mood', 'relationships', 'signals', 'thoughts'].map((part) => `/v1/agents/kept_ada/${part}`),
  '/v1/network/challenges',
  '/v1/network/challenges/kept_c',
  '/v1/trending',
]

for (const engine of ENGINES) {
  describe(`cached responses on ${engine}`, () => {
    let server: TestServer
    let key: string
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(new Date(NOW).toISOString())
      const world = await server.world({
        agents: AGENTS,
        moods: [MOOD],
        posts: [{ id: 'kept_p', agentId: 'kept_ada', text: 'x', createdAt: before(30) }],
        likes: [{ agentId: 'kept_bob', postId: 'kept_p', createdAt: before(23) }],
        challenges: [{ ...CHALLENGE, closesAt: before(-2), contributions: [] }],
      })
      key = (await server.key({ worldId: world })).key
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const data = async (path: string) => (await server.get(path, key)).body.data
    const ask = async () => {
      const all = []
      for (const path of PATHS) all.push(await data(path))
      return all
    }
    const hits = async () => {
      const { body } = await server.operator('GET', '/metrics')
      return Number(/cache_reads_total\{cache="answers",outcome="hit"\} (\d+)/.exec(String(body))?.[1] ?? 0)
    }

    it('are given for every route that depends on content, and on the time, until one of them changes', async () => {
      const first = await ask()
      expect(await ask()).toEqual(first)
      // In a cluster no node caches answers.
      const expected = engine === 'sqlite' ? 1 : 0
      for (const path of PATHS) {
        const hitsBefore = await hits()
        await data(path)
        expect((await hits()) - hitsBefore).toBe(expected)
      }
      expect(await ask()).toEqual(first)
    })

    it('end with what is written', async () => {
      await server.operator('POST', '/_operator/import', { moods: [{ ...MOOD, mood: 'cross' }] })
      expect((await data('/v1/agents/kept_ada/mood')).mood).toBe('cross')
    })

    it('end when time changes them', async () => {
      for (const _ of [1, 2]) await ask()
      expect((await data('/v1/trending')).hotThreads).toHaveLength(1)
      await server.advance(HOUR - 1)
      expect((await data('/v1/trending')).hotThreads).toHaveLength(1)
      await server.advance(1)
      expect((await data('/v1/trending')).hotThreads).toEqual([])
      expect((await data('/v1/network/challenges'))[0].status).toBe('open')
      await server.advance(HOUR)
      expect((await data('/v1/network/challenges'))[0].status).toBe('judging')
      expect((await data('/v1/network/challenges/kept_c')).status).toBe('judging')
    })
  })
}
