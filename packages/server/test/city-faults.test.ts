import { describe, expect, it } from 'vitest'
import {
  attempt,
  clock,
  DAY,
  describeCity,
  enter,
  iso,
  launchCity,
  look,
  MINUTE,
  nextValue,
  openCity,
  pass,
  put,
  SECOND,
  setTime,
  settle,
  tryTo,
} from './city-site.ts'
import { everyRow } from './city-store.ts'
import { act, addKey, beat, type Site } from './visitor-site.ts'

const NOT_FOUND = {
  journey: 'destination_not_found',
  chess_move: 'game_not_found',
  encounter_reply: 'invite_not_found',
  encounter_join: 'conversation_not_found',
}
const inputs = (id: string) => ({
  journey: { destinationId: id },
  chess_move: { gameId: id, uci: 'e2e4' },
  encounter_reply: { encounterId: id, reply: 'engage' },
  encounter_join: { encounterId: id },
})

/** A world with one of everything that an id can name. */
async function furnished(site: Site) {
  const city = await openCity(site)
  const guest = await enter(site, city)
  await settle(site, city, guest, 'cafe')
  const [r0, r1] = city.residents.map(({ id }) => id) as [string, string]
  const self = guest.visitor.agentId
  const { worldId } = city
  await put(site, {
    games: [{ id: city.id('g'), worldId, whiteAgentId: self, blackAgentId: r0 }],
    encounters: [
      {
        id: city.id('asked'),
        worldId,
        destinationId: city.id('cafe'),
        status: 'forming',
        participants: [{ agentId: self, state: 'invited' }, { agentId: r0 }],
      },
      {
        id: city.id('talk'),
        worldId,
        destinationId: city.id('cafe'),
        participants: [{ agentId: r0 }, { agentId: r1 }],
      },
    ],
  })
  return { city, guest }
}

const ODD_IDS = [
  ' ',
  '__proto__',
  'constructor',
  "'; drop table games; --",
  '../../etc/passwd',
  '%00',
  'é'.normalize('NFD'),
  'x'.repeat(8_192),
  '\u{1f600}'.repeat(2_048),
]

describeCity('body verbs under bad input', (site) => {
  it('ids of another world are not found there', async () => {
    const there = await furnished(site())
    const city = await openCity(site())
    const guest = await enter(site(), city)
    const ids = { journey: 'park', chess_move: 'g', encounter_reply: 'asked', encounter_join: 'talk' }
    for (const [kind, name] of Object.entries(ids)) {
      const input = inputs(there.city.id(name))[kind as 'journey']
      expect(await tryTo(site(), guest, { [kind]: input })).toBe(NOT_FOUND[kind as 'journey'])
    }
    // Nor does an own thing of another kind go by its name.
    const own = await furnished(site())
    for (const [kind, name] of Object.entries({
      journey: 'g',
      chess_move: 'talk',
      encounter_reply: 'g',
      encounter_join: 'cafe',
    }))
      expect(await tryTo(site(), own.guest, { [kind]: inputs(own.city.id(name))[kind as 'journey'] })).toBe(
        NOT_FOUND[kind as 'journey'],
      )
  })

  it.each(ODD_IDS.map((id) => [JSON.stringify(id).slice(0, 40), id]))(
    'an id that cannot be is none: %s',
    async (_name, id) => {
      const { guest } = await furnished(site())
      for (const [kind, input] of Object.entries(inputs(id)))
        expect([kind, await tryTo(site(), guest, { [kind]: input })]).toEqual([kind, NOT_FOUND[kind as 'journey']])
      expect(await tryTo(site(), guest, { chess_move: { gameId: 'none', uci: id } })).toBe('game_not_found')
    },
  )

  it.each(ODD_IDS.map((id) => [JSON.stringify(id).slice(0, 40), id]))(
    'nor is it a move or a purpose: %s',
    async (_name, id) => {
      const { guest, city } = await furnished(site())
      expect(await tryTo(site(), guest, { chess_move: { gameId: city.id('g'), uci: id } })).toBe('illegal_move')
      const journey = { destinationId: city.id('park'), purpose: id }
      expect(await tryTo(site(), guest, { journey })).toBe('purpose_not_allowed')
    },
  )

  it.each([
    { journey: {} },
    { journey: { destinationId: '' } },
    { journey: { destinationId: 5 } },
    { journey: { destinationId: 'a', purpose: null } },
    { journey: { destinationId: 'a', speed: 2 } },
    { chess_move: { gameId: 'g' } },
    { chess_move: { gameId: 'g', uci: '' } },
    { encounter_reply: { encounterId: 'e' } },
    { encounter_reply: { encounterId: 'e', reply: 'maybe' } },
    { encounter_join: { encounterId: ['e'] } },
    { encounter_join: { encounterId: 'a\u0000b' } },
    { chess_move: { gameId: '\ud800', uci: 'e2e4' } },
    { encounter_join: { encounterId: 'e' }, journey: { destinationId: 'a' } },
  ])('is malformed and costs nothing: %j', async (body) => {
    const { guest } = await furnished(site())
    const { used } = (await look(site(), guest)).menu.budget
    const { code } = await act(site(), guest.visitor, guest.key, nextValue(), body)
    expect(code).toBe('INVALID_ACTION')
    expect((await look(site(), guest)).menu.budget.used).toBe(used)
  })
})

describeCity('menus that are out of date', (site) => {
  it('a move of a position that has gone, and a second answer, are declined and change nothing', async () => {
    const { city, guest } = await furnished(site())
    const seen = await look(site(), guest)
    const [game] = seen.body.chess
    expect(await tryTo(site(), guest, { chess_move: { gameId: game.gameId, uci: 'g1f3' } })).toBe('created')
    for (const { uci } of game.legalMoves)
      expect(await tryTo(site(), guest, { chess_move: { gameId: game.gameId, uci } })).toBe('not_your_turn')
    const [{ encounterId }] = seen.body.encounters
    await pass(site(), 31 * MINUTE)
    await look(site(), guest)
    expect(await tryTo(site(), guest, { encounter_reply: { encounterId, reply: 'engage' } })).toBe('encounter_closed')
    const join = { encounterId: city.id('talk') }
    expect(await tryTo(site(), guest, { encounter_join: join })).toBe('conversation_not_talking')
  })

  it('a place that a new map does not have is not found, and whoever stood there starts anew', async () => {
    const { city, guest } = await furnished(site())
    const map = (city.file as any).city
    const without = (name: string) => ({
      ...map,
      destinations: map.destinations.filter(({ id }: any) => id !== city.id(name)),
    })
    await put(site(), { city: without('park') })
    expect(await tryTo(site(), guest, { journey: { destinationId: city.id('park') } })).toBe('destination_not_found')
    await put(site(), { city: without('cafe') })
    const { place, body } = await look(site(), guest)
    expect([place, body.here, body.encounters]).toEqual([null, null, []])
    expect(body.places.map((one: any) => one.destinationId)).toEqual([city.id('park')])
    expect(body.chess).toHaveLength(1)
    expect(await tryTo(site(), guest, { journey: { destinationId: city.id('park') } })).toBe('created')
  })

  it('a map that changes under a walk lets it arrive', async () => {
    const { city, guest } = await furnished(site())
    const map = (city.file as any).city
    const { detail } = await attempt(site(), guest, { journey: { destinationId: city.id('park') } })
    const [hub] = map.nodes
    await put(site(), {
      city: {
        ...map,
        nodes: [hub, { id: city.id('moved'), x: 500, y: 0 }],
        edges: [{ from: hub.id, to: city.id('moved'), meters: 500 }],
        destinations: map.destinations.map((one: any) => ({
          ...one,
          nodeId: one.kind === 'home' ? hub.id : city.id('moved'),
        })),
      },
    })
    const underway = await look(site(), guest)
    expect(underway.place.journeyActive).toBe(true)
    await setTime(site(), Date.parse(detail.arriveAt))
    const arrived = await look(site(), guest)
    expect(arrived.place).toMatchObject({
      nodeId: city.id('moved'),
      destinationId: city.id('park'),
      journeyActive: false,
    })
  })
})

/** Everything that time can do, imported under ids of one's own: the same for every server. */
function eventful(worldId: string, at: number) {
  const agent = (name: string) => `${worldId}-${name}`
  const minutes = (n: number) => iso(at + n * MINUTE)
  const places = ['home', 'cafe', 'park']
  const people = ['r0', 'r1', 'r2', 'r3'].map((name) => ({ id: agent(name), handle: agent(name), kind: 'resident' }))
  const visitors = ['v0', 'v1'].map((name) => ({ id: agent(name), handle: `visitor-${agent(name)}`, kind: 'visitor' }))
  const talk = (id: string, deadline: number, participants: object[], status = 'talking') => ({
    id: agent(id),
    worldId,
    destinationId: agent('cafe'),
    status,
    deadline: minutes(deadline),
    createdAt: minutes(0),
    participants,
  })
  const game = (id: string, white: string, black: string, due: number, more = {}) => ({
    id: agent(id),
    worldId,
    whiteAgentId: agent(white),
    blackAgentId: agent(black),
    dueAt: minutes(due),
    createdAt: minutes(0),
    ...more,
  })
  const walk = (id: string, who: string, place: string, from: number, to: number) => ({
    id: agent(id),
    agentId: agent(who),
    destinationId: agent(place),
    departAt: minutes(from),
    arriveAt: minutes(to),
    createdAt: minutes(0),
  })
  return {
    worlds: [{ id: worldId, kind: 'fork', name: worldId, designation: 'visitor' }],
    agents: [...people, ...visitors].map((one) => ({ ...one, worldId, displayName: one.handle })),
    city: {
      worldId,
      nodes: places.map((name, i) => ({ id: agent(`n${name}`), x: i * 100, y: 0 })),
      edges: [1, 2].map((i) => ({ from: agent(`n${places[i - 1]}`), to: agent(`n${places[i]}`), meters: 100 })),
      destinations: places.map((name) => ({
        id: agent(name),
        nodeId: agent(`n${name}`),
        label: name,
        kind: name === 'home' ? 'home' : 'cafe',
        purposes: ['coffee'],
      })),
    },
    journeys: [
      walk('j0', 'r0', 'cafe', 10, 20),
      walk('j1', 'r0', 'park', 15, 200),
      walk('j2', 'r1', 'park', 1_500, 1_510),
      walk('j3', 'r1', 'cafe', 3_000, 3_100),
      walk('j4', 'v0', 'park', 30, 90),
    ],
    stays: [
      [0, 60],
      [100, 200],
      [2_000, 4_100],
    ].map(([from, to], i) => ({
      id: agent(`s${i}`),
      agentId: agent('r3'),
      destinationId: agent(i === 1 ? 'park' : 'cafe'),
      arrivedAt: minutes(from!),
      staysUntil: minutes(to!),
      createdAt: minutes(0),
    })),
    encounters: [
      talk('e0', 25, [{ agentId: agent('r0') }, { agentId: agent('r1') }, { agentId: agent('v0'), state: 'invited' }]),
      talk('e1', 300, [{ agentId: agent('r2') }, { agentId: agent('v0'), state: 'invited' }], 'forming'),
      talk(
        'e2',
        2_000,
        [{ agentId: agent('r3') }, { agentId: agent('v1'), state: 'invited', invitedAt: minutes(45) }],
        'forming',
      ),
    ],
    games: [
      game('g0', 'v0', 'r0', 5),
      game('g1', 'r1', 'v0', 2),
      game('g2', 'v1', 'v0', 3),
      game('g3', 'r2', 'r3', 700),
      game('g4', 'v1', 'r2', -100),
      game('g5', 'r3', 'v1', 1, { moves: ['e2e4', 'e7e5'] }),
    ],
  }
}

describe('a jump of the clock', () => {
  it.each(['off', 'on'])('of three days is the same as many small steps, with life %s', async (life) => {
    const leave = async (steps: readonly number[]) => {
      // The sweep that runs by itself does so many times a second, to meet the moves of the clock.
      const faults = [{ file: 'operator/sweeps.js', from: 'EVERY_MS = 1_000', to: 'EVERY_MS = 20' }]
      const { site, close } = await launchCity('sqlite', { flags: [`--life=${life}`], faults })
      try {
        const at = await clock(site)
        const worldId = 'jumped'
        await put(site, eventful(worldId, at))
        await site.operator('PATCH', '/_operator/config', { visitorDriveEnabled: true })
        for (const name of ['v0', 'v1']) {
          const visitor = { agentId: `${worldId}-${name}`, handle: '', worldId }
          expect((await beat(site, visitor, await addKey(site, visitor))).status).toBe(200)
        }
        for (const step of steps) await pass(site, step)
        const left: Record<string, unknown> = {}
        for (const table of ['bodies', 'journeys', 'encounters', 'encounter_participants', 'games', 'visitors', 'due'])
          left[table] = (await everyRow(site, table, worldId)).map((row) => JSON.stringify(row)).sort()
        return left
      } finally {
        await close()
      }
    }
    // So short at first that residents answer between two of them.
    const uneven = Array.from({ length: 60 }, (_, i) => (i < 30 ? 7 : (i * 7_919) % 11_000) * SECOND + 1)
    const rest = 3 * DAY - uneven.reduce((sum, step) => sum + step, 0)
    expect(rest).toBeGreaterThan(0)
    const [atOnce, inSteps] = [await leave([3 * DAY]), await leave([...uneven, rest])]
    expect(atOnce).toEqual(inSteps)
    // Residents sit down to games of their own meanwhile.
    const games = (atOnce.games as string[]).map((row) => JSON.parse(row)).filter(({ id }) => id.startsWith('jumped-'))
    expect(games).toHaveLength(6)
    expect(games.map(({ status }) => status)).toEqual(games.map(() => 'finished'))
  })
})
