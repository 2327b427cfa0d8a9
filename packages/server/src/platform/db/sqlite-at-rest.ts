// SQLite files that no server has open: locks, inspection, copies.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { type ReadOnlyStore, snapshotOf } from './sqlite.ts'

/** Whether a process has locked the data folder; the check leaves no files behind. */
export function isInUse(data: string): boolean {
  const file = join(data, 'lock')
  if (!existsSync(file)) return false
  const lock = new DatabaseSync(file, { readOnly: true })
  try {
    lock.exec('pragma busy_timeout = 0')
    lock.prepare('select count(*) as n from sqlite_master').get()
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}

/** Opens the file as immutable: SQLite then creates no log files. */
function immutable(file: string): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return url
}

export const hasContent = (file: string): boolean => existsSync(file) && statSync(file).size > 0

/**
 * Opens a store that no process uses, without changing its folder. Reading a log that a crash left requires writing, so
 * that happens in a temporary copy.
 */
export function openSqliteAtRest(file: string): ReadOnlyStore {
  const log = `${file}-wal`
  if (!hasContent(log))
    return { engine: 'sqlite', snapshot: (work) => snapshotOf(immutable(file), work), close: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-look-'))
  const copy = join(folder, 'store.db')
  copyFileSync(file, copy)
  copyFileSync(log, `${copy}-wal`)
  return {
    engine: 'sqlite',
    snapshot: (work) => snapshotOf(copy, work),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Copies a consistent snapshot of a store, which may be in use, into a new store file. */
export function vacuumInto(file: string, copy: string): void {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    source.prepare('vacuum into ?').run(copy)
  } finally {
    source.close()
  }
}

/** Copies a store that may be in use to another folder; the original is only read. */
export function copySqlite(data: string, file: string, copy: string): void {
  if (isInUse(data)) {
    vacuumInto(file, copy)
    return
  }
  copyFileSync(file, copy)
  if (hasContent(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
}

export class DataDirectoryInUse extends Error {}

/** A lock that the operating system releases with the process, so that a crash leaves nothing to clean up. */
export function lockDataDirectory(data: string): () => void {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(data, 'lock'))
  try {
    lock.exec('pragma busy_timeout = 0')
    lock.exec('pragma locking_mode = exclusive')
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new DataDirectoryInUse(`the data directory ${data} is in use by another process`)
  }
  return () => lock.close()
}
