// Values and parts of world file items, and the import of worlds.
import type { Ambient, IdKind } from '../core/ambient.ts'
import { iso, parseIso, UNKNOWN_TIME, UNKNOWN_TIME_ASCENDING } from '../core/time.ts'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables/tables.ts'
import { rowsBy } from '../db/world-rows.ts'
import { type ImportWriter, type Item, isCurrent } from './file-list.ts'
import { createWorld, newWorld, updateWorld, type World, type Worlds } from './worlds.ts'

/** The file's value, else the stored one, else the default: importing part of an item keeps the rest. */
export const resolveValue = <T>(fileValue: T | undefined, stored: T | undefined, fallback: T): T =>
  fileValue === undefined ? (stored === undefined ? fallback : stored) : fileValue

export const resolveFlag = (fileValue: boolean | undefined, stored: number | undefined, fallback: boolean): number =>
  resolveValue(fileValue === undefined ? undefined : fileValue ? 1 : 0, stored, fallback ? 1 : 0)

export const resolveJson = (fileValue: unknown, stored: string | undefined, fallback: unknown): string =>
  resolveValue(fileValue === undefined ? undefined : JSON.stringify(fileValue), stored, JSON.stringify(fallback))

/** Null is an unknown time. The file's times were validated before, so parsing cannot fail here. */
export const resolveTime = (
  fileValue: string | null | undefined,
  stored: number | undefined,
  fallback: number,
  unknown = UNKNOWN_TIME,
): number =>
  resolveValue(
    fileValue === undefined ? undefined : fileValue === null ? unknown : parseIso(fileValue)!,
    stored,
    fallback,
  )

/** A required time: null counts as absent. */
export const resolveRequiredTime = (
  fileValue: string | null | undefined,
  stored: number | undefined,
  fallback: number,
): number => resolveTime(fileValue ?? undefined, stored, fallback)

/** An optional time: null is stored as null. */
export const resolveTimeOrNull = (
  fileValue: string | null | undefined,
  stored: number | null | undefined,
): number | null =>
  resolveValue(fileValue === undefined ? undefined : fileValue === null ? null : parseIso(fileValue), stored, null)

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
  writer: ImportWriter,
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
      created_at: resolveTime(part.createdAt, before?.created_at, writer.at),
    } as unknown as Tables[T]
    if (before === undefined && isCurrent(part.createdAt, writer.at)) fresh.push(row)
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
  name: resolveValue(item.name, stored.name, stored.id),
  status: resolveValue(item.status, stored.status, 'running'),
  designation: resolveValue(item.designation, stored.designation, null),
  capacity: resolveValue(item.capacity, stored.capacity, null),
  visitorsPaused: resolveValue(item.visitorsPaused, stored.visitorsPaused, false),
  residentsPaused: resolveValue(item.residentsPaused, stored.residentsPaused, false),
  overlay: resolveValue(item.overlay, stored.overlay, {}),
  createdAt: resolveTime(item.createdAt, stored.createdAt, stored.createdAt),
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
    storedWorlds,
    note,
  }: { ambient: Ambient; items: readonly WorldItem[]; storedWorlds: Worlds; note: ImportWriter['note'] },
  at: number,
): Promise<Map<string, World>> {
  const worlds = new Map(storedWorlds.byId)
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
