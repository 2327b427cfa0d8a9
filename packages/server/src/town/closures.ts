import type { CityMap } from '../city/map/city-map.ts'
import { legsOf } from '../city/map/legs.ts'
import { type OpenRoute, openRoute } from '../city/map/open-route.ts'
import type { Route } from '../city/map/route.ts'
import { liftsOf } from '../city/map/scale.ts'
import type { Happening } from './happenings.ts'
import type { Thing } from './things.ts'

/** Kinds of place that high water reaches, on the lowest level. */
const WET = /^(?:pier|lookout|promenade|market)$/

/** What is shut at a moment: places, and lifts by their nodes. */
export interface Closures {
  readonly places: ReadonlySet<string>
  /** Nodes of lifts that stand still, each with the id of its lift among the things. */
  readonly lifts: ReadonlyMap<number, string>
}

export const NOTHING_CLOSED: Closures = { places: new Set(), lifts: new Map() }

/** The nodes that one lift joins: those reached from its halt by links that are lifts. Stairs are not. */
function liftNodes({ inside: { graph, scale } }: CityMap, halt: number): Set<number> {
  const { start, to, weight } = graph
  const found = new Set([halt])
  for (const node of found)
    for (let slot = start[node]!; slot < start[node + 1]!; slot++)
      if (liftsOf(scale, weight[slot]!) > 0) found.add(to[slot]!)
  return found
}

/** Places under water in a flood. */
function flooded(map: CityMap): string[] {
  let lowest = Infinity
  for (const { node } of map.destinations) lowest = Math.min(lowest, map.position(node).level)
  return map.destinations
    .filter(({ kind, node }) => WET.test(kind) && map.position(node).level === lowest)
    .map(({ id }) => id)
}

/** What the happenings of this moment shut. */
export function closuresOf(map: CityMap, happenings: readonly Happening[], things: readonly Thing[]): Closures {
  const places = new Set<string>()
  const lifts = new Map<number, string>()
  for (const { kind, stage } of happenings)
    if (kind === 'flood' && stage === 'begun') for (const id of flooded(map)) places.add(id)
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

/** Ways that were looked for while one and the same is shut, by the two nodes. Everybody walks about the same few. */
const FOUND = new WeakMap<Closures, Map<string, OpenRoute>>()
const FOUND_MAX = 5_000

/** The way between two nodes while lifts stand still. */
export function wayBetween(map: CityMap, closures: Closures, from: number, to: number): OpenRoute {
  let found = FOUND.get(closures)
  if (found === undefined || found.size >= FOUND_MAX) {
    found = new Map()
    FOUND.set(closures, found)
  }
  const ends = `${from} ${to}`
  let open = found.get(ends)
  if (open === undefined) {
    open = openRoute(map, from, to, closures.lifts)
    found.set(ends, open)
  }
  return open
}

/** How far it is to a place as things stand, given how far it is usually; null for one that cannot be reached now. */
export function metersNow(map: CityMap, closures: Closures, { from, to }: Ends, usual: number): number | null {
  if (closures.places.has(to.id)) return null
  if (closures.lifts.size === 0) return usual
  const { way, instead } = wayBetween(map, closures, from, to.node)
  return way === null ? null : instead === null ? usual : way.meters
}

/** Whether somebody could walk there now. */
export const isOpen = (map: CityMap, closures: Closures, ends: Ends): boolean =>
  metersNow(map, closures, ends, 0) !== null

/** The lifts that a walk rides. */
export function liftsOn(map: CityMap, way: Route, things: readonly Thing[]): Thing[] {
  const boarded = new Set(legsOf(map, way).flatMap(({ lift }, i) => (lift ? [way.nodes[i]!] : [])))
  return things.filter(({ kind, placeId }) => {
    const halt = kind === 'lift' ? map.destination(placeId) : undefined
    return halt !== undefined && [...liftNodes(map, halt.node)].some((node) => boarded.has(node))
  })
}
