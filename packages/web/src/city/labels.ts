import type { Rect } from './camera.ts'

/** A name that wants to stand beside its mark; sizes in pixels. */
export interface Wish {
  readonly x: number
  readonly y: number
  /** How much room the mark itself takes. */
  readonly radius: number
  readonly width: number
  readonly height: number
  /** For a name that makes sense on this side alone. */
  readonly side?: 'left'
  /** For a name without which the map would miss its point: it covers something rather than being left out. */
  readonly must?: boolean
}

const GAP = 4

/** Where a name may stand, best first: right, left, below, above. */
function spotsOf({ x, y, radius, width, height, side }: Wish): readonly Rect[] {
  const size = { width, height }
  const left = { x: x - radius - GAP - width, y: y - height / 2, ...size }
  if (side === 'left') return [left]
  return [
    { x: x + radius + GAP, y: y - height / 2, ...size },
    left,
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
 * Finds room for names in the order in which they are given, so that the important ones come first; a name without
 * room gets null. No name covers another, a mark, or a corner of the screen where a panel lies, and one that has a spot
 * in the middle is not put across its edge.
 */
export function placeLabels(
  wishes: readonly Wish[],
  taken: readonly Rect[],
  { screen, middle = screen }: { screen: Rect; middle?: Rect },
): (Rect | null)[] {
  const grid = new Map<string, Rect[]>()
  const take = (rect: Rect) => {
    for (const cell of cellsOf(rect)) grid.set(cell, [...(grid.get(cell) ?? []), rect])
  }
  const isFree = (rect: Rect) => !cellsOf(rect).some((cell) => grid.get(cell)?.some((other) => overlap(rect, other)))
  const isOutsideMiddle = (rect: Rect) => Number(!contains(middle, rect))
  for (const rect of taken) take(rect)
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
