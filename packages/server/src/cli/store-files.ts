import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { backupTo, restoreFrom } from '../archive/backup.ts'
import { BackupRefused } from '../archive/backup-file.ts'
import type { Config } from '../config.ts'
import { systemAmbient } from '../core/ambient.ts'
import { openPostgres } from '../db/postgres.ts'
import {
  DataDirectoryInUse,
  lockDataDirectory,
  openSqliteReadOnly,
  type ReadOnlyStore,
  sqliteFile,
} from '../db/sqlite.ts'
import { progressBar } from '../progress.ts'
import { openStore } from '../store.ts'
import { CliError } from './client.ts'
import { note, printJson } from './output.ts'

const NOTHING = { committed() {} }

const secretName = (config: Config): string =>
  config.databaseUrl === null ? `${join(config.data, 'secret')} (or AGENT_NETWORK_SECRET)` : 'AGENT_NETWORK_SECRET'

/** The words of a refusal are for the operator. */
const refused = (error: unknown): never => {
  throw error instanceof BackupRefused ? new CliError(error.message) : error
}

async function openReadOnly(config: Config): Promise<ReadOnlyStore> {
  if (config.databaseUrl === null) {
    const file = sqliteFile(config.data)
    if (!existsSync(file))
      throw new CliError(
        `there is no store in ${config.data}; name it with --data, or set AGENT_NETWORK_DATABASE_URL and AGENT_NETWORK_REDIS_URL`,
      )
    return openSqliteReadOnly(file)
  }
  const refuse = async (): Promise<never> => {
    throw new Error('a backup changes nothing')
  }
  return openPostgres({
    url: config.databaseUrl,
    connections: 1,
    listener: NOTHING,
    signal: { changing: refuse, settled: refuse },
    newEpoch: () => '',
    onError: () => {},
  }).catch((error: Error) => {
    throw new CliError(`cannot use the database that AGENT_NETWORK_DATABASE_URL names: ${error.message}`)
  })
}

export async function backup(config: Config, file: string, json: boolean): Promise<void> {
  const store = await openReadOnly(config)
  const bar = progressBar('backing up')
  try {
    const { rows } = await backupTo(store, file, bar.update).catch(refused)
    if (json) printJson({ file, rows })
    else note(`wrote ${rows} rows to ${file}; keep ${secretName(config)} too, without which its keys do not work`)
  } finally {
    bar.stop()
    await store.close()
  }
}

/** Asked before the store is opened, so that the answer can say what to do. */
export function refuseWhileServing(config: Config, what: string): void {
  if (config.databaseUrl !== null) return
  try {
    lockDataDirectory(config.data)()
  } catch (error) {
    if (error instanceof DataDirectoryInUse)
      throw new CliError(`a server is still running on ${config.data}; stop it, then try ${what} again`)
    throw error
  }
}

export async function restore(config: Config, file: string, json: boolean): Promise<void> {
  if (!existsSync(file)) throw new CliError(`there is no file ${file}`)
  refuseWhileServing(config, 'restore')
  const log = pino({ level: 'warn' }, pino.destination(2))
  const store = await openStore(config, systemAmbient(), log, { migrate: true })
  const bar = progressBar('restoring')
  try {
    const { rows } = await restoreFrom(store.database, file, bar.update).catch(refused)
    if (json) printJson({ file, rows })
    else note(`restored ${rows} rows from ${file}`)
  } finally {
    bar.stop()
    await store.close()
  }
  const there = config.databaseUrl !== null || existsSync(join(config.data, 'secret'))
  note(
    `Keys are hashed under a secret: before the server starts, ${secretName(config)} must be the one the backup was taken under${there ? '' : '; there is none yet'}.`,
  )
  if (config.databaseUrl !== null) note('Restart every node: the installation has the identity of the backup now.')
}
