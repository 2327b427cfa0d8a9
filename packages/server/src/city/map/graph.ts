/** The links of every node in one row of arrays: those of node n stand from `start[n]` up to `start[n + 1]`. */
export interface Graph {
  readonly nodeCount: number
  readonly start: Int32Array
  readonly to: Int32Array
  readonly weight: Float64Array
}

/** Every street once, from the node of the lower number. */
export interface Streets {
  readonly from: Int32Array
  readonly to: Int32Array
  readonly weight: Float64Array
}

/** Both directions of every street. */
export function makeGraph(nodeCount: number, { from, to, weight }: Streets): Graph {
  const start = new Int32Array(nodeCount + 1)
  for (let i = 0; i < from.length; i++) {
    start[from[i]! + 1]! += 1
    start[to[i]! + 1]! += 1
  }
  for (let n = 0; n < nodeCount; n++) start[n + 1]! += start[n]!
  const free = start.slice()
  const graph = { nodeCount, start, to: new Int32Array(2 * from.length), weight: new Float64Array(2 * from.length) }
  const link = (a: number, b: number, cost: number): void => {
    const slot = free[a]!
    free[a] = slot + 1
    graph.to[slot] = b
    graph.weight[slot] = cost
  }
  for (let i = 0; i < from.length; i++) {
    link(from[i]!, to[i]!, weight[i]!)
    link(to[i]!, from[i]!, weight[i]!)
  }
  return graph
}

/** A relative tolerance far above the rounding error of a straight line. */
const SHY = 1 - 1e-9

/**
 * The least weight that any street costs per metre of its straight line, seen from above: what a walk costs at the very
 * least, whatever its streets and lifts claim to measure. 0 where nothing can be said.
 */
export function leastPace({ from, to, weight }: Streets, x: Float64Array, y: Float64Array): number {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let n = 0; n < x.length; n++) {
    left = Math.min(left, x[n]!)
    right = Math.max(right, x[n]!)
    bottom = Math.min(bottom, y[n]!)
    top = Math.max(top, y[n]!)
  }
  if (!Number.isFinite((right - left) ** 2 + (top - bottom) ** 2)) return 0
  let pace = Number.MAX_SAFE_INTEGER
  for (let i = 0; i < from.length; i++) {
    const [dx, dy] = [x[from[i]!]! - x[to[i]!]!, y[from[i]!]! - y[to[i]!]!]
    const straight = Math.sqrt(dx * dx + dy * dy)
    if (straight > 0) pace = Math.min(pace, weight[i]! / straight)
  }
  return pace * SHY
}
