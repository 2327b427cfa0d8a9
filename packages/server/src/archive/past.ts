import type { Ambient } from '../core/ambient.ts'
import { DAY_MS, HOUR_MS } from '../core/day.ts'
import type { Database, Read, Tx } from '../db/database.ts'
import { deleteMeta, readMeta, replaceMeta } from '../db/meta.ts'
import { carryLife } from '../life/clockwork/carrying.ts'
import { liveHistory } from '../life/clockwork/history.ts'
import { carryThings } from '../town/furnishing.ts'
import { exportWorld } from './export-world.ts'
import { type ForkDraft, forkOf } from './fork-world.ts'
import { type ImportReport, importWorldFile } from './import/import.ts'

/** A fork of the prime world that belongs to a seed. */
export interface OwedFork extends ForkDraft {
  readonly history: boolean
  /** Days of the past that it lives by itself; all of them when left out. Before, its past is that of the prime world. */
  readonly apart?: number
}

/** A past that is still to be lived. */
export interface OwedPast {
  readonly days: number
  readonly until: number
  /** Made on the way, each where its own days begin. Left out by stores that were seeded before there were such forks. */
  readonly forks?: readonly OwedFork[]
}

/** Set with the seed and gone when it is lived, so that one that was broken off is taken up at the next start. */
export async function owedPast(read: Read): Promise<OwedPast | null> {
  const past = await readMeta(read, 'past')
  return past === null ? null : (JSON.parse(past) as OwedPast)
}

export async function seedFork(
  tx: Tx,
  ambient: Ambient,
  { history, apart: _, ...fork }: OwedFork,
  at: number,
): Promise<ImportReport> {
  const { file, ids } = forkOf(await exportWorld(tx, 'prime'), fork, (kind) => ambient.id(kind), { history })
  const report = await importWorldFile(tx, ambient, file, at)
  await carryThings(tx, 'prime', fork.id)
  await carryLife(tx, { from: 'prime', to: fork.id, ids }, at)
  return report
}

const wholeHour = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS

/** Between two hours of the past: the fork, and what is left to be lived, in one commit. One of several nodes does it. */
const takeFork = (database: Database, ambient: Ambient, { owed, fork, left }: Step): Promise<void> =>
  database.transact(async (tx) => {
    if (!(await replaceMeta(tx, 'past', { from: JSON.stringify(owed), to: JSON.stringify(left) }))) return
    await seedFork(tx, ambient, fork, left.until - left.days * DAY_MS)
  })

interface Step {
  readonly owed: OwedPast
  readonly fork: OwedFork
  readonly left: OwedPast
}

/** The fork that goes its own way first, with what is left to be lived from there on. */
function nextStep(owed: OwedPast): Step | null {
  const [fork, ...later] = [...(owed.forks ?? [])].sort((a, b) => (b.apart ?? 0) - (a.apart ?? 0))
  if (fork === undefined) return null
  return { owed, fork, left: { days: fork.apart ?? 0, until: owed.until, forks: later } }
}

/** Lives what is owed: the prime world alone up to where a fork goes its own way, then all of them. */
export async function livePast(
  { database, ambient }: { readonly database: Database; readonly ambient: Ambient },
  onProgress: (done: number, total: number, label: string) => void,
): Promise<void> {
  let total = 0
  const live = (days: number, until: number, left: number) =>
    liveHistory(database, ambient, { days, until }, (done, _, label) =>
      onProgress(Math.min(total, total - left * 24 + done), total, label),
    )
  for (let owed = await owedPast(database.read); owed !== null; owed = await owedPast(database.read)) {
    total = Math.max(total, owed.days * 24)
    const step = nextStep(owed)
    if (step === null) {
      await live(owed.days, owed.until, owed.days)
      await database.transact((tx) => deleteMeta(tx, 'past'))
      return
    }
    const { days } = step.left
    await live(owed.days - days, wholeHour(owed.until - days * DAY_MS), owed.days)
    await takeFork(database, ambient, step)
  }
}
