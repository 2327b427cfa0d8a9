import { expect, it } from 'vitest'
import { gather, join, reply } from './city-gatherings.ts'
import {
  attempt,
  type City,
  clock,
  describeCity,
  enter,
  exported,
  HOUR,
  iso,
  look,
  MINUTE,
  openCity,
  pass,
  put,
  settle,
  tryTo,
} from './city-site.ts'

/** Three corners in a row, named so that the first in the file is the last by name. */
const corners = (city: City) => [
  { id: city.id('z'), x: 0, y: 0 },
  { id: city.id('y'), x: 1_000, y: 0 },
  { id: city.id('x'), x: 1_000, y: 0, level: 1 },
]
const place = (city: City, name: string, corner: string) => ({
  id: city.id(name),
  nodeId: city.id(corner),
  label: name,
  kind: 'cafe',
  purposes: ['coffee'],
})
const street = (city: City, from: string, to: string, meters: number, lift = false) => ({
  from: city.id(from),
  to: city.id(to),
  meters,
  lift,
})

describeCity('an imported city', (site, server) => {
  const withMap = async (edges: (city: City) => object[]) => {
    const city = await openCity(site(), { map: false })
    const nodes = corners(city)
    const destinations = [place(city, 'square', 'y'), place(city, 'roof', 'x')]
    await put(site(), { city: { worldId: city.worldId, nodes, edges: edges(city), destinations } })
    const guest = await enter(site(), city)
    const offered = async () =>
      (await look(site(), guest)).body.places.map((one: any) => [one.label, one.distanceMeters, one.lifts])
    return { city, guest, offered }
  }

  it('may name a street once for each direction and a lift beside the stairs: the shortest way counts', async () => {
    const { offered } = await withMap((city) => [
      street(city, 'z', 'y', 1_000),
      street(city, 'y', 'z', 1_000),
      street(city, 'y', 'x', 60),
      street(city, 'y', 'x', 30, true),
      street(city, 'x', 'y', 30),
    ])
    expect(await offered()).toEqual([
      ['square', 1_000, 0],
      ['roof', 1_030, 0],
    ])
  })

  it('may have lifts that are no walk, and lengths that have nothing to do with its drawing', async () => {
    const { city, guest, offered } = await withMap((city) => [
      street(city, 'z', 'y', 24),
      street(city, 'y', 'x', 0, true),
    ])
    expect(await offered()).toEqual([
      ['roof', 24, 1],
      ['square', 24, 0],
    ])
    const { detail } = await attempt(site(), guest, { journey: { destinationId: city.id('roof') } })
    expect(Date.parse(detail.arriveAt) - Date.parse(detail.departAt)).toBe(80_000)
  })

  it('places agents without a home at the first node of the file, also in a copy of it (1.22)', async () => {
    const { city, offered } = await withMap((city) => [street(city, 'z', 'y', 100), street(city, 'y', 'x', 50)])
    const found = await offered()
    expect(found).toEqual([
      ['square', 100, 0],
      ['roof', 150, 0],
    ])
    await put(site(), await exported(server(), city.worldId))
    expect(await offered()).toEqual(found)
  })

  it('does not count conversations for today that were over yesterday', async () => {
    const overlay = { visitorFence: { maxConversationsPerVisitorPerDay: 1 } }
    const city = await openCity(site(), { overlay, residents: 4 })
    const guest = await enter(site(), city)
    await settle(site(), city, guest, 'cafe')
    const at = await clock(site())
    await gather(site(), city, guest, { status: 'closed', talking: [0], guest: 'engaged', deadline: at - 24 * HOUR })
    const open = await gather(site(), city, guest, { status: 'talking', talking: [1, 2], guest: '' })
    expect(await tryTo(site(), guest, join(open))).toBe('created')
  })

  it('comes back as it was: who left a conversation is not in it again, and one that ended early ended then', async () => {
    const overlay = { visitorFence: { conversationCooldownMinutes: 10, recentPartnerHours: 0 } }
    const city = await openCity(site(), { overlay, residents: 8 })
    const guest = await enter(site(), city)
    await settle(site(), city, guest, 'cafe')
    const at = await clock(site())
    const deadline = at + 5 * HOUR
    // It joins five who talk, goes, and another takes its place: seven have been in it, six are.
    const talkingEncounter = await gather(site(), city, guest, {
      status: 'talking',
      talking: [0, 1, 2, 3, 4],
      guest: '',
      deadline,
    })
    expect(await tryTo(site(), guest, join(talkingEncounter))).toBe('created')
    await settle(site(), city, guest, 'park')
    const next = await enter(site(), city)
    await settle(site(), city, next, 'cafe')
    expect(await tryTo(site(), next, join(talkingEncounter))).toBe('created')
    // A conversation of two that ends with the visitor's going.
    const ended = await gather(site(), city, guest, { place: 'park', talking: [5], deadline })
    expect(await tryTo(site(), guest, reply(ended))).toBe('created')
    await settle(site(), city, guest, 'cafe')
    const open = await gather(site(), city, guest, { status: 'talking', talking: [6, 7], guest: '', deadline })
    await put(site(), { games: [{ id: city.id('g'), worldId: city.worldId, ...players(city), moves: ['e2e4'] }] })

    const file = await exported(server(), city.worldId)
    const before = (await look(site(), guest)).body
    await put(site(), file)
    expect(await exported(server(), city.worldId)).toEqual(file)
    expect((await look(site(), guest)).body).toEqual(before)
    expect(await tryTo(site(), guest, join(open))).toBe('not_admitted')
    await pass(site(), 5 * MINUTE)
    expect(await tryTo(site(), guest, join(open))).toBe('created')
  })

  it('keeps when a game was last moved in, and how it ended', async () => {
    const city = await openCity(site())
    const at = await clock(site())
    const finishedGame = {
      result: 'black_won',
      endReason: 'resignation',
      status: 'finished',
      updatedAt: iso(at - MINUTE),
    }
    await put(site(), { games: [{ id: city.id('g'), worldId: city.worldId, ...players(city), ...finishedGame }] })
    expect((await exported(server(), city.worldId)).games).toMatchObject([{ id: city.id('g'), ...finishedGame }])
  })
})

const players = (city: City) => ({ whiteAgentId: city.residents[0]!.id, blackAgentId: city.residents[1]!.id })
