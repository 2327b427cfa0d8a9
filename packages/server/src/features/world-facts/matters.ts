// Matters of the town that a question names: affairs, the past of things, and happenings.
import {
  affairLikeness,
  askingPart,
  capitalise,
  happeningIn,
  type ParsedQuestion,
  tellAffair,
  telling,
} from '@agent-network/voice'
import type { Role } from '@agent-network/voice/life'
import type { Turn } from '@agent-network/voice/material'
import { DAY_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { HAPPENINGS } from '../../stores/town/almanac.ts'
import { happeningsSince, lastOfKind } from '../../stores/town/happenings.ts'
import type { State } from '../../stores/town/states.ts'
import { changesOf, readThings, type Thing } from '../../stores/town/things.ts'
import { type AffairRow, affairsUpdatedSince, partiesOf } from '../life/affairs/store.ts'
import { deedsIn, REMEMBERED_MS, wantOf } from './lived.ts'
import { bareName, type LifeQuestion } from './questions.ts'
import { knowsState, townFact } from './town.ts'

const { bareDay, dayPhrase, excerpt, hourPhrase, listed, placePhrase } = telling

/** A question in a talk. */
export interface TalkQuestion {
  readonly one: LifeQuestion
  readonly turns: readonly Turn[]
  /** The question before it; null without one. */
  readonly earlier: ParsedQuestion | null
}

export const lastTurn = (turns: readonly Turn[]): string =>
  askingPart(turns.findLast(({ role }) => role === 'user')?.content ?? '')
export const textOf = ({ turns }: TalkQuestion): string => lastTurn(turns)

export const SHORT_MAX = 6

const POINTS_BACK = /\b(?:it|that|this|they|them|he|she|him|her|you two|then|there|else)\b/iu

/** A short question about the state of what was talked of: `is it working?` */
const OF_STATE = /\b(?:work(?:s|ing)?|broken|fixed|mended|running|open|all right|ok)\b/iu

/** The question, with the one before it if it is short and points back or names nothing. */
export function textInTalk(talk: TalkQuestion): string {
  const text = textOf(talk)
  const { people, places, things } = talk.one.question
  const { earlier } = talk
  const earlierIds = [...(earlier?.people ?? []), ...(earlier?.places ?? []), ...(earlier?.things ?? [])]
  if (OF_STATE.test(text)) return text
  const isNameless = [...people, ...places, ...things].every((id) => earlierIds.includes(id))
  if (text.split(' ').length > SHORT_MAX || !(isNameless || POINTS_BACK.test(text))) return text
  const users = talk.turns.filter(({ role }) => role === 'user')
  return `${askingPart(users.at(-2)?.content ?? '')} ${text}`
}

// ── Affairs ──

/** How far back affairs are remembered. */
const AFFAIRS_MS = 2 * REMEMBERED_MS

const textsOn = prepare<{ world: string; root: string; agent: string }, { text: string; created_at: number }>(
  (sql, param) =>
    sql
      .selectFrom('plans as p')
      .innerJoin('posts as o', (j) => j.onRef('o.world_id', '=', 'p.world_id').onRef('o.id', '=', 'p.id'))
      .select(['o.text', 'o.created_at'])
      .where('p.world_id', '=', param('world'))
      .where('p.root_id', '=', param('root'))
      .where('p.agent_id', '=', param('agent'))
      .where('o.visibility', '=', literal('public'))
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(literal(1)),
)

/** What the resident posted last about an affair or a promise; null without a post. */
export async function wordsOn(read: Read, { context: { world, by, at } }: LifeQuestion, root: string) {
  const own = await read.first(textsOn, { world: world.id, root, agent: by })
  return own === undefined ? null : `I wrote about it ${dayPhrase(own.created_at, at)}: “${excerpt(own.text)}”`
}

const pointsOf = ({ kind, facts }: AffairRow): readonly [number, number] | null => {
  if (kind !== 'match' || facts === '') return null
  const { owner, other } = JSON.parse(facts) as { owner: number; other: number }
  return [owner, other]
}

/** Whether a match was played while the other was given up without a game. */
const isOfPlayedMatch = (row: AffairRow, other: AffairRow): boolean =>
  row.kind === 'match' && other.kind === 'match' && sumOf(pointsOf(row)) > 0 && sumOf(pointsOf(other)) === 0
const OF_REMATCH = /\b(?:second|re-?match|another)\b/
const sumOf = (points: readonly [number, number] | null): number => (points === null ? 0 : points[0] + points[1])

/** Short questions that ask where or why: the resident's own words say it. */
const ASKS_DETAIL = /^(?:(?:and|but|so) )*(?:where|why|how come)\b/

/** Intents about a tie or an opinion: a word such as `petition` does not make them questions about the affair. */
const OF_TIES: ReadonlySet<string> = new Set(['madeUp', 'tie', 'angry', 'opinion', 'opinionPerson', 'friend', 'rival'])

/** Until the two have met, only the giver knows who left a present. */
const isUnrevealed = (row: AffairRow, by: string): boolean =>
  row.kind === 'courtship' && /^(?:gift|noticed|missed)$/u.test(row.stage) && partiesOf(row).owner !== by

/** The affair that a question names, as the resident tells it. */
async function affairOf(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
  const { context, question, names } = talk.one
  const { world, by, at } = context
  const text = textInTalk(talk)
  const low = text.toLowerCase().replaceAll('’', "'")
  const named = question.people.length > 0 ? question.people : (talk.earlier?.people ?? [])
  let best: { readonly row: AffairRow; readonly score: number } | null = null
  for (const row of await affairsUpdatedSince(read, world.id, at - AFFAIRS_MS)) {
    const parties = Object.values(partiesOf(row))
    if (isUnrevealed(row, by)) continue
    const isParty = parties.includes(by)
    const areParties = named.every((id) => parties.includes(id))
    const score = affairLikeness(row, {
      low,
      isOwn: isParty && /\byour?\b/.test(low) && !OF_TIES.has(question.intent),
      isOfParties: named.length > 0 && areParties && (isParty || named.length > 1) && !OF_TIES.has(question.intent),
      isOfOthers: named.length > 0 && !areParties,
    })
    const total = score === 0 ? 0 : score + Number(isParty) / 2
    // The rows are in the order of their last step, latest first.
    const isBetter =
      best !== null &&
      (/\bfirst\b/.test(low) || (total === best.score && !OF_REMATCH.test(low) && isOfPlayedMatch(row, best.row)))
        ? total >= best.score
        : total > (best?.score ?? 0)
    if (total > 0 && isBetter) best = { row, score: total }
  }
  if (best === null) return null
  const { row } = best
  const parties = partiesOf(row)
  const nameOf = (role: Role): string | null =>
    parties[role] === by ? null : names.nameOf(parties[role]) || 'somebody'
  const affairTelling = tellAffair(
    {
      ...row,
      names: { owner: nameOf('owner'), other: nameOf('other'), third: nameOf('third') },
      beganAt: row.created_at,
      endedAt: row.status === 'running' ? null : row.updated_at,
      points: pointsOf(row),
    },
    at,
  )
  if (affairTelling === null) return null
  const words = ASKS_DETAIL.test(textOf(talk).toLowerCase()) ? await wordsOn(read, talk.one, row.id) : null
  return words === null ? affairTelling : [words]
}

// ── The past of things ──

const OF_BREAKING =
  /\b(?:how bad|what (?:all )?happened (?:\w+ ){0,3}(?:during|in)|br(?:eak|oke)\w*|damage[ds]?|harm(?:ed)?|wreck\w*|destroy\w*|ruin\w*)\b/
const OF_PAST =
  /\b(?:br(?:eak|oke)\w*|damage[ds]?|harm(?:ed)?|stop(?:ped)?|fail(?:ed)?|out of (?:order|action)|(?:g[eo]ne?|went|was|were) wrong|repair(?:ed)?|mend(?:ed)?|fix(?:ed)?|(?:work|run|r[iau]ng|play)(?:ing)? again|(?:put|set) right|moor(?:ed|ings?)|stay(?:ed)?|silent|st(?:an|oo)d still|how long (?:was|were) .*\bout|before (?:that|then))\b/
/** Whether something was the matter. */
const WAS_TROUBLE =
  /\b(?:has|have|did|was|were)\b.*\b(?:matter|stuck|mishap|accident|trouble|gone wrong|go wrong|aground|happened to|broken)\b/
const WHAT_HAPPENED = /\bwhat (?:had |has )?happened (?:to|with)\b/
/** Questions for other things, and for who did it, which no row of a thing names. */
const BEYOND_THING = /\belse\b|\bwho (?:\w+ )?(?:repaired|fixed|mended|broke|put)\b/
const IS_PRESENT = /^(?:(?:and|so|but) )*(?:is|are|does|what is (?:the state|wrong)|how is)\b/

/** When a thing was out of order, or with whom it was; null if rows tell of no such time. */
export async function pastOf(
  read: Read,
  { context, names }: LifeQuestion,
  thing: Thing,
): Promise<readonly string[] | null> {
  const { world, at } = context
  const changes = await changesOf(read, world.id, thing.id)
  for (const [i, change] of changes.entries()) {
    const state = JSON.parse(change.state) as State
    const end = changes[i - 1]
    const until = end === undefined ? null : bareDay(end.at, at)
    if (!(await knowsState(read, context, thing, change.told_at))) continue
    const subject = capitalise(thing.name)
    if (state.sort === 'working' && state.broken) {
      const from = `${bareDay(change.at, at)} at ${hourPhrase(change.at)}`
      const cause =
        change.cause === '' || change.cause.includes(bareName(thing.name)) ? '' : ` The cause was ${change.cause}.`
      return [
        `${subject} ${until === null ? 'has been' : 'was'} out of order ${until === null ? 'since' : 'from'} ${from}${until === null ? '' : ` until ${until}`}.${/trouble/u.test(cause) ? '' : cause}`,
      ]
    }
    if (state.sort === 'lent' && state.to !== '' && end !== undefined)
      return [
        `${names.nameOf(state.to) || 'Somebody'} had ${thing.name} from ${bareDay(change.at, at)} until ${until}.`,
      ]
    if (state.sort === 'away' && state.why !== '' && end !== undefined)
      return [`${subject} was ${state.why} ${dayPhrase(change.at, at)}.`]
  }
  return null
}

async function thingPast(read: Read, { one, turns, earlier }: TalkQuestion): Promise<readonly string[] | null> {
  const { things } = one.question
  const [id] = things.length > 0 ? things : (earlier?.things ?? [])
  const low = lastTurn(turns).toLowerCase()
  const isOfTrouble = WAS_TROUBLE.test(low) || WHAT_HAPPENED.test(low)
  if (id === undefined || !(OF_PAST.test(low) || isOfTrouble) || IS_PRESENT.test(low)) return null
  if (BEYOND_THING.test(low)) return null
  const thing = (await readThings(read, one.context.world.id)).find((candidate) => candidate.id === id)
  if (thing === undefined) return null
  const past = await pastOf(read, one, thing)
  if (past !== null || !isOfTrouble || things.length === 0) return past
  const state = await townFact(read, one.context, { kind: 'state', name: thing.name })
  if (state === null) return null
  return thing.state.sort === 'working' ? ['Nothing has been the matter with it that I know of.', state] : [state]
}

const WHO_HAS = /\bwho (?:\w+ )?(?:has|got|have)(?: got)? (?:still )?<thing>/

const WHAT_IT_SAYS = /\b(?:do(?:es)?|is) <thing> (?:say|show|read|stand)/

/** The borrower of a thing that is lent, whose keeper does not have it; or what a board shows. */
async function borrowerOf(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const [id] = one.question.things
  const { plainText } = one.question
  if (id === undefined || !(WHO_HAS.test(plainText) || WHAT_IT_SAYS.test(plainText))) return null
  const thing = (await readThings(read, one.context.world.id)).find((candidate) => candidate.id === id)
  const isLent = thing?.state.sort === 'lent' && thing.state.to !== ''
  if (thing === undefined || (!isLent && !WHAT_IT_SAYS.test(plainText))) return null
  const { by, at } = one.context
  if (thing.state.sort === 'lent' && thing.state.to === by)
    return [`I have had ${thing.name} since ${bareDay(thing.since, at)}.`]
  const state = await townFact(read, one.context, { kind: 'state', name: thing.name })
  return state === null ? null : [state]
}

/** What the last storm, flood or blackout broke. */
async function damage(read: Read, { one, turns, earlier }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, things } = one.question
  const { world, at } = one.context
  const named = one.question.happening ?? earlier?.happening ?? null
  const kind = HAPPENINGS.find((candidate) => candidate === named)
  if (kind === undefined || !/^(?:storm|flood|blackout)$/.test(kind) || things.length > 0) return null
  if (!OF_BREAKING.test(plainText) && !OF_BREAKING.test(lastTurn(turns).toLowerCase())) return null
  const last = await lastOfKind(read, world.id, kind, at)
  if (last === undefined || last.stage === 'planned') return null
  const all = await readThings(read, world.id)
  const changes = await Promise.all(all.map(({ id }) => changesOf(read, world.id, id)))
  const broken: string[] = []
  for (const [i, thing] of all.entries()) {
    const found = changes[i]!.find(({ at: then, state }) => {
      const { sort, broken: isBroken } = JSON.parse(state) as { sort: string; broken?: boolean }
      return sort === 'working' && isBroken === true && then >= last.starts_at && then <= last.ends_at + DAY_MS
    })
    if (found !== undefined && (await knowsState(read, one.context, thing, found.told_at))) broken.push(thing.name)
  }
  if (broken.length === 0) return [`${capitalise(last.name)} broke nothing that I know of.`]
  return [`${capitalise(last.name)} broke ${listed(broken)}.`]
}

const BORROWED = /\bborrow(?:ed|ing)?\b|\blen[dt] (?:to )?you\b/
const HAS_THING = /\b(?:have|got|keep|kept|return(?:ed)?) (?:\w+ )?<person> 's (?:\w+ )?(\w+)\b/

/** Things that others lent to the resident. */
async function borrowed(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, people } = one.question
  const [, noun = ''] = HAS_THING.exec(plainText) ?? []
  if (!BORROWED.test(plainText) && noun === '') return null
  const { world, by, at } = one.context
  const loans = (await readThings(read, world.id)).filter(
    ({ state, keeperId, name, kind }) =>
      state.sort === 'lent' &&
      state.to === by &&
      (people.length === 0 || people.includes(keeperId)) &&
      (noun === '' || kind === noun || bareName(name).split(' ').includes(noun)),
  )
  if (loans.length === 0)
    return noun === '' && /\byou\b/.test(plainText) ? ['I have borrowed nothing that I know of.'] : null
  return loans
    .slice(0, 2)
    .map(
      ({ name, keeperId, since }) =>
        `I have had ${name} from ${one.names.nameOf(keeperId)} since ${bareDay(since, at)}.`,
    )
}

// ── Wants ──

const reachedWants = prepare<{ world: string; agent: string }, Pick<Tables['wants'], 'goal' | 'updated_at'>>(
  (sql, param) =>
    sql
      .selectFrom('wants')
      .select(['goal', 'updated_at'])
      .where('world_id', '=', param('world'))
      .where('agent_id', '=', param('agent'))
      .where('status', '=', literal('reached'))
      .orderBy('updated_at', 'desc')
      .limit(literal(1)),
)
const OF_SUCCESS =
  /\b(?:wish(?:es)?|goals?|ambitions?|aims?)\b.*\b(?:come true|came true|reach\w*|achiev\w*|fulfil\w*|manag\w*)\b|\b(?:reached|achieved|fulfilled)\b.*\b(?:wish|goal|ambition|aim)/

async function reached(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { world, by, at } = one.context
  const isOver = one.question.intent === 'goal' && (await wantOf(read, world.id, by)) === undefined
  if (!isOver && !OF_SUCCESS.test(one.question.plainText)) return null
  const want = await read.first(reachedWants, { world: world.id, agent: by })
  if (want === undefined) return isOver ? null : ['I have reached nothing that I was after lately.']
  const none = isOver ? ['I am not after anything in particular just now.'] : []
  return [...none, `${capitalise(dayPhrase(want.updated_at, at))} I managed what I was after: to ${want.goal}.`]
}

// ── Happenings ──

const WHOSE = /\bwhose (?:funeral|burial|visit)\b|\bwho (?:died|was buried|has died)\b|\bwho was it for\b/
const OF_GUEST = /\bwho (?:was|is) (?:the|that|our) (?:\w+ )?(?:visitor|guest)\b/
const ATTENDED = /\byou (?:\w+ )?(?:go|went|gone|attend(?:ed)?|come|there|at)\b/
const UNTIL =
  /^(?:(?:and|so|but) )*(?:(?:un)?till? when|how long (?:does|will|is) (?:it|that|the \w+) (?:last|go|on)|when (?:does|will|is) (?:it|that) (?:end|over|finish))\b/

/** Whose funeral it was, how long a fair goes on, and happenings that a question calls by a name that no resident has. */
async function happeningDetail(read: Read, { one, turns }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, stranger } = one.question
  const { world, at } = one.context
  const spokenKinds = turns.slice(-3).map(({ content }) => happeningIn(askingPart(content).toLowerCase()))
  const kind = HAPPENINGS.find(
    (candidate) => candidate === (one.question.happening ?? spokenKinds.findLast((found) => found !== null)),
  )
  const last = kind === undefined ? undefined : await lastOfKind(read, world.id, kind, at)
  if (last !== undefined && last.stage !== 'planned') {
    if (WHOSE.test(plainText)) return [`It was ${last.name}, ${dayPhrase(last.starts_at, at)}.`]
    if (UNTIL.test(plainText) || UNTIL.test(lastTurn(turns).toLowerCase()))
      return telling.tellSpan({ name: last.name, from: last.starts_at, to: last.ends_at }, { now: at, isLong: false })
  }
  if (OF_GUEST.test(plainText)) {
    const guest = await lastOfKind(read, world.id, 'guest', at)
    return guest === undefined || guest.stage === 'planned'
      ? null
      : [`It was ${guest.name}, ${dayPhrase(guest.starts_at, at)}.`]
  }
  if (stranger === null || one.question.intent === 'whoseSource') return null
  const words = bareName(stranger)
    .split(' ')
    .filter((word) => word.length > 3)
  const rows = await happeningsSince(read, world.id, at - AFFAIRS_MS)
  const found = rows.findLast(
    ({ name, stage }) =>
      stage !== 'planned' && words.length > 0 && words.every((word) => bareName(name).split(' ').includes(word)),
  )
  if (found === undefined) return null
  if (ATTENDED.test(plainText)) {
    const span = { world: world.id, agent: one.context.by, from: found.starts_at - DAY_MS, to: at }
    const deed = (await deedsIn(read, span)).find(
      ({ text }) => /^Went to .+ for /u.test(text) && text.endsWith(found.name),
    )
    const clause = deed === undefined ? null : telling.clauseOfEpisode(deed.text)
    return telling.tellAttendance(clause === null ? null : { clause, at: deed!.created_at }, found.kind, at)
  }
  const place = one.context.map?.destination(found.place_id)
  const where = place === undefined ? '' : ` at ${placePhrase(place.label)}`
  return [`I remember ${found.name}, ${dayPhrase(found.starts_at, at)}${where}.`]
}

const HOW_MANY = /\bhow (?:many|much)\b/

/** A number that a thing counts: `how many kinds of rain are in the Register`. */
async function countOf(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, things } = one.question
  if (!HOW_MANY.test(plainText)) return null
  const found = (await readThings(read, one.context.world.id)).find(
    ({ id, state }) =>
      state.sort === 'count' &&
      (things.includes(id) || (state.of !== '' && plainText.includes(state.of.toLowerCase()))),
  )
  return found?.state.sort === 'count' && found.state.of !== ''
    ? [`${capitalise(found.name)} holds ${found.state.n} ${found.state.of}.`]
    : null
}

const OF_EVENTS =
  /\b(?:event|something|anything|thing|party|feast)s? (?:\w+ ){0,3}(?:coming up|going on soon|planned in town|i could go to|to go to)\b|\bnext (?:big )?(?:thing|event|happening|celebration)\b|\bwhat is coming up\b/

/** The next happening that is announced, else the next market. */
async function nextEvent(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { context, question } = one
  const isAhead = question.intent === 'news' && question.time?.tense === 'future'
  if (!isAhead && !OF_EVENTS.test(question.plainText)) return null
  const rows = await happeningsSince(read, context.world.id, context.at)
  const running = rows.find(({ stage, kind }) => stage === 'begun' && /^(?:fair|feast|market|guest)$/u.test(kind))
  if (running !== undefined)
    return telling.tellSpan(
      { name: running.name, from: running.starts_at, to: running.ends_at },
      { now: context.at, isLong: false },
    )
  const next = rows.find(
    ({ stage, kind, starts_at }) => stage === 'announced' && kind !== 'forecast' && starts_at > context.at,
  )
  const place = next === undefined ? undefined : context.map?.destination(next.place_id)
  if (next !== undefined)
    return [
      `${capitalise(next.name)} is ${dayPhrase(next.starts_at, context.at)}${place === undefined ? '' : ` at ${placePhrase(place.label)}`}.`,
    ]
  const market = await townFact(read, context, { kind: 'when', what: 'market' })
  return market === null ? null : [market]
}

const OF_CLOCKS =
  /\b(?:which|what|any) (?:one )?(?:of )?your (?:\w+ )?clocks?\b|\bwhich clocks?\b.*\b(?:wrong|off|slow|fast|late|trouble)\b/

/** The clock in the resident's care that is furthest off. */
async function worstClock(read: Read, { one, turns }: TalkQuestion): Promise<readonly string[] | null> {
  // In plain words, `your clocks` is the mark of a thing.
  if (!OF_CLOCKS.test(lastTurn(turns).toLowerCase())) return null
  const minutes = ({ state }: Thing): number => (state.sort === 'offset' ? Math.abs(state.minutes) : -1)
  const [worst] = (await readThings(read, one.context.world.id))
    .filter(({ keeperId, state }) => keeperId === one.context.by && state.sort === 'offset')
    .sort((a, b) => minutes(b) - minutes(a))
  if (worst === undefined) return null
  const state = await townFact(read, one.context, { kind: 'state', name: worst.name })
  return state === null ? null : [state, 'None of my clocks is further off.']
}

const LEFT_OVER = /\bany (\w+) left\b/

/** Whether there is bread left. */
async function leftOver(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const [, noun] = LEFT_OVER.exec(one.question.plainText) ?? []
  if (noun === undefined) return null
  const thing = (await readThings(read, one.context.world.id)).find(
    ({ name, state }) => state.sort === 'stock' && bareName(name).split(' ').includes(noun),
  )
  if (thing?.state.sort !== 'stock') return null
  const { goneAt } = thing.state
  const { at } = one.context
  return [
    goneAt > at
      ? `There is still some: ${thing.name} is not sold out yet.`
      : `No, ${thing.name} was gone at ${hourPhrase(goneAt)} ${dayPhrase(goneAt, at)}.`,
  ]
}

export type Recall = (read: Read, talk: TalkQuestion) => Promise<readonly string[] | null>

/** In this order; the first that finds something counts. */
const MATTERS: readonly Recall[] = [
  affairOf,
  damage,
  borrowerOf,
  thingPast,
  borrowed,
  reached,
  happeningDetail,
  leftOver,
  countOf,
  nextEvent,
  worstClock,
]

/** The matter of the town that a question names; null for other questions. */
export async function matterAnswer(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
  for (const recall of MATTERS) {
    const found = await recall(read, talk)
    if (found !== null) return found
  }
  return null
}
