// Generated statements for whole rows: insert, upsert, add, delete, lists.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { batches } from './bulk.ts'
import { type Prepared, prepare, type Tx, type Value } from './database.ts'
import { primaryKey } from './tables/table-lists.ts'
import type { Tables } from './tables/tables.ts'
import type { DatedTable, WorldTable } from './world-rows.ts'

type Keyed = Exclude<keyof Tables, 'epochs' | 'leases'>
type Column<T extends keyof Tables> = keyof Tables[T] & string
/** A row as statement parameters: every column of the table. */
type Params<T extends keyof Tables> = { [C in Column<T>]: Extract<Tables[T][C], Value> }
/** Rejects a list that lacks a column of the table. */
type AllColumns<T extends keyof Tables, C extends string> = readonly C[] &
  ([Exclude<Column<T>, C>] extends [never] ? unknown : { readonly lacks: Exclude<Column<T>, C> })

/** One table stands for all, because the builder cannot type a query over an unknown table. */
type AnyTable = 'directory'
type AnyRow = Tables[AnyTable]
type Excluding = Tables & { excluded: AnyRow }

const rowOf = (columns: readonly string[], param: (name: string) => never): AnyRow =>
  Object.fromEntries(columns.map((column) => [column, param(column)])) as unknown as AnyRow

/** Sets these columns from the row that was to be inserted. */
const excluded = (columns: readonly string[], eb: ExpressionBuilder<Excluding, AnyTable | 'excluded'>) =>
  Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}` as 'excluded.id')]))

/** An INSERT of whole rows. With `orNothing` a conflicting row changes nothing, and `run` returns 0. */
export function insertOf<T extends keyof Tables, const C extends Column<T>>(
  table: T,
  columns: AllColumns<T, C>,
  { orNothing = false } = {},
): Prepared<Params<T>, unknown> {
  return prepare<Record<string, Value>, unknown>((sql, param) => {
    const insert = sql.insertInto(table as AnyTable).values(rowOf(columns, param))
    return orNothing ? insert.onConflict((c) => c.doNothing()) : insert
  }) as Prepared<Params<T>, unknown>
}

/** An upsert of whole rows by primary key; `keeps` names the columns that an existing row keeps. */
export function upsertOf<T extends Keyed, const C extends Column<T>>(
  table: T,
  columns: AllColumns<T, C>,
  { keeps = [] }: { readonly keeps?: readonly Column<T>[] } = {},
): Prepared<Params<T>, unknown> {
  const key = primaryKey(table)
  const changed = columns.filter((column) => !key.includes(column) && !keeps.includes(column))
  return prepare<Record<string, Value>, unknown>((sql, param) =>
    sql
      .insertInto(table as AnyTable)
      .values(rowOf(columns, param))
      .onConflict((c) => c.columns(key as 'id'[]).doUpdateSet((eb) => excluded(changed, eb))),
  ) as Prepared<Params<T>, unknown>
}

/** Rows per statement; both engines bind at most about 30,000 values. */
const ROWS = 250

/** Inserts new rows. Only for tables without derived counts, or for callers that update the counts. */
export async function insertAll<T extends keyof Tables>(tx: Tx, table: T, rows: readonly Tables[T][]): Promise<void> {
  for (const batch of batches(rows, ROWS))
    await tx.sql
      .insertInto(table as AnyTable)
      .values(batch as unknown as AnyRow[])
      .execute()
}

/** Inserts rows that do not exist yet and returns their ids. */
export async function insertMissing<T extends DatedTable>(
  tx: Tx,
  table: T,
  rows: readonly Tables[T][],
): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const batch of batches(rows, ROWS)) {
    const written = await tx.sql
      .insertInto(table as AnyTable)
      .values(batch as unknown as AnyRow[])
      .onConflict((c) => c.doNothing())
      .returning('id')
      .execute()
    for (const { id } of written) ids.add(id)
  }
  return ids
}

/** Writes rows and replaces rows with the same key. Only for tables without derived counts. */
export async function upsertRows<T extends Keyed>(tx: Tx, table: T, rows: readonly Tables[T][]): Promise<void> {
  if (rows.length === 0) return
  const key = primaryKey(table)
  const rest = Object.keys(rows[0]!).filter((column) => !key.includes(column))
  for (const batch of batches(rows, ROWS))
    await tx.sql
      .insertInto(table as AnyTable)
      .values(batch as unknown as AnyRow[])
      .onConflict((c) => {
        const target = c.columns(key as 'id'[])
        if (rest.length === 0) return target.doNothing()
        return target.doUpdateSet((eb) => excluded(rest, eb))
      })
      .execute()
}

/**
 * Adds to columns of rows of one world: for each id one number per column. The numbers are one JSON text, so that one
 * statement fits any number of rows.
 */
export async function addToColumns<T extends DatedTable>(
  tx: Tx,
  { table, worldId, columns }: { table: T; worldId: string; columns: readonly Column<T>[] },
  rows: readonly (readonly [id: string, ...numbers: number[]])[],
): Promise<void> {
  const [world, list] =
    tx.engine === 'sqlite' ? ['?1', 'json_each(?2)'] : ['$1', 'json_array_elements($2::json) as r(value)']
  const sums = columns.map((column, i) => `${column} = ${table}.${column} + given.n${i}`)
  const numbers = columns.map((_, i) => `cast(value ->> ${i + 1} as bigint) as n${i}`)
  const text = `update ${table} set ${sums.join(', ')}
    from (select value ->> 0 as id, ${numbers.join(', ')} from ${list}) as given
    where ${table}.world_id = ${world} and ${table}.id = given.id`
  for (const batch of batches(rows, ROWS)) await tx.raw(text, [worldId, JSON.stringify(batch)])
}

/** Inserts rows of a world and a number each; existing rows stay. One statement fits any number of rows. */
export async function addNumbers<T extends 'said_marks'>(
  tx: Tx,
  { table, worldId, column }: { table: T; worldId: string; column: Column<T> },
  numbers: readonly number[],
): Promise<void> {
  const text =
    tx.engine === 'sqlite'
      ? // With `or ignore` SQLite makes no copy of the pages that the statement changes.
        `insert or ignore into ${table} (world_id, ${column}) select ?, value from json_each(?)`
      : `insert into ${table} (world_id, ${column})
          select $1, value::bigint from json_array_elements_text($2::json) as r(value) on conflict do nothing`
  for (const batch of batches(numbers, ROWS)) await tx.raw(text, [worldId, JSON.stringify(batch)])
}

/** Deletes rows of one world by the values of one column, a few hundred per statement. */
export async function deleteRows<T extends WorldTable>(
  tx: Tx,
  table: T,
  { worldId, column }: { worldId: string; column: Column<T> },
  values: Iterable<string>,
): Promise<void> {
  for (const batch of batches(values))
    await tx.sql
      .deleteFrom(table as AnyTable)
      .where('world_id', '=', worldId)
      .where(column as 'id', 'in', batch)
      .execute()
}

/** Case-insensitive search for text in a column; LIKE wildcards are escaped. */
export const contains = (column: string, typed: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${typed.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`

/** Parameters of a prepared statement with a list. */
export type SlotParams = Record<string, string | number>

/** A list of fixed length in a statement that is prepared once; a longer list takes several statements. */
export interface Slots {
  readonly size: number
  readonly names: readonly string[]
  /** The statement has one parameter per slot: a shorter list repeats its first value. At least one value. */
  filled(values: readonly (string | number)[]): SlotParams
}

export function slots(size: number): Slots {
  const names = Array.from({ length: size }, (_, n) => `v${n}`)
  return {
    size,
    names,
    filled(values) {
      const params: SlotParams = {}
      for (let n = 0; n < size; n++) params[names[n]!] = values[n] ?? values[0]!
      return params
    },
  }
}

/** Waits until no other transaction has this lock. SQLite has a single writer and needs no lock. */
export async function lockForTransaction(tx: Tx, lockId: number): Promise<void> {
  if (tx.engine === 'postgres') await tx.raw(`select pg_advisory_xact_lock(${lockId})`, [])
}
