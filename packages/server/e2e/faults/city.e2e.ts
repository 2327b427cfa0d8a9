import { expect, it } from 'vitest'
import {
  attempt,
  describeCity,
  enter,
  look,
  MINUTE,
  nextValue,
  openCity,
  pass,
  put,
  setTime,
  settle,
  tryTo,
} from '../../test/city-site.ts'
import { act, type Site } from '../../test/visitor-site.ts'

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
    const heartbeat = await look(site(), guest)
    const [game] = heartbeat.body.chess
    expect(await tryTo(site(), guest, { chess_move: { gameId: game.gameId, uci: 'g1f3' } })).toBe('created')
    for (const { uci } of game.legalMoves)
      expect(await tryTo(site(), guest, { chess_move: { gameId: game.gameId, uci } })).toBe('not_your_turn')
    const [{ encounterId }] = heartbeat.body.encounters
    await pass(site(), 31 * MINUTE)
    await look(site(), guest)
    expect(await tryTo(site(), guest, { encounter_reply: { encounterId, reply: 'engage' } })).toBe('encounter_closed')
    const join = { encounterId: city.id('talk') }
    expect(await tryTo(site(), guest, { encounter_join: join })).toBe('conversation_not_talking')
  })

  it('a place that a new map does not have is not found, and agents there start anew', async () => {
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
