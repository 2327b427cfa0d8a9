// Residents, places and things by name, where residents are, and where they work.
import { type EntityIndex, indexEntities, type NamedEntity, type ParsedQuestion } from '@agent-network/voice'
import { LRUCache } from 'lru-cache'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { placeIdAt, readBody } from '../../stores/city/bodies.ts'
import type { Destination } from '../../stores/city/map/city-map.ts'
import { route } from '../../stores/city/map/route.ts'
import type { OpenMap } from '../../stores/city/maps.ts'
import { searchAgents } from '../../stores/posts/search.ts'
import { readThings } from '../../stores/town/things.ts'
import { findWorkplace } from '../life/walk/workplaces.ts'
import { bareName, type QuestionContext } from './questions.ts'

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

// ── Names of a world for questions ──

type ResidentName = Pick<
  AgentRow,
  'id' | 'display_name' | 'handle' | 'specialty' | 'bio' | 'interests' | 'created_at'
> & {
  readonly departed_at: number | null
}

/** Residents whose names are indexed; in a larger world others are found by their full name. */
const RESIDENTS_MAX = 400

/** Residents checked for a workplace, at most. */
const WORKERS_CHECKED = 60

const residents = prepare<{ world: string }, ResidentName>((sql, param) =>
  sql
    .selectFrom('agents as a')
    .leftJoin('lives as l', (j) => j.onRef('l.world_id', '=', 'a.world_id').onRef('l.agent_id', '=', 'a.id'))
    .select([
      'a.id',
      'a.display_name',
      'a.handle',
      'a.specialty',
      'a.bio',
      'a.interests',
      'a.created_at',
      'l.departed_at',
    ])
    .where('a.world_id', '=', param('world'))
    .where('a.kind', '=', literal('resident'))
    .where('a.enabled', '=', literal(1))
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(literal(RESIDENTS_MAX)),
)

export interface WorldNames {
  readonly index: EntityIndex
  readonly residents: ReadonlyMap<string, ResidentName>
  /** The workplace of a resident; null if it has none. */
  workplace(id: string): Destination | null
  /** Whether a resident has left the city. */
  hasLeft(id: string): boolean
  nameOf(id: string): string
  /** Names of residents who work at a place. */
  workersAt(placeId: string): string[]
}

/** A question to one resident, with the names of its world. */
export interface LifeQuestion {
  readonly context: QuestionContext & { readonly by: string }
  readonly names: WorldNames
  readonly question: ParsedQuestion
}

/** The label of a place; null without one. */
export const labelOf = ({ context: { map } }: LifeQuestion, placeId: string | null): string | null =>
  placeId === null ? null : (map?.destination(placeId)?.label ?? null)

/** Interests of a resident that it is not against. */
export function interestsOf({ names, context: { by } }: LifeQuestion): { text: string; against: boolean }[] {
  const all = JSON.parse(names.residents.get(by)?.interests ?? '[]') as string[]
  return all.slice(0, 6).flatMap((text) => {
    const [, name, side] = /^([\p{L}\p{N} '’-]{2,40}?)(?:, (for|against))?$/u.exec(text) ?? []
    return name === undefined ? [] : [{ text: name, against: side === 'against' }]
  })
}

interface CachedNames {
  readonly names: WorldNames
  readonly map: OpenMap | null
  readonly at: number
}

/** Names seldom change. A newcomer is found by search until they are read again. */
const FRESH_MS = 5 * 60_000
const cache = new LRUCache<string, CachedNames>({ max: 64 })

async function readNames(read: Read, { world, map }: QuestionContext): Promise<WorldNames> {
  const rows = new Map((await read.all(residents, { world: world.id })).map((row) => [row.id, row]))
  const things = await readThings(read, world.id)
  const people: NamedEntity[] = [...rows.values()].map(({ id, display_name: name, handle }) => ({ id, name, handle }))
  const places = (map?.destinations ?? []).filter(({ kind }) => kind !== 'home')
  const workplaces = new Map<string, Destination | null>()
  const names: WorldNames = {
    index: indexEntities({
      people,
      places: places.slice(0, RESIDENTS_MAX).map(({ id, label: name }) => ({ id, name })),
      things: things.map(({ id, name, kind, keeperId, state }) => ({
        ...{ id, name, kind, keeperId },
        ...(state.sort === 'count' ? { unit: state.of } : {}),
      })),
    }),
    residents: rows,
    workplace(id) {
      const row = rows.get(id)
      if (map === null || row === undefined || row.departed_at !== null) return null
      const cached = workplaces.get(id)
      if (cached !== undefined) return cached
      const found = findWorkplace(row, { map, things })
      workplaces.set(id, found)
      return found
    },
    hasLeft: (id) => (rows.get(id)?.departed_at ?? null) !== null,
    nameOf: (id) => rows.get(id)?.display_name ?? '',
    workersAt: (placeId) =>
      [...rows.keys()]
        .slice(0, WORKERS_CHECKED)
        .filter((id) => names.workplace(id)?.id === placeId)
        .map((id) => names.nameOf(id)),
  }
  return names
}

/** The names of a world, cached for a few minutes. */
export async function namesIn(read: Read, context: QuestionContext): Promise<WorldNames> {
  const { world, map, at } = context
  const cached = cache.get(world.id)
  if (cached !== undefined && cached.map === map && Math.abs(at - cached.at) < FRESH_MS) return cached.names
  const names = await readNames(read, context)
  cache.set(world.id, { names, map, at })
  return names
}
