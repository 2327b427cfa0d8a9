// Lasting changes: trade, shop, home, companion, arrivals and departures.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAffairByChance } from '../src/features/life/affairs/affairs.ts'
import { startLastingChange } from '../src/features/life/affairs/lasting.ts'
import { MATCH, partiesOf, putAffair, runningAffairs, startPlots } from '../src/features/life/affairs/store.ts'
import { simulateHistory } from '../src/features/life/engine/history.ts'
import { makeWorldLife } from '../src/features/life/engine/world-life.ts'
import { makePeople } from '../src/features/life/mind/people.ts'
import { workplaceOf } from '../src/features/life/walk/workplaces.ts'
import { factsFor } from '../src/features/world-facts/facts.ts'
import { citySwitches, readSwitches, writeSwitches } from '../src/platform/control/switches.ts'
import type { Tables } from '../src/platform/db/tables/tables.ts'
import { rowsOf, type WorldTable } from '../src/platform/db/world-rows.ts'
import { readWorlds, type World } from '../src/platform/worlds/worlds.ts'
import { nearest } from '../src/stores/city/map/city-map.ts'
import { makeMaps, type OpenMap } from '../src/stores/city/maps.ts'
import { putSeedThings, readThings } from '../src/stores/town/things.ts'
import { queryOf } from './city-store.ts'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { closeAll, demo, type Installation, install } from './import-harness.ts'
import { DAY, HOUR, openVillage, type Village } from './life-site.ts'
import { changeStore } from './store-access.ts'

const seed = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../demo-city/seed/${name}`, import.meta.url), 'utf8'))
/** A Wednesday afternoon. */
const AT = Date.parse('2026-04-01T13:00:00.000Z')

async function openDemo(home: Installation): Promise<{ world: World; map: OpenMap }> {
  const { worlds, topics, agents, posts, city, relationships } = demo()
  await home.load({ worlds, topics, agents, posts, city, relationships }, AT)
  await home.database.transact(async (tx) => {
    await putSeedThings(tx, 'prime', seed('things.json'), AT)
    await writeSwitches(tx, seed('seed.json').switches)
  })
  const world = (await readWorlds(home.database.read)).byId.get('prime')!
  return { world, map: (await makeMaps().of(home.database.read, world))! }
}

for (const engine of ENGINES)
  describe(`lasting changes on ${engine}`, () => {
    let home: Installation
    let world: World
    let map: OpenMap
    const rows = <T extends WorldTable>(table: T): Promise<Tables[T][]> => rowsOf(home.database.read, table, 'prime')
    const agentOf = async (handle: string) => (await rows('agents')).find((agent) => agent.handle === handle)!
    const tieOf = async (from: string, to: string) =>
      (await rows('relationships')).find(({ agent_id, other_agent_id }) => agent_id === from && other_agent_id === to)!
    const workplaceLabel = async (id: string): Promise<string | undefined> => {
      const { read } = home.database
      const person = await makePeople(home.ambient.random, () => world).of(read, id, AT)
      return workplaceOf(person!, { map, things: await readThings(read, 'prime') })?.label
    }
    beforeAll(async () => {
      home = await install(engine)
      const opened = await openDemo(home)
      world = opened.world
      map = opened.map
      const plot = (kind: string, thing: string, owner: string, other: string, facts?: unknown) => ({
        id: `plot-${kind}`,
        worldId: 'prime',
        kind,
        stage: 'done',
        thing,
        parties: { owner, other, third: 'agt_quince' },
        ...(facts === undefined ? {} : { facts }),
        hours: 1,
      })
      expect(await workplaceLabel('agt_nan_tolliver')).not.toBe('The Tilted Orchard')
      expect(await workplaceLabel('agt_skarn')).not.toMatch(/Beds|Orchard|Roofs/)
      await home.database.transact((tx) =>
        startPlots(
          tx,
          [
            plot('trade', 'gardening', 'agt_skarn', 'agt_gudrun'),
            plot('takeover', 'the Tilted Orchard', 'agt_nan_tolliver', 'agt_ciro_grafts', {
              thingId: 'tally-windfalls',
            }),
            plot('couple', 'the house', 'agt_absalom', 'agt_orlo'),
            plot('move', 'the Spout', 'agt_osk_by_night', 'agt_annick'),
            plot('newcomer', 'Hedda Quill', 'agt_dorrit', 'agt_brack', { handle: 'hedda_quill' }),
          ],
          AT,
        ),
      )
      await simulateHistory(
        home.database,
        home.ambient,
        { days: 2, until: AT + 2 * DAY, worldIds: ['prime'] },
        () => {},
      )
    })
    afterAll(closeAll)

    it('teaches a trade: profile, workplace and tie change', async () => {
      const { specialty, bio } = await agentOf('skarn')
      expect(specialty).toBe('gardening')
      expect(bio).toContain('Trade since April 2026: gardening, learned from Gudrun Sedge.')
      expect(await workplaceLabel('agt_skarn')).toMatch(/Beds|Orchard|Roofs/)
      expect((await tieOf('agt_gudrun', 'agt_skarn')).type).toBe('mentor')
    })

    it('hands over a shop: the thing has another keeper, who works there', async () => {
      const thing = (await readThings(home.database.read, 'prime')).find(({ id }) => id === 'tally-windfalls')!
      expect(thing.keeperId).toBe('agt_nan_tolliver')
      expect(await workplaceLabel('agt_nan_tolliver')).toBe('The Tilted Orchard')
      expect((await agentOf('ciro_grafts')).bio).toContain(
        'Handed the Tilted Orchard over to Nan Tolliver in April 2026.',
      )
    })

    it('makes a couple whose affinity does not cool, and moves somebody', async () => {
      for (const [from, to] of [
        ['agt_absalom', 'agt_orlo'],
        ['agt_orlo', 'agt_absalom'],
      ] as const)
        expect(await tieOf(from, to)).toMatchObject({ type: 'friend', familiarity: 1 })
      expect((await agentOf('orlo')).bio).toContain('Since April 2026 lives with Absalom Reed.')
      expect((await agentOf('osk_by_night')).bio).toContain('Since April 2026 lives by the Spout.')
    })

    it('gives whoever moves a home near the place, where later walks begin', async () => {
      const body = (await rows('bodies')).find(({ agent_id }) => agent_id === 'agt_osk_by_night')!
      const home = map.destination(body.home_id ?? '')
      expect(home?.kind).toBe('home')
      const spout = map.destinations.find(({ label }) => label === 'The Spout')!
      const [closest] = nearest(map, spout.node, 1, ({ kind }) => kind === 'home')
      expect(home!.id).toBe(closest!.destination.id)
      const walks = (await rows('journeys')).filter(({ agent_id }) => agent_id === 'agt_osk_by_night')
      expect(walks.map(({ from_label }) => from_label)).toContain(home!.label.split(',')[0])
    })

    it('adds a newcomer who lives like any resident', async () => {
      const hedda = await agentOf('hedda_quill')
      expect(hedda).toMatchObject({ kind: 'resident', enabled: 1, display_name: 'Hedda Quill' })
      expect((await tieOf(hedda.id, 'agt_dorrit')).affinity).toBeGreaterThan(0.3)
      const life = (await rows('lives')).find(({ agent_id }) => agent_id === hedda.id)
      expect(life!.turn).toBeGreaterThan(0)
      expect(await workplaceLabel(hedda.id)).toBeDefined()
      const posts = (await rows('posts')).filter(({ agent_id }) => agent_id === hedda.id)
      expect(posts.length).toBeGreaterThan(0)
    })

    it('is told in posts, memories and the news', async () => {
      const episodes = await rows('episodes')
      const memoriesOf = (id: string) => episodes.filter(({ agent_id }) => agent_id === id).map(({ text }) => text)
      expect(memoriesOf('agt_skarn')).toContain('Learned gardening from Gudrun Sedge, and it is my work now')
      expect(memoriesOf('agt_gudrun')).toContain('Taught Jesper Skarn gardening; it is Jesper Skarn’s work now')
      const news = (await rows('happenings')).filter(({ kind }) => kind === 'change').map(({ name }) => name)
      expect(news.sort()).toEqual([
        'the arrival of Hedda Quill',
        'the first day of Jesper Skarn in gardening',
        'the handover of the Tilted Orchard to Nan Tolliver',
        'the house-warming of Absalom Reed and Zeynep Orlo',
        'the move of Ferrand Osk to rooms by the Spout',
      ])
      const [answer] = await factsFor(home.database.read, { world, map, at: AT + DAY }, [
        { role: 'user', content: 'What happened this week?' },
      ])
      expect(answer).toMatch(/The (?:arrival|first day|handover|house-warming|move) of .+ was /)
      for (const { id, root_id, status } of await rows('affairs'))
        if (id.startsWith('plot-')) expect([id, status, root_id !== '']).toEqual([id, expect.any(String), true])
    })

    it('is news that the parties know first hand', async () => {
      const facts = (await rows('facts')).filter(({ kind, interest }) => kind === 'affair' && interest === 0.6)
      expect(facts.map(({ text }) => text).sort()).toEqual([
        'Absalom Reed and Zeynep Orlo became a couple and live together.',
        'Ferrand Osk moved to rooms by the Spout.',
        'Hedda Quill, a friend of Dorrit Shoal, came to live here.',
        'Jesper Skarn learned gardening from Gudrun Sedge and changed trades.',
        expect.stringMatching(/^Nan Tolliver took over the Tilted Orchard from .+\.$/),
      ])
      const knowledge = await rows('knowledge')
      for (const fact of facts) {
        expect(fact.audience).toBe('public')
        const knowers = knowledge.filter(({ fact_id, heard_from }) => fact_id === fact.id && heard_from === '')
        expect(knowers.length, fact.text).toBe(3)
      }
    })

    it('is known to those who are asked', async () => {
      const ask = async (by: string, content: string) =>
        (await factsFor(home.database.read, { world, map, at: AT + 2 * DAY, by }, [{ role: 'user', content }])).join(
          ' ',
        )
      expect(await ask('agt_skarn', 'Where do you work now?')).toMatch(
        /^I took up gardening in April 2026, and I work at .*(?:Beds|Orchard|Roofs)/,
      )
      expect(await ask('agt_nan_tolliver', 'Where do you work?')).toMatch(
        /^I have looked after the Tilted Orchard since April 2026, and I work at the Tilted Orchard\./,
      )
      expect(await ask('agt_osk_by_night', 'Where do you live?')).toMatch(/^I live by the Spout, here in /)
      expect(await ask('agt_orlo', 'Where do you live?')).toMatch(/^I live with Absalom Reed, here in /)
    })

    it('happens one to three times in 30 days, never twice to a person in 60 days', async () => {
      const switches = readSwitches(await home.database.read.sql.selectFrom('settings').selectAll().execute())
      const life = makeWorldLife(
        { world, city: citySwitches(switches, world), thinks: false },
        home.ambient,
        makeMaps(),
      )
      const first = (Math.floor(AT / DAY) + 100) * DAY
      await home.database.transact(async (tx) => {
        for (let day = 0; day < 240; day++) {
          await startLastingChange(tx, { life, map, at: first + day * DAY })
          for (const row of await runningAffairs(tx, 'prime'))
            if (row.created_at >= first) await putAffair(tx, { ...row, status: 'lasting' })
        }
      })
      const changes = (await rows('affairs'))
        .filter(({ status, created_at }) => status === 'lasting' && created_at >= first)
        .sort((a, b) => a.created_at - b.created_at)
      expect(new Set(changes.map(({ kind }) => kind)).size).toBeGreaterThan(2)
      for (let day = 0; day <= 210; day++) {
        const from = first + day * DAY
        const inWindow = changes.filter(({ created_at }) => created_at >= from && created_at < from + 30 * DAY)
        expect(inWindow.length, `from day ${day}`).toBeGreaterThanOrEqual(1)
        expect(inWindow.length, `from day ${day}`).toBeLessThanOrEqual(3)
      }
      for (const [i, one] of changes.entries())
        for (const another of changes.slice(i + 1)) {
          if (another.created_at - one.created_at >= 60 * DAY) continue
          const ids = [partiesOf(one), partiesOf(another)].flatMap(({ owner, other }) => [owner, other])
          expect(new Set(ids).size, `${one.id} and ${another.id}`).toBe(4)
        }
    })

    it('starts one affair where both occasions of a day run at one time after a pause', async () => {
      const switches = readSwitches(await home.database.read.sql.selectFrom('settings').selectAll().execute())
      const life = makeWorldLife(
        { world, city: citySwitches(switches, world), thinks: false },
        home.ambient,
        makeMaps(),
      )
      const first = (Math.floor(AT / DAY) + 400) * DAY
      const started: number[] = []
      await home.database.transact(async (tx) => {
        await life.scene.refresh(tx, first)
        for (let day = 0; day < 120; day++) {
          const instant = { life, map, at: first + day * DAY }
          await startAffairByChance(tx, instant)
          await startAffairByChance(tx, instant)
          const running = (await runningAffairs(tx, 'prime')).filter(({ created_at }) => created_at >= first)
          started.push(running.filter(({ kind }) => kind !== MATCH).length)
          for (const row of running) await putAffair(tx, { ...row, status: 'done' })
        }
      })
      expect(started.filter((n) => n === 1).length).toBeGreaterThan(5)
      expect(Math.max(...started)).toBe(1)
    })
  })

for (const engine of ENGINES)
  describe(`a resident who left the city, on ${engine}`, () => {
    let server: TestServer
    let village: Village
    const ids = () => village.residents.map(({ id }) => id)
    beforeAll(async () => {
      server = await startTestServer(engine, { life: true })
      await server.setClock('2026-03-10T00:00:00.000Z')
      await server.switches({ externalAgentInvokeEnabled: true })
      village = await openVillage(server)
      await server.advance(12 * HOUR)
      const at = Date.parse('2026-03-10T12:00:00.000Z')
      const [owner, other, third] = ids()
      await changeStore(
        server,
        `insert into affairs (world_id, id, kind, stage, parties, thing, root_id, status, created_at, updated_at, facts)
          values ($1, 'leaving', 'leave', 'done', $2, 'the city', '', 'running', $3, $3, '')`,
        [village.worldId, JSON.stringify({ owner, other, third }), at],
      )
      await changeStore(
        server,
        `insert into due (world_id, kind, subject_id, at) values ($1, 'affair', 'leaving', $2)`,
        [village.worldId, at + HOUR],
      )
      await server.advance(2 * DAY)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    it('has no body, sets out for nowhere and posts nothing', async () => {
      const query = queryOf(server)
      const [owner] = ids()
      const of = `world_id = '${village.worldId}' and agent_id = '${owner}'`
      const [life] = await query(`select departed_at from lives where ${of}`)
      const departedAt = Number(life.departed_at)
      expect(departedAt).toBeGreaterThan(0)
      await server.advance(DAY)
      expect(await query(`select agent_id from bodies where ${of}`)).toEqual([])
      expect(await query(`select id from journeys where ${of} and depart_at > ${departedAt}`)).toEqual([])
      expect(await query(`select id from posts where ${of} and created_at > ${departedAt}`)).toEqual([])
      expect(await query(`select kind from due where kind = 'turn' and subject_id = '${owner}'`)).toEqual([])
    })

    it('stays readable and answers a completion', async () => {
      const [owner] = ids()
      const profile = await server.get(`/v1/agents/${owner}`, village.key)
      expect(profile.status).toBe(200)
      expect(profile.body.data.bio).toContain('Left the city in March 2026; answers letters.')
      const { key } = await server.key({
        worldId: village.worldId,
        scopes: ['agents:invoke'],
        allowedAgentIds: [owner],
      })
      const answer = await server.post(`/v1/agents/${owner}/complete`, key, { input: 'Where do you live now?' })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(JSON.stringify(answer.body)).toMatch(/I left .+ in March 2026 and live on the mainland now\./)
    })
  })
