import type { CityMap } from './city-map.ts'
import type { Route } from './route.ts'
import { liftsOf, metersOf } from './scale.ts'

/** One street or lift of a walk. */
export interface Leg {
  readonly meters: number
  readonly lift: boolean
}

/** The streets of a walk, one fewer than its nodes. */
export function legsOf({ inside: { graph, scale } }: CityMap, { nodes }: Route): Leg[] {
  return nodes.slice(1).map((node, i) => {
    const before = nodes[i]!
    let slot = graph.start[before]!
    while (graph.to[slot] !== node) slot++
    const weight = graph.weight[slot]!
    return { meters: metersOf(scale, weight), lift: liftsOf(scale, weight) > 0 }
  })
}
