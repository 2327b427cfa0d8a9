import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AFFAIR, putAffair, startPlots } from '../src/features/life/affairs/store.ts'
import { copyLife } from '../src/features/life/engine/carry-life.ts'
import { simulateHistory } from '../src/features/life/engine/history.ts'
import { putGrudge } from '../src/features/life/mind/people.ts'
import { MEETING, SETTING_OUT } from '../src/features/life/promise/promises.ts'
import { putPromise } from '../src/features/life/promise/store.ts'
import { plainPlan, putPlan } from '../src/features/life/speak/plans.ts'
import { putWant } from '../src/features/life/strive/wants.ts'
import { buildFork } from '../src/features/world-files/fork-world.ts'
import { writeSwitches } from '../src/platform/control/switches.ts'
import { HOUR_MS, MINUTE_MS } from '../src/platform/core/time.ts'
import type { Tables } from '../src/platform/db/tables/tables.ts'
import { rowsOf, type WorldTable } from '../src/platform/db/world-rows.ts'
import { putDue } from '../src/platform/jobs/due.ts'
import { planHappening } from '../src/stores/town/happenings.ts'
import { copyThings, putSeedThings } from '../src/stores/town/things.ts'
import { ENGINES } from './harness.ts'
import { closeAll, demo, type Installation, install } from './import-harness.ts'

const seed = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../demo-city/seed/${name}`, import.meta.url), 'utf8'))
/** A Wednesday afternoon. */
const AT = Date.parse('2026-04-01T13:00:00.000Z')
const FORK = { id: 'fork_l', name: 'Copy', designation: null, capacity: 2 } as const
const PROMISES = 5

for (const engine of ENGINES)
  describe(`a fork of a world in which much is going on, on ${engine}`, () => {
    let home: Installation
    // Ids decide who forgets a promise.
    let worldCount = 0
    let ids: ReturnType<typeof buildFork>['ids']
    const rows = async <T extends WorldTable>(table: T, world: string = FORK.id): Promise<Tables[T][]> =>
      rowsOf(home.database.read, table, world)
    const dueOf = async (kind: string) => (await rows('due')).filter((row) => row.kind === kind)

    beforeAll(async () => {
      home = await install(engine)
      // The agents are enough; their memories would take most of the time.
      const { worlds, topics, agents, posts, city } = demo()
      const file = { worlds, topics, agents, posts, city }
      await home.load(file, AT)
      const people = file.agents!.map(({ id }) => id!)
      const { plots, switches } = seed('seed.json')
      await home.database.transact(async (tx) => {
        await putSeedThings(tx, 'prime', seed('things.json'), AT)
        await writeSwitches(tx, switches)
        await startPlots(tx, plots, AT)
        const [match] = (await rowsOf(tx, 'affairs', 'prime')).filter(({ kind }) => kind === 'match')
        const facts = { ...JSON.parse(match!.facts), gameId: 'game_on_the_table' }
        await putAffair(tx, { ...match!, stage: 'playing', facts: JSON.stringify(facts) })
        const row = { world_id: 'prime', created_at: AT - HOUR_MS }
        for (let n = 0; n < PROMISES; n++) {
          const meeting = { maker_id: people[2 * n]!, other_id: people[2 * n + 1]!, place_id: 'dst_wet_bishop' }
          const id = `promise-${n}`
          await putPromise(tx, {
            ...row,
            id,
            ...meeting,
            at: AT + HOUR_MS,
            kind: 'meeting',
            root_id: '',
            status: 'open',
          })
          await putDue(tx, { worldId: 'prime', kind: SETTING_OUT, subjectId: id }, AT + 35 * MINUTE_MS)
          await putDue(tx, { worldId: 'prime', kind: MEETING, subjectId: id }, AT + 66 * MINUTE_MS)
        }
        const want = { kind: 'befriend', goal: 'be friends with them', target: 0, progress: 0.4, told: 0.3 }
        const wanted = { agent_id: people[0]!, other_id: people[3]!, status: 'open', updated_at: AT }
        await putWant(tx, { ...row, id: 'want-1', ...want, ...wanted })
        await putGrudge(tx, { ...row, agent_id: people[1]!, other_id: people[2]!, reason: 'the debt' })
        const post = file.posts!.find(({ visibility = 'public' }) => visibility === 'public')!
        const by = { worldId: 'prime', agentId: post.agentId, at: AT - HOUR_MS }
        await putPlan(tx, plainPlan(by, { id: post.id!, rootId: plots[1].id, move: 'tell', to: people[5]! }))
        await planHappening(tx, {
          world_id: 'prime',
          id: 'lift-1',
          kind: 'lift',
          name: 'the trouble with the Heron',
          place_id: '',
          thing_id: 'lift-heron',
          stage: 'begun',
          figure: 0,
          outcome: '',
          root_id: post.id!,
          starts_at: AT - HOUR_MS,
          ends_at: AT + 5 * HOUR_MS,
        })
        await putDue(tx, { worldId: 'prime', kind: 'happening', subjectId: 'lift-1' }, AT + 5 * HOUR_MS)
      })
      const forked = buildFork(await home.save(), FORK, (kind) => `${kind}-${++worldCount}`, { history: true })
      ids = forked.ids
      await home.load(forked.file, AT)
      await home.database.transact(async (tx) => {
        await copyThings(tx, 'prime', FORK.id)
        await copyLife(tx, { from: 'prime', to: FORK.id, ids }, AT)
      })
    })
    afterAll(closeAll)

    it('goes on with its affairs, promises, wants, grudges and plans, among its own people and places', async () => {
      const affairs = await rows('affairs')
      const source = await rows('affairs', 'prime')
      const affairSummary = (row: Tables['affairs']) => [row.kind, row.thing, row.status]
      expect(affairs.map(affairSummary).sort()).toEqual(source.map(affairSummary).sort())
      const match = affairs.find(({ kind }) => kind === 'match')!
      expect(JSON.parse(match.facts)).toMatchObject({ played: 9, gameId: '', placeId: ids.places.of('dst_wet_bishop') })
      expect(match.stage).toBe('arranging')
      expect((await dueOf(AFFAIR)).map(({ subject_id }) => subject_id).sort()).toEqual(
        affairs.map(({ id }) => id).sort(),
      )
      const promises = await rows('promises')
      expect(promises.map(({ status }) => status)).toEqual(Array(PROMISES).fill('open'))
      for (const kind of [SETTING_OUT, MEETING])
        expect((await dueOf(kind)).map(({ subject_id }) => subject_id).sort()).toEqual(
          promises.map(({ id }) => id).sort(),
        )
      expect(await rows('wants')).toMatchObject([{ progress: 0.4, goal: 'be friends with them' }])
      expect(await rows('grudges')).toMatchObject([{ reason: 'the debt' }])
      const almanac = affairs.find(({ kind }) => kind === 'almanac')!
      expect(await rows('plans')).toMatchObject([{ move: 'tell', root_id: almanac.id }])
      expect(await rows('happenings')).toMatchObject([{ id: 'lift-1', stage: 'begun' }])
    })

    it('shares no id of a person, place or text with its source', async () => {
      const mine = new Set<unknown>()
      const named = ['affairs', 'promises', 'wants', 'grudges', 'plans'] as const
      const values = async (world: string) =>
        (await Promise.all(named.map((table) => rows(table, world)))).flat().flatMap((row) =>
          Object.entries({ ...row, ...JSON.parse('parties' in row ? row.parties : '{}') })
            .filter(([name]) => /^(?:id|.+_id|owner|other|third)$/.test(name))
            .map(([, value]) => value),
        )
      for (const value of await values('prime')) if (value !== '') mine.add(value)
      expect((await values(FORK.id)).filter((value) => mine.has(value))).toEqual([])
    })

    it('keeps what was promised before it was made', async () => {
      await simulateHistory(
        home.database,
        home.ambient,
        { days: 2 / 24, until: AT + 2 * HOUR_MS, worldIds: [FORK.id] },
        () => {},
      )
      const settled = (await rows('promises')).filter(({ created_at }) => created_at < AT).map(({ status }) => status)
      expect(settled).not.toContain('open')
      expect(settled).toContain('kept')
    })
  })
