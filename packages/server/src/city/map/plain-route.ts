import { type CityMap, type Inside, withSearch } from './city-map.ts'
import { take } from './heap.ts'
import type { Route } from './route.ts'
import { liftsOf, metersOf } from './scale.ts'
import { begin, reach, reached, type Search } from './search.ts'

/** A* over the streets: whether there was a way. The straight line counts seen from above, since a lift may be short. */
function findWay({ graph, x, y, pace }: Inside, search: Search, from: number, to: number): boolean {
  const { start, to: ends, weight } = graph
  const { heap, costs } = search
  const [aimX, aimY] = [x[to]!, y[to]!]
  begin(search)
  reach(search, from, 0, 0, -1)
  while (heap.size > 0) {
    const node = take(heap)
    if (node === to) return true
    const cost = costs[node]!
    const end = start[node + 1]!
    for (let slot = start[node]!; slot < end; slot++) {
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

/** What `route` answers, found without anything prepared: the yardstick for it. Of equal walks it may take another. */
export function plainRoute(map: CityMap, from: number, to: number): Route | null {
  const { scale } = map.inside
  return withSearch(map, (search) => {
    if (!findWay(map.inside, search, from, to)) return null
    const nodes: number[] = []
    for (let node = to; node >= 0; node = search.origins[node]!) nodes.push(node)
    const weight = search.costs[to]!
    return { meters: metersOf(scale, weight), lifts: liftsOf(scale, weight), nodes: nodes.reverse() }
  })
}
