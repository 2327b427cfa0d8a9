// Grid index of streets and places, for queries by box.
import type { Graph } from './graph.ts'

export interface Box {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

/** The bounding boxes of items, by item number. */
export interface Outline {
  minX(item: number): number
  minY(item: number): number
  maxX(item: number): number
  maxY(item: number): number
}

/** Items by the cells that their boxes overlap. */
export interface Grid {
  readonly frame: Frame
  /** The items of cell c are from `start[c]` up to `start[c + 1]`. */
  readonly start: Int32Array
  readonly items: Int32Array
  /** Items that overlap too many cells. Every query checks all of them. */
  readonly wide: Int32Array
}

export interface Frame extends Box {
  readonly columns: number
  readonly rows: number
}

/** Target number of items per cell, if they are spread evenly. */
const PER_CELL = 16
const MOST_CELLS_EACH = 16

/** The cell of a coordinate among `count` cells from `low` to `high`; values outside belong to the cell at that end. */
function cellOf(value: number, low: number, high: number, count: number): number {
  const at = ((value - low) / (high - low)) * count
  return at > 0 ? Math.min(count - 1, Math.floor(at)) : 0
}

const columnOf = ({ minX, maxX, columns }: Frame, x: number): number => cellOf(x, minX, maxX, columns)
const rowOf = ({ minY, maxY, rows }: Frame, y: number): number => cellOf(y, minY, maxY, rows)

function makeFrame(items: Int32Array, outline: Outline): Frame {
  if (items.length === 0) return { minX: 0, minY: 0, maxX: 0, maxY: 0, columns: 1, rows: 1 }
  let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const item of items) {
    minX = Math.min(minX, outline.minX(item))
    maxX = Math.max(maxX, outline.maxX(item))
    minY = Math.min(minY, outline.minY(item))
    maxY = Math.max(maxY, outline.maxY(item))
  }
  const cells = Math.max(1, items.length / PER_CELL)
  const breadth = Math.sqrt(cells * ((maxX - minX) / (maxY - minY)))
  // A city of a single point, or too wide to measure, has one cell.
  const columns = Math.max(1, Math.floor(Math.min(cells, breadth)) || 0)
  return { minX, minY, maxX, maxY, columns, rows: Math.max(1, Math.floor(cells / columns)) }
}

export function makeGrid(items: Int32Array, outline: Outline): Grid {
  const frame = makeFrame(items, outline)
  const cells: number[][] = Array.from({ length: frame.columns * frame.rows }, () => [])
  const wide: number[] = []
  for (const item of items) {
    const [firstColumn, lastColumn] = [columnOf(frame, outline.minX(item)), columnOf(frame, outline.maxX(item))]
    const [low, high] = [rowOf(frame, outline.minY(item)), rowOf(frame, outline.maxY(item))]
    if ((lastColumn - firstColumn + 1) * (high - low + 1) > MOST_CELLS_EACH) wide.push(item)
    else
      for (let row = low; row <= high; row++)
        for (let column = firstColumn; column <= lastColumn; column++) cells[row * frame.columns + column]!.push(item)
  }
  const start = new Int32Array(cells.length + 1)
  for (const [cell, list] of cells.entries()) start[cell + 1] = start[cell]! + list.length
  return { frame, start, items: Int32Array.from(cells.flat()), wide: Int32Array.from(wide) }
}

/** Items that overlap a box, at most `limit`. The order has no meaning but is always the same. */
export function within({ frame, start, items, wide }: Grid, outline: Outline, box: Box, limit: number): number[] {
  const found: number[] = []
  const touches = (item: number): boolean =>
    outline.minX(item) <= box.maxX &&
    outline.maxX(item) >= box.minX &&
    outline.minY(item) <= box.maxY &&
    outline.maxY(item) >= box.minY
  for (const item of wide) {
    if (found.length >= limit) return found
    if (touches(item)) found.push(item)
  }
  const [firstColumn, lastColumn] = [columnOf(frame, box.minX), columnOf(frame, box.maxX)]
  const [low, high] = [rowOf(frame, box.minY), rowOf(frame, box.maxY)]
  for (let row = low; row <= high; row++)
    for (let column = firstColumn; column <= lastColumn; column++) {
      const cell = row * frame.columns + column
      for (let i = start[cell]!; i < start[cell + 1]!; i++) {
        if (found.length >= limit) return found
        const item = items[i]!
        if (!touches(item)) continue
        // An item that is in several cells of the box is reported by the first of them only.
        const itemColumn = Math.max(firstColumn, columnOf(frame, outline.minX(item)))
        const itemRow = Math.max(low, rowOf(frame, outline.minY(item)))
        if (column === itemColumn && row === itemRow) found.push(item)
      }
    }
  return found
}

/** The data from which the outlines of streets and places are computed. */
export interface MapGeometry {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly graph: Graph
}

/** The node to which the link in a slot belongs. */
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

/** Outlines of streets. A street is identified by the slot of its link from the node with the lower number. */
export function streetOutline({ x, y, graph }: MapGeometry): Outline {
  const { to } = graph
  // A cache of one entry: callers ask for the same street several times in a row.
  let cachedSlot = -1
  let owner = -1
  const fromOf = (slot: number): number => {
    if (slot !== cachedSlot) {
      cachedSlot = slot
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

/** Outlines of destinations by number; each is a point. */
export function placeOutline({ x, y }: MapGeometry, nodeOf: (place: number) => number): Outline {
  const atX = (place: number): number => x[nodeOf(place)]!
  const atY = (place: number): number => y[nodeOf(place)]!
  return { minX: atX, minY: atY, maxX: atX, maxY: atY }
}

export function makeStreetGrid(ground: MapGeometry): Grid {
  const { nodeCount, start, to } = ground.graph
  const slots: number[] = []
  for (let node = 0; node < nodeCount; node++)
    for (let slot = start[node]!; slot < start[node + 1]!; slot++) if (to[slot]! > node) slots.push(slot)
  return makeGrid(Int32Array.from(slots), streetOutline(ground))
}

export const makePlaceGrid = (ground: MapGeometry, nodes: Int32Array): Grid =>
  makeGrid(
    Int32Array.from(nodes.keys()),
    placeOutline(ground, (place) => nodes[place]!),
  )
