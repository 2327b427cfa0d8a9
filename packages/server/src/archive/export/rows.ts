import { iso, UNKNOWN_TIME, UNKNOWN_TIME_ASCENDING } from '../../core/day.ts'
import type { Read } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

/** Null is a time nobody knows, as in the file. */
export const stamp = (at: number): string | null =>
  at === UNKNOWN_TIME || at === UNKNOWN_TIME_ASCENDING ? null : iso(at)

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type InWorld = { [T in keyof Tables]: Tables[T] extends { world_id: string } ? T : never }[keyof Tables]
type Dated = {
  [T in keyof Tables]: Tables[T] extends { world_id: string; id: string; created_at: number } ? T : never
}[keyof Tables]

export async function rowsOf<T extends InWorld>(read: Read, table: T, worldId: string): Promise<Tables[T][]> {
  const rows = await read.sql
    .selectFrom(table as 'agents')
    .selectAll()
    .where('world_id', '=', worldId)
    .execute()
  return rows as unknown as Tables[T][]
}

/** Sorted here rather than by the engine, which has no index in this order for most tables. */
export async function datedRows<T extends Dated>(read: Read, table: T, worldId: string): Promise<Tables[T][]> {
  const rows = await rowsOf(read, table, worldId)
  return rows.sort((a, b) => a.created_at - b.created_at || compare(a.id, b.id))
}

/** The parts of each parent, in order, without a query for each parent. */
export function partsBy<R, P>(rows: readonly R[], parentOf: (row: R) => string, part: (row: R) => P): Map<string, P[]> {
  const parts = new Map<string, P[]>()
  for (const row of rows) {
    const group = parts.get(parentOf(row))
    if (group === undefined) parts.set(parentOf(row), [part(row)])
    else group.push(part(row))
  }
  return parts
}
