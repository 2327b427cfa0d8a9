// Bulk operations: schema inspection, inserts, deletes and batched reads of whole tables.
import { yieldToEventLoop } from '../core/event-loop-budget.ts'
import type { Read, Tx, Value } from './database.ts'
import { type BACKUP_TABLES, primaryKey, WORLD_TABLES } from './tables/table-lists.ts'

export type BackupTable = (typeof BACKUP_TABLES)[number]

/** Far below the statement limits of both engines, for any table width. */
const ROWS_PER_STATEMENT = 200

export async function columnsOf(read: Read, table: BackupTable): Promise<string[]> {
  const text =
    read.engine === 'sqlite'
      ? 'select name from pragma_table_info(?) order by cid'
      : `select column_name as name from information_schema.columns
         where table_schema = current_schema() and table_name = $1 order by ordinal_position`
  return (await read.raw<{ name: string }>(text, [table])).map((column) => column.name)
}

export async function countRows(read: Read, table: BackupTable): Promise<number> {
  const [row] = await read.raw<{ n: number }>(`select count(*) as n from ${table}`, [])
  return row!.n
}

export async function hasRows(read: Read, table: BackupTable): Promise<boolean> {
  return (await read.raw(`select 1 as n from ${table} limit 1`, [])).length > 0
}

export async function deleteAll(tx: Tx, table: BackupTable): Promise<void> {
  await tx.raw(`delete from ${table}`, [])
}

/** The schema version stored in the database, which may differ from this program's; 0 for an empty database. */
export async function storedSchema(read: Read): Promise<number> {
  const tables = read.engine === 'sqlite' ? 'sqlite_master' : 'pg_tables'
  const name = read.engine === 'sqlite' ? 'name' : 'schemaname = current_schema() and tablename'
  const versionTables = await read.raw(`select 1 as n from ${tables} where ${name} = 'schema_version'`, [])
  if (versionTables.length === 0) return 0
  const [row] = await read.raw<{ version: number | null }>('select max(version) as version from schema_version', [])
  return row?.version ?? 0
}

const TABLE_NAMES = {
  sqlite: `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
  // Tables of extensions belong to the database server, not to another program.
  postgres: `select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by c.relname`,
} as const

/** A store with tables of another program. */
export class ForeignStore extends Error {}

const NAMES_MAX = 3

/** The tables of every store that this program created. The first alone proves little: other programs have one too. */
const OWN_TABLES = ['schema_version', 'meta', 'worlds'] as const

/** Throws if the store has tables, but not ours: it is never filled with our tables. */
export async function refuseForeignStore(read: Read): Promise<void> {
  const names = (await read.raw<{ name: string }>(TABLE_NAMES[read.engine], [])).map(({ name }) => name)
  if (names.length === 0 || OWN_TABLES.every((name) => names.includes(name))) return
  const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : ''
  throw new ForeignStore(
    `the ${read.engine === 'sqlite' ? 'file' : 'database'} belongs to another program: it has the tables ${names.slice(0, NAMES_MAX).join(', ')}${more} and none of agent-network; use an empty one`,
  )
}

/** Every column of every table, as `table.column`. */
export async function listColumns(read: Read): Promise<string[]> {
  const text =
    read.engine === 'sqlite'
      ? `select t.name || '.' || c.name as name from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`
      : `select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema()`
  return (await read.raw<{ name: string }>(text, [])).map(({ name }) => name).sort()
}

/** PostgreSQL checks its pages as it reads them, so every row of every table is read. */
async function readAllRows(read: Read): Promise<string[]> {
  for (const { name } of await read.raw<{ name: string }>(TABLE_NAMES.postgres, []))
    try {
      await read.raw(`select count(t.*) as n from "${name}" t`, [])
    } catch (error) {
      // The transaction is aborted, so the first fault is the only one.
      return [`${name}: ${(error as Error).message}`]
    }
  return []
}

/** Integrity faults that the engine finds in its files. With `deep`, SQLite also compares indexes with their tables. */
export async function checkIntegrity(read: Read, deep = false): Promise<string[]> {
  if (read.engine === 'postgres') return deep ? readAllRows(read) : []
  const rows = await read.raw<Record<string, string>>(deep ? 'pragma integrity_check' : 'pragma quick_check', [])
  return rows.flatMap((row) => Object.values(row)).filter((line) => line !== 'ok')
}

/** Indexes that are not keys, as name and statement. */
const INDEXES = {
  sqlite: `select name, sql as statement from sqlite_master where type = 'index' and sql is not null`,
  postgres: `select c.relname as name, pg_get_indexdef(i.indexrelid) as statement
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
} as const

/**
 * Drops all indexes except keys, runs `work`, and creates them again. Building an index once is a single sort; growing
 * it needs a search per row.
 */
export async function withoutIndexes<T>(
  tx: Tx,
  work: () => Promise<T>,
  onProgress: (done: number, total: number) => void,
): Promise<T> {
  const indexes = await tx.raw<{ name: string; statement: string }>(INDEXES[tx.engine], [])
  for (const { name } of indexes) await tx.raw(`drop index "${name}"`, [])
  const value = await work()
  for (const [n, { statement }] of indexes.entries()) {
    await tx.raw(statement, [])
    onProgress(n + 1, indexes.length)
  }
  return value
}

/** Rows as lists of values, in the order of `columns`. */
export async function insertRows(
  tx: Tx,
  table: BackupTable,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = rows.slice(start, start + ROWS_PER_STATEMENT)
    let n = 0
    const place = (): string => {
      n += 1
      return tx.engine === 'sqlite' ? '?' : `$${n}`
    }
    const lists = some.map((row) => `(${row.map(place).join(', ')})`).join(', ')
    await tx.raw(`insert into ${table} (${columns.join(', ')}) values ${lists}`, some.flat())
  }
}

/** Values of one IN list, far below the limits of both engines. */
const BATCH = 500

export function* batches<T>(items: Iterable<T>, size = BATCH): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length === size) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

const place = (read: Read, n: number): string => (read.engine === 'sqlite' ? '?' : `$${n}`)

/** Deletes up to `limit` rows of a world; returns the number of deleted rows. */
export async function deleteBatch(
  tx: Tx,
  table: (typeof WORLD_TABLES)[number],
  worldId: string,
  limit: number,
): Promise<number> {
  const key = primaryKey(table).join(', ')
  const deletedRows = await tx.raw(
    `delete from ${table} where (${key}) in (select ${key} from ${table} where world_id = ${place(tx, 1)} limit ${place(tx, 2)}) returning 1`,
    [worldId, limit],
  )
  return deletedRows.length
}

/** Counts all rows of a world, table by table, so that other work runs in between. */
export async function countWorldRows(read: Read, worldId: string): Promise<number> {
  let rows = 0
  for (const table of WORLD_TABLES) {
    const [counted] = await read.raw<{ n: number }>(
      `select count(*) as n from ${table} where world_id = ${place(read, 1)}`,
      [worldId],
    )
    rows += counted!.n
    await yieldToEventLoop()
  }
  return rows
}

type Row = Record<string, Value>

/** Reads a whole table in batches of bounded size, in the order of its key. */
export async function* readBatches(
  read: Read,
  table: (typeof BACKUP_TABLES)[number],
  size: number,
): AsyncGenerator<Row[]> {
  const key = primaryKey(table)
  let last: Value[] | null = null
  for (;;) {
    const after =
      last === null ? '' : `where (${key.join(', ')}) > (${key.map((_, i) => place(read, i + 1)).join(', ')})`
    const limit = `limit ${place(read, (last?.length ?? 0) + 1)}`
    const rows: Row[] = await read.raw<Row>(`select * from ${table} ${after} order by ${key.join(', ')} ${limit}`, [
      ...(last ?? []),
      size,
    ])
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = key.map((column) => rows.at(-1)![column]!)
  }
}
