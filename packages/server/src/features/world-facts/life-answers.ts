// Answers to questions about a resident's life, from rows: one or two statements for a question.
import { type Telling, telling } from '@agent-network/voice'
import { issuesOf, type LifeMaterial } from '@agent-network/voice/life'
import { seededRandom } from '../../platform/core/ambient.ts'
import { fold } from '../../platform/core/text.ts'
import { DAY_MS, HOUR_MS } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import { readBody } from '../../stores/city/bodies.ts'
import { searchPosts } from '../../stores/posts/search.ts'
import { HAPPENINGS } from '../../stores/town/almanac.ts'
import { lastOfKind } from '../../stores/town/happenings.ts'
import { habitsOf } from '../life/mind/habits.ts'
import { workingHours } from '../life/walk/workplaces.ts'
import { lastMeeting, met, reasonToLike, recentQuarrel, timeOfHappening } from './company.ts'
import { letdownOf } from './counted.ts'
import {
  concessionsOf,
  coolestTie,
  deedsByCue,
  deedsIn,
  gamesOf,
  grudgesOf,
  latestPostOf,
  meetingsOf,
  monthOf,
  stancesOn,
  tiesOf,
  tieWith,
  walksIn,
  wantOf,
} from './lived.ts'
import { interestsOf, type LifeQuestion, labelOf, streetOf, whereabouts } from './questions.ts'
import { presentAnswer, whereaboutsAnswer } from './town.ts'

type Answer = Promise<Telling | null> | Telling | null

const workOf = (one: LifeQuestion, id: string) => {
  const row = one.names.residents.get(id)
  const place = one.names.workplace(id)?.label ?? null
  return {
    bio: row?.bio ?? '',
    specialty: row?.specialty ?? null,
    place,
    hours: workingHours(habitsOf(seededRandom, row ?? { id, specialty: null, bio: '' })),
  }
}

async function home(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by } = one.context
  const body = await readBody(read, world.id, by)
  const street = streetOf(labelOf(one, body?.home_id ?? null))
  const { bio, place: work } = workOf(one, by)
  const isElsewhere = one.question.aspect === 'whether' && one.question.places.length > 0
  return telling.tellHome({ world: world.name, street, work, bio, isElsewhere })
}

/** How far `lately` goes back in what a resident did. */
const LATELY_MS = 4 * DAY_MS

/** Deeds that may be a reason for a friendship. */
const NO_OFFENCE = /^(?!Let|Waited|Argued|Fell|Would not|Agreed to differ|Lost)/u

async function friends(read: Read, one: LifeQuestion): Promise<Telling> {
  const { question } = one
  const { world, by, at } = one.context
  const rows = await tiesOf(read, world.id, by)
  const close = rows.filter(({ type }) => type === 'friend')
  if (question.aspect === 'many')
    return telling.tellFriendCount(
      close.slice(0, 3).map(({ display_name }) => display_name),
      close.length,
    )
  const named = close.length > 0 ? close : rows.filter(({ type }) => type === 'ally')
  const [first] = named
  if (question.aspect === 'why' && first !== undefined)
    return telling.tellTie(await tieTelling(read, one, first.other_agent_id, NO_OFFENCE), {
      now: at,
      wants: null,
      isWhy: true,
    })
  const names = named.slice(0, 3).map(({ display_name }) => display_name)
  return telling.tellFriends(by, names, close.length > 0)
}

/** The last deed that names another resident, without talks. */
async function deedWith(read: Read, { context: { world, by }, names }: LifeQuestion, otherId: string, only = /./u) {
  const name = names.nameOf(otherId)
  const cue = fold(name.split(' ').findLast((part) => part.length >= 4) ?? name).replace(/([^su])s$/u, '$1')
  for (const { text, created_at } of await deedsByCue(read, world.id, by, cue)) {
    if (!text.includes(name) || /^(?:Talked|Met)\b/u.test(text) || !only.test(text)) continue
    const clause = telling.clauseOfEpisode(text)
    if (clause !== null) return { clause, at: created_at }
  }
  return null
}

const QUARREL = /^(?:Argued|Fell out|Would not agree|Agreed to differ|Waited for|Came in behind)/u

/** Words for the resident that somebody likes least, who need not be a rival. */
const OF_LEAST = /\b(?:least|worst|dislike|avoid|rather not)\b/u

async function rivals(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const rows = (await tiesOf(read, world.id, by)).filter(({ type }) => type === 'rival').reverse()
  const [first] = rows
  const [grudge] = (await grudgesOf(read, world.id, by)).filter(({ other_id }) => other_id === first?.other_agent_id)
  const deed =
    first === undefined ? await recentQuarrel(read, one) : await deedWith(read, one, first.other_agent_id, QUARREL)
  const coolest =
    first === undefined && OF_LEAST.test(one.question.plainText) ? await coolestTie(read, world.id, by) : undefined
  return telling.tellRivals(
    rows.map(({ display_name }) => display_name),
    {
      grudge: grudge === undefined ? null : { name: first!.display_name, reason: grudge.reason },
      deed,
      least: coolest?.display_name ?? null,
      now: at,
    },
  )
}

async function anger(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const [grudge] = await grudgesOf(read, world.id, by)
  const name = grudge === undefined ? '' : one.names.nameOf(grudge.other_id)
  if (grudge !== undefined && name !== '') return telling.tellAnger({ name, reason: grudge.reason }, null, at)
  return telling.tellAnger(null, await letdownOf(read, one, null), at)
}

/** The last meeting, and whether there was one at the time that the question names. */
async function lastSeen(read: Read, one: LifeQuestion): Promise<Telling> {
  const { context, names, question } = one
  const [otherId = ''] = question.people
  const name = names.nameOf(otherId)
  const { time, aspect } = question
  if (aspect === 'many' || question.detail.isMost) {
    const span = time?.tense === 'past' ? { from: time.from, to: time.to } : {}
    const talks = (await meetingsOf(read, { ...monthOf(one), ...span }))
      .filter(({ otherIds }) => otherIds.includes(otherId))
      .map(({ at, placeId }) => ({ at, placeId }))
    const games = (await gamesOf(read, monthOf(one)))
      .filter(
        (game) => game.otherId === otherId && (span.from === undefined || (game.at >= span.from && game.at < span.to)),
      )
      .map(({ at, placeId }) => ({ at, placeId }))
    const met = [...talks, ...games].sort((a, b) => b.at - a.at)
    const [last] = met
    if (last !== undefined)
      return telling.tellMeetCount(
        name,
        {
          count: met.length,
          last: last.at,
          place: labelOf(one, last.placeId),
          label: time?.tense === 'past' ? time.label : 'in the last month',
        },
        context.at,
      )
  }
  const isDated = aspect === 'whether' && time?.tense === 'past'
  const inSpan = isDated ? await lastMeeting(read, one, otherId, time.to) : null
  if (isDated && inSpan !== null && inSpan.at >= time.from)
    return telling.tellLastSeen(name, inSpan, { now: context.at, isHeld: true })
  const meeting = await lastMeeting(read, one, otherId)
  const isAsked = aspect === 'whether' && (isDated || meeting === null)
  return telling.tellLastSeen(name, meeting, { now: context.at, isHeld: isAsked ? false : null })
}

async function tieTelling(read: Read, one: LifeQuestion, otherId: string, wants: RegExp = /./u) {
  const { world, by } = one.context
  const tie = await tieWith(read, world.id, by, otherId)
  // A talk or a game makes an acquaintance before there is a tie.
  const isMet = tie === undefined && (await lastMeeting(read, one, otherId)) !== null
  const grudge = (await grudgesOf(read, world.id, by)).find(({ other_id }) => other_id === otherId)
  const isWhy = one.question.aspect === 'why' && tie !== undefined && tie.type !== 'rival'
  const only = tie?.type === 'rival' ? QUARREL : isWhy ? NO_OFFENCE : wants
  const deed = await deedWith(read, one, otherId, only)
  return {
    reason: isWhy ? await reasonToLike(read, one, otherId) : null,
    name: one.names.nameOf(otherId),
    type: tie?.type ?? (isMet ? 'acquaintance' : null),
    grudge: grudge?.reason ?? null,
    deed,
  }
}

/** Deeds that say most about a day come first; the order of equals is that of the day. */
const DEED_KINDS_ONCE = /^(talked with|met|argued with|came round|went the long way|went to)/u

async function didOn(read: Read, one: LifeQuestion): Promise<Telling> {
  const { by, world, at } = one.context
  const time = one.question.time ?? { from: at - 2 * DAY_MS, to: at, label: 'lately', tense: 'past' }
  const from = time.tense === 'lately' ? at - LATELY_MS : time.from
  const span = { world: world.id, agent: by, from, to: time.to }
  const rows = [...(await deedsIn(read, span))].sort(
    (a, b) => b.importance - a.importance || a.created_at - b.created_at,
  )
  const clauses: { clause: string; at: number }[] = []
  const kinds = new Map<string, number>()
  for (const { text, created_at } of rows) {
    const clause = telling.clauseOfEpisode(text)
    if (clause === null) continue
    const kind = DEED_KINDS_ONCE.exec(clause)?.[1] ?? clause
    // A promised meeting is also a talk at the same place.
    const isSameMeeting = clauses.some(
      (other) => meetingKey(other.clause) !== '' && meetingKey(other.clause) === meetingKey(clause),
    )
    if ((kinds.get(kind) ?? 0) > 0 || isSameMeeting) continue
    kinds.set(kind, 1)
    clauses.push({ clause, at: created_at })
    if (clauses.length === 3) break
  }
  clauses.sort((a, b) => a.at - b.at)
  const places = clauses.length > 0 ? [] : await placesIn(read, one, span)
  return telling.tellDeeds(
    time.label,
    clauses.map(({ clause }) => clause),
    places,
  )
}

const meetingKey = (clause: string): string => /^(?:talked with|met) (.+ at [^,]+)/u.exec(clause)?.[1] ?? ''

const PLACES_NAMED = 3

async function placesIn(read: Read, one: LifeQuestion, span: Parameters<typeof walksIn>[1]): Promise<string[]> {
  const labels: string[] = []
  for (const { destination_id } of (await walksIn(read, span)).reverse()) {
    const place = one.context.map?.destination(destination_id)
    if (place !== undefined && place.kind !== 'home' && !labels.includes(place.label)) labels.push(place.label)
  }
  return labels.slice(0, PLACES_NAMED)
}

/** A stay may last this long after its planned end. */
const LINGERS_MS = 2 * HOUR_MS

async function whereWas(read: Read, one: LifeQuestion): Promise<Telling> {
  const { by, world, at } = one.context
  const time = (await timeOfHappening(read, one)) ??
    one.question.time ?? { from: at - DAY_MS, to: at, label: 'lately', point: null }
  const span = { world: world.id, agent: by, from: time.from, to: time.to }
  if (one.question.time === null && /\b(?:last|latest|recent(?:ly)?)\b/u.test(one.question.plainText)) {
    const walks = await walksIn(read, monthOf(one))
    const [latest] = walks
    const label = labelOf(one, latest?.destination_id ?? null)
    const count = walks.filter(({ destination_id }) => destination_id === latest?.destination_id).length
    if (label !== null) return telling.tellVisits(label, { last: latest!.arrive_at, count }, { now: at, isHeld: null })
  }
  if (time.point === null) return telling.tellPlacesOn(time.label, await placesIn(read, one, span))
  const { point } = time
  const [last] = await walksIn(read, { ...span, from: point - DAY_MS, to: point })
  const label = last === undefined || last.arrive_at > point ? null : labelOf(one, last.destination_id)
  const lingers = last !== undefined && point <= (last.dwell_until ?? last.arrive_at) + LINGERS_MS
  if (label !== null && (lingers || (await startedFrom(read, one, point)) === label))
    return telling.tellPlaceAt(time.label, point, label)
  const body = await readBody(read, world.id, by)
  return body?.home_id == null ? telling.tellIgnorance(by) : telling.tellPlaceAt(time.label, point, null)
}

/** The label of the place from which the next walk after a time began, or where the resident is if it has not left. */
async function startedFrom(read: Read, one: LifeQuestion, point: number): Promise<string | null> {
  const { by, world, map, at } = one.context
  const next = (await walksIn(read, { world: world.id, agent: by, from: point, to: at })).at(-1)
  if (next !== undefined) return next.from_label
  const found = map === null ? null : await whereabouts(read, { worldId: world.id, map, agentId: by }, at)
  return found?.place.label ?? null
}

async function whereNow(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, map, by, at } = one.context
  if (one.names.hasLeft(by)) return home(read, one)
  const place = map === null ? null : await whereabouts(read, { worldId: world.id, map, agentId: by }, at)
  const body = place === null ? undefined : await readBody(read, world.id, by)
  return telling.tellNow({
    place: place?.place.label ?? null,
    isWalking: place?.underway ?? false,
    purpose: body?.purpose ?? null,
  })
}

async function stance(read: Read, one: LifeQuestion): Promise<Telling | null> {
  const { world, by, at, material } = { material: undefined, ...one.context }
  const { issue, people } = one.question
  if (issue === null) return null
  const [otherId] = people
  if (otherId !== undefined) return telling.tellUnknownOther(one.names.nameOf(otherId))
  const rows = await stancesOn(read, world.id, by, issue)
  const latest = rows.find(({ side }) => side === 'for' || side === 'against')
  const concession = rows.find(({ move }) => move === 'concede')
  const isChanged = concession !== undefined && concession === rows[0]
  const name = isChanged ? one.names.nameOf(concession.addressee_id) : ''
  const side = latest?.side ?? sideByCharacter(one, issue, material)
  if (side !== 'for' && side !== 'against') return telling.tellUndecided(issue)
  const reason = rows.find((row) => row.side === side && row.reason !== '')?.reason ?? ''
  const changed = name === '' ? null : { name, at: concession!.created_at }
  return telling.tellStance(by, { issue, side, reason, changed }, at)
}

/** The side that follows from a resident's character, as in life. */
const sideByCharacter = (_: LifeQuestion, issue: string, material: LifeMaterial | undefined): string | undefined =>
  material === undefined ? undefined : issuesOf(material).find((leaning) => leaning.issue === issue)?.side

async function changedMind(read: Read, one: LifeQuestion): Promise<Telling> {
  const { world, by, at } = one.context
  const rows = await concessionsOf(read, world.id, by)
  const row = rows.find(
    ({ issue, addressee_id }) =>
      (one.question.issue === null || issue === one.question.issue) &&
      (one.question.people.length === 0 || one.question.people.includes(addressee_id)) &&
      one.names.nameOf(addressee_id) !== '',
  )
  if (row === undefined && one.question.issue === null && one.question.people.length === 0) {
    const found = (await deedsIn(read, monthOf(one))).find(({ text }) => text.startsWith('Came round to '))
    const clause = found === undefined ? null : telling.clauseOfEpisode(found.text)
    if (clause !== null) return telling.tellHighlight([{ clause, at: found!.created_at }], null, at)
  }
  return telling.tellChange(
    row === undefined ? null : { issue: row.issue, name: one.names.nameOf(row.addressee_id), at: row.created_at },
    {
      now: at,
      isAsked: one.question.aspect === 'whether',
      isOfConstancy: /\b(?:always|still|ever since|all along)\b/u.test(one.question.plainText),
    },
  )
}

const ARGUMENT = /^(?:Argued|Fell out|Would not agree|Agreed to differ|Was talked round|Came round to (?!“))/u

async function argument(read: Read, one: LifeQuestion): Promise<Telling> {
  const { at } = one.context
  const [otherId] = one.question.people
  const name = otherId === undefined ? null : one.names.nameOf(otherId)
  if (otherId !== undefined && one.question.time?.tense !== 'past')
    return telling.tellArgument(await deedWith(read, one, otherId, ARGUMENT), { name, now: at })
  const span = {
    ...monthOf(one),
    ...(one.question.time?.tense === 'past' ? { from: one.question.time.from, to: one.question.time.to } : {}),
  }
  const found = (await deedsIn(read, span)).find(
    ({ text }) => ARGUMENT.test(text) && (name === null || text.includes(name)),
  )
  const clause = found === undefined ? null : telling.clauseOfEpisode(found.text)
  return telling.tellArgument(clause === null ? null : { clause, at: found!.created_at }, { name, now: at })
}

/** Happenings that nobody goes to. */
const ENDURED = /^(?:storm|flood|blackout)$/u

/** Whether the resident went to the last happening of a kind, or where it was meanwhile. */
async function attendance(read: Read, one: LifeQuestion): Promise<Telling | null> {
  const { world, at } = one.context
  const kind = HAPPENINGS.find((candidate) => candidate === one.question.happening)
  const last = kind === undefined ? undefined : await lastOfKind(read, world.id, kind, at)
  if (last === undefined) return null
  if (ENDURED.test(last.kind))
    return telling.tellPlacesOn(
      `during ${last.name}`,
      await placesIn(read, one, { ...monthOf(one), from: last.starts_at, to: last.ends_at }),
    )
  const span = { ...monthOf(one), from: last.starts_at - DAY_MS }
  const found = (await deedsIn(read, span)).find(
    ({ text }) => /^Went to .+ for /u.test(text) && text.endsWith(last.name),
  )
  const clause = found === undefined ? null : telling.clauseOfEpisode(found.text)
  return telling.tellAttendance(clause === null ? null : { clause, at: found!.created_at }, last.kind, at)
}

async function otherTies(read: Read, one: LifeQuestion, type: 'friend' | 'rival'): Promise<Telling> {
  const [id = ''] = one.question.people
  const rows = (await tiesOf(read, one.context.world.id, id)).filter((row) => row.type === type)
  const names = (type === 'friend' ? rows : rows.reverse())
    .slice(0, 2)
    .map(({ other_agent_id, display_name }) => (other_agent_id === one.context.by ? 'me' : display_name))
  const name = one.names.nameOf(id)
  return type === 'friend' ? telling.tellOtherFriend(name, names) : telling.tellOtherRival(name, names)
}

const OF_LAST_TIME = /\blast (?:time|met|meeting|saw|spend|spent)\b/u

/** What the resident did with another: the last deed, or where they met last. */
async function doneWith(read: Read, one: LifeQuestion, otherId: string): Promise<Telling> {
  const { by, at } = one.context
  const name = one.names.nameOf(otherId)
  const deed = OF_LAST_TIME.test(one.question.plainText) ? null : await deedWith(read, one, otherId)
  if (deed !== null) return telling.tellDoneWith(name, deed, at)
  const meeting = await lastMeeting(read, one, otherId)
  return meeting === null
    ? telling.tellLastSeen(name, null, { now: at, isHeld: null })
    : telling.tellPrivateTalk(by, name, meeting, at)
}

async function tie(read: Read, one: LifeQuestion): Promise<Telling> {
  const { people, aspect, detail, intent, plainText } = one.question
  const [id = ''] = people
  if (/\bforg[ai]v\w+\b/u.test(plainText)) {
    const { name, grudge } = await tieTelling(read, one, id)
    return telling.tellForgiveness(name, grudge)
  }
  const isAsked = aspect === 'whether' && intent === 'tie'
  const wants = detail.isHostile ? 'rival' : isAsked ? 'friend' : null
  return telling.tellTie(await tieTelling(read, one, id), { now: one.context.at, wants, isWhy: aspect === 'why' })
}

/** `Have you been to see …` is about a person. */
const OF_VISIT = /\b(?:see|seen|meet|met|call on|called on) (?:(?:captain|mr|mrs|ms|miss|dr|old|that) )*<stranger>/

/** Longer names are denied without a search. */
const SEARCHED_NAME_MAX = 60

/** A name that the world does not have is denied, unless a public post has it: of a newcomer, or a title. */
async function stranger(read: Read, { context }: LifeQuestion, name: string): Promise<Telling> {
  if (name.length > SEARCHED_NAME_MAX) return telling.tellStranger(name)
  const { items } = await searchPosts(read, context.world, name, { page: 1, perPage: 5 })
  const isNamed = items.some(({ text }) => text.includes(name))
  return isNamed ? telling.tellIgnorance(context.by) : telling.tellStranger(name)
}

/** The answer to an intent about life; null for intents of other modules. */
export function lifeAnswer(read: Read, one: LifeQuestion): Answer {
  const { context, names, question } = one
  const { world, by, at } = context
  const [otherId = ''] = question.people
  const other = names.nameOf(otherId)
  switch (question.intent) {
    case 'home':
      return home(read, one)
    case 'work':
      return question.detail.isHours ? telling.tellHours(workOf(one, by)) : telling.tellWork(workOf(one, by))
    case 'identity':
      return telling.tellIdentity(names.nameOf(by), workOf(one, by))
    case 'friend':
    case 'favouritePerson':
      return friends(read, one)
    case 'rival':
      return rivals(read, one)
    case 'angry':
      return anger(read, one)
    case 'lastSeen':
      return lastSeen(read, one)
    case 'talk':
      return other === ''
        ? telling.tellPrivateTalks()
        : lastMeeting(read, one, otherId).then((meeting) => telling.tellPrivateTalk(by, other, meeting, at))
    case 'letters':
      return telling.tellPrivateLetters()
    case 'tie':
    case 'opinionPerson':
      return tie(read, one)
    case 'know':
      return tieTelling(read, one, otherId).then(async (found) =>
        telling.tellAcquaintance(found, await lastMeeting(read, one, otherId), {
          now: at,
          isAsked: question.aspect === 'whether',
        }),
      )
    case 'stranger':
      return question.stranger === null ? null : stranger(read, one, question.stranger)
    case 'neverBeen':
      return question.stranger !== null && OF_VISIT.test(question.plainText)
        ? stranger(read, one, question.stranger)
        : telling.tellNeverBeen(question.stranger, world.name)
    case 'didOn':
      return didOn(read, one)
    case 'whereWas':
      return whereWas(read, one)
    case 'now':
      return whereNow(read, one)
    case 'lastPost':
    case 'otherPost': {
      const isOwn = question.intent === 'lastPost'
      return latestPostOf(read, world.id, isOwn ? by : otherId).then((post) =>
        telling.tellPost(isOwn ? null : other, post === undefined ? null : { ...post, at: post.created_at }, at),
      )
    }
    case 'goal':
      return wantOf(read, world.id, by).then((want) => telling.tellGoal(want?.goal ?? null, want?.progress ?? 0))
    case 'opinion':
      return stance(read, one)
    case 'changedMind':
      return changedMind(read, one)
    case 'argued':
      return argument(read, one)
    case 'attended':
      return attendance(read, one)
    case 'met':
      return met(read, one)
    case 'interests':
      return telling.tellInterests(interestsOf(one))
    case 'otherWork':
      return telling.tellOther(other, workOf(one, otherId))
    case 'otherFriend':
      return otherTies(read, one, 'friend')
    case 'otherRival':
      return otherTies(read, one, 'rival')
    case 'otherWhere':
      return whereaboutsAnswer(read, one)
    case 'placePresent':
      return presentAnswer(read, one)
    case 'placeWorkers':
      return telling.tellWorkers(
        labelOf(one, question.places[0] ?? null) ?? '',
        names.workersAt(question.places[0] ?? ''),
        names.nameOf(by),
      )
    case 'placeOpen':
      return telling.tellOpen(labelOf(one, question.places[0] ?? null) ?? '', names.workersAt(question.places[0] ?? ''))
    case 'date':
      return telling.tellDate(at)
    case 'caller':
      return telling.tellCaller(question.caller)
    case 'callerGiven':
      return question.caller === null ? null : telling.tellGreeting(by, question.caller)
    case 'otherHome':
      return telling.tellOtherHome(other, names.workplace(otherId)?.label ?? null)
    case 'didWith':
      return doneWith(read, one, otherId)
    case 'unlived':
      return question.detail.unlived === 'age' ? null : telling.tellUnlived(by)
    default:
      return null
  }
}
