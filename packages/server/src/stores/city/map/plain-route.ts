// A* routing over streets without preparation, and routes around broken lifts.
import { type CityMap, type MapInternals, withSearch } from './city-map.ts'
import { liftsOf, metersOf } from './graph.ts'
import { legsOf, type Route, route } from './route.ts'
import { isReached, popMin, relax, resetSearch, type Search } from './search.ts'

/** Nodes of broken lifts. */
export type BrokenLiftNodes = Pick<ReadonlySet<number>, 'has' | 'size'>

/** The closed links, and the number of nodes to visit before the search gives up. */
interface SearchBounds {
  readonly isShut: (slot: number, node: number) => boolean
  readonly mostLooked: number
}

const UNBOUNDED: SearchBounds = { isShut: () => false, mostLooked: Infinity }

interface Ends {
  readonly from: number
  readonly to: number
}

/** A* over the streets; returns whether a path exists. Distances are seen from above, since a lift may be short. */
function findWay(
  { graph, x, y, pace }: MapInternals,
  search: Search,
  { from, to }: Ends,
  bounds: SearchBounds,
): boolean {
  const { start, to: ends, weight } = graph
  const { heap, costs } = search
  const [aimX, aimY] = [x[to]!, y[to]!]
  resetSearch(search)
  relax(search, from, 0, 0, -1)
  for (let looked = 0; heap.size > 0 && looked < bounds.mostLooked; looked++) {
    const node = popMin(heap)
    if (node === to) return true
    const cost = costs[node]!
    const end = start[node + 1]!
    for (let slot = start[node]!; slot < end; slot++) {
      if (bounds.isShut(slot, node)) continue
      const next = ends[slot]!
      const total = cost + weight[slot]!
      if (isReached(search, next) && costs[next]! <= total) continue
      const dx = x[next]! - aimX
      const dy = y[next]! - aimY
      // 0 times an infinite line is NaN.
      const rest = pace === 0 ? 0 : pace * Math.sqrt(dx * dx + dy * dy)
      relax(search, next, total, total + rest, node)
    }
  }
  return false
}

function wayWithin(map: CityMap, ends: Ends, bounds: SearchBounds): Route | null {
  const { scale } = map.inside
  return withSearch(map, (search) => {
    if (!findWay(map.inside, search, ends, bounds)) return null
    const nodes: number[] = []
    for (let node = ends.to; node >= 0; node = search.origins[node]!) nodes.push(node)
    const weight = search.costs[ends.to]!
    return { meters: metersOf(scale, weight), lifts: liftsOf(scale, weight), nodes: nodes.reverse() }
  })
}

/** Same result as `route`, found without the hierarchy; tests compare both. Of equal walks it may choose another. */
export const plainRoute = (map: CityMap, from: number, to: number): Route | null =>
  wayWithin(map, { from, to }, UNBOUNDED)

/** Nodes visited in a search around a lift, some milliseconds. After that no route is assumed. */
const VISITED_MAX = 10_000

/**
 * The shortest walk that uses no lift between two of these nodes. The compiled map does not know closures, so it is not
 * used.
 */
export function routeAvoidingLifts(map: CityMap, from: number, to: number, still: BrokenLiftNodes): Route | null {
  const { graph, scale } = map.inside
  const isShut = (slot: number, node: number): boolean =>
    still.has(node) && still.has(graph.to[slot]!) && liftsOf(scale, graph.weight[slot]!) > 0
  return wayWithin(map, { from, to }, { isShut, mostLooked: VISITED_MAX })
}

/** The node at which a walk would board a broken lift; null if it uses none. */
function findBoardedBrokenLift(map: CityMap, way: Route, still: BrokenLiftNodes): number | null {
  if (way.lifts === 0 || !way.nodes.some((node) => still.has(node))) return null
  const stuck = legsOf(map, way).findIndex(
    ({ lift }, i) => lift && still.has(way.nodes[i]!) && still.has(way.nodes[i + 1]!),
  )
  return stuck === -1 ? null : way.nodes[stuck]!
}

/** A walk that avoids broken lifts. */
export interface OpenRoute {
  /** Null if there is no route that can be walked. */
  readonly way: Route | null
  /** The shortest walk, which would board a broken lift at this node; null if `way` is the shortest. */
  readonly instead: { readonly node: number; readonly meters: number } | null
}

/** The shortest walk, or the route around broken lifts if that walk uses one. No extra cost while all lifts work. */
export function openRoute(map: CityMap, from: number, to: number, still: BrokenLiftNodes): OpenRoute {
  const way = route(map, from, to)
  const node = way === null || still.size === 0 ? null : findBoardedBrokenLift(map, way, still)
  if (node === null) return { way, instead: null }
  return { way: routeAvoidingLifts(map, from, to, still), instead: { node, meters: way!.meters } }
}
