// Answers about trust, regard, skill at chess, regrets, promises as a habit, places, and spans of time.
import { type Telling, telling } from '@agent-network/voice'
import { DAY_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import { HAPPENINGS } from '../../stores/town/almanac.ts'
import { lastOfKind } from '../../stores/town/happenings.ts'
import { readThings } from '../../stores/town/things.ts'
import {
  deedsIn,
  gamesOf,
  grudgesOf,
  meetingsOf,
  monthOf,
  moodRowOf,
  promisesIn,
  REMEMBERED_MS,
  tiesOf,
  tieWith,
  walksIn,
} from './lived.ts'
import { type LifeQuestion, labelOf, metersBetween, whereabouts } from './questions.ts'

type RegardRow = {
  id: string
  display_name: string
  type: string
  trust: number
  familiarity: number
  their_type: string
  their_affinity: number
}

/** Residents that one has ties with, and how they stand to it. */
const regards = prepare<{ world: string; agent: string }, RegardRow>((sql, param) =>
  sql
    .selectFrom('relationships as own')
    .innerJoin('relationships as theirs', (j) =>
      j
        .onRef('theirs.world_id', '=', 'own.world_id')
        .onRef('theirs.agent_id', '=', 'own.other_agent_id')
        .onRef('theirs.other_agent_id', '=', 'own.agent_id'),
    )
    .innerJoin('agents as a', (j) =>
      j.onRef('a.world_id', '=', 'own.world_id').onRef('a.id', '=', 'own.other_agent_id'),
    )
    .select([
      'a.id',
      'a.display_name',
      'own.type',
      'own.trust',
      'own.familiarity',
      'theirs.type as their_type',
      'theirs.affinity as their_affinity',
    ])
    .where('own.world_id', '=', param('world'))
    .where('own.agent_id', '=', param('agent'))
    .where('a.kind', '=', literal('resident'))
    .where('a.enabled', '=', literal(1))
    .orderBy('own.trust', 'desc')
    .orderBy('a.id')
    .limit(literal(300)),
)

interface PromiseOutcome {
  readonly otherId: string
  readonly placeId: string
  readonly at: number
  readonly end: 'kept' | 'broken' | 'failed'
}

/** Promises of the last month that fell due: kept, broken by the resident, or failed by the other. */
async function promisesDue(read: Read, one: LifeQuestion): Promise<PromiseOutcome[]> {
  const { by } = one.context
  return (await promisesIn(read, monthOf(one))).flatMap(({ maker_id, other_id, status, place_id, at }) => {
    const otherId = maker_id === by ? other_id : maker_id
    const isOwnFault = status === (maker_id === by ? 'broken_by_maker' : 'broken_by_other')
    const end = status === 'kept' ? 'kept' : isOwnFault ? 'broken' : status.startsWith('broken_by') ? 'failed' : null
    return end === null || one.names.nameOf(otherId) === '' ? [] : [{ otherId, placeId: place_id, at, end }]
  })
}

const keptBy = (promises: readonly PromiseOutcome[], id: string): number =>
  promises.filter(({ otherId, end }) => otherId === id && end === 'kept').length

/** Familiarity above which a resident has an opinion of another. */
const KNOWN_ABOVE = 0.05

async function trusted(read: Read, one: LifeQuestion): Promise<Telling> {
  const { context, question, names } = one
  const { isLeast } = question.detail
  const rows = await read.all(regards, { world: context.world.id, agent: context.by })
  const promises = await promisesDue(read, one)
  const options = { isLeast, isWhy: question.aspect === 'why', isAsked: question.aspect === 'whether' }
  if (!isLeast) {
    const [first] = rows.filter(({ type }) => type !== 'rival')
    if (first === undefined) return telling.tellTrusted(null, options)
    const keptCount = keptBy(promises, first.id)
    const tie = first.type === 'friend' ? `${first.display_name} is a friend of mine.` : null
    const reason = keptCount > 0 ? telling.promisesKept(first.display_name, keptCount) : tie
    return telling.tellTrusted({ name: first.display_name, reason }, options)
  }
  const grudges = await grudgesOf(read, context.world.id, context.by)
  const isOfFriends = /\bfriends\b/u.test(question.plainText)
  const acquaintances = rows
    .filter(({ familiarity, type }) => (isOfFriends ? type === 'friend' : familiarity > KNOWN_ABOVE))
    .toReversed()
  if (isOfFriends && acquaintances.length === 0) return telling.tellFriends(context.by, [], false)
  const last = acquaintances[0] ?? rows.at(-1)
  const grudge = grudges.find(({ other_id }) => other_id === last?.id)
  const failed = promises.find(({ otherId, end }) => otherId === last?.id && end === 'failed')
  const place = failed === undefined ? null : labelOf(one, failed.placeId)
  const name = last === undefined ? '' : names.nameOf(last.id)
  if (last === undefined || name === '') return telling.tellTrusted(null, options)
  const reason =
    grudge !== undefined
      ? `I have not forgiven ${name} for ${grudge.reason}.`
      : place !== null
        ? `${name} did not come to ${telling.placePhrase(place)} ${telling.dayPhrase(failed!.at, context.at)}, after a promise.`
        : last.type === 'rival'
          ? `I do not get on with ${name}.`
          : isOfFriends
            ? 'But I count them all as friends.'
            : `I hardly know ${name}.`
  const isDistrusted = grudge !== undefined || place !== null || last.type === 'rival'
  return telling.tellTrusted(options.isAsked && !isDistrusted ? null : { name, reason }, options)
}

/** Names told of those who like or dislike the resident. */
const REGARD_NAMES = 3

async function likedBy(read: Read, { context, question }: LifeQuestion): Promise<Telling> {
  const rows = await read.all(regards, { world: context.world.id, agent: context.by })
  const isHostile = question.detail.isHostile || question.detail.isLeast
  const found = rows
    .filter(({ their_type }) => (isHostile ? their_type === 'rival' : their_type === 'friend' || their_type === 'ally'))
    .sort((a, b) => (isHostile ? 1 : -1) * (a.their_affinity - b.their_affinity) || (a.id < b.id ? -1 : 1))
  return telling.tellRegard(
    found.slice(0, REGARD_NAMES).map(({ display_name }) => display_name),
    isHostile,
  )
}

type ResultRow = { white_agent_id: string; black_agent_id: string; result: string | null }

/** Games considered for a ranking of players. */
const RANKED_MAX = 1_200

const results = prepare<{ world: string; from: number; to: number }, ResultRow>((sql, param) =>
  sql
    .selectFrom('games')
    .select(['white_agent_id', 'black_agent_id', 'result'])
    .where('world_id', '=', param('world'))
    .where('status', '=', literal('finished'))
    .where('updated_at', '>', param('from'))
    .where('updated_at', '<=', param('to'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(RANKED_MAX)),
)

/** Games from which on a player is ranked; fewer count if nobody played as many. */
const RANKED_FROM = 5

async function bestPlayer(read: Read, one: LifeQuestion): Promise<Telling> {
  const { context, names, question } = one
  const { world, by, at } = context
  const rows = await read.all(results, { world: world.id, from: at - REMEMBERED_MS, to: at })
  const records = new Map<string, { won: number; played: number; points: number }>()
  const add = (id: string, points: number): void => {
    const record = records.get(id) ?? { won: 0, played: 0, points: 0 }
    records.set(id, {
      won: record.won + (points === 1 ? 1 : 0),
      played: record.played + 1,
      points: record.points + points,
    })
  }
  const pointsOf = (result: string | null, isWhite: boolean): number =>
    result === 'white_won' || result === 'black_won' ? Number((result === 'white_won') === isWhite) : 0.5
  for (const { white_agent_id, black_agent_id, result } of rows) {
    add(white_agent_id, pointsOf(result, true))
    add(black_agent_id, pointsOf(result, false))
  }
  const recordOf = (id: string) => {
    const { won, played } = records.get(id) ?? { won: 0, played: 0 }
    return { name: id === by ? null : names.nameOf(id), won, played }
  }
  const [firstId, secondId = by] = question.people
  if (firstId !== undefined) {
    const wins = (id: string, other: string): number =>
      rows.filter(
        ({ white_agent_id, black_agent_id, result }) =>
          (white_agent_id === id && black_agent_id === other && result === 'white_won') ||
          (black_agent_id === id && white_agent_id === other && result === 'black_won'),
      ).length
    const between = { one: wins(firstId, secondId), other: wins(secondId, firstId) }
    return telling.tellBetter([recordOf(firstId), recordOf(secondId)], between)
  }
  const residents = [...records].filter(([id]) => names.nameOf(id) !== '')
  const regular = residents.filter(([, { played }]) => played >= RANKED_FROM)
  const { isWorst } = question.detail
  const ranked = (regular.length > 0 ? regular : residents).sort(
    ([a, x], [b, y]) =>
      (isWorst ? -1 : 1) * (y.points / y.played - x.points / x.played) || y.played - x.played || (a < b ? -1 : 1),
  )
  return telling.tellBestPlayer(
    ranked.slice(0, 2).map(([id]) => recordOf(id)),
    isWorst,
  )
}

/** Own deeds that may be regretted, the weightiest first. */
const REGRETTED = [/^Let /u, /^Fell out /u, /^Would not agree /u, /^Gave up /u, /^Argued /u]

async function regret(read: Read, one: LifeQuestion): Promise<Telling> {
  const { context, question } = one
  const rows = await deedsIn(read, monthOf(one))
  const isAsked = question.aspect === 'whether'
  for (const pattern of REGRETTED)
    for (const { text, created_at } of rows) {
      const clause = pattern.test(text) ? telling.clauseOfEpisode(text) : null
      if (clause !== null) return telling.tellRegret({ clause, at: created_at }, isAsked, context.at)
    }
  const broken = (await promisesDue(read, one)).find(({ end }) => end === 'broken')
  const place = broken === undefined ? null : labelOf(one, broken.placeId)
  const clause =
    broken === undefined || place === null
      ? null
      : `let ${one.names.nameOf(broken.otherId)} wait at ${telling.placePhrase(place)}`
  return telling.tellRegret(clause === null ? null : { clause, at: broken!.at }, isAsked, context.at)
}

async function keeping(read: Read, one: LifeQuestion): Promise<Telling> {
  const due = await promisesDue(read, one)
  const broken = due.filter(({ end }) => end === 'broken')
  const [last] = broken
  const place = last === undefined ? null : labelOf(one, last.placeId)
  return telling.tellKeeping(
    { keptCount: due.filter(({ end }) => end !== 'broken').length, brokenCount: broken.length },
    last === undefined || place === null ? null : { name: one.names.nameOf(last.otherId), place, at: last.at },
    one.context.at,
  )
}

async function openPromise(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const rows = await promisesIn(read, { world: world.id, agent: by, from: at, to: at + 7 * DAY_MS })
  for (const row of rows.toReversed()) {
    const name = one.names.nameOf(row.maker_id === by ? row.other_id : row.maker_id)
    const place = labelOf(one, row.place_id)
    if (row.status === 'open' && name !== '' && place !== null)
      return telling.tellPromise({ name, place, at: row.at, kind: row.kind, outcome: 'open' }, at)
  }
  return telling.tellNoOpenPromise()
}

async function promiseKeeper(read: Read, one: LifeQuestion): Promise<Telling> {
  const due = await promisesDue(read, one)
  const [otherId] = one.question.people
  if (otherId !== undefined) {
    const last = due.find((promise) => promise.otherId === otherId && promise.end !== 'broken')
    const place = last === undefined ? null : labelOf(one, last.placeId)
    return telling.tellAppointment(
      one.names.nameOf(otherId),
      last === undefined || place === null ? null : { place, at: last.at, isKept: last.end === 'kept' },
      one.context.at,
    )
  }
  const [best] = [...new Set(due.map(({ otherId }) => otherId))]
    .map((id) => ({ id, count: keptBy(due, id) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
  return telling.tellPromiseKeeper(best === undefined ? null : { name: one.names.nameOf(best.id), count: best.count })
}

function tenure({ context, names, question }: LifeQuestion): Telling {
  const row = names.residents.get(context.by)
  return telling.tellTenure({
    world: context.world.name,
    bio: row?.bio ?? '',
    since: row?.created_at ?? context.at,
    isOfWork: question.detail.isOfWork || question.intent === 'work',
  })
}

async function placeOpinion(read: Read, one: LifeQuestion): Promise<Telling | null> {
  const [placeId = ''] = one.question.places
  const label = labelOf(one, placeId)
  if (label === null) return null
  const visits = (await walksIn(read, monthOf(one))).filter(({ destination_id }) => destination_id === placeId)
  const [last] = visits
  return telling.tellPlaceOpinion(label, last === undefined ? null : { last: last.arrive_at, count: visits.length }, {
    now: one.context.at,
    isWorkplace: one.names.workplace(one.context.by)?.id === placeId,
  })
}

async function favouritePlace(read: Read, one: LifeQuestion): Promise<Telling> {
  const visits = new Map<string, number>()
  const time = one.question.time?.tense === 'past' ? one.question.time : null
  const span = time === null ? {} : { from: time.from, to: time.to }
  const isOfWalks = /\b(?:walks?|stroll\w*|wander\w*)\b/u.test(one.question.plainText)
  for (const { destination_id, purpose } of await walksIn(read, { ...monthOf(one), ...span })) {
    if (isOfWalks && purpose !== 'walk') continue
    const place = one.context.map?.destination(destination_id)
    if (place === undefined || place.kind === 'home') continue
    visits.set(place.label, (visits.get(place.label) ?? 0) + 1)
  }
  const [first, second] = [...visits].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return telling.tellFavouritePlace(
    first === undefined ? null : { place: first[0], visits: first[1] },
    second?.[0] ?? null,
    { label: time?.label ?? null, isOfWalks },
  )
}

async function visits(read: Read, one: LifeQuestion): Promise<Telling | null> {
  const [placeId] = one.question.places
  const label = labelOf(one, placeId ?? null)
  if (label === null) return null
  const { at } = one.context
  const { time, aspect } = one.question
  const walks = (await walksIn(read, monthOf(one))).filter(({ destination_id }) => destination_id === placeId)
  const isDated = aspect === 'whether' && time?.tense === 'past'
  const inTime = walks.filter(({ arrive_at }) => time !== null && arrive_at >= time.from && arrive_at < time.to)
  const inSpan = isDated ? inTime[0] : undefined
  const last = inSpan ?? walks[0]
  const isHeld = inSpan !== undefined ? true : isDated ? false : null
  return telling.tellVisits(label, last === undefined ? null : { last: last.arrive_at, count: walks.length }, {
    now: at,
    isHeld,
    span: time?.tense === 'past' && inTime.length > 0 ? { label: time.label, count: inTime.length } : null,
  })
}

/** When the last happening of a kind ended, or how long it took. */
async function happeningSpan(read: Read, { context, question }: LifeQuestion): Promise<Telling | null> {
  const { isEnd, isLong } = question.detail
  const kind = HAPPENINGS.find((candidate) => candidate === question.happening)
  if ((!isEnd && !isLong) || kind === undefined) return null
  const last = await lastOfKind(read, context.world.id, kind, context.at)
  if (last === undefined || last.stage === 'planned') return null
  return telling.tellSpan({ name: last.name, from: last.starts_at, to: last.ends_at }, { now: context.at, isLong })
}

/** The way from where the resident is to the one place that a question names. */
async function distanceFromHere(read: Read, { context, question }: LifeQuestion): Promise<Telling | null> {
  const { world, map, by, at } = context
  const [placeId = '', other] = question.places
  const to = map?.destination(placeId)
  if (map === null || to === undefined || other !== undefined) return null
  const here = await whereabouts(read, { worldId: world.id, map, agentId: by }, at)
  if (here === null || here.underway) return null
  const meters = here.place.id === to.id ? 0 : metersBetween(map, here.place, to)
  const { isMinutes } = question.detail
  return meters === null ? null : [telling.tellDistance({ from: here.place.label, to: to.label, meters }, isMinutes)]
}

/** Those who work at the resident's place of work. */
function coworkers(one: LifeQuestion): Telling {
  const { by } = one.context
  const place = one.names.workplace(by)
  const own = one.names.nameOf(by)
  return telling.tellCoworkers(
    place?.label ?? null,
    place === null ? [] : one.names.workersAt(place.id).filter((name) => name !== own),
  )
}

/** Where another resident was, as far as the resident met it then. */
export async function seenThen(read: Read, one: LifeQuestion): Promise<Telling | null> {
  const { context, names, question } = one
  const { time, people, plainText } = question
  const [otherId] = people
  const isOfPlace = /\bwhere(?:abouts)?\b|\bwhat (?:was|did) <person> (?:\w+ )?(?:do|doing)\b/u.test(plainText)
  if (otherId === undefined || time?.tense !== 'past' || !isOfPlace) return null
  const span = { world: context.world.id, agent: context.by, from: time.from, to: time.to }
  const meeting = (await meetingsOf(read, span)).find(({ otherIds }) => otherIds.includes(otherId))
  const place = meeting === undefined ? null : labelOf(one, meeting.placeId)
  return telling.tellSeenThen(names.nameOf(otherId), time.label, place)
}

const moodsIn = prepare<{ world: string; agent: string; from: number; to: number }, { mood: string; day: number }>(
  (sql, param) =>
    sql
      .selectFrom('mood_days')
      .select(['mood', 'day'])
      .where('world_id', '=', param('world'))
      .where('agent_id', '=', param('agent'))
      .where('day', '>=', param('from'))
      .where('day', '<=', param('to'))
      .orderBy('day', 'desc')
      .limit(literal(7)),
)

/** The mood of a past day or span; null without a time. */
async function moodThen(read: Read, { context, question }: LifeQuestion): Promise<Telling | null> {
  const { time } = question
  if (time === null || time.tense !== 'past') return null
  const [from, to] = [Math.floor(time.from / DAY_MS), Math.floor((Math.min(time.to, context.at) - 1) / DAY_MS)]
  const rows = await read.all(moodsIn, { world: context.world.id, agent: context.by, from, to })
  return telling.tellMoodThen(time.label, [...new Set(rows.map(({ mood }) => mood))])
}

/** The last game of another resident. */
async function otherGames(read: Read, { context, names, question }: LifeQuestion): Promise<Telling | null> {
  const [id = '', againstId] = question.people
  const games = await gamesOf(read, { world: context.world.id, agent: id, to: context.at })
  const { outcome } = question.detail
  const isOfOutcome = outcome !== null && againstId === undefined && question.aspect !== 'whether'
  const found = games.find(
    ({ otherId, result }) =>
      (againstId === undefined || otherId === againstId) && (!isOfOutcome || result === outcome) && otherId !== '',
  )
  const against = found === undefined ? '' : found.otherId === context.by ? 'me' : names.nameOf(found.otherId)
  return telling.tellOtherGame(
    names.nameOf(id),
    found === undefined || against === '' ? null : { against, at: found.at, result: found.result },
    context.at,
  )
}

/** The friend whom the resident has not met for longest. */
async function notSeen(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const met = await meetingsOf(read, monthOf(one))
  const lastAt = (id: string): number => met.find(({ otherIds }) => otherIds.includes(id))?.at ?? 0
  const [first] = (await tiesOf(read, world.id, by))
    .filter(({ type }) => type === 'friend' || type === 'ally')
    .map(({ other_agent_id: id }) => ({ id, at: lastAt(id) }))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  if (first === undefined) return telling.tellFriends(by, [], false)
  const place = met.find(({ otherIds }) => otherIds.includes(first.id))?.placeId ?? null
  return telling.tellLastSeen(
    one.names.nameOf(first.id),
    first.at === 0 ? null : { at: first.at, place: labelOf(one, place) },
    { now: at },
  )
}

export async function feeling(read: Read, { context: { world, by }, question }: LifeQuestion): Promise<Telling> {
  const row = await moodRowOf(read, world.id, by)
  const isWhy = question.aspect === 'why' || /\bwhat (?:\w+ ){0,3}(?:made|makes|got|put)\b/.test(question.plainText)
  return telling.tellFeeling(row?.mood ?? null, [row?.reason ?? '', row?.cause ?? ''], isWhy)
}

const repliers = prepare<{ world: string; agent: string }, { text: string; display_name: string | null }>(
  (sql, param) =>
    sql
      .selectFrom(
        sql
          .selectFrom('posts')
          .select(['id', 'text'])
          .where('world_id', '=', param('world'))
          .where('agent_id', '=', param('agent'))
          .where('visibility', '=', literal('public'))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(literal(1))
          .as('p'),
      )
      .leftJoin('replies as r', (j) =>
        j
          .on('r.world_id', '=', param('world'))
          .onRef('r.post_id', '=', 'p.id')
          .on('r.visibility', '=', literal('public'))
          .on('r.agent_id', '!=', param('agent')),
      )
      .leftJoin('agents as a', (j) => j.on('a.world_id', '=', param('world')).onRef('a.id', '=', 'r.agent_id'))
      .select(['p.text', 'a.display_name'])
      .orderBy('r.created_at')
      .orderBy('r.id')
      .limit(literal(40)),
)

/** Who replied to the resident's last post. */
async function repliesToPost(read: Read, { context, question }: LifeQuestion): Promise<Telling> {
  const rows = await read.all(repliers, { world: context.world.id, agent: context.by })
  const names = [...new Set(rows.flatMap(({ display_name }) => display_name ?? []))]
  return telling.tellReplies(names, { hasPosted: rows.length > 0, isAsked: question.aspect === 'whether' })
}

/** The earliest meeting that rows tell of; residents may have known each other before. */
async function firstMet(read: Read, one: LifeQuestion): Promise<Telling> {
  const { people, aspect } = one.question
  const [otherId = ''] = people
  const talk = (await meetingsOf(read, monthOf(one))).findLast(({ otherIds }) => otherIds.includes(otherId))
  const game = (await gamesOf(read, monthOf(one))).findLast((played) => played.otherId === otherId)
  const isGame = game !== undefined && game.placeId !== null && game.at < (talk?.at ?? Number.POSITIVE_INFINITY)
  const first = isGame ? { at: game.at, placeId: game.placeId! } : talk
  const place = first === undefined ? null : labelOf(one, first.placeId)
  if (first === undefined || place === null || aspect === 'why') return telling.tellIgnorance(one.context.by)
  return telling.tellFirstMet(one.names.nameOf(otherId), { place, at: first.at }, one.context.at)
}

/** The things that the resident looks after. */
async function inCharge(read: Read, { context }: LifeQuestion): Promise<Telling> {
  const things = await readThings(read, context.world.id)
  return telling.tellInCharge(things.filter(({ keeperId }) => keeperId === context.by).map(({ name }) => name))
}

interface OfQuestion {
  readonly one: LifeQuestion
}

const MOOD_SPAN = /\bmood\b.*\b(?:week|days|lately|recently)\b|\bhow have you (?:been )?(?:felt|feeling)\b/

/** The moods of the last days. */
export async function moodOfDays(read: Read, { one }: OfQuestion): Promise<readonly string[] | null> {
  const { question, context } = one
  if (!MOOD_SPAN.test(question.plainText) || question.people.length > 0) return null
  const time = {
    from: context.at - 5 * DAY_MS,
    to: context.at,
    point: null,
    label: 'in the last days',
    tense: 'past',
  } as const
  return moodThen(read, { ...one, question: { ...question, time } })
}

const TRUSTS = /\b(?:do|can|would|could) you (?:\w+ )?trust <person>/

/** Whether the resident trusts somebody. */
export async function trusts(read: Read, { one }: OfQuestion): Promise<readonly string[] | null> {
  const { plainText, people } = one.question
  const [otherId] = people
  if (otherId === undefined || !TRUSTS.test(plainText)) return null
  const tie = await tieWith(read, one.context.world.id, one.context.by, otherId)
  const name = one.names.nameOf(otherId)
  if (tie === undefined) return [`I do not know ${name} well enough to say.`]
  if (tie.trust >= 0.5) return [`Yes, I trust ${name}.`]
  return [tie.trust < 0.35 ? `No, I do not trust ${name}.` : `I trust ${name} no more than most.`]
}

/** The answer to an intent of this module; null for other intents. */
export function standingAnswer(read: Read, one: LifeQuestion): Promise<Telling | null> | Telling | null {
  const { intent, detail } = one.question
  switch (intent) {
    case 'unknown':
      return telling.tellIgnorance(one.context.by)
    case 'distance':
      return distanceFromHere(read, one)
    case 'moodThen':
      return moodThen(read, one)
    case 'otherGames':
      return otherGames(read, one)
    case 'notSeen':
      return notSeen(read, one)
    case 'inCharge':
      return inCharge(read, one)
    case 'feeling':
      return feeling(read, one)
    case 'lastPost':
      return detail.isOfReplies ? repliesToPost(read, one) : null
    case 'firstMet':
      return firstMet(read, one)
    case 'coworkers':
      return coworkers(one)
    case 'trusted':
      return trusted(read, one)
    case 'likedBy':
      return likedBy(read, one)
    case 'bestPlayer':
      return bestPlayer(read, one)
    case 'regret':
      return regret(read, one)
    case 'promiseKeeper':
      return promiseKeeper(read, one)
    case 'tenure':
      return tenure(one)
    case 'work':
      return detail.isSince && !detail.isHours ? tenure(one) : null
    case 'favouritePlace':
      return favouritePlace(read, one)
    case 'been':
      return visits(read, one)
    case 'placeOpinion':
      return placeOpinion(read, one)
    case 'happening':
      return happeningSpan(read, one)
    case 'promised':
      if (one.question.people.length > 0) return null
      if (detail.isOpen) return openPromise(read, one)
      return detail.isKeeping && !/\b(?:last|latest)\b/u.test(one.question.plainText) ? keeping(read, one) : null
    default:
      return null
  }
}
