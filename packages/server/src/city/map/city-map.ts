import { type CompiledMap, MAP_FORMAT, type PackedGrid } from './compile.ts'
import type { Hierarchy } from './contraction.ts'
import type { Graph } from './graph.ts'
import type { Grid } from './grid.ts'
import { unpackFloats, unpackInts } from './packing.ts'
import type { Scale } from './scale.ts'
import { makeSearch, type Search } from './search.ts'

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

/** A city in memory. Nodes go by number, in the order of their ids; destinations too stand in the order of theirs. */
export interface CityMap {
  readonly nodeCount: number
  /** Where whoever has no home begins. */
  readonly first: number
  nodeId(node: number): string
  nodeIndex(id: string): number | undefined
  position(node: number): Position
  readonly destinations: readonly Destination[]
  destination(id: string): Destination | undefined
  readonly inside: Inside
}

/** What searches read; nobody else needs to. */
export interface Inside {
  readonly scale: Scale
  readonly pace: number
  readonly x: Float64Array
  readonly y: Float64Array
  readonly graph: Graph
  readonly hierarchy: Hierarchy
  /** The destinations at node n are those that `placeOrder` names from `placeStart[n]` up to `placeStart[n + 1]`. */
  readonly placeStart: Int32Array
  readonly placeOrder: Int32Array
  readonly streetGrid: Grid
  readonly placeGrid: Grid
  readonly idle: Search[]
}

/** Where the destinations of each node begin, in a list that is in the order of nodes. */
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

/** Lends working memory: more than one at a time where a search needs two, or where one begins inside another. */
export function withSearch<T>({ nodeCount, inside: { idle } }: CityMap, work: (search: Search) => T): T {
  const search = idle.pop() ?? makeSearch(nodeCount)
  try {
    return work(search)
  } finally {
    idle.push(search)
  }
}
