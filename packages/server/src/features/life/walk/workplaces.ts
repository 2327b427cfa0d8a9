// Workplaces and working hours of residents, and the cached state of the town.
import type { Bygone } from '@agent-network/voice/life'
import { DAY_MS } from '../../../platform/core/time.ts'
import type { Read } from '../../../platform/db/database.ts'
import { isOffered } from '../../../stores/city/bodies.ts'
import type { Destination } from '../../../stores/city/map/city-map.ts'
import type { OpenMap } from '../../../stores/city/maps.ts'
import { type Closures, closuresOf, NOTHING_CLOSED } from '../../../stores/town/closures.ts'
import { type Happening, happeningsSince, memorableSince, TALKED_OF_MS } from '../../../stores/town/happenings.ts'
import { readThings, type Thing } from '../../../stores/town/things.ts'
import { type Habits, hoursUp } from '../mind/habits.ts'
import type { Person } from '../mind/people.ts'

/** Kinds of workplaces by trade, in order of preference. */
const WORKPLACE_KINDS: readonly (readonly [trade: RegExp, kinds: readonly string[]])[] = [
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

const normalize = (text: string): string => text.toLowerCase().replace(/[’']/gu, '')

/** Patterns of the longer words of a name, as a label of a place contains them: `Odile’s Bakehouse`. */
const namePatterns = (name: string): RegExp[] =>
  name
    .split(/\s+/u)
    .filter((part) => part.length > 3)
    .map((part) => new RegExp(`\\b${normalize(part).replace(/[^\p{L}\p{N}]/gu, '')}s?\\b`, 'u'))

/** In a larger city only the surroundings of a node derived from the handle are searched. */
const PLACES_SEARCHED_MAX = 400

/** Workplace: a place with the resident's name, then the place of a thing it keeps, then one of its trade. */
export function findWorkplace(
  agent: Pick<Person['agent'], 'id' | 'handle' | 'display_name' | 'specialty'>,
  { map, things }: { map: OpenMap; things: readonly Thing[] },
): Destination | null {
  const number = [...agent.handle].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1_000_003, 7)
  const places =
    map.destinations.length <= PLACES_SEARCHED_MAX
      ? map.destinations
      : map.near(number % map.nodeCount).map(({ destination }) => destination)
  const offered = (place: Destination | undefined): place is Destination => place !== undefined && isOffered(place)
  const patterns = namePatterns(agent.display_name)
  const own = places.find((place) => offered(place) && patterns.some((pattern) => pattern.test(normalize(place.label))))
  if (own !== undefined) return own
  const thingPlaces = things
    .filter(({ keeperId }) => keeperId === agent.id)
    .map(({ placeId }) => map.destination(placeId))
  const stand = thingPlaces.find(offered)
  if (stand !== undefined) return stand
  const trade = normalize(agent.specialty ?? '')
  const kinds = WORKPLACE_KINDS.find(([words]) => trade !== '' && words.test(trade))?.[1] ?? []
  for (const kind of kinds) {
    const fit = places.filter((place) => offered(place) && place.kind === kind)
    if (fit.length > 0) return fit[number % fit.length]!
  }
  return null
}

const WORKPLACES = new WeakMap<Person, Destination | null>()

/** Workplace of a resident, computed once a day. */
export function workplaceOf(person: Person, city: { map: OpenMap; things: readonly Thing[] }): Destination | null {
  const cachedWorkplace = WORKPLACES.get(person)
  if (cachedWorkplace !== undefined) return cachedWorkplace
  const found = findWorkplace(person.agent, city)
  WORKPLACES.set(person, found)
  return found
}

const STARTS_AFTER = 1.5
const HOURS = 8

/** Working hours in hours of the UTC day. */
export const workingHours = ({ wakesAt }: Habits): readonly [from: number, to: number] => [
  wakesAt + STARTS_AFTER,
  wakesAt + STARTS_AFTER + HOURS,
]

/** Whether it is working time: eight hours, starting 1.5 hours after waking up. */
export function isWorkingTime({ habits }: Person, at: number): boolean {
  const up = hoursUp(habits, at)
  return up !== null && up >= STARTS_AFTER && up < STARTS_AFTER + HOURS
}

const REMEMBERED_MS = 28 * DAY_MS

/** Things and happenings of a world, cached until one of them changes. */
export interface Town {
  things(read: Read): Promise<readonly Thing[]>
  /** Happenings that are planned, in progress or recent. */
  happenings(read: Read, at: number): Promise<readonly Happening[]>
  /** Happenings of the last 28 days, latest first, as references for dates. */
  bygones(read: Read, at: number): Promise<readonly Bygone[]>
  closures(read: Read, map: OpenMap, at: number): Promise<Closures>
  /** Drops the cache after a change of a thing or happening. */
  forget(): void
}

export function makeTown(worldId: string): Town {
  let things: readonly Thing[] | null = null
  let happenings: readonly Happening[] | null = null
  let bygones: readonly Happening[] | null = null
  let closures: readonly [OpenMap, Closures] | null = null
  const town: Town = {
    async things(read) {
      things ??= await readThings(read, worldId)
      return things
    },
    async happenings(read, at) {
      happenings ??= await happeningsSince(read, worldId, at - TALKED_OF_MS)
      return happenings.filter(({ ends_at }) => ends_at > at - TALKED_OF_MS)
    },
    async bygones(read, at) {
      bygones ??= await memorableSince(read, worldId, at - REMEMBERED_MS)
      const today = Math.floor(at / DAY_MS)
      return bygones
        .filter(({ starts_at, ends_at }) => starts_at <= at && ends_at > at - REMEMBERED_MS)
        .map(({ name, kind, starts_at }) => ({
          name: name.replace(/,.*$/u, ''),
          kind,
          days: today - Math.floor(starts_at / DAY_MS),
        }))
    },
    async closures(read, map, at) {
      if (closures?.[0] !== map) {
        const now = await town.happenings(read, at)
        const all = await town.things(read)
        closures = [map, now.length + all.length === 0 ? NOTHING_CLOSED : closuresOf(map, now, all)]
      }
      return closures![1]
    },
    forget() {
      things = null
      happenings = null
      bygones = null
      closures = null
    },
  }
  return town
}
