// Generated houses along the streets of the map.
import type { Street, StreetPlace } from '@agent-network/contract'
import { TILT } from './camera.ts'

/** A generated house. The map data contains only streets and places. */
export interface Building {
  readonly x: number
  /** The front, which faces the viewer. */
  readonly y: number
  readonly level: number
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly gable: boolean
  /** Decides which windows are lit. */
  readonly seed: number
}

/** Half the width of the ground along a street. */
export const TERRACE = 30
const SETBACK = { min: 11, max: 21 }
const SPACING = 17
const BUILDINGS_MAX = 1_400
const STREET_CLEARANCE = 5
const PLACE_CLEARANCE = 13

/** A number in [0, 1) that is the same for the same city on every screen. */
export function hash(...values: readonly number[]): number {
  let h = 0x811c9dc5
  for (const value of values) h = Math.imul(h ^ Math.round(value * 8), 0x01000193) ^ (h >>> 13)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return ((h ^ (h >>> 12)) >>> 0) / 4294967296
}

interface Segment {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** Whether a segment touches a box (Liang and Barsky's clipping, without the clipped points). */
function crosses(
  { x1, y1, x2, y2 }: Segment,
  { minX, minY, maxX, maxY }: { minX: number; minY: number; maxX: number; maxY: number },
): boolean {
  let [enter, leave] = [0, 1]
  for (const [delta, low, high] of [
    [x2 - x1, minX - x1, maxX - x1],
    [y2 - y1, minY - y1, maxY - y1],
  ] as const) {
    if (delta === 0) {
      if (low > 0 || high < 0) return false
    } else {
      const [a, b] = [low / delta, high / delta]
      enter = Math.max(enter, Math.min(a, b))
      leave = Math.min(leave, Math.max(a, b))
    }
  }
  return enter <= leave
}

/** The ground that the house covers, including the ground hidden behind it. */
const covered = ({ x, y, width, depth, height }: Building) => ({
  minX: x - width / 2,
  minY: y,
  maxX: x + width / 2,
  maxY: y + depth + height / TILT,
})

function candidate(street: Street, along: number, side: 1 | -1, length: number): Building {
  const { x1, y1, x2, y2, level1: level } = street
  const seed = hash(x1, y1, x2, y2, level, along * 100, side)
  const pick = (salt: number, min: number, max: number) => min + hash(seed * 1e6, salt) * (max - min)
  const back = side * pick(1, SETBACK.min, SETBACK.max)
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
  const depth = pick(2, 7, 12)
  return {
    x: x1 + (x2 - x1) * along - dy * back,
    y: y1 + (y2 - y1) * along + dx * back - depth / 2,
    level,
    width: pick(3, 8, 15),
    depth,
    height: pick(4, 6, 15),
    gable: hash(seed * 1e6, 5) < 0.45,
    seed,
  }
}

/** Houses along the streets. No house hides a street, a place or another house of its level. */
export function buildings(streets: readonly Street[], places: readonly StreetPlace[]): Building[] {
  const housesByLevel = new Map<number, Building[]>()
  const flat = streets.filter((street) => !street.lift && street.level1 === street.level2)
  const byLevel = new Map<number, Street[]>()
  for (const street of flat) byLevel.set(street.level1, [...(byLevel.get(street.level1) ?? []), street])
  let count = 0
  for (const street of flat) {
    const length = Math.hypot(street.x2 - street.x1, street.y2 - street.y1)
    const steps = Math.floor(length / SPACING)
    for (let step = 0; step < steps && count < BUILDINGS_MAX; step++) {
      for (const side of [1, -1] as const) {
        const house = candidate(street, (step + 0.5) / steps, side, length)
        const { minX, minY, maxX, maxY } = covered(house)
        const gap = STREET_CLEARANCE
        const clear = { minX: minX - gap, minY: minY - gap, maxX: maxX + gap, maxY: maxY + gap / 2 }
        const neighbours = housesByLevel.get(house.level) ?? []
        const hides =
          byLevel.get(house.level)!.some((s) => crosses(s, clear)) ||
          places.some(
            ({ x, y, level }) =>
              level === house.level &&
              x > minX - PLACE_CLEARANCE &&
              x < maxX + PLACE_CLEARANCE &&
              y > minY - PLACE_CLEARANCE &&
              y < maxY + PLACE_CLEARANCE,
          ) ||
          neighbours.some((other) => {
            const footprint = covered(other)
            return (
              minX < footprint.maxX + 1 && footprint.minX - 1 < maxX && minY < footprint.maxY && footprint.minY < maxY
            )
          })
        if (hides) continue
        housesByLevel.set(house.level, [...neighbours, house])
        count += 1
      }
    }
  }
  // Far houses first, so that near ones are drawn over them.
  return [...housesByLevel.values()].flat().sort((a, b) => b.y - a.y)
}
