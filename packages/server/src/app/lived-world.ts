// Creates a seeded store without a server and simulates its world, for experiments and reproductions.
import { join } from 'node:path'
import type { FactPlan, HappeningPlan } from '@agent-network/contract'
import pino from 'pino'
import { simulateHistory } from '../features/life/engine/history.ts'
import { happenInWorld, type LikePlan, likeInWorld, tellInWorld } from '../features/life/town/interventions.ts'
import { settleOrigin } from '../features/world-files/origin.ts'
import { seedWorlds, simulatePendingHistory } from '../features/world-files/past.ts'
import { readConfig, readSecrets } from '../platform/config/config.ts'
import { writeSwitches } from '../platform/control/switches.ts'
import { type Ambient, ambientAt, ambientOfImport, ambientOfSeed, systemAmbient } from '../platform/core/ambient.ts'
import { makeSeals } from '../platform/core/seals.ts'
import { DAY_MS, iso } from '../platform/core/time.ts'
import type { Database } from '../platform/db/database.ts'
import { openStore, type Store } from '../platform/db/open-store.ts'
import { PRIME, readWorld } from '../platform/worlds/worlds.ts'
import { seedFile } from './first-start.ts'

/** An intervention in the shapes of `world happen` and `world tell`, or likes for the latest posts. */
export type Intervention =
  | { readonly happen: HappeningPlan }
  | { readonly tell: FactPlan }
  | { readonly like: LikePlan }

/** An intervention on a day of the simulation; the first day is 1. Its record gets `recordId`, or an id of its own. */
export type DayIntervention = Intervention & { readonly day: number; readonly recordId?: string }

/** A world to simulate. The same plan gives the same rows. */
export interface LivedWorldPlan {
  readonly randomSeed: string
  /** The first day of the simulation begins here; a simulated history ends here. */
  readonly startedAt: number
  readonly days: number
  readonly interventions: readonly DayIntervention[]
  readonly switches: Readonly<Record<string, unknown>>
  /** Days of simulated history before the start; default 0. */
  readonly historyDays?: number
  /** Value of `--seed`; default `demo`. */
  readonly seed?: string
  /** Whether the forks of the seed are created as well; default false: only the prime world. */
  readonly forks?: boolean
}

export interface LivedWorldOptions {
  /** An empty folder, which becomes the data folder of the store. */
  readonly data: string
  /** Environment with a database URL and Redis URL; default: the embedded store. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly onProgress?: (doneDays: number, totalDays: number) => void
  /** Called at the start of the first day with day 0, and at the end of each day. It must not write. */
  readonly onDay?: (database: Database, day: number) => Promise<void>
  /** Called after each intervention with the id of its happening or fact, or the ids of the liked posts. */
  readonly onIntervention?: (intervention: DayIntervention, recordId: string) => void
}

/** Actor of the interventions in the audit log. */
const ACTOR = 'experiment'

/** The same ambient whose next happening or fact has this id. */
const withRecordId = (ambient: Ambient, recordId: string | undefined): Ambient =>
  recordId === undefined
    ? ambient
    : { ...ambient, id: (kind, tag) => (kind === 'fact' || kind === 'happening' ? recordId : ambient.id(kind, tag)) }

/** Applies one intervention to the prime world and returns the id of its happening or fact, or of the liked posts. */
export const intervene = (
  database: Database,
  seeded: Ambient,
  { intervention, number, at }: { intervention: DayIntervention; number: number; at: number },
): Promise<string> =>
  database.transact(async (tx) => {
    const world = (await readWorld(tx, PRIME))!
    const numbered = ambientOfImport(seeded, at, `intervention ${number}`)
    const context = { ambient: withRecordId(numbered, intervention.recordId), world, actor: ACTOR }
    if ('like' in intervention) return (await likeInWorld(tx, context, intervention.like, at)).join(',')
    return 'happen' in intervention
      ? happenInWorld(tx, context, intervention.happen, at)
      : tellInWorld(tx, context, intervention.tell, at)
  })

/**
 * Creates a store from a plan and simulates its days, one day after the other. The caller closes the store. It needs no
 * listener and may run in a worker thread.
 */
export async function openLivedWorld(plan: LivedWorldPlan, options: LivedWorldOptions): Promise<Store> {
  const { randomSeed, startedAt, days, historyDays = 0, seed = 'demo', forks = false } = plan
  const { data, env = {}, onProgress = () => {}, onIntervention = () => {}, onDay = async () => {} } = options
  const flags = [`--data=${data}`, `--seed=${seed}`, `--random-seed=${randomSeed}`, `--started-at=${iso(startedAt)}`]
  // The test clock lets a world start at any time, also in the future.
  const config = readConfig([...flags, `--history-days=${historyDays}`, '--test-clock'], env)
  const { secrets } = readSecrets(config, env, systemAmbient())
  const system = ambientAt(systemAmbient(), () => startedAt)
  const seeded = ambientOfSeed(system, randomSeed)
  // As a server does: the tag of the prime world does not depend on the random seed.
  const store = await openStore(config, system, pino({ level: 'silent' }), { migrate: true })
  try {
    const { database } = store
    await settleOrigin(database, config, system)
    const importAmbient = (at: number, scope: string) => ambientOfImport(seeded, at, `${scope} ${randomSeed}`)
    const manifest = seedFile(config)
    if (manifest !== null) {
      const job = { manifest, at: startedAt, demoKeyFile: join(data, 'demo-key'), primeOnly: !forks }
      const seeding = { database, ambient: importAmbient(startedAt, 'seed'), seals: makeSeals(secrets), config }
      await seedWorlds(seeding, job, () => {})
    }
    await database.transact((tx) => writeSwitches(tx, plan.switches))
    const total = historyDays + days
    await simulatePendingHistory({ database, ambient: seeded, importAmbient }, (hours) =>
      onProgress(Math.floor(hours / 24), total),
    )
    await onDay(database, 0)
    for (let day = 1; day <= days; day++) {
      const at = startedAt + (day - 1) * DAY_MS
      for (const [number, intervention] of plan.interventions.entries())
        if (intervention.day === day)
          onIntervention(intervention, await intervene(database, seeded, { intervention, number, at }))
      await simulateHistory(database, seeded, { days: 1, until: at + DAY_MS }, () => {})
      await onDay(database, day)
      onProgress(historyDays + day, total)
    }
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}
