import type { CityMap } from './city-map.ts'
import { legsOf } from './legs.ts'
import { routeWithout, type StillLifts } from './plain-route.ts'
import { type Route, route } from './route.ts'

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
