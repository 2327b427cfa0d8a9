// Values and parts of world file items, and the import of worlds.
import type { Ambient, IdKind } from '../core/ambient.ts'
import { iso, parseIso, UNKNOWN_TIME, UNKNOWN_TIME_ASCENDING } from '../core/time.ts'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables/tables.ts'
import { rowsBy } from '../db/world-rows.ts'
import { type Item, isOfNow, type Writer } from './file-list.ts'
import { createWorld, newWorld, updateWorld, type World, type Worlds } from './worlds.ts'

/** The file's value, else the stored one, else the default: importing part of an item keeps the rest. */
export const keep = <T>(given: T | undefined, stored: T | undefined, otherwise: T): T =>
  given === undefined ? (stored === undefined ? otherwise : stored) : given

export const keepFlag = (given: boolean | undefined, stored: number | undefined, otherwise: boolean): number =>
  keep(given === undefined ? undefined : given ? 1 : 0, stored, otherwise ? 1 : 0)

export const keepJson = (given: unknown, stored: string | undefined, otherwise: unknown): string =>
  keep(given === undefined ? undefined : JSON.stringify(given), stored, JSON.stringify(otherwise))

/** Null is an unknown time. The file's times were validated before, so parsing cannot fail here. */
export const keepTime = (
  given: string | null | undefined,
  stored: number | undefined,
  otherwise: number,
  unknown = UNKNOWN_TIME,
): number => keep(given === undefined ? undefined : given === null ? unknown : parseIso(given)!, stored, otherwise)

/** A required time: null counts as absent. */
export const bodyTime = (given: string | null | undefined, stored: number | undefined, otherwise: number): number =>
  keepTime(given ?? undefined, stored, otherwise)

/** An optional time: null is stored as null. */
export const keepTimeOrNull = (given: string | null | undefined, stored: number | null | undefined): number | null =>
  keep(given === undefined ? undefined : given === null ? null : parseIso(given), stored, null)

/** A stored time in file format; null is an unknown time. */
export const stamp = (at: number): string | null =>
  at === UNKNOWN_TIME || at === UNKNOWN_TIME_ASCENDING ? null : iso(at)

export const stampOrNull = (at: number | null): string | null => (at === null ? null : stamp(at))

type PartTableName = 'idea_events' | 'contributions' | 'encounter_turns'
type PartRow = Tables[PartTableName]

/** A table whose rows are parts of another row: the events of an idea, the turns of a conversation. */
export interface PartTable<T extends PartTableName> {
  readonly table: T
  readonly kind: IdKind
  /** The column with the parent's id. */
  readonly parent: keyof Tables[T] & string
  put(tx: Tx, rows: readonly Tables[T][]): Promise<void>
  remove(tx: Tx, worldId: string, ids: readonly string[]): Promise<void>
}

/** One part from the file. */
export interface FilePart<T extends PartTableName> {
  readonly id: string | undefined
  readonly createdAt: string | null | undefined
  readonly row: Omit<Tables[T], 'world_id' | 'id' | 'created_at'>
}

/**
 * The file's parts of a record replace the stored ones. A part without an id matches the stored one with the same
 * content, so that a file can be imported twice. Returns parts that are new to the store and current.
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

/** The parts of each record in order, without a query per record. */
export function partsBy<R, P>(rows: readonly R[], parentOf: (row: R) => string, part: (row: R) => P): Map<string, P[]> {
  const parts = new Map<string, P[]>()
  for (const row of rows) {
    const group = parts.get(parentOf(row))
    if (group === undefined) parts.set(parentOf(row), [part(row)])
    else group.push(part(row))
  }
  return parts
}

type WorldItem = Item<'worlds'>

const changed = (stored: Omit<World, 'tag'>, item: WorldItem): Omit<World, 'tag'> => ({
  id: stored.id,
  kind: stored.kind,
  name: keep(item.name, stored.name, stored.id),
  status: keep(item.status, stored.status, 'running'),
  designation: keep(item.designation, stored.designation, null),
  capacity: keep(item.capacity, stored.capacity, null),
  visitorsPaused: keep(item.visitorsPaused, stored.visitorsPaused, false),
  residentsPaused: keep(item.residentsPaused, stored.residentsPaused, false),
  overlay: keep(item.overlay, stored.overlay, {}),
  createdAt: keepTime(item.createdAt, stored.createdAt, stored.createdAt),
  mapVersion: stored.mapVersion,
})

export const worldItem = (world: World): WorldItem => ({
  id: world.id,
  kind: world.kind,
  name: world.name,
  status: world.status,
  designation: world.designation as 'visitor' | null,
  capacity: world.capacity,
  visitorsPaused: world.visitorsPaused,
  residentsPaused: world.residentsPaused,
  overlay: world.overlay,
  createdAt: stamp(world.createdAt),
})

/** All worlds of the file after the import; an unchanged world keeps its caches. */
export async function writeWorlds(
  tx: Tx,
  {
    ambient,
    items,
    known,
    note,
  }: { ambient: Ambient; items: readonly WorldItem[]; known: Worlds; note: Writer['note'] },
  at: number,
): Promise<Map<string, World>> {
  const worlds = new Map(known.byId)
  for (const [index, item] of items.entries()) {
    const id = item.id ?? ambient.id('world')
    const stored = worlds.get(id)
    if (stored === undefined) {
      worlds.set(id, await createWorld(tx, ambient, changed(newWorld(id, id, at), item)))
    } else {
      const world = { ...changed(stored, item), tag: stored.tag }
      if (JSON.stringify({ ...stored }) !== JSON.stringify({ ...stored, ...world })) await updateWorld(tx, world)
      worlds.set(id, world)
    }
    note('worlds', index, id)
  }
  return worlds
}
