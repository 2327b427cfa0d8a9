import { ACTION_KINDS, BODY_ACTION_KINDS } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import {
  attempt,
  clock,
  describeCity,
  enter,
  HOUR,
  iso,
  linger,
  look,
  MINUTE,
  openCity,
  pass,
  put,
  SECOND,
  setTime,
  settle,
  tryTo,
} from './city-site.ts'

const EMPTY = { dwellUntil: null, places: [], here: null, chess: [], encounters: [] }
const OFF = { cityPhysicalLayerEnabled: false, cityMovementEnabled: false }
const BODY_ACTS = {
  journey: { destinationId: 'nowhere' },
  chess_move: { gameId: 'none', uci: 'e2e4' },
  encounter_reply: { encounterId: 'none', reply: 'engage' },
  encounter_join: { encounterId: 'none' },
}

describeCity('the body in a heartbeat', (site) => {
  describe('gates', () => {
    const overlays = (change: Record<string, unknown>) => ({ overlay: change })
    it.each([
      ['physical_layer_disabled', { ...overlays(OFF), designation: null }],
      ['physical_layer_disabled', { map: false, designation: null, ...overlays({ cityMovementEnabled: false }) }],
      ['physical_layer_disabled', { map: false }],
      ['physical_layer_disabled', overlays({ cityPhysicalLayerEnabled: 'true' })],
      ['world_not_visitor', { ...overlays({ cityMovementEnabled: false }), designation: null }],
      ['movement_disabled', overlays({ cityMovementEnabled: false })],
    ] as const)('%s closes the whole body, before any weaker reason (AMB-130): %j', async (closed, plan) => {
      const city = await openCity(site(), plan)
      const guest = await enter(site(), city)
      const { body, place, menu } = await look(site(), guest)
      expect(body).toEqual({ open: false, closed, ...EMPTY })
      expect(place).toBeNull()
      for (const kind of BODY_ACTION_KINDS) expect(menu.closed[kind]).toBe(closed)
      for (const [kind, input] of Object.entries(BODY_ACTS))
        expect(await tryTo(site(), guest, { [kind]: input })).toBe(closed)
    })

    it('an away visitor acts in vain, and every gate speaks before that (AMB-56)', async () => {
      const city = await openCity(site())
      const never = await enter(site(), city, { comes: false })
      for (const [kind, input] of Object.entries(BODY_ACTS))
        expect(await tryTo(site(), never, { [kind]: input })).toBe('visitor_away')
      const worldId = city.worldId
      await site().operator('PATCH', `/_operator/worlds/${worldId}`, { overlay: { cityMovementEnabled: false } })
      expect(await tryTo(site(), never, { journey: BODY_ACTS.journey })).toBe('movement_disabled')
      await site().operator('PATCH', `/_operator/worlds/${worldId}`, { designation: null })
      expect(await tryTo(site(), never, { journey: BODY_ACTS.journey })).toBe('world_not_visitor')
      await site().operator('PATCH', `/_operator/worlds/${worldId}`, { overlay: OFF })
      expect(await tryTo(site(), never, { journey: BODY_ACTS.journey })).toBe('physical_layer_disabled')
    })

    it('hold for the one world whose overlay closes them, and open again', async () => {
      const [shut, open] = [await openCity(site(), overlays(OFF)), await openCity(site())]
      const [a, b] = [await enter(site(), shut), await enter(site(), open)]
      expect((await look(site(), a)).body.open).toBe(false)
      expect((await look(site(), b)).body).toMatchObject({ open: true, closed: null })
      await site().operator('PATCH', '/_operator/config', { cityMovementEnabled: false })
      try {
        expect((await look(site(), b)).body.closed).toBe('movement_disabled')
        await site().operator('PATCH', `/_operator/worlds/${open.worldId}`, { overlay: { cityMovementEnabled: true } })
        expect((await look(site(), b)).body.closed).toBeNull()
      } finally {
        await site().operator('PATCH', '/_operator/config', { cityMovementEnabled: null })
      }
      await site().operator('PATCH', `/_operator/worlds/${shut.worldId}`, { overlay: {} })
      expect((await look(site(), a)).body.open).toBe(true)
    })
  })

  describe('places', () => {
    it('are the 16 nearest, by distance and then by id, and never homes, the Rain Forum or stops of routes', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [`p${String.fromCharCode(97 + i)}`, { meters: 500 - 10 * (i >> 1) }]),
      )
      const city = await openCity(site(), {
        places: {
          ...many,
          forum: { meters: 30, kind: 'rain_forum' },
          stop: { meters: 31, kind: 'route_stop' },
          zflat: { meters: 32, kind: 'home' },
          isle: { meters: null },
        },
      })
      const guest = await enter(site(), city)
      const { places } = (await look(site(), guest)).body
      // Pairs stand equally far; the nearest pair has the last letters.
      const names = Array.from({ length: 20 }, (_, i) => `p${String.fromCharCode(97 + i)}`)
      const nearest = [...names].sort((a, b) => many[a]!.meters - many[b]!.meters || (a < b ? -1 : 1))
      expect(places.map((place: any) => place.destinationId)).toEqual(nearest.slice(0, 16).map(city.id))
      expect(places[0]).toEqual({
        destinationId: city.id('ps'),
        label: 'The ps',
        kind: 'cafe',
        purposes: ['coffee'],
        distanceMeters: 410,
        lifts: 0,
        residentsHere: 0,
      })
    })

    it('tell lifts, distances to the centimetre, and who of the residents is there now', async () => {
      const city = await openCity(site(), {
        residents: 4,
        places: { cafe: { meters: 120.456 }, tower: { meters: 15, lift: true }, park: { meters: 240 } },
      })
      const at = await clock(site())
      const [here, there, off, late] = city.residents.map(({ id }) => id)
      await put(site(), {
        agents: [
          { id: off, worldId: city.worldId, handle: city.residents[2]!.handle, displayName: 'x', enabled: false },
        ],
        stays: [
          { agentId: here, destinationId: city.id('park'), arrivedAt: iso(at - HOUR), staysUntil: iso(at + HOUR) },
          { agentId: there, destinationId: city.id('park'), arrivedAt: iso(at - HOUR), staysUntil: null },
          { agentId: off, destinationId: city.id('park'), arrivedAt: iso(at - HOUR), staysUntil: null },
          { agentId: late, destinationId: city.id('park'), arrivedAt: iso(at + MINUTE), staysUntil: null },
        ],
      })
      const guest = await enter(site(), city)
      const placesShown = async () =>
        Object.fromEntries(
          (await look(site(), guest)).body.places.map((place: any) => [
            place.label,
            [place.distanceMeters, place.lifts, place.residentsHere],
          ]),
        )
      expect(await placesShown()).toEqual({
        'The tower': [15, 1, 0],
        'The cafe': [120.46, 0, 0],
        'The park': [240, 0, 2],
      })
      await pass(site(), MINUTE)
      expect((await placesShown())['The park']).toEqual([240, 0, 3])
      await setTime(site(), at + HOUR - 1)
      expect((await placesShown())['The park']).toEqual([240, 0, 3])
      await pass(site(), 1)
      expect((await placesShown())['The park']).toEqual([240, 0, 2])
    })

    it('leave out the place one stands at, and are empty while a walk is underway', async () => {
      const city = await openCity(site())
      const guest = await enter(site(), city)
      const names = async () => (await look(site(), guest)).body.places.map((place: any) => place.destinationId)
      expect(await names()).toEqual([city.id('cafe'), city.id('park')])
      await attempt(site(), guest, { journey: { destinationId: city.id('cafe') } })
      expect(await names()).toEqual([])
      await pass(site(), 100 * SECOND - 1)
      expect(await names()).toEqual([])
      await pass(site(), 1)
      const { places } = (await look(site(), guest)).body
      expect(places.map((place: any) => [place.destinationId, place.distanceMeters])).toEqual([[city.id('park'), 360]])
    })

    it('start from the free home with the lowest id, and from the first node when none is free (1.22)', async () => {
      const places = {
        flat: { meters: 1_000, kind: 'home' },
        lane: { meters: 2_000, kind: 'home' },
        cafe: { meters: 120 },
      }
      const city = await openCity(site(), { homes: 0, places })
      const guests = [await enter(site(), city), await enter(site(), city), await enter(site(), city)]
      const distances: number[] = []
      for (const guest of guests) {
        distances.push((await look(site(), guest)).body.places[0].distanceMeters)
        await attempt(site(), guest, { journey: { destinationId: city.id('cafe') } })
      }
      expect(distances).toEqual([1_120, 2_120, 120])
    })
  })

  describe('place', () => {
    it('is null until the first walk, names the corner passed last, then the place, and dwells 20 minutes', async () => {
      const city = await openCity(site())
      const guest = await enter(site(), city)
      const readPlace = async () => {
        const { place, body } = await look(site(), guest)
        expect(body.dwellUntil).toBe(place?.dwellUntil ?? null)
        return place
      }
      expect(await readPlace()).toBeNull()
      await settle(site(), city, guest, 'cafe')
      const at = await clock(site())
      const dwellUntil = iso(at + 20 * MINUTE)
      const there = { nodeId: city.id('n-cafe'), destinationId: city.id('cafe'), journeyActive: false }
      expect(await readPlace()).toEqual({ ...there, dwellUntil })
      await setTime(site(), at + 20 * MINUTE - 1)
      expect(await readPlace()).toEqual({ ...there, dwellUntil })
      await pass(site(), 1)
      expect(await readPlace()).toEqual({ ...there, dwellUntil: null })
      await linger(site(), [guest], 3 * HOUR)
      expect(await readPlace()).toEqual({ ...there, dwellUntil: null })
      await attempt(site(), guest, { journey: { destinationId: city.id('park') } })
      const underway = { destinationId: city.id('park'), dwellUntil: null, journeyActive: true }
      expect(await readPlace()).toEqual({ nodeId: city.id('n-cafe'), ...underway })
      await pass(site(), 100 * SECOND - 1)
      expect(await readPlace()).toEqual({ nodeId: city.id('n-cafe'), ...underway })
      await pass(site(), 1)
      expect(await readPlace()).toEqual({ nodeId: city.id('n'), ...underway })
    })

    it('is shown also while the body is closed (4.9)', async () => {
      const city = await openCity(site())
      const guest = await enter(site(), city)
      const { place } = await settle(site(), city, guest, 'cafe')
      for (const closed of ['cityMovementEnabled', 'cityPhysicalLayerEnabled']) {
        await site().operator('PATCH', `/_operator/worlds/${city.worldId}`, { overlay: { [closed]: false } })
        const closedHeartbeat = await look(site(), guest)
        expect([closedHeartbeat.body.open, closedHeartbeat.place]).toEqual([false, place])
      }
    })

    it('is null while a walk that was imported still waits for its time', async () => {
      const city = await openCity(site())
      const guest = await enter(site(), city)
      const at = await clock(site())
      await put(site(), {
        journeys: [
          {
            agentId: guest.visitor.agentId,
            destinationId: city.id('park'),
            departAt: iso(at + 10 * MINUTE),
            arriveAt: iso(at + 20 * MINUTE),
          },
        ],
      })
      const waiting = await look(site(), guest)
      expect([waiting.place, waiting.body.here]).toEqual([null, null])
      expect(waiting.body.places.map((place: any) => place.distanceMeters)).toEqual([120, 240])
      await pass(site(), 10 * MINUTE)
      expect((await look(site(), guest)).place).toMatchObject({ destinationId: city.id('park'), journeyActive: true })
      await pass(site(), 10 * MINUTE)
      expect((await look(site(), guest)).place).toMatchObject({ nodeId: city.id('n-park'), journeyActive: false })
    })
  })

  describe('menu', () => {
    it('closes what nothing waits for, and is whole and disjoint at every turn (AMB-58, AMB-128)', async () => {
      const city = await openCity(site())
      const guest = await enter(site(), city)
      const reasons = async () => {
        const { actions, closed } = (await look(site(), guest)).menu
        expect([...actions, ...Object.keys(closed)].sort()).toEqual([...ACTION_KINDS].sort())
        return BODY_ACTION_KINDS.map((kind) => closed[kind] ?? 'open')
      }
      const nothing = ['open', 'no_pending_turn', 'no_pending_invite', 'no_open_conversation']
      expect(await reasons()).toEqual(nothing)
      for (const [kind, skipReason] of Object.entries({
        chess_move: 'game_not_found',
        encounter_reply: 'invite_not_found',
        encounter_join: 'conversation_not_found',
      }))
        expect(await tryTo(site(), guest, { [kind]: BODY_ACTS[kind as 'journey'] })).toBe(skipReason)
      await settle(site(), city, guest, 'cafe')
      expect(await reasons()).toEqual(nothing)
      const [r0, r1] = city.residents.map(({ id }) => id)
      await put(site(), {
        games: [{ worldId: city.worldId, whiteAgentId: guest.visitor.agentId, blackAgentId: r0 }],
        encounters: [
          {
            worldId: city.worldId,
            destinationId: city.id('park'),
            status: 'forming',
            participants: [{ agentId: guest.visitor.agentId, state: 'invited' }, { agentId: r1 }],
          },
          { worldId: city.worldId, destinationId: city.id('cafe'), participants: [{ agentId: r0 }, { agentId: r1 }] },
        ],
      })
      expect(await reasons()).toEqual(['open', 'open', 'open', 'open'])
    })

    it('names the body’s own reason before a spent budget, and that before none', async () => {
      const city = await openCity(site())
      const guest = await enter(site(), city)
      await site().operator('PATCH', `/_operator/keys/${guest.key.id}`, { driveDailyBudget: 1 })
      await attempt(site(), guest, { journey: { destinationId: 'nowhere' } })
      const { closed } = (await look(site(), guest)).menu
      expect(BODY_ACTION_KINDS.map((kind) => closed[kind])).toEqual([
        'daily_budget_exhausted',
        'no_pending_turn',
        'no_pending_invite',
        'no_open_conversation',
      ])
    })
  })
})
