import type { Leg } from './map/legs.ts'

/** One corner of a walk: where it lies, and how long after departure it is reached. */
export interface Waypoint {
  readonly nodeId: string
  readonly x: number
  readonly y: number
  readonly level: number
  readonly offsetMs: number
}

/** Walking pace, the wait for a lift, and the shortest walk there is (1.22). */
const METERS_PER_SECOND = 1.2
const LIFT_MS = 60_000
const SHORTEST_MS = 60_000

const plainMs = (meters: number, lifts: number): number =>
  Math.round((meters / METERS_PER_SECOND) * 1_000) + lifts * LIFT_MS

export const durationMs = (meters: number, lifts: number): number => Math.max(SHORTEST_MS, plainMs(meters, lifts))

/** When each corner of a walk is reached: legs in proportion, so that the last one is reached on arrival. */
export function offsetsOf(legs: readonly Leg[], totalMs: number): number[] {
  const costs = legs.map(({ meters, lift }) => (meters / METERS_PER_SECOND) * 1_000 + (lift ? LIFT_MS : 0))
  const sum = costs.reduce((total, cost) => total + cost, 0)
  let reached = 0
  return [
    0,
    ...costs.map((cost, i) => {
      reached += cost
      return i === costs.length - 1 ? totalMs : Math.round(sum === 0 ? 0 : (reached / sum) * totalMs)
    }),
  ]
}

type Corner = Pick<Waypoint, 'x' | 'y' | 'level' | 'offsetMs'>

/** Metres per unit of the map, measured along the walk's streets; null where it takes none. */
export function metersPerUnit(corners: readonly Corner[], meters: number, lifts: number): number | null {
  // Walks shorter than a minute are stretched to one; the scale must not be.
  const stretch = corners.at(-1)!.offsetMs / plainMs(meters, lifts)
  let [walkedMs, drawn] = [0, 0]
  for (const [i, to] of corners.slice(1).entries()) {
    const from = corners[i]!
    if (from.level !== to.level) continue
    walkedMs += (to.offsetMs - from.offsetMs) / stretch
    drawn += Math.hypot(to.x - from.x, to.y - from.y)
  }
  const scale = (walkedMs / 1_000) * (METERS_PER_SECOND / drawn)
  return Number.isFinite(scale) && scale > 0 ? scale : null
}

/** The last corner passed by then. */
export const lastPassed = (route: readonly Waypoint[], elapsedMs: number): Waypoint =>
  route.findLast(({ offsetMs }) => offsetMs <= elapsedMs) ?? route[0]!
