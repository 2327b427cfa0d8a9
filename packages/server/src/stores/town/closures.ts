// Closures in a city: flooded places, broken lifts, routes around them, and the trials that inspect things.
import type { CityMap } from '../city/map/city-map.ts'
import { liftsOf } from '../city/map/graph.ts'
import { legsOf, type OpenRoute, openRoute, type Route } from '../city/map/route.ts'
import type { Happening } from './happenings.ts'
import { describeState, type Thing } from './things.ts'

/** Kinds of place on the lowest level that a flood reaches. */
const WET = /^(?:pier|lookout|promenade|market)$/

/** Closed places, and broken lifts by their nodes. */
export interface Closures {
  readonly places: ReadonlySet<string>
  /** Nodes of broken lifts, each with the id of the lift among the things. */
  readonly lifts: ReadonlyMap<number, string>
}

export const NOTHING_CLOSED: Closures = { places: new Set(), lifts: new Map() }

/** The nodes that one lift joins: those reached from its stop by links that are lifts. Stairs do not count. */
function liftNodes({ inside: { graph, scale } }: CityMap, halt: number): Set<number> {
  const { start, to, weight } = graph
  const found = new Set([halt])
  for (const node of found)
    for (let slot = start[node]!; slot < start[node + 1]!; slot++)
      if (liftsOf(scale, weight[slot]!) > 0) found.add(to[slot]!)
  return found
}

/** Ids of the places that a flood closes. */
function floodedPlaces(map: CityMap): string[] {
  let lowest = Infinity
  for (const { node } of map.destinations) lowest = Math.min(lowest, map.position(node).level)
  return map.destinations
    .filter(({ kind, node }) => WET.test(kind) && map.position(node).level === lowest)
    .map(({ id }) => id)
}

/** The closures that current happenings and broken lifts cause. */
export function closuresOf(map: CityMap, happenings: readonly Happening[], things: readonly Thing[]): Closures {
  const places = new Set<string>()
  const lifts = new Map<number, string>()
  for (const { kind, stage, place_id } of happenings) {
    if (stage !== 'begun') continue
    if (kind === 'flood') for (const id of floodedPlaces(map)) places.add(id)
    if (kind === 'closure') places.add(place_id)
  }
  for (const { id, kind, state, placeId } of things) {
    if (kind !== 'lift' || state.sort !== 'working' || !state.broken) continue
    const halt = map.destination(placeId)
    if (halt !== undefined) for (const node of liftNodes(map, halt.node)) lifts.set(node, id)
  }
  return places.size === 0 && lifts.size === 0 ? NOTHING_CLOSED : { places, lifts }
}

interface Ends {
  readonly from: number
  readonly to: { readonly id: string; readonly node: number }
}

/** Cache of routes per set of closures, by the two nodes. Residents often walk the same few routes. */
const ROUTE_CACHE = new WeakMap<Closures, Map<string, OpenRoute>>()
const ROUTE_CACHE_MAX = 5_000

/** The route between two nodes that avoids broken lifts. */
export function findOpenRoute(map: CityMap, closures: Closures, from: number, to: number): OpenRoute {
  let found = ROUTE_CACHE.get(closures)
  if (found === undefined || found.size >= ROUTE_CACHE_MAX) {
    found = new Map()
    ROUTE_CACHE.set(closures, found)
  }
  const ends = `${from} ${to}`
  let open = found.get(ends)
  if (open === undefined) {
    open = openRoute(map, from, to, closures.lifts)
    found.set(ends, open)
  }
  return open
}

/** Walking distance to a place now, given the usual distance; null if it cannot be reached now. */
export function metersNow(map: CityMap, closures: Closures, { from, to }: Ends, usual: number): number | null {
  if (closures.places.has(to.id)) return null
  if (closures.lifts.size === 0) return usual
  const { way, instead } = findOpenRoute(map, closures, from, to.node)
  return way === null ? null : instead === null ? usual : way.meters
}

/** Whether a place can be reached on foot now. */
export const isOpen = (map: CityMap, closures: Closures, ends: Ends): boolean =>
  metersNow(map, closures, ends, 0) !== null

/** The lifts that a route uses. */
export function liftsOn(map: CityMap, way: Route, things: readonly Thing[]): Thing[] {
  const boarded = new Set(legsOf(map, way).flatMap(({ lift }, i) => (lift ? [way.nodes[i]!] : [])))
  return things.filter(({ kind, placeId }) => {
    const halt = kind === 'lift' ? map.destination(placeId) : undefined
    return halt !== undefined && [...liftNodes(map, halt.node)].some((node) => boarded.has(node))
  })
}

/** The result of an inspection, and the side of the question that it supports. */
export interface TrialFinding {
  readonly side: 'for' | 'against'
  /** A clause without capital letter and full stop. */
  readonly found: string
  /** The place to go to for the inspection. */
  readonly placeId: string
}

export interface TrialContext {
  readonly things: readonly Thing[]
  /** How many of the last forecasts were correct. */
  readonly forecasts: { readonly right: number; readonly all: number }
  readonly at: number
  nameOf(id: string): string
}

/** Clocks agree if they differ by at most this many minutes. */
const AGREE_MINUTES = 4
/** From this number of slugs in the counted bed on, there are many. */
const SLUGS_MANY = 45
const LENT_LONG_MS = 5 * 86_400_000

const describeThing = (context: TrialContext, thing: Thing): string =>
  `${thing.name} ${describeState(thing, context.at, context.nameOf)}`

function clocks(context: TrialContext, all: readonly Thing[]): TrialFinding | null {
  const offset = ({ state }: Thing): number => (state.sort === 'offset' ? state.minutes : 0)
  const sorted = all.toSorted((a, b) => offset(a) - offset(b) || (a.id < b.id ? -1 : 1))
  const [slowest, fastest] = [sorted[0]!, sorted.at(-1)!]
  const apart = offset(fastest) - offset(slowest) > AGREE_MINUTES
  const found =
    slowest === fastest
      ? describeThing(context, slowest)
      : `${describeThing(context, slowest)} and ${describeThing(context, fastest)}`
  return { side: apart ? 'for' : 'against', found, placeId: slowest.placeId }
}

function working(context: TrialContext, all: readonly Thing[], ifBroken: TrialFinding['side']): TrialFinding {
  const broken = all.find(({ state }) => state.sort === 'working' && state.broken)
  const thing = broken ?? all[0]!
  const other = ifBroken === 'for' ? 'against' : 'for'
  return { side: broken === undefined ? other : ifBroken, found: describeThing(context, thing), placeId: thing.placeId }
}

function books(context: TrialContext, all: readonly Thing[]): TrialFinding {
  const out = all.filter(({ state }) => state.sort === 'lent' && state.to !== '')
  const long = out.find(({ since }) => context.at - since > LENT_LONG_MS)
  const thing = long ?? out[0] ?? all[0]!
  return { side: long === undefined ? 'against' : 'for', found: describeThing(context, thing), placeId: thing.placeId }
}

function slugs(context: TrialContext, all: readonly Thing[]): TrialFinding | null {
  const bed = all.find(({ state }) => state.sort === 'count' && /slug/u.test(state.of))
  if (bed === undefined || bed.state.sort !== 'count') return null
  return {
    side: bed.state.n < SLUGS_MANY ? 'for' : 'against',
    found: describeThing(context, bed),
    placeId: bed.placeId,
  }
}

function starter(context: TrialContext, all: readonly Thing[]): TrialFinding {
  const crock = all[0]!
  const hungry = crock.state.sort === 'fed' && context.at - crock.state.at > 30 * 3_600_000
  // An unfed starter speaks for more than one keeper.
  return { side: hungry ? 'for' : 'against', found: describeThing(context, crock), placeId: crock.placeId }
}

function tide(context: TrialContext, all: readonly Thing[]): TrialFinding {
  const board = all[0]!
  const steps = board.state.sort === 'steps' ? board.state.steps : 0
  // Steps seven and eight are worn into one, so a reading of either is unreliable.
  return {
    side: steps === 7 || steps === 8 ? 'against' : 'for',
    found: describeThing(context, board),
    placeId: board.placeId,
  }
}

function forecast({ forecasts: { right, all }, things }: TrialContext): TrialFinding | null {
  if (all < 3) return null
  return {
    // A forecast in percent that is right less than 60 % of the time is no better than a yes or no.
    side: right / all < 0.6 ? 'for' : 'against',
    found: `of the last ${all} forecasts ${right} came out on the right side`,
    placeId: things.find(({ kind }) => kind === 'vane')?.placeId ?? '',
  }
}

type Measure = (context: TrialContext, all: readonly Thing[]) => TrialFinding | null

/** The kind of thing that decides an issue. Other issues cannot be measured. */
const BY_ISSUE: Readonly<Record<string, readonly [kind: Thing['kind'], measure: Measure]>> = {
  clocks: ['clock', clocks],
  liftspeed: ['lift', (yard, all) => working(yard, all, 'against')],
  lostbook: ['book', books],
  slugs: ['tally', slugs],
  starter: ['starter', starter],
  tidecount: ['tide', tide],
  forecast: ['vane', forecast],
  bells: ['bell', (yard, all) => working(yard, all, 'for')],
}

/** Whether an issue can be decided by an inspection. */
export const isMeasurable = (issue: string): boolean => Object.hasOwn(BY_ISSUE, issue)

/** Inspects the things that decide an issue; null if there are none. */
export function measure(issue: string, context: TrialContext): TrialFinding | null {
  const by = BY_ISSUE[issue]
  if (by === undefined) return null
  const [kind, find] = by
  const all = context.things.filter((thing) => thing.kind === kind)
  return all.length === 0 ? null : find(context, all)
}
