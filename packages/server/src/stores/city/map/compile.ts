// Compiler of city maps: turns a draft into one text with packed columns.
import { contract } from './contraction.ts'
import {
  chooseScale,
  type DraftDestination,
  type DraftEdge,
  type MapDraft,
  makeGraph,
  minWeightPerMeter,
  type Scale,
  type Streets,
  weightOf,
} from './graph.ts'
import { type Frame, type Grid, makePlaceGrid, makeStreetGrid } from './grid.ts'

/** Packs numbers as base64 text. All platforms of Node are little-endian, so the bytes are portable. */
export const packNumbers = ({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** Copies the bytes into a new buffer, because wider numbers need alignment. */
function bytesOf(text: string): ArrayBuffer {
  const bytes = new Uint8Array(Buffer.byteLength(text, 'base64'))
  Buffer.from(bytes.buffer).write(text, 'base64')
  return bytes.buffer
}

export const unpackInts = (text: string): Int32Array => new Int32Array(bytesOf(text))
export const unpackFloats = (text: string): Float64Array => new Float64Array(bytesOf(text))

/** Increase it when stored texts can no longer be opened, or would give different results. */
export const MAP_FORMAT = 1

/** The text that `compileMap` makes: columns, with numbers packed. Nodes are identified by position. */
export interface CompiledMap {
  readonly format: typeof MAP_FORMAT
  readonly scale: Scale
  readonly pace: number
  /** The first node in the file. In maps compiled before this field existed: the node with the lowest id. */
  readonly first?: number
  readonly nodes: { readonly ids: readonly string[]; readonly x: string; readonly y: string; readonly level: string }
  readonly graph: { readonly start: string; readonly to: string; readonly weight: string }
  readonly hierarchy: {
    readonly start: string
    readonly to: string
    readonly weight: string
    readonly middle: string
  }
  readonly streetGrid: PackedGrid
  readonly placeGrid: PackedGrid
  readonly destinations: {
    readonly ids: readonly string[]
    readonly labels: readonly string[]
    readonly node: string
    /** Numbers of the destinations, ordered by node. */
    readonly order: string
    /** Index into `sorts` for each destination. Ten thousand places have a few dozen sorts. */
    readonly sort: string
    readonly sorts: readonly DestinationSort[]
  }
}

export interface PackedGrid {
  readonly frame: Frame
  readonly start: string
  readonly items: string
  readonly wide: string
}

/** Fields that many destinations share. */
interface DestinationSort {
  readonly kind: string
  readonly purposes: readonly string[]
}

/** Orders by code units, so the order does not depend on machine or locale. */
const byId = <T extends { readonly id: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

/** One street for every pair of joined nodes, the best if there are several, ordered by node numbers. */
function makeStreets(
  nodeCount: number,
  numberOf: (id: string) => number,
  edges: readonly DraftEdge[],
  scale: Scale,
): Streets {
  const best = new Map<number, number>()
  for (const edge of edges) {
    const [a, b] = [numberOf(edge.from), numberOf(edge.to)]
    if (a === b) continue
    const pair = Math.min(a, b) * nodeCount + Math.max(a, b)
    best.set(pair, Math.min(best.get(pair) ?? Infinity, weightOf(scale, edge)))
  }
  const pairs = [...best.keys()].sort((a, b) => a - b)
  return {
    from: Int32Array.from(pairs, (pair) => Math.floor(pair / nodeCount)),
    to: Int32Array.from(pairs, (pair) => pair % nodeCount),
    weight: Float64Array.from(pairs, (pair) => best.get(pair)!),
  }
}

function packDestinations(places: readonly DraftDestination[], node: Int32Array): CompiledMap['destinations'] {
  const sortIndexes = new Map<string, number>()
  const sorts: DestinationSort[] = []
  const sortOf = ({ kind, purposes }: DraftDestination): number => {
    const key = JSON.stringify([kind, purposes])
    const sort = sortIndexes.get(key) ?? sorts.push({ kind, purposes: [...purposes] }) - 1
    sortIndexes.set(key, sort)
    return sort
  }
  return {
    ids: places.map(({ id }) => id),
    labels: places.map(({ label }) => label),
    node: packNumbers(node),
    order: packNumbers(Int32Array.from(places.keys()).sort((a, b) => node[a]! - node[b]! || a - b)),
    sort: packNumbers(Int32Array.from(places, sortOf)),
    sorts,
  }
}

const packGrid = ({ frame, start, items, wide }: Grid): PackedGrid => ({
  frame,
  start: packNumbers(start),
  items: packNumbers(items),
  wide: packNumbers(wide),
})

/**
 * Precomputes all data of a city as one text. The same city gives the same text for any order of its lists, if its
 * first node is the same. It takes about 1 s for ten thousand places, so it runs on the worker thread.
 */
export function compileMap(draft: MapDraft): string {
  const nodes = byId(draft.nodes)
  const numbers = new Map(nodes.map(({ id }, n) => [id, n]))
  const numberOf = (id: string): number => {
    const number = numbers.get(id)
    if (number === undefined) throw new Error(`the map has no node ${id}`)
    return number
  }
  // Floating-point sums depend on the order, and the scale depends on such a sum.
  const edges = draft.edges.toSorted((a, b) => a.meters - b.meters)
  const scale = chooseScale(nodes.length, edges)
  const streets = makeStreets(nodes.length, numberOf, edges, scale)
  const x = Float64Array.from(nodes, (node) => node.x)
  const y = Float64Array.from(nodes, (node) => node.y)
  const graph = makeGraph(nodes.length, streets)
  const hierarchy = contract(graph)
  const places = byId(draft.destinations)
  const placeNodes = Int32Array.from(places, ({ nodeId }) => numberOf(nodeId))
  const compiled: CompiledMap = {
    format: MAP_FORMAT,
    scale,
    pace: minWeightPerMeter(streets, x, y),
    first: draft.nodes.length === 0 ? 0 : numberOf(draft.nodes[0]!.id),
    nodes: {
      ids: nodes.map(({ id }) => id),
      x: packNumbers(x),
      y: packNumbers(y),
      level: packNumbers(Int32Array.from(nodes, ({ level }) => level)),
    },
    graph: {
      start: packNumbers(graph.start),
      to: packNumbers(graph.to),
      weight: packNumbers(graph.weight),
    },
    hierarchy: {
      start: packNumbers(hierarchy.start),
      to: packNumbers(hierarchy.to),
      weight: packNumbers(hierarchy.weight),
      middle: packNumbers(hierarchy.middle),
    },
    streetGrid: packGrid(makeStreetGrid({ x, y, graph })),
    placeGrid: packGrid(makePlaceGrid({ x, y, graph }, placeNodes)),
    destinations: packDestinations(places, placeNodes),
  }
  return JSON.stringify(compiled)
}
