// Facts about things and happenings in the city, ideas and challenges.
import { capitalise, type Telling, telling } from '@agent-network/voice'
import { seededRandom } from '../../platform/core/ambient.ts'
import { DAY_MS, HOUR_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import { placeIdAt, readBody } from '../../stores/city/bodies.ts'
import { feastOn, HAPPENINGS, isMarketDay } from '../../stores/town/almanac.ts'
import { type Happening, happeningsSince, lastOfKind } from '../../stores/town/happenings.ts'
import type { State } from '../../stores/town/states.ts'
import { changesOf, clockTime, dayName, describeState, readThings, type Thing } from '../../stores/town/things.ts'
import { momentAt } from '../life/engine/world-life.ts'
import { habitsOf } from '../life/mind/habits.ts'
import { deedsIn, REMEMBERED_MS, walksIn } from './lived.ts'
import {
  bareName,
  interestsOf,
  type LifeQuestion,
  labelOf,
  namesAt,
  type QuestionContext,
  residentById,
  type WantedFact,
  whereabouts,
} from './questions.ts'

const { dayPhrase } = telling

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
export async function knowsState(
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
  return `${capitalise(thing.name)} ${describeState(thing, at, () => borrower)}.`
}

/** The state of a thing as the answering resident knows it; else its last known state. */
async function stateFact(read: Read, context: QuestionContext, thing: Thing): Promise<string> {
  const [last, before] = await changesOf(read, context.world.id, thing.id)
  const current = last !== undefined && last.at === thing.since
  if (!current || (await knowsState(read, context, thing, last.told_at))) return describeThing(read, context, thing)
  if (before === undefined) return `I have heard nothing new of ${thing.name}.`
  const earlier = { ...thing, state: JSON.parse(before.state) as State, since: before.at }
  const clause = await describeThing(read, context, earlier)
  return `The last I heard: ${thing.name}${clause.slice(thing.name.length)}`
}

async function sinceFact(read: Read, context: QuestionContext, thing: Thing): Promise<string> {
  const [last] = await changesOf(read, context.world.id, thing.id)
  if (last !== undefined && last.at === thing.since && !(await knowsState(read, context, thing, last.told_at)))
    return stateFact(read, context, thing)
  const cause = last === undefined || last.cause === '' || last.at !== thing.since ? '' : `: ${last.cause}`
  const clause = (await describeThing(read, context, thing)).slice(0, -1)
  return `${clause}${/ since /u.test(clause) ? '' : `, since ${dayName(thing.since, context.at)}`}${cause}.`
}

async function keeperFact(read: Read, { world, by }: QuestionContext, thing: Thing): Promise<string> {
  if (thing.keeperId === '') return `Nobody in particular looks after ${thing.name}.`
  if (thing.keeperId === by) return `I look after ${thing.name} myself.`
  return `${await nameOf(read, world.id, thing.keeperId)} looks after ${thing.name}.`
}

async function thingPlaceFact(read: Read, context: QuestionContext, thing: Thing): Promise<string | null> {
  const place = context.map?.destination(thing.placeId)
  if (place === undefined) return null
  const { state } = thing
  if (state.sort === 'lent' && state.to !== '') return stateFact(read, context, thing)
  if (state.sort === 'away' && context.at < state.until) return describeThing(read, context, thing)
  return `${capitalise(thing.name)} is at ${inside(place.label)}.`
}

/** Public happenings; a forecast is none. */
const isPublic = ({ stage, kind }: Happening): boolean => stage !== 'planned' && kind !== 'forecast'

function happened({ map, at }: QuestionContext, row: Happening): string {
  const place = map?.destination(row.place_id)
  const where = place === undefined ? '' : ` at ${inside(place.label)}`
  const name = capitalise(row.name)
  if (row.stage === 'announced') return `${name} is to be ${dayPhrase(row.starts_at, at)}${where}.`
  if (row.stage === 'begun')
    return `${name} has been going on${where} since ${clockTime(row.starts_at)} ${dayPhrase(row.starts_at, at)}.`
  return `${name} was ${dayPhrase(row.starts_at, at)}${where}.`
}

const NO_NEWS = 'I know of nothing that happened'

/** Whether an answer says that nothing happened. */
export const isNoNews = (answer: string): boolean => answer.startsWith(NO_NEWS)

const DAYS_BACK = { today: 0, yesterday: 1, week: 7 } as const

async function newsFact(read: Read, context: QuestionContext, when: keyof typeof DAYS_BACK): Promise<string> {
  const { at } = context
  const from = (Math.floor(at / DAY_MS) - DAYS_BACK[when]) * DAY_MS
  const rows = await happeningsIn(read, context, { from, to: when === 'yesterday' ? from + DAY_MS : at + DAY_MS })
  if (rows.length === 0) return when === 'today' ? `${NO_NEWS} today.` : `${NO_NEWS}.`
  return rows
    .slice(-2)
    .map((row) => happened(context, row))
    .join(' ')
}

async function happeningsIn(
  read: Read,
  { world }: QuestionContext,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Happening[]> {
  const rows = await happeningsSince(read, world.id, from)
  return rows.filter((row) => isPublic(row) && row.starts_at < to && row.ends_at > from)
}

/** Kinds of happenings, the one that people talk of longest first. */
const BY_WEIGHT = ['flood', 'storm', 'blackout', 'funeral', 'feast', 'guest', 'fair', 'lift', 'market']

/** News of a span that a question names, or the biggest of the last weeks. */
export async function newsIn(read: Read, { context, question }: LifeQuestion): Promise<readonly string[] | null> {
  const { time, detail } = question
  const { at } = context
  if (detail.isBiggest) {
    const rows = await happeningsIn(read, context, { from: time?.from ?? at - REMEMBERED_MS, to: at })
    const rank = ({ kind }: Happening): number =>
      (BY_WEIGHT.indexOf(kind) + BY_WEIGHT.length + 1) % (BY_WEIGHT.length + 1)
    const [first] = rows.toSorted((a, b) => rank(a) - rank(b) || b.starts_at - a.starts_at)
    return first === undefined ? null : [happened(context, first)]
  }
  if (time?.tense !== 'past' || time.label === 'yesterday' || time.label === 'today') return null
  const rows = (await happeningsIn(read, context, time)).filter(({ starts_at }) => starts_at >= time.from)
  if (rows.length === 0) return [`${NO_NEWS} ${time.label}.`]
  return rows.slice(-2).map((row) => happened(context, row))
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
    return `The next market is ${dayPhrase(first(isMarketDay)! * DAY_MS, at)}, from eight.`
  const feast = first((day) => {
    const name = feastOn(day)
    return name !== null && (wanted === 'feast' || bareName(name) === wanted)
  })
  if (feast !== undefined) return `${capitalise(feastOn(feast)!)} is ${dayPhrase(feast * DAY_MS, at)}, from four.`
  const rows = (await happeningsSince(read, world.id, at)).filter(isPublic)
  const found = rows.find(({ kind, name }) => kind === wanted || bareName(name) === wanted)
  if (found === undefined) return null
  return `${capitalise(found.name)} is ${dayPhrase(found.starts_at, at)}, from ${clockTime(found.starts_at)}.`
}

/** The last of a kind of happening, and the next if one is announced. */
async function lastFact(read: Read, context: QuestionContext, kind: string): Promise<string | null> {
  const { world, at } = context
  const happeningKind = HAPPENINGS.find((one) => one === kind)
  if (happeningKind === undefined) return null
  const last = await lastOfKind(read, world.id, happeningKind, at)
  const next = (await happeningsSince(read, world.id, at)).find(
    (row) => row.kind === kind && isPublic(row) && row.starts_at > at,
  )
  const soon = next === undefined ? await whenFact(read, context, kind) : happened(context, next)
  if (last === undefined || !isPublic(last)) return soon ?? `I remember no ${kind} here.`
  const first =
    last.stage === 'over'
      ? `The last ${kind} was ${dayPhrase(last.starts_at, at)}${last.name === `the ${kind}` ? '' : `: ${last.name}`}.`
      : happened(context, last)
  return soon === null || last.stage !== 'over' ? first : `${first} ${soon}`
}

const KINDS: Readonly<Record<string, string>> = {
  starter: 'a sourdough starter',
  bell: 'a bell',
  boat: 'a boat',
  book: 'a book',
  clock: 'a clock',
  lamp: 'a lamp',
  lift: 'a lift',
  organ: 'an organ',
  oven: 'an oven',
  pump: 'a pump',
}

async function thingFact(read: Read, context: QuestionContext, thing: Thing): Promise<string> {
  const kind = KINDS[thing.kind]
  const keeper = await keeperFact(read, context, thing)
  return kind === undefined ? keeper : `${capitalise(thing.name)} is ${kind}. ${keeper}`
}

/** Corrects a question about `your oven` to a resident who does not look after the oven; null for other questions. */
export async function foreignThing(read: Read, { context, question }: LifeQuestion): Promise<Telling | null> {
  const [id] = question.things
  if (id === undefined || !question.detail.isYourThing) return null
  const thing = (await readThings(read, context.world.id)).find((one) => one.id === id)
  if (thing === undefined || thing.keeperId === context.by) return null
  return [`${capitalise(thing.name)} is not mine.`, await keeperFact(read, context, thing)]
}

const OF_THINGS = {
  is: thingFact,
  state: stateFact,
  since: sinceFact,
  keeper: keeperFact,
} as const

/** The answer from things and happenings; null for other questions. */
export async function townFact(read: Read, context: QuestionContext, wanted: WantedFact): Promise<string | null> {
  switch (wanted.kind) {
    case 'happened':
      return newsFact(read, context, wanted.when)
    case 'forecast':
      return forecastFact(read, context, wanted.past)
    case 'when':
      return whenFact(read, context, wanted.what)
    case 'last':
      return lastFact(read, context, wanted.what)
    case 'state':
    case 'since':
    case 'is':
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

/** News of a place: happenings there, and what the resident itself lived there. */
async function placeNews(read: Read, one: LifeQuestion): Promise<Telling | null> {
  const { context, question } = one
  const [placeId = ''] = question.places
  const label = labelOf(one, placeId)
  if (label === null) return null
  const { at, by, world } = context
  const from = question.time?.tense === 'past' ? question.time.from : at - REMEMBERED_MS / 2
  const rows = (await happeningsIn(read, context, { from, to: at + DAY_MS })).filter((row) => row.place_id === placeId)
  const own = (await deedsIn(read, { world: world.id, agent: by, from, to: at })).find(({ text }) =>
    text.includes(label),
  )
  const clause = own === undefined ? null : telling.clauseOfEpisode(own.text)
  return telling.tellPlaceNews(label, [
    ...rows.slice(-1).map((row) => happened(context, row)),
    ...(clause === null ? [] : [`${capitalise(dayPhrase(own!.created_at, at))} I ${clause}.`]),
  ])
}

/** A guest of the city who does not live here. */
export async function guestAnswer(read: Read, { context, question }: LifeQuestion): Promise<Telling | null> {
  const { stranger } = question
  if (stranger === null) return null
  const rows = await happeningsIn(read, context, { from: context.at - 2 * REMEMBERED_MS, to: context.at + DAY_MS })
  const found = rows.findLast(({ kind, name }) => kind === 'guest' && name.includes(stranger))
  return found === undefined ? null : [happened(context, found)]
}

/** How work goes: the state of a thing that the resident looks after. */
/** How often the resident was at its place of work, and how the thing in its care is. */
async function dutyToday(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const time = one.question.time?.tense === 'past' ? one.question.time : null
  const place = one.names.workplace(by)
  if (place === null) return telling.tellIgnorance(by)
  const from = time?.from ?? Math.floor(at / DAY_MS) * DAY_MS
  const walks = await walksIn(read, { world: world.id, agent: by, from, to: time?.to ?? at })
  const count = walks.filter(({ destination_id }) => destination_id === place.id).length
  const own = (await readThings(read, world.id)).find(({ keeperId }) => keeperId === by)
  const state = own === undefined ? null : await describeThing(read, one.context, own)
  const line = telling.tellDuty(place.label, { count, label: time?.label ?? 'today' })
  return state === null ? [line] : [line, state]
}

async function workState(read: Read, one: LifeQuestion): Promise<Telling> {
  const { context, question } = one
  const own = (await readThings(read, context.world.id)).filter(({ keeperId }) => keeperId === context.by)
  const broken = own.find(({ state }) => state.sort === 'working' && state.broken)
  if (broken === undefined && question.detail.mood === 'bad') return telling.tellNoTroubleAtWork()
  const thing = broken ?? own[0]
  const state = thing === undefined ? null : await describeThing(read, context, thing)
  const likes = interestsOf(one)
    .filter(({ against }) => !against)
    .map(({ text }) => text)
  const isLiking = /\b(?:like|love|enjoy|fond|suit|happy|prefer|best|nicest|worth)\b/u.test(question.plainText)
  const isOfHow = question.aspect === 'how' || (question.aspect === 'whether' && question.detail.mood === 'bad')
  if (!isLiking && !isOfHow) return telling.tellIgnorance(context.by)
  return telling.tellWorkState(state, likes, isLiking, question.aspect === 'whether')
}

/** Things that do not work, as far as it is known. */
async function brokenThings(read: Read, { context }: LifeQuestion): Promise<Telling> {
  const things = (await readThings(read, context.world.id)).filter(
    ({ state }) => state.sort === 'working' && state.broken,
  )
  const [last] = things.sort((a, b) => b.since - a.since || (a.id < b.id ? -1 : 1))
  return last === undefined ? telling.tellNothingBroken() : [await stateFact(read, context, last)]
}

const SIX_HOURS = 6 * HOUR_MS
const SKIES_MAX = 4

/** The weather now, or in the past span that the question names. */
function weatherAt({ context: { world, at }, question: { time, plainText } }: LifeQuestion): Telling {
  const weather = (when: number): string => momentAt(seededRandom, world.id, when).weather ?? 'no weather to speak of'
  if (
    time === null ||
    time.tense !== 'past' ||
    (time.label === 'today' && !/^(?:(?:and|so) )*(?:has|have|did|was)\b/u.test(plainText)) ||
    time.to - time.from > 8 * DAY_MS
  )
    return telling.tellWeather(weather(at))
  const skies = new Set<string>()
  // Nobody is out before six.
  for (let when = time.from + SIX_HOURS; when < time.to; when += SIX_HOURS) skies.add(weather(when))
  return skies.size === 0
    ? telling.tellWeather(weather(at))
    : telling.tellWeatherOn(time.label, [...skies].slice(0, SKIES_MAX))
}

function newcomer({ names, context: { at, by } }: LifeQuestion): Telling {
  const [latest] = [...names.residents.values()]
    .filter(({ id, created_at }) => id !== by && created_at > at - REMEMBERED_MS)
    .sort((a, b) => b.created_at - a.created_at)
  return telling.tellNewcomer(latest?.display_name ?? null, latest?.created_at ?? 0, at)
}

/** The answer to an intent about the town and its people; null for other intents. */
export function townAnswer(read: Read, one: LifeQuestion): Promise<Telling | null> | Telling | null {
  const { intent, detail, aspect } = one.question
  switch (intent) {
    case 'placeNews':
      return placeNews(read, one)
    case 'dutyToday':
      return dutyToday(read, one)
    case 'workState':
      return workState(read, one)
    case 'brokenThings':
      return brokenThings(read, one)
    case 'newcomer':
      return newcomer(one)
    case 'sleep': {
      const row = one.names.residents.get(one.context.by)
      const habits = row === undefined ? null : habitsOf(seededRandom, row)
      return habits === null ? null : telling.tellSleep(habits.wakesAt, habits.awakeHours)
    }
    case 'weather':
      return weatherAt(one)
    case 'population':
      return telling.tellPopulation(one.names.residents.size, one.context.world.name)
    case 'unknownOther':
      return telling.tellUnknownOther(one.names.nameOf(one.question.people[0] ?? ''))
    case 'departed':
      return telling.tellDeparted(lastDeparture(one), one.context.at)
    case 'secrets':
      return telling.tellSecret()
    case 'relatives':
      return telling.tellUnlivedThing(detail.unlived ?? 'family', one.names.residents.get(one.context.by)?.bio ?? '')
    case 'favouriteOther':
      return telling.tellFavouriteOther(
        interestsOf(one)
          .filter(({ against }) => !against)
          .map(({ text }) => text),
      )
    case 'unlived':
      return detail.unlived === 'age' ? telling.tellUnlivedThing('age', '') : null
    case 'unrecorded':
      if (detail.unlived !== null && detail.unlived !== 'age') return telling.tellUnlivedThing(detail.unlived, '')
      return aspect === 'many' ? null : telling.tellUnrecorded(one.context.by, aspect)
    default:
      return null
  }
}

/** The resident who left the city last; null if none did. */
function lastDeparture({ names, context }: LifeQuestion): { readonly name: string; readonly at: number } | null {
  let last: { readonly name: string; readonly at: number } | null = null
  for (const { display_name: name, departed_at: at } of names.residents.values())
    if (at !== null && at <= context.at && (last === null || at > last.at)) last = { name, at }
  return last
}

/** The newest of each kind are the subjects of conversation. */
const newestIdeas = prepare<
  { world: string },
  { id: string; label: string; summary: string; status: string; origin_agent_id: string | null }
>((sql, param) =>
  sql
    .selectFrom('ideas')
    .select(['id', 'label', 'summary', 'status', 'origin_agent_id'])
    .where('world_id', '=', param('world'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(200)),
)
const newestChallenges = prepare<{ world: string }, { id: string; title: string; status: string; closes_at: number }>(
  (sql, param) =>
    sql
      .selectFrom('challenges')
      .select(['id', 'title', 'status', 'closes_at'])
      .where('world_id', '=', param('world'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(literal(100)),
)
const bestEntry = prepare<{ world: string; challenge: string }, { agent_id: string }>((sql, param) =>
  sql
    .selectFrom('contributions')
    .select('agent_id')
    .where('world_id', '=', param('world'))
    .where('challenge_id', '=', param('challenge'))
    .where('score', 'is not', null)
    .orderBy('score', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(1)),
)

/** The newest ideas, challenges, and the best entry of a challenge. */
export const ideasOf = (read: Read, world: string) => read.all(newestIdeas, { world })
export const challengesOf = (read: Read, world: string) => read.all(newestChallenges, { world })
export const bestOf = (read: Read, world: string, challenge: string) => read.first(bestEntry, { world, challenge })

export async function ideaFact(read: Read, { world }: QuestionContext, label: string): Promise<string | null> {
  const wanted = bareName(label)
  const idea = (await read.all(newestIdeas, { world: world.id })).find((one) => bareName(one.label) === wanted)
  if (idea === undefined) return null
  const origin = idea.origin_agent_id === null ? undefined : await residentById(read, world.id, idea.origin_agent_id)
  return origin === undefined ? null : `“${idea.label}” was ${origin.display_name}'s idea.`
}

export async function winnerFact(read: Read, { world, by }: QuestionContext, title: string): Promise<string | null> {
  const wanted = bareName(title)
  const found = (await read.all(newestChallenges, { world: world.id })).find((one) => bareName(one.title) === wanted)
  if (found === undefined) return null
  if (found.status !== 'closed') return `“${found.title}” has not been judged yet.`
  const best = await read.first(bestEntry, { world: world.id, challenge: found.id })
  if (best === undefined) return `“${found.title}” ended without an entry.`
  const winner = await residentById(read, world.id, best.agent_id)
  return winner === undefined ? null : `${winner.id === by ? 'I' : winner.display_name} won “${found.title}”.`
}

/** The states of at most two things: `which of the two clocks is right?`. */
export async function statesOf(
  read: Read,
  context: QuestionContext,
  wanted: WantedFact,
  names: readonly string[],
): Promise<string | null> {
  const states: string[] = []
  for (const name of names.slice(0, 2)) {
    const state = await townFact(read, context, { kind: 'state', name })
    if (state !== null) states.push(state)
  }
  return states.length === 0 ? townFact(read, context, wanted) : states.join(' ')
}

/** The residents at a place; if there are none, who works there. */
export async function presentAnswer(read: Read, one: LifeQuestion): Promise<Telling | null> {
  const { world, at } = one.context
  const [placeId = ''] = one.question.places
  const label = labelOf(one, placeId)
  if (label === null) return null
  if (one.question.time?.tense === 'future') return telling.tellIgnorance(one.context.by)
  const here = await namesAt(read, world.id, placeId, at)
  const place = telling.placePhrase(label)
  const list = here.length < 2 ? here.join('') : `${here.slice(0, -1).join(', ')} and ${here.at(-1)}`
  const first = here.length === 0 ? `Nobody is at ${place} just now.` : `At ${place} just now: ${list}.`
  const [worker] = here.length === 0 ? one.names.workersAt(placeId) : []
  const isSelf = worker === one.names.nameOf(one.context.by)
  return worker === undefined ? [first] : [first, isSelf ? 'I work there.' : `${worker} works there.`]
}

/** The place of another resident, or where it works. */
export async function whereaboutsAnswer(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, map, at } = one.context
  const [id = ''] = one.question.people
  const found = map === null ? null : await whereabouts(read, { worldId: world.id, map, agentId: id }, at)
  const place = found === null ? null : { place: found.place.label, isWalking: found.underway }
  return telling.tellOtherPlace(one.names.nameOf(id), place, one.names.workplace(id)?.label ?? null)
}
