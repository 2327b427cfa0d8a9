// Public views of the city: map, bodies, walks and conversations.
import type { Street, StreetPlace } from '@agent-network/contract'
import { yieldToEventLoop } from '../../platform/core/event-loop-budget.ts'
import { atHandle } from '../../platform/core/text.ts'
import { HOUR_MS, isoOrEmpty, MINUTE_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import { isUnderway, placeIdAt, readBody } from './bodies.ts'
import { routeOf } from './journeys.ts'
import { streetsWithin } from './map/city-map.ts'
import type { OpenMap } from './maps.ts'

/** Row limits, above what a page draws. */
const STREETS_MAX = 10_000
const PLACES_MAX = 2_000
const BODIES_MAX = 5_000
/** Walks of one replay. */
const WALKS_MAX = 200

export interface PublicPlace extends StreetPlace {
  readonly id: string
}

export interface PublicMap {
  readonly streets: readonly Street[]
  readonly places: readonly PublicPlace[]
}

const EVERYWHERE = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity }

/** Streets and places to draw. Homes are left out, because addresses are not public. */
export function publicMap(map: OpenMap): PublicMap {
  const streets = streetsWithin(map, EVERYWHERE, STREETS_MAX).map(({ from, to, lift }): Street => {
    const [a, b] = [map.position(from), map.position(to)]
    return { x1: a.x, y1: a.y, level1: a.level, x2: b.x, y2: b.y, level2: b.level, lift }
  })
  const places = map.destinations
    .filter(({ kind }) => kind !== 'home')
    .slice(0, PLACES_MAX)
    .map(({ id, label, kind, node }) => ({ id, label, kind, ...map.position(node) }))
  return { streets, places }
}

/** A corner of a walk: x, y, level, and milliseconds after departure. */
export type Corner = readonly [x: number, y: number, level: number, offsetMs: number]

export interface PublicBody {
  readonly handle: string
  readonly displayName: string
  readonly avatarSeed: string
  /** The current place or the destination; null at a home. */
  readonly placeId: string | null
  readonly since: string
  /** While it walks: times and corners. */
  readonly walk: { readonly departAt: string; readonly arriveAt: string; readonly corners: readonly Corner[] } | null
  readonly resident: boolean
}

interface BodyNow {
  handle: string
  display_name: string
  avatar_seed: string
  resident: number
  destination_id: string
  depart_at: number | null
  arrive_at: number
  route: string | null
}

/** Residents outside their homes, walking or standing. Visitors only where they stand, without their walks. */
const bodiesNow = prepare<{ world: string; at: number; limit: number }, BodyNow>((sql, param) =>
  sql
    .selectFrom('bodies as b')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'b.world_id').onRef('a.id', '=', 'b.agent_id'))
    .leftJoin('journeys as j', (join) =>
      join.onRef('j.world_id', '=', 'b.world_id').onRef('j.id', '=', 'b.journey_id').on('b.resident', '=', literal(1)),
    )
    .select(['a.handle', 'a.display_name', 'a.avatar_seed', 'b.resident', 'b.destination_id'])
    .select(['b.depart_at', 'b.arrive_at', 'j.route'])
    .where('b.world_id', '=', param('world'))
    .where('b.leaves_at', '>', param('at'))
    .where('a.enabled', '=', literal(1))
    .where((eb) => eb.or([eb('b.arrive_at', '<=', param('at')), eb('b.resident', '=', literal(1))]))
    .where((eb) => eb.or([eb('b.depart_at', 'is', null), eb('b.depart_at', '<=', param('at'))]))
    .orderBy('a.handle')
    .limit(param('limit')),
)

interface PastWalk extends Omit<BodyNow, 'resident'> {
  agent_id: string
}

/** Longer than any walk with its stay. */
const LOOKBACK_MS = 3 * HOUR_MS
/** Residents stay 40 to 140 minutes. The time at which a resident left is not stored. */
const USUAL_STAY_MS = 90 * MINUTE_MS

const walksBefore = prepare<{ world: string; from: number; at: number; limit: number }, PastWalk>((sql, param) =>
  sql
    .selectFrom('journeys as j')
    .innerJoin('agents as a', (join) => join.onRef('a.world_id', '=', 'j.world_id').onRef('a.id', '=', 'j.agent_id'))
    .select(['a.handle', 'a.display_name', 'a.avatar_seed', 'j.agent_id', 'j.destination_id', 'j.depart_at'])
    .select(['j.arrive_at', 'j.route'])
    .where('j.world_id', '=', param('world'))
    .where('j.depart_at', '>', param('from'))
    .where('j.depart_at', '<=', param('at'))
    .where('a.kind', '=', literal('resident'))
    .where('a.enabled', '=', literal(1))
    .orderBy('j.depart_at')
    .limit(param('limit')),
)

function bodyView(map: OpenMap, row: BodyNow, at: number): PublicBody {
  const isWalking = row.depart_at !== null && at < row.arrive_at
  const place = map.destination(row.destination_id)
  const route = isWalking && row.route !== null ? routeOf({ route: row.route } as never) : []
  return {
    handle: atHandle(row.handle),
    displayName: row.display_name,
    avatarSeed: row.avatar_seed,
    placeId: place === undefined || place.kind === 'home' ? null : place.id,
    since: isoOrEmpty(isWalking ? row.depart_at : row.arrive_at),
    walk:
      route.length === 0
        ? null
        : {
            departAt: isoOrEmpty(row.depart_at),
            arriveAt: isoOrEmpty(row.arrive_at),
            corners: route.map(({ x, y, level, offsetMs }): Corner => [x, y, level, offsetMs]),
          },
    resident: row.resident === 1,
  }
}

/** Number of routes that are parsed before the event loop is released. */
const ROUTES_PER_SLICE = 500
/** All bodies that are visible in the city now. */
export async function bodiesAt(read: Read, worldId: string, map: OpenMap, at: number): Promise<PublicBody[]> {
  const rows = await read.all(bodiesNow, { world: worldId, at, limit: BODIES_MAX })
  const bodies: PublicBody[] = []
  for (let start = 0; start < rows.length; start += ROUTES_PER_SLICE) {
    if (start > 0) await yieldToEventLoop()
    for (const row of rows.slice(start, start + ROUTES_PER_SLICE)) bodies.push(bodyView(map, row, at))
  }
  return bodies
}

/**
 * Residents that were visible at a past time: on their walk, or for a usual stay after it, unless they walked on
 * before.
 */
export async function bodiesBefore(read: Read, worldId: string, map: OpenMap, then: number): Promise<PublicBody[]> {
  const rows = await read.all(walksBefore, { world: worldId, from: then - LOOKBACK_MS, at: then, limit: BODIES_MAX })
  const latest = new Map(rows.map((row) => [row.agent_id, row]))
  return [...latest.values()]
    .filter(({ arrive_at }) => then < arrive_at + USUAL_STAY_MS)
    .map((row) => bodyView(map, { ...row, resident: 1 }, then))
}

/** A walk of a resident in the past. Walks of world files have no route; their body is at the destination. */
export interface TimedWalk extends PublicBody {
  readonly departAt: string
  readonly arriveAt: string
}

/** Walks of residents that began in a period, in the order of departure. */
export async function walksBetween(
  read: Read,
  worldId: string,
  map: OpenMap,
  { from, to }: { from: number; to: number },
): Promise<TimedWalk[]> {
  const rows = await read.all(walksBefore, { world: worldId, from, at: to, limit: WALKS_MAX })
  return rows.map((row) => ({
    // At its departure each of them walks.
    ...bodyView(map, { ...row, resident: 1 }, row.depart_at ?? to),
    departAt: isoOrEmpty(row.depart_at),
    arriveAt: isoOrEmpty(row.arrive_at),
  }))
}

export interface PublicWalk {
  readonly id: string
  readonly label: string
  readonly departAt: string
  readonly arriveAt: string
}

const walksOfAgent = prepare<
  { world: string; agent: string; from: number; to: number; limit: number },
  { id: string; destination_id: string; depart_at: number; arrive_at: number }
>((sql, param) =>
  sql
    .selectFrom('journeys as j')
    .innerJoin('agents as a', (join) => join.onRef('a.world_id', '=', 'j.world_id').onRef('a.id', '=', 'j.agent_id'))
    .select(['j.id', 'j.destination_id', 'j.depart_at', 'j.arrive_at'])
    .where('j.world_id', '=', param('world'))
    .where('j.agent_id', '=', param('agent'))
    .where('j.depart_at', '>=', param('from'))
    .where('j.depart_at', '<=', param('to'))
    .where('a.kind', '=', literal('resident'))
    .orderBy('j.depart_at', 'desc')
    .limit(param('limit')),
)

/** Walks of a resident in a period, latest first. Walks home are left out; walks of visitors are not public. */
export async function walksOf(
  read: Read,
  { worldId, agentId, from, to, limit }: { worldId: string; agentId: string; from: number; to: number; limit: number },
  map: OpenMap,
): Promise<PublicWalk[]> {
  const rows = await read.all(walksOfAgent, { world: worldId, agent: agentId, from, to, limit })
  return rows.flatMap(({ id, destination_id, depart_at, arrive_at }) => {
    const place = map.destination(destination_id)
    return place === undefined || place.kind === 'home'
      ? []
      : [{ id, label: place.label, departAt: isoOrEmpty(depart_at), arriveAt: isoOrEmpty(arrive_at) }]
  })
}

/** Maximum number of participants that a page shows. */
const TALKERS_MAX = 300

const talkers = prepare<
  { world: string; at: number; limit: number },
  { id: string; destination_id: string; handle: string; display_name: string }
>((sql, param) =>
  sql
    .selectFrom('encounters as e')
    .innerJoin('encounter_participants as p', (j) =>
      j.onRef('p.world_id', '=', 'e.world_id').onRef('p.encounter_id', '=', 'e.id'),
    )
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'p.world_id').onRef('a.id', '=', 'p.agent_id'))
    .select(['e.id', 'e.destination_id', 'a.handle', 'a.display_name'])
    .where('e.world_id', '=', param('world'))
    .where('e.status', '<>', literal('closed'))
    .where('e.deadline', '>=', param('at'))
    .where('p.state', 'in', [literal('engaged'), literal('listener')])
    .where('p.left_at', 'is', null)
    .where('a.kind', '=', literal('resident'))
    .orderBy('e.created_at')
    .orderBy('e.id')
    .orderBy('a.handle')
    .limit(param('limit')),
)

export interface PublicTalk {
  readonly placeId: string
  readonly people: readonly { readonly handle: string; readonly displayName: string }[]
}

/** Which residents talk with each other, and where, without any spoken text. */
export async function talksIn(read: Read, worldId: string, at: number): Promise<PublicTalk[]> {
  const rows = await read.all(talkers, { world: worldId, at, limit: TALKERS_MAX })
  const talks = new Map<string, { placeId: string; people: { handle: string; displayName: string }[] }>()
  for (const { id, destination_id, handle, display_name } of rows) {
    const talk = talks.get(id) ?? { placeId: destination_id, people: [] }
    talk.people.push({ handle: atHandle(handle), displayName: display_name })
    talks.set(id, talk)
  }
  return [...talks.values()].filter(({ people }) => people.length > 1)
}

export interface Whereabouts {
  readonly label: string
  readonly since: string
  readonly isWalking: boolean
}

/** Where an agent is visible now; null at home, if not visible, and for a visitor on a walk. */
export async function whereaboutsOf(
  read: Read,
  { worldId, agentId }: { worldId: string; agentId: string },
  map: OpenMap,
  at: number,
): Promise<Whereabouts | null> {
  const body = await readBody(read, worldId, agentId)
  if (body === undefined) return null
  const isWalking = body.resident === 1 && isUnderway(body, at)
  const place = map.destination((isWalking ? body.destination_id : placeIdAt(body, at)) ?? '')
  if (place === undefined || place.kind === 'home') return null
  return { label: place.label, since: isoOrEmpty(isWalking ? body.depart_at : body.arrive_at), isWalking }
}
