// Creates a seeded store without a server and simulates its worlds, for experiments and reproductions.
import { join } from 'node:path'
import type { FactPlan, HappeningPlan } from '@agent-network/contract'
import pino from 'pino'
import { simulateHistory } from '../features/life/engine/history.ts'
import { happenInWorld, type LikePlan, likeInWorld, tellInWorld } from '../features/life/town/interventions.ts'
import {
  digestDays,
  type ManifestIntervention,
  readOrigin,
  settleOrigin,
  type WorldManifest,
} from '../features/world-files/manifest.ts'
import { seedWorlds, simulatePendingHistory } from '../features/world-files/past.ts'
import { audit } from '../platform/access/audit.ts'
import { readConfig, readSecrets } from '../platform/config/config.ts'
import { writeSwitches } from '../platform/control/switches.ts'
import { type Ambient, ambientAt, ambientOfImport, ambientOfSeed, systemAmbient } from '../platform/core/ambient.ts'
import { ApiError } from '../platform/core/api-error.ts'
import { makeSeals } from '../platform/core/seals.ts'
import { DAY_MS, iso } from '../platform/core/time.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { openStore, type Store } from '../platform/db/open-store.ts'
import { PRIME, readWorld, updateWorld } from '../platform/worlds/worlds.ts'
import { seedFile } from './first-start.ts'

/** An intervention in the shapes of `world happen` and `world tell`, or likes for the latest posts. */
export type Intervention =
  | { readonly happen: HappeningPlan }
  | { readonly tell: FactPlan }
  | { readonly like: LikePlan }

/** An intervention on a day of the simulation; the first day is 1. */
export type DayIntervention = Intervention & { readonly day: number }

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

/** Actor of interventions in the audit log. */
const ACTOR = 'experiment'

interface WorldIntervention {
  readonly worldId: string
  readonly intervention: Intervention
}

/** Applies one intervention to a world and returns the id of its happening or fact, or of the liked posts. */
async function intervene(
  tx: Tx,
  ambient: Ambient,
  { worldId, intervention }: WorldIntervention,
  at: number,
): Promise<string> {
  const world = await readWorld(tx, worldId)
  if (world === undefined) throw new Error(`World not found: ${worldId}`)
  const context = { ambient, world, actor: ACTOR }
  if ('like' in intervention) return (await likeInWorld(tx, context, intervention.like, at)).join(',')
  return 'happen' in intervention
    ? happenInWorld(tx, context, intervention.happen, at)
    : tellInWorld(tx, context, intervention.tell, at)
}

async function changeSwitches(
  tx: Tx,
  ambient: Ambient,
  switches: Readonly<Record<string, unknown>>,
  at: number,
): Promise<void> {
  if (Object.keys(switches).length === 0) return
  await writeSwitches(tx, switches)
  await audit(tx, ambient, { at, actor: ACTOR, action: 'config.change', target: 'config', detail: switches })
}

/** A change at a moment of the simulation. `ambient` gives the ids of its rows. */
interface TimedChange {
  readonly at: number
  apply(tx: Tx, ambient: Ambient): Promise<void>
}

interface Simulation {
  readonly store: Store
  readonly seeded: Ambient
}

type Beginning = Pick<LivedWorldPlan, 'randomSeed' | 'startedAt' | 'historyDays' | 'seed' | 'forks'>

/** Opens an empty store and seeds it, without the simulated history. */
async function openSeeded(
  { randomSeed, startedAt, historyDays = 0, seed = 'demo', forks = false }: Beginning,
  { data, env = {} }: Pick<LivedWorldOptions, 'data' | 'env'>,
): Promise<Simulation> {
  const flags = [`--data=${data}`, `--seed=${seed}`, `--random-seed=${randomSeed}`, `--started-at=${iso(startedAt)}`]
  // The test clock lets a world start at any time, also in the future.
  const config = readConfig([...flags, `--history-days=${historyDays}`, '--test-clock'], env)
  const { secrets } = readSecrets(config, env, systemAmbient())
  const system = ambientAt(systemAmbient(), () => startedAt)
  const seeded = ambientOfSeed(system, randomSeed)
  // As a server does: the tag of the prime world does not depend on the random seed.
  const store = await openStore(config, system, pino({ level: 'silent' }), { migrate: true })
  try {
    await settleOrigin(store.database, config, system)
    const manifest = seedFile(config)
    if (manifest !== null) {
      const job = { manifest, at: startedAt, demoKeyFile: join(data, 'demo-key'), primeOnly: !forks }
      const ambient = ambientOfImport(seeded, startedAt, `seed ${randomSeed}`)
      await seedWorlds({ database: store.database, ambient, seals: makeSeals(secrets), config }, job, () => {})
    }
    return { store, seeded }
  } catch (error) {
    await store.close()
    throw error
  }
}

interface Period {
  readonly startedAt: number
  readonly until: number
  readonly historyDays: number
  /** In the order in which they are applied. */
  readonly changes: readonly TimedChange[]
}

/** Simulates the history and the days after it. Changes at the start come after the history. */
async function simulate(
  { store: { database }, seeded }: Simulation,
  { startedAt, until, historyDays, changes }: Period,
  { onProgress, onDay }: Required<Pick<LivedWorldOptions, 'onProgress' | 'onDay'>>,
): Promise<void> {
  const total = historyDays + Math.ceil((until - startedAt) / DAY_MS)
  const { randomSeed } = await readOrigin(database.read)
  const importAmbient = (at: number, scope: string) => ambientOfImport(seeded, at, `${scope} ${randomSeed}`)
  const apply = async (isDue: (at: number) => boolean): Promise<void> => {
    for (const [n, { at, apply: change }] of changes.entries())
      if (isDue(at)) await database.transact((tx) => change(tx, ambientOfImport(seeded, at, `intervention ${n}`)))
  }
  await apply((at) => at < startedAt)
  await simulatePendingHistory({ database, ambient: seeded, importAmbient }, (hours) =>
    onProgress(Math.floor(hours / 24), total),
  )
  await onDay(database, 0)
  await apply((at) => at === startedAt)
  const days = Array.from({ length: Math.ceil((until - startedAt) / DAY_MS) }, (_, n) => startedAt + (n + 1) * DAY_MS)
  const moments = [...days, ...changes.map(({ at }) => at), until].filter((at) => at > startedAt && at <= until)
  for (const moment of [...new Set(moments)].sort((a, b) => a - b)) {
    await simulateHistory(database, seeded, { days: 1, until: moment }, () => {})
    if (days.includes(moment)) await onDay(database, days.indexOf(moment) + 1)
    await apply((at) => at === moment)
    onProgress(historyDays + Math.floor((moment - startedAt) / DAY_MS), total)
  }
}

/**
 * Creates a store from a plan and simulates its days, one day after the other. The caller closes the store. It needs no
 * listener and may run in a worker thread.
 */
export async function openLivedWorld(plan: LivedWorldPlan, options: LivedWorldOptions): Promise<Store> {
  const { startedAt, days, historyDays = 0, switches } = plan
  const { onProgress = () => {}, onIntervention = () => {}, onDay = async () => {} } = options
  const { store, seeded } = await openSeeded(plan, options)
  const began = startedAt - historyDays * DAY_MS
  const changes: TimedChange[] = plan.interventions
    .filter(({ day }) => day >= 1 && day <= days)
    .map((one) => {
      const at = startedAt + (one.day - 1) * DAY_MS
      const request = { worldId: PRIME, intervention: one }
      return { at, apply: async (tx, ambient) => onIntervention(one, await intervene(tx, ambient, request, at)) }
    })
  const first: TimedChange = { at: began, apply: (tx, ambient) => changeSwitches(tx, ambient, switches, began) }
  try {
    const period = { startedAt, until: startedAt + days * DAY_MS, historyDays, changes: [first, ...changes] }
    await simulate({ store, seeded }, period, { onProgress, onDay })
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** A manifest that cannot be repeated. */
export class NotReproducible extends Error {}

/** An intervention of a manifest that the simulated world refuses, so that the world differs at the latest then. */
class RefusedIntervention extends Error {
  constructor(
    readonly at: number,
    { message }: ApiError,
  ) {
    super(`the intervention at ${iso(at)} was refused: ${message}`)
  }
}

/** The same change; a refusal names its time. */
const withRefusal = ({ at, apply }: TimedChange): TimedChange => ({
  at,
  apply: (tx, ambient) =>
    apply(tx, ambient).catch((error: unknown) => {
      throw error instanceof ApiError ? new RefusedIntervention(at, error) : error
    }),
})

/** The change that an intervention of a manifest makes. */
function changeOf(worldId: string, entry: ManifestIntervention): TimedChange {
  const at = Date.parse(entry.at)
  if ('happen' in entry || 'tell' in entry || 'like' in entry)
    return {
      at,
      apply: async (tx, ambient) => {
        await intervene(tx, ambient, { worldId, intervention: entry }, at)
      },
    }
  if ('switches' in entry) return { at, apply: (tx, ambient) => changeSwitches(tx, ambient, entry.switches, at) }
  if ('overlay' in entry)
    return {
      at,
      async apply(tx) {
        const world = await readWorld(tx, worldId)
        if (world !== undefined) await updateWorld(tx, { ...world, overlay: entry.overlay })
      },
    }
  throw new NotReproducible('it contains an intervention that cannot be repeated')
}

interface Reproduction {
  readonly digest: WorldManifest['digest']
  readonly seedDigest: string
  /** Why the simulation ended early. */
  readonly refusal?: string
}

/** Simulates the world of a manifest again in an embedded store of its own; returns the digests of its days. */
export async function reproduce(
  manifest: WorldManifest,
  { data, onProgress = () => {} }: Pick<LivedWorldOptions, 'data' | 'onProgress'>,
): Promise<Reproduction> {
  const { world, randomSeed, seed, flags, startedAt: start, livedUntil, interventions } = manifest
  if (manifest.reproducible === false) throw new NotReproducible(manifest.reason ?? 'the manifest says so')
  if (start === null) throw new NotReproducible('the manifest has no start')
  const changes = interventions.map((entry) => withRefusal(changeOf(world, entry)))
  const [startedAt, historyDays] = [Date.parse(start), Number(flags['history-days'] ?? 0)]
  const until = livedUntil === null ? startedAt : Date.parse(livedUntil)
  const beginning = { randomSeed, startedAt, historyDays, seed, forks: world !== PRIME }
  const { store, seeded } = await openSeeded(beginning, { data })
  try {
    const { database } = store
    const hooks = { onProgress, onDay: async () => {} }
    const refused = await simulate({ store, seeded }, { startedAt, until, historyDays, changes }, hooks).then(
      () => null,
      (error: unknown) => {
        if (error instanceof RefusedIntervention) return error
        throw error
      },
    )
    const { seedDigest } = await readOrigin(database.read)
    if (livedUntil === null) return { digest: {}, seedDigest }
    const range = { worldId: world, from: startedAt - historyDays * DAY_MS, until: refused?.at ?? until }
    const digest = await database.snapshot((read) => digestDays(read, range))
    return { digest, seedDigest, ...(refused === null ? {} : { refusal: refused.message }) }
  } finally {
    await store.close()
  }
}
