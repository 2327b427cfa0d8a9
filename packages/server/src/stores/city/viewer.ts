// The view of one walk for the holder of its watch token, with the city around it.
import type { Street, StreetPlace, WatchView, Waypoint } from '@agent-network/contract'
import { isPossibleId } from '../../platform/core/text.ts'
import { metersPerUnit } from './journeys.ts'
import type { Box } from './map/grid.ts'

/** One walk as the holder of its token may see it. Times are in milliseconds. */
export interface WatchedWalk {
  readonly world: { readonly id: string; readonly name: string }
  readonly handle: string
  readonly departAt: number
  readonly arriveAt: number
  readonly dwellUntil: number
  readonly purpose: string
  readonly meters: number
  readonly lifts: number
  readonly fromLabel: string | null
  readonly toLabel: string
  readonly waypoints: readonly Waypoint[]
}

/** Why a walk is not shown. `over` is only reported to holders of the right token. */
export const WATCH_ENDS = ['unknown', 'over'] as const
export type WatchEnd = (typeof WATCH_ENDS)[number]

/** Source of walks and streets. Only the fields below are copied into a response. */
export interface WatchSource {
  findWalk(journeyId: string, token: string, at: number): Promise<WatchedWalk | WatchEnd>
  streetsWithin(world: WatchedWalk['world'], box: Box): readonly Street[] | Promise<readonly Street[]>
  placesWithin(world: WatchedWalk['world'], box: Box): readonly StreetPlace[] | Promise<readonly StreetPlace[]>
}

/** Margin around the walk, enough to fill a wide screen in a city of any size. */
const MARGIN = { share: 0.6, min: 160, max: 900 }
const STREETS_MAX = 3_000
const PLACES_MAX = 400

/**
 * The unit of a map's coordinates is unknown, and the page draws metres. A map in degrees or pixels is scaled by the
 * length of the walk. A map within this factor of metres stays unchanged, so that two walks show the same city.
 */
const SCALE_TOLERANCE = 4

function scaleOf({ waypoints, meters, lifts }: WatchedWalk): number {
  const scale = metersPerUnit(waypoints, meters, lifts) ?? 1
  return scale > SCALE_TOLERANCE || scale < 1 / SCALE_TOLERANCE ? scale : 1
}

/** `scale` is the number of metres per map unit. */
export function boxAround(waypoints: readonly Waypoint[], scale = 1): Box {
  const xs = waypoints.map(({ x }) => x)
  const ys = waypoints.map(({ y }) => y)
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const wanted = MARGIN.share * Math.max(maxX - minX, maxY - minY)
  const margin = Math.min(MARGIN.max / scale, Math.max(MARGIN.min / scale, wanted))
  return { minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin }
}

/** All items, or those nearest to the centre of the box if there are more than `max`. */
function nearest<T>(items: readonly T[], max: number, box: Box, at: (item: T) => readonly [number, number]): T[] {
  if (items.length <= max) return [...items]
  const [x, y] = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2]
  const ranked = items.map((item) => {
    const [itemX, itemY] = at(item)
    return { item, distance: Math.hypot(itemX - x, itemY - y) }
  })
  ranked.sort((a, b) => a.distance - b.distance)
  return ranked.slice(0, max).map(({ item }) => item)
}

const iso = (at: number): string => new Date(at).toISOString()

// Here and below fields are copied one by one: a field added to a map or walk must not become public automatically.
const streetView = ({ x1, y1, level1, x2, y2, level2, lift }: Street, scale: number): Street => ({
  x1: x1 * scale,
  y1: y1 * scale,
  level1,
  x2: x2 * scale,
  y2: y2 * scale,
  level2,
  lift,
})
const placeView = ({ label, kind, x, y, level }: StreetPlace, scale: number): StreetPlace => ({
  label,
  kind,
  x: x * scale,
  y: y * scale,
  level,
})
const waypointView = ({ x, y, level, offsetMs }: Waypoint, scale: number): Waypoint => ({
  x: x * scale,
  y: y * scale,
  level,
  offsetMs,
})

const walkView = (walk: WatchedWalk, scale: number): WatchView['walk'] => ({
  departAt: iso(walk.departAt),
  arriveAt: iso(walk.arriveAt),
  dwellUntil: iso(walk.dwellUntil),
  purpose: walk.purpose,
  meters: walk.meters,
  lifts: walk.lifts,
  fromLabel: walk.fromLabel,
  toLabel: walk.toLabel,
  waypoints: walk.waypoints.map((waypoint) => waypointView(waypoint, scale)),
})

export interface WatchLink {
  readonly journey: string
  readonly token: string
}

export async function findWatchedWalk(source: WatchSource, { journey, token }: WatchLink, at: number) {
  if (!isPossibleId(journey) || !isPossibleId(token)) return 'unknown'
  return source.findWalk(journey, token, at)
}

/** 2.11: one walk and the city around it, without other walks or agents. */
export async function watchViewOf(source: WatchSource, walk: WatchedWalk, at: number): Promise<WatchView> {
  const scale = scaleOf(walk)
  const box = boxAround(walk.waypoints, scale)
  const streets = await source.streetsWithin(walk.world, box)
  const places = await source.placesWithin(walk.world, box)
  return {
    schemaVersion: 1,
    now: iso(at),
    handle: walk.handle,
    cityName: walk.world.name,
    walk: walkView(walk, scale),
    city: {
      streets: nearest(streets, STREETS_MAX, box, (s) => [(s.x1 + s.x2) / 2, (s.y1 + s.y2) / 2]).map((street) =>
        streetView(street, scale),
      ),
      places: nearest(places, PLACES_MAX, box, ({ x, y }) => [x, y]).map((place) => placeView(place, scale)),
    },
  }
}
