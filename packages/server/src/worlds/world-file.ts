import type { Ambient } from '../core/ambient.ts'
import type { Tx } from '../db/database.ts'
import type { Item, Writer } from './file-list.ts'
import { keep, keepTime, stamp } from './file-values.ts'
import { createWorld, newWorld, updateWorld, type World, type Worlds } from './worlds.ts'

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

/** Every world the file speaks of, as it will be; a world that does not change keeps its caches. */
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
