import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DEFAULT_SCOPES, LIMITS } from '@agent-network/contract'
import { bareKey, createKey } from '../access/keys.ts'
import type { Config } from '../config.ts'
import type { Ambient } from '../core/ambient.ts'
import { DAY_MS, iso, parseIso } from '../core/day.ts'
import type { Seals } from '../core/seals.ts'
import type { Database, Read, Tx } from '../db/database.ts'
import { claimMeta, readMeta } from '../db/meta.ts'
import { beginPlots, type Plot } from '../life/words/plots.ts'
import { writeSwitches } from '../settings/switches.ts'
import { putWrittenThings, type WrittenThing } from '../town/furnishing.ts'
import { type ImportReport, importWorldFile } from './import/import.ts'
import { type OwedFork, type OwedPast, seedFork } from './past.ts'

/** A seed is a list of world files with one moment in common: the "now" of its story, which becomes ours. */
interface Manifest {
  readonly name: string
  readonly anchor: string
  readonly parts: readonly string[]
  /** A file of things, which stand in the prime world. */
  readonly things?: string
  readonly forks?: readonly OwedFork[]
  readonly switches?: Readonly<Record<string, unknown>>
  /** What is going on in its prime world when the life of it begins. */
  readonly plots?: readonly Plot[]
  /** How many days its worlds have lived by now; what is written lies before them. */
  readonly lived?: number
}

export interface SeedReport {
  readonly name: string
  readonly counts: Record<string, number>
  readonly switches: readonly string[]
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Moves every timestamp of a file by the same amount, so that a written month always ends today. */
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
  const { raw } = await createKey(
    tx,
    { ambient, seals, environment: config.testClock ? 'test' : 'live' },
    {
      // As old as the history it reads, and so past its probation (AMB-02).
      ...bareKey(null, 'demo reader', at - 31 * DAY_MS),
      tier: 3,
      scopes: DEFAULT_SCOPES[3],
      rateLimitPerMinute: LIMITS.rate.perMinuteMax,
    },
  )
  writeFileSync(file, `${raw}\n`, { mode: 0o600 })
}

/** Whether some seed was put in before; which one, is for the transaction that claims it to find out. */
export const isSeeded = async (read: Read): Promise<boolean> => (await readMeta(read, 'seed')) !== null

/**
 * Everything in one transaction, which also claims the seed: of several nodes that start together one seeds, and a
 * crash half way leaves nothing. Returns null when the store was seeded before.
 */
export async function seedWorlds(
  { database, ambient, seals, config }: Seeding,
  job: { readonly manifest: string; readonly at: number; readonly demoKeyFile: string },
  onProgress: (done: number, total: number, label: string) => void,
): Promise<SeedReport | null> {
  const { manifest, files } = readManifest(job.manifest)
  const anchor = parseIso(manifest.anchor)
  const days = config.historyDays ?? manifest.lived ?? 0
  const began = job.at - days * DAY_MS
  const forks = {
    now: (manifest.forks ?? []).filter(({ apart }) => apart === undefined || apart >= days),
    later: (manifest.forks ?? []).filter(({ apart }) => apart !== undefined && apart < days),
  }
  const total = manifest.parts.length + forks.now.length
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
      await putWrittenThings(
        tx,
        'prime',
        readJson(join(dirname(job.manifest), manifest.things)) as WrittenThing[],
        began,
      )
    await beginPlots(tx, manifest.plots ?? [], began)
    for (const fork of forks.now) await load(`fork ${fork.id}`, () => seedFork(tx, ambient, fork, job.at))
    const switches = manifest.switches ?? {}
    await writeSwitches(tx, switches)
    if (days > 0) {
      const past: OwedPast = { days, until: job.at, forks: forks.later }
      await claimMeta(tx, 'past', JSON.stringify(past))
    }
    await makeDemoKey(tx, { ambient, seals, config, file: job.demoKeyFile }, job.at)
    onProgress(total, total, 'done')
    return { name: manifest.name, counts, switches: Object.keys(switches) }
  })
}
