import type { Graph } from './graph.ts'
import { type Grid, makeGrid, type Outline } from './grid.ts'

/** What the outlines of streets and places are taken from. */
export interface Ground {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly graph: Graph
}

/** The node among whose links a slot stands. */
export function ownerOf({ start, nodeCount }: Graph, slot: number): number {
  let low = 0
  let high = nodeCount
  while (high - low > 1) {
    const half = (low + high) >> 1
    if (start[half]! <= slot) low = half
    else high = half
  }
  return low
}

/** Of streets, each by the slot of its link from the node of the lower number. */
export function streetOutline({ x, y, graph }: Ground): Outline {
  const { to } = graph
  // A cache of one: callers ask for the same street several times in a row.
  let known = -1
  let owner = -1
  const fromOf = (slot: number): number => {
    if (slot !== known) {
      known = slot
      owner = ownerOf(graph, slot)
    }
    return owner
  }
  return {
    minX: (slot) => Math.min(x[fromOf(slot)]!, x[to[slot]!]!),
    minY: (slot) => Math.min(y[fromOf(slot)]!, y[to[slot]!]!),
    maxX: (slot) => Math.max(x[fromOf(slot)]!, x[to[slot]!]!),
    maxY: (slot) => Math.max(y[fromOf(slot)]!, y[to[slot]!]!),
  }
}

/** Of destinations, each by its number: points. */
export function placeOutline({ x, y }: Ground, nodeOf: (place: number) => number): Outline {
  const atX = (place: number): number => x[nodeOf(place)]!
  const atY = (place: number): number => y[nodeOf(place)]!
  return { minX: atX, minY: atY, maxX: atX, maxY: atY }
}

export function makeStreetGrid(ground: Ground): Grid {
  const { nodeCount, start, to } = ground.graph
  const slots: number[] = []
  for (let node = 0; node < nodeCount; node++)
    for (let slot = start[node]!; slot < start[node + 1]!; slot++) if (to[slot]! > node) slots.push(slot)
  return makeGrid(Int32Array.from(slots), streetOutline(ground))
}

export const makePlaceGrid = (ground: Ground, nodes: Int32Array): Grid =>
  makeGrid(
    Int32Array.from(nodes.keys()),
    placeOutline(ground, (place) => nodes[place]!),
  )
