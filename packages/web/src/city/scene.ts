// The parts of the city that do not depend on time or camera.
import type { Street, StreetPlace, WatchView } from '@agent-network/contract'
import { type Building, buildings, hash } from './buildings.ts'
import { type Bounds, boundsOf, type Point, project, riseOf } from './camera.ts'
import { climbsTo, levelsOf, streetsOn } from './levels.ts'
import { type Spot, type Walk, walkOf } from './walk.ts'

export interface Storey {
  readonly level: number
  /** All streets of the level in metres as one path, so that crossings are painted once. */
  readonly ground: Path2D
  readonly houses: readonly Building[]
  readonly lamps: readonly Spot[]
  /** Stairs and lifts that lead up to this level. */
  readonly climbs: readonly Street[]
  /** The westernmost corner, for the label. */
  readonly corner: Spot | null
}

export interface Mark extends StreetPlace {
  readonly point: Point
  readonly role: 'goal' | 'start' | 'place' | 'stop' | 'home'
  /** Priority of the label. */
  readonly rank: number
}

/** All city data that does not depend on time or camera. */
export interface Scene {
  readonly walk: Walk
  readonly rise: number
  readonly lowest: number
  readonly levels: readonly number[]
  readonly storeys: readonly Storey[]
  readonly marks: readonly Mark[]
  readonly goal: Point
  readonly walkBounds: Bounds
  readonly cityBounds: Bounds
}

const LAMP_EVERY = 34

function lampsOf({ x1, y1, x2, y2, level1 }: Street): Spot[] {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const count = Math.floor(length / LAMP_EVERY)
  return Array.from({ length: count }, (_, i) => {
    const share = (i + 0.3 + 0.4 * hash(x1, y1, x2, y2, i)) / count
    const side = i % 2 === 0 ? 5 : -5
    return {
      x: x1 + (x2 - x1) * share - ((y2 - y1) / length) * side,
      y: y1 + (y2 - y1) * share + ((x2 - x1) / length) * side,
      level: level1,
    }
  })
}

const endsOf = ({ x1, y1, level1, x2, y2, level2 }: Street): readonly Spot[] => [
  { x: x1, y: y1, level: level1 },
  { x: x2, y: y2, level: level2 },
]

function storeyOf(level: number, streets: readonly Street[], houses: readonly Building[]): Storey {
  const flat = streetsOn(streets, level)
  const ground = new Path2D()
  for (const { x1, y1, x2, y2 } of flat) {
    ground.moveTo(x1, y1)
    ground.lineTo(x2, y2)
  }
  return {
    level,
    ground,
    houses: houses.filter((house) => house.level === level),
    lamps: flat.flatMap(lampsOf),
    climbs: climbsTo(streets, level),
    corner: flat
      .flatMap(endsOf)
      .reduce<Spot | null>((west, end) => (west === null || end.x < west.x ? end : west), null),
  }
}

const ROLES = { home: 'home', route_stop: 'stop' } as const

function marksOf({ walk, city }: WatchView, rise: number): Mark[] {
  const [first, last] = [walk.waypoints[0]!, walk.waypoints.at(-1)!]
  const isAt = (place: StreetPlace, spot: Spot) =>
    place.x === spot.x && place.y === spot.y && place.level === spot.level
  const toWalk = (place: StreetPlace) =>
    Math.min(
      ...walk.waypoints.map(
        ({ x, y, level }) => Math.hypot(x - place.x, y - place.y) + 80 * Math.abs(level - place.level),
      ),
    )
  const roleOf = (place: StreetPlace): Mark['role'] => {
    if (place.label === walk.toLabel && isAt(place, last)) return 'goal'
    if (place.label === walk.fromLabel && isAt(place, first)) return 'start'
    return Object.hasOwn(ROLES, place.kind) ? ROLES[place.kind as keyof typeof ROLES] : 'place'
  }
  const ORDER = { goal: 0, start: 1, place: 2, stop: 2, home: 3 }
  const marks = city.places.map((place): Mark => {
    const role = roleOf(place)
    return { ...place, point: project(place, rise), role, rank: ORDER[role] * 1e6 + toWalk(place) }
  })
  // The map may have changed since the walk began, so its ends are always added.
  if (!marks.some(({ role }) => role === 'goal'))
    marks.push({ ...last, label: walk.toLabel, kind: '', point: project(last, rise), role: 'goal', rank: 0 })
  return marks.sort((a, b) => a.rank - b.rank)
}

export function sceneOf(view: WatchView): Scene {
  const { streets, places } = view.city
  const rise = riseOf(streets)
  const walk = walkOf(view.walk)
  const route = walk.waypoints.map((waypoint) => project(waypoint, rise))
  const ends = streets.flatMap(endsOf)
  const levels = levelsOf([...ends, ...places, ...walk.waypoints])
  const houses = buildings(streets, places)
  return {
    walk,
    rise,
    lowest: levels[0]!,
    levels,
    storeys: levels.map((level) => storeyOf(level, streets, houses)),
    marks: marksOf(view, rise),
    goal: route.at(-1)!,
    walkBounds: boundsOf(route, 45),
    cityBounds: boundsOf([...route, ...ends.map((end) => project(end, rise))], 60),
  }
}

const NO_WALK: Walk = { departAt: 0, arriveAt: 0, dwellUntil: 0, waypoints: [] }

/** The city without a walk. */
export function sceneOfCity(streets: readonly Street[], places: readonly StreetPlace[]): Scene {
  const rise = riseOf(streets)
  const ends = [...streets.flatMap(endsOf), ...places]
  const levels = levelsOf(ends)
  const houses = buildings(streets, places)
  const cityBounds = boundsOf(
    ends.map((end) => project(end, rise)),
    60,
  )
  return {
    walk: NO_WALK,
    rise,
    lowest: levels[0] ?? 0,
    levels,
    storeys: levels.map((level) => storeyOf(level, streets, houses)),
    marks: places.map((place, rank): Mark => ({ ...place, point: project(place, rise), role: 'place', rank })),
    // No destination: the area that labels avoid is outside the map.
    goal: { u: cityBounds.minU - 10_000, v: cityBounds.minV },
    walkBounds: cityBounds,
    cityBounds,
  }
}
