// Doctor checks of the store: schema, secret, switches, backups, clock, Redis.
import { statSync } from 'node:fs'
import { readGrantFigures } from '../../../platform/access/grants.ts'
import type { Config } from '../../../platform/config/config.ts'
import { isGateOpen, readSwitches, readSwitchesNamed, switchFaults } from '../../../platform/control/switches.ts'
import { makeSeals } from '../../../platform/core/seals.ts'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, parseIso } from '../../../platform/core/time.ts'
import { readBackupNote } from '../../../platform/db/backup/set-aside.ts'
import { checkIntegrity, ForeignStore, refuseForeignStore, storedSchema } from '../../../platform/db/bulk.ts'
import type { Read } from '../../../platform/db/database.ts'
import { readMeta } from '../../../platform/db/meta.ts'
import { MIGRATIONS } from '../../../platform/db/migrations/migrate.ts'
import { sqliteFile } from '../../../platform/db/sqlite.ts'
import { readWebhookFigures } from '../../../stores/event-log/webhooks.ts'
import { type Finding, type FoundSecret, fault, fine, skipped, warning } from './folder.ts'

const FAULTS_MAX = 3

/** Whether the files of the store are intact; SQLite checks the structure of its file in both cases. */
export async function checkContent(read: Read, deep: boolean): Promise<Finding> {
  const name = 'store'
  const faults = await checkIntegrity(read, deep)
  if (faults.length > 0)
    return fault(
      name,
      `it is damaged: ${faults.slice(0, FAULTS_MAX).join('; ')}`,
      'stop the server, move the store away and restore a backup with "agent-network restore"',
    )
  const found = read.engine === 'sqlite' ? 'the file can be read and is intact' : 'the database responds'
  return fine(name, deep ? `${found}; all of it was read` : found)
}

export async function checkSchema(read: Read): Promise<Finding> {
  const name = 'schema'
  try {
    await refuseForeignStore(read)
  } catch (error) {
    if (!(error instanceof ForeignStore)) throw error
    return fault(name, error.message, 'name the right store with --data or --database-url')
  }
  const stored = await storedSchema(read)
  const migrationCount = MIGRATIONS.length
  if (stored === migrationCount) return fine(name, `schema step ${stored}, up to date`)
  if (stored === 0) return warning(name, 'the database is empty', 'none needed; the first start creates the tables')
  if (stored > migrationCount)
    return fault(
      name,
      `the store is at step ${stored}; this version supports up to ${migrationCount}`,
      'use a newer version',
    )
  return warning(
    name,
    `the store is at step ${stored}; this version upgrades it to ${migrationCount}`,
    'take a backup and try "agent-network upgrade-check" before the next start',
  )
}

/** Keys are hashed with the secret; the store contains a fingerprint of it. */
export async function checkSecretFits(read: Read, secret: FoundSecret | null): Promise<Finding> {
  const name = 'secret of the store'
  const stored = await readMeta(read, 'secret')
  if (secret === null || stored === null) return skipped(name, 'nothing to compare')
  const { fingerprints } = makeSeals(secret.value.split(/[\s,]+/).filter(Boolean))
  return fingerprints.includes(stored)
    ? fine(name, 'it matches the store')
    : fault(
        name,
        `${secret.place} is not the secret of this store`,
        'restore the right one, or list it after the new one: new,old',
      )
}

export async function checkSwitches(read: Read): Promise<Finding> {
  const name = 'switches'
  const rows = await read.sql.selectFrom('settings').select(['name', 'value']).execute()
  const faults = switchFaults(readSwitches(rows))
  if (faults.length === 0) return fine(name, 'all values have the right type')
  return warning(
    name,
    faults.map((f) => `${f.name} takes ${f.expected}; ${f.effect}`).join('. '),
    'agent-network config set or unset them',
  )
}

/** A delivery that could have been attempted for this long means that no node sends. */
const WEBHOOKS_LATE_MS = 10 * MINUTE_MS

/** Whether webhook deliveries are sent, and whether receivers were given up. */
export async function checkWebhooks(read: Read, at: number): Promise<Finding> {
  const name = 'webhooks'
  const switches = await readSwitchesNamed(read, ['webhooksEnabled'])
  if (!isGateOpen(switches, 'webhooksEnabled')) return fine(name, 'they are switched off')
  const { lateSince, disabled } = await readWebhookFigures(read, at)
  if (lateSince !== null && at - lateSince > WEBHOOKS_LATE_MS)
    return warning(
      name,
      `deliveries are ${Math.floor((at - lateSince) / MINUTE_MS)} minutes late`,
      'expected while the server is stopped; otherwise find webhooks.tick_failed in its log',
    )
  return fine(name, disabled === 0 ? 'no delivery is late' : `no delivery is late; ${disabled} were disabled`)
}

/** A job deletes expired connections; one that is older means that the job does not run. */
const CONNECTIONS_LATE_MS = HOUR_MS

/** Whether connections over OAuth can be used, and whether expired ones are deleted. */
export async function checkConnections(read: Read, at: number): Promise<Finding> {
  const name = 'connections'
  const { valid, oldestExpiry } = await readGrantFigures(read, at)
  const list = `${valid} ${valid === 1 ? 'connection' : 'connections'} over OAuth`
  if (oldestExpiry !== null && at - oldestExpiry > CONNECTIONS_LATE_MS)
    return warning(
      name,
      `${list}; one that expired at ${iso(oldestExpiry)} is still stored`,
      'expected while the server is stopped; otherwise find sweeps.run_failed in its log',
    )
  const switches = await readSwitchesNamed(read, ['mcpEnabled', 'mcpOAuthEnabled'])
  const closed = (['mcpEnabled', 'mcpOAuthEnabled'] as const).filter((gate) => !isGateOpen(switches, gate))
  if (valid > 0 && closed.length > 0)
    return warning(
      name,
      `${list} are refused: ${closed.join(' and ')} off`,
      'switch it on, or revoke them: agent-network connection list',
    )
  return fine(name, list)
}

/** The backup timer runs once a day; two hours are tolerated. */
const BACKUP_LATE_MS = DAY_MS + 2 * HOUR_MS
const BACKUP_OLD_MS = 7 * DAY_MS

const ageText = (ms: number): string =>
  ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} hours` : `${Math.floor(ms / DAY_MS)} days`

export async function checkBackups(config: Config, read: Read, at: number): Promise<Finding> {
  const name = 'backups'
  const note = await readBackupNote(config, read)
  const advice = 'agent-network backup FILE; docs/how-to/operate/backup.md has a timer for it'
  if (note === null) return warning(name, 'no backup is recorded', advice)
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
  const found = `${what} differs from this machine's clock by ${(away / 1_000).toFixed(1)} s`
  const advice = 'synchronize both machines with a time server'
  if (away > SKEW_MAX_MS) return fault(name, found, advice)
  return away > SKEW_MS ? warning(name, found, advice) : fine(name, found)
}

/** Compares the machine's clock with the database's clock, or with the time of the last write. */
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
    ? warning('clock', `the store was written at ${iso(written)}, which is in the future`, "check the machine's clock")
    : fine('clock', 'no time in the store is in the future')
}

/** Whether the configured Redis responds and belongs to this database; `read` is null if the store cannot be read. */
export async function checkRedis(config: Config, read: Read | null, now: () => number): Promise<Finding[]> {
  const name = 'redis'
  if (config.redisUrl === null) return [fine(name, 'not needed: one process with an embedded store')]
  const instance = read === null ? null : await readMeta(read, 'instance')
  const stored = read === null ? null : await readMeta(read, 'redis')
  try {
    const { inspectRedis } = await import('../../../platform/redis/shared-state.ts')
    const { nonce, now: theirs } = await inspectRedis(config.redisUrl, instance ?? '')
    const clock = skewOf("Redis's clock", theirs, now())
    if (read === null) return [fine(name, 'it responds; the store says to which database it belongs'), clock]
    if (stored === null) return [fine(name, 'it responds; no node has used it with this database yet'), clock]
    if (nonce === stored) return [fine(name, 'it belongs to this database'), clock]
    return nonce === null
      ? [
          warning(
            name,
            'it responds and has no data of this installation',
            'expected if Redis was emptied: the next start uses it; otherwise check --redis-url',
          ),
          clock,
        ]
      : [fault(name, 'it belongs to another database', 'name the right one with --redis-url'), clock]
  } catch (error) {
    return [fault(name, `it does not respond (${(error as Error).message})`, 'check Redis and --redis-url')]
  }
}
