import { readBody, standsAt } from '../city/bodies.ts'
import type { Destination } from '../city/map/city-map.ts'
import { route } from '../city/map/route.ts'
import type { OpenMap } from '../city/maps.ts'
import { lit, prepare, type Read } from '../db/database.ts'
import { bareName } from './questions.ts'

const LABELS = new WeakMap<OpenMap, ReadonlyMap<string, Destination>>()

/** Places by their bare label; homes are nobody's affair. */
function labelsOf(map: OpenMap): ReadonlyMap<string, Destination> {
  let labels = LABELS.get(map)
  if (labels === undefined) {
    labels = new Map(
      map.destinations.filter(({ kind }) => kind !== 'home').map((place) => [bareName(place.label), place] as const),
    )
    LABELS.set(map, labels)
  }
  return labels
}

export const placeNamed = (map: OpenMap | null, name: string): Destination | null =>
  map === null ? null : (labelsOf(map).get(bareName(name)) ?? null)

/** Metres on foot from one place to another; null when there is no way. */
export function metersBetween(map: OpenMap, from: Destination, to: Destination): number | null {
  return route(map, from.node, to.node)?.meters ?? null
}

/** Where a resident is at this moment: a place, or on the way. Null for one who was never anywhere, or is at home. */
export async function whereabouts(
  read: Read,
  { worldId, map, agentId }: { worldId: string; map: OpenMap; agentId: string },
  at: number,
): Promise<{ readonly place: Destination; readonly underway: boolean } | null> {
  const body = await readBody(read, worldId, agentId)
  if (body === undefined) return null
  const stands = standsAt(body, at)
  const place = map.destination(stands ?? body.destination_id)
  if (place === undefined || place.kind === 'home') return null
  if (stands === null && body.arrive_at <= at) return null
  return { place, underway: stands === null }
}

const there = prepare<{ world: string; place: string; at: number }, { display_name: string }>((sql, param) =>
  sql
    .selectFrom('bodies as b')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'b.world_id').onRef('a.id', '=', 'b.agent_id'))
    .select('a.display_name')
    .where('b.world_id', '=', param('world'))
    .where('b.destination_id', '=', param('place'))
    .where('b.leaves_at', '>', param('at'))
    .where('b.arrive_at', '<=', param('at'))
    .where('a.kind', '=', lit('resident'))
    .where('a.enabled', '=', lit(1))
    .orderBy('a.display_name')
    .limit(lit(6)),
)

/** Residents who stand at a place, by name, six at most. */
export const namesAt = async (read: Read, worldId: string, placeId: string, at: number): Promise<string[]> =>
  (await read.all(there, { world: worldId, place: placeId, at })).map(({ display_name }) => display_name)
