import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { batches } from './bulk.ts'
import { type Prepared, prepare, type Tx, type Value } from './database.ts'
import { primaryKey } from './tables/table-lists.ts'
import type { Tables } from './tables/tables.ts'
import type { Dated, InWorld } from './world-rows.ts'

type Keyed = Exclude<keyof Tables, 'epochs' | 'leases'>
type Column<T extends keyof Tables> = keyof Tables[T] & string
/** A row as a statement takes it: every column of the table. */
type Params<T extends keyof Tables> = { [C in Column<T>]: Extract<Tables[T][C], Value> }
/** A list that lacks a column of the table is no list of its columns. */
type Whole<T extends keyof Tables, C extends string> = readonly C[] &
  ([Exclude<Column<T>, C>] extends [never] ? unknown : { readonly lacks: Exclude<Column<T>, C> })

/** One table stands for all of them, because the builder cannot type a query over a table it does not know. */
type AnyTable = 'directory'
type AnyRow = Tables[AnyTable]
type Excluding = Tables & { excluded: AnyRow }

const rowOf = (columns: readonly string[], param: (name: string) => never): AnyRow =>
  Object.fromEntries(columns.map((column) => [column, param(column)])) as unknown as AnyRow

/** Takes these columns from the row that was to be inserted. */
const excluded = (columns: readonly string[], eb: ExpressionBuilder<Excluding, AnyTable | 'excluded'>) =>
  Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}` as 'excluded.id')]))

/** An INSERT of whole rows. With `orNothing` a row that meets a stored one changes nothing, and `run` says 0. */
export function insertOf<T extends keyof Tables, const C extends Column<T>>(
  table: T,
  columns: Whole<T, C>,
  { orNothing = false } = {},
): Prepared<Params<T>, unknown> {
  return prepare<Record<string, Value>, unknown>((sql, param) => {
    const insert = sql.insertInto(table as AnyTable).values(rowOf(columns, param))
    return orNothing ? insert.onConflict((c) => c.doNothing()) : insert
  }) as Prepared<Params<T>, unknown>
}

/** An upsert of whole rows by the table's primary key; `keeps` names the columns that a stored row keeps. */
export function upsertOf<T extends Keyed, const C extends Column<T>>(
  table: T,
  columns: Whole<T, C>,
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

/** Rows of one statement; both engines bind at most some thirty thousand values. */
const ROWS = 250

/** Writes rows that are new. Only for tables whose rows nothing else counts, or for those who count them. */
export async function insertAll<T extends keyof Tables>(tx: Tx, table: T, rows: readonly Tables[T][]): Promise<void> {
  for (const batch of batches(rows, ROWS))
    await tx.sql
      .insertInto(table as AnyTable)
      .values(batch as unknown as AnyRow[])
      .execute()
}

/** Writes rows that meet no stored one, and returns their ids. */
export async function insertUnmet<T extends Dated>(tx: Tx, table: T, rows: readonly Tables[T][]): Promise<Set<string>> {
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

/** Writes rows, replacing those that share their key. Only for tables whose rows nothing else counts. */
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
 * Adds to columns of rows of one world: for each id as many numbers as there are columns. They are handed over as one JSON
 * text, so that one statement serves every number of rows.
 */
export async function addToColumns<T extends Dated>(
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

/** Writes rows of a world and a number each; those that are there stay. One statement serves every number of rows. */
export async function addNumbers<T extends 'said_marks'>(
  tx: Tx,
  { table, worldId, column }: { table: T; worldId: string; column: Column<T> },
  numbers: readonly number[],
): Promise<void> {
  const text =
    tx.engine === 'sqlite'
      ? // Told to ignore what is there, SQLite makes no copy of what the statement changes.
        `insert or ignore into ${table} (world_id, ${column}) select ?, value from json_each(?)`
      : `insert into ${table} (world_id, ${column})
          select $1, value::bigint from json_array_elements_text($2::json) as r(value) on conflict do nothing`
  for (const batch of batches(numbers, ROWS)) await tx.raw(text, [worldId, JSON.stringify(batch)])
}

/** Deletes rows of one world by the values of one column, a few hundred to a statement. */
export async function deleteRows<T extends InWorld>(
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

/** Whether a column holds what was typed, in any case; signs that LIKE has a meaning for stand for themselves. */
export const contains = (column: string, typed: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${typed.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`

/** Parameters of a prepared statement with a list in it. */
export type SlotParams = Record<string, string | number>

/** A list of a fixed length in a statement that is prepared once; a longer one takes several statements. */
export interface Slots {
  readonly size: number
  /** Names of the parameters, in their order. */
  readonly names: readonly string[]
  /** The statement has a place for each value: a shorter list names its first again. At least one value. */
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
