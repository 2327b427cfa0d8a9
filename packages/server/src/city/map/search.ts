import { type Heap, lower, makeHeap, OUT, put } from './heap.ts'

/**
 * The working memory of one search over the nodes. What an earlier search left is told by its stamp, never cleared: a
 * search costs what it touches, not what the city has.
 */
export interface Search {
  generation: number
  readonly stamps: Uint32Array
  readonly costs: Float64Array
  /** The node from which each was reached; -1 where the search began. */
  readonly origins: Int32Array
  readonly heap: Heap
}

export const makeSearch = (nodeCount: number): Search => ({
  generation: 0,
  stamps: new Uint32Array(nodeCount),
  costs: new Float64Array(nodeCount),
  origins: new Int32Array(nodeCount),
  heap: makeHeap(nodeCount),
})

const LAST_GENERATION = 0xffff_ffff

export function begin(search: Search): void {
  if (search.generation === LAST_GENERATION) {
    search.stamps.fill(0)
    search.generation = 0
  }
  search.generation += 1
  search.heap.size = 0
}

export const reached = (search: Search, node: number): boolean => search.stamps[node] === search.generation

/** Notes a way to a node if it is the first or a better one. A node that had been taken is queued again. */
// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/style.md)
export function reach(search: Search, node: number, cost: number, key: number, origin: number): void {
  const { stamps, costs, origins, heap } = search
  if (stamps[node] !== search.generation) {
    stamps[node] = search.generation
    put(heap, node, key)
  } else if (cost < costs[node]!) {
    if (heap.places[node] === OUT) put(heap, node, key)
    else lower(heap, node, key)
  } else return
  costs[node] = cost
  origins[node] = origin
}
