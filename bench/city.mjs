// What a heartbeat with a full body costs in the demo's city, and in one of 10,000 places with as many bodies.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCity } from './city-map.mjs'
import { openConnection, postBytes } from './connection.mjs'
import { FIRST_ROUNDS, latencies } from './growth.mjs'
import { operate } from './operator.mjs'
import { startServer } from './servers.mjs'

const WORLD = 'bench-city'
const PLACES = 10_000
const BODIES = 10_000
/** A day has 144 heartbeats for each. */
const BEATS_EACH = 100
const HOUR = 3_600_000

const demoCity = () => {
  const file = new URL('../seeds/demo/city.json', import.meta.url)
  return { ...JSON.parse(readFileSync(file, 'utf8')).city, worldId: WORLD }
}
const bigCity = () => makeCity({ places: PLACES, seed: 7, prefix: 'big', worldId: WORLD })

const isOrdinary = ({ kind }) => !['home', 'rain_forum', 'route_stop'].includes(kind)
const iso = (ms) => new Date(ms).toISOString()

/** Everything a body can hold: people, arrivals, conversations, boards, own games and an invitation, all at one place. */
function scene(city, bodies, visitors) {
  const now = Date.now()
  const places = city.destinations.filter(isOrdinary)
  const stage = places[0].id
  const people = Array.from({ length: Math.max(bodies, 60) }, (_, i) => `res-${i}`)
  const at = (agentId, destinationId, more = {}) => ({
    id: `stay-${agentId}`,
    agentId,
    destinationId,
    arrivedAt: iso(now - HOUR),
    staysUntil: iso(now + 12 * HOUR),
    ...more,
  })
  const crowd = people.slice(0, 30)
  const coming = people.slice(30, 40)
  return {
    worlds: [{ id: WORLD, kind: 'fork', name: 'City', designation: 'visitor' }],
    city,
    agents: [
      ...people.map((id) => ({ id, worldId: WORLD, kind: 'resident', handle: id, displayName: id })),
      ...visitors.map((id) => ({ id, worldId: WORLD, kind: 'visitor', handle: `visitor-${id}`, displayName: id })),
    ],
    stays: [
      ...crowd.map((id) => at(id, stage)),
      ...people.slice(40).map((id, i) => at(id, places[1 + (i % (places.length - 1))].id)),
    ],
    journeys: [
      ...coming.map((agentId, i) => ({
        id: `jny-${agentId}`,
        agentId,
        destinationId: stage,
        departAt: iso(now - HOUR),
        arriveAt: iso(now + HOUR + i * 1_000),
      })),
      ...visitors.map((agentId) => ({
        id: `jny-${agentId}`,
        agentId,
        destinationId: stage,
        departAt: iso(now - HOUR),
        arriveAt: iso(now - HOUR / 2),
      })),
    ],
    encounters: [
      ...[0, 1, 2].map((n) => ({
        id: `talk-${n}`,
        worldId: WORLD,
        destinationId: stage,
        status: 'talking',
        deadline: iso(now + 12 * HOUR),
        participants: crowd.slice(2 * n, 2 * n + 2).map((agentId) => ({ agentId, state: 'engaged' })),
      })),
      ...visitors.map((agentId, n) => ({
        id: `ask-${agentId}`,
        worldId: WORLD,
        destinationId: places[1].id,
        status: 'forming',
        deadline: iso(now + HOUR),
        participants: [
          { agentId: people[40 + (n % 10)], state: 'engaged' },
          { agentId, state: 'invited', invitedAt: iso(now) },
        ],
      })),
    ],
    games: [
      ...[0, 1, 2, 3].map((n) => ({
        id: `table-${n}`,
        worldId: WORLD,
        destinationId: stage,
        whiteAgentId: crowd[10 + 2 * n],
        blackAgentId: crowd[11 + 2 * n],
        moves: ['e2e4', 'e7e5', 'g1f3'],
      })),
      ...visitors.flatMap((id) =>
        [0, 1, 2, 3, 4].map((n) => ({
          id: `own-${id}-${n}`,
          worldId: WORLD,
          whiteAgentId: id,
          blackAgentId: people[41 + n],
          moves: n === 0 ? [] : ['d2d4', 'd7d5', 'c2c4', 'e7e6'],
          dueAt: iso(now + 12 * HOUR),
        })),
      ),
    ],
  }
}

async function makeSide(city, bodies, visitors) {
  const data = mkdtempSync(join(tmpdir(), 'agent-network-city-'))
  const server = await startServer(data)
  const stop = async () => {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    await operate(server, 'POST', '/_operator/import', scene(city, bodies, visitors))
    await operate(server, 'PATCH', '/_operator/config', { visitorDriveEnabled: true })
    const keys = []
    for (const id of visitors)
      keys.push(
        await operate(server, 'POST', '/_operator/keys', {
          tier: 2,
          scopes: ['agents:drive'],
          worldId: WORLD,
          allowedAgentIds: [id],
          rateLimitPerMinute: 600,
          createdAt: '2020-01-01T00:00:00.000Z',
        }),
      )
    const beat = (n) => {
      const who = n % visitors.length
      return postBytes(`/v1/visitors/${visitors[who]}/heartbeat`, `X-API-Key: ${keys[who].key}`, 'application/json', '')
    }
    return { pid: server.pid, port: server.port, requests: { heartbeat: beat }, check, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Less than a full body would be another measurement. */
function check(_name, answer) {
  const { body } = JSON.parse(answer).data
  const full =
    body.places.length === 16 &&
    body.here.residents.length === 12 &&
    body.here.arriving.length === 6 &&
    body.here.conversations.length === 3 &&
    body.here.boards.length === 4 &&
    body.chess.length === 5 &&
    body.encounters.length === 1
  if (!full) throw new Error(`not a full body: ${answer.toString().slice(0, 600)}`)
}

export async function city(pace) {
  const times = pace.times
  const visitors = Array.from({ length: Math.ceil((times + FIRST_ROUNDS) / BEATS_EACH) }, (_, i) => `v${i}`)
  const sides = []
  try {
    sides.push(await makeSide(demoCity(), 0, visitors))
    sides.push(await makeSide(bigCity(), BODIES, visitors))
    // Only now: a connection that waits for the larger city to be made would be closed as too slow.
    for (const side of sides) side.connection = await openConnection(side.port)
    const { heartbeat } = await latencies(sides, times)
    return { places: PLACES, bodies: BODIES, ...heartbeat }
  } finally {
    for (const { connection, stop } of sides) {
      connection?.close()
      await stop()
    }
  }
}
