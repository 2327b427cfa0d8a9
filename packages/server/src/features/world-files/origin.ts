// Origin of an installation's worlds: random seed, start, seed and history, stored once for a new store.
import { type Config, ConfigError, VERSION } from '../../platform/config/config.ts'
import { moveClock, readClock } from '../../platform/control/clock.ts'
import { type Ambient, STANDARD_RANDOM_SEED } from '../../platform/core/ambient.ts'
import { iso } from '../../platform/core/time.ts'
import type { Database, Read, Tx } from '../../platform/db/database.ts'
import { claimMeta, readMeta, writeMeta } from '../../platform/db/meta.ts'

/** Everything that a world starts from. */
export interface Origin {
  readonly version: string
  readonly randomSeed: string
  /** Time at which the simulated history ends; null in stores from before it was recorded. */
  readonly startedAt: number | null
  /** Value of `--seed`, and a digest of its files. */
  readonly seed: string
  readonly seedDigest: string
  readonly historyDays: number
}

const UNRECORDED: Origin = {
  version: '',
  randomSeed: STANDARD_RANDOM_SEED,
  startedAt: null,
  seed: '',
  seedDigest: '',
  historyDays: 0,
}

/** The recorded origin. A store from before there was one used the standard seed. */
export async function readOrigin(read: Read): Promise<Origin> {
  const stored = await readMeta(read, 'origin')
  return stored === null ? UNRECORDED : (JSON.parse(stored) as Origin)
}

export const writeOrigin = (tx: Tx, origin: Origin): Promise<void> => writeMeta(tx, 'origin', JSON.stringify(origin))

const hasWorlds = async (tx: Tx): Promise<boolean> =>
  (await readMeta(tx, 'seed')) !== null ||
  (await tx.sql.selectFrom('agents').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Records the origin of a new store; of several nodes one does it. A test clock starts frozen at `--started-at`, so that
 * no time is skipped before the operator moves it.
 */
export const settleOrigin = (database: Database, config: Config, system: Ambient): Promise<Origin> =>
  database.transact(async (tx) => {
    if ((await readMeta(tx, 'origin')) !== null || (await hasWorlds(tx))) return readOrigin(tx)
    const { startedAt, randomSeed, seed, testClock } = config
    if (startedAt !== null && startedAt > system.now() && !testClock)
      throw new ConfigError('--started-at must not be in the future; with --test-clock it can be')
    const clock = await readClock(tx)
    if (testClock && startedAt !== null && clock.mode === 'system' && !clock.pinned)
      await moveClock(tx, system, { now: iso(startedAt) })
    const origin = { ...UNRECORDED, version: VERSION, randomSeed, seed, startedAt: startedAt ?? system.now() }
    await claimMeta(tx, 'origin', JSON.stringify(origin))
    return readOrigin(tx)
  })
