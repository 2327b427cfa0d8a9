// Position and phase of a walk at a time.
import type { WatchedRoute, Waypoint } from '@agent-network/contract'

export type Phase = 'waiting' | 'walking' | 'dwelling' | 'staying'

export interface Spot {
  readonly x: number
  readonly y: number
  readonly level: number
}

export interface Walk {
  readonly departAt: number
  readonly arriveAt: number
  readonly dwellUntil: number
  readonly waypoints: readonly Waypoint[]
}

export const walkOf = (route: WatchedRoute): Walk => ({
  departAt: Date.parse(route.departAt),
  arriveAt: Date.parse(route.arriveAt),
  dwellUntil: Date.parse(route.dwellUntil),
  waypoints: route.waypoints,
})

/** 1.22: walking, then dwelling, then staying. */
export function phaseAt(walk: Walk, now: number): Phase {
  if (now < walk.departAt) return 'waiting'
  if (now < walk.arriveAt) return 'walking'
  return now < walk.dwellUntil ? 'dwelling' : 'staying'
}

/** Share of the walk that is done, from 0 to 1. */
export function progressAt(walk: Walk, now: number): number {
  const length = walk.arriveAt - walk.departAt
  return length <= 0 ? (now < walk.departAt ? 0 : 1) : Math.min(1, Math.max(0, (now - walk.departAt) / length))
}

export interface Position extends Spot {
  /** The last reached waypoint. */
  readonly index: number
  /** Set between two levels. */
  readonly climb: { readonly from: number; readonly to: number } | null
}

export function positionAt(walk: Walk, now: number): Position {
  const { waypoints } = walk
  const offset = now - walk.departAt
  const last = waypoints.length - 1
  let index = 0
  while (index < last && waypoints[index + 1]!.offsetMs <= offset) index += 1
  const from = waypoints[index]!
  const to = waypoints[index + 1]
  if (to === undefined || offset <= from.offsetMs) return { ...spotOf(from), index, climb: null }
  const share = (offset - from.offsetMs) / (to.offsetMs - from.offsetMs)
  const between = (a: number, b: number) => a + (b - a) * share
  return {
    x: between(from.x, to.x),
    y: between(from.y, to.y),
    level: between(from.level, to.level),
    index,
    climb: from.level === to.level ? null : { from: from.level, to: to.level },
  }
}

const spotOf = ({ x, y, level }: Spot): Spot => ({ x, y, level })

/** The route behind and ahead of the walker; both include its position. */
export function splitRoute(walk: Walk, at: Position): { behind: Spot[]; ahead: Spot[] } {
  const here = spotOf(at)
  return {
    behind: [...walk.waypoints.slice(0, at.index + 1).map(spotOf), here],
    ahead: [here, ...walk.waypoints.slice(at.index + 1).map(spotOf)],
  }
}
