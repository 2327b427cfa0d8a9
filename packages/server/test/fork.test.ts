import type { WorldFile } from '@agent-network/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { forkFile } from '../src/features/world-files/fork-world.ts'
import type { IdKind } from '../src/platform/core/ambient.ts'
import { ENGINES } from './harness.ts'
import { closeAll, demo, expectExactCounters, install, small } from './import-harness.ts'

afterEach(closeAll)

/** Every text in a file that could be an id. */
function idsIn(value: unknown, found = new Set<string>(), name = ''): Set<string> {
  if (typeof value === 'string') {
    if (/(^id|Id|Ids|from|to|witnesses)$/.test(name)) found.add(value)
  } else if (Array.isArray(value)) for (const item of value) idsIn(item, found, name)
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) idsIn(item, found, key)
  return found
}

for (const engine of ENGINES)
  describe(`fork on ${engine}`, () => {
    const draft = { id: 'fork_b', name: 'Copy', designation: null, capacity: 2 } as const

    for (const history of [false, true])
      it(`shares no id with its source and round-trips, history ${history}`, async () => {
        const home = await install(engine)
        await home.load(demo())
        const source = await home.save()
        const mint = (kind: IdKind) => home.ambient.id(kind)
        const file = forkFile(source, draft, mint, { history })
        const old = idsIn(source)
        expect([...idsIn(file)].filter((id) => old.has(id))).toEqual([])
        await home.load(file)
        expect(await home.save()).toEqual(source)
        await expectExactCounters(home)
        const fork = await home.save('fork_b')
        const sizes = (world: WorldFile) =>
          [world.agents, world.follows, world.relationships, world.ideas, world.thoughts].map((list) => list!.length)
        expect(sizes(fork)).toEqual(sizes(source))
        const expectedLists = history ? [source.posts, source.replies, source.likes, source.reposts] : [[], [], [], []]
        expect([fork.posts, fork.replies, fork.likes, fork.reposts].map((list) => list!.length)).toEqual(
          expectedLists.map((list) => list!.length),
        )
        const other = await install(engine)
        await other.load(fork)
        expect(await other.save('fork_b')).toEqual(fork)
      })

    it('leaves visitors behind, with everything that speaks of them', async () => {
      const home = await install(engine)
      await home.load(small())
      await home.load({
        ideas: [
          {
            id: 'if',
            worldId: 'fork_a',
            label: 'Theirs',
            originAgentId: 'v1',
            events: [
              { type: 'introduced', agentId: 'v1' },
              { type: 'adopted', agentId: 'f1', postId: 'pf' },
            ],
          },
        ],
      })
      const source = await home.save('fork_a')
      const file = forkFile(source, draft, (kind) => home.ambient.id(kind), { history: true })
      expect(file.agents).toMatchObject([{ handle: 'ada', worldId: 'fork_b' }])
      expect(file.posts).toMatchObject([{ text: 'hello too' }])
      expect([file.replies, file.likes, file.follows, file.thoughts]).toEqual([[], [], [], []])
      expect(file.ideas).toMatchObject([{ originAgentId: null, events: [{ type: 'adopted', postId: null }] }])
      await home.load(file)
      await expectExactCounters(home)
    })
  })
