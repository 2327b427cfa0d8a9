import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock, DAY, iso, launchCity, MINUTE, pass, put, SECOND } from '../../test/city-site.ts'
import { everyRow } from '../../test/city-store.ts'
import { type Planted, plant } from '../../test/planted.ts'
import { addKey, beat } from '../../test/visitor-site.ts'

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
  let planted: Planted
  beforeAll(() => {
    // The sweep that runs by itself does so many times a second, to meet the moves of the clock.
    planted = plant({ file: 'scheduler.js', from: 'EVERY_MS = 1_000', to: 'EVERY_MS = 20' })
  })
  afterAll(() => planted.remove())

  it.each(['off', 'on'])('of three days is the same as many small steps, with life %s', async (life) => {
    const leave = async (steps: readonly number[]) => {
      const { site, close } = await launchCity('sqlite', { flags: [`--life=${life}`], planted })
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
        const remainingRows: Record<string, unknown> = {}
        for (const table of ['bodies', 'journeys', 'encounters', 'encounter_participants', 'games', 'visitors', 'due'])
          remainingRows[table] = (await everyRow(site, table, worldId)).map((row) => JSON.stringify(row)).sort()
        return remainingRows
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
