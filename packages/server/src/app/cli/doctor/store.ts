import { statSync } from 'node:fs'
import type { Config } from '../../../platform/config/config.ts'
import { readSwitches, switchFaults } from '../../../platform/control/switches.ts'
import { makeSeals } from '../../../platform/core/seals.ts'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, parseIso } from '../../../platform/core/time.ts'
import { readBackupNote } from '../../../platform/db/backup/set-aside.ts'
import { storedSchema } from '../../../platform/db/bulk.ts'
import type { Read } from '../../../platform/db/database.ts'
import { readMeta } from '../../../platform/db/meta.ts'
import { MIGRATIONS } from '../../../platform/db/migrations/migrate.ts'
import { sqliteFile } from '../../../platform/db/sqlite.ts'
import type { FoundSecret } from './folder.ts'
import { type Finding, fault, fine, skipped, warning } from './folder.ts'

export async function checkSchema(read: Read): Promise<Finding> {
  const name = 'schema'
  const stored = await storedSchema(read)
  const known = MIGRATIONS.length
  if (stored === known) return fine(name, `step ${stored}, as this program has it`)
  if (stored === 0) return warning(name, 'the database is empty', 'nothing; the first start makes the tables')
  if (stored > known)
    return fault(name, `the store is at step ${stored}, and this program knows ${known}`, 'use a newer version')
  return warning(
    name,
    `the store is at step ${stored}, and this program brings it to ${known}`,
    'take a backup and try "agent-network upgrade-check" before the next start',
  )
}

/** Keys are hashed under the secret; the store has a fingerprint of the one that it was made with. */
export async function checkSecretFits(read: Read, secret: FoundSecret | null): Promise<Finding> {
  const name = 'secret of the store'
  const stored = await readMeta(read, 'secret')
  if (secret === null || stored === null) return skipped(name, 'there is nothing to compare')
  const { fingerprints } = makeSeals(secret.value.split(/[\s,]+/).filter(Boolean))
  return fingerprints.includes(stored)
    ? fine(name, 'it is the one that the keys are hashed under')
    : fault(
        name,
        `${secret.place} is not the secret that this store was made with`,
        'bring the right one back, or list it after the new one: new,old',
      )
}

export async function checkSwitches(read: Read): Promise<Finding> {
  const name = 'switches'
  const rows = await read.sql.selectFrom('settings').select(['name', 'value']).execute()
  const faults = switchFaults(readSwitches(rows))
  if (faults.length === 0) return fine(name, 'all are of their types')
  return warning(
    name,
    faults.map((f) => `${f.name} takes ${f.expected}; ${f.effect}`).join('. '),
    'agent-network config set or unset them',
  )
}

/** The timer takes one a day; two hours of patience. */
const BACKUP_LATE_MS = DAY_MS + 2 * HOUR_MS
const BACKUP_OLD_MS = 7 * DAY_MS

const ageText = (ms: number): string =>
  ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} hours` : `${Math.floor(ms / DAY_MS)} days`

export async function checkBackups(config: Config, read: Read, at: number): Promise<Finding> {
  const name = 'backups'
  const note = await readBackupNote(config, read)
  const advice = 'agent-network backup FILE; docs/how-to/operate/backup.md has a timer for it'
  if (note === null) return warning(name, 'none is known', advice)
  const age = at - parseIso(note.takenAt)!
  const found = `the last one is ${ageText(age)} old${note.file === null ? '' : ` (${note.file})`}`
  if (age > BACKUP_OLD_MS) return fault(name, found, advice)
  return age > BACKUP_LATE_MS ? warning(name, found, advice) : fine(name, found)
}

const SKEW_MS = 2_000
const SKEW_MAX_MS = MINUTE_MS

function skewOf(what: string, theirs: number, ours: number): Finding {
  const name = 'clock'
  const away = Math.abs(theirs - ours)
  const found = `${what} is ${(away / 1_000).toFixed(1)} s away from this machine's clock`
  const advice = 'let both machines follow a time server'
  if (away > SKEW_MAX_MS) return fault(name, found, advice)
  return away > SKEW_MS ? warning(name, found, advice) : fine(name, found)
}

/** The machine's clock, held against the database's or against the time of the last write. */
export async function checkClock(config: Config, read: Read, now: () => number): Promise<Finding> {
  if (config.databaseUrl !== null) {
    const [row] = await read.raw<{ now: number }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
      [],
    )
    return skewOf("the database's clock", row!.now, now())
  }
  const written = statSync(sqliteFile(config.data)).mtimeMs
  return written > now() + MINUTE_MS
    ? warning(
        'clock',
        `the store was written at ${iso(written)}, which has not come yet`,
        "look at the machine's clock",
      )
    : fine('clock', 'nothing in the store lies ahead of it')
}

/** Whether the Redis that is named is the one of this database. */
export async function checkRedis(config: Config, read: Read, now: () => number): Promise<Finding[]> {
  const name = 'redis'
  if (config.redisUrl === null) return [fine(name, 'none is needed: one process with its own file')]
  const [instance, stored] = [await readMeta(read, 'instance'), await readMeta(read, 'redis')]
  try {
    const { inspectRedis } = await import('../../../platform/redis/inspect.ts')
    const { nonce, now: theirs } = await inspectRedis(config.redisUrl, instance ?? '')
    const clock = skewOf("Redis's clock", theirs, now())
    if (stored === null) return [fine(name, 'it answers; no node has used it with this database yet'), clock]
    if (nonce === stored) return [fine(name, 'it is the one that belongs to this database'), clock]
    return nonce === null
      ? [
          warning(
            name,
            'it answers and holds nothing of this network',
            'right after it was emptied that is as it should be: the next start takes it; else look at --redis-url',
          ),
          clock,
        ]
      : [fault(name, 'it belongs to another database', 'name the right one with --redis-url'), clock]
  } catch (error) {
    return [fault(name, `it does not answer (${(error as Error).message})`, 'look at Redis and at --redis-url')]
  }
}
