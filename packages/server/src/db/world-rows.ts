import { batches } from './batches.ts'
import type { Read } from './database.ts'
import type { Tables } from './tables.ts'

/** Tables whose rows belong to one world. */
export type InWorld = { [T in keyof Tables]: Tables[T] extends { world_id: string } ? T : never }[keyof Tables]

/** Those whose rows have an id and a time. */
export type Dated = {
  [T in keyof Tables]: Tables[T] extends { world_id: string; id: string; created_at: number } ? T : never
}[keyof Tables]

/** One table stands for all of them, because the builder cannot type a query over a table it does not know. */
type AnyTable = 'agents'

/** Rows of one world by the values of one column, a few hundred to a query. */
export async function rowsBy<T extends InWorld>(
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

/** All rows of one world, in no order. */
export async function rowsOf<T extends InWorld>(read: Read, table: T, worldId: string): Promise<Tables[T][]> {
  const rows = await read.sql
    .selectFrom(table as AnyTable)
    .selectAll()
    .where('world_id', '=', worldId)
    .execute()
  return rows as unknown as Tables[T][]
}

/** By code units, as both engines and every locale agree on them. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** All rows of one world, oldest first. Sorted here: most tables have no index in this order. */
export async function datedRows<T extends Dated>(read: Read, table: T, worldId: string): Promise<Tables[T][]> {
  const rows = await rowsOf(read, table, worldId)
  return rows.sort((a, b) => a.created_at - b.created_at || compareText(a.id, b.id))
}
