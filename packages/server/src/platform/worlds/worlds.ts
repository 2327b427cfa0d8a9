// Worlds: rows, look-up by id, tags, creation, locks and purge.
import { type BoundedMap, boundedMap } from '../cache/content-cache.ts'
import type { Ambient } from '../core/ambient.ts'
import { invalidInput } from '../core/api-error.ts'
import { isPossibleId } from '../core/text.ts'
import { deleteBatch } from '../db/bulk.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import { createSearch, dropSearch } from '../db/search.ts'
import { WORLD_TABLES } from '../db/tables/table-lists.ts'
import type { WorldRow } from '../db/tables/tables.ts'

export const PRIME = 'prime'
export const WORLD_STATUSES = ['running', 'archived', 'purging'] as const
export type WorldStatus = (typeof WORLD_STATUSES)[number]

export interface World {
  readonly id: string
  readonly tag: string
  readonly kind: 'prime' | 'fork'
  readonly name: string
  readonly status: WorldStatus
  readonly designation: string | null
  readonly capacity: number | null
  readonly visitorsPaused: boolean
  readonly residentsPaused: boolean
  readonly overlay: Readonly<Record<string, unknown>>
  readonly createdAt: number
  /** Version of its compiled city map; empty without a city, null before the first compilation. */
  readonly mapVersion: string | null
}

const worldOf = (row: WorldRow): World => ({
  id: row.id,
  tag: row.tag,
  kind: row.kind as World['kind'],
  name: row.name,
  status: row.status as WorldStatus,
  designation: row.designation,
  capacity: row.capacity,
  visitorsPaused: row.visitors_paused === 1,
  residentsPaused: row.residents_paused === 1,
  overlay: JSON.parse(row.overlay) as Record<string, unknown>,
  createdAt: row.created_at,
  mapVersion: row.map_version,
})

/** All worlds; few enough to keep in memory, and used by every request. */
export interface Worlds {
  readonly byId: ReadonlyMap<string, World>
  readonly byTag: ReadonlyMap<string, World>
  /** The world in which an id without a tag was last found. */
  readonly found: BoundedMap<World>
}

const FOUND_MAX = 10_000

export async function readWorlds(read: Read): Promise<Worlds> {
  const worlds = (await read.sql.selectFrom('worlds').selectAll().orderBy('id').execute()).map(worldOf)
  return {
    byId: new Map(worlds.map((w) => [w.id, w])),
    byTag: new Map(worlds.map((w) => [w.tag, w])),
    found: boundedMap(FOUND_MAX),
  }
}

const worldById = prepare<{ id: string }, WorldRow>((sql, param) =>
  sql.selectFrom('worlds').selectAll().where('id', '=', param('id')),
)

/** One world as a transaction sees it; requests use the control state. */
export async function readWorld(read: Read, id: string): Promise<World | undefined> {
  const row = await read.first(worldById, { id })
  return row === undefined ? undefined : worldOf(row)
}

export const isPurged = (world: World): boolean => world.status === 'purging'

const TAGGED = /^[a-z]+_([0-9a-z]{3})_/

/** The tag in an id, or an empty string. Imported ids may have the tag of another installation. */
export const worldTagOf = (id: string): string => TAGGED.exec(id)?.[1] ?? ''

/** The worlds, and the one to try before the directory: most callers read imported records of their own world. */
type HintedWorlds = Worlds & { readonly hint?: World | null }

const listedWorld = prepare<{ id: string }, { world_id: string }>((sql, param) =>
  sql.selectFrom('directory').select('world_id').where('id', '=', param('id')),
)

/**
 * Finds a record by id alone. Ids created here contain their world's tag; imported ids are in the directory. A purged
 * world has no ids.
 */
export async function findById<T>(
  read: Read,
  worlds: HintedWorlds,
  id: string,
  fetch: (world: World) => Promise<T | undefined>,
): Promise<T | null> {
  if (!isPossibleId(id)) return null
  // An id belongs to one world only, so a match in the likely world is the right one.
  const likely = worlds.byTag.get(worldTagOf(id)) ?? worlds.found.get(id) ?? worlds.hint
  if (likely && !isPurged(likely)) {
    const found = await fetch(likely)
    if (found !== undefined) return found
  }
  const listed = await read.first(listedWorld, { id })
  const world = listed && worlds.byId.get(listed.world_id)
  if (world === undefined || isPurged(world)) return null
  const found = await fetch(world)
  if (found === undefined) return null
  worlds.found.set(id, world)
  return found
}

export type WorldDraft = Omit<World, 'tag'>

const rowOf = (world: World): WorldRow => ({
  id: world.id,
  tag: world.tag,
  kind: world.kind,
  name: world.name,
  status: world.status,
  designation: world.designation,
  capacity: world.capacity,
  visitors_paused: world.visitorsPaused ? 1 : 0,
  residents_paused: world.residentsPaused ? 1 : 0,
  overlay: JSON.stringify(world.overlay),
  created_at: world.createdAt,
  map_version: world.mapVersion,
})

const TAG_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const tagText = (n: number): string =>
  [Math.floor(n / 1_024) % 32, Math.floor(n / 32) % 32, n % 32].map((i) => TAG_ALPHABET[i]).join('')

/** Tags derive from the world's id, not from a counter: a world has the same ids in every simulation. */
async function freeTag(tx: Tx, ambient: Ambient, worldId: string): Promise<string> {
  const draw = ambient.random('tag', worldId)
  for (;;) {
    const tag = tagText(Math.floor(draw() * 32_768))
    const existingWorld = await tx.sql.selectFrom('worlds').select('id').where('tag', '=', tag).executeTakeFirst()
    if (existingWorld === undefined) return tag
  }
}

export async function createWorld(tx: Tx, ambient: Ambient, draft: WorldDraft): Promise<World> {
  tx.touchControl()
  const world: World = { ...draft, tag: await freeTag(tx, ambient, draft.id) }
  await tx.sql.insertInto('worlds').values(rowOf(world)).execute()
  await createSearch(tx, world)
  return world
}

export async function updateWorld(tx: Tx, world: World): Promise<void> {
  tx.touchControl()
  // Only imports replace a map; other changes may have read an older version.
  const { map_version: _, ...row } = rowOf(world)
  await tx.sql.updateTable('worlds').set(row).where('id', '=', world.id).execute()
}

export async function setMapVersion(tx: Tx, worldId: string, version: string): Promise<void> {
  tx.touchControl()
  await tx.sql.updateTable('worlds').set({ map_version: version }).where('id', '=', worldId).execute()
}

const touch = prepare<{ world: string }, unknown>((sql, param) =>
  sql
    .updateTable('worlds')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', param('world')),
)

/** Locks the row until the transaction ends. SQLite has a single writer. */
export async function lockWorld(tx: Tx, { id }: World): Promise<void> {
  if (tx.engine === 'postgres') await tx.run(touch, { world: id })
}

export const newWorld = (id: string, name: string, at: number): WorldDraft => ({
  id,
  kind: id === PRIME ? 'prime' : 'fork',
  name,
  status: 'running',
  designation: null,
  capacity: null,
  visitorsPaused: false,
  residentsPaused: false,
  overlay: {},
  createdAt: at,
  mapVersion: '',
})

/** From here on all reads of the world fail; a periodic job deletes its rows in batches. */
export async function startPurge(tx: Tx, world: World): Promise<void> {
  if (world.kind === 'prime') throw invalidInput('the prime world cannot be purged; name a fork')
  await updateWorld(tx, { ...world, status: 'purging' })
}

/** One batch of a purge; returns the number of deleted rows. The world's row goes last. */
export async function purgeBatch(tx: Tx, world: World, limit: number): Promise<number> {
  for (const table of WORLD_TABLES) {
    const deletedRows = await deleteBatch(tx, table, world.id, limit)
    if (deletedRows > 0) return deletedRows
  }
  await dropSearch(tx, world)
  tx.touchControl()
  await tx.sql.deleteFrom('worlds').where('id', '=', world.id).execute()
  return 1
}
