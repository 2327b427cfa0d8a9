import type { CityMap } from '../city/map/city-map.ts'
import { route } from '../city/map/route.ts'
import type { Happening } from './happenings.ts'
import type { Thing } from './things.ts'

/** Kinds of place that high water reaches, on the lowest level. */
const WET = /^(?:pier|lookout|promenade|market)$/

/** What is shut at a moment: places, and lifts by their nodes. */
export interface Closures {
  readonly places: ReadonlySet<string>
  /** Nodes of lifts that stand still. */
  readonly lifts: ReadonlySet<number>
}

export const NOTHING_CLOSED: Closures = { places: new Set(), lifts: new Set() }

/** The nodes that one lift joins: those reached from its halt by links that change level. */
export function liftNodes(map: CityMap, halt: number): Set<number> {
  const { start, to } = map.inside.graph
  const found = new Set([halt])
  for (const node of found) {
    const { level } = map.position(node)
    for (let slot = start[node]!; slot < start[node + 1]!; slot++)
      if (map.position(to[slot]!).level !== level) found.add(to[slot]!)
  }
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
  const lifts = new Set<number>()
  for (const { kind, stage } of happenings)
    if (kind === 'flood' && stage === 'begun') for (const id of flooded(map)) places.add(id)
  for (const { kind, state, placeId } of things) {
    if (kind !== 'lift' || state.sort !== 'working' || !state.broken) continue
    const halt = map.destination(placeId)
    if (halt !== undefined) for (const node of liftNodes(map, halt.node)) lifts.add(node)
  }
  return places.size === 0 && lifts.size === 0 ? NOTHING_CLOSED : { places, lifts }
}

/** Whether the way from one node to another is open: the place is, and no lift on the way stands still. */
export function isOpen(map: CityMap, closures: Closures, from: number, to: { id: string; node: number }): boolean {
  if (closures.places.has(to.id)) return false
  if (closures.lifts.size === 0) return true
  const nodes = route(map, from, to.node)?.nodes ?? []
  return !nodes.some(
    (node, i) =>
      i > 0 &&
      closures.lifts.has(node) &&
      closures.lifts.has(nodes[i - 1]!) &&
      map.position(node).level !== map.position(nodes[i - 1]!).level,
  )
}
