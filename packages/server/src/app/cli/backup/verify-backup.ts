// Verification of backups and archives in a temporary store, and read-only access to the store.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type Config, readConfig } from '../../../platform/config/config.ts'
import { systemAmbient } from '../../../platform/core/ambient.ts'
import { makeSeals } from '../../../platform/core/seals.ts'
import { iso, parseIso } from '../../../platform/core/time.ts'
import { BackupError, type BackupHeader, readHeader } from '../../../platform/db/backup/backup-file.ts'
import { ArchiveError, findMoment, rebuild } from '../../../platform/db/backup/log-archive.ts'
import { archiveBytes } from '../../../platform/db/backup/log-files.ts'
import { checkIntegrity, countRows, storedSchema } from '../../../platform/db/bulk.ts'
import type { Database, Read } from '../../../platform/db/database.ts'
import { readMeta } from '../../../platform/db/meta.ts'
import { openStore, type Store } from '../../../platform/db/open-store.ts'
import { openSqliteReadOnly, type ReadOnlyStore, sqliteFile } from '../../../platform/db/sqlite.ts'
import { isInUse, openSqliteAtRest } from '../../../platform/db/sqlite-at-rest.ts'
import { BACKUP_TABLES } from '../../../platform/db/tables/table-lists.ts'
import { progressBar } from '../../first-start.ts'
import { CliError } from '../client.ts'
import { findSecret } from '../doctor/folder.ts'
import { restoreFrom } from './backup.ts'

/** Runs `work` with a temporary folder that has room for `bytes`. */
export async function inTemporaryFolder<T>(bytes: number, work: (folder: string) => Promise<T>): Promise<T> {
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bavail * bsize < bytes)
    throw new CliError(
      `this needs ${Math.ceil(bytes / 1_048_576)} MiB in ${tmpdir()}, where less is free; name another folder in TMPDIR`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-scratch-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Rejects `--at` for a backup, which contains one moment only. */
export function refuseMoment(at: string | undefined): void {
  if (at !== undefined) throw new CliError('--at is for an archive, which is a folder; a backup holds one moment')
}

function momentOf(at: string | undefined): number {
  if (at === undefined) return systemAmbient().now()
  const moment = parseIso(at)
  if (moment === null) throw new CliError(`--at must be a moment such as 2026-04-01T12:00:00Z, not "${at}"`)
  return moment
}

/** Rebuilds the store from an archive as of a moment; returns the exact moment. */
export async function rebuildFrom(archive: string, at: string | undefined, data: string): Promise<string> {
  try {
    const { chain, moment } = findMoment(archive, momentOf(at))
    await rebuild(chain, sqliteFile(data))
    return iso(moment)
  } catch (error) {
    throw error instanceof ArchiveError ? new CliError(error.message) : error
  }
}

/** An archive contains no secret, so the data folder keeps its own. */
export async function rebuildStore(config: Config, archive: string, at: string | undefined): Promise<string> {
  if (config.databaseUrl !== null)
    throw new CliError('an archive is of the embedded store; restore it there, and move it with "backup" and "restore"')
  mkdirSync(config.data, { recursive: true, mode: 0o700 })
  for (const ending of ['', '-wal'])
    if (existsSync(`${sqliteFile(config.data)}${ending}`))
      throw new CliError(
        `${join(config.data)} holds a store; move ${sqliteFile(config.data)}* away first, or add --replace`,
      )
  return rebuildFrom(archive, at, config.data)
}

/** The result of a test restore. */
export interface VerifiedBackup extends Pick<BackupHeader, 'takenAt' | 'schema'> {
  readonly file: string
  readonly rows: number
  readonly seconds: number
  /** Whether this installation's secret matches; null if no secret was found. */
  readonly secretFits: boolean | null
}

/** Size of a store relative to its compressed backup, measured on the demo with its indexes. */
const SIZE_FACTOR = 20

/** Checks the restored store; `expected` is the row count of the source, if known. */
async function checkRestoredStore(
  config: Config,
  read: Read,
  expected: number | null,
): Promise<Pick<VerifiedBackup, 'rows' | 'secretFits'>> {
  let rows = 0
  for (const table of BACKUP_TABLES) rows += await countRows(read, table)
  const broken = await checkIntegrity(read)
  if (rows !== (expected ?? rows) || broken.length > 0)
    throw new CliError(`it holds ${expected ?? rows} rows, and its store ${rows}; ${broken.join(', ')}`)
  const fingerprint = await readMeta(read, 'secret')
  const secret = findSecret(config, process.env)
  const seals = secret === null ? null : makeSeals(secret.value.split(/[\s,]+/).filter(Boolean))
  return { rows, secretFits: seals === null || fingerprint === null ? null : seals.fingerprints.includes(fingerprint) }
}

const openTemporaryStore = (folder: string): Promise<Store> =>
  openStore(readConfig(['--data', folder], {}), systemAmbient(), pino({ level: 'silent' }), { migrate: true })

async function timed<T>(work: () => Promise<T>): Promise<T & { seconds: number }> {
  const { elapsed } = systemAmbient()
  const started = elapsed()
  const done = await work()
  return { ...done, seconds: Math.round(elapsed() - started) / 1_000 }
}

async function restoreTemporarily(
  config: Config,
  folder: string,
  file: string,
): Promise<Pick<VerifiedBackup, 'rows' | 'secretFits'>> {
  const store = await openTemporaryStore(folder)
  const bar = progressBar('restoring into a temporary store')
  try {
    const { rows } = await restoreFrom(store.database, file, bar.update)
    return await checkRestoredStore(config, store.database.read, rows)
  } finally {
    bar.stop()
    await store.close()
  }
}

/** Rebuilds an archive in a temporary store: all frames must exist and all pages must be intact. */
export async function verifyArchive(config: Config, archive: string, at: string | undefined): Promise<VerifiedBackup> {
  const report = await inTemporaryFolder(archiveBytes(archive) * SIZE_FACTOR, (folder) =>
    timed(async () => {
      const takenAt = await rebuildFrom(archive, at, folder)
      const schema = await openSqliteReadOnly(sqliteFile(folder)).snapshot(storedSchema)
      const store = await openTemporaryStore(folder)
      try {
        return { ...(await checkRestoredStore(config, store.database.read, null)), takenAt, schema }
      } finally {
        await store.close()
      }
    }),
  )
  return { ...report, file: archive }
}

/** Restores a backup into a temporary store, which proves that it can be restored. */
export async function verifyBackup(config: Config, file: string): Promise<VerifiedBackup> {
  if (!existsSync(file)) throw new CliError(`there is no file ${file}`)
  try {
    const { takenAt, schema } = await readHeader(file)
    const report = await inTemporaryFolder(statSync(file).size * SIZE_FACTOR, (folder) =>
      timed(() => restoreTemporarily(config, folder, file)),
    )
    return { ...report, file, takenAt, schema }
  } catch (error) {
    throw error instanceof BackupError ? new CliError(error.message) : error
  }
}

const refuse = async (): Promise<never> => {
  throw new Error('nothing here changes what nodes cache')
}

export async function openDatabase(url: string): Promise<Database> {
  const { openPostgres } = await import('../../../platform/db/postgres.ts')
  return openPostgres({
    url,
    connections: 1,
    listener: { committed() {} },
    signal: { changing: refuse, settled: refuse },
    newEpoch: () => '',
    onError: () => {},
  }).catch((error: Error) => {
    throw new CliError(`cannot use the database that AGENT_NETWORK_DATABASE_URL names: ${error.message}`)
  })
}

/** The file of the embedded store; throws if it does not exist. */
export function storeFile(config: Config): string {
  const file = sqliteFile(config.data)
  if (!existsSync(file))
    throw new CliError(
      `there is no store in ${config.data}; name it with --data, or set AGENT_NETWORK_DATABASE_URL and AGENT_NETWORK_REDIS_URL`,
    )
  return file
}

/** Opens the store for copying; a server may write to it meanwhile. */
export const openReadOnly = async (config: Config): Promise<ReadOnlyStore> =>
  config.databaseUrl === null ? openSqliteReadOnly(storeFile(config)) : openDatabase(config.databaseUrl)

/** Opens the store read-only. The folder of a stopped server stays unchanged, byte for byte. */
export async function openUnchanged(config: Config): Promise<ReadOnlyStore> {
  if (config.databaseUrl !== null) return openDatabase(config.databaseUrl)
  const file = storeFile(config)
  return isInUse(config.data) ? openSqliteReadOnly(file) : openSqliteAtRest(file)
}
