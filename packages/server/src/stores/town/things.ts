// Things in a city: their rows, changes, descriptions in words, and the default set.
import { DAY_MS, HOUR_MS, iso } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf, upsertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { CityMap, Destination } from '../city/map/city-map.ts'
import { WEEKDAYS, weekdayOf } from './almanac.ts'
import { initialState, isThingKind, type State, type ThingKind } from './states.ts'

type ThingRow = Tables['things']
export type ChangeRow = Tables['thing_changes']

/** An object at a place, with a state. */
export interface Thing {
  readonly id: string
  readonly name: string
  readonly kind: ThingKind
  readonly placeId: string
  readonly keeperId: string
  readonly state: State
  readonly since: number
}

/** Maximum number of things per world that are read; all of them are read at every dawn. */
export const THINGS_MAX = 40

const THING_COLUMNS = ['world_id', 'id', 'name', 'kind', 'place_id', 'keeper_id', 'state', 'since'] as const
const putRow = upsertOf('things', THING_COLUMNS)
const CHANGE_COLUMNS = ['world_id', 'thing_id', 'at', 'state', 'cause', 'told_by', 'told_at'] as const
const putChangeRow = insertOf('thing_changes', CHANGE_COLUMNS, { orNothing: true })

const all = prepare<{ world: string }, ThingRow>((sql, param) =>
  sql.selectFrom('things').selectAll().where('world_id', '=', param('world')).orderBy('id').limit(literal(THINGS_MAX)),
)
const latestChanges = prepare<{ world: string; thing: string }, ChangeRow>((sql, param) =>
  sql
    .selectFrom('thing_changes')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('thing_id', '=', param('thing'))
    .orderBy('at', 'desc')
    .limit(literal(4)),
)
const setMentioned = prepare<{ world: string; thing: string; at: number; by: string; mentionedAt: number }, unknown>(
  (sql, param) =>
    sql
      .updateTable('thing_changes')
      .set({ told_by: param('by'), told_at: param('mentionedAt') })
      .where('world_id', '=', param('world'))
      .where('thing_id', '=', param('thing'))
      .where('at', '=', param('at'))
      .where('told_at', '=', literal(0)),
)

function thingOf({ id, name, kind, place_id, keeper_id, state, since }: ThingRow): Thing[] {
  if (!isThingKind(kind)) return []
  return [{ id, name, kind, placeId: place_id, keeperId: keeper_id, state: JSON.parse(state) as State, since }]
}

/** All things of a world, ordered by id. */
export const readThings = async (read: Read, worldId: string): Promise<Thing[]> =>
  (await read.all(all, { world: worldId })).flatMap(thingOf)

export const putThing = (tx: Tx, worldId: string, thing: Thing): Promise<number> =>
  tx.run(putRow, {
    world_id: worldId,
    id: thing.id,
    name: thing.name,
    kind: thing.kind,
    place_id: thing.placeId,
    keeper_id: thing.keeperId,
    state: JSON.stringify(thing.state),
    since: thing.since,
  })

/** Stores a change that is news, with its cause. No resident has mentioned it yet. */
export const addChange = (tx: Tx, worldId: string, thing: Thing, cause: string): Promise<number> =>
  tx.run(putChangeRow, {
    world_id: worldId,
    thing_id: thing.id,
    at: thing.since,
    state: JSON.stringify(thing.state),
    cause,
    told_by: '',
    told_at: 0,
  })

/** Stores that a resident has mentioned a change publicly. The first mention stays. */
export const markChangeMentioned = (
  tx: Tx,
  { worldId, thing, by }: { worldId: string; thing: Thing; by: string },
  at: number,
): Promise<number> => tx.run(setMentioned, { world: worldId, thing: thing.id, at: thing.since, by, mentionedAt: at })

/** The last changes of a thing, newest first. */
export const changesOf = (read: Read, worldId: string, thingId: string): Promise<ChangeRow[]> =>
  read.all(latestChanges, { world: worldId, thing: thingId })

const ONES = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const inWords = (n: number): string => ONES[n] ?? String(n)
const plural = (n: number, noun: string): string => `${inWords(n)} ${noun}${n === 1 ? '' : 's'}`

/** A day relative to today: `today`, `yesterday`, `Tuesday`, `3 March`. */
export function dayName(then: number, now: number): string {
  const [day, today] = [Math.floor(then / DAY_MS), Math.floor(now / DAY_MS)]
  if (day === today) return 'today'
  if (day === today - 1) return 'yesterday'
  if (day === today + 1) return 'tomorrow'
  if (day < today && today - day < 7) return WEEKDAYS[weekdayOf(day)]!
  if (day > today && day - today < 7) return WEEKDAYS[weekdayOf(day)]!
  const date = new Date(then)
  const month = date.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })
  return `${date.getUTCDate()} ${month}`
}

/** `8:05`, without a leading zero. */
export const clockTime = (at: number): string => iso(at).slice(11, 16).replace(/^0/, '')

/** Words for a working and a broken thing, by kind. */
const WORKING: Partial<Record<ThingKind, readonly [works: string, broken: string]>> = {
  lift: ['is running', 'has been out of order'],
  oven: ['is hot again', 'has been cold'],
  bell: ['is ringing', 'has been silent'],
  lamp: ['is lit', 'has been out'],
  vane: ['turns freely', 'has been stuck'],
  organ: ['plays', 'has been choked with leaves'],
  pump: ['gives water', 'has been dry'],
}

/** `last night`, `9:13 today`, `Tuesday`. */
function sinceWhen(since: number, at: number): string {
  const day = dayName(since, at)
  if (day !== 'today') return day
  return since % DAY_MS < 6 * HOUR_MS ? 'last night' : `${clockTime(since)} today`
}

export interface DescribedState {
  readonly kind: ThingKind
  readonly state: State
  readonly since: number
}

/** Describes the state of a thing as a clause that follows its name. `nameOf` returns the name of an agent by id. */
export function describeState(
  { kind, state, since }: DescribedState,
  at: number,
  nameOf: (id: string) => string,
): string {
  switch (state.sort) {
    case 'offset': {
      const { minutes } = state
      if (minutes === 0) return 'is right to the minute'
      return `is ${plural(Math.abs(minutes), 'minute')} ${minutes < 0 ? 'slow' : 'fast'}`
    }
    case 'working': {
      const [works, broken] = WORKING[kind] ?? ['works', 'has been broken']
      if (!state.broken) return works
      return `${broken} since ${sinceWhen(since, at)}`
    }
    case 'count':
      return kind === 'cistern' ? `is ${state.n} parts in the hundred full` : `holds ${state.n} ${state.of}`.trim()
    case 'stock':
      return at < state.goneAt
        ? 'is still to be had'
        : `was sold out at ${clockTime(state.goneAt)}${dayName(state.goneAt, at) === 'today' ? '' : ` ${dayName(state.goneAt, at)}`}`
    case 'lent':
      return state.to === '' ? 'is in its place' : `has been with ${nameOf(state.to)} since ${sinceWhen(since, at)}`
    case 'away':
      if (state.why !== '') return `is ${state.why}`
      return at < state.until ? `is out until ${clockTime(state.until)}` : 'is at its mooring'
    case 'fed': {
      const hours = Math.floor((at - state.at) / HOUR_MS)
      return hours < 20 ? 'was fed this morning' : `has not been fed since ${dayName(state.at, at)}`
    }
    case 'steps':
      return `stands at ${plural(state.steps, 'step')}`
  }
}

/** A thing in a seed: place by label, keeper by handle. */
export interface SeedThing {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly place: string
  readonly keeper?: string
  readonly state?: Record<string, unknown>
}

const placesOf = prepare<{ world: string }, { id: string; label: string }>((sql, param) =>
  sql.selectFrom('destinations').select(['id', 'label']).where('world_id', '=', param('world')),
)
const agentByHandle = prepare<{ world: string; handle: string }, { id: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select('id')
    .where('world_id', '=', param('world'))
    .where('handle_folded', '=', param('handle')),
)
const handleById = prepare<{ world: string; id: string }, { handle_folded: string }>((sql, param) =>
  sql.selectFrom('agents').select('handle_folded').where('world_id', '=', param('world')).where('id', '=', param('id')),
)

async function keeperNamed(read: Read, worldId: string, handle: string): Promise<string> {
  return handle === '' ? '' : ((await read.first(agentByHandle, { world: worldId, handle }))?.id ?? '')
}

/** Adds the things of a seed to a world. Things whose place does not exist in the world are skipped. */
export async function putSeedThings(
  tx: Tx,
  worldId: string,
  written: readonly SeedThing[],
  at: number,
): Promise<number> {
  const places = new Map((await tx.all(placesOf, { world: worldId })).map(({ id, label }) => [label, id]))
  let put = 0
  for (const { id, name, kind, place, keeper = '', state } of written) {
    const placeId = places.get(place)
    if (placeId === undefined || !isThingKind(kind)) continue
    const first = { ...initialState(kind, at), ...state } as State
    const keeperId = await keeperNamed(tx, worldId, keeper)
    put += await putThing(tx, worldId, { id, name, kind, placeId, keeperId, state: first, since: at })
  }
  return put
}

/** Copies the things of the source world into a fork, with the fork's agents and places. */
export async function copyThings(tx: Tx, from: string, to: string): Promise<void> {
  const labels = new Map((await tx.all(placesOf, { world: from })).map(({ id, label }) => [id, label]))
  const places = new Map((await tx.all(placesOf, { world: to })).map(({ id, label }) => [label, id]))
  const there = async (id: string): Promise<string> => {
    const row = id === '' ? undefined : await tx.first(handleById, { world: from, id })
    return row === undefined ? '' : keeperNamed(tx, to, row.handle_folded)
  }
  for (const thing of await readThings(tx, from)) {
    const placeId = places.get(labels.get(thing.placeId) ?? '')
    if (placeId === undefined) continue
    const { state } = thing
    const carried = state.sort === 'lent' ? { ...state, to: await there(state.to) } : state
    await putThing(tx, to, { ...thing, placeId, keeperId: await there(thing.keeperId), state: carried })
  }
}

/** The default thing of a kind of place. */
const DEFAULT_THINGS: Readonly<Record<string, readonly [ThingKind, (label: string) => string]>> = {
  square: ['clock', (label) => `the clock at ${label}`],
  market: ['clock', (label) => `the clock at ${label}`],
  route_stop: ['lift', (label) => `the lift at ${label}`],
  bakery: ['bread', (label) => `the bread at ${label}`],
  pier: ['boat', (label) => `the boat at ${label}`],
  library: ['book', (label) => `the chained book of ${label}`],
  archive: ['book', (label) => `the day book of ${label}`],
  belfry: ['bell', (label) => `the bell of ${label}`],
  lookout: ['lamp', (label) => `the lamp at ${label}`],
  observatory: ['vane', (label) => `the weather vane of ${label}`],
  pool: ['cistern', (label) => `the water of ${label}`],
  canteen: ['pump', (label) => `the pump at ${label}`],
  garden: ['tally', (label) => `the toolshed of ${label}`],
}
const DEFAULT_THINGS_MAX = 16

const lowercaseArticle = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ')

function defaultThing({ id, label, kind }: Destination, at: number): Thing | null {
  const usual = DEFAULT_THINGS[kind]
  if (usual === undefined) return null
  const [thing, name] = usual
  const state = initialState(thing, at)
  return { id, name: name(lowercaseArticle(label)), kind: thing, placeId: id, keeperId: '', state, since: at }
}

/** Adds the default things to a city whose file lists none. */
export async function addDefaultThings(tx: Tx, worldId: string, map: CityMap, at: number): Promise<void> {
  let put = 0
  for (const place of map.destinations) {
    if (put >= DEFAULT_THINGS_MAX) return
    const thing = defaultThing(place, at)
    if (thing === null) continue
    await putThing(tx, worldId, thing)
    put += 1
  }
}
