// Export of a world as a world file.
import type { WorldFile, WorldFileItem, WorldFileList } from '@agent-network/contract'
import { notFound } from '../../platform/core/api-error.ts'
import type { Read } from '../../platform/db/database.ts'
import type { FileList } from '../../platform/worlds/file-list.ts'
import { worldItem } from '../../platform/worlds/file-parts.ts'
import { readWorlds } from '../../platform/worlds/worlds.ts'
import { CITY_LISTS } from '../../stores/city/world-file/lists.ts'
import { MIND_LISTS } from '../../stores/minds/world-file.ts'
import { NETWORK_LISTS } from '../../stores/network/world-file.ts'
import { CONTENT_LISTS } from '../../stores/posts/world-file.ts'

/** Rows that no counter counts. They are written after the content counters are complete. */
export const UNCOUNTED_LISTS = [...NETWORK_LISTS, ...MIND_LISTS, ...CITY_LISTS] as const

/**
 * Every list of a world file except the worlds, in the order of import and export. The module that owns a table
 * converts its items.
 */
export const FILE_LISTS = [...CONTENT_LISTS, ...UNCOUNTED_LISTS] as const

type Missing = Exclude<WorldFileList, 'worlds' | (typeof FILE_LISTS)[number]['list']>
/** Fails to compile if a list of the contract has no converter. */
const byName: ReadonlyMap<WorldFileList, FileList> & ([Missing] extends [never] ? unknown : Missing) = new Map(
  FILE_LISTS.map((of): [WorldFileList, FileList] => [of.list, of]),
)

/** The converter of a list's items. */
export const fileList = <L extends WorldFileList>(list: L): FileList<L> | undefined =>
  byName.get(list) as FileList<L> | undefined

/**
 * One world as a world file. Importing it into an empty store recreates the world. Call it inside a snapshot, so that
 * the file is consistent.
 */
export async function exportWorld(read: Read, worldId: string): Promise<WorldFile> {
  const world = (await readWorlds(read)).byId.get(worldId)
  if (world === undefined) throw notFound('World not found; GET /_operator/worlds lists them')
  let file: WorldFile = { worlds: [worldItem(world)] }
  for (const of of FILE_LISTS) {
    const items = await of.read(read, worldId, file)
    // A file has one city or none; every other list is present even if empty.
    if (of.list !== 'city') file = { ...file, [of.list]: items }
    else if (items.length > 0) file = { ...file, city: items[0] as WorldFileItem<'city'> }
  }
  return file
}
