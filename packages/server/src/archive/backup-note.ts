import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { iso, parseIso } from '../core/day.ts'
import type { Database, Read } from '../db/database.ts'
import { readMeta, writeMeta } from '../db/meta.ts'

/** What is known of the last backup that was finished, by whatever means. */
export interface BackupNote {
  /** The moment that it holds. */
  readonly takenAt: string
  /** Null for one that was made with other tools. */
  readonly file: string | null
  readonly rows: number | null
}

type Place = Pick<Config, 'data' | 'databaseUrl'>

const fileOf = ({ data }: Place): string => join(data, 'last-backup')

/**
 * The embedded store has one writer, which may be running, so its note lies beside it; nodes of a cluster share theirs in
 * the database.
 */
const storedNote = async (place: Place, read: Read): Promise<string | null> => {
  if (place.databaseUrl !== null) return readMeta(read, 'backup')
  return existsSync(fileOf(place)) ? readFileSync(fileOf(place), 'utf8') : null
}

/** Null where none is known. */
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

/** As it is told: how old it is by the clock of the machine, whatever time the network has. */
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

/** An archive is a backup that is never older than its last moment; that is noted once a minute. */
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
