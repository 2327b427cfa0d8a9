import { type CityMap, type Inside, withSearch } from './city-map.ts'
import { liftsOf, metersOf } from './graph.ts'
import { legsOf, type Route, route } from './route.ts'
import { begin, reach, reached, type Search, take } from './search.ts'

/** Nodes of lifts that stand still. */
export type StillLifts = Pick<ReadonlySet<number>, 'has' | 'size'>

/** Which links a walk may take, and how many nodes are looked at before it is said that there is none. */
interface Bounds {
  readonly isShut: (slot: number, node: number) => boolean
  readonly mostLooked: number
}

const UNBOUNDED: Bounds = { isShut: () => false, mostLooked: Infinity }

interface Ends {
  readonly from: number
  readonly to: number
}

/** A* over the streets: whether there was a way. The straight line counts seen from above, since a lift may be short. */
function findWay({ graph, x, y, pace }: Inside, search: Search, { from, to }: Ends, bounds: Bounds): boolean {
  const { start, to: ends, weight } = graph
  const { heap, costs } = search
  const [aimX, aimY] = [x[to]!, y[to]!]
  begin(search)
  reach(search, from, 0, 0, -1)
  for (let looked = 0; heap.size > 0 && looked < bounds.mostLooked; looked++) {
    const node = take(heap)
    if (node === to) return true
    const cost = costs[node]!
    const end = start[node + 1]!
    for (let slot = start[node]!; slot < end; slot++) {
      if (bounds.isShut(slot, node)) continue
      const next = ends[slot]!
      const total = cost + weight[slot]!
      if (reached(search, next) && costs[next]! <= total) continue
      const dx = x[next]! - aimX
      const dy = y[next]! - aimY
      // 0 times an infinite line is NaN.
      const rest = pace === 0 ? 0 : pace * Math.sqrt(dx * dx + dy * dy)
      reach(search, next, total, total + rest, node)
    }
  }
  return false
}

function wayWithin(map: CityMap, ends: Ends, bounds: Bounds): Route | null {
  const { scale } = map.inside
  return withSearch(map, (search) => {
    if (!findWay(map.inside, search, ends, bounds)) return null
    const nodes: number[] = []
    for (let node = ends.to; node >= 0; node = search.origins[node]!) nodes.push(node)
    const weight = search.costs[ends.to]!
    return { meters: metersOf(scale, weight), lifts: liftsOf(scale, weight), nodes: nodes.reverse() }
  })
}

/** What `route` answers, found without anything prepared: the yardstick for it. Of equal walks it may take another. */
export const plainRoute = (map: CityMap, from: number, to: number): Route | null =>
  wayWithin(map, { from, to }, UNBOUNDED)

/** Nodes looked at for a way round, some milliseconds; whoever would have to look further takes it that there is none. */
const MOST_LOOKED = 10_000

/** The shortest walk that rides no lift between two of these nodes. A compiled map knows no closures, so it is no help. */
export function routeWithout(map: CityMap, from: number, to: number, still: StillLifts): Route | null {
  const { graph, scale } = map.inside
  const isShut = (slot: number, node: number): boolean =>
    still.has(node) && still.has(graph.to[slot]!) && liftsOf(scale, graph.weight[slot]!) > 0
  return wayWithin(map, { from, to }, { isShut, mostLooked: MOST_LOOKED })
}

/** The node at which a walk would board a lift that stands still; null when it rides none. */
function boards(map: CityMap, way: Route, still: StillLifts): number | null {
  if (way.lifts === 0 || !way.nodes.some((node) => still.has(node))) return null
  const stuck = legsOf(map, way).findIndex(
    ({ lift }, i) => lift && still.has(way.nodes[i]!) && still.has(way.nodes[i + 1]!),
  )
  return stuck === -1 ? null : way.nodes[stuck]!
}

/** A walk while lifts may stand still. */
export interface OpenRoute {
  /** Null where no way leads there, or none that can be walked. */
  readonly way: Route | null
  /** The shortest walk, which would board a still lift at this node; null when `way` is the shortest. */
  readonly instead: { readonly node: number; readonly meters: number } | null
}

/** The shortest walk; where that rides a lift that stands still, the way round it. Costs nothing more while all run. */
export function openRoute(map: CityMap, from: number, to: number, still: StillLifts): OpenRoute {
  const way = route(map, from, to)
  const node = way === null || still.size === 0 ? null : boards(map, way, still)
  if (node === null) return { way, instead: null }
  return { way: routeWithout(map, from, to, still), instead: { node, meters: way!.meters } }
}
