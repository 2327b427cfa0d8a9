// Positions of agents on the city map.
import { type Point, project } from '../city/camera.ts'

/** An agent in the city, as the server sends it. */
export interface Body {
  readonly handle: string
  readonly displayName: string
  readonly placeId: string | null
  readonly since: string
  readonly walk: {
    readonly departAt: string
    readonly arriveAt: string
    readonly corners: readonly (readonly [x: number, y: number, level: number, offsetMs: number])[]
  } | null
  readonly resident: boolean
}

/** Participants of a conversation, without its text. */
export interface Talk {
  readonly placeId: string
  readonly people: readonly { readonly handle: string }[]
}

/** A full snapshot, or the changes since the last update. */
export interface CityNews {
  readonly now: string
  readonly whole: boolean
  readonly weather: string | null
  readonly bodies: readonly Body[]
  readonly departures: readonly string[]
  readonly talks: readonly Talk[]
}

/** Applies an update. The result is sorted by handle, which sets the order around a place. */
export function afterNews(bodies: readonly Moving[], { whole, bodies: updates, departures }: CityNews): Moving[] {
  const byHandle = new Map(whole ? [] : bodies.map((body) => [body.handle, body]))
  for (const body of updates) byHandle.set(body.handle, movingOf(body))
  for (const handle of departures) byHandle.delete(handle)
  return [...byHandle.values()].sort((a, b) => (a.handle < b.handle ? -1 : 1))
}

export interface Place {
  readonly id: string
  readonly label: string
  readonly kind: string
  readonly x: number
  readonly y: number
  readonly level: number
}

/** A body with parsed times, because they are read in every frame. */
export interface Moving extends Body {
  readonly departs: number
  readonly arrives: number
}

export const movingOf = (body: Body): Moving => ({
  ...body,
  departs: body.walk === null ? 0 : Date.parse(body.walk.departAt),
  arrives: body.walk === null ? 0 : Date.parse(body.walk.arriveAt),
})

export interface Placed {
  readonly body: Body
  readonly point: Point
  readonly walking: boolean
}

/** Position of a walk at a time, interpolated between two corners. */
export function onWalk(
  { corners }: NonNullable<Body['walk']>,
  elapsed: number,
): { x: number; y: number; level: number } {
  const next = corners.findIndex(([, , , offset]) => offset > elapsed)
  const [x, y, level, start] = corners[next < 0 ? corners.length - 1 : Math.max(0, next - 1)]!
  if (next <= 0) return { x, y, level }
  const [toX, toY, toLevel, end] = corners[next]!
  const share = end === start ? 1 : (elapsed - start) / (end - start)
  return { x: x + (toX - x) * share, y: y + (toY - y) * share, level: level + (toLevel - level) * share }
}

const GOLDEN_ANGLE = 2.399963
const STEP = 9
/** Crowds are a little wider than deep. */
const FLAT = 0.8

/** Height of a level, and the radius of a face on the map, which keeps faces at one place apart. */
export interface Spread {
  readonly rise: number
  readonly radius: number
}

/** Positions of all bodies. Bodies at one place stand around it, sorted by handle. */
export function placeBodies(
  bodies: readonly Moving[],
  places: ReadonlyMap<string, Place>,
  { rise, radius }: Spread,
  now: number,
): Placed[] {
  const crowd = new Map<string, number>()
  return bodies.flatMap((body): Placed[] => {
    const { walk, placeId, departs, arrives } = body
    if (walk !== null && now < arrives)
      return [{ body, point: project(onWalk(walk, now - departs), rise), walking: true }]
    const place = places.get(placeId ?? '')
    if (place === undefined) return []
    const n = crowd.get(place.id) ?? 0
    crowd.set(place.id, n + 1)
    const { u, v } = project(place, rise)
    const step = Math.max(STEP, 1.25 * radius)
    const [angle, far] = [n * GOLDEN_ANGLE, n === 0 ? 0 : step + step * Math.sqrt(n)]
    return [{ body, point: { u: u + far * Math.cos(angle), v: v + far * Math.sin(angle) * FLAT }, walking: false }]
  })
}
