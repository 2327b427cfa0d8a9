import type { IdKind } from '../../core/ambient.ts'
import { upsertRows } from '../../db/statements.ts'
import type { Tables } from '../../db/tables.ts'
import type { World } from '../../worlds/worlds.ts'
import { rowsBy } from './stored.ts'
import { isOfNow, keepTime, type Writer } from './writer.ts'

type ChildTable = 'idea_events' | 'contributions' | 'encounter_turns'
type ChildRow = Tables[ChildTable]

export interface Child<T extends ChildTable> {
  readonly id: string | undefined
  readonly createdAt: string | null | undefined
  readonly row: Omit<Tables[T], 'world_id' | 'id' | 'created_at'>
}

/**
 * The parts of an idea, a challenge or a conversation are a member of it: where a file gives them, they replace those
 * that were there. A part without an id is taken for the stored one that says the same, so that the same file can come
 * twice. Returns those that are new to the store and of now.
 */
export async function replaceChildren<T extends ChildTable>(
  writer: Writer,
  world: World,
  { table, kind, parent }: { table: T; kind: IdKind; parent: keyof Tables[T] & string },
  parentId: string,
  children: readonly Child<T>[],
): Promise<Tables[T][]> {
  const stored = (await rowsBy(writer.tx, table, parent, world.id, [parentId])) as ChildRow[]
  const byId = new Map(stored.map((row) => [row.id, row]))
  const free = new Set(stored.filter((row) => !children.some((child) => child.id === row.id)))

  const match = (child: Child<T>): ChildRow | undefined => {
    if (child.id !== undefined) return byId.get(child.id)
    const same = [...free].find((row) =>
      Object.entries(child.row).every(([column, value]) => row[column as keyof ChildRow] === value),
    )
    if (same !== undefined) free.delete(same)
    return same
  }

  const fresh: Tables[T][] = []
  const rows = children.map((child) => {
    const before = match(child)
    const row = {
      world_id: world.id,
      id: child.id ?? before?.id ?? writer.ambient.id(kind, world.tag),
      ...child.row,
      created_at: keepTime(child.createdAt, before?.created_at, writer.at),
    } as unknown as Tables[T]
    if (before === undefined && isOfNow(child.createdAt, writer.at)) fresh.push(row)
    return row
  })
  if (free.size > 0)
    await writer.tx.sql
      .deleteFrom(table as 'idea_events')
      .where('world_id', '=', world.id)
      .where(
        'id',
        'in',
        [...free].map((row) => row.id),
      )
      .execute()
  await upsertRows(writer.tx, table, rows)
  return fresh
}
