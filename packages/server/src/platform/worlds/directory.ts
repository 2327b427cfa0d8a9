// Directory of imported ids: which world owns an id.
import { batches } from '../db/bulk.ts'
import type { Read, Tx } from '../db/database.ts'
import { deleteRows, upsertRows } from '../db/statements.ts'
import type { Tables } from '../db/tables/tables.ts'
import { rowsBy } from '../db/world-rows.ts'
import { type World, type Worlds, worldTagOf } from './worlds.ts'

/** Tables whose rows are found by id alone, so their imported ids are in the directory. */
export const LISTED_TABLES = [
  'topics',
  'agents',
  'posts',
  'replies',
  'threads',
  'messages',
  'ideas',
  'challenges',
  'destinations',
  'episodes',
  'thoughts',
  'journeys',
  'encounters',
  'games',
] as const
export type ListedTable = (typeof LISTED_TABLES)[number]

export const isListed = (table: string): table is ListedTable => (LISTED_TABLES as readonly string[]).includes(table)

/** Rows of any world, loaded by id. */
export interface StoredRows {
  get<T extends ListedTable>(table: T, id: string): Tables[T] | undefined
  /** The world that owns an id of any kind. */
  owner(id: string): string | undefined
}

/** Finds the world by the tag in the id or by the directory, like every other look-up by id. */
export async function loadStored(
  read: Read,
  worlds: Worlds,
  wanted: ReadonlyMap<ListedTable, ReadonlySet<string>>,
): Promise<StoredRows> {
  const owners = new Map<string, string>()
  const allIds = new Set([...wanted.values()].flatMap((ids) => [...ids]))
  for (const batch of batches(allIds)) {
    const rows = await read.sql.selectFrom('directory').selectAll().where('id', 'in', batch).execute()
    for (const row of rows) owners.set(row.id, row.world_id)
  }
  const found = new Map<ListedTable, Map<string, { world_id: string; id: string }>>()
  for (const [table, ids] of wanted) {
    const byId = new Map<string, { world_id: string; id: string }>()
    for (const [worldId, candidates] of candidatesByWorld(worlds, owners, ids))
      for (const row of await rowsBy(read, { table, column: 'id', worldId }, candidates)) byId.set(row.id, row)
    found.set(table, byId)
  }
  return {
    get: <T extends ListedTable>(table: T, id: string) => found.get(table)?.get(id) as Tables[T] | undefined,
    owner: (id) => owners.get(id),
  }
}

function candidatesByWorld(
  worlds: Worlds,
  owners: ReadonlyMap<string, string>,
  ids: ReadonlySet<string>,
): Map<string, Set<string>> {
  const byWorld = new Map<string, Set<string>>()
  for (const id of ids)
    for (const worldId of new Set([worlds.byTag.get(worldTagOf(id))?.id, owners.get(id)])) {
      if (worldId === undefined) continue
      const there = byWorld.get(worldId)
      if (there === undefined) byWorld.set(worldId, new Set([id]))
      else there.add(id)
    }
  return byWorld
}

/** Adds ids to the directory. An id with its world's tag needs no entry. */
export async function listIds(tx: Tx, world: World, ids: readonly string[]): Promise<void> {
  const rows = ids.filter((id) => worldTagOf(id) !== world.tag).map((id) => ({ id, world_id: world.id }))
  await upsertRows(tx, 'directory', rows)
}

/** Removes ids of deleted rows. */
export const unlistIds = (tx: Tx, world: World, ids: readonly string[]): Promise<void> =>
  deleteRows(tx, 'directory', { worldId: world.id, column: 'id' }, ids)
