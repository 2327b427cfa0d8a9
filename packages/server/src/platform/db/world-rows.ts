// Generic reads and prepared writes of rows of one world.
import type { Compilable, Kysely } from 'kysely'
import { batches } from './bulk.ts'
import { type Prepared, prepare, type Read, type Tx, type Value } from './database.ts'
import type { Tables } from './tables/tables.ts'

/** Tables whose rows belong to one world. */
export type WorldTable = { [T in keyof Tables]: Tables[T] extends { world_id: string } ? T : never }[keyof Tables]

/** Tables whose rows have an id and a time. */
export type DatedTable = {
  [T in keyof Tables]: Tables[T] extends { world_id: string; id: string; created_at: number } ? T : never
}[keyof Tables]

/** One table stands for all, because the builder cannot type a query over an unknown table. */
type AnyTable = 'agents'

/** Rows of one world by the values of one column, a few hundred per query. */
export async function rowsBy<T extends WorldTable>(
  read: Read,
  { table, column, worldId }: { table: T; column: keyof Tables[T] & string; worldId: string },
  values: Iterable<string>,
): Promise<Tables[T][]> {
  const rows: Tables[T][] = []
  for (const batch of batches(values)) {
    const found = await read.sql
      .selectFrom(table as AnyTable)
      .selectAll()
      .where('world_id', '=', worldId)
      .where(column as 'id', 'in', batch)
      .execute()
    rows.push(...(found as unknown as Tables[T][]))
  }
  return rows
}

/** All rows of one world, unordered. */
export async function rowsOf<T extends WorldTable>(read: Read, table: T, worldId: string): Promise<Tables[T][]> {
  const rows = await read.sql
    .selectFrom(table as AnyTable)
    .selectAll()
    .where('world_id', '=', worldId)
    .execute()
  return rows as unknown as Tables[T][]
}

/** Compares by code units, like both engines in every locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** All rows of one world, oldest first. Sorted here, because most tables have no such index. */
export async function datedRows<T extends DatedTable>(read: Read, table: T, worldId: string): Promise<Tables[T][]> {
  const rows = await rowsOf(read, table, worldId)
  return rows.sort((a, b) => a.created_at - b.created_at || compareText(a.id, b.id))
}

/** Rows per statement, largest first. Few sizes, so that each is compiled once. */
const SIZES = [32, 8, 1] as const

/** A statement that writes several rows, for each of a few sizes. */
interface PreparedRows<R extends Record<string, Value>> {
  readonly columns: readonly (keyof R & string)[]
  readonly statements: readonly { readonly size: number; readonly query: Prepared<Record<string, Value>, unknown> }[]
}

type Places<R> = { readonly [C in keyof R]: never }

/**
 * `build` receives the parameters of that many rows. One statement per row would cost four times as much, because the
 * call overhead dominates.
 */
export function prepareRows<R extends Record<string, Value>>(
  columns: readonly (keyof R & string)[],
  build: (sql: Kysely<Tables>, rows: readonly Places<R>[]) => Compilable<unknown>,
): PreparedRows<R> {
  const statementOf = (size: number) => ({
    size,
    query: prepare<Record<string, Value>, unknown>((sql, param) => {
      const row = (n: number) => Object.fromEntries(columns.map((column) => [column, param(`${column}${n}`)]))
      return build(
        sql,
        Array.from({ length: size }, (_, n) => row(n) as Places<R>),
      )
    }),
  })
  return { columns, statements: SIZES.map(statementOf) }
}

/** Writes the rows in order. */
export async function runRows<R extends Record<string, Value>>(
  tx: Tx,
  { columns, statements }: PreparedRows<R>,
  rows: readonly R[],
): Promise<void> {
  let done = 0
  while (done < rows.length) {
    const { size, query } = statements.find((statement) => statement.size <= rows.length - done)!
    const params: Record<string, Value> = {}
    for (let n = 0; n < size; n++) for (const column of columns) params[column + n] = rows[done + n]![column]!
    await tx.run(query, params)
    done += size
  }
}
