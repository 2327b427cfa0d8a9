import { existsSync, statSync } from 'node:fs'
import pino from 'pino'
import { restoreFrom } from '../archive/backup.ts'
import { type BackupHeader, BackupRefused, readHeader } from '../archive/backup-file.ts'
import { type Config, readConfig } from '../config.ts'
import { systemAmbient } from '../core/ambient.ts'
import { makeSeals } from '../core/seals.ts'
import { brokenParts, countRows, storedSchema } from '../db/bulk.ts'
import type { Read } from '../db/database.ts'
import { archiveBytes } from '../db/log-segments.ts'
import { readMeta } from '../db/meta.ts'
import { openSqliteReadOnly, sqliteFile } from '../db/sqlite.ts'
import { BACKUP_TABLES } from '../db/table-lists.ts'
import { progressBar } from '../progress.ts'
import { openStore, type Store } from '../store.ts'
import { CliError } from './client.ts'
import { findSecret } from './doctor/folder.ts'
import { inScratch } from './scratch.ts'
import { rebuildFrom } from './store-archive.ts'

/** What a backup gave when it was restored. */
export interface Verified extends Pick<BackupHeader, 'takenAt' | 'schema'> {
  readonly file: string
  readonly rows: number
  readonly seconds: number
  /** Whether this installation's secret opens it; null where none was found. */
  readonly secretFits: boolean | null
}

/** Rows are wider in a store than in a compressed file; measured on the demo, with its indexes. */
const UNPACKED = 20

/** What the engine says of the store that came out; `expected` rows where the source has told how many it holds. */
async function examine(
  config: Config,
  read: Read,
  expected: number | null,
): Promise<Pick<Verified, 'rows' | 'secretFits'>> {
  let rows = 0
  for (const table of BACKUP_TABLES) rows += await countRows(read, table)
  const broken = await brokenParts(read)
  if (rows !== (expected ?? rows) || broken.length > 0)
    throw new CliError(`it holds ${expected ?? rows} rows, and its store ${rows}; ${broken.join(', ')}`)
  const fingerprint = await readMeta(read, 'secret')
  const secret = findSecret(config, process.env)
  const seals = secret === null ? null : makeSeals(secret.value.split(/[\s,]+/).filter(Boolean))
  return { rows, secretFits: seals === null || fingerprint === null ? null : seals.fingerprints.includes(fingerprint) }
}

const openAside = (folder: string): Promise<Store> =>
  openStore(readConfig(['--data', folder], {}), systemAmbient(), pino({ level: 'silent' }), { migrate: true })

async function timed<T>(work: () => Promise<T>): Promise<T & { seconds: number }> {
  const { elapsed } = systemAmbient()
  const started = elapsed()
  const done = await work()
  return { ...done, seconds: Math.round(elapsed() - started) / 1_000 }
}

async function restoreAside(
  config: Config,
  folder: string,
  file: string,
): Promise<Pick<Verified, 'rows' | 'secretFits'>> {
  const store = await openAside(folder)
  const bar = progressBar('restoring aside')
  try {
    const { rows } = await restoreFrom(store.database, file, bar.update)
    return await examine(config, store.database.read, rows)
  } finally {
    bar.stop()
    await store.close()
  }
}

/** Makes the store of that moment where it is thrown away: every frame has to be there and every page has to be whole. */
export async function verifyArchive(config: Config, archive: string, at: string | undefined): Promise<Verified> {
  const report = await inScratch(archiveBytes(archive) * UNPACKED, (folder) =>
    timed(async () => {
      const takenAt = await rebuildFrom(archive, at, folder)
      const schema = await openSqliteReadOnly(sqliteFile(folder)).snapshot(storedSchema)
      const store = await openAside(folder)
      try {
        return { ...(await examine(config, store.database.read, null)), takenAt, schema }
      } finally {
        await store.close()
      }
    }),
  )
  return { ...report, file: archive }
}

/** Restores a backup into a store that is thrown away: whoever has not restored a backup does not know that it is one. */
export async function verifyBackup(config: Config, file: string): Promise<Verified> {
  if (!existsSync(file)) throw new CliError(`there is no file ${file}`)
  try {
    const { takenAt, schema } = await readHeader(file)
    const report = await inScratch(statSync(file).size * UNPACKED, (folder) =>
      timed(() => restoreAside(config, folder, file)),
    )
    return { ...report, file, takenAt, schema }
  } catch (error) {
    throw error instanceof BackupRefused ? new CliError(error.message) : error
  }
}
