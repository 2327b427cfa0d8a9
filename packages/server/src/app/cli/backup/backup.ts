// Backup files: writing a store to a file, and restoring one.
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { systemAmbient } from '../../../platform/core/ambient.ts'
import { iso } from '../../../platform/core/time.ts'
import { BackupError, FORMAT, formatLine, readBackup, VERSION } from '../../../platform/db/backup/backup-file.ts'
import {
  columnsOf,
  countRows,
  deleteAll,
  hasRows,
  insertRows,
  readBatches,
  storedSchema,
  withoutIndexes,
} from '../../../platform/db/bulk.ts'
import type { Database, Read, Tx } from '../../../platform/db/database.ts'
import { writeDurably } from '../../../platform/db/meta.ts'
import { MIGRATIONS } from '../../../platform/db/migrations/migrate.ts'
import { dropSearch } from '../../../platform/db/search.ts'
import { BACKUP_TABLES } from '../../../platform/db/tables/table-lists.ts'
import { PRIME, readWorlds } from '../../../platform/worlds/worlds.ts'
import { reindexWorld } from '../../../stores/posts/search.ts'

export type Progress = (done: number, total: number, label: string) => void

const BATCH = 500

async function* dump(read: Read, takenAt: string, onProgress: Progress): AsyncGenerator<string> {
  const schema = await storedSchema(read)
  if (schema === 0) throw new BackupError('there is nothing to back up: no server has used this database yet')
  if (schema !== MIGRATIONS.length)
    throw new BackupError(
      `the database has schema ${schema} and this program has ${MIGRATIONS.length}; use the version that runs the server`,
    )
  let total = 0
  for (const table of BACKUP_TABLES) total += await countRows(read, table)
  const hash = createHash('sha256')
  const hashed = (text: string): string => {
    hash.update(text)
    return text
  }
  yield hashed(formatLine({ format: FORMAT, version: VERSION, schema, engine: read.engine, takenAt }))
  let rows = 0
  for (const table of BACKUP_TABLES) {
    const columns = await columnsOf(read, table)
    yield hashed(formatLine({ table, columns }))
    for await (const batch of readBatches(read, table, BATCH)) {
      yield hashed(batch.map((row) => formatLine(columns.map((column) => row[column]))).join(''))
      rows += batch.length
      onProgress(rows, total, table)
      // SQLite responds synchronously, so other work gets a turn here.
      await nextTurn()
    }
  }
  yield formatLine({ end: true, rows, sha256: hash.digest('hex') })
}

/** Writes a snapshot of the store in a format for both engines. Writers are not blocked. */
export async function backupTo(
  database: Pick<Database, 'snapshot'>,
  file: string,
  onProgress: Progress,
): Promise<{ rows: number; takenAt: string }> {
  let rows = 0
  let takenAt = ''
  const report: Progress = (done, total, label) => {
    rows = done
    onProgress(done, total, label)
  }
  await database.snapshot((read) => {
    takenAt = iso(systemAmbient().now())
    return writeDurably(file, (to) => pipeline(dump(read, takenAt, report), createGzip(), to))
  })
  return { rows, takenAt }
}

/** Tables with rows in a store that was started but never used. */
const TABLES_FILLED_AT_START: ReadonlySet<string> = new Set(['meta', 'clock', 'worlds'])

async function refuseUnlessFresh(tx: Tx): Promise<void> {
  const worlds = await tx.sql.selectFrom('worlds').select('id').where('id', '!=', PRIME).execute()
  const filledTables = worlds.length > 0 ? ['worlds'] : []
  for (const table of BACKUP_TABLES)
    if (!TABLES_FILLED_AT_START.has(table) && (await hasRows(tx, table))) filledTables.push(table)
  if (filledTables.length > 0)
    throw new BackupError(
      `the database is not empty (it holds ${filledTables.join(', ')}); restore into an empty one, or add --replace`,
    )
}

async function clear(tx: Tx): Promise<void> {
  for (const world of (await readWorlds(tx)).byId.values()) await dropSearch(tx, world)
  for (const table of BACKUP_TABLES) await deleteAll(tx, table)
}

/** Reads the whole file before the first row is written, so that a fault at its end is found early. */
async function check(file: string, onProgress: Progress): Promise<number> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  let rows = 0
  for await (const batch of readBackup(file)) {
    rows += batch.rows.length
    // Progress stays below 100 % until the last rows are checked.
    onProgress(Math.min(batch.bytes, size - 1), size, 'checking the file')
  }
  onProgress(size, size, 'checking the file')
  return rows
}

/** Restores a backup into an unused store in one transaction. */
export async function restoreFrom(database: Database, file: string, onProgress: Progress): Promise<{ rows: number }> {
  const total = await check(file, onProgress)
  await database.transact(async (tx) => {
    await refuseUnlessFresh(tx)
    await clear(tx)
    let done = 0
    const insertAll = async (): Promise<void> => {
      for await (const { table, columns, rows } of readBackup(file)) {
        await insertRows(tx, table, columns, rows)
        done += rows.length
        onProgress(done, total, table)
      }
    }
    await withoutIndexes(tx, insertAll, (n, of) => onProgress(n, of, 'indexes'))
    const worlds = [...(await readWorlds(tx)).byId.values()]
    for (const [n, world] of worlds.entries()) {
      await reindexWorld(tx, world)
      onProgress(n + 1, worlds.length, 'search indexes')
    }
    tx.touchControl()
  })
  return { rows: total }
}
