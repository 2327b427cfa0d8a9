// Facts about things and happenings in the city.
import { DAY_MS } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import { placeIdAt, readBody } from '../../stores/city/bodies.ts'
import { feastOn, isMarketDay } from '../../stores/town/almanac.ts'
import { type Happening, happeningsSince } from '../../stores/town/happenings.ts'
import type { State } from '../../stores/town/states.ts'
import { changesOf, clockTime, dayName, describeState, readThings, type Thing } from '../../stores/town/things.ts'
import { residentById } from './people.ts'
import type { QuestionContext } from './questions.ts'
import { bareName, type WantedFact } from './questions.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const inside = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ')

/** The thing with that name; null if there is none or more than one. */
async function thingNamed(read: Read, worldId: string, name: string): Promise<Thing | null> {
  const wanted = bareName(name)
  if (wanted.length < 3) return null
  const things = await readThings(read, worldId)
  const exact = things.filter((thing) => bareName(thing.name) === wanted)
  const fits = exact.length > 0 ? exact : things.filter((thing) => bareName(thing.name).split(' ').includes(wanted))
  return fits.length === 1 ? fits[0]! : null
}

/**
 * Whether the answering resident knows the current state: it was announced, or the resident keeps the thing or stands
 * at it.
 */
async function knowsState(
  read: Read,
  { world, at, by }: QuestionContext,
  thing: Thing,
  toldAt: number,
): Promise<boolean> {
  if (toldAt > 0 || (by !== undefined && by === thing.keeperId)) return true
  if (by === undefined || thing.placeId === '') return false
  return placeIdAt(await readBody(read, world.id, by), at) === thing.placeId
}

async function nameOf(read: Read, worldId: string, id: string): Promise<string> {
  return (await residentById(read, worldId, id))?.display_name ?? 'somebody'
}

async function describeThing(read: Read, { world, at }: QuestionContext, thing: Thing): Promise<string> {
  const { state } = thing
  const borrower = state.sort === 'lent' && state.to !== '' ? await nameOf(read, world.id, state.to) : ''
  return `${capital(thing.name)} ${describeState(thing, at, () => borrower)}.`
}

/** The state of a thing as the answering resident knows it; else its last known state. */
async function stateFact(read: Read, context: QuestionContext, thing: Thing): Promise<string> {
  const [last, before] = await changesOf(read, context.world.id, thing.id)
  const current = last !== undefined && last.at === thing.since
  if (!current || (await knowsState(read, context, thing, last.told_at))) return describeThing(read, context, thing)
  if (before === undefined) return `I have heard nothing new of ${thing.name}.`
  const earlier = { ...thing, state: JSON.parse(before.state) as State, since: before.at }
  return `When I last heard: ${await describeThing(read, context, earlier)}`
}

async function sinceFact(read: Read, context: QuestionContext, thing: Thing): Promise<string> {
  const [last] = await changesOf(read, context.world.id, thing.id)
  if (last !== undefined && last.at === thing.since && !(await knowsState(read, context, thing, last.told_at)))
    return stateFact(read, context, thing)
  const cause =
    last === undefined || last.cause === '' || last.at !== thing.since ? '' : ` The reason given: ${last.cause}.`
  return `${await describeThing(read, context, thing)} That is so since ${dayName(thing.since, context.at)}.${cause}`
}

async function keeperFact(read: Read, { world }: QuestionContext, thing: Thing): Promise<string> {
  if (thing.keeperId === '') return `Nobody in particular looks after ${thing.name}.`
  return `${await nameOf(read, world.id, thing.keeperId)} looks after ${thing.name}.`
}

async function thingPlaceFact(read: Read, context: QuestionContext, thing: Thing): Promise<string | null> {
  const place = context.map?.destination(thing.placeId)
  if (place === undefined) return null
  const { state } = thing
  if (state.sort === 'lent' && state.to !== '') return stateFact(read, context, thing)
  if (state.sort === 'away' && context.at < state.until) return describeThing(read, context, thing)
  return `${capital(thing.name)} is at ${inside(place.label)}.`
}

/** Public happenings; a forecast is none. */
const isPublic = ({ stage, kind }: Happening): boolean => stage !== 'planned' && kind !== 'forecast'

function happened({ map, at }: QuestionContext, row: Happening): string {
  const place = map?.destination(row.place_id)
  const where = place === undefined ? '' : ` at ${inside(place.label)}`
  const name = capital(row.name)
  if (row.stage === 'announced') return `${name} is to be ${dayName(row.starts_at, at)}${where}.`
  if (row.stage === 'begun')
    return `${name} is going on${where} since ${clockTime(row.starts_at)} ${dayName(row.starts_at, at)}.`
  return `${name} was ${dayName(row.starts_at, at)}${where}.`
}

const DAYS_BACK = { today: 0, yesterday: 1, week: 7 } as const

async function newsFact(read: Read, context: QuestionContext, when: keyof typeof DAYS_BACK): Promise<string> {
  const { world, at } = context
  const from = (Math.floor(at / DAY_MS) - DAYS_BACK[when]) * DAY_MS
  const until = when === 'yesterday' ? from + DAY_MS : at + DAY_MS
  const rows = (await happeningsSince(read, world.id, from)).filter(
    (row) => isPublic(row) && row.starts_at < until && row.ends_at > from,
  )
  if (rows.length === 0)
    return when === 'today' ? 'Nothing that anybody told of today.' : 'Nothing that anybody told of.'
  return rows
    .slice(-4)
    .map((row) => happened(context, row))
    .join(' ')
}

async function forecastFact(read: Read, { world, at }: QuestionContext, past: boolean): Promise<string> {
  const rows = (await happeningsSince(read, world.id, at - 7 * DAY_MS)).filter(({ kind }) => kind === 'forecast')
  if (past) {
    const last = rows.findLast(({ outcome }) => outcome !== '')
    if (last === undefined) return 'No forecast has been held against the sky lately.'
    const came = last.outcome === 'right' ? 'came true' : 'did not come true'
    return `The forecast for ${dayName(last.starts_at, at)} was ${last.figure} in the hundred for a storm, and it ${came}.`
  }
  const next = rows.findLast(({ stage, ends_at }) => stage !== 'planned' && ends_at > at)
  if (next === undefined) return 'No forecast has been given for the next days.'
  return `The forecast for ${dayName(next.starts_at, at)} is ${next.figure} in the hundred for a storm.`
}

const AHEAD_DAYS = 60

/** The next occurrence of an event: by the calendar, else as announced. */
async function whenFact(read: Read, { world, at }: QuestionContext, what: string): Promise<string | null> {
  const today = Math.floor(at / DAY_MS)
  const wanted = bareName(what).replace(/^next /u, '')
  const first = (is: (day: number) => boolean): number | undefined =>
    Array.from({ length: AHEAD_DAYS }, (_, i) => today + i).find(is)
  if (/^market(?: day)?$/u.test(wanted))
    return `The next market is ${dayName(first(isMarketDay)! * DAY_MS, at)}, from eight.`
  const feast = first((day) => {
    const name = feastOn(day)
    return name !== null && (wanted === 'feast' || bareName(name) === wanted)
  })
  if (feast !== undefined) return `${capital(feastOn(feast)!)} is ${dayName(feast * DAY_MS, at)}, from four.`
  const rows = (await happeningsSince(read, world.id, at)).filter(isPublic)
  const found = rows.find(({ kind, name }) => kind === wanted || bareName(name) === wanted)
  if (found === undefined) return null
  return `${capital(found.name)} is ${dayName(found.starts_at, at)}, from ${clockTime(found.starts_at)}.`
}

const OF_THINGS = { state: stateFact, since: sinceFact, keeper: keeperFact } as const

/** The answer from things and happenings; null for other questions. */
export async function townFact(read: Read, context: QuestionContext, wanted: WantedFact): Promise<string | null> {
  switch (wanted.kind) {
    case 'happened':
      return newsFact(read, context, wanted.when)
    case 'forecast':
      return forecastFact(read, context, wanted.past)
    case 'when':
      return whenFact(read, context, wanted.what)
    case 'state':
    case 'since':
    case 'keeper': {
      const thing = await thingNamed(read, context.world.id, wanted.name)
      return thing === null ? null : OF_THINGS[wanted.kind](read, context, thing)
    }
    case 'where': {
      const thing = await thingNamed(read, context.world.id, wanted.name)
      return thing === null ? null : thingPlaceFact(read, context, thing)
    }
    default:
      return null
  }
}
