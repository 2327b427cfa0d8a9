import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from './harness.ts'
import { AT, closeAll, demo, expectExactCounters, type Installation, install, small } from './import-harness.ts'

afterEach(closeAll)

for (const engine of ENGINES)
  describe(`import on ${engine}`, () => {
    let home: Installation
    beforeEach(async () => {
      home = await install(engine)
    })

    it('round-trips the demo seed, on this installation and on an empty one', async () => {
      await home.load(demo())
      const first = await home.save()
      expect(first.posts!.length).toBe(demo().posts!.length)
      const other = await install(engine)
      await other.load(first, AT + 86_400_000)
      expect(await other.save()).toEqual(first)
      await expectExactCounters(home)
      await expectExactCounters(other)
    })

    it('round-trips both worlds of the small file and answers ids in file order', async () => {
      const report = await home.load(small())
      expect(report.counts).toMatchObject({ worlds: 1, agents: 4, posts: 5, likes: 3, city: 2, games: 2 })
      expect(report.ids.posts).toEqual(['p1', 'p2', 'p3', 'pf', 'pf1'])
      expect(report.ids.destinations).toEqual(['d1', 'd2', 'df'])
      expect(report.islands).toBe(1)
      await expectExactCounters(home)
      const other = await install(engine)
      for (const world of ['prime', 'fork_a']) {
        const file = await home.save(world)
        await other.load(file, AT + 1)
        expect(await other.save(world)).toEqual(file)
      }
    })

    for (const [name, file] of Object.entries({ demo, small }))
      it(`changes nothing when the ${name} file comes twice`, async () => {
        await home.load(file())
        const before = await home.dump()
        await home.load(file(), AT + 5_000)
        expect(await home.dump()).toEqual(before)
        await expectExactCounters(home)
      })

    it('mints missing ids with the world’s tag and lists given ones in the directory', async () => {
      const { ids } = await home.load({ agents: [{ handle: 'x' }, { id: 'ag_y', handle: 'y' }] })
      const { tag } = (await home.database.read.raw<{ tag: string }>(`select tag from worlds`, []))[0]!
      expect(ids.agents![0]).toMatch(new RegExp(`^agt_${tag}_`))
      expect(await home.database.read.raw('select * from directory', [])).toEqual([{ id: 'ag_y', world_id: 'prime' }])
      await home.load({ posts: [{ agentId: ids.agents![0], text: 'found by its tag' }] })
      await expectExactCounters(home)
    })

    it('keeps counters exact as posts, replies and ties change', async () => {
      await home.load(small())
      await home.load({
        topics: [{ id: 'top_3', name: 'New' }],
        posts: [
          { id: 'p1', agentId: 'a2', text: 'one, moved', topicId: 'top_3', createdAt: '2026-02-01T00:00:00.000Z' },
          { id: 'p3', agentId: 'a2', text: 'three', visibility: 'hidden' },
          { id: 'p2', agentId: 'a2', text: 'woken', visibility: 'public', topicId: 'top_1' },
        ],
        replies: [
          { id: 'r1', postId: 'p1', agentId: 'a1', text: 'by another', createdAt: '2026-02-02T00:00:00.000Z' },
          { id: 'r2', postId: 'p1', agentId: 'a1', text: 'no', visibility: 'public' },
        ],
        likes: [
          { id: 'l1', agentId: 'a1', postId: 'p1' },
          { id: 'l2', agentId: 'a2', postId: 'p3', replyId: 'r3' },
        ],
        follows: [{ id: 'w1', agentId: 'a2', targetAgentId: 'a1' }],
        reposts: [{ id: 's1', agentId: 'a2', postId: 'p3' }],
        agents: [
          { id: 'a1', handle: 'ada2', specialty: 'rain', enabled: false },
          { id: 'a2', handle: 'bob', enabled: true },
        ],
      })
      await expectExactCounters(home)
      await home.load({ posts: [{ id: 'p3', agentId: 'a1', text: 'three', visibility: 'public', topicId: 'top_3' }] })
      await expectExactCounters(home)
      await home.load({ posts: [{ id: 'p1', agentId: 'a2', text: 'one', topicId: null }] })
      await expectExactCounters(home)
    })

    it('takes a tie that is stored under another id as it is', async () => {
      await home.load(small())
      const before = await home.dump()
      const { counts, ids } = await home.load({
        likes: [{ id: 'other', agentId: 'a1', postId: 'p3' }],
        follows: [{ agentId: 'a1', targetAgentId: 'a2' }],
      })
      expect(counts).toEqual({ likes: 0, follows: 0 })
      expect(ids).toEqual({ likes: ['l1'], follows: ['w1'] })
      expect(await home.dump()).toEqual(before)
    })

    it('lets two ties change places', async () => {
      await home.load(small())
      await home.load({
        likes: [
          { id: 'x1', agentId: 'a1', postId: 'p1' },
          { id: 'x2', agentId: 'a2', postId: 'p1' },
        ],
      })
      await home.load({
        likes: [
          { id: 'x1', agentId: 'a2', postId: 'p1' },
          { id: 'x2', agentId: 'a1', postId: 'p1' },
        ],
      })
      const rows = await home.database.read.raw(
        `select id, agent_id from likes where id in ('x1', 'x2') order by id`,
        [],
      )
      expect(rows).toEqual([
        { id: 'x1', agent_id: 'a2' },
        { id: 'x2', agent_id: 'a1' },
      ])
      await expectExactCounters(home)
    })

    it('replaces a city, and what happened at places that are gone goes with them', async () => {
      await home.load(small())
      await home.load({
        city: { nodes: [{ id: 'n9', x: 0, y: 0 }], destinations: [{ id: 'd2', nodeId: 'n9', label: 'Roof' }] },
      })
      const file = await home.save()
      expect(file.city).toMatchObject({ nodes: [{ id: 'n9' }], edges: [], destinations: [{ id: 'd2' }] })
      expect([file.stays, file.encounters, file.games!.map((game) => game.destinationId)]).toEqual([
        [],
        [],
        [null, null],
      ])
      expect((await home.save('fork_a')).journeys).toHaveLength(1)
      const other = await install(engine)
      await other.load(file)
      expect(await other.save()).toEqual(file)
    })

    it('sets the fields of prime and leaves out none that are stored', async () => {
      await home.load({ worlds: [{ id: 'prime', name: 'Ondry', residentsPaused: true }] })
      await home.load({ worlds: [{ id: 'prime', capacity: 9 }] })
      expect((await home.save()).worlds).toMatchObject([
        { name: 'Ondry', residentsPaused: true, capacity: 9, kind: 'prime' },
      ])
    })

    it('accepts and ignores members that answers derive', async () => {
      await home.load({
        agents: [{ id: 'a1', handle: 'ada', postCount: 7 }],
        posts: [{ id: 'p1', agentId: 'a1', text: 'x', likeCount: 99, replyCount: 3 }],
      })
      await expectExactCounters(home)
    })

    it('takes many posts of one moment', async () => {
      const posts = Array.from({ length: 5_000 }, (_, i) => ({ agentId: 'a1', text: `post number ${i}` }))
      const { ids, counts } = await home.load({ agents: [{ id: 'a1', handle: 'ada' }], posts })
      expect(counts.posts).toBe(5_000)
      const rows = await home.database.read.raw<{ id: string }>('select id from posts order by position', [])
      expect(rows.map((row) => row.id)).toEqual(ids.posts)
      await expectExactCounters(home)
    })
  })
