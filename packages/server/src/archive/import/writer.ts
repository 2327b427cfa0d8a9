import type { Ambient } from '../../core/ambient.ts'
import { parseIso, UNKNOWN_TIME } from '../../core/day.ts'
import type { Tx } from '../../db/database.ts'
import type { ReplyRow, Tables } from '../../db/tables.ts'
import type { World } from '../../worlds/worlds.ts'
import type { Item, ListName } from './lists.ts'
import type { Plan } from './plan.ts'

/** A row that is new to the store and of now or later; everything else that a file brings is history (AMB-143). */
export type Fresh =
  | { readonly kind: 'reply'; readonly row: Omit<ReplyRow, 'like_count' | 'inbox'> }
  | { readonly kind: 'like'; readonly row: Tables['likes'] }
  | { readonly kind: 'repost'; readonly row: Tables['reposts'] }
  | { readonly kind: 'follow'; readonly row: Tables['follows'] }
  | { readonly kind: 'message'; readonly row: Tables['messages'] }
  | { readonly kind: 'encounter'; readonly row: Tables['encounters'] }
  | { readonly kind: 'turn'; readonly row: Tables['encounter_turns'] }
  | { readonly kind: 'game'; readonly row: Tables['games'] }

/** No stamp is a stamp of now; a time that nobody knows is history. */
export const isOfNow = (stamp: string | null | undefined, at: number): boolean =>
  stamp === undefined || (stamp !== null && parseIso(stamp)! >= at)

/** A checked file on its way into the store. */
export interface Writer extends Plan {
  readonly tx: Tx
  readonly ambient: Ambient
  readonly at: number
  readonly worlds: ReadonlyMap<string, World>
  /** What is new and of now, in the order of its writing (see deliveries.ts). */
  readonly fresh: Fresh[]
  /** Tells the report which id an item has; one that changed nothing is not counted. */
  note(list: string, index: number, id: string, counted?: boolean): void
}

export interface Placed<L extends ListName> {
  readonly item: Item<L>
  readonly index: number
  readonly world: World
}

export const placed = <L extends ListName>(writer: Writer, list: L): Placed<L>[] =>
  writer.lists[list].map((item, index) => ({
    item: item as Item<L>,
    index,
    world: writer.worlds.get(writer.homes[list][index]!)!,
  }))

/** Most files have one world; queries always have one. */
export function byWorld<T extends { readonly world: World }>(entries: readonly T[]): Map<World, T[]> {
  const groups = new Map<World, T[]>()
  for (const entry of entries) {
    const group = groups.get(entry.world)
    if (group === undefined) groups.set(entry.world, [entry])
    else group.push(entry)
  }
  return groups
}

/** What the file says, else what is stored, else the default: importing part of an item leaves the rest of it alone. */
export const keep = <T>(given: T | undefined, stored: T | undefined, otherwise: T): T =>
  given === undefined ? (stored === undefined ? otherwise : stored) : given

export const keepFlag = (given: boolean | undefined, stored: number | undefined, otherwise: boolean): number =>
  keep(given === undefined ? undefined : given ? 1 : 0, stored, otherwise ? 1 : 0)

export const keepJson = (given: unknown, stored: string | undefined, otherwise: unknown): string =>
  keep(given === undefined ? undefined : JSON.stringify(given), stored, JSON.stringify(otherwise))

/** Null is a time nobody knows; times were read once already, so they can be read. */
export const keepTime = (
  given: string | null | undefined,
  stored: number | undefined,
  otherwise: number,
  unknown = UNKNOWN_TIME,
): number => keep(given === undefined ? undefined : given === null ? unknown : parseIso(given)!, stored, otherwise)

export const byTime = (a: { created_at: number; id: string }, b: { created_at: number; id: string }): number =>
  a.created_at - b.created_at || (a.id < b.id ? -1 : 1)

/** A time that a body cannot do without: null is as good as nothing. */
export const bodyTime = (given: string | null | undefined, stored: number | undefined, otherwise: number): number =>
  keepTime(given ?? undefined, stored, otherwise)

export const orNever = (given: string | null | undefined, stored: number | null | undefined): number | null =>
  keep(given === undefined ? undefined : given === null ? null : parseIso(given), stored, null)
