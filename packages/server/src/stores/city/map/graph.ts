// Street graph of a city, and the scale that turns metres and lifts into one weight.

/** The links of all nodes in flat arrays: those of node n are from `start[n]` up to `start[n + 1]`. */
export interface Graph {
  readonly nodeCount: number
  readonly start: Int32Array
  readonly to: Int32Array
  readonly weight: Float64Array
}

/** Every street once, from the node with the lower number. */
export interface Streets {
  readonly from: Int32Array
  readonly to: Int32Array
  readonly weight: Float64Array
}

/** Builds links in both directions for every street. */
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
const LOWER_BOUND_FACTOR = 1 - 1e-9

/**
 * The least weight per metre of straight line, seen from above, over all streets: a lower bound for A*. It does not
 * rely on the stated lengths. 0 if no bound is known.
 */
export function minWeightPerMeter({ from, to, weight }: Streets, x: Float64Array, y: Float64Array): number {
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let n = 0; n < x.length; n++) {
    minX = Math.min(minX, x[n]!)
    maxX = Math.max(maxX, x[n]!)
    minY = Math.min(minY, y[n]!)
    maxY = Math.max(maxY, y[n]!)
  }
  if (!Number.isFinite((maxX - minX) ** 2 + (maxY - minY) ** 2)) return 0
  let pace = Number.MAX_SAFE_INTEGER
  for (let i = 0; i < from.length; i++) {
    const [dx, dy] = [x[from[i]!]! - x[to[i]!]!, y[from[i]!]! - y[to[i]!]!]
    const straight = Math.sqrt(dx * dx + dy * dy)
    if (straight > 0) pace = Math.min(pace, weight[i]! / straight)
  }
  return pace * LOWER_BOUND_FACTOR
}

/** A city as imported (operator's world file, `city`), with all defaults set. */
export interface MapDraft {
  /** Agents without a home start at the first node (readings 1.22). The order of the others has no meaning. */
  readonly nodes: readonly { readonly id: string; readonly x: number; readonly y: number; readonly level: number }[]
  readonly edges: readonly DraftEdge[]
  readonly destinations: readonly DraftDestination[]
}

export interface DraftEdge {
  readonly from: string
  readonly to: string
  readonly meters: number
  readonly lift: boolean
}

export interface DraftDestination {
  readonly id: string
  readonly nodeId: string
  readonly label: string
  readonly kind: string
  /** In order: the first is the default purpose of a journey (readings 1.22). */
  readonly purposes: readonly string[]
}

/**
 * Turns metres and lifts into one integer, so that "shorter, then fewer lifts" is one comparison. Sums are exact.
 * weight = length in units x liftBase + lifts.
 */
export interface Scale {
  readonly unitsPerMeter: number
  /** More than the number of lifts on any path without a cycle. */
  readonly liftBase: number
}

const UNITS_PER_METER_MAX = 1_000_000
/** Two bits below the largest exact integer of a double: a search adds up to four paths before it drops one. */
const WEIGHT_MAX = 2 ** 51

/** Micrometres, or the finest power of ten in which the whole city can be summed exactly. */
export function chooseScale(nodeCount: number, edges: readonly DraftEdge[]): Scale {
  let meters = 0
  let lifts = 0
  for (const edge of edges) {
    meters += edge.meters
    if (edge.lift) lifts += 1
  }
  const liftBase = Math.min(lifts, Math.max(0, nodeCount - 1)) + 1
  let unitsPerMeter = UNITS_PER_METER_MAX
  while ((meters * unitsPerMeter + edges.length) * liftBase > WEIGHT_MAX) unitsPerMeter /= 10
  return { unitsPerMeter, liftBase }
}

export const weightOf = ({ unitsPerMeter, liftBase }: Scale, { meters, lift }: DraftEdge): number =>
  Math.round(meters * unitsPerMeter) * liftBase + (lift ? 1 : 0)

export const liftsOf = ({ liftBase }: Scale, weight: number): number => weight % liftBase

/** Length in units; equal for two paths exactly if they are equally long. */
export const unitsOf = ({ liftBase }: Scale, weight: number): number => Math.floor(weight / liftBase)

export const metersOf = (scale: Scale, weight: number): number => unitsOf(scale, weight) / scale.unitsPerMeter
