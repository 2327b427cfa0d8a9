// Fixture of the simulation tests: a server that can be stopped, and visitors that act at random.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { type Query, steadyQueryOf } from './city-store.ts'
import { MINUTE } from './durations.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { type Fence, faultsIn, type Stillness } from './life-invariants.ts'
import { type Get, leaksIn } from './life-leaks.ts'
import { BEGINNING, lifeFile, smallCity } from './life-world.ts'
import { type Fault, launch, plant } from './planted.ts'
import { type NodeProcess, tempFolder } from './processes.ts'
import { unlocked } from './store-access.ts'
import { act, addKey, addVisitor, beat, type Guest, type Site, siteOf, siteOfProcess } from './visitor-site.ts'

export { DAY, HOUR, MINUTE } from './durations.ts'
export type { Guest } from './visitor-site.ts'

/** A server with residents who live, on a store that outlives it. */
export interface Stage {
  site: Site
  readonly data: string
  readonly query: Query
  restart(): Promise<void>
  /** Errors it logged, in all its processes. */
  errors(): string[]
  close(): Promise<void>
}

/** In this process. */
export async function openStage(): Promise<Stage> {
  const data = tempFolder()
  const past: string[] = []
  const start = () => startTestServer('sqlite', { life: true, data })
  let server: TestServer = await start()
  const stage: Stage = {
    site: siteOf(server),
    data,
    query: steadyQueryOf(data),
    async restart() {
      past.push(...server.errors())
      await server.close()
      server = await start()
      stage.site = siteOf(server)
    },
    errors: () => [...past, ...server.errors()],
    async close() {
      await server.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
  return stage
}

/** Log lines of a process; its greeting comes on the same stream. */
export const logged = (stderr: string): string[] => stderr.split('\n').filter((line) => line.startsWith('{'))

/** In a process of its own, from a build that was tampered with. */
export async function openBroken(...faults: readonly Fault[]): Promise<Stage> {
  const data = tempFolder()
  const planted = plant(...faults)
  const env = { AGENT_NETWORK_LOG_LEVEL: 'error' }
  const start = () => launch({ main: planted.main, env, flags: [`--data=${data}`, '--test-clock', '--life=on'] })
  let node: NodeProcess = await start()
  let past = ''
  const stage: Stage = {
    site: siteOfProcess(node),
    data,
    query: steadyQueryOf(data),
    async restart() {
      past += node.complaints()
      await node.stop()
      node = await start()
      stage.site = siteOfProcess(node)
    },
    errors: () => logged(`${past}${node.complaints()}`),
    async close() {
      await node.stop()
      planted.remove()
      rmSync(data, { recursive: true, force: true })
    },
  }
  return stage
}

/** One world on a stage, and what was done to it from outside. */
export interface Play {
  readonly stage: Stage
  readonly worldId: string
  readonly residents: readonly string[]
  readonly guests: readonly Guest[]
  readonly fence: Fence
  now: number
  paused: { from: number } | null
  readonly stopped: Map<string, number>
  readonly still: Stillness[]
  /** Whether some of what is due cannot be done, on purpose. */
  broken: boolean
}

export interface PlayPlan {
  readonly worldId: string
  readonly residents: number
  readonly from: number
  readonly visitors: number
  readonly fence: Fence
}

export async function openPlay(stage: Stage, { worldId, fence, visitors, ...plan }: PlayPlan): Promise<Play> {
  const operator = (method: string, path: string, body: unknown) => stage.site.operator(method, path, body)
  await operator('PUT', '/_operator/clock', { now: new Date(BEGINNING).toISOString() })
  const world = { designation: 'visitor', overlay: { visitorFence: fence } }
  const file = lifeFile({ worldId, ...plan, posts: 3, world, city: smallCity(visitors + 1) })
  await operator('POST', '/_operator/import', file)
  await operator('PATCH', '/_operator/config', {
    visitorDriveEnabled: true,
    visitorJournalEnabled: true,
    visitorJournalCanaryWorldIds: [worldId],
  })
  const guests: Guest[] = []
  for (let n = 0; n < visitors; n++) {
    const visitor = await addVisitor(stage.site, { worldId })
    guests.push({ visitor, key: await addKey(stage.site, visitor) })
  }
  const residents: string[] = file.agents.map(({ id }: { id: string }) => id)
  // Residents who like a visitor leave it alone least.
  const relationships = guests.flatMap(({ visitor }) =>
    residents.map((agentId) => ({
      agentId,
      otherAgentId: visitor.agentId,
      type: 'friend',
      affinity: 0.8,
      trust: 0.6,
      familiarity: 0.5,
    })),
  )
  await operator('POST', '/_operator/import', { relationships })
  return {
    stage,
    worldId,
    residents,
    guests,
    fence,
    now: BEGINNING,
    paused: null,
    stopped: new Map(),
    still: [],
    broken: false,
  }
}

export async function move(play: Play, ms: number): Promise<void> {
  await play.stage.site.operator('PUT', '/_operator/clock', { advanceMs: ms })
  play.now += ms
}

const LOOKS_EVERY = 12 * MINUTE
const ROUNDS = 40

/** Waits until somebody talks, while the visitors keep coming. */
export async function waitForTalk(play: Play): Promise<void> {
  const open = `select id from encounters where world_id = '${play.worldId}' and status <> 'closed'`
  for (let round = 0; round < ROUNDS && (await play.stage.query(open)).length === 0; round++) {
    await move(play, LOOKS_EVERY)
    for (const { visitor, key } of play.guests) await beat(play.stage.site, visitor, key)
  }
}

export async function pause(play: Play, residentsPaused: boolean): Promise<void> {
  await play.stage.site.operator('PATCH', `/_operator/worlds/${play.worldId}`, { residentsPaused })
  if (!residentsPaused && play.paused !== null) play.still.push({ agentId: null, from: play.paused.from, to: play.now })
  play.paused = residentsPaused ? { from: play.now } : null
}

export async function stop(play: Play, agentId: string, stopped: boolean): Promise<void> {
  await play.stage.site.operator('PATCH', `/_operator/agents/${agentId}`, { enabled: !stopped })
  const since = play.stopped.get(agentId)
  if (stopped) play.stopped.set(agentId, since ?? play.now)
  else if (since !== undefined) {
    play.stopped.delete(agentId)
    play.still.push({ agentId, from: since, to: play.now })
  }
}

/** A table that takes no rows of somebody for a while: every transaction of life that needs one fails. */
export async function jam({ stage: { data } }: Play, table: string, agentId: string | null): Promise<void> {
  const file = new DatabaseSync(join(data, 'agent-network.db'))
  try {
    await unlocked(() => file.exec('drop trigger if exists jammed'))
    if (agentId === null) return
    const jammed = `create trigger jammed before insert on ${table} when new.agent_id = '${agentId}' begin select raise(abort, 'jammed on purpose'); end`
    await unlocked(() => file.exec(jammed))
  } finally {
    file.close()
  }
}

/** Only what was not brought about on purpose. */
export const unexpected = (errors: readonly string[]): string[] =>
  errors.filter((line) => !line.includes('jammed on purpose') && !line.includes('life.rows_skipped'))

/** Everything that is wrong so far. */
export const faultsOf = (play: Play): Promise<string[]> => {
  const open: Stillness[] = [...play.stopped].map(([agentId, from]) => ({ agentId, from, to: Number.MAX_SAFE_INTEGER }))
  if (play.paused !== null) open.push({ agentId: null, from: play.paused.from, to: Number.MAX_SAFE_INTEGER })
  const { worldId, now, fence } = play
  const caughtUp = play.paused === null && !play.broken
  return faultsIn({ worldId, now, fence, query: play.stage.query, caughtUp, still: [...play.still, ...open] })
}

const READS_PER_KEY = 400

/** Reads as somebody with a key; a new one before the old has read too much for a minute that does not pass. */
function readerOf({ stage, worldId }: Play): Get {
  let readsLeft = 0
  let key = ''
  return async (path) => {
    if (readsLeft === 0) {
      const attributes = { tier: 3, worldId, rateLimitPerMinute: 600, createdAt: '2020-01-01T00:00:00.000Z' }
      key = (await stage.site.operator('POST', '/_operator/keys', attributes)).key
      readsLeft = READS_PER_KEY
    }
    readsLeft -= 1
    const response = await fetch(stage.site.nodes[0] + path, { headers: { 'x-api-key': key } })
    const text = await response.text()
    if (response.status !== 200 && response.status !== 404) throw new Error(`${path}: ${response.status} ${text}`)
    return { text, body: JSON.parse(text) }
  }
}

export const leaksOf = (play: Play): Promise<string[]> =>
  leaksIn({ query: play.stage.query, worldId: play.worldId }, readerOf(play))

/** Acts a visitor could do after a heartbeat, each with its probability. */
function choices(
  heartbeat: any,
  residents: readonly string[],
  say: () => string,
  pick: <T>(items: readonly T[]) => T,
): any[] {
  const { feed, replies, body } = heartbeat
  const posts: string[] = [...(feed ?? []), ...replies].flatMap(({ postId, id }: any) => postId ?? id ?? [])
  const someone = pick(residents)
  const acts: any[] = [
    { post: { text: say() } },
    { dm: { agentId: someone, text: say() } },
    { follow: { agentId: someone } },
  ]
  if (posts.length > 0) {
    const postId = pick(posts)
    acts.push({ reply: { postId, text: say() } }, { reply: { postId, text: say() } }, { like: { postId } })
  }
  if (body.places.length > 0) {
    const walk = { journey: { destinationId: pick<any>(body.places).destinationId } }
    acts.push(walk, walk)
  }
  for (const { encounterId } of body.encounters)
    acts.push(...['engage', 'engage', 'decline'].map((reply) => ({ encounter_reply: { encounterId, reply } })))
  for (const { encounterId, joinable } of body.here?.conversations ?? [])
    if (joinable) for (let n = 0; n < 4; n++) acts.push({ encounter_join: { encounterId } })
  for (const { gameId, legalMoves } of body.chess)
    if (legalMoves.length > 0)
      for (let n = 0; n < 4; n++) acts.push({ chess_move: { gameId, uci: pick<any>(legalMoves).uci } })
  return acts
}

let values = 0

/** A visitor shows up and does something, as chance has it. */
export async function actOf(play: Play, guest: Guest, chance: () => number): Promise<void> {
  const { site } = play.stage
  const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)]!
  const heartbeat = await beat(site, guest.visitor, guest.key)
  if (heartbeat.status !== 200) throw new Error(`heartbeat: ${heartbeat.text}`)
  values += 1
  const say = () =>
    `I was asked ${Math.floor(chance() * 1e6)} times about the ${pick(['rain', 'bread', 'lifts', 'clocks'])}. What do you say?`
  const body = pick(choices(heartbeat.data, play.residents, say, pick))
  const done = await act(site, guest.visitor, guest.key, `value-${values}`, body)
  if (done.status !== 200) throw new Error(`${JSON.stringify(body)}: ${done.text}`)
}
