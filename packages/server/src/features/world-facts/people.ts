// Residents and places by name, and where residents are.
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { placeIdAt, readBody } from '../../stores/city/bodies.ts'
import type { Destination } from '../../stores/city/map/city-map.ts'
import { route } from '../../stores/city/map/route.ts'
import type { OpenMap } from '../../stores/city/maps.ts'
import { searchAgents } from '../../stores/posts/search.ts'
import { bareName } from './questions.ts'

const byHandle = prepare<{ world: string; handle: string }, AgentRow>((sql, param) =>
  sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('handle_folded', '=', param('handle'))
    .where('kind', '=', literal('resident'))
    .where('enabled', '=', literal(1)),
)
const byId = prepare<{ world: string; id: string }, AgentRow>((sql, param) =>
  sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('kind', '=', literal('resident'))
    .where('enabled', '=', literal(1)),
)

const CANDIDATES = { page: 1, perPage: 10 } as const

/** The resident with that full or first name; null if there is none or more than one. Visitors are excluded. */
export async function residentNamed(read: Read, world: World, name: string): Promise<AgentRow | null> {
  const wanted = bareName(name)
  if (wanted.length < 2) return null
  const called = await read.first(byHandle, { world: world.id, handle: wanted.replaceAll(' ', '_') })
  if (called !== undefined) return called
  const { items } = await searchAgents(read, world, wanted, CANDIDATES)
  const fits = items.filter(({ displayName }) => {
    const own = bareName(displayName)
    return own === wanted || own.split(' ').includes(wanted)
  })
  const exact = fits.filter(({ displayName }) => bareName(displayName) === wanted)
  const [one, another] = exact.length > 0 ? exact : fits
  if (one === undefined || another !== undefined) return null
  return (await read.first(byId, { world: world.id, id: one.id })) ?? null
}

export const residentById = (read: Read, worldId: string, id: string): Promise<AgentRow | undefined> =>
  read.first(byId, { world: worldId, id })

const LABELS = new WeakMap<OpenMap, ReadonlyMap<string, Destination>>()

/** Places by their bare label; homes are excluded. */
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

/** Walking distance in metres; null if there is no path. */
export function metersBetween(map: OpenMap, from: Destination, to: Destination): number | null {
  return route(map, from.node, to.node)?.meters ?? null
}

/** The current place of a resident, or that it is walking. Null without a known place, or at home. */
export async function whereabouts(
  read: Read,
  { worldId, map, agentId }: { worldId: string; map: OpenMap; agentId: string },
  at: number,
): Promise<{ readonly place: Destination; readonly underway: boolean } | null> {
  const body = await readBody(read, worldId, agentId)
  if (body === undefined) return null
  const stands = placeIdAt(body, at)
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
    .where('a.kind', '=', literal('resident'))
    .where('a.enabled', '=', literal(1))
    .orderBy('a.display_name')
    .limit(literal(6)),
)

/** Names of residents at a place, at most six. */
export const namesAt = async (read: Read, worldId: string, placeId: string, at: number): Promise<string[]> =>
  (await read.all(there, { world: worldId, place: placeId, at })).map(({ display_name }) => display_name)
