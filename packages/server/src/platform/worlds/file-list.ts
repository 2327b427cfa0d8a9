// Lists of a world file: how tables are imported and exported.
import type { WorldFile, WorldFileItem, WorldFileList } from '@agent-network/contract'
import type { Ambient, IdKind } from '../core/ambient.ts'
import { parseIso } from '../core/time.ts'
import type { Read, Tx } from '../db/database.ts'
import type { PostRow, ReplyRow, Tables } from '../db/tables/tables.ts'
import { compareText, type DatedTable, datedRows, rowsBy, rowsOf } from '../db/world-rows.ts'
import { isListed, type StoredRows } from './directory.ts'
import type { World } from './worlds.ts'

/** A new row with a current or future time. All other imported rows are history (AMB-143). */
export type FreshRow =
  | { readonly kind: 'post'; readonly row: Omit<PostRow, 'position' | 'like_count' | 'reply_count'> }
  | { readonly kind: 'idea'; readonly row: Tables['ideas'] }
  | { readonly kind: 'challenge'; readonly row: Tables['challenges'] }
  | { readonly kind: 'reply'; readonly row: Omit<ReplyRow, 'like_count' | 'inbox'> }
  | { readonly kind: 'like'; readonly row: Tables['likes'] }
  | { readonly kind: 'repost'; readonly row: Tables['reposts'] }
  | { readonly kind: 'follow'; readonly row: Tables['follows'] }
  | { readonly kind: 'message'; readonly row: Tables['messages'] }
  | { readonly kind: 'encounter'; readonly row: Tables['encounters'] }
  | { readonly kind: 'turn'; readonly row: Tables['encounter_turns'] }
  | { readonly kind: 'game'; readonly row: Tables['games'] }

/** An absent time means now; null, an unknown time, is history. */
export const isCurrent = (stamp: string | null | undefined, at: number): boolean =>
  stamp === undefined || (stamp !== null && parseIso(stamp)! >= at)

/** Record kinds that members of a world file can refer to. */
export const REFERABLE = ['topics', 'agents', 'posts', 'replies', 'threads', 'ideas', 'destinations'] as const
export type Referable = (typeof REFERABLE)[number]

export const NOUNS: Record<Referable, string> = {
  topics: 'topic',
  agents: 'agent',
  posts: 'post',
  replies: 'reply',
  threads: 'thread',
  ideas: 'idea',
  destinations: 'destination',
}

/** A member of an item that refers to another record. */
export interface RecordRef {
  readonly kind: Referable
  readonly id: string
  readonly member: string
}

/** Empty for an absent or null member. */
export const refTo = (kind: Referable, id: string | null | undefined, member: string): RecordRef[] =>
  id === undefined || id === null || id === '' ? [] : [{ kind, id, member }]

export const refToAgent = (item: { readonly agentId: string }): RecordRef[] => refTo('agents', item.agentId, 'agentId')

/** The references of an item's parts, each under its own path. */
export const refsOfEach = <T>(
  items: readonly T[] | undefined,
  member: string,
  refs: (item: T, path: string) => RecordRef[],
): RecordRef[] => (items ?? []).flatMap((item, i) => refs(item, `${member}[${i}]`))

export type Item<L extends WorldFileList> = WorldFileItem<L>
export type Lists = { readonly [L in WorldFileList]: readonly Item<L>[] }

/** Path of a member in the file, for messages to the operator. */
export type MemberPath = (list: WorldFileList, index: number, member?: string) => string

/** A validated file during its import. */
export interface ImportWriter {
  readonly tx: Tx
  readonly ambient: Ambient
  readonly at: number
  readonly lists: Lists
  readonly path: MemberPath
  /** The stored rows of all records that the file names. */
  readonly stored: StoredRows
  /** New rows with a current time, in write order. */
  readonly fresh: FreshRow[]
  /** Reports the id of an item; an unchanged item is not counted. */
  note(list: WorldFileList, index: number, id: string, counted?: boolean): void
  /** Reports the ids of a city's places. */
  notePlaces(ids: readonly string[]): void
}

/** An item with its position in the file and its world. */
export interface PlacedItem<L extends WorldFileList> {
  readonly item: Item<L>
  readonly index: number
  readonly world: World
}

/** One list of a world file, as the module that owns its tables writes and reads it. */
export interface FileList<L extends WorldFileList = WorldFileList> {
  readonly list: L
  /**
   * Every member that refers to another record. An item without `worldId` belongs to the world of its first reference,
   * so their order matters.
   */
  references(item: Item<L>): RecordRef[]
  write(writer: ImportWriter, entries: readonly PlacedItem<L>[]): Promise<void>
  /** All items of one world; `before` contains the lists read so far. */
  read(read: Read, worldId: string, before: WorldFile): Promise<Item<L>[]>
}

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

interface TableOf<L extends WorldFileList, T extends keyof Tables> {
  readonly list: L
  readonly table: T
  references(item: Item<L>): RecordRef[]
}

type AgentTable = {
  [T in keyof Tables]: Tables[T] extends { world_id: string; agent_id: string } ? T : never
}[keyof Tables]

interface StateTable<L extends WorldFileList, T extends AgentTable> extends TableOf<L, T> {
  rowOf(
    item: Item<L>,
    stored: Tables[T] | undefined,
    key: { readonly world_id: string; readonly agent_id: string },
    writer: ImportWriter,
  ): Tables[T]
  viewOf(row: Tables[T]): Item<L>
  put(tx: Tx, rows: readonly Tables[T][]): Promise<void>
}

type StateListName = 'memories' | 'moods' | 'reputations' | 'topicProfiles'

/** A list with one record per agent, found and sorted by agent. */
export function stateList<L extends StateListName, T extends AgentTable>(of: StateTable<L, T>): FileList<L> {
  const { list, table, references, rowOf, viewOf, put } = of
  return {
    list,
    references,
    async write(writer, entries) {
      for (const [world, here] of byWorld(entries)) {
        const agents = here.map(({ item }) => item.agentId)
        const found = await rowsBy(writer.tx, { table, column: 'agent_id' as never, worldId: world.id }, agents)
        const stored = new Map(found.map((row) => [row.agent_id, row]))
        const rows = here.map(({ item, index }) => {
          writer.note(list, index, item.agentId)
          return rowOf(item, stored.get(item.agentId), { world_id: world.id, agent_id: item.agentId }, writer)
        })
        await put(writer.tx, rows)
      }
    },
    async read(read, worldId) {
      const rows = await rowsOf(read, table, worldId)
      return rows.sort((a, b) => compareText(a.agent_id, b.agent_id)).map(viewOf)
    },
  }
}

/** The stored row of an item, if any. */
export type RowFinder<L extends WorldFileList, R> = (item: Item<L>) => R | undefined

/** Matches items with stored rows by id. */
async function matchById<L extends WorldFileList, T extends DatedTable>(
  { tx, stored }: ImportWriter,
  { table, worldId }: { table: T; worldId: string },
  entries: readonly PlacedItem<L>[],
): Promise<RowFinder<L, Tables[T]>> {
  if (isListed(table))
    return ({ id }) => (id === undefined ? undefined : (stored.get(table, id) as Tables[T] | undefined))
  const ids = entries.flatMap(({ item }) => item.id ?? [])
  const rows = await rowsBy(tx, { table, column: 'id' as never, worldId }, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ({ id }) => (id === undefined ? undefined : byId.get(id))
}

/** `R` is a row before its module has added counts and position. */
interface RowTable<L extends WorldFileList, T extends DatedTable, R> extends TableOf<L, T> {
  /** The id kind for items without an id. */
  readonly kind: IdKind
  rowOf(
    item: Item<L>,
    stored: Tables[T] | undefined,
    key: { readonly world_id: string; readonly id: string },
    writer: ImportWriter,
  ): R
  put(writer: ImportWriter, rows: readonly R[], world: World): Promise<void>
  viewOf(row: Tables[T]): Item<L>
  /** For items that are identified by something other than their id. */
  match?(writer: ImportWriter, world: World, entries: readonly PlacedItem<L>[]): Promise<RowFinder<L, Tables[T]>>
  /** Whether a row is exported; default: all rows. */
  isExported?(row: Tables[T]): boolean
  readonly parts?: Parts<L, T, R>
  /** For rows that are announced to the agents concerned, if they are current. */
  freshOf?(row: R): FreshRow
}

/** An item whose row is stored. */
export interface StoredItem<L extends WorldFileList, R> {
  readonly world: World
  readonly item: Item<L>
  readonly row: R
  /** Whether it is new to the store and current. */
  readonly isFresh: boolean
}

/** Members of an item that have tables of their own, such as the events of an idea. */
interface Parts<L extends WorldFileList, T extends DatedTable, R> {
  /** Called after the item's row is stored. */
  write(writer: ImportWriter, whole: StoredItem<L, R>): Promise<void>
  /** The members of each row, for all rows of a world at once. */
  read(read: Read, worldId: string, before: WorldFile): Promise<(row: Tables[T]) => Partial<Item<L>>>
}

/** A list of records with an id and a time each. */
export function rowList<L extends WorldFileList, T extends DatedTable, R>(of: RowTable<L, T, R>): FileList<L> {
  const { list, table, kind, references, rowOf, viewOf, put, match, isExported = () => true, parts, freshOf } = of
  return {
    list,
    references,
    async write(writer, entries) {
      for (const [world, here] of byWorld(entries)) {
        const stored = await (match?.(writer, world, here) ?? matchById(writer, { table, worldId: world.id }, here))
        const rows: R[] = []
        for (const { item, index } of here) {
          const before = stored(item)
          const id = before?.id ?? item.id ?? writer.ambient.id(kind, world.tag)
          writer.note(list, index, id)
          const row = rowOf(item, before, { world_id: world.id, id }, writer)
          rows.push(row)
          const isFresh = before === undefined && isCurrent(item.createdAt, writer.at)
          if (isFresh && freshOf !== undefined) writer.fresh.push(freshOf(row))
          // One by one, because parts refer to their row and may have ids of their own.
          if (parts === undefined) continue
          await put(writer, [row], world)
          await parts.write(writer, { world, item, row, isFresh })
        }
        if (parts === undefined) await put(writer, rows, world)
      }
    },
    async read(read, worldId, before) {
      const rows = (await datedRows(read, table, worldId)).filter(isExported)
      if (parts === undefined) return rows.map(viewOf)
      const membersOf = await parts.read(read, worldId, before)
      return rows.map((row) => ({ ...viewOf(row), ...membersOf(row) }))
    },
  }
}
