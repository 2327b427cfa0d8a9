// Simulates the history of worlds at full speed, in batches of six hours, and resumes an interrupted run.
import { setTimeout } from 'node:timers/promises'
import { citySwitches, readSwitches } from '../../../platform/control/switches.ts'
import type { Ambient } from '../../../platform/core/ambient.ts'
import { DAY_MS, HOUR_MS, iso } from '../../../platform/core/time.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { scheduleWorldReloadBy } from '../../../platform/jobs/due.ts'
import {
  claimWorld,
  LEASE_MS,
  type Lease,
  recordSimulatedTo,
  releaseLease,
  renewLease,
  simulatedTo,
} from '../../../platform/jobs/leases.ts'
import { readWorlds, type World } from '../../../platform/worlds/worlds.ts'
import { sweepEncounters } from '../../../stores/city/encounters.ts'
import { sweepGames } from '../../../stores/city/games/games.ts'
import { makeMaps } from '../../../stores/city/maps.ts'
import { sweepMovement, sweepStays } from '../../../stores/city/movement.ts'
import { inOneCommit, type RunSummary, runUntil } from './engine.ts'
import { makeWorldLife, type WorldLife } from './world-life.ts'

export interface HistoryRange {
  readonly days: number
  /** Time at which the simulated history ends. */
  readonly until: number
  /** All worlds if omitted. */
  readonly worldIds?: readonly string[] | undefined
}

export interface HistoryReport {
  readonly worldId: string
  /** Hours simulated, without those of an earlier interrupted run. */
  readonly hours: number
  readonly turns: number
  readonly acts: number
}

export class HistoryError extends Error {}

const WAIT_MS = 1_000

type OnProgress = (done: number, total: number, label: string) => void

/** Start of the simulation. Hours of an earlier interrupted run are not simulated again. */
async function startOf(database: Database, world: World, { days, until }: HistoryRange): Promise<number> {
  const wanted = Math.floor((until - days * DAY_MS) / HOUR_MS) * HOUR_MS
  const lived = await simulatedTo(database.read, world.id)
  return lived === null ? wanted : Math.max(wanted, lived)
}

/** Runs the periodic jobs of bodies, encounters and games. */
async function runPeriodicJobs(tx: Tx, at: number): Promise<void> {
  while ((await sweepMovement(tx, at)).looked > 0);
  while ((await sweepStays(tx, at)) > 0);
  while ((await sweepGames(tx, at)).length > 0);
  while ((await sweepEncounters(tx, at)).looked > 0);
}

/** Claims a world. A killed process still has its lease; with SQLite no other process can be alive, so it is forced. */
async function claimForHistory(database: Database, ambient: Ambient, worldId: string, from: number): Promise<Lease> {
  const holder = ambient.secret(9).toString('base64url')
  const force = database.engine === 'sqlite'
  for (let waited = 0; waited <= LEASE_MS; waited += WAIT_MS) {
    const lease = await database.transact((tx) => claimWorld(tx, worldId, { holder, now: ambient.now(), force, from }))
    if (lease !== null) return lease
    await setTimeout(WAIT_MS)
  }
  throw new HistoryError(`${worldId} is being run by a server; stop the server, then try again`)
}

/** A world during the simulation of its history. */
interface HistoryRun {
  readonly life: WorldLife
  readonly from: number
  readonly lease: Lease
  turns: number
  acts: number
}

async function startRun(database: Database, ambient: Ambient, life: WorldLife, from: number): Promise<HistoryRun> {
  const { id } = life.world
  const lease = await claimForHistory(database, ambient, id, from)
  // Residents wake up at the start of the simulated history, not at the time of the import.
  await database.transact(async (tx) => {
    await scheduleWorldReloadBy(tx, id, from)
    await life.publishedTexts.learn(tx)
  })
  return { life, from, lease, turns: 0, acts: 0 }
}

/** Hours per commit. A flush and the state written once per commit cost as much as about 20 acts. */
const HOURS_A_COMMIT = 6

/** Simulates a few hours of all worlds in one commit. An interrupted run resumes after the last commit. */
async function simulateHours(
  database: Database,
  ambient: Ambient,
  stretches: readonly HistoryRun[],
  hours: readonly number[],
): Promise<void> {
  let attempts = 0
  const summaries = await database.transact(async (tx) => {
    attempts += 1
    const sums = new Map<HistoryRun, Pick<RunSummary, 'turns' | 'acts'>>()
    for (const { life, lease } of stretches) {
      if (attempts > 1) life.rewind()
      if (await renewLease(tx, lease, ambient.now())) continue
      throw new HistoryError(`${life.world.id} was taken over by a server; stop the server, then try again`)
    }
    const liveOn = async (): Promise<void> => {
      for (const at of hours) {
        for (const stretch of stretches) {
          const { life, from } = stretch
          if (from >= at) continue
          const { turns, acts } = await runUntil(tx, life, at)
          await recordSimulatedTo(tx, life.world.id, at, turns)
          const before = sums.get(stretch)
          sums.set(stretch, { turns: turns + (before?.turns ?? 0), acts: acts + (before?.acts ?? 0) })
        }
        await runPeriodicJobs(tx, at)
      }
    }
    const runWithAgendas = stretches.reduce(
      (work, { life }) =>
        () =>
          inOneCommit(tx, life, hours.at(-1)!, work),
      liveOn,
    )
    await runWithAgendas()
    return sums
  })
  for (const [stretch, { turns, acts }] of summaries) {
    stretch.turns += turns
    stretch.acts += acts
  }
}

/** Simulates the history of worlds with the local model, a few hours per commit. */
export async function simulateHistory(
  database: Database,
  ambient: Ambient,
  past: HistoryRange,
  onProgress: OnProgress,
): Promise<HistoryReport[]> {
  const worlds = await readWorlds(database.read)
  const switches = readSwitches(await database.read.sql.selectFrom('settings').selectAll().execute())
  const wanted = past.worldIds ?? [...worlds.byId.keys()].sort()
  const missing = wanted.find((id) => !worlds.byId.has(id))
  if (missing !== undefined) throw new HistoryError(`World not found: ${missing}`)
  const stretches: HistoryRun[] = []
  for (const world of wanted.map((id) => worlds.byId.get(id)!)) {
    if (world.status !== 'running') continue
    const setting = { world, city: citySwitches(switches, world), thinks: false }
    const life = makeWorldLife(setting, ambient, makeMaps())
    stretches.push(await startRun(database, ambient, life, await startOf(database, world, past)))
  }
  const hoursSince = (from: number) => Math.max(0, Math.ceil((past.until - from) / HOUR_MS))
  // All worlds advance hour by hour together, because the periodic jobs cover all worlds.
  const start = Math.min(...stretches.map(({ from }) => from))
  const total = stretches.length === 0 ? 0 : hoursSince(start)
  const hours = Array.from({ length: total }, (_, n) => Math.min(past.until, start + (n + 1) * HOUR_MS))
  for (let done = 0; done < total; ) {
    const together = hours.slice(done, done + HOURS_A_COMMIT)
    await simulateHours(database, ambient, stretches, together)
    done += together.length
    const acts = stretches.reduce((sum, stretch) => sum + stretch.acts, 0)
    onProgress(done, total, `${iso(together.at(-1)!).slice(0, 10)}, ${acts} acts`)
  }
  await database.transact(async (tx) => {
    for (const { lease } of stretches) await releaseLease(tx, lease)
  })
  return stretches.map(({ life, from, turns, acts }) => ({
    worldId: life.world.id,
    hours: hoursSince(from),
    turns,
    acts,
  }))
}
