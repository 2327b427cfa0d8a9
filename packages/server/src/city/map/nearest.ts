import { type CityMap, type Destination, withSearch } from './city-map.ts'
import { take } from './heap.ts'
import { liftsOf, metersOf, unitsOf } from './scale.ts'
import { begin, reach } from './search.ts'

export interface Near {
  readonly destination: Destination
  readonly meters: number
  readonly lifts: number
}

/** A destination by its number, and what the way to it costs. */
type Found = readonly [place: number, weight: number]

/**
 * The nearest destinations that are offered, by walking distance, ties by id (readings 1.22). The search ends with the
 * last of them, and only goes on to see whether another is exactly as far.
 */
export function nearest(map: CityMap, from: number, count: number, offered: (place: Destination) => boolean): Near[] {
  const { graph, scale, placeStart, placeOrder } = map.inside
  const { start, to, weight } = graph
  const found: Found[] = []
  if (count < 1) return []
  withSearch(map, (search) => {
    const { heap, costs } = search
    begin(search)
    reach(search, from, 0, 0, -1)
    let bound = Infinity
    while (heap.size > 0) {
      const node = take(heap)
      const cost = costs[node]!
      if (unitsOf(scale, cost) > bound) return
      for (let i = placeStart[node]!; i < placeStart[node + 1]!; i++) {
        const place = placeOrder[i]!
        if (offered(map.destinations[place]!)) found.push([place, cost])
      }
      if (found.length >= count) bound = Math.min(bound, unitsOf(scale, cost))
      for (let slot = start[node]!; slot < start[node + 1]!; slot++) {
        const next = cost + weight[slot]!
        reach(search, to[slot]!, next, next, node)
      }
    }
  })
  // Places are numbered in the order of their ids.
  found.sort((a, b) => unitsOf(scale, a[1]) - unitsOf(scale, b[1]) || a[0] - b[0])
  return found.slice(0, count).map(([place, cost]) => ({
    destination: map.destinations[place]!,
    meters: metersOf(scale, cost),
    lifts: liftsOf(scale, cost),
  }))
}
