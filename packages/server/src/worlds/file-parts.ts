import type { IdKind } from '../core/ambient.ts'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { rowsBy } from '../db/world-rows.ts'
import { isOfNow } from './file-fresh.ts'
import type { Writer } from './file-list.ts'
import { keepTime } from './file-values.ts'
import type { World } from './worlds.ts'

type PartTableName = 'idea_events' | 'contributions' | 'encounter_turns'
type PartRow = Tables[PartTableName]

/** A table whose rows are members of another's row: the events of an idea, the turns of a conversation. */
export interface PartTable<T extends PartTableName> {
  readonly table: T
  readonly kind: IdKind
  /** The column that names the row they belong to. */
  readonly parent: keyof Tables[T] & string
  put(tx: Tx, rows: readonly Tables[T][]): Promise<void>
  remove(tx: Tx, worldId: string, ids: readonly string[]): Promise<void>
}

/** One part as a file gives it. */
export interface FilePart<T extends PartTableName> {
  readonly id: string | undefined
  readonly createdAt: string | null | undefined
  readonly row: Omit<Tables[T], 'world_id' | 'id' | 'created_at'>
}

/**
 * Where a file gives the parts of a record, they replace those that are stored. A part without an id is taken for the
 * stored one with the same content, so that the same file can be imported twice. Returns those that are new to the store and of now.
 */
export async function replaceParts<T extends PartTableName>(
  writer: Writer,
  { table, kind, parent, put, remove }: PartTable<T>,
  { world, id, parts }: { world: World; id: string; parts: readonly FilePart<T>[] },
): Promise<Tables[T][]> {
  const stored = (await rowsBy(writer.tx, { table, column: parent, worldId: world.id }, [id])) as PartRow[]
  const byId = new Map(stored.map((row) => [row.id, row]))
  const unmatched = new Set(stored.filter((row) => !parts.some((part) => part.id === row.id)))

  const match = (part: FilePart<T>): PartRow | undefined => {
    if (part.id !== undefined) return byId.get(part.id)
    const same = [...unmatched].find((row) =>
      Object.entries(part.row).every(([column, value]) => row[column as keyof PartRow] === value),
    )
    if (same !== undefined) unmatched.delete(same)
    return same
  }

  const fresh: Tables[T][] = []
  const rows = parts.map((part) => {
    const before = match(part)
    const row = {
      world_id: world.id,
      id: part.id ?? before?.id ?? writer.ambient.id(kind, world.tag),
      ...part.row,
      created_at: keepTime(part.createdAt, before?.created_at, writer.at),
    } as unknown as Tables[T]
    if (before === undefined && isOfNow(part.createdAt, writer.at)) fresh.push(row)
    return row
  })
  await remove(
    writer.tx,
    world.id,
    [...unmatched].map((row) => row.id),
  )
  await put(writer.tx, rows)
  return fresh
}

/** The parts of each record, in order, without a query for each of them. */
export function partsBy<R, P>(rows: readonly R[], parentOf: (row: R) => string, part: (row: R) => P): Map<string, P[]> {
  const parts = new Map<string, P[]>()
  for (const row of rows) {
    const group = parts.get(parentOf(row))
    if (group === undefined) parts.set(parentOf(row), [part(row)])
    else group.push(part(row))
  }
  return parts
}
