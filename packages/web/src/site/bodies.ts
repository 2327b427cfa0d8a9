import { type Point, project } from '../city/camera.ts'

/** What the server says of somebody in the city; the shapes are its own and this page's. */
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

/** Who talks with whom is known, and never what is said. */
export interface Talk {
  readonly placeId: string
  readonly people: readonly { readonly handle: string }[]
}

/** All of the city, or who has come, moved or gone since the last time. */
export interface CityNews {
  readonly now: string
  readonly whole: boolean
  readonly weather: string | null
  readonly bodies: readonly Body[]
  readonly gone: readonly string[]
  readonly talks: readonly Talk[]
}

/** The bodies after some news, in the order of their handles, in which they stand round a place. */
export function afterNews(bodies: readonly Moving[], { whole, bodies: told, gone }: CityNews): Moving[] {
  const known = new Map(whole ? [] : bodies.map((body) => [body.handle, body]))
  for (const body of told) known.set(body.handle, movingOf(body))
  for (const handle of gone) known.delete(handle)
  return [...known.values()].sort((a, b) => (a.handle < b.handle ? -1 : 1))
}

export interface Place {
  readonly id: string
  readonly label: string
  readonly kind: string
  readonly x: number
  readonly y: number
  readonly level: number
}

/** A body with its times as numbers: they are asked for at every frame. */
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

/** Where a walk is at a moment: between two corners, in proportion to the time between them. */
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

/** Everybody's point in the drawing. Those who stand at one place stand round it, in the order of their handles. */
export function placeBodies(
  bodies: readonly Moving[],
  places: ReadonlyMap<string, Place>,
  rise: number,
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
    const [angle, far] = [n * GOLDEN_ANGLE, n === 0 ? 0 : STEP + STEP * Math.sqrt(n)]
    return [{ body, point: { u: u + far * Math.cos(angle), v: v + far * Math.sin(angle) * 0.6 }, walking: false }]
  })
}
