import type { CityMap, Destination } from './city-map.ts'
import { ownerOf, placeOutline, streetOutline } from './drawing.ts'
import { type Box, within } from './grid.ts'
import { liftsOf, metersOf } from './scale.ts'

export interface WalkEdge {
  readonly from: number
  readonly to: number
  readonly meters: number
  readonly lift: boolean
}

/** Streets to draw in a box seen from above: those whose own box touches it, on every level. */
export function streetsWithin({ inside }: CityMap, box: Box, limit: number): WalkEdge[] {
  const { graph, scale, streetGrid } = inside
  return within(streetGrid, streetOutline(inside), box, limit).map((slot) => ({
    from: ownerOf(graph, slot),
    to: graph.to[slot]!,
    meters: metersOf(scale, graph.weight[slot]!),
    lift: liftsOf(scale, graph.weight[slot]!) === 1,
  }))
}

export function placesWithin({ destinations, inside }: CityMap, box: Box, limit: number): Destination[] {
  const outline = placeOutline(inside, (place) => destinations[place]!.node)
  return within(inside.placeGrid, outline, box, limit).map((place) => destinations[place]!)
}
