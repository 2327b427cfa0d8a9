// Binary heap and working memory for searches over the nodes of a map.

/** A priority queue of nodes by key, in preallocated arrays. A node is in it at most once. */
export interface Heap {
  size: number
  readonly nodes: Int32Array
  /** By position in the heap: `keys[0]` is the least. */
  readonly keys: Float64Array
  /** The position of a node in the heap. Only valid for nodes added since the heap was last emptied. */
  readonly places: Int32Array
}

export const NOT_IN_HEAP = -1

export const makeHeap = (capacity: number): Heap => ({
  size: 0,
  nodes: new Int32Array(capacity),
  keys: new Float64Array(capacity),
  places: new Int32Array(capacity),
})

function rise({ nodes, keys, places }: Heap, start: number, node: number, key: number): void {
  let at = start
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = keys[parent]!
    if (above <= key) break
    const moved = nodes[parent]!
    nodes[at] = moved
    keys[at] = above
    places[moved] = at
    at = parent
  }
  nodes[at] = node
  keys[at] = key
  places[node] = at
}

function sink({ nodes, keys, places, size }: Heap, start: number, node: number, key: number): void {
  let at = start
  for (;;) {
    let child = 2 * at + 1
    if (child >= size) break
    let below = keys[child]!
    const right = child + 1
    if (right < size && keys[right]! < below) {
      child = right
      below = keys[right]!
    }
    if (below >= key) break
    const moved = nodes[child]!
    nodes[at] = moved
    keys[at] = below
    places[moved] = at
    at = child
  }
  nodes[at] = node
  keys[at] = key
  places[node] = at
}

/** Adds a node that is not in the heap. */
export function pushNode(heap: Heap, node: number, key: number): void {
  rise(heap, heap.size++, node, key)
}

/** Lowers the key of a node in the heap; the key must not be greater than before. */
export function decreaseKey(heap: Heap, node: number, key: number): void {
  rise(heap, heap.places[node]!, node, key)
}

/** Changes the key of a node in the heap. */
export function changeKey(heap: Heap, node: number, key: number): void {
  const at = heap.places[node]!
  if (key <= heap.keys[at]!) rise(heap, at, node, key)
  else sink(heap, at, node, key)
}

/** Removes the node with the least key. The heap must not be empty. */
export function popMin(heap: Heap): number {
  const first = heap.nodes[0]!
  heap.places[first] = NOT_IN_HEAP
  const last = --heap.size
  if (last > 0) sink(heap, 0, heap.nodes[last]!, heap.keys[last]!)
  return first
}

/**
 * The working memory of one search. A generation stamp marks entries of the current search, so memory is never cleared.
 * The cost of a search depends on the nodes it visits, not on the size of the city.
 */
export interface Search {
  generation: number
  readonly stamps: Uint32Array
  readonly costs: Float64Array
  /** The node from which each was reached; -1 for the start. */
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

export function resetSearch(search: Search): void {
  if (search.generation === LAST_GENERATION) {
    search.stamps.fill(0)
    search.generation = 0
  }
  search.generation += 1
  search.heap.size = 0
}

export const isReached = (search: Search, node: number): boolean => search.stamps[node] === search.generation

/**
 * Stores a path to a node if it is the first or a better one. A node that was already removed from the heap is added
 * again.
 */
// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/explanation/style.md)
export function relax(search: Search, node: number, cost: number, key: number, origin: number): void {
  const { stamps, costs, origins, heap } = search
  if (stamps[node] !== search.generation) {
    stamps[node] = search.generation
    pushNode(heap, node, key)
  } else if (cost < costs[node]!) {
    if (heap.places[node] === NOT_IN_HEAP) pushNode(heap, node, key)
    else decreaseKey(heap, node, key)
  } else return
  costs[node] = cost
  origins[node] = origin
}
