// Walks through the city: checks, routes, durations and waypoints.
import type { SkipReason } from '@agent-network/contract'
import { isGateOpen, type Switches } from '../../platform/control/switches.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { AgentRow, Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import {
  type BodyRow,
  DWELL_MS,
  FOREVER,
  freeHome,
  hasBegun,
  isOffered,
  isUnderway,
  lockHomes,
  placeIdAt,
  putBody,
  readBody,
} from './bodies.ts'
import type { CityMap, Destination } from './map/city-map.ts'
import { type BrokenLiftNodes, type Leg, legsOf, openRoute, type Route } from './map/route.ts'

/** One corner of a walk: its position, and the time after departure at which it is reached. */
export interface Waypoint {
  readonly nodeId: string
  readonly x: number
  readonly y: number
  readonly level: number
  readonly offsetMs: number
}

/** Walking speed, waiting time for a lift, and the shortest duration of a walk (1.22). */
const METERS_PER_SECOND = 1.2
const LIFT_MS = 60_000
const SHORTEST_MS = 60_000

const plainMs = (meters: number, lifts: number): number =>
  Math.round((meters / METERS_PER_SECOND) * 1_000) + lifts * LIFT_MS

export const durationMs = (meters: number, lifts: number): number => Math.max(SHORTEST_MS, plainMs(meters, lifts))

/** The time at which each corner is reached, in proportion to the legs. The last one is reached on arrival. */
export function offsetsOf(legs: readonly Leg[], totalMs: number): number[] {
  const costs = legs.map(({ meters, lift }) => (meters / METERS_PER_SECOND) * 1_000 + (lift ? LIFT_MS : 0))
  const sum = costs.reduce((total, cost) => total + cost, 0)
  let reached = 0
  return [
    0,
    ...costs.map((cost, i) => {
      reached += cost
      return i === costs.length - 1 ? totalMs : Math.round(sum === 0 ? 0 : (reached / sum) * totalMs)
    }),
  ]
}

type Corner = Pick<Waypoint, 'x' | 'y' | 'level' | 'offsetMs'>

/** Metres per map unit, measured along the streets of the walk; null if it uses no street. */
export function metersPerUnit(corners: readonly Corner[], meters: number, lifts: number): number | null {
  // Walks shorter than a minute are stretched to one minute; this must not change the scale.
  const stretch = corners.at(-1)!.offsetMs / plainMs(meters, lifts)
  let [walkedMs, drawn] = [0, 0]
  for (const [i, to] of corners.slice(1).entries()) {
    const from = corners[i]!
    if (from.level !== to.level) continue
    walkedMs += (to.offsetMs - from.offsetMs) / stretch
    drawn += Math.hypot(to.x - from.x, to.y - from.y)
  }
  const scale = (walkedMs / 1_000) * (METERS_PER_SECOND / drawn)
  return Number.isFinite(scale) && scale > 0 ? scale : null
}

/** The last corner passed after `elapsedMs`. */
export const lastPassed = (route: readonly Waypoint[], elapsedMs: number): Waypoint =>
  route.findLast(({ offsetMs }) => offsetMs <= elapsedMs) ?? route[0]!

export type JourneyRow = Tables['journeys']

/** Walks shorter than this are declined as too close (1.22). */
const TOO_CLOSE_METERS = 20

/** The start of a walk. */
export interface StartPoint {
  readonly body: BodyRow | undefined
  readonly node: number
  readonly label: string | null
}

/** The home of a resident that is not out; null for visitors and for residents without one. */
const homeOf = (map: CityMap, body: BodyRow | undefined, at: number): Destination | null => {
  if (body?.resident !== 1 || body.home_id === null || body.leaves_at > at) return null
  return map.destination(body.home_id) ?? null
}

/** `9 Attic Street` of `9 Attic Street, cravat pegs`. */
const addressOf = (label: string): string => label.split(',')[0]!

/**
 * Before its first walk a visitor is at the home that the walk will reserve, or else at the first node (1.22). A resident
 * with a home comes from there, unless it is out.
 */
export async function findStartPoint(
  read: Read,
  { world, map, agentId }: { world: World; map: CityMap; agentId: string },
  at: number,
): Promise<StartPoint> {
  const stored = await readBody(read, world.id, agentId)
  const body = stored !== undefined && hasBegun(stored, at) ? stored : undefined
  const home = homeOf(map, body, at)
  if (home !== null) return { body, node: home.node, label: addressOf(home.label) }
  const place = map.destination(body?.destination_id ?? (await freeHome(read, world.id)) ?? '')
  return { body, node: place?.node ?? map.first, label: place?.label ?? null }
}

const queuedWalk = prepare<
  { world: string; agent: string; destination: string; at: number },
  { purpose: string | null }
>((sql, param) =>
  sql
    .selectFrom('journeys')
    .select('purpose')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('destination_id', '=', param('destination'))
    .where('depart_at', '>', param('at')),
)

interface JourneyCheckInput {
  readonly city: Switches
  readonly agent: AgentRow
  readonly destination: Destination | null
  readonly purpose: string | null
  readonly requestedPurpose: string | undefined
  readonly from: StartPoint
  readonly way: Route | null
  readonly queued: boolean
  readonly at: number
}

/** 1.22: reasons to decline a walk; the first that applies is returned. */
const CHECKS: readonly [SkipReason, (facts: JourneyCheckInput) => boolean][] = [
  ['master_disabled', ({ city }) => !isGateOpen(city, 'cityJourneyMasterEnabled')],
  ['agent_not_allowed', ({ agent }) => agent.enabled !== 1 || agent.kind === 'human'],
  ['destination_not_found', ({ destination }) => destination === null],
  [
    'purpose_not_allowed',
    ({ requestedPurpose, destination }) =>
      requestedPurpose !== undefined && !destination!.purposes.includes(requestedPurpose),
  ],
  ['journey_active', ({ from, at }) => from.body !== undefined && isUnderway(from.body, at)],
  ['already_there', ({ from, destination, at }) => placeIdAt(from.body, at) === destination!.id],
  ['unreachable', ({ way }) => way === null],
  ['too_close', ({ way }) => way!.meters < TOO_CLOSE_METERS],
  ['duplicate', ({ queued }) => queued],
]

/** No lift is broken. */
const NO_BROKEN_LIFTS: BrokenLiftNodes = new Set<number>()

export interface PlannedJourney {
  readonly destination: Destination
  readonly purpose: string | null
  readonly from: StartPoint
  readonly way: Route
}

export interface JourneyRequest {
  readonly destinationId: string
  readonly purpose?: string | undefined
}

interface CityConditions {
  readonly map: CityMap
  readonly city: Switches
  readonly at: number
  /** Nodes of broken lifts, which the walk avoids. */
  readonly stillLifts?: BrokenLiftNodes | undefined
}

/** Runs the checks of 1.22 and finds the route, without writing. */
export async function planJourney(
  read: Read,
  { world, agent }: { world: World; agent: AgentRow },
  { map, city, at, stillLifts = NO_BROKEN_LIFTS }: CityConditions,
  { destinationId, purpose: requestedPurpose }: JourneyRequest,
): Promise<PlannedJourney | SkipReason> {
  const found = map.destination(destinationId)
  // Places that are never offered cannot be destinations.
  const destination = found !== undefined && isOffered(found) ? found : null
  const purpose = requestedPurpose ?? destination?.purposes[0] ?? null
  const from = await findStartPoint(read, { world, map, agentId: agent.id }, at)
  const queued = await read.all(queuedWalk, { world: world.id, agent: agent.id, destination: destinationId, at })
  const way = destination === null ? null : openRoute(map, from.node, destination.node, stillLifts).way
  const facts: JourneyCheckInput = {
    city,
    agent,
    destination,
    purpose,
    requestedPurpose,
    from,
    way,
    queued: queued.some((walk) => walk.purpose === purpose),
    at,
  }
  for (const [reason, holds] of CHECKS) if (holds(facts)) return reason
  return { destination: destination!, purpose, from, way: way! }
}

function waypoints(map: CityMap, way: Route, totalMs: number): Waypoint[] {
  const offsets = offsetsOf(legsOf(map, way), totalMs)
  return way.nodes.map((node, i) => ({ nodeId: map.nodeId(node), ...map.position(node), offsetMs: offsets[i]! }))
}

const insertJourney = insertOf('journeys', [
  'world_id',
  'id',
  'agent_id',
  'destination_id',
  'purpose',
  'depart_at',
  'arrive_at',
  'created_at',
  'meters',
  'lifts',
  'from_label',
  'route',
  'dwell_until',
  'next_at',
])

/** Call it before planning: a visitor without a home may reserve one, and needs the lock of homes for that. */
export async function lockFirstWalk(tx: Tx, { world, agent }: { world: World; agent: AgentRow }): Promise<void> {
  if (agent.kind !== 'visitor') return
  const body = await readBody(tx, world.id, agent.id)
  if ((body?.home_id ?? null) === null) await lockHomes(tx, world.id)
}

interface Departure extends PlannedJourney {
  readonly ambient: Ambient
  readonly world: World
  readonly agent: AgentRow
  readonly map: CityMap
}

/** Stores the walk with its route and times. Every later position of the body follows from them. */
export async function startJourney(
  tx: Tx,
  { ambient, world, agent, map, destination, purpose, from, way }: Departure,
  at: number,
): Promise<JourneyRow> {
  const totalMs = durationMs(way.meters, way.lifts)
  const arrive_at = at + totalMs
  const journey: JourneyRow = {
    world_id: world.id,
    id: ambient.id('journey', world.tag),
    agent_id: agent.id,
    destination_id: destination.id,
    purpose,
    depart_at: at,
    arrive_at,
    created_at: at,
    meters: way.meters,
    lifts: way.lifts,
    from_label: from.label,
    route: JSON.stringify(waypoints(map, way, totalMs)),
    dwell_until: arrive_at + DWELL_MS,
    next_at: arrive_at,
  }
  await tx.run(insertJourney, { ...journey })
  const home = from.body?.home_id ?? (agent.kind === 'visitor' ? await freeHome(tx, world.id) : null)
  await putBody(tx, bodyOnJourney(journey, agent.kind === 'resident', home))
  return journey
}

/** A resident goes home after its dwell; a visitor stays at the destination (1.22). */
export const bodyOnJourney = (journey: JourneyRow, resident: boolean, homeId: string | null): BodyRow => ({
  world_id: journey.world_id,
  agent_id: journey.agent_id,
  resident: resident ? 1 : 0,
  destination_id: journey.destination_id,
  journey_id: journey.id,
  depart_at: journey.depart_at,
  arrive_at: journey.arrive_at,
  dwell_until: journey.dwell_until,
  leaves_at: resident ? (journey.dwell_until ?? journey.arrive_at) : FOREVER,
  activity: 'visiting',
  purpose: journey.purpose,
  home_id: homeId,
})

const journeyById = prepare<{ world: string; id: string }, JourneyRow>((sql, param) =>
  sql.selectFrom('journeys').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)

export const readJourney = (read: Read, worldId: string, id: string): Promise<JourneyRow | undefined> =>
  read.first(journeyById, { world: worldId, id })

export const routeOf = (journey: JourneyRow): Waypoint[] =>
  journey.route === null ? [] : (JSON.parse(journey.route) as Waypoint[])
