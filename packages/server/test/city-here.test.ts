import { describe, expect, it } from 'vitest'
import {
  attempt,
  type City,
  clock,
  describeCity,
  enter,
  type Guest,
  HOUR,
  iso,
  linger,
  look,
  MINUTE,
  openCity,
  pass,
  put,
  setTime,
  settle,
  tryTo,
} from './city-site.ts'
import type { Site } from './visitor-site.ts'

const WORDS = 'What was said here stays here'

/** A visitor who stands in the café, and the moment it got there. */
async function inTheCafe(site: Site, plan: Parameters<typeof openCity>[1] = {}) {
  const city = await openCity(site, plan)
  const guest = await enter(site, city)
  await settle(site, city, guest, 'cafe')
  return { city, guest, at: await clock(site) }
}

const here = async (site: Site, guest: Guest) => (await look(site, guest)).body.here

interface Talk {
  readonly id?: string
  readonly with: readonly (string | { agentId: string; state?: string; invitedAt?: string })[]
  readonly status?: string
  readonly createdAt?: number
  readonly deadline?: number
}

/** A conversation in the café among these. */
const talk = (city: City, { id, with: people, status, createdAt, deadline }: Talk) => ({
  worldId: city.worldId,
  ...(id === undefined ? {} : { id: city.id(id) }),
  destinationId: city.id('cafe'),
  ...(status === undefined ? {} : { status }),
  ...(createdAt === undefined ? {} : { createdAt: iso(createdAt) }),
  ...(deadline === undefined ? {} : { deadline: iso(deadline) }),
  participants: people.map((one) => (typeof one === 'string' ? { agentId: one } : one)),
  turns: people.slice(0, 1).map((one) => ({ agentId: typeof one === 'string' ? one : one.agentId, text: WORDS })),
})

describeCity('what a visitor sees where it stands', (site) => {
  it('is null before the first walk, underway, with the public view off, and residents are then not counted', async () => {
    const city = await openCity(site(), { overlay: { publicCityViewEnabled: false } })
    const guest = await enter(site(), city)
    const at = await clock(site())
    await put(site(), {
      stays: [{ agentId: city.residents[0]!.id, destinationId: city.id('park'), arrivedAt: iso(at), staysUntil: null }],
    })
    const counts = ({ body }: any) => body.places.map((place: any) => place.residentsHere)
    const before = await look(site(), guest)
    expect([before.body.here, counts(before)]).toEqual([null, [0, 0]])
    const off = await settle(site(), city, guest, 'cafe')
    expect([off.body.here, counts(off), off.body.open]).toEqual([null, [0], true])
    await site().operator('PATCH', `/_operator/worlds/${city.worldId}`, { overlay: {} })
    const on = await look(site(), guest)
    expect([on.body.here?.destinationId, counts(on)]).toEqual([city.id('cafe'), [1]])
    await attempt(site(), guest, { journey: { destinationId: city.id('park') } })
    expect(await here(site(), guest)).toBeNull()
  })

  it('lists 12 residents, earliest first, and counts those past the bound; visitors and the disabled are none', async () => {
    const { city, guest, at } = await inTheCafe(site(), { residents: 16 })
    const other = await enter(site(), city)
    await settle(site(), city, other, 'cafe')
    const ids = city.residents.map(({ id }) => id)
    // The later in the list, the earlier it came; the first two came together.
    const arrivals = ids.map((_, i) => at - (i < 2 ? 0 : i) * MINUTE)
    await put(site(), {
      agents: [
        { id: ids[15], worldId: city.worldId, handle: city.residents[15]!.handle, enabled: false, displayName: 'x' },
      ],
      stays: ids.map((agentId, i) => ({
        agentId,
        destinationId: city.id('cafe'),
        arrivedAt: iso(arrivals[i]!),
        staysUntil: i === 14 ? null : iso(at + HOUR),
        activity: i === 13 ? 'in_meeting' : 'visiting',
        purpose: i === 12 ? 'coffee' : null,
      })),
    })
    const { residents, residentCount, arriving, conversations, boards, ...rest } = await here(site(), guest)
    expect(rest).toEqual({ destinationId: city.id('cafe'), label: 'The cafe' })
    expect([arriving, conversations, boards]).toEqual([[], [], []])
    expect(residentCount).toBe(15)
    const handles = city.residents.map(({ handle }) => handle)
    expect(residents.map((one: any) => one.handle)).toEqual(
      [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((i) => handles[i]),
    )
    expect(residents.slice(0, 3)).toEqual([
      { handle: handles[14], activity: 'visiting', purpose: null, arrivedAt: iso(at - 14 * MINUTE), staysUntil: null },
      {
        handle: handles[13],
        activity: 'in_meeting',
        purpose: null,
        arrivedAt: iso(at - 13 * MINUTE),
        staysUntil: iso(at + HOUR),
      },
      {
        handle: handles[12],
        activity: 'visiting',
        purpose: 'coffee',
        arrivedAt: iso(at - 12 * MINUTE),
        staysUntil: iso(at + HOUR),
      },
    ])
    await linger(site(), [guest], at + HOUR - (await clock(site())))
    expect((await here(site(), guest)).residentCount).toBe(1)
  })

  it('lists six who are on their way, soonest first, and they arrive', async () => {
    const { city, guest, at } = await inTheCafe(site(), { residents: 9 })
    const walk = (i: number, departAt: number, arriveAt: number) => ({
      agentId: city.residents[i]!.id,
      destinationId: city.id('cafe'),
      purpose: i === 0 ? 'coffee' : null,
      departAt: iso(departAt),
      arriveAt: iso(arriveAt),
    })
    await put(site(), {
      journeys: [
        ...[0, 1, 2, 3, 4, 5, 6].map((i) => walk(i, at - MINUTE, at + (10 - i) * MINUTE)),
        walk(7, at + MINUTE, at + 2 * MINUTE),
      ],
    })
    const coming = async () => (await here(site(), guest)).arriving.map((one: any) => one.handle)
    const handles = city.residents.map(({ handle }) => handle)
    expect(await coming()).toEqual([6, 5, 4, 3, 2, 1].map((i) => handles[i]))
    await pass(site(), MINUTE)
    expect(await coming()).toEqual([7, 6, 5, 4, 3, 2].map((i) => handles[i]))
    await setTime(site(), at + 9 * MINUTE)
    const { arriving, residents } = await here(site(), guest)
    expect(arriving).toEqual([{ handle: handles[0], purpose: 'coffee', arriveAt: iso(at + 10 * MINUTE) }])
    expect(residents.map((one: any) => one.handle)).toEqual([7, 6, 5, 4, 3, 2, 1].map((i) => handles[i]))
    // A resident stays for its dwell of 20 minutes.
    expect(residents[0]).toEqual({
      handle: handles[7],
      activity: 'visiting',
      purpose: null,
      arrivedAt: iso(at + 2 * MINUTE),
      staysUntil: iso(at + 22 * MINUTE),
    })
    await setTime(site(), at + 22 * MINUTE)
    expect((await here(site(), guest)).residents.map((one: any) => one.handle)).not.toContain(handles[7])
  })

  describe('boards', () => {
    it('are four games at tables where listed residents sit: handles, position, and no game id', async () => {
      const { city, guest, at } = await inTheCafe(site(), { residents: 14 })
      const ids = city.residents.map(({ id }) => id)
      const handles = city.residents.map(({ handle }) => handle)
      const sit = (i: number) => ({
        agentId: ids[i],
        destinationId: city.id('cafe'),
        arrivedAt: iso(at),
        staysUntil: iso(at + HOUR),
      })
      const game = (n: number, white: number, black: number, more: object = {}) => ({
        id: city.id(`g${n}`),
        worldId: city.worldId,
        destinationId: city.id('cafe'),
        whiteAgentId: ids[white],
        blackAgentId: ids[black],
        createdAt: iso(at - n * MINUTE),
        ...more,
      })
      await put(site(), {
        stays: [0, 1, 2, 3, 4, 5].map(sit),
        games: [
          game(0, 0, 1, { moves: ['e2e4', 'e7e5', 'g1f3'] }),
          game(1, 2, 3),
          game(2, 10, 4),
          // The listed agents do not sit here, this game is over, and that game is played elsewhere.
          game(3, 11, 12),
          game(4, 3, 2, { moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'] }),
          game(5, 0, 4, { destinationId: city.id('park') }),
          // And this one is not in play before it is accepted.
          game(8, 1, 13, { status: 'challenge' }),
          game(9, 13, 5, { status: 'challenge' }),
        ],
      })
      const { boards, residents } = await here(site(), guest)
      expect(boards.map((board: any) => [board.whiteHandle, board.blackHandle, board.toMoveHandle])).toEqual([
        [handles[0], handles[1], handles[1]],
        [handles[2], handles[3], handles[2]],
        [handles[10], handles[4], handles[10]],
      ])
      expect(boards[0]).toEqual({
        whiteHandle: handles[0],
        blackHandle: handles[1],
        toMoveHandle: handles[1],
        ply: 3,
        fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
        lastMoveSan: 'Nf3',
        updatedAt: iso(at),
      })
      expect([boards[1].ply, boards[1].lastMoveSan]).toEqual([0, null])
      // A player stays as long as the game lasts.
      expect(residents.map((one: any) => [one.activity, one.staysUntil])).toEqual([
        ...Array.from({ length: 5 }, () => ['playing_chess', null]),
        ['visiting', iso(at + HOUR)],
      ])
      await put(site(), { games: [game(6, 0, 2), game(7, 1, 3)] })
      expect((await here(site(), guest)).boards).toHaveLength(4)
    })
  })

  describe('conversations', () => {
    it('are three, earliest first, with handles and status, and without texts', async () => {
      const { city, guest, at } = await inTheCafe(site(), { residents: 8 })
      const [a, b, c, d, e, f, g, h] = city.residents.map(({ id }) => id) as [string, ...string[]]
      const lasting = { deadline: at + HOUR }
      await put(site(), {
        stays: [a, g].map((agentId) => ({
          agentId,
          destinationId: city.id('cafe'),
          arrivedAt: iso(at),
          staysUntil: null,
        })),
        encounters: [
          talk(city, { id: 'e3', with: [g!, h!], createdAt: at - MINUTE, ...lasting }),
          talk(city, { id: 'e0', with: [a, b!], createdAt: at - 4 * MINUTE, ...lasting }),
          talk(city, {
            id: 'e1',
            status: 'forming',
            with: [c!, { agentId: d!, state: 'invited' }],
            createdAt: at - 3 * MINUTE,
            ...lasting,
          }),
          talk(city, {
            id: 'e2',
            with: [e!, f!, { agentId: h!, state: 'declined' }],
            createdAt: at - 2 * MINUTE,
            ...lasting,
          }),
          talk(city, { id: 'e4', with: [e!, f!], status: 'closed', createdAt: at - 9 * MINUTE, deadline: at - MINUTE }),
        ],
      })
      const heartbeat = await look(site(), guest)
      const handle = (id: string) => city.residents.find((one) => one.id === id)!.handle
      expect(heartbeat.body.here.conversations).toEqual([
        { encounterId: city.id('e0'), withHandles: [handle(a), handle(b!)], status: 'talking', joinable: true },
        { encounterId: city.id('e1'), withHandles: [handle(c!)], status: 'forming', joinable: false },
        { encounterId: city.id('e2'), withHandles: [handle(e!), handle(f!)], status: 'talking', joinable: true },
      ])
      expect(heartbeat.body.here.residents.map((one: any) => one.activity)).toEqual([
        'in_conversation',
        'in_conversation',
      ])
      // 2.9, 2.10: handles only, and no word of what was said.
      const text = JSON.stringify(heartbeat)
      for (const { id } of city.residents) expect(text).not.toContain(id)
      expect(text).not.toContain(WORDS)
      expect(text).not.toMatch(/route|waypoint/i)
    })

    it('are open up to their deadline and gone after it', async () => {
      const { city, guest, at } = await inTheCafe(site())
      const [a, b] = city.residents.map(({ id }) => id) as [string, string]
      await put(site(), { encounters: [talk(city, { with: [a, b], deadline: at + MINUTE })] })
      const open = async () => (await here(site(), guest)).conversations.length
      expect(await open()).toBe(1)
      await setTime(site(), at + MINUTE)
      expect(await open()).toBe(1)
      await pass(site(), 1)
      expect(await open()).toBe(0)
    })

    const joinable = async (guest: Guest, city: City, id: string) => {
      const { conversations } = await here(site(), guest)
      return conversations.find((one: any) => one.encounterId === city.id(id)).joinable
    }

    it('are joinable only with room for one more of six', async () => {
      const { city, guest, at } = await inTheCafe(site(), { residents: 12 })
      const ids = city.residents.map(({ id }) => id)
      const lasting = { deadline: at + HOUR }
      await put(site(), {
        encounters: [
          talk(city, { id: 'room', with: [...ids.slice(0, 5), { agentId: ids[5]!, state: 'declined' }], ...lasting }),
          talk(city, {
            id: 'full',
            with: [...ids.slice(6, 10), ...ids.slice(10).map((agentId) => ({ agentId, state: 'invited' }))],
            ...lasting,
          }),
        ],
      })
      expect([await joinable(guest, city, 'room'), await joinable(guest, city, 'full')]).toEqual([true, false])
      expect(await tryTo(site(), guest, { encounter_join: { encounterId: city.id('full') } })).toBe('conversation_full')
      // A claim that nobody took up is free again.
      await pass(site(), 30 * MINUTE)
      expect(await joinable(guest, city, 'full')).toBe(false)
      await pass(site(), 1)
      expect(await joinable(guest, city, 'full')).toBe(true)
    })

    it('are not joinable while in one, while cooling down, past the day’s limit, or among recent partners', async () => {
      const fence = { conversationCooldownMinutes: 10, maxConversationsPerVisitorPerDay: 2, recentPartnerHours: 3 }
      const { city, guest, at } = await inTheCafe(site(), { residents: 8, overlay: { visitorFence: fence } })
      const ids = city.residents.map(({ id }) => id)
      const lasting = { deadline: at + 20 * HOUR }
      await put(site(), {
        encounters: [
          talk(city, { id: 'e0', with: ids.slice(0, 2), createdAt: at - 2 * MINUTE, deadline: at + 5 * MINUTE }),
          talk(city, { id: 'e1', with: ids.slice(1, 4), createdAt: at - MINUTE, ...lasting }),
          talk(city, { id: 'e2', with: ids.slice(4, 6), createdAt: at, ...lasting }),
        ],
      })
      expect([await joinable(guest, city, 'e0'), await joinable(guest, city, 'e2')]).toEqual([true, true])
      expect(await tryTo(site(), guest, { encounter_join: { encounterId: city.id('e0') } })).toBe('created')
      // In it: neither this one nor another.
      expect([await joinable(guest, city, 'e0'), await joinable(guest, city, 'e2')]).toEqual([false, false])
      // It ends at its deadline; ten minutes of cooling down are over exactly then.
      await setTime(site(), at + 15 * MINUTE - 1)
      expect(await joinable(guest, city, 'e2')).toBe(false)
      await pass(site(), 1)
      expect(await joinable(guest, city, 'e2')).toBe(true)
      // e1 has somebody of e0 in it, and three hours have not gone by.
      expect(await joinable(guest, city, 'e1')).toBe(false)
      await linger(site(), [guest], at + 5 * MINUTE + 3 * HOUR - 1 - (await clock(site())))
      expect(await joinable(guest, city, 'e1')).toBe(false)
      await pass(site(), 1)
      expect(await joinable(guest, city, 'e1')).toBe(true)
      expect(await tryTo(site(), guest, { encounter_join: { encounterId: city.id('e1') } })).toBe('created')
      // Two today. Walking away ends it, and neither cooling down nor partners keep it from e2: the day does.
      await settle(site(), city, guest, 'park')
      await settle(site(), city, guest, 'cafe')
      await linger(site(), [guest], HOUR)
      expect(await joinable(guest, city, 'e2')).toBe(false)
      const midnight = Math.floor(at / (24 * HOUR)) * 24 * HOUR + 24 * HOUR
      await linger(site(), [guest], midnight - 1 - (await clock(site())))
      expect(await joinable(guest, city, 'e2')).toBe(false)
      await pass(site(), 1)
      expect(await joinable(guest, city, 'e2')).toBe(true)
    })
  })
})
