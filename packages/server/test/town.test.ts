import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factsFor } from '../src/features/world-facts/facts.ts'
import { forkFile } from '../src/features/world-files/fork-world.ts'
import { DAY_MS, HOUR_MS } from '../src/platform/core/time.ts'
import { readWorlds, type World } from '../src/platform/worlds/worlds.ts'
import { route } from '../src/stores/city/map/route.ts'
import { makeMaps, type OpenMap } from '../src/stores/city/maps.ts'
import { closuresOf, isOpen, metersNow } from '../src/stores/town/closures.ts'
import { type Happening, planHappening } from '../src/stores/town/happenings.ts'
import {
  addChange,
  addDefaultThings,
  copyThings,
  markChangeMentioned,
  putSeedThings,
  putThing,
  readThings,
  type Thing,
} from '../src/stores/town/things.ts'
import { ENGINES } from './harness.ts'
import { AT, closeAll, demo, type Installation, install } from './import-harness.ts'

const WRITTEN = JSON.parse(readFileSync(new URL('../../demo-city/seed/things.json', import.meta.url), 'utf8'))

for (const engine of ENGINES)
  describe(`things and happenings on ${engine}`, () => {
    let home: Installation
    let world: World
    let map: OpenMap
    beforeAll(async () => {
      home = await install(engine)
      await home.load(demo())
      await home.database.transact((tx) => putSeedThings(tx, 'prime', WRITTEN, AT))
      world = (await readWorlds(home.database.read)).byId.get('prime')!
      map = (await makeMaps().of(home.database.read, world))!
    })
    afterAll(closeAll)

    const thingOf = async (id: string): Promise<Thing> =>
      (await readThings(home.database.read, 'prime')).find((thing) => thing.id === id)!
    const ask = async (text: string, by?: string, at = AT): Promise<string | null> => {
      const context = { world, map, at, ...(by === undefined ? {} : { by }) }
      const facts = await factsFor(home.database.read, context, [{ role: 'user', content: text }])
      return facts.length === 0 ? null : facts.join(' ')
    }
    const happening = (over: Partial<Happening>): Happening => ({
      world_id: 'prime',
      id: 'market-1',
      kind: 'market',
      name: 'the market',
      place_id: 'dst_fish_hall',
      thing_id: '',
      stage: 'over',
      figure: 0,
      outcome: '',
      root_id: '',
      starts_at: AT - DAY_MS,
      ends_at: AT - DAY_MS + 6 * HOUR_MS,
      ...over,
    })

    it('has every written thing at a place of the demo, with a keeper of the demo', async () => {
      const things = await readThings(home.database.read, 'prime')
      expect(things).toHaveLength(WRITTEN.length)
      expect(things.filter(({ keeperId }) => keeperId === '')).toEqual([])
    })

    it.each([
      ['Who winds the Hearth clock?', 'Ismay Verge looks after the Hearth clock.'],
      ['Is the Hearth clock right?', 'The Hearth clock is four minutes slow.'],
      ['Where is the tide board?', 'The tide board is at Pier Two.'],
      ['Is the biscuit oven working?', 'The biscuit oven has been cold since 12:00 today.'],
      ['How many is bed nine?', 'Bed nine holds 41 slugs.'],
      ['When is the next market?', 'The next market is on Saturday, from eight.'],
      ['When is Garland Day?', 'Garland Day is on 1 May, from four.'],
      ['Is the great lighthouse lit?', null],
    ])('%s', async (question, fact) => {
      expect(await ask(question)).toBe(fact)
    })

    it('sends hungry residents to a place that serves supper, and each has a favourite', async () => {
      const sent = new Set<string | null>()
      for (const by of ['agt_pim', 'agt_nan', 'agt_odile', 'agt_wick']) {
        const fact = await ask('Can you recommend a place for supper?', by)
        expect(fact).toMatch(/^I would go to .+, which is a (?:cafe|canteen), or else to .+\.$/)
        expect(await ask('Can you recommend a place for supper?', by)).toBe(fact)
        sent.add(fact)
      }
      expect(sent.size).toBeGreaterThan(1)
      expect(await ask('Where can I learn to fly?', 'agt_pim')).toBe('I have no answer to that.')
    })

    it('a change is known to its keeper and those present only, until one of them mentions it', async () => {
      const heron = await thingOf('lift-heron')
      const broken: Thing = { ...heron, state: { sort: 'working', broken: true }, since: AT + HOUR_MS }
      await home.database.transact(async (tx) => {
        await addChange(tx, 'prime', heron, '')
        await putThing(tx, 'prime', broken)
        await addChange(tx, 'prime', broken, 'a worn pin')
      })
      const later = AT + 2 * HOUR_MS
      expect(await ask('Is the Heron running?', 'agt_pim', later)).toBe('The last I heard: the Heron is running.')
      expect(await ask('Is the Heron running?', heron.keeperId, later)).toContain('out of order since 13:00 today')
      const telling = { worldId: 'prime', thing: broken, by: heron.keeperId }
      await home.database.transact((tx) => markChangeMentioned(tx, telling, later))
      expect(await ask('Is the Heron running?', 'agt_pim', later)).toContain('out of order since 13:00 today')
      expect(await ask('How long has the Heron been out of order?', 'agt_pim', later)).toContain('a worn pin')
    })

    it('shuts what a still lift serves, and what high water reaches', async () => {
      const things = await readThings(home.database.read, 'prime')
      const closed = closuresOf(map, [happening({ kind: 'flood', stage: 'begun' })], things)
      expect([...closed.places]).toContain('dst_pier_one')
      expect([...closed.places]).not.toContain('dst_vane')
      const [top, low] = [map.destination('dst_vane')!, map.destination('dst_pier_two')!]
      expect(isOpen(map, closed, { from: top.node, to: low })).toBe(false)
      const halt = map.destination('dst_heron_halt')!
      const level = (node: number) => map.position(node).level
      const above = [...closed.lifts.keys()].find((node) => level(node) > level(halt.node))!
      const up = { from: halt.node, to: { id: 'there', node: above } }
      const usual = route(map, up.from, above)!.meters
      expect(metersNow(map, closed, up, usual)).toBeGreaterThan(usual)
      const none = closuresOf(
        map,
        [],
        things.map((thing) => (thing.kind === 'lift' ? { ...thing, state: { sort: 'working', broken: true } } : thing)),
      )
      expect(isOpen(map, none, up)).toBe(false)
      expect(isOpen(map, none, { from: halt.node, to: halt })).toBe(true)
    })

    it('answers from events and forecasts, and does not use what a resident has not learned', async () => {
      await home.database.transact(async (tx) => {
        await planHappening(tx, happening({}))
        await planHappening(
          tx,
          happening({
            id: 'fair-1',
            kind: 'fair',
            name: 'the fair',
            stage: 'planned',
            starts_at: AT,
            ends_at: AT + DAY_MS,
          }),
        )
        const day = { starts_at: AT - DAY_MS, ends_at: AT - 3 * HOUR_MS }
        await planHappening(
          tx,
          happening({ id: 'forecast-1', kind: 'forecast', name: 'the forecast', figure: 65, outcome: 'wrong', ...day }),
        )
      })
      expect(await ask('What happened yesterday?')).toBe('The market was yesterday at the Fish Hall.')
      expect(await ask('What is going on?')).not.toContain('fair')
      expect(await ask('Did the forecast come true?')).toBe(
        'The forecast for yesterday was 65 in the hundred for a storm, and it did not come true.',
      )
    })

    it('gives a fork the same things with people and places of its own, and any other city usual ones', async () => {
      const draft = { id: 'fork_t', name: 'Copy', designation: null, capacity: 2 } as const
      await home.load(forkFile(await home.save(), draft, (kind) => home.ambient.id(kind), { history: false }))
      await home.database.transact((tx) => copyThings(tx, 'prime', 'fork_t'))
      const [mine, theirs] = [
        await readThings(home.database.read, 'prime'),
        await readThings(home.database.read, 'fork_t'),
      ]
      expect(theirs.map(({ id, state }) => ({ id, state }))).toEqual(mine.map(({ id, state }) => ({ id, state })))
      const own = new Set(mine.flatMap(({ placeId, keeperId }) => [placeId, keeperId]))
      expect(theirs.filter(({ placeId, keeperId }) => own.has(placeId) || own.has(keeperId))).toEqual([])
      expect(theirs.filter(({ keeperId }) => keeperId === '')).toEqual([])
      await home.database.transact((tx) => addDefaultThings(tx, 'elsewhere', map, AT))
      const usual = await readThings(home.database.read, 'elsewhere')
      expect(usual.length).toBeGreaterThan(8)
      expect(new Set(usual.map(({ kind }) => kind)).size).toBeGreaterThan(4)
    })
  })
