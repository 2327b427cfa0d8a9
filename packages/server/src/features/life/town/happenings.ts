// Happenings of the city: planning, stages, effects on things and residents.
import type { HappeningPlan } from '@agent-network/contract'
import { stormAfter, townspersonOf } from '@agent-network/voice/life'
import { ambientOfTick } from '../../../platform/core/ambient.ts'
import { invalidInput, notFound } from '../../../platform/core/api-error.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseIso } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue, putDueIfAbsent } from '../../../platform/jobs/due.ts'
import { isOffered, isUnderway } from '../../../stores/city/bodies.ts'
import { isTalking } from '../../../stores/city/encounters.ts'
import { gamesAtPlace, isPlayer } from '../../../stores/city/games/games.ts'
import type { Destination } from '../../../stores/city/map/city-map.ts'
import {
  feastOn,
  type HappeningKind,
  isForecastCorrect,
  isMarketDay,
  type PlannedHappening,
  planDay,
  SURGE_STEPS,
  seasonOf,
  stormAt,
  stormOn,
  tideOn,
} from '../../../stores/town/almanac.ts'
import {
  type Happening,
  happeningOf,
  lastOfKind,
  planHappening,
  putHappening,
  type Stage,
} from '../../../stores/town/happenings.ts'
import { drift, isNews, type State } from '../../../stores/town/states.ts'
import { addChange, addDefaultThings, changesOf, putThing, type Thing } from '../../../stores/town/things.ts'
import { walk } from '../decide/perform.ts'
import { actBecause, type Mover, moverOf } from '../engine/mover.ts'
import type { DueHandlers, Instant } from '../engine/world-life.ts'
import { isPlace, recordFact } from '../gossip/facts.ts'
import { answerQuestion, NEWS_ASKED, postHappening, postThing } from '../gossip/news.ts'
import { type Experience as Felt, feel } from '../mind/feelings.ts'
import { feelingsOf, hoursUp, nextMorning, toTick, withFeelings } from '../mind/habits.ts'
import { remember } from '../mind/people.ts'
import { planOf } from '../speak/plans.ts'
import { ERRAND, SEPARATOR, scheduleErrand } from '../walk/obstacles.ts'
import { stayIfClosed } from '../walk/walking.ts'

/** Kinds of due rows: daily planning, the next stage of a happening, a post by the keeper of a thing. */
const DAWN = 'dawn'
export const HAPPENING = 'happening'
export const THING = 'thing'

const DAWN_HOUR = 3

/** Schedules the first daily planning of a city, if there is none yet. */
export const scheduleTown = (tx: Tx, { life, at }: Instant): Promise<void> =>
  putDueIfAbsent(tx, { worldId: life.world.id, kind: DAWN, subjectId: life.world.id }, at)

/** Authors of recent posts, in a random order that depends on the seed. */
function shuffledAuthors({ life }: Instant, ...seed: (string | number)[]): string[] {
  const chance = life.base.random('around', life.world.id, ...seed)
  const ids = [...new Set(life.scene.recent.filter(({ visitor }) => !visitor).map(({ agentId }) => agentId))].sort()
  return ids
    .map((id) => ({ id, roll: chance() }))
    .sort((a, b) => a.roll - b.roll)
    .map(({ id }) => id)
}

/** Kinds of places for a happening. */
const PLACE_KINDS: Partial<Record<PlannedHappening['kind'], RegExp>> = {
  market: /^market$/,
  feast: /^square$/,
  fair: /^(?:square|market|promenade)$/,
  funeral: /^(?:belfry|square)$/,
  guest: /^(?:library|observatory|arcade|cafe)$/,
}
const PLACES_SEARCHED_MAX = 400

function placeFor({ life, map }: Instant, { kind }: PlannedHappening, day: number): Destination | null {
  const kindPattern = PLACE_KINDS[kind]
  if (kindPattern === undefined || map === null) return null
  const all: readonly Destination[] =
    map.destinations.length <= PLACES_SEARCHED_MAX
      ? map.destinations
      : map.near(map.first).map(({ destination }) => destination)
  const fit = all.filter((place) => isOffered(place) && kindPattern.test(place.kind))
  if (fit.length === 0) return null
  // A market has a fixed place; other happenings change places.
  const chance = life.base.random('held', life.world.id, kind, kind === 'market' ? 0 : day)
  return fit[Math.floor(chance() * fit.length)]!
}

async function nameFor(
  tx: Tx,
  { life }: Instant,
  { kind, from }: PlannedHappening,
  thing: Thing | null,
): Promise<string> {
  const day = Math.floor(from / DAY_MS)
  switch (kind) {
    case 'storm': {
      const last = await lastOfKind(tx, life.world.id, 'storm', from)
      return `the storm ${stormAfter(last?.name ?? null)}`
    }
    case 'feast':
      return feastOn(day) ?? 'the feast'
    case 'funeral':
      return `the funeral of ${townspersonOf('dead', day)}`
    case 'guest':
      return `the visit of ${townspersonOf('guest', day)}`
    case 'lift':
      return `the trouble with ${thing?.name ?? 'the lift'}`
    case 'flood':
      return 'the high water'
    default:
      return `the ${kind}`
  }
}

const keeperOf = (things: readonly Thing[], kind: Thing['kind']): Thing | undefined =>
  things.find((thing) => thing.kind === kind && thing.keeperId !== '')

/** A mended lift does not stop again in this time. */
const MENDED_MS = 30 * DAY_MS

/** A random lift that works and was not mended lately. */
async function liftFor(tx: Tx, { life }: Instant, things: readonly Thing[], day: number): Promise<Thing | null> {
  const lifts: Thing[] = []
  for (const thing of things) {
    if (thing.kind !== 'lift' || thing.state.sort !== 'working' || thing.state.broken) continue
    const [last] = await changesOf(tx, life.world.id, thing.id)
    if (last === undefined || last.at <= day * DAY_MS - MENDED_MS) lifts.push(thing)
  }
  return lifts[Math.floor(life.base.random('lift', life.world.id, day)() * lifts.length)] ?? null
}

/** Stores a planned happening and schedules its announcement or start. */
async function storePlannedHappening(tx: Tx, instant: Instant, planned: PlannedHappening): Promise<void> {
  const { life, at } = instant
  if (planned.from < at) return
  const day = Math.floor(planned.from / DAY_MS)
  const id = `${planned.kind}-${day}`
  if ((await happeningOf(tx, life.world.id, id)) !== undefined) return
  const things = await life.town.things(tx)
  const thing = planned.kind === 'lift' ? await liftFor(tx, instant, things, day) : null
  // A lift happening needs a lift; forecasts and floods need a keeper who announces them.
  if (planned.kind === 'lift' && thing === null) return
  if (planned.kind === 'forecast' && keeperOf(things, 'vane') === undefined) return
  if (planned.kind === 'flood' && keeperOf(things, 'tide') === undefined) return
  const place = placeFor(instant, planned, day)
  await planHappening(tx, {
    world_id: life.world.id,
    id,
    kind: planned.kind,
    name: await nameFor(tx, instant, planned, thing),
    place_id: place?.id ?? '',
    thing_id: thing?.id ?? '',
    stage: 'planned',
    figure: planned.figure,
    outcome: '',
    root_id: '',
    starts_at: toTick(planned.from),
    ends_at: toTick(planned.until),
  })
  const notice = planned.noticeAt !== null && planned.noticeAt >= at ? planned.noticeAt : planned.from
  await putDue(tx, { worldId: life.world.id, kind: HAPPENING, subjectId: id }, toTick(notice))
}

interface OperatorPlan {
  readonly world: { readonly id: string }
  readonly id: string
  readonly plan: HappeningPlan
}

const KIND_OF_PLAN: Readonly<Record<HappeningPlan['kind'], HappeningKind>> = {
  storm: 'storm',
  market: 'market',
  feast: 'feast',
  visit: 'guest',
  closure: 'closure',
  blackout: 'blackout',
  funeral: 'funeral',
}
/** Kinds that begin without an announcement. */
const SUDDEN_KINDS: ReadonlySet<HappeningKind> = new Set(['storm', 'blackout'])
const DURATION_MAX_MS = 30 * DAY_MS

/** The name of a planned happening, as texts use it within a sentence. */
function nameOfPlan({ kind, title }: HappeningPlan): string {
  const name = title.trim()
  if (kind === 'storm') return `the storm ${name.replace(/^(?:the )?storm /iu, '')}`
  if (kind === 'visit') return /^the visit of /iu.test(name) ? name : `the visit of ${name}`
  if (kind === 'funeral') return /funeral/iu.test(name) ? name : `the funeral of ${name}`
  return kind === 'feast' || /^(?:the|a|an|our) /iu.test(name) ? name : `the ${name}`
}

/** Stores a happening that an operator planned. It proceeds like any other. */
export async function planOperatorHappening(tx: Tx, { world, id, plan }: OperatorPlan, at: number): Promise<void> {
  const [from, to] = [parseIso(plan.from), parseIso(plan.to)]
  if (from === null || to === null)
    throw invalidInput('from, to: give ISO 8601 timestamps with a time zone, such as 2026-01-31T12:00:00Z')
  if (to <= from || to <= at || to - from > DURATION_MAX_MS)
    throw invalidInput('to: name a time after from and after the present, at most 30 days after from')
  if (plan.title.trim() === '') throw invalidInput('title must not be blank')
  const kind = KIND_OF_PLAN[plan.kind]
  if (plan.placeId === undefined && kind === 'closure') throw invalidInput('placeId: a closure needs a place')
  if (plan.placeId !== undefined && !(await isPlace(tx, world.id, plan.placeId)))
    throw notFound('placeId: place not found in the city of this world')
  await planHappening(tx, {
    world_id: world.id,
    id,
    kind,
    name: nameOfPlan(plan),
    place_id: plan.placeId ?? '',
    thing_id: '',
    stage: 'planned',
    figure: 0,
    outcome: '',
    root_id: '',
    starts_at: toTick(Math.max(from, at)),
    ends_at: toTick(to),
  })
  const first = SUDDEN_KINDS.has(kind) ? Math.max(from, at) : at
  await putDue(tx, { worldId: world.id, kind: HAPPENING, subjectId: id }, toTick(first + MINUTE_MS))
}

/** Stores a new state of a thing. If it is news, the keeper posts it when awake. */
async function changeThing(
  tx: Tx,
  instant: Instant,
  thing: Thing,
  after: { state: State; cause: string },
): Promise<void> {
  const { life, at } = instant
  const worldId = life.world.id
  const news = isNews(thing.state, after.state)
  const hasDuration = thing.state.sort === 'offset' || thing.state.sort === 'working' || thing.state.sort === 'lent'
  const changed = { ...thing, state: after.state, since: hasDuration && !news ? thing.since : at }
  await putThing(tx, worldId, changed)
  life.town.forget()
  if (!news) return
  await addChange(tx, worldId, changed, after.cause)
  const keeper = thing.keeperId === '' ? null : await life.people.of(tx, thing.keeperId, at)
  if (keeper === null) return
  const up = hoursUp(keeper.habits, at) === null ? nextMorning(keeper.habits, at) : at
  const wait = 30 + life.base.random('tells', worldId, thing.id, at)() * 150
  await putDue(tx, { worldId, kind: THING, subjectId: thing.id }, toTick(up + wait * MINUTE_MS))
}

async function driftThings(tx: Tx, instant: Instant): Promise<void> {
  const { life, at } = instant
  const { random } = life.base
  const day = Math.floor(at / DAY_MS)
  const stormy = stormAt(random, life.world.id, at) !== null || stormOn(random, life.world.id, day - 1) !== null
  const around = {
    at,
    season: seasonOf(at),
    stormy,
    market: isMarketDay(day),
    tide: tideOn(random, life.world.id, day) + (stormOn(random, life.world.id, day) === null ? 0 : SURGE_STEPS),
    borrowers: shuffledAuthors(instant, 'borrow', day).slice(0, 8),
  }
  for (const thing of await life.town.things(tx)) {
    const after = drift(thing, around, random('drift', life.world.id, thing.id, day))
    if (JSON.stringify(after.state) !== JSON.stringify(thing.state)) await changeThing(tx, instant, thing, after)
  }
}

/** Daily planning: updates things overnight, and plans the happenings of today and tomorrow. */
async function runDailyPlanning(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, map, at } = instant
  const worldId = life.world.id
  const day = Math.floor(at / DAY_MS)
  if ((await life.town.things(tx)).length === 0 && map !== null) {
    await addDefaultThings(tx, worldId, map, at)
    life.town.forget()
  }
  if (at % DAY_MS === DAWN_HOUR * HOUR_MS) await driftThings(tx, instant)
  for (const on of [day, day + 1])
    for (const planned of planDay(life.base.random, worldId, on)) await storePlannedHappening(tx, instant, planned)
  life.town.forget()
  const next = day * DAY_MS + DAWN_HOUR * HOUR_MS
  await putDue(tx, { worldId, kind: DAWN, subjectId: due.subject_id }, next > at ? next : next + DAY_MS)
  return 0
}

/** Possible authors of the post about a happening: the keeper in charge first, then recent authors. */
async function possibleAuthors(tx: Tx, instant: Instant, row: Happening): Promise<string[]> {
  const things = await instant.life.town.things(tx)
  const about = things.find(({ id }) => id === row.thing_id)?.keeperId
  const own = {
    forecast: keeperOf(things, 'vane')?.keeperId,
    flood: keeperOf(things, 'tide')?.keeperId,
    blackout: keeperOf(things, 'lamp')?.keeperId,
  } as Readonly<Record<string, string | undefined>>
  const first = about ?? own[row.kind]
  // Only its author announces a forecast.
  if (row.kind === 'forecast') return first === undefined ? [] : [first]
  const others = shuffledAuthors(instant, row.id, row.stage).slice(0, 10)
  return first === undefined || first === '' ? others : [first, ...others.filter((id) => id !== first)]
}

async function chooseAuthor(tx: Tx, instant: Instant, row: Happening): Promise<Mover | null> {
  for (const agentId of await possibleAuthors(tx, instant, row)) {
    const mover = await moverOf(tx, instant, { agentId, seedOf: () => `happening ${row.id} ${row.stage}` })
    if (mover === null || mover.person.agent.kind !== 'resident') continue
    // A forecast is announced at any hour.
    if (row.kind === 'forecast' || hoursUp(mover.person.habits, instant.at) !== null) return mover
  }
  return null
}

/** Number of residents who go to a happening, by kind. */
const ATTENDANCE: Partial<Record<PlannedHappening['kind'], number>> = {
  market: 7,
  feast: 10,
  fair: 9,
  funeral: 7,
  guest: 6,
}

async function sendPeople(tx: Tx, instant: Instant, row: Happening): Promise<void> {
  const { life, at } = instant
  const draws = ATTENDANCE[row.kind]
  // After a pause of the world a happening can begin when its time is over.
  if (draws === undefined || row.place_id === '' || row.ends_at <= at) return
  const chance = life.base.random('draws', life.world.id, row.id)
  for (const agentId of shuffledAuthors(instant, row.id, 'goes').slice(0, draws)) {
    const errand = { agentId, placeId: row.place_id, why: row.name }
    await scheduleErrand(tx, life.world.id, errand, toTick(at + chance() * Math.min(row.ends_at - at, 3 * HOUR_MS)))
  }
}

/** Effect on the feelings of a few residents, and its cause in their own words. */
const FEELING_EFFECTS: Partial<Record<PlannedHappening['kind'], readonly [Felt, (name: string) => string]>> = {
  storm: ['was_worried', (name) => `${name} is at the shutters and I cannot sleep for it`],
  flood: ['was_worried', () => 'the water is at my door'],
  lift: ['was_worn_out', (name) => `${name} has put all of it on my knees`],
  funeral: ['grieved', (name) => `${name} was today`],
  blackout: ['was_alone', () => 'it was dark, and nobody came by'],
}
const AFFECTED_MAX = 3

async function applyFeelings(tx: Tx, instant: Instant, row: Happening): Promise<void> {
  const touches = FEELING_EFFECTS[row.kind]
  if (touches === undefined) return
  const { lives } = instant.life
  for (const agentId of shuffledAuthors(instant, row.id, 'feels').slice(0, AFFECTED_MAX)) {
    const life = await lives.of(tx, agentId)
    if (life !== undefined)
      lives.put(withFeelings({ ...life, cause: touches[1](row.name) }, feel(feelingsOf(life), touches[0])))
  }
}

/** Effects of a happening on things, at its start and end. */
async function affectThings(tx: Tx, instant: Instant, row: Happening, stage: 'begun' | 'over'): Promise<void> {
  const on = stage === 'begun'
  for (const thing of await instant.life.town.things(tx)) {
    const cause = on ? row.name : `${row.name} is over`
    if (row.kind === 'lift' && thing.id === row.thing_id)
      await changeThing(tx, instant, thing, { state: { sort: 'working', broken: on }, cause })
    if (row.kind === 'blackout' && thing.kind === 'lamp')
      await changeThing(tx, instant, thing, { state: { sort: 'working', broken: on }, cause })
    if (row.kind === 'storm' && thing.state.sort === 'away')
      await changeThing(tx, instant, thing, {
        state: { sort: 'away', until: 0, why: on ? `moored on account of ${row.name}` : '' },
        cause,
      })
    if (row.kind === 'flood' && on && thing.state.sort === 'steps')
      await changeThing(tx, instant, thing, { state: { sort: 'steps', steps: row.figure }, cause })
  }
}

/** Kinds that people hear of from others. Everybody notices the rest. */
const REPORTED_KINDS: ReadonlySet<HappeningKind> = new Set(['guest', 'funeral', 'fair', 'lift', 'closure'])

/** The start of a happening becomes a fact that one resident knows. */
async function recordHappeningFact(tx: Tx, instant: Instant, row: Happening, tellerId?: string): Promise<void> {
  const { life, map, at } = instant
  const knower = tellerId ?? shuffledAuthors(instant, row.id, 'knows')[0]
  if (!REPORTED_KINDS.has(row.kind) || knower === undefined) return
  const label = map?.destination(row.place_id)?.label.replace(/^The (?=\p{Lu})/u, 'the ')
  const thing = (await life.town.things(tx)).find(({ id }) => id === row.thing_id)
  const visitor = /^the visit of (.+)$/u.exec(row.name)?.[1]
  const text =
    row.kind === 'closure' && label !== undefined
      ? `${label} is closed: ${row.name}.`
      : row.kind === 'lift' && thing !== undefined
        ? `${thing.name} has stopped.`
        : visitor !== undefined && label !== undefined
          ? `${visitor} has come to ${label}.`
          : `${row.name.includes(',') ? `${row.name},` : row.name} has begun${label === undefined ? '' : ` at ${label}`}.`
  const draft = {
    kind: 'happening' as const,
    text: text.charAt(0).toUpperCase() + text.slice(1),
    subjectId: row.id,
    about: row.name,
    interest: 0.45,
    source: { kind: 'happening', id: row.id },
  }
  const ambient = ambientOfTick(life.base, at, `${life.world.id} begins ${row.id}`)
  await recordFact(tx, { ambient, world: life.world }, { draft, knowerIds: [knower] }, at)
}

const nextOf = ({ stage, starts_at }: Happening, at: number): Exclude<Stage, 'planned'> =>
  stage === 'planned' && at < starts_at ? 'announced' : stage === 'begun' ? 'over' : 'begun'

/** Handles the next stage of a happening: effects, and a post about it. */
async function advanceHappening(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const row = await happeningOf(tx, life.world.id, due.subject_id)
  if (row === undefined || row.stage === 'over') return 0
  const stage = nextOf(row, at)
  if (stage !== 'announced') await affectThings(tx, instant, row, stage)
  const blew = stormOn(life.base.random, life.world.id, Math.floor(row.starts_at / DAY_MS)) !== null
  const judged =
    row.kind === 'forecast' && stage === 'over' ? (isForecastCorrect(row.figure, blew) ? 'right' : 'wrong') : ''
  const now: Happening = { ...row, stage, outcome: judged }
  await putHappening(tx, now)
  life.town.forget()
  const teller = await chooseAuthor(tx, instant, now)
  const role = judged === '' ? 'tell' : judged
  const createdPost = teller === null ? null : await postHappening(tx, teller, { row: now, stage, role })
  if (createdPost?.status === 'created' && row.root_id === '') {
    await putHappening(tx, { ...now, root_id: createdPost.docId })
    life.town.forget()
  }
  if (stage === 'begun') {
    await recordHappeningFact(tx, instant, now, teller?.person.agent.id)
    await sendPeople(tx, instant, now)
    await applyFeelings(tx, instant, now)
  }
  const next = stage === 'announced' ? row.starts_at : stage === 'begun' ? row.ends_at : null
  if (next !== null)
    await putDue(tx, { worldId: life.world.id, kind: HAPPENING, subjectId: row.id }, Math.max(at + MINUTE_MS, next))
  return createdPost?.status === 'created' ? 1 : 0
}

/** The keeper of a thing posts its new state. */
async function postThingChange(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const thing = (await instant.life.town.things(tx)).find(({ id }) => id === due.subject_id)
  const [last] = thing === undefined ? [] : await changesOf(tx, instant.life.world.id, thing.id)
  // Already posted by another resident.
  if (thing === undefined || (last !== undefined && last.told_at > 0)) return 0
  const mover = await moverOf(tx, instant, {
    agentId: thing.keeperId,
    seedOf: () => `thing ${thing.id} ${instant.at}`,
  })
  if (mover === null || hoursUp(mover.person.habits, instant.at) === null) return 0
  return (await postThing(tx, mover, thing))?.status === 'created' ? 1 : 0
}

/** Handles a question about news: the author of the news may answer. */
async function answerNewsQuestion(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const question = await planOf(tx, life.world.id, due.subject_id)
  if (question === undefined || question.addressee_id === '') return 0
  const mover = await moverOf(tx, instant, { agentId: question.addressee_id, seedOf: () => `asked ${question.id}` })
  if (mover === null) return 0
  if (hoursUp(mover.person.habits, at) === null) {
    await putDue(
      tx,
      { worldId: life.world.id, kind: NEWS_ASKED, subjectId: question.id },
      nextMorning(mover.person.habits, at),
    )
    return 0
  }
  if (mover.chance('willing')() > 0.8) return 0
  return (await answerQuestion(tx, mover, question))?.status === 'created' ? 1 : 0
}

/** Handlers of the due rows of the city. */
export const TOWN_HANDLERS: DueHandlers = {
  [DAWN]: runDailyPlanning,
  [HAPPENING]: advanceHappening,
  [THING]: postThingChange,
  [NEWS_ASKED]: answerNewsQuestion,
  [ERRAND]: runErrand,
}

async function isFree(tx: Tx, { instant, person, body, location }: Mover): Promise<boolean> {
  const { life, at } = instant
  const { id } = person.agent
  if (hoursUp(person.habits, at) === null || (body !== undefined && isUnderway(body, at))) return false
  if (await isTalking(tx, life.world.id, id, at)) return false
  return location === null || !(await gamesAtPlace(tx, life.world.id, location, at)).some((game) => isPlayer(game, id))
}

const LATER_MINUTES = 25

/** Sets out on an errand unless the way is closed. A busy resident tries once more. */
export async function runErrand(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, map, at } = instant
  const [agentId = '', placeId = '', why = '', again] = due.subject_id.split(SEPARATOR)
  const place = map?.destination(placeId)
  if (map === null || place === undefined) return 0
  const mover = await moverOf(tx, instant, { agentId, seedOf: () => `errand ${agentId} ${placeId} ${why} ${at}` })
  if (mover === null || mover.location === placeId) return 0
  if (!(await isFree(tx, mover))) {
    if (again !== undefined) return 0
    const subjectId = [due.subject_id, 'again'].join(SEPARATOR)
    await putDue(tx, { worldId: life.world.id, kind: ERRAND, subjectId }, at + LATER_MINUTES * MINUTE_MS)
    return 0
  }
  if (await stayIfClosed(tx, mover, placeId, `for ${why}`)) return 0
  const occasion = (await life.town.happenings(tx, at)).find((row) => row.name === why && row.place_id === placeId)
  if (occasion !== undefined) actBecause(mover, { kind: 'happening', id: occasion.id })
  const done = await walk(tx, mover, { kind: 'journey', destinationId: placeId, purpose: null })
  if (done.status !== 'created') return 0
  const episode = { text: `Went to ${place.label.replace(/^The /u, 'the ')} for ${why}`, importance: 0.35 }
  await remember(tx, { ambient: mover.ambient, world: life.world, agentId, episode }, at)
  return 1
}
