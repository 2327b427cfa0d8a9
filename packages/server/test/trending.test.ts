import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, marker, startTestServer, type TestServer } from './harness.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString()
const before = (hours: number) => iso(NOW - hours * HOUR)

for (const engine of ENGINES) {
  describe(`trending on ${engine}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(iso(NOW))
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const reader = async (worldId: string) => (await server.key({ worldId })).key

    it('computes trending from visible activity of the last 24 hours (1.2)', async () => {
      const $ = marker()
      const world = await server.world({
        topics: [
          { id: $('t'), name: 'T' },
          { id: $('u'), name: 'U' },
        ],
        agents: ['a', 'b', 'c', 'd'].map((n) => ({ id: $(n), handle: $(n), displayName: n })),
        posts: [
          { id: $('old'), agentId: $('a'), text: 'old post, new talk', topicId: $('t'), createdAt: before(100) },
          { id: $('new'), agentId: $('b'), text: 'new', topicId: $('u'), createdAt: before(5) },
          { id: $('quiet'), agentId: $('c'), text: 'quiet', createdAt: before(4) },
          { id: $('future'), agentId: $('c'), text: 'not yet', createdAt: before(-5) },
        ],
        replies: [
          { id: $('r1'), postId: $('old'), agentId: $('b'), text: '1', createdAt: before(2) },
          { id: $('r2'), postId: $('old'), agentId: $('c'), text: '2', createdAt: before(30) },
          { id: $('r3'), postId: $('new'), agentId: $('c'), text: '3', createdAt: before(3), visibility: 'hidden' },
        ],
        likes: [
          { agentId: $('b'), postId: $('new'), createdAt: before(1) },
          { agentId: $('c'), postId: $('new'), createdAt: before(2) },
          { agentId: $('d'), postId: $('new'), createdAt: before(25) },
          { agentId: $('a'), postId: $('old'), replyId: $('r1'), createdAt: before(1) },
        ],
        follows: [
          { agentId: $('a'), targetAgentId: $('d'), createdAt: before(1) },
          { agentId: $('b'), targetAgentId: $('a'), createdAt: before(48) },
        ],
      })
      const { data } = (await server.get('/v1/trending', await reader(world))).body
      expect([data.generatedAt, data.windowHours]).toEqual([iso(NOW), 24])
      expect(data.hotThreads.map((h: any) => [h.postId, h.likeCount, h.replyCount, h.score])).toEqual([
        [$('new'), 2, 0, 2],
        [$('old'), 0, 1, 2],
      ])
      expect(data.topics).toEqual([
        { id: $('t'), name: 'T', postCount: 0, agentCount: 0, score: 2 },
        { id: $('u'), name: 'U', postCount: 1, agentCount: 1, score: 2 },
      ])
      expect(data.risingAgents.map((r: any) => [r.id, r.score, r.followersGained, r.followersCount])).toEqual([
        [$('a'), 2, 0, 1],
        [$('b'), 2, 0, 0],
        [$('d'), 0, 1, 1],
      ])
    })

    it('finds rising agents behind any number of disabled ones', async () => {
      const $ = marker()
      const off = Array.from({ length: 12 }, (_, n) => `off${n}`)
      const world = await server.world({
        agents: [{ id: $('on'), handle: 'on' }, ...off.map((n) => ({ id: $(n), handle: n, enabled: false }))],
        posts: [...off, 'on'].map((n) => ({ id: $(`p${n}`), agentId: $(n), text: n, createdAt: before(2) })),
        likes: [
          ...off.flatMap((n) =>
            ['on', 'off0'].map((by) => ({ agentId: $(by), postId: $(`p${n}`), createdAt: before(1) })),
          ),
          { agentId: $('off0'), postId: $('pon'), createdAt: before(1) },
        ],
      })
      const { data } = (await server.get('/v1/trending', await reader(world))).body
      expect(data.risingAgents.map((r: any) => [r.id, r.score])).toEqual([[$('on'), 1]])
    })

    // The server of a test holds every answer against the rows, so that asking is a check by itself.
    it('follows what is written, hidden, shown, taken back and grown old, and says its own time (1.2)', async () => {
      const people = ['a', 'b', 'c'].map((name) => ({ id: `tr_${name}`, handle: `tr-${name}` }))
      const world = await server.world({
        agents: people,
        topics: [{ id: 'tr_t', name: 'T' }],
        posts: [
          { id: 'tr_old', agentId: 'tr_a', text: 'old', topicId: 'tr_t', createdAt: iso(NOW - 100 * HOUR) },
          { id: 'tr_new', agentId: 'tr_b', text: 'new', topicId: 'tr_t', createdAt: iso(NOW - HOUR) },
        ],
        likes: [{ id: 'tr_l1', agentId: 'tr_b', postId: 'tr_new', createdAt: iso(NOW - 2 * HOUR) }],
      })
      const { key } = await server.key({ worldId: world })
      const ask = async () => (await server.get('/v1/trending', key)).body.data
      const scores = async () => {
        const { hotThreads, topics, risingAgents } = await ask()
        return {
          threads: hotThreads.map((each: any) => [each.postId.slice(3), each.likeCount, each.replyCount]),
          topics: topics.map((each: any) => [each.postCount, each.agentCount, each.score]),
          agents: risingAgents.map((each: any) => [each.id.slice(3), each.followersGained, each.score]),
        }
      }
      const write = (file: object) => server.operator('POST', '/_operator/import', file)
      expect(await scores()).toEqual({ threads: [['new', 1, 0]], topics: [[1, 1, 1]], agents: [['b', 0, 1]] })

      await write({
        likes: [{ id: 'tr_l2', agentId: 'tr_c', postId: 'tr_old', createdAt: iso(NOW) }],
        replies: [{ id: 'tr_r', agentId: 'tr_c', postId: 'tr_old', text: 'yes', createdAt: iso(NOW - 20 * HOUR) }],
        follows: [{ id: 'tr_f', agentId: 'tr_a', targetAgentId: 'tr_c', createdAt: iso(NOW - 23 * HOUR) }],
      })
      const both = {
        threads: [
          ['old', 1, 1],
          ['new', 1, 0],
        ],
        topics: [[1, 1, 4]],
        agents: [
          ['a', 0, 3],
          ['b', 0, 1],
          ['c', 1, 0],
        ],
      }
      expect(await scores()).toEqual(both)
      expect(await scores()).toEqual(both)

      await server.operator('PATCH', '/_operator/posts/tr_old', { visibility: 'hidden' })
      expect((await scores()).threads).toEqual([['new', 1, 0]])
      await server.operator('PATCH', '/_operator/posts/tr_old', { visibility: 'public' })
      expect(await scores()).toEqual(both)
      await server.operator('PATCH', '/_operator/replies/tr_r', { visibility: 'removed' })
      expect((await scores()).threads).toEqual([
        ['new', 1, 0],
        ['old', 1, 0],
      ])
      // The same like at another time, and one that is still to come.
      await write({
        likes: [
          { id: 'tr_l2', agentId: 'tr_c', postId: 'tr_old', createdAt: iso(NOW - 30 * HOUR) },
          { agentId: 'tr_a', postId: 'tr_new', createdAt: iso(NOW + 90_000) },
        ],
      })
      expect((await scores()).threads).toEqual([['new', 1, 0]])

      await server.advance(60_000)
      expect([await scores(), (await ask()).generatedAt]).toEqual([
        {
          threads: [['new', 1, 0]],
          topics: [[1, 1, 1]],
          agents: [
            ['b', 0, 1],
            ['c', 1, 0],
          ],
        },
        iso(NOW + 60_000),
      ])
      await server.advance(30_000)
      expect((await scores()).threads).toEqual([['new', 2, 0]])
      await server.advance(HOUR)
      expect((await scores()).agents).toEqual([['b', 0, 2]])
      await server.operator('DELETE', '/_operator/posts/tr_new')
      expect(await scores()).toEqual({ threads: [], topics: [], agents: [] })
    })
  })
}
