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

/** Nothing counts their rows, so they are written once the counters of content are settled. */
export const UNCOUNTED_LISTS = [...NETWORK_LISTS, ...MIND_LISTS, ...CITY_LISTS] as const

/**
 * Every list of a world file but the worlds themselves, in the order in which they are written and exported. What an
 * item becomes in the store is the business of the room that owns its table.
 */
export const FILE_LISTS = [...CONTENT_LISTS, ...UNCOUNTED_LISTS] as const

type Missing = Exclude<WorldFileList, 'worlds' | (typeof FILE_LISTS)[number]['list']>
/** Fails to compile when a list of the contract has no room. */
const byName: ReadonlyMap<WorldFileList, FileList> & ([Missing] extends [never] ? unknown : Missing) = new Map(
  FILE_LISTS.map((of): [WorldFileList, FileList] => [of.list, of]),
)

/** How the items of a list are written and read. */
export const fileList = <L extends WorldFileList>(list: L): FileList<L> | undefined =>
  byName.get(list) as FileList<L> | undefined

/**
 * One world as a world file: importing it where there is nothing makes the same world again. Call it inside a
 * snapshot, so that all of it is of one moment.
 */
export async function exportWorld(read: Read, worldId: string): Promise<WorldFile> {
  const world = (await readWorlds(read)).byId.get(worldId)
  if (world === undefined) throw notFound('World not found; GET /_operator/worlds lists them')
  let file: WorldFile = { worlds: [worldItem(world)] }
  for (const of of FILE_LISTS) {
    const items = await of.read(read, worldId, file)
    // A file has one city, or none; every other list is there even when it is empty.
    if (of.list !== 'city') file = { ...file, [of.list]: items }
    else if (items.length > 0) file = { ...file, city: items[0] as WorldFileItem<'city'> }
  }
  return file
}
