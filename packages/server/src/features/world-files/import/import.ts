// Import of a world file.
import type { WorldFileList } from '@agent-network/contract'
import type { Ambient } from '../../../platform/core/ambient.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { scheduleWorldReload } from '../../../platform/jobs/due.ts'
import { LISTED_TABLES, listIds } from '../../../platform/worlds/directory.ts'
import {
  byWorld,
  type FileList,
  type ImportWriter,
  type Item,
  type PlacedItem,
} from '../../../platform/worlds/file-list.ts'
import { writeWorlds } from '../../../platform/worlds/file-parts.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { placeBodies } from '../../../stores/city/world-file/lists.ts'
import { deferCounts, writeDeferredCounts } from '../../../stores/posts/counters.ts'
import { CONTENT_LISTS } from '../../../stores/posts/world-file.ts'
import { UNCOUNTED_LISTS } from '../export-world.ts'
import { deliverFresh } from './deliveries.ts'
import { makePlan, type Plan } from './parse.ts'
import { checkRules, countIslands } from './rules.ts'

export interface ImportReport {
  /** Items written, per list; unchanged items are not counted. */
  readonly counts: Record<string, number>
  /** Ids in the order of the file; very long lists are left out. */
  readonly ids: Record<string, string[]>
  /** Parts of imported cities that cannot be reached from their first node. */
  readonly islands?: number
}

const IDS_MAX = 10_000

function reporter(lists: Plan['lists']) {
  const counts: Record<string, number> = {}
  const ids: Record<string, string[]> = {}
  const places: string[] = []
  const note: ImportWriter['note'] = (list, index, id, counted = true) => {
    counts[list] = (counts[list] ?? 0) + (counted ? 1 : 0)
    if (lists[list].length > IDS_MAX) return
    ids[list] ??= []
    ids[list][index] = id
  }
  const notePlaces: ImportWriter['notePlaces'] = (createdPlaces) => places.push(...createdPlaces)
  return {
    note,
    notePlaces,
    report: () => ({ counts, ids: lists.city.length > 0 ? { ...ids, destinations: places } : ids }),
  }
}

type Place = <L extends WorldFileList>(list: L) => PlacedItem<L>[]

/** Items with their worlds. */
const placeItems =
  ({ lists, homes }: Plan, worlds: ReadonlyMap<string, World>): Place =>
  (list) =>
    lists[list].map((item, index) => ({
      item: item as Item<typeof list>,
      index,
      world: worlds.get(homes[list][index]!)!,
    }))

/** Ids from the file are resolved to worlds by the directory; generated ids contain a world tag. */
async function listGivenIds(tx: Tx, placed: Place): Promise<void> {
  for (const list of LISTED_TABLES) {
    // Places are not a list of the file; the city lists them.
    if (list === 'destinations') continue
    for (const [world, entries] of byWorld(placed(list))) {
      const ids = entries.flatMap(({ item }) => item.id ?? [])
      await listIds(tx, world, ids)
    }
  }
}

/** Lists that residents read. */
const RESIDENT_VISIBLE_LISTS = [
  'agents',
  'topics',
  'posts',
  'follows',
  'relationships',
  'memories',
  'ideas',
  'challenges',
] as const

async function stirWorlds(tx: Tx, placed: Place, at: number): Promise<void> {
  const stirred = new Set(RESIDENT_VISIBLE_LISTS.flatMap((list) => placed(list).map(({ world }) => world.id)))
  for (const id of [...stirred].sort()) await scheduleWorldReload(tx, id, at)
}

/**
 * Imports a world file. The whole file is checked before the first write, so a refusal names the first fault and
 * changes nothing.
 */
export async function importWorldFile(tx: Tx, ambient: Ambient, file: unknown, at: number): Promise<ImportReport> {
  const plan = await makePlan(tx, file)
  await checkRules(tx, plan)

  const { lists, storedWorlds, stored, path } = plan
  const { note, notePlaces, report } = reporter(lists)
  const worlds = await writeWorlds(tx, { ambient, items: lists.worlds, storedWorlds, note }, at)
  const placed = placeItems(plan, worlds)
  const counting = deferCounts(tx)
  const writer: ImportWriter = { tx: counting, ambient, at, lists, path, stored, note, notePlaces, fresh: [] }
  const write = async (fileLists: readonly FileList[]): Promise<void> => {
    for (const of of fileLists) await of.write(writer, placed(of.list))
  }
  await write(CONTENT_LISTS)
  await writeDeferredCounts(counting)
  await write(UNCOUNTED_LISTS)
  await placeBodies(writer, [...placed('stays'), ...placed('journeys')])
  await deliverFresh({ ...writer, tx }, worlds)
  await stirWorlds(tx, placed, at)
  await listGivenIds(tx, placed)
  const islands = lists.city.reduce((sum, city) => sum + countIslands(city), 0)
  return { ...report(), ...(islands > 0 ? { islands } : {}) }
}
