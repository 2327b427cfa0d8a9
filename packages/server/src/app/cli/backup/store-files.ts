// The commands `backup` and `restore`.
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pino from 'pino'
import type { Config } from '../../../platform/config/config.ts'
import { systemAmbient } from '../../../platform/core/ambient.ts'
import { iso } from '../../../platform/core/time.ts'
import { BackupError } from '../../../platform/db/backup/backup-file.ts'
import { listLiveNodes, moveFilesAside, moveSchemaAside, noteBackup } from '../../../platform/db/backup/set-aside.ts'
import { openStore } from '../../../platform/db/open-store.ts'
import { sqliteFile } from '../../../platform/db/sqlite.ts'
import { DataDirectoryInUse, lockDataDirectory, vacuumInto } from '../../../platform/db/sqlite-at-rest.ts'
import { progressBar } from '../../first-start.ts'
import { CliError } from '../client.ts'
import { printJson, printMessage } from '../output.ts'
import { backupTo, restoreFrom } from './backup.ts'
import {
  openDatabase,
  openReadOnly,
  rebuildStore,
  refuseMoment,
  storeFile,
  verifyArchive,
  verifyBackup,
} from './verify-backup.ts'

const PRIVATE = 0o600
const PRIVATE_FOLDER = 0o700

const secretName = (config: Config): string =>
  config.databaseUrl === null ? `${join(config.data, 'secret')} (or AGENT_NETWORK_SECRET)` : 'AGENT_NETWORK_SECRET'

/** Shows the message of a BackupRefused to the operator. */
const toCliError = (error: unknown): never => {
  throw error instanceof BackupError ? new CliError(error.message) : error
}

export async function backup(config: Config, file: string, json: boolean): Promise<void> {
  const store = await openReadOnly(config)
  const bar = progressBar('backing up')
  try {
    const { rows, takenAt } = await backupTo(store, file, bar.update).catch(toCliError)
    await noteBackup(config, () => openDatabase(config.databaseUrl!), { takenAt, file: resolve(file), rows })
    if (json) printJson({ file, rows })
    else printMessage(`wrote ${rows} rows to ${file}; also keep ${secretName(config)}: without it the keys do not work`)
  } finally {
    bar.stop()
    await store.close()
  }
}

/** Checked before the store is opened, so that the message can say what to do. */
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

/** A backup is a file, an archive is a folder. */
export interface RestoreOptions {
  readonly file: string
  readonly at: string | undefined
  /** Whether an existing store is set aside. */
  readonly replace: boolean
}

/** A time as part of file names and schema names. */
const stampOf = (at: number): string =>
  iso(at)
    .replaceAll(/[-:]|\.\d+/g, '')
    .toLowerCase()

/** Sets the existing store aside, runs `work`, and puts the old store back if it fails. */
async function withStoreSetAside(config: Config, work: () => Promise<void>): Promise<void> {
  const stamp = stampOf(systemAmbient().now())
  const database = config.databaseUrl === null ? null : await openDatabase(config.databaseUrl)
  try {
    const [running] = database === null ? [] : await listLiveNodes(database)
    if (running !== undefined)
      throw new CliError(`node ${running} is still running on this database; stop every node, then try restore again`)
    const aside = database === null ? moveFilesAside(config.data, stamp) : await moveSchemaAside(database, stamp)
    try {
      await work()
    } catch (error) {
      await aside?.putBack()
      throw error
    }
    if (aside !== null) printMessage(`The previous store is in ${aside.place}; remove it when you no longer need it.`)
  } finally {
    await database?.close()
  }
}

/** Folders on the way to `folder` that do not exist yet, outermost first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder]
}

/**
 * Runs `work`, then restricts the data folder to its owner. If root restores, new files get the owner of the previous
 * store, else of the data folder, else of the folder that contains it: the server must be able to write them.
 */
async function withOwnedFiles(data: string, work: () => Promise<void>): Promise<void> {
  const folder = resolve(data)
  const missing = missingFolders(folder)
  const store = sqliteFile(folder)
  const { uid, gid } = statSync(existsSync(store) ? store : missing.length === 0 ? folder : dirname(missing[0]!))
  const earlier = new Set(missing.length === 0 ? readdirSync(folder) : [])
  const isRoot = process.getuid?.() === 0
  process.umask(0o077)
  try {
    await work()
  } finally {
    if (existsSync(folder)) {
      chmodSync(folder, PRIVATE_FOLDER)
      const entries = readdirSync(folder, { withFileTypes: true })
      const created = entries.filter(({ name }) => !earlier.has(name) || join(folder, name).startsWith(store))
      const places = [...missing, ...created.map(({ name }) => join(folder, name))]
      for (const entry of created) if (entry.isFile()) chmodSync(join(folder, entry.name), PRIVATE)
      if (isRoot) for (const place of places) chownSync(place, uid, gid)
    }
  }
}

export async function restore(config: Config, options: RestoreOptions, json: boolean): Promise<void> {
  if (!existsSync(options.file)) throw new CliError(`there is no file ${options.file}`)
  const load = (): Promise<void> =>
    statSync(options.file).isDirectory() ? restoreArchive(config, options, json) : restoreBackup(config, options, json)
  const work = async (): Promise<void> => {
    refuseWhileServing(config, 'restore')
    await (options.replace ? withStoreSetAside(config, load) : load())
  }
  await (config.databaseUrl === null ? withOwnedFiles(config.data, work) : work())
}

async function restoreArchive(config: Config, { file, at }: RestoreOptions, json: boolean): Promise<void> {
  const moment = await rebuildStore(config, file, at)
  if (json) printJson({ file, moment })
  else printMessage(`restored the store as it was at ${moment}`)
}

async function restoreBackup(config: Config, { file, at }: RestoreOptions, json: boolean): Promise<void> {
  refuseMoment(at)
  const log = pino({ level: 'warn' }, pino.destination(2))
  const store = await openStore(config, systemAmbient(), log, { migrate: true })
  const bar = progressBar('restoring')
  try {
    const { rows } = await restoreFrom(store.database, file, bar.update).catch(toCliError)
    if (json) printJson({ file, rows })
    else printMessage(`restored ${rows} rows from ${file}`)
  } finally {
    bar.stop()
    await store.close()
  }
  const there = config.databaseUrl !== null || existsSync(join(config.data, 'secret'))
  printMessage(
    `Keys are hashed with a secret: before the server starts, ${secretName(config)} must be the secret of the backup${there ? '' : '; there is none yet'}.`,
  )
  if (config.databaseUrl !== null)
    printMessage('Restart every node: the installation has the identity of the backup now.')
}

/** Verifies a backup by restoring it into a temporary store. */
export async function verify(
  config: Config,
  { file, at }: Pick<RestoreOptions, 'file' | 'at'>,
  json: boolean,
): Promise<void> {
  const isArchive = existsSync(file) && statSync(file).isDirectory()
  if (!isArchive) refuseMoment(at)
  const verified = await (isArchive ? verifyArchive(config, file, at) : verifyBackup(config, file))
  if (json) printJson(verified)
  else
    printMessage(
      `${file} holds ${verified.rows} rows from ${verified.takenAt}; all were restored into a temporary store in ${verified.seconds} s`,
    )
  if (verified.secretFits === false)
    throw new CliError(
      `its keys were hashed with another secret than ${secretName(config)}: keep the right secret with the backup`,
    )
  if (verified.secretFits === null && !json)
    printMessage(`no secret was found to compare with: keep ${secretName(config)} safe, too`)
}

/** Copies the file of the embedded store. It restores faster than a backup, but only to the embedded store. */
export async function copyStore(config: Config, file: string, json: boolean): Promise<void> {
  if (config.databaseUrl !== null)
    throw new CliError('--copy is for the embedded store; PostgreSQL has pg_basebackup and pg_dump for that')
  const source = storeFile(config)
  const takenAt = iso(systemAmbient().now())
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  process.umask(0o077)
  vacuumInto(source, partial)
  const handle = openSync(partial, 'r+')
  fsyncSync(handle)
  closeSync(handle)
  renameSync(partial, file)
  await noteBackup(config, () => openDatabase(''), { takenAt, file: resolve(file), rows: null })
  if (json) printJson({ file })
  else printMessage(`copied the store to ${file}; with ${secretName(config)} a server can start from it`)
}

/** Records a backup made with other tools, for status and doctor. */
export async function recordBackup(config: Config, json: boolean): Promise<void> {
  const takenAt = iso(systemAmbient().now())
  await noteBackup(config, () => openDatabase(config.databaseUrl!), { takenAt, file: null, rows: null })
  if (json) printJson({ takenAt })
  else printMessage(`recorded a backup made at ${takenAt}`)
}
