/** A queue of nodes by key, in arrays that are made once. A node stands in it at most once. */
export interface Heap {
  size: number
  readonly nodes: Int32Array
  /** By place in the heap: `keys[0]` is the least. */
  readonly keys: Float64Array
  /** Where a node stands. Only meaningful for nodes that were put in since the heap was last emptied. */
  readonly places: Int32Array
}

export const OUT = -1

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

/** For a node that is not in the heap. */
export function put(heap: Heap, node: number, key: number): void {
  rise(heap, heap.size++, node, key)
}

/** For a node that is in the heap, with a key that is not greater than before. */
export function lower(heap: Heap, node: number, key: number): void {
  rise(heap, heap.places[node]!, node, key)
}

/** For a node that is in the heap, with any key. */
export function move(heap: Heap, node: number, key: number): void {
  const at = heap.places[node]!
  if (key <= heap.keys[at]!) rise(heap, at, node, key)
  else sink(heap, at, node, key)
}

/** The node of the least key, of a heap that is not empty. */
export function take(heap: Heap): number {
  const first = heap.nodes[0]!
  heap.places[first] = OUT
  const last = --heap.size
  if (last > 0) sink(heap, 0, heap.nodes[last]!, heap.keys[last]!)
  return first
}
