// Integration tests of concurrent actions in the city, for every kind of site.
import { expect } from 'vitest'
import {
  attempt,
  type City,
  clock,
  enter,
  HOUR,
  iso,
  look,
  openCity,
  outcomeOf,
  pass,
  put,
  tryTo,
} from '../../test/city-site.ts'
import { everyRow } from '../../test/city-store.ts'
import { addKey, atOnce, type Site } from '../../test/visitor-site.ts'

/** Invariants of concurrent actions in the city. They run on every kind of site, and on some with planted faults. */
export type JourneyCase = readonly [rule: string, run: (site: Site) => Promise<void>]

const tally = (outcomes: readonly string[]): Record<string, number> => {
  const counted: Record<string, number> = {}
  for (const outcome of outcomes) counted[outcome] = (counted[outcome] ?? 0) + 1
  return counted
}

const crowd = async (site: Site, city: City, n: number) => {
  const guests = []
  for (let i = 0; i < n; i++) guests.push(await enter(site, city))
  return guests
}

export const STORIES: readonly JourneyCase[] = [
  [
    'of several moves at once one is played',
    async (site) => {
      const city = await openCity(site)
      const guests = await crowd(site, city, 2)
      const [white, black] = guests.map(({ visitor }) => visitor.agentId)
      // A key of its own for each, or the count of the key's acts would keep them apart.
      const { visitor } = guests[0]!
      const hands = await atOnce(8, async () => ({ visitor, key: await addKey(site, visitor) }))
      for (let round = 0; round < 6; round++) {
        const id = city.id(`g${round}`)
        await put(site, { games: [{ id, worldId: city.worldId, whiteAgentId: white, blackAgentId: black }] })
        const moves = ['e2e4', 'd2d4', 'c2c4', 'g1f3', 'b1c3', 'a2a3', 'h2h3', 'f2f4']
        const moveOutcomes = await atOnce(8, (i) =>
          tryTo(site, hands[i]!, { chess_move: { gameId: id, uci: moves[i] } }, i),
        )
        const { created, not_your_turn = 0, stale_game = 0 } = tally(moveOutcomes)
        expect([created, not_your_turn + stale_game]).toEqual([1, 7])
        const [row] = (await everyRow(site, 'games', city.worldId)).filter((one) => one.id === id)
        expect([JSON.parse(row.moves), Number(row.ply)]).toEqual([[moves[moveOutcomes.indexOf('created')]], 1])
      }
      // Declined moves did not draw on the fork's budget either.
      const [budget] = (await everyRow(site, 'budgets', city.worldId)).filter(({ counter }) => counter === 'actions')
      expect(Number(budget.used)).toBe(6)
    },
  ],
  [
    'of several who join for the last seat one gets it',
    async (site) => {
      const city = await openCity(site, { residents: 5 })
      const guests = await crowd(site, city, 4)
      for (const guest of guests) await attempt(site, guest, { journey: { destinationId: city.id('cafe') } })
      await pass(site, 100_000)
      const at = await clock(site)
      // Every round has its own people, or the second would meet recent partners.
      for (let round = 0; round < 4; round++) {
        const id = city.id(`e${round}`)
        await put(site, {
          agents: [0, 1, 2, 3, 4].map((i) => ({
            id: city.id(`x${round}${i}`),
            worldId: city.worldId,
            handle: city.id(`x${round}${i}`),
            displayName: 'x',
          })),
          encounters: [
            {
              id,
              worldId: city.worldId,
              destinationId: city.id('cafe'),
              deadline: iso(at + 5 * HOUR),
              participants: [0, 1, 2, 3, 4].map((i) => ({ agentId: city.id(`x${round}${i}`) })),
            },
          ],
        })
        const fresh = guests.slice(round)
        const joinOutcomes = await atOnce(fresh.length, (i) =>
          tryTo(site, fresh[i]!, { encounter_join: { encounterId: id } }, i),
        )
        const full = fresh.length === 1 ? {} : { conversation_full: fresh.length - 1 }
        expect(tally(joinOutcomes)).toEqual({ created: 1, ...full })
        const seats = (await everyRow(site, 'encounter_participants', city.worldId))
          .filter((row) => row.encounter_id === id && row.seat !== null)
          .map((row) => Number(row.seat))
        expect(seats.sort()).toEqual([0, 1, 2, 3, 4, 5])
        // The guest that joined takes no further part.
        guests.splice(guests.indexOf(fresh[joinOutcomes.indexOf('created')]!), 1)
        guests.splice(round, 0, fresh[joinOutcomes.indexOf('created')]!)
      }
    },
  ],
  [
    'of several first walks one reserves the last apartment and starts there',
    async (site) => {
      for (let round = 0; round < 4; round++) {
        const places = { flat: { meters: 600, kind: 'home' }, cafe: { meters: 120 } }
        const city = await openCity(site, { homes: 0, places })
        const guests = await crowd(site, city, 5)
        const walks = await atOnce(5, (i) =>
          attempt(site, guests[i]!, { journey: { destinationId: city.id('cafe') } }, i),
        )
        expect(walks.map(outcomeOf)).toEqual(walks.map(() => 'created'))
        const homes = new Map((await everyRow(site, 'bodies', city.worldId)).map((row) => [row.agent_id, row.home_id]))
        const found = guests.map(({ visitor }, i) => {
          const { departAt, arriveAt } = walks[i].detail
          return [homes.get(visitor.agentId), (Date.parse(arriveAt) - Date.parse(departAt)) / 1_000]
        })
        expect(found.sort((a, b) => Number(b[1]) - Number(a[1]))).toEqual([
          [city.id('flat'), 600],
          ...Array.from({ length: 4 }, () => [null, 100]),
        ])
      }
    },
  ],
  [
    'of an engagement and a refusal at once one holds',
    async (site) => {
      const city = await openCity(site)
      const guest = await enter(site, city)
      const twin = { visitor: guest.visitor, key: await addKey(site, guest.visitor) }
      for (let round = 0; round < 4; round++) {
        const encounterId = city.id(`e${round}`)
        await put(site, {
          encounters: [
            {
              id: encounterId,
              worldId: city.worldId,
              destinationId: city.id('cafe'),
              status: 'forming',
              participants: [
                { agentId: guest.visitor.agentId, state: 'invited' },
                { agentId: city.residents[0]!.id },
                { agentId: city.residents[1]!.id },
              ],
            },
          ],
        })
        const replyOutcomes = await Promise.all([
          tryTo(site, guest, { encounter_reply: { encounterId, reply: 'engage' } }, 0),
          tryTo(site, twin, { encounter_reply: { encounterId, reply: 'decline' } }, 1),
        ])
        expect(tally(replyOutcomes)).toEqual({ created: 1, state_changed: 1 })
        const [own] = (await everyRow(site, 'encounter_participants', city.worldId)).filter(
          (row) => row.encounter_id === encounterId && row.agent_id === guest.visitor.agentId,
        )
        expect(own.state).toBe(replyOutcomes[0] === 'created' ? 'engaged' : 'declined')
      }
    },
  ],
  [
    'of several walks of one visitor one sets out, and the outbox is exact',
    async (site) => {
      const city = await openCity(site, { homes: 8, overlay: { journeyOutboxDailyBudget: 3 } })
      const [first, ...rest] = await crowd(site, city, 7)
      const walk = { journey: { destinationId: city.id('cafe') } }
      const mine = await atOnce(4, (i) => tryTo(site, first!, walk, i))
      expect(tally(mine)).toEqual({ created: 1, journey_active: 3 })
      const theirs = await atOnce(6, (i) => tryTo(site, rest[i]!, walk, i))
      expect(tally(theirs)).toEqual({ created: 2, outbox_budget_exhausted: 4 })
      expect(await everyRow(site, 'journeys', city.worldId)).toHaveLength(3)
    },
  ],
]

/** A move meets the moment in which its opponent is found to be gone; nobody has swept before. */
export async function moveAgainstTheMissing(site: Site, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const city = await openCity(site)
    const [here, absent] = await crowd(site, city, 2)
    const id = city.id('g')
    const players = { whiteAgentId: here!.visitor.agentId, blackAgentId: absent!.visitor.agentId }
    await put(site, { games: [{ id, worldId: city.worldId, ...players }] })
    await pass(site, HOUR / 2)
    await look(site, here!)
    await pass(site, HOUR / 2)
    await Promise.all([tryTo(site, here!, { chess_move: { gameId: id, uci: 'e2e4' } }, 0), look(site, absent!)])
    const [row] = await everyRow(site, 'games', city.worldId)
    expect([row.status, row.result, row.end_reason]).toEqual(['finished', 'white_won', 'timeout'])
  }
}
