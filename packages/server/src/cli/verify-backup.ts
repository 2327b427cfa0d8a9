import { existsSync, statSync } from 'node:fs'
import pino from 'pino'
import { restoreFrom } from '../archive/backup.ts'
import { type BackupHeader, BackupRefused, readHeader } from '../archive/backup-file.ts'
import { type Config, readConfig } from '../config.ts'
import { systemAmbient } from '../core/ambient.ts'
import { makeSeals } from '../core/seals.ts'
import { brokenParts, countRows } from '../db/bulk.ts'
import { readMeta } from '../db/meta.ts'
import { BACKUP_TABLES } from '../db/table-lists.ts'
import { progressBar } from '../progress.ts'
import { openStore } from '../store.ts'
import { CliError } from './client.ts'
import { findSecret } from './doctor/folder.ts'
import { inScratch } from './scratch.ts'

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

async function restoreAside(config: Config, folder: string, file: string): Promise<Omit<Verified, keyof BackupHeader>> {
  const ambient = systemAmbient()
  const started = ambient.elapsed()
  const aside = readConfig(['--data', folder], {})
  const store = await openStore(aside, ambient, pino({ level: 'silent' }), { migrate: true })
  const bar = progressBar('restoring aside')
  try {
    const { rows } = await restoreFrom(store.database, file, bar.update)
    const { read } = store.database
    let stored = 0
    for (const table of BACKUP_TABLES) stored += await countRows(read, table)
    const broken = await brokenParts(read)
    if (stored !== rows || broken.length > 0)
      throw new CliError(`${file} holds ${rows} rows, and its store ${stored}; ${broken.join(', ')}`)
    const fingerprint = await readMeta(read, 'secret')
    const secret = findSecret(config, process.env)
    const seals = secret === null ? null : makeSeals(secret.value.split(/[\s,]+/).filter(Boolean))
    const secretFits = seals === null || fingerprint === null ? null : seals.fingerprints.includes(fingerprint)
    return { file, rows, seconds: Math.round(ambient.elapsed() - started) / 1_000, secretFits }
  } finally {
    bar.stop()
    await store.close()
  }
}

/** Restores a backup into a store that is thrown away: whoever has not restored a backup does not know that it is one. */
export async function verifyBackup(config: Config, file: string): Promise<Verified> {
  if (!existsSync(file)) throw new CliError(`there is no file ${file}`)
  try {
    const { takenAt, schema } = await readHeader(file)
    const report = await inScratch(statSync(file).size * UNPACKED, (folder) => restoreAside(config, folder, file))
    return { ...report, takenAt, schema }
  } catch (error) {
    throw error instanceof BackupRefused ? new CliError(error.message) : error
  }
}
