import type { Destination } from '../../city/map/city-map.ts'
import type { OpenMap } from '../../city/maps.ts'
import { isOffered } from '../../city/offered.ts'
import type { Thing } from '../../town/things.ts'
import { hoursUp } from '../resident/habits.ts'
import type { Person } from '../resident/people.ts'

/** Kinds of place where a trade is at work, first choice first. */
const PLACES_OF: readonly (readonly [trade: RegExp, kinds: readonly string[]])[] = [
  [/bak|bread|cook|kitchen/, ['bakery', 'canteen', 'cafe']],
  [/archiv|record|librar|histor/, ['archive', 'library']],
  [/translat|language|poet|writ/, ['library', 'cafe']],
  [/tide|boat|ferry|sea|fish/, ['pier', 'lookout']],
  [/weather|rain|sky|astronom/, ['observatory', 'lookout']],
  [/garden|plant|tree|moss|farm/, ['garden']],
  [/music|bell|song|sound/, ['belfry', 'promenade']],
  [/lift|machine|engine|mechan/, ['workshop']],
  [/map|cartograph|survey/, ['workshop', 'arcade']],
  [/repair|mend|craft|clock/, ['workshop']],
  [/civic|law|clerk|politic/, ['arcade', 'square']],
  [/chess|game/, ['cafe']],
]

const bare = (text: string): string => text.toLowerCase().replace(/[’']/gu, '')

/** A name or handle in the label of a place: `Odile’s Bakehouse`. */
const bears = (label: string, name: string): boolean =>
  name
    .split(/\s+/u)
    .some(
      (part) =>
        part.length > 3 && new RegExp(`\\b${bare(part).replace(/[^\p{L}\p{N}]/gu, '')}s?\\b`, 'u').test(bare(label)),
    )

/** In a larger city one has a quarter of one's own, which follows from who one is. */
const SURVEYED = 400

/** A place of their name, where what they keep stands, else where their trade is done. */
function findWorkplace(
  { agent }: Person,
  { map, things }: { map: OpenMap; things: readonly Thing[] },
): Destination | null {
  const number = [...agent.handle].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1_000_003, 7)
  const places =
    map.destinations.length <= SURVEYED
      ? map.destinations
      : map.near(number % map.nodeCount).map(({ destination }) => destination)
  const offered = (place: Destination | undefined): place is Destination => place !== undefined && isOffered(place)
  const own = places.find((place) => offered(place) && bears(place.label, agent.display_name))
  if (own !== undefined) return own
  const kept = things.filter(({ keeperId }) => keeperId === agent.id).map(({ placeId }) => map.destination(placeId))
  const stand = kept.find(offered)
  if (stand !== undefined) return stand
  const trade = bare(agent.specialty ?? '')
  const kinds = PLACES_OF.find(([words]) => trade !== '' && words.test(trade))?.[1] ?? []
  for (const kind of kinds) {
    const fit = places.filter((place) => offered(place) && place.kind === kind)
    if (fit.length > 0) return fit[number % fit.length]!
  }
  return null
}

const FOUND = new WeakMap<Person, Destination | null>()

/** Where somebody works; found out once a day. */
export function workplaceOf(person: Person, city: { map: OpenMap; things: readonly Thing[] }): Destination | null {
  const known = FOUND.get(person)
  if (known !== undefined) return known
  const found = findWorkplace(person, city)
  FOUND.set(person, found)
  return found
}

const STARTS_AFTER = 1.5
const HOURS = 8

/** Whether it is somebody's working time: eight hours, from a while after getting up. */
export function isAtWork({ habits }: Person, at: number): boolean {
  const up = hoursUp(habits, at)
  return up !== null && up >= STARTS_AFTER && up < STARTS_AFTER + HOURS
}
