// A city map in memory: nodes, streets, destinations, and queries by distance or box.
import { type CompiledMap, MAP_FORMAT, type PackedGrid, unpackFloats, unpackInts } from './compile.ts'
import type { Hierarchy } from './contraction.ts'
import { type Graph, liftsOf, metersOf, type Scale, unitsOf } from './graph.ts'
import { type Box, type Grid, ownerOf, placeOutline, streetOutline, within } from './grid.ts'
import { makeSearch, popMin, relax, resetSearch, type Search } from './search.ts'

export interface Destination {
  readonly id: string
  readonly node: number
  readonly nodeId: string
  readonly label: string
  readonly kind: string
  readonly purposes: readonly string[]
}

export interface Position {
  readonly x: number
  readonly y: number
  readonly level: number
}

/** A city in memory. Nodes are numbered in the order of their ids; so are destinations. */
export interface CityMap {
  readonly nodeCount: number
  /** The node at which agents without a home start. */
  readonly first: number
  nodeId(node: number): string
  nodeIndex(id: string): number | undefined
  position(node: number): Position
  readonly destinations: readonly Destination[]
  destination(id: string): Destination | undefined
  readonly inside: MapInternals
}

/** Internal data for searches. */
export interface MapInternals {
  readonly scale: Scale
  readonly pace: number
  readonly x: Float64Array
  readonly y: Float64Array
  readonly graph: Graph
  readonly hierarchy: Hierarchy
  /** The destinations at node n are in `placeOrder`, from `placeStart[n]` up to `placeStart[n + 1]`. */
  readonly placeStart: Int32Array
  readonly placeOrder: Int32Array
  readonly streetGrid: Grid
  readonly placeGrid: Grid
  readonly idle: Search[]
}

/** The start of each node's destinations in a list ordered by node. */
function startsOf(nodeCount: number, destinations: readonly Destination[]): Int32Array {
  const start = new Int32Array(nodeCount + 1)
  for (const { node } of destinations) start[node + 1]! += 1
  for (let n = 0; n < nodeCount; n++) start[n + 1]! += start[n]!
  return start
}

const openGraph = (nodeCount: number, { start, to, weight }: CompiledMap['graph']): Graph => ({
  nodeCount,
  start: unpackInts(start),
  to: unpackInts(to),
  weight: unpackFloats(weight),
})

const openHierarchy = (nodeCount: number, packed: CompiledMap['hierarchy']): Hierarchy => ({
  ...openGraph(nodeCount, packed),
  middle: unpackInts(packed.middle),
})

const openGrid = ({ frame, start, items, wide }: PackedGrid): Grid => ({
  frame,
  start: unpackInts(start),
  items: unpackInts(items),
  wide: unpackInts(wide),
})

function openDestinations({ nodes, destinations }: CompiledMap): Destination[] {
  const { ids, labels, sorts } = destinations
  const [node, sort] = [unpackInts(destinations.node), unpackInts(destinations.sort)]
  return ids.map((id, i) => {
    const { kind, purposes } = sorts[sort[i]!]!
    return { id, node: node[i]!, nodeId: nodes.ids[node[i]!]!, label: labels[i]!, kind, purposes }
  })
}

export function openMap(text: string): CityMap {
  const compiled = JSON.parse(text) as CompiledMap
  if (compiled.format !== MAP_FORMAT) throw new Error(`a map of format ${compiled.format} cannot be opened`)
  const { nodes } = compiled
  const { ids } = nodes
  const nodeCount = ids.length
  const numbers = new Map<string, number>()
  for (let n = 0; n < nodeCount; n++) numbers.set(ids[n]!, n)
  const [x, y, level] = [unpackFloats(nodes.x), unpackFloats(nodes.y), unpackInts(nodes.level)]
  const destinations = openDestinations(compiled)
  const places = new Map<string, Destination>()
  for (const place of destinations) places.set(place.id, place)
  return {
    nodeCount,
    first: compiled.first ?? 0,
    nodeId: (node) => ids[node]!,
    nodeIndex: (id) => numbers.get(id),
    position: (node) => ({ x: x[node]!, y: y[node]!, level: level[node]! }),
    destinations,
    destination: (id) => places.get(id),
    inside: {
      scale: compiled.scale,
      pace: compiled.pace,
      x,
      y,
      graph: openGraph(nodeCount, compiled.graph),
      hierarchy: openHierarchy(nodeCount, compiled.hierarchy),
      placeStart: startsOf(nodeCount, destinations),
      placeOrder: unpackInts(compiled.destinations.order),
      streetGrid: openGrid(compiled.streetGrid),
      placeGrid: openGrid(compiled.placeGrid),
      idle: [],
    },
  }
}

/**
 * Provides working memory from a pool. Several can be in use at once, because a search may need two or may be nested.
 */
export function withSearch<T>({ nodeCount, inside: { idle } }: CityMap, work: (search: Search) => T): T {
  const search = idle.pop() ?? makeSearch(nodeCount)
  try {
    return work(search)
  } finally {
    idle.push(search)
  }
}

export interface NearbyDestination {
  readonly destination: Destination
  readonly meters: number
  readonly lifts: number
}

/** A destination by its number, and the weight of the path to it. */
type Found = readonly [place: number, weight: number]

/**
 * The nearest offered destinations by walking distance, ties by id (readings 1.22). The search stops after the last of
 * them. It only continues to find others at exactly the same distance.
 */
export function nearest(
  map: CityMap,
  from: number,
  count: number,
  offered: (place: Destination) => boolean,
): NearbyDestination[] {
  const { graph, scale, placeStart, placeOrder } = map.inside
  const { start, to, weight } = graph
  const found: Found[] = []
  if (count < 1) return []
  withSearch(map, (search) => {
    const { heap, costs } = search
    resetSearch(search)
    relax(search, from, 0, 0, -1)
    let bound = Infinity
    while (heap.size > 0) {
      const node = popMin(heap)
      const cost = costs[node]!
      if (unitsOf(scale, cost) > bound) return
      for (let i = placeStart[node]!; i < placeStart[node + 1]!; i++) {
        const place = placeOrder[i]!
        if (offered(map.destinations[place]!)) found.push([place, cost])
      }
      if (found.length >= count) bound = Math.min(bound, unitsOf(scale, cost))
      for (let slot = start[node]!; slot < start[node + 1]!; slot++) {
        const next = cost + weight[slot]!
        relax(search, to[slot]!, next, next, node)
      }
    }
  })
  // Destinations are numbered in the order of their ids.
  found.sort((a, b) => unitsOf(scale, a[1]) - unitsOf(scale, b[1]) || a[0] - b[0])
  return found.slice(0, count).map(([place, cost]) => ({
    destination: map.destinations[place]!,
    meters: metersOf(scale, cost),
    lifts: liftsOf(scale, cost),
  }))
}

export interface WalkEdge {
  readonly from: number
  readonly to: number
  readonly meters: number
  readonly lift: boolean
}

/** Streets to draw in a box seen from above: those whose own box overlaps it, on every level. */
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
