// Contraction hierarchy of the street graph, for fast shortest-path queries.
import type { Graph } from './graph.ts'
import {
  changeKey,
  isReached,
  makeHeap,
  makeSearch,
  NOT_IN_HEAP,
  popMin,
  pushNode,
  relax,
  resetSearch,
  type Search,
} from './search.ts'

/**
 * A contraction hierarchy: nodes are removed one by one, the least important first. If a shortest path leads through a
 * removed node, a shortcut replaces it. Each node keeps the links it had at its removal, all to nodes removed later. A
 * bidirectional search that only goes up therefore meets on a shortest path.
 */
export interface Hierarchy extends Graph {
  /** The node that a shortcut skips; -1 for a street. */
  readonly middle: Int32Array
}

interface Links {
  readonly to: number[]
  readonly weight: number[]
  readonly middle: number[]
}

/** Nodes with more neighbours than this stay uncontracted: the witness search would cost more than it saves. */
const LINKS_MAX = 64
/** Number of nodes that a witness search settles before it gives up and a shortcut is added. */
const SETTLED_MAX = 500
/**
 * Budget of visited links per node of the city. Street networks need a quarter of it. A denser graph keeps its last
 * nodes uncontracted, linked in both directions, and is searched there without preparation.
 */
const WORK_PER_NODE = 15_000

const STREET = -1

function linksOf({ nodeCount, start, to, weight }: Graph): Links[] {
  return Array.from({ length: nodeCount }, (_, n) => {
    const [first, end] = [start[n]!, start[n + 1]!]
    const ends = [...to.subarray(first, end)]
    return { to: ends, weight: [...weight.subarray(first, end)], middle: ends.map(() => STREET) }
  })
}

function unlink({ to, weight, middle }: Links, node: number): void {
  const at = to.indexOf(node)
  const [lastTo, lastWeight, lastMiddle] = [to.pop()!, weight.pop()!, middle.pop()!]
  if (at === to.length) return
  to[at] = lastTo
  weight[at] = lastWeight
  middle[at] = lastMiddle
}

function link({ to, weight, middle }: Links, node: number, cost: number, over: number): void {
  const found = to.indexOf(node)
  const at = found < 0 ? to.length : found
  to[at] = node
  weight[at] = cost
  middle[at] = over
}

/** State of witness searches: searches for paths around a node. */
interface WitnessSearch {
  readonly search: Search
  /** Marks the target nodes, by the number of the search. */
  readonly aims: Uint32Array
  looks: number
  /** Number of targets that are not found yet. */
  open: number
  /** Number of links visited so far. */
  work: number
  /** Shortcuts needed if the last examined node is removed, as triples (one end, other end, weight). */
  readonly shortcuts: number[]
}

/** Searches from `from` for paths of at most `bound` that avoid one node, until all targets are found. */
// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/explanation/style.md)
function searchWitnesses(
  links: readonly Links[],
  scout: WitnessSearch,
  from: number,
  avoided: number,
  bound: number,
): void {
  const { search, aims, looks } = scout
  const { heap, costs } = search
  let open = scout.open
  resetSearch(search)
  relax(search, from, 0, 0, STREET)
  for (let settled = 0; settled < SETTLED_MAX && heap.size > 0 && heap.keys[0]! <= bound; settled++) {
    const node = popMin(heap)
    if (aims[node] === looks && --open === 0) return
    const cost = costs[node]!
    const { to, weight } = links[node]!
    scout.work += to.length
    for (let i = 0; i < to.length; i++) {
      const next = cost + weight[i]!
      if (to[i] !== avoided && next <= bound) relax(search, to[i]!, next, next, node)
    }
  }
}

function findShortcuts(links: readonly Links[], scout: WitnessSearch, node: number): void {
  const { search, aims, shortcuts } = scout
  const { to, weight } = links[node]!
  shortcuts.length = 0
  for (let i = 0; i + 1 < to.length; i++) {
    scout.looks += 1
    let farthest = 0
    for (let j = i + 1; j < to.length; j++) {
      aims[to[j]!] = scout.looks
      farthest = Math.max(farthest, weight[j]!)
    }
    scout.open = to.length - i - 1
    searchWitnesses(links, scout, to[i]!, node, weight[i]! + farthest)
    for (let j = i + 1; j < to.length; j++) {
      const cost = weight[i]! + weight[j]!
      const around = isReached(search, to[j]!) && search.costs[to[j]!]! <= cost
      if (!around) shortcuts.push(to[i]!, to[j]!, cost)
    }
  }
}

function removeNode(links: readonly Links[], node: number, shortcuts: readonly number[]): void {
  for (const neighbour of links[node]!.to) unlink(links[neighbour]!, node)
  for (let i = 0; i < shortcuts.length; i += 3) {
    const [a, b, cost] = [shortcuts[i]!, shortcuts[i + 1]!, shortcuts[i + 2]!]
    link(links[a]!, b, cost, node)
    link(links[b]!, a, cost, node)
  }
}

function pack(links: readonly Links[]): Hierarchy {
  const start = new Int32Array(links.length + 1)
  for (const [n, { to }] of links.entries()) start[n + 1] = start[n]! + to.length
  const size = start[links.length]!
  const to = new Int32Array(size)
  const weight = new Float64Array(size)
  const middle = new Int32Array(size)
  for (const [n, row] of links.entries()) {
    to.set(row.to, start[n]!)
    weight.set(row.weight, start[n]!)
    middle.set(row.middle, start[n]!)
  }
  return { nodeCount: links.length, start, to, weight, middle }
}

/** Contracts nodes until none is left, or until the budget of visited links (`mostWork`) is spent. */
export function contract(graph: Graph, mostWork = WORK_PER_NODE * graph.nodeCount): Hierarchy {
  const links = linksOf(graph)
  const queue = makeHeap(graph.nodeCount)
  queue.places.fill(NOT_IN_HEAP)
  const depth = new Int32Array(graph.nodeCount)
  const scout: WitnessSearch = {
    search: makeSearch(graph.nodeCount),
    aims: new Uint32Array(graph.nodeCount),
    looks: 0,
    open: 0,
    work: 0,
    shortcuts: [],
  }

  /**
   * Lowest first: twice the shortcuts it adds, minus the links it removes, plus its depth below contracted neighbours.
   */
  const rank = (node: number): number => {
    findShortcuts(links, scout, node)
    return 2 * (scout.shortcuts.length / 3) - links[node]!.to.length + depth[node]!
  }
  const enqueue = (node: number): void => {
    if (links[node]!.to.length > LINKS_MAX) return
    if (queue.places[node] === NOT_IN_HEAP) pushNode(queue, node, rank(node))
    else changeKey(queue, node, rank(node))
  }

  for (let n = 0; n < graph.nodeCount && scout.work < mostWork; n++) enqueue(n)
  while (queue.size > 0 && scout.work < mostWork) {
    const node = popMin(queue)
    const { to } = links[node]!
    if (to.length > LINKS_MAX) continue
    const now = rank(node)
    if (queue.size > 0 && now > queue.keys[0]!) {
      pushNode(queue, node, now)
      continue
    }
    removeNode(links, node, scout.shortcuts)
    for (const neighbour of to) {
      depth[neighbour] = Math.max(depth[neighbour]!, depth[node]! + 1)
      if (queue.places[neighbour] === NOT_IN_HEAP) enqueue(neighbour)
    }
  }
  return pack(links)
}
