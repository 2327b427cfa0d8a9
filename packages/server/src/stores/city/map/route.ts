// Shortest walks between nodes, found in the contraction hierarchy.
import { type CityMap, type MapInternals, withSearch } from './city-map.ts'
import type { Hierarchy } from './contraction.ts'
import { liftsOf, metersOf } from './graph.ts'
import { isReached, popMin, relax, resetSearch, type Search } from './search.ts'

/** A walk from node to node, both ends included. */
export interface Route {
  readonly meters: number
  readonly lifts: number
  readonly nodes: readonly number[]
}

/**
 * Stall-on-demand: a node that can be reached cheaper from a higher node is on no shortest path up, so it is not
 * expanded.
 */
function isStalled({ start, to, weight }: Hierarchy, search: Search, node: number, cost: number): boolean {
  const end = start[node + 1]!
  for (let slot = start[node]!; slot < end; slot++) {
    const above = to[slot]!
    if (isReached(search, above) && search.costs[above]! + weight[slot]! < cost) return true
  }
  return false
}

/** Searches upward from both ends. Returns the node where the two meet on a shortest path; -1 if they do not meet. */
function findMeetingNode(hierarchy: Hierarchy, forward: Search, backward: Search): number {
  const { start, to, weight } = hierarchy
  let best = Infinity
  let meeting = -1
  for (;;) {
    const ahead = forward.heap.size > 0 ? forward.heap.keys[0]! : Infinity
    const behind = backward.heap.size > 0 ? backward.heap.keys[0]! : Infinity
    if (Math.min(ahead, behind) >= best) return meeting
    const [search, other] = ahead <= behind ? [forward, backward] : [backward, forward]
    const node = popMin(search.heap)
    const cost = search.costs[node]!
    if (isReached(other, node) && cost + other.costs[node]! < best) {
      best = cost + other.costs[node]!
      meeting = node
    }
    if (isStalled(hierarchy, search, node, cost)) continue
    const end = start[node + 1]!
    for (let slot = start[node]!; slot < end; slot++) {
      const next = cost + weight[slot]!
      relax(search, to[slot]!, next, next, node)
    }
  }
}

function slotOf({ start, to }: Hierarchy, node: number, above: number): number {
  let slot = start[node]!
  while (to[slot] !== above) slot++
  return slot
}

/** The nodes on the path of a search, from its start. */
function pathTo({ origins }: Search, top: number): number[] {
  const climb: number[] = []
  for (let node = top; node >= 0; node = origins[node]!) climb.push(node)
  return climb.reverse()
}

/** Replaces shortcuts by streets. The last argument is working memory. */
function expandShortcuts(
  hierarchy: Hierarchy,
  up: readonly number[],
  down: readonly number[],
  workingMemory: Search,
): number[] {
  const { middle } = hierarchy
  const nodes = [up[0]!]
  resetSearch(workingMemory)
  workingMemory.stamps[up[0]!] = workingMemory.generation
  // With streets of length zero a path may visit a node twice; the cycle between is removed.
  const arrive = (node: number): void => {
    if (isReached(workingMemory, node)) {
      for (let last = nodes.at(-1)!; last !== node; last = nodes.at(-1)!) {
        workingMemory.stamps[last] = 0
        nodes.pop()
      }
      return
    }
    workingMemory.stamps[node] = workingMemory.generation
    nodes.push(node)
  }
  /** Stack of pending hops, as triples (from, to, the node between or -1). */
  const hops: number[] = []
  const walk = (from: number, to: number, over: number): void => {
    hops.push(from, to, over)
    while (hops.length > 0) {
      const between = hops.pop()!
      const end = hops.pop()!
      const hopStart = hops.pop()!
      if (between < 0) {
        arrive(end)
        continue
      }
      hops.push(between, end, middle[slotOf(hierarchy, between, end)]!)
      hops.push(hopStart, between, middle[slotOf(hierarchy, between, hopStart)]!)
    }
  }
  for (let i = 1; i < up.length; i++) walk(up[i - 1]!, up[i]!, middle[slotOf(hierarchy, up[i - 1]!, up[i]!)]!)
  for (let i = down.length - 1; i > 0; i--)
    walk(down[i]!, down[i - 1]!, middle[slotOf(hierarchy, down[i - 1]!, down[i]!)]!)
  return nodes
}

/** The shortest walk; of equally long ones, one with the fewest lifts; null if there is none. */
export function route(map: CityMap, from: number, to: number): Route | null {
  const { hierarchy, scale } = map.inside
  return withSearch(map, (forward) =>
    withSearch(map, (backward) => {
      for (const [search, node] of [
        [forward, from],
        [backward, to],
      ] as const) {
        resetSearch(search)
        relax(search, node, 0, 0, -1)
      }
      const meeting = findMeetingNode(hierarchy, forward, backward)
      if (meeting < 0) return null
      const weight = forward.costs[meeting]! + backward.costs[meeting]!
      const [up, down] = [pathTo(forward, meeting), pathTo(backward, meeting)]
      return {
        meters: metersOf(scale, weight),
        lifts: liftsOf(scale, weight),
        nodes: expandShortcuts(hierarchy, up, down, forward),
      }
    }),
  )
}

/** One street or lift of a walk. */
export interface Leg {
  readonly meters: number
  readonly lift: boolean
}

/** The streets of a walk, one fewer than its nodes. */
export function legsOf({ inside: { graph, scale } }: CityMap, { nodes }: Route): Leg[] {
  return nodes.slice(1).map((node, i) => {
    const before = nodes[i]!
    let slot = graph.start[before]!
    while (graph.to[slot] !== node) slot++
    const weight = graph.weight[slot]!
    return { meters: metersOf(scale, weight), lift: liftsOf(scale, weight) > 0 }
  })
}

// ── A* routing over streets without preparation, and routes around broken lifts ──

/** Nodes of broken lifts. */
export type BrokenLiftNodes = Pick<ReadonlySet<number>, 'has' | 'size'>

/** The closed links, and the number of nodes to visit before the search gives up. */
interface SearchBounds {
  readonly isShut: (slot: number, node: number) => boolean
  readonly mostLooked: number
}

const UNBOUNDED: SearchBounds = { isShut: () => false, mostLooked: Infinity }

interface Ends {
  readonly from: number
  readonly to: number
}

/** A* over the streets; returns whether a path exists. Distances are seen from above, since a lift may be short. */
function findWay(
  { graph, x, y, pace }: MapInternals,
  search: Search,
  { from, to }: Ends,
  bounds: SearchBounds,
): boolean {
  const { start, to: ends, weight } = graph
  const { heap, costs } = search
  const [aimX, aimY] = [x[to]!, y[to]!]
  resetSearch(search)
  relax(search, from, 0, 0, -1)
  for (let looked = 0; heap.size > 0 && looked < bounds.mostLooked; looked++) {
    const node = popMin(heap)
    if (node === to) return true
    const cost = costs[node]!
    const end = start[node + 1]!
    for (let slot = start[node]!; slot < end; slot++) {
      if (bounds.isShut(slot, node)) continue
      const next = ends[slot]!
      const total = cost + weight[slot]!
      if (isReached(search, next) && costs[next]! <= total) continue
      const dx = x[next]! - aimX
      const dy = y[next]! - aimY
      // 0 times an infinite line is NaN.
      const rest = pace === 0 ? 0 : pace * Math.sqrt(dx * dx + dy * dy)
      relax(search, next, total, total + rest, node)
    }
  }
  return false
}

function wayWithin(map: CityMap, ends: Ends, bounds: SearchBounds): Route | null {
  const { scale } = map.inside
  return withSearch(map, (search) => {
    if (!findWay(map.inside, search, ends, bounds)) return null
    const nodes: number[] = []
    for (let node = ends.to; node >= 0; node = search.origins[node]!) nodes.push(node)
    const weight = search.costs[ends.to]!
    return { meters: metersOf(scale, weight), lifts: liftsOf(scale, weight), nodes: nodes.reverse() }
  })
}

/** Same result as `route`, found without the hierarchy; tests compare both. Of equal walks it may choose another. */
export const plainRoute = (map: CityMap, from: number, to: number): Route | null =>
  wayWithin(map, { from, to }, UNBOUNDED)

/** Nodes visited in a search around a lift, some milliseconds. After that no route is assumed. */
const VISITED_MAX = 10_000

/**
 * The shortest walk that uses no lift between two of these nodes. The compiled map does not know closures, so it is not
 * used.
 */
export function routeAvoidingLifts(map: CityMap, from: number, to: number, still: BrokenLiftNodes): Route | null {
  const { graph, scale } = map.inside
  const isShut = (slot: number, node: number): boolean =>
    still.has(node) && still.has(graph.to[slot]!) && liftsOf(scale, graph.weight[slot]!) > 0
  return wayWithin(map, { from, to }, { isShut, mostLooked: VISITED_MAX })
}

/** The node at which a walk would board a broken lift; null if it uses none. */
function findBoardedBrokenLift(map: CityMap, way: Route, still: BrokenLiftNodes): number | null {
  if (way.lifts === 0 || !way.nodes.some((node) => still.has(node))) return null
  const stuck = legsOf(map, way).findIndex(
    ({ lift }, i) => lift && still.has(way.nodes[i]!) && still.has(way.nodes[i + 1]!),
  )
  return stuck === -1 ? null : way.nodes[stuck]!
}

/** A walk that avoids broken lifts. */
export interface OpenRoute {
  /** Null if there is no route that can be walked. */
  readonly way: Route | null
  /** The shortest walk, which would board a broken lift at this node; null if `way` is the shortest. */
  readonly instead: { readonly node: number; readonly meters: number } | null
}

/** The shortest walk, or the route around broken lifts if that walk uses one. No extra cost while all lifts work. */
export function openRoute(map: CityMap, from: number, to: number, still: BrokenLiftNodes): OpenRoute {
  const way = route(map, from, to)
  const node = way === null || still.size === 0 ? null : findBoardedBrokenLift(map, way, still)
  if (node === null) return { way, instead: null }
  return { way: routeAvoidingLifts(map, from, to, still), instead: { node, meters: way!.meters } }
}
