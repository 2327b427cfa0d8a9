// Placement of labels without overlap.
import type { Rect } from './camera.ts'

/** A label to be placed next to its mark; sizes in pixels. */
export interface Wish {
  readonly x: number
  readonly y: number
  /** Radius of the mark. */
  readonly radius: number
  readonly width: number
  readonly height: number
  /** The only allowed side. */
  readonly side?: 'left'
  /** The label is always shown, even if it covers something. */
  readonly must?: boolean
}

const GAP = 4

/** Possible positions, best first: right, left, below, above. */
function spotsOf({ x, y, radius, width, height, side }: Wish): readonly Rect[] {
  const size = { width, height }
  const leftSpot = { x: x - radius - GAP - width, y: y - height / 2, ...size }
  if (side === 'left') return [leftSpot]
  return [
    { x: x + radius + GAP, y: y - height / 2, ...size },
    leftSpot,
    { x: x - width / 2, y: y + radius + GAP, ...size },
    { x: x - width / 2, y: y - radius - GAP - height, ...size },
  ]
}

const CELL = 64

const cellsOf = ({ x, y, width, height }: Rect): string[] => {
  const cells: string[] = []
  for (let i = Math.floor(x / CELL); i <= Math.floor((x + width) / CELL); i++)
    for (let j = Math.floor(y / CELL); j <= Math.floor((y + height) / CELL); j++) cells.push(`${i} ${j}`)
  return cells
}

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const contains = (outer: Rect, { x, y, width, height }: Rect): boolean =>
  x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height

/**
 * Places labels in order of priority; a label without space gets null. Labels do not cover other labels, marks or
 * panels, and avoid the screen edge.
 */
export function placeLabels(
  wishes: readonly Wish[],
  occupiedRects: readonly Rect[],
  { screen, middle = screen }: { screen: Rect; middle?: Rect },
): (Rect | null)[] {
  const grid = new Map<string, Rect[]>()
  const take = (rect: Rect) => {
    for (const cell of cellsOf(rect)) grid.set(cell, [...(grid.get(cell) ?? []), rect])
  }
  const isFree = (rect: Rect) => !cellsOf(rect).some((cell) => grid.get(cell)?.some((other) => overlap(rect, other)))
  const isOutsideMiddle = (rect: Rect) => Number(!contains(middle, rect))
  for (const rect of occupiedRects) take(rect)
  for (const { x, y, radius } of wishes) take({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius })
  return wishes.map((wish) => {
    const spots = spotsOf(wish)
      .filter((spot) => contains(screen, spot))
      .sort((a, b) => isOutsideMiddle(a) - isOutsideMiddle(b))
    const spot = spots.find(isFree) ?? (wish.must ? spots[0] : null) ?? null
    if (spot !== null) take(spot)
    return spot
  })
}
