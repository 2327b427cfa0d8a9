// node bench/suites/city.mjs [--quick]: a heartbeat with a full body in the demo city and in a city of 10,000 places, and routes per
// second in the large city.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCity } from '../lib/city-map.mjs'
import { createKeyOn, heartbeatRequest, openConnection, operatorRequest } from '../lib/http-client.mjs'
import { FIRST_ROUNDS, latencies } from '../lib/latencies.mjs'
import { atLeast, atMost, change, count, measureTable, plainRow } from '../lib/report.mjs'
import { compileMap, openMap, route, systemAmbient } from '../lib/server-code.mjs'
import { startServer } from '../lib/servers.mjs'
import { runIfMain } from '../lib/suite.mjs'

const WORLD = 'bench-city'
const PLACES = 10_000
const BODIES = 10_000
/** A visitor has 144 heartbeats per day. */
const BEATS_EACH = 100
const HOUR = 3_600_000

const demoCity = () => {
  const file = new URL('../../packages/demo-city/seed/city.json', import.meta.url)
  return { ...JSON.parse(readFileSync(file, 'utf8')).city, worldId: WORLD }
}
const bigCity = () => makeCity({ places: PLACES, seed: 7, prefix: 'big', worldId: WORLD })

const isOrdinary = ({ kind }) => !['home', 'rain_forum', 'route_stop'].includes(kind)
const iso = (ms) => new Date(ms).toISOString()

/** All parts of a heartbeat body at one place: people, arrivals, conversations, boards, own games and an invitation. */
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
    await operatorRequest(server, 'POST', '/_operator/import', scene(city, bodies, visitors))
    await operatorRequest(server, 'PATCH', '/_operator/config', { visitorDriveEnabled: true })
    const keys = []
    for (const id of visitors)
      keys.push(await createKeyOn(server, { tier: 2, scopes: ['agents:drive'], worldId: WORLD, allowedAgentIds: [id] }))
    const beat = (n) => heartbeatRequest(visitors[n % visitors.length], keys[n % visitors.length])
    return { pid: server.pid, port: server.port, requests: { heartbeat: beat }, check: requireFullBody, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The heartbeat must have a full body. */
function requireFullBody(_name, response) {
  const { body } = JSON.parse(response).data
  const full =
    body.places.length === 16 &&
    body.here.residents.length === 12 &&
    body.here.arriving.length === 6 &&
    body.here.conversations.length === 3 &&
    body.here.boards.length === 4 &&
    body.chess.length === 5 &&
    body.encounters.length === 1
  if (!full) throw new Error(`not a full body: ${response.toString().slice(0, 600)}`)
}

async function measureHeartbeats(times) {
  const visitors = Array.from({ length: Math.ceil((times + FIRST_ROUNDS) / BEATS_EACH) }, (_, i) => `v${i}`)
  const sides = []
  try {
    sides.push(await makeSide(demoCity(), 0, visitors))
    sides.push(await makeSide(bigCity(), BODIES, visitors))
    // After both cities exist: the server closes connections that are idle too long.
    for (const side of sides) side.connection = await openConnection(side.port)
    const { heartbeat } = await latencies(sides, times)
    return heartbeat
  } finally {
    for (const { connection, stop } of sides) {
      connection?.close()
      await stop()
    }
  }
}

const WARM_UP_ROUTES = 1_000

function coreMsOf(work) {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1_000, result }
}

/** Each pair once, so that no cache of routes can help. */
function distinctPairs(pairs, nodeCount, random) {
  const found = new Map()
  while (found.size < pairs) {
    const [from, to] = [Math.floor(random() * nodeCount), Math.floor(random() * nodeCount)]
    if (from !== to) found.set(from * nodeCount + to, [from, to])
  }
  return [...found.values()]
}

function measureRoutes(pairs) {
  const { worldId: _, ...draft } = makeCity({ places: PLACES, seed: 1 })
  const compiled = coreMsOf(() => compileMap(draft))
  const opened = coreMsOf(() => openMap(compiled.result))
  const map = opened.result
  const all = distinctPairs(WARM_UP_ROUTES + pairs, map.nodeCount, systemAmbient().random('agent-network bench routes'))
  const findAll = (list) => coreMsOf(() => list.map(([from, to]) => route(map, from, to)))
  findAll(all.slice(0, WARM_UP_ROUTES))
  return {
    compileMs: compiled.ms,
    openMs: opened.ms,
    perSecond: (pairs / findAll(all.slice(WARM_UP_ROUTES)).ms) * 1_000,
  }
}

async function run({ pace, quick }) {
  const heartbeat = await measureHeartbeats(pace.times)
  const routes = measureRoutes(quick ? 500 : 5_000)
  return [
    measureTable(`Heartbeat, ${count(PLACES)} places and ${count(BODIES)} bodies as a multiple of the demo city`, [
      atMost('latency', heartbeat.ms[1] / heartbeat.ms[0], 2, { detail: change(heartbeat.ms) }),
      atMost('core time', heartbeat.cpu[1] / heartbeat.cpu[0], 2, { detail: change(heartbeat.cpu) }),
    ]),
    measureTable(`Routes in a city of ${count(PLACES)} places, by core time`, [
      atLeast('routes per second of core time', routes.perSecond, 2_000, { unit: '/s' }),
      plainRow('compile the map', routes.compileMs, { unit: 'ms' }),
      plainRow('open the map', routes.openMs, { unit: 'ms' }),
    ]),
  ]
}

export const suite = { title: 'heartbeats and routes in a large city', run }
await runIfMain(import.meta, suite)
