// Simulates one world until it has committed a number of acts; prints time, core time and memory as one line of JSON.
// argv: '{"residents":100,"acts":3000}'. Its own process, so that the memory is that of one world.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCity } from '../city-map.mjs'
import { demoWorld } from '../demo-residents.mjs'
import { serverPackage } from '../paths.mjs'
import {
  ambientAt,
  createLifeRows,
  importWorldFile,
  makeMaps,
  makeWorldLife,
  openStore,
  readConfig,
  readWorlds,
  runUntil,
  SWITCHES,
  systemAmbient,
} from '../server-code.mjs'

const { residents, acts: wanted } = JSON.parse(process.argv[2])
const pino = serverPackage('pino')

const HOUR = 3_600_000
const WORLD = 'bench-life'
const start = Date.parse('2026-03-10T12:00:00Z')
const data = mkdtempSync(join(tmpdir(), 'agent-network-life-'))
const system = systemAmbient()
const store = await openStore(readConfig([`--data=${data}`], {}), system, pino({ level: 'warn' }), { migrate: true })
const { database } = store

/** Copies of the demo residents, each with a few relationships, in a city that grows with their number. */
function worldFile() {
  const { materials, topics } = demoWorld()
  const id = (i) => `res-${i}`
  const ids = Array.from({ length: residents }, (_, i) => i)
  const ties = [1, 2, 5, 11].filter((step) => step < residents)
  const agents = ids.map((i) => {
    const { handle, displayName, bio, interests, specialty, persona } = materials[i % materials.length].speaker
    return {
      id: id(i),
      worldId: WORLD,
      kind: 'resident',
      handle: `${handle}-${i}`,
      displayName,
      bio,
      interests,
      specialty,
      persona,
    }
  })
  const minds = ids.map((i) => {
    const { beliefs, openQuestions, styleNotes, topics: tags } = materials[i % materials.length]
    return {
      agentId: id(i),
      summary: '',
      beliefs,
      openQuestions,
      styleNotes,
      topics: tags,
      recentHighlights: [],
      activeIdeas: [],
    }
  })
  const edges = ids.flatMap((i) => ties.map((step) => ({ agentId: id(i), otherAgentId: id((i + step) % residents) })))
  return {
    worlds: [{ id: WORLD, kind: 'fork', name: 'Life' }],
    topics: topics.map((topic) => ({ ...topic, id: `b-${topic.id}`, worldId: WORLD })),
    agents,
    memories: minds,
    topicProfiles: ids.map((i) => ({
      agentId: id(i),
      topics: [0, 3].map((step) => ({ topicId: `b-${topics[(i + step) % topics.length].id}`, weight: 0.6 })),
    })),
    relationships: edges.map((edge) => ({
      ...edge,
      type: 'acquaintance',
      affinity: 0.2,
      trust: 0.4,
      familiarity: 0.3,
    })),
    follows: edges
      .filter((_, i) => i % 2 === 0)
      .map(({ agentId, otherAgentId }) => ({ agentId, targetAgentId: otherAgentId })),
    city: makeCity({ places: Math.min(10_000, Math.max(30, residents / 5)), seed: 7, prefix: 'life', worldId: WORLD }),
  }
}

await database.transact((tx) =>
  importWorldFile(
    tx,
    ambientAt(system, () => start),
    worldFile(),
    start,
  ),
)
const world = (await readWorlds(database.read)).byId.get(WORLD)
for (let after = ''; after !== null; )
  after = await database.transact((tx) => createLifeRows(tx, { random: system.random, world, after }, start))
const life = makeWorldLife({ world, city: SWITCHES, thinks: false }, system, makeMaps())

/** One durable commit per step, as in a simulated history; a step is about an hour of a small world. */
async function liveFor(acts) {
  let [done, turns, at] = [0, 0, start]
  const step = Math.max(10_000, Math.round((HOUR * 100) / residents / 10_000) * 10_000)
  for (at = liveFor.at ?? start; done < acts; ) {
    at += step
    const until = at
    const lived = await database.transact((tx) => runUntil(tx, life, until))
    done += lived.acts
    turns += lived.turns
  }
  liveFor.at = at
  return { acts: done, turns, hours: (at - start) / HOUR }
}

await liveFor(Math.min(1_500, wanted))
const [clock, cpu] = [performance.now(), process.cpuUsage()]
const lived = await liveFor(wanted)
const seconds = (performance.now() - clock) / 1_000
const used = process.cpuUsage(cpu)
globalThis.gc?.()
const { heapUsed, rss } = process.memoryUsage()
const answer = {
  residents,
  ...lived,
  seconds,
  coreSeconds: (used.user + used.system) / 1e6,
  heapMb: heapUsed / 2 ** 20,
  rssMb: rss / 2 ** 20,
}
process.stdout.write(`${JSON.stringify(answer)}\n`)
await store.close()
rmSync(data, { recursive: true, force: true })
