import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulateHistory } from '../src/features/life/engine/history.ts'
import { SETTING_OUT } from '../src/features/life/promise/promises.ts'
import { putPromise } from '../src/features/life/promise/store.ts'
import { writeSwitches } from '../src/platform/control/switches.ts'
import { HOUR_MS, MINUTE_MS } from '../src/platform/core/time.ts'
import { putDue } from '../src/platform/jobs/due.ts'
import { readWorlds } from '../src/platform/worlds/worlds.ts'
import { routeOf } from '../src/stores/city/journeys.ts'
import { route } from '../src/stores/city/map/route.ts'
import { makeMaps, type OpenMap } from '../src/stores/city/maps.ts'
import { planHappening } from '../src/stores/town/happenings.ts'
import { putSeedThings, putThing, readThings } from '../src/stores/town/things.ts'
import { ENGINES } from './harness.ts'
import { closeAll, demo, type Installation, install } from './import-harness.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../demo-city/seed/${name}`, import.meta.url), 'utf8'))
/** A Wednesday; there is no market. */
const MORNING = Date.parse('2026-04-01T09:00:00.000Z')
const NOON = MORNING + 3 * HOUR_MS

for (const engine of ENGINES)
  describe(`lifts that stand still on ${engine}`, () => {
    let home: Installation
    let map: OpenMap
    const rowsOf = (table: 'journeys' | 'episodes' | 'plans' | 'promises' | 'posts', from = MORNING): Promise<any[]> =>
      home.database.read.sql
        .selectFrom(table as 'plans')
        .selectAll()
        .where('world_id', '=', 'prime')
        .where('created_at', '>=', from)
        .orderBy('id')
        .execute()
    const stop = (id: string, until: number, at: number) =>
      home.database.transact(async (tx) => {
        const lift = (await readThings(tx, 'prime')).find((thing) => thing.id === id)!
        await putThing(tx, 'prime', { ...lift, state: { sort: 'working', broken: true }, since: at })
        await planHappening(tx, {
          world_id: 'prime',
          id: `lift-${id}`,
          kind: 'lift',
          name: `the trouble with ${lift.name}`,
          place_id: '',
          thing_id: id,
          stage: 'begun',
          figure: 0,
          outcome: '',
          root_id: '',
          starts_at: at,
          ends_at: until,
        })
      })
    const live = (until: number) =>
      simulateHistory(home.database, home.ambient, { days: (until - MORNING) / (24 * HOUR_MS), until }, () => {})

    beforeAll(async () => {
      home = await install(engine)
      const { worlds, topics, agents, posts, city } = demo()
      await home.load({ worlds, topics, agents, posts, city }, MORNING)
      await home.database.transact(async (tx) => {
        await putSeedThings(tx, 'prime', read('things.json'), MORNING)
        await writeSwitches(tx, read('seed.json').switches)
      })
      const world = (await readWorlds(home.database.read)).byId.get('prime')!
      map = (await makeMaps().of(home.database.read, world))!
    })
    afterAll(closeAll)

    it('are gone round by everybody, who remember it and tell it', async () => {
      await stop('lift-bobbin', NOON + HOUR_MS, MORNING)
      await live(NOON)
      const walks = await rowsOf('journeys')
      const ways = walks.map((walk) => routeOf(walk).map(({ nodeId }) => nodeId))
      const rides = (way: string[]) => way.some((id, i) => /bobbin$/.test(id) && /bobbin$/.test(way[i - 1] ?? ''))
      expect(ways.filter(rides)).toEqual([])
      const longer = walks.filter((walk, n) => {
        const [from, to] = [ways[n]![0]!, ways[n]!.at(-1)!].map((id) => map.nodeIndex(id)!)
        return walk.meters > route(map, from!, to!)!.meters
      })
      expect(longer.length).toBeGreaterThan(0)
      const walkers = new Set(longer.map(({ agent_id }) => agent_id))
      const detourEpisodes = (await rowsOf('episodes')).filter(({ text }) =>
        /^Went the long way to .+ the Bobbin stands/.test(text),
      )
      expect(new Set(detourEpisodes.map(({ agent_id }) => agent_id))).toEqual(walkers)
      const liftPlans = (await rowsOf('plans')).filter(({ issue }) => issue === 'city:lift-lift-bobbin')
      expect(liftPlans.filter(({ agent_id }) => walkers.has(agent_id)).length).toBeGreaterThan(0)
    })

    it('keep apart those whom nothing else brings together, and who say so before the hour', async () => {
      await stop('lift-heron', NOON + 4 * HOUR_MS, NOON)
      const bodies = await home.database.read.sql.selectFrom('bodies').selectAll().where('resident', '=', 1).execute()
      const level = (id: string) => map.position(map.destination(id)!.node).level
      const low = bodies.filter(({ destination_id, arrive_at }) => level(destination_id) < 3 && arrive_at < NOON)
      const others = (await home.database.read.sql.selectFrom('agents').select('id').execute()).map(({ id }) => id)
      await home.database.transact(async (tx) => {
        for (const [n, { agent_id }] of low.entries()) {
          const row = { world_id: 'prime', id: `promise-${n}`, kind: 'meeting', root_id: '', created_at: NOON }
          const other_id = others.find((id) => id !== agent_id)!
          const [maker_id, at] = [agent_id, NOON + HOUR_MS]
          await putPromise(tx, { ...row, maker_id, other_id, place_id: 'dst_vane', at, status: 'open' })
          await putDue(tx, { worldId: 'prime', kind: SETTING_OUT, subjectId: row.id }, NOON + 10 * MINUTE_MS)
        }
      })
      await live(NOON + HOUR_MS / 2)
      const preventedPlans = (await rowsOf('plans', NOON)).filter(({ move }) => move === 'prevented')
      expect(preventedPlans.length).toBeGreaterThan(0)
      const promises = new Map((await rowsOf('promises', NOON)).map((row) => [row.id, row.status]))
      expect(preventedPlans.map(({ root_id }) => promises.get(root_id))).toEqual(preventedPlans.map(() => 'lapsed'))
      expect((await rowsOf('journeys', NOON)).filter(({ destination_id }) => level(destination_id) > 2)).toEqual(
        (await rowsOf('journeys', NOON)).filter(({ destination_id, route: way }) =>
          level(destination_id) > 2 ? JSON.parse(way)[0].level > 2 : false,
        ),
      )
    })
  })
