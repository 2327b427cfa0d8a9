// Moving a store aside before a restore, and the note about the last backup.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { iso, parseIso } from '../../core/time.ts'
import type { Database, Read } from '../database.ts'
import { readMeta, writeMeta } from '../meta.ts'
import { listNodes } from '../nodes.ts'
import { sqliteFile } from '../sqlite.ts'

/** The previous store, moved to another name. */
export interface MovedStore {
  /** Where the operator finds it. */
  readonly place: string
  /** Removes the new store and moves the previous one back. */
  putBack(): Promise<void>
}

/** The log contains commits that are in no other file yet; SQLite recreates the third file. */
const filesOf = (data: string): string[] => ['', '-wal', '-shm'].map((ending) => sqliteFile(data) + ending)

/** Moves the files to a folder on the same disk, without copying; null if there is no store. */
export function moveFilesAside(data: string, stamp: string): MovedStore | null {
  if (!existsSync(sqliteFile(data))) return null
  const place = join(data, `replaced-${stamp}`)
  mkdirSync(place, { mode: 0o700 })
  const moved = filesOf(data).filter((file) => existsSync(file))
  for (const file of moved) renameSync(file, join(place, basename(file)))
  return {
    place,
    async putBack() {
      for (const file of filesOf(data)) rmSync(file, { force: true })
      for (const file of moved) renameSync(join(place, basename(file)), file)
      rmSync(place, { recursive: true })
    },
  }
}

/** Nodes with a recent heartbeat that have not signed off. */
export async function listLiveNodes({ read }: Database): Promise<string[]> {
  const [found] = await read.raw<{ exists: boolean }>(`select to_regclass('nodes') is not null as exists`, [])
  return found!.exists ? (await listNodes(read)).filter(({ isLive }) => isLive).map(({ id }) => id) : []
}

/** Renames the schema, which takes no time; null if the schema has no table. */
export async function moveSchemaAside(database: Database, stamp: string): Promise<MovedStore | null> {
  const [found] = await database.read.raw<{ name: string; tables: number }>(
    `select quote_ident(current_schema()) as name,
       (select count(*)::int from pg_tables where schemaname = current_schema()) as tables`,
    [],
  )
  const { name, tables } = found!
  if (tables === 0) return null
  const place = `replaced_${stamp}`
  await database.transact(async (tx) => {
    await tx.raw(`alter schema ${name} rename to ${place}`, [])
    await tx.raw(`create schema ${name}`, [])
  })
  return {
    place: `the schema ${place}`,
    async putBack() {
      await database.transact(async (tx) => {
        await tx.raw(`drop schema ${name} cascade`, [])
        await tx.raw(`alter schema ${place} rename to ${name}`, [])
      })
    },
  }
}

/** The last finished backup, made by any tool. */
export interface BackupNote {
  /** The moment that the backup contains. */
  readonly takenAt: string
  /** Null for a backup made with other tools. */
  readonly file: string | null
  readonly rows: number | null
}

type Place = Pick<Config, 'data' | 'databaseUrl'>

const fileOf = ({ data }: Place): string => join(data, 'last-backup')

/**
 * The embedded store has one writer, which may be running, so its note is a file. Nodes of a cluster share the note in
 * the database.
 */
const storedNote = async (place: Place, read: Read): Promise<string | null> => {
  if (place.databaseUrl !== null) return readMeta(read, 'backup')
  return existsSync(fileOf(place)) ? readFileSync(fileOf(place), 'utf8') : null
}

/** Null if no backup is known. */
export async function readBackupNote(place: Place, read: Read): Promise<BackupNote | null> {
  const stored = await storedNote(place, read)
  if (stored === null) return null
  try {
    const { takenAt, file, rows } = JSON.parse(stored) as BackupNote
    return parseIso(takenAt) === null ? null : { takenAt, file, rows }
  } catch {
    return null
  }
}

/** The note with the backup's age by the machine's clock, independent of the test clock. */
export async function backupView(place: Place, read: Read, now: number) {
  const note = await readBackupNote(place, read)
  if (note === null) return null
  const { takenAt, file } = note
  return { takenAt, file, ageSeconds: Math.max(0, Math.floor((now - parseIso(takenAt)!) / 1_000)) }
}

const NOTE_EVERY_MS = 60_000

function writeNote(place: Place, text: string): void {
  const partial = `${fileOf(place)}.partial`
  writeFileSync(partial, `${text}\n`, { mode: 0o600 })
  renameSync(partial, fileOf(place))
}

/** An archive counts as a backup as of its last moment, which is noted once a minute. */
export function archiveNotes(config: Config): (at: number) => void {
  let notedAt = 0
  return (at) => {
    if (at - notedAt < NOTE_EVERY_MS) return
    notedAt = at
    const note: BackupNote = { takenAt: iso(at), file: resolve(config.archive!.archive), rows: null }
    writeNote(config, JSON.stringify(note))
  }
}

export async function noteBackup(
  place: Place,
  open: () => Promise<Pick<Database, 'transact' | 'close'>>,
  note: BackupNote,
): Promise<void> {
  const text = JSON.stringify(note)
  if (place.databaseUrl === null) {
    writeNote(place, text)
    return
  }
  const database = await open()
  try {
    await database.transact((tx) => writeMeta(tx, 'backup', text), { quiet: true })
  } finally {
    await database.close()
  }
}
