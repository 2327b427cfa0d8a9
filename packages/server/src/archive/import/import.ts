import { countLater, settleCounts } from '../../content/deferred.ts'
import type { Ambient } from '../../core/ambient.ts'
import type { Tx } from '../../db/database.ts'
import { stir } from '../../worlds/stir.ts'
import { createWorld, newWorld, updateWorld, type World } from '../../worlds/worlds.ts'
import { writeCities } from './city.ts'
import { writeContent } from './content.ts'
import { deliverFresh } from './deliveries.ts'
import type { Item, ListName } from './lists.ts'
import { writeMinds } from './minds.ts'
import { writeNetwork } from './network.ts'
import { makePlan, type Plan } from './plan.ts'
import { checkRules } from './rules.ts'
import { LISTED, listIds } from './stored.ts'
import { writeAllTies } from './ties.ts'
import { byWorld, keep, keepTime, placed, type Writer } from './writer.ts'

export interface ImportReport {
  /** Items written, per list; one that was stored already and changed nothing is not counted. */
  readonly counts: Record<string, number>
  /** Ids in the order of the file; lists too long to be read back are left out. */
  readonly ids: Record<string, string[]>
  /** Parts of imported cities that cannot be reached from their first node. */
  readonly islands?: number
}

const IDS_MAX = 10_000

function reporter(lists: Plan['lists']) {
  const counts: Record<string, number> = {}
  const ids: Record<string, string[]> = {}
  const note: Writer['note'] = (list, index, id, counted = true) => {
    counts[list] = (counts[list] ?? 0) + (counted ? 1 : 0)
    if ((lists[list as ListName]?.length ?? 0) > IDS_MAX) return
    ids[list] ??= []
    ids[list][index] = id
  }
  return { counts, ids, note }
}

function merged(base: Omit<World, 'tag'>, item: Item<'worlds'>): Omit<World, 'tag'> {
  return {
    id: base.id,
    kind: base.kind,
    name: keep(item.name, base.name, base.id),
    status: keep(item.status, base.status, 'running'),
    designation: keep(item.designation, base.designation, null),
    capacity: keep(item.capacity, base.capacity, null),
    visitorsPaused: keep(item.visitorsPaused, base.visitorsPaused, false),
    residentsPaused: keep(item.residentsPaused, base.residentsPaused, false),
    overlay: keep(item.overlay, base.overlay, {}),
    createdAt: keepTime(item.createdAt, base.createdAt, base.createdAt),
    mapVersion: base.mapVersion,
  }
}

/** Every world the file speaks of, as it will be; a world that does not change keeps its caches. */
async function writeWorlds(
  tx: Tx,
  ambient: Ambient,
  { lists, known }: Plan,
  at: number,
  note: Writer['note'],
): Promise<Map<string, World>> {
  const worlds = new Map(known.byId)
  for (const [index, item] of lists.worlds.entries()) {
    const id = item.id ?? ambient.id('world')
    const stored = worlds.get(id)
    if (stored === undefined) {
      worlds.set(id, await createWorld(tx, ambient, merged(newWorld(id, id, at), item)))
    } else {
      const world = { ...merged(stored, item), tag: stored.tag }
      if (JSON.stringify({ ...stored }) !== JSON.stringify({ ...stored, ...world })) await updateWorld(tx, world)
      worlds.set(id, world)
    }
    note('worlds', index, id)
  }
  return worlds
}

/** Ids the file brought along lead to their worlds by the directory; ids made here carry a tag. */
async function listGivenIds(writer: Writer): Promise<void> {
  for (const list of LISTED) {
    if (list === 'destinations') continue
    for (const [world, entries] of byWorld(placed(writer, list)))
      await listIds(
        writer.tx,
        world,
        entries.flatMap(({ item }) => item.id ?? []),
      )
  }
}

/** Lists that residents look at. */
const SEEN = ['agents', 'topics', 'posts', 'follows', 'relationships', 'memories', 'ideas', 'challenges'] as const

async function stirWorlds(writer: Writer): Promise<void> {
  const stirred = new Set(SEEN.flatMap((list) => [...byWorld(placed(writer, list)).keys()].map(({ id }) => id)))
  for (const id of [...stirred].sort()) await stir(writer.tx, id, writer.at)
}

/**
 * Imports a world file. All of it is checked before any of it is written, so that a refusal names the first thing that
 * is wrong and leaves the store as it was.
 */
export async function importWorldFile(tx: Tx, ambient: Ambient, file: unknown, at: number): Promise<ImportReport> {
  const plan = await makePlan(tx, file)
  await checkRules(tx, plan)

  const { counts, ids, note } = reporter(plan.lists)
  const worlds = await writeWorlds(tx, ambient, plan, at, note)
  const counting = countLater(tx)
  const writer: Writer = { ...plan, tx: counting, ambient, at, worlds, note, fresh: [] }
  await writeContent(writer)
  await writeAllTies(writer)
  await settleCounts(counting)
  await writeNetwork(writer)
  await writeMinds(writer)
  const { destinations, islands } = await writeCities(writer)
  await deliverFresh({ ...writer, tx })
  await stirWorlds(writer)
  await listGivenIds(writer)
  for (const place of destinations) await listIds(tx, place.world, place.ids)
  if (destinations.length > 0) ids.destinations = destinations.flatMap((place) => place.ids)
  return { counts, ids, ...(islands > 0 ? { islands } : {}) }
}
