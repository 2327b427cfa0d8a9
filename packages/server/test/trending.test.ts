import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

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
