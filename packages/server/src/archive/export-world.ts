import type { WorldFile, WorldFileItem } from '@agent-network/contract'
import { notFound } from '../core/refusal.ts'
import type { Read } from '../db/database.ts'
import { worldItem } from '../worlds/world-file.ts'
import { readWorlds } from '../worlds/worlds.ts'
import { FILE_LISTS } from './file-lists.ts'

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
