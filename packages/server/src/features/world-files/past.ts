// Seeds: import of their files, forks, and simulation of their history.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DEFAULT_SCOPES, LIMITS } from '@agent-network/contract'
import { audit, valuesBefore } from '../../platform/access/audit.ts'
import { createKey, defaultKeyDraft } from '../../platform/access/keys.ts'
import { type Config, VERSION } from '../../platform/config/config.ts'
import { storedSwitches, writeSwitches } from '../../platform/control/switches.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { replacePrivateFile } from '../../platform/core/private-file.ts'
import type { Seals } from '../../platform/core/seals.ts'
import { DAY_MS, HOUR_MS, iso, parseIso } from '../../platform/core/time.ts'
import type { Database, Read, Tx } from '../../platform/db/database.ts'
import { claimMeta, deleteMeta, readMeta, replaceMeta } from '../../platform/db/meta.ts'
import { copyThings, putSeedThings, type SeedThing } from '../../stores/town/things.ts'
import { type Plot, startPlots } from '../life/affairs/store.ts'
import { copyLife } from '../life/engine/carry-life.ts'
import { simulateHistory } from '../life/engine/history.ts'
import { exportWorld } from './export-world.ts'
import { buildFork, type ForkDraft } from './fork-world.ts'
import { type ImportReport, importWorldFile } from './import/import.ts'
import { readOrigin, writeOrigin } from './manifest.ts'

/** A fork of the prime world that belongs to a seed. */
export interface PendingFork extends ForkDraft {
  readonly history: boolean
  /**
   * Days of history that the fork simulates by itself; all of them by default. Before that it shares the prime world's
   * history.
   */
  readonly apart?: number
}

/** A history that is still to be simulated. */
export interface PendingHistory {
  readonly days: number
  readonly until: number
  /** Created during the simulation, each when its own days begin. Absent in stores seeded by older versions. */
  readonly forks?: readonly PendingFork[]
  /** World files that are imported when the history is complete. */
  readonly worlds?: readonly unknown[]
}

/**
 * Written with the seed and removed when the history is complete, so an interrupted simulation resumes at the next
 * start.
 */
export async function readPendingHistory(read: Read): Promise<PendingHistory | null> {
  const past = await readMeta(read, 'past')
  return past === null ? null : (JSON.parse(past) as PendingHistory)
}

/** Actor of the changes that a seed makes, in the audit log. */
const SEED_ACTOR = 'seed'

export async function seedFork(
  tx: Tx,
  ambient: Ambient,
  { history, apart: _, ...fork }: PendingFork,
  at: number,
): Promise<ImportReport> {
  const { file, ids } = buildFork(await exportWorld(tx, 'prime'), fork, (kind) => ambient.id(kind), { history })
  const report = await importWorldFile(tx, ambient, file, at)
  await copyThings(tx, 'prime', fork.id)
  await copyLife(tx, { from: 'prime', to: fork.id, ids }, at)
  const detail = { from: 'prime' }
  await audit(tx, ambient, { at, actor: SEED_ACTOR, action: 'world.fork', target: fork.id, detail })
  return report
}

const wholeHour = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS

/**
 * Between two simulated hours: creates the fork and stores the remaining history in one commit. One of several nodes
 * does it.
 */
const createFork = (
  { database, importAmbient }: Required<Simulation>,
  { owed, fork, remaining }: Step,
): Promise<void> =>
  database.transact(async (tx) => {
    if (!(await replaceMeta(tx, 'past', { from: JSON.stringify(owed), to: JSON.stringify(remaining) }))) return
    const at = remaining.until - remaining.days * DAY_MS
    await seedFork(tx, importAmbient(at, `fork ${fork.id}`), fork, at)
  })

interface Simulation {
  readonly database: Database
  readonly ambient: Ambient
  /** Source of ids for an import at that time; by default the ambient itself. */
  readonly importAmbient?: (at: number, scope: string) => Ambient
}

interface Step {
  readonly owed: PendingHistory
  readonly fork: PendingFork
  readonly remaining: PendingHistory
}

/** The fork that separates first, with the remaining history from there on. */
function nextStep(owed: PendingHistory): Step | null {
  const [fork, ...later] = [...(owed.forks ?? [])].sort((a, b) => (b.apart ?? 0) - (a.apart ?? 0))
  if (fork === undefined) return null
  return { owed, fork, remaining: { ...owed, days: fork.apart ?? 0, forks: later } }
}

/** Simulates the pending history: the prime world alone until a fork separates, then all worlds. */
export async function simulatePendingHistory(
  { database, ambient, importAmbient = () => ambient }: Simulation,
  onProgress: (done: number, total: number, label: string) => void,
): Promise<void> {
  let total = 0
  const simulate = (days: number, until: number, remainingDays: number) =>
    simulateHistory(database, ambient, { days, until }, (done, _, label) =>
      onProgress(Math.min(total, total - remainingDays * 24 + done), total, label),
    )
  for (
    let owed = await readPendingHistory(database.read);
    owed !== null;
    owed = await readPendingHistory(database.read)
  ) {
    total = Math.max(total, owed.days * 24)
    const step = nextStep(owed)
    if (step === null) {
      await simulate(owed.days, owed.until, owed.days)
      const { worlds = [], until } = owed
      await database.transact(async (tx) => {
        for (const file of worlds) await importWorldFile(tx, importAmbient(until, 'worlds'), file, until)
        await deleteMeta(tx, 'past')
      })
      return
    }
    const { days } = step.remaining
    await simulate(owed.days - days, wholeHour(owed.until - days * DAY_MS), owed.days)
    await createFork({ database, ambient, importAmbient }, step)
  }
}

/** A seed is a list of world files with a common reference time, which becomes the current time. */
interface Manifest {
  readonly name: string
  readonly anchor: string
  readonly parts: readonly string[]
  /** A file of things in the prime world. */
  readonly things?: string
  readonly forks?: readonly PendingFork[]
  /** World files without a simulated history: their times end now. */
  readonly worlds?: readonly string[]
  readonly switches?: Readonly<Record<string, unknown>>
  /** Plots in the prime world when its simulation begins. */
  readonly plots?: readonly Plot[]
  /** Days of simulated history up to now; written history lies before them. */
  readonly lived?: number
}

export interface SeedReport {
  readonly name: string
  readonly counts: Record<string, number>
  readonly switches: readonly string[]
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Moves every timestamp of a file by the same amount, so that the written history ends today. */
function shiftTimes(value: unknown, by: number): unknown {
  if (typeof value === 'string') {
    const at = value.length >= 20 && value.length <= 29 ? parseIso(value) : null
    return at === null ? value : iso(at + by)
  }
  if (Array.isArray(value)) return value.map((item) => shiftTimes(item, by))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shiftTimes(item, by)]))
  return value
}

function readManifest(file: string): { manifest: Manifest; files: () => Generator<{ label: string; file: unknown }> } {
  const content = readJson(file) as Manifest
  if (!Array.isArray(content.parts)) {
    const manifest = { name: file, anchor: '', parts: [file] }
    return {
      manifest,
      *files() {
        yield { label: 'world file', file: content }
      },
    }
  }
  const parts = content.parts.map((part) => ({ label: part, file: join(dirname(file), part) }))
  return {
    manifest: content,
    *files() {
      for (const part of parts) yield { label: part.label, file: readJson(part.file) }
    },
  }
}

/** Digest of all files of a seed. */
function digestSeed(file: string, { parts, things, worlds = [] }: Manifest): string {
  const digest = createHash('sha256').update(readFileSync(file))
  const names = new Set([...parts, ...(things === undefined ? [] : [things]), ...worlds])
  for (const name of names) digest.update(readFileSync(resolve(dirname(file), name)))
  return digest.digest('hex')
}

interface Seeding {
  readonly database: Database
  readonly ambient: Ambient
  readonly seals: Seals
  readonly config: Config
}

async function makeDemoKey(
  tx: Tx,
  { ambient, seals, config, file }: Pick<Seeding, 'ambient' | 'seals' | 'config'> & { file: string },
  at: number,
): Promise<void> {
  const rights = { tier: 3, scopes: DEFAULT_SCOPES[3], rateLimitPerMinute: LIMITS.rate.perMinuteMax } as const
  const { key, raw } = await createKey(
    tx,
    { ambient, seals, environment: config.testClock ? 'test' : 'live' },
    // As old as the history it reads, and so past its probation (AMB-02).
    { ...defaultKeyDraft(null, 'demo reader', at - 31 * DAY_MS), ...rights },
  )
  const detail = { name: key.name, ...rights }
  await audit(tx, ambient, { at, actor: SEED_ACTOR, action: 'key.create', target: key.id, detail })
  replacePrivateFile(file, `${raw}\n`, ambient)
}

/** Name of the seed of this store; null if it was not seeded. The transaction that claims the seed checks it again. */
export const readSeedName = (read: Read): Promise<string | null> => readMeta(read, 'seed')

/** A seed to import: its manifest, the time at which its history ends, and which worlds to leave out. */
interface SeedJob {
  readonly manifest: string
  readonly at: number
  readonly demoKeyFile: string
  /** Whether only the prime world is seeded; for experiments. */
  readonly primeOnly?: boolean
}

/**
 * One transaction, which also claims the seed: of several nodes that start together one seeds, and a crash leaves the
 * store unchanged. Returns null if the store was seeded before.
 */
export async function seedWorlds(
  { database, ambient, seals, config }: Seeding,
  job: SeedJob,
  onProgress: (done: number, total: number, label: string) => void,
): Promise<SeedReport | null> {
  const { manifest: whole, files } = readManifest(job.manifest)
  const manifest = job.primeOnly === true ? { ...whole, forks: [], worlds: [] } : whole
  const anchor = parseIso(manifest.anchor)
  const days = config.historyDays ?? manifest.lived ?? 0
  const began = job.at - days * DAY_MS
  const forks = {
    now: (manifest.forks ?? []).filter(({ apart }) => apart === undefined || apart >= days),
    later: (manifest.forks ?? []).filter(({ apart }) => apart !== undefined && apart < days),
  }
  const total = manifest.parts.length + forks.now.length + (days === 0 ? (manifest.worlds ?? []).length : 0)
  return database.transact(async (tx) => {
    if (!(await claimMeta(tx, 'seed', manifest.name))) return null
    const counts: Record<string, number> = {}
    let done = 0
    const load = async (label: string, read: () => Promise<ImportReport>): Promise<void> => {
      onProgress(done, total, label)
      const report = await read()
      for (const [list, n] of Object.entries(report.counts)) counts[list] = (counts[list] ?? 0) + n
      done += 1
    }
    for (const { label, file } of files())
      await load(label, () =>
        importWorldFile(tx, ambient, anchor === null ? file : shiftTimes(file, began - anchor), job.at),
      )
    if (manifest.things !== undefined)
      await putSeedThings(tx, 'prime', readJson(join(dirname(job.manifest), manifest.things)) as SeedThing[], began)
    await startPlots(tx, manifest.plots ?? [], began)
    for (const fork of forks.now) await load(`fork ${fork.id}`, () => seedFork(tx, ambient, fork, job.at))
    const worlds = (manifest.worlds ?? []).map((name) => {
      const file = readJson(join(dirname(job.manifest), name))
      return anchor === null ? file : shiftTimes(file, job.at - anchor)
    })
    if (days === 0) for (const file of worlds) await load('worlds', () => importWorldFile(tx, ambient, file, job.at))
    const switches = manifest.switches ?? {}
    const before = valuesBefore(await storedSwitches(tx), switches)
    await writeSwitches(tx, switches)
    const record = { at: job.at, actor: SEED_ACTOR }
    await audit(tx, ambient, { ...record, action: 'seed', target: manifest.name, detail: counts })
    if (Object.keys(switches).length > 0)
      await audit(tx, ambient, { ...record, action: 'config.change', target: 'config', detail: switches, before })
    if (days > 0) {
      const past: PendingHistory = { days, until: job.at, forks: forks.later, worlds }
      await claimMeta(tx, 'past', JSON.stringify(past))
    }
    const { randomSeed } = await readOrigin(tx)
    const seedDigest = digestSeed(job.manifest, whole)
    const origin = { version: VERSION, randomSeed, startedAt: job.at, seed: config.seed, seedDigest }
    await writeOrigin(tx, { ...origin, historyDays: days })
    await makeDemoKey(tx, { ambient, seals, config, file: job.demoKeyFile }, job.at)
    onProgress(total, total, 'done')
    return { name: manifest.name, counts, switches: Object.keys(switches) }
  })
}
