// Conversations about lives: which move a resident makes next, and its plan.
import {
  type Chance,
  dayWords,
  isToldAs,
  type LifeMove,
  type LifeTurn,
  lifeDrafts,
  pointsOf,
  sinceWords,
  type TurnMaterial,
  whenWords,
} from '@agent-network/voice/life'
import { DAY_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { pick } from '../decide/decide.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import { type News, prepareNews } from '../gossip/facts.ts'
import { type PlanRow, plansAddressedTo, plansOn, putPlan } from '../speak/plans.ts'
import {
  inSentence,
  isSharedBy,
  isStandingQuestion,
  LIVED_ISSUE,
  newsSubject,
  type Subject,
  subjectOf,
  subjectsOf,
  TELLING,
} from './subjects.ts'
import { readNextDestination, type Table, type TableTurn } from './table-talk.ts'

/** Moves after which a subject is closed. */
const CLOSING: ReadonlySet<string> = new Set<LifeMove>(['react', 'reply', 'bye'])

interface PlannedTurn {
  readonly move: LifeMove
  readonly subject: Subject | null
  readonly point?: string | undefined
  readonly isCited?: boolean
  readonly link?: LifeTurn['link']
  readonly answers: PlanRow | null
  /** News that the turn tells. */
  readonly news?: News
}

/** Shares: a question about what was told, a second question, an opening question. */
const ASK_SHARE = 0.8
const ASK_AGAIN_SHARE = 0.35
const INQUIRY_SHARE = 0.25
/** Share of residents who have told something and then ask the other. */
const INQUIRY_BACK_SHARE = 0.8
/** Share of opening questions that ask for news, and not how the other is. */
const INQUIRY_FOR_NEWS_SHARE = 0.5
/** Share of subjects that somebody else lived. */
const CITED_SHARE = 0.3
/** Maximum number of times that one resident tells one event. */
const TELLINGS_MAX = 3
const CANDIDATES_TRIED = 6
const HEARD_MS = 5 * DAY_MS

const isAboutLives = ({ issue }: PlanRow): boolean => issue.startsWith(LIVED_ISSUE)

/** Whether a resident may tell this listener about a subject: not twice, and not to everybody. */
async function isTellable(tx: Tx, mover: Mover, issue: string, otherId: string): Promise<boolean> {
  const worldId = mover.instant.life.world.id
  const own = (await plansOn(tx, { worldId, agentId: mover.person.agent.id, issue })).filter(({ move }) =>
    TELLING.has(move),
  )
  if (own.length >= TELLINGS_MAX || own.some(({ addressee_id }) => addressee_id === otherId)) return false
  const theirs = await plansOn(tx, { worldId, agentId: otherId, issue })
  return theirs.length === 0
}

/** What others told the mover, which it may cite. */
async function citedSubject(tx: Tx, mover: Mover, otherId: string): Promise<Subject | null> {
  const { instant, person } = mover
  const { life, at } = instant
  const received = await plansAddressedTo(tx, { worldId: life.world.id, agentId: person.agent.id }, at - HEARD_MS)
  const tellings = received.filter((row) => isAboutLives(row) && row.move === 'tell' && row.agent_id !== otherId)
  const roll = mover.chance('cites')
  for (let tries = 0; tries < Math.min(3, tellings.length); tries++) {
    const row = pick(tellings, () => 1, roll)
    const owner = await life.people.of(tx, row.agent_id, at)
    const subject = owner === null ? null : await subjectOf(tx, { instant, person: owner }, row.issue)
    if (subject === null || subject.partyIds.includes(otherId) || subject.partyIds.includes(person.agent.id)) continue
    if (!isToldAs(subject.event, 'cited') || !(await isTellable(tx, mover, row.issue, otherId))) continue
    const facts = { ...subject.event.facts, heard: sinceWords(row.created_at, at).replace(/^(?=\p{Lu})/u, 'on ') }
    return { ...subject, event: { ...subject.event, facts } }
  }
  return null
}

const groupOf = ({ event }: Subject): string => event.kind.split('.')[0]!

/** What was talked about last, and by whom it was told. */
interface LastSubject {
  readonly subject: Subject
  readonly tellerId: string
}

/** The connection before a new subject, and to whom it is told. */
interface Occasion {
  readonly otherId: string
  readonly last: LastSubject | null
  /** Whether an argument comes before. */
  readonly isAfterArgument: boolean
}

/** Connection of a new subject with what comes before. */
function linkOf(subject: Subject, { last: before, isAfterArgument }: Occasion, speakerId: string): LifeTurn['link'] {
  if (isAfterArgument) return 'change'
  if (before === null) return undefined
  const last = before.subject
  const isOwnTelling = before.tellerId === speakerId
  if (isOwnTelling && last.event.kind.startsWith('news.you.bad')) return 'said'
  if (subject.event.other !== undefined && subject.event.other === last.event.other) return 'person'
  if (isOwnTelling) return 'more'
  if (groupOf(subject) === groupOf(last) && subject.event.mood === last.event.mood) return 'same'
  const label = subject.event.place?.label
  return label !== undefined && label === last.event.place?.label ? 'place' : 'none'
}

type NewSubject = Pick<PlannedTurn, 'move' | 'subject' | 'link' | 'news'>

/** News that the resident tells everybody at the table. */
async function newsTurn(tx: Tx, mover: Mover, table: Table, occasion: Occasion): Promise<NewSubject | null> {
  const news = await prepareNews(tx, mover, { listenerIds: table.present, rate: NEWS_RATE })
  if (news === null) return null
  const fact = { ...news.fact, variant: news.variant }
  const subject = await newsSubject(tx, mover, fact, { listenerId: occasion.otherId, from: news.from })
  const link = linkOf(subject, occasion, mover.person.agent.id)
  // News bring their own opening words.
  const isNeeded = link === 'more' || link === 'change' || link === 'said'
  return { move: 'tell', subject, link: isNeeded ? link : undefined, news }
}

/** By chance, what somebody else told the resident. */
async function citedTurn(tx: Tx, mover: Mover, _table: Table, occasion: Occasion): Promise<NewSubject | null> {
  if (mover.chance('cites one')() >= CITED_SHARE) return null
  const subject = await citedSubject(tx, mover, occasion.otherId)
  return subject === null ? null : { move: 'cited', subject, link: linkOf(subject, occasion, mover.person.agent.id) }
}

/** Something from the resident's own days. Subjects near the last one are preferred. */
async function ownTurn(tx: Tx, mover: Mover, _table: Table, occasion: Occasion): Promise<NewSubject | null> {
  const { otherId, last } = occasion
  const candidates = (await subjectsOf(tx, mover)).map((subject) => {
    const link = linkOf(subject, occasion, mover.person.agent.id)
    return {
      subject,
      link,
      weight: subject.weight * (link === 'person' || link === 'same' || link === 'place' ? 3 : 1),
    }
  })
  const roll = mover.chance('brings up')
  for (let tries = 0; tries < CANDIDATES_TRIED && candidates.length > 0; tries++) {
    const found = pick(candidates, ({ weight }) => weight, roll)
    candidates.splice(candidates.indexOf(found), 1)
    const { subject, link } = found
    const isShared = subject.partyIds.includes(otherId) || (await isSharedBy(tx, mover.instant, subject, otherId))
    const move = isShared ? 'shared' : 'tell'
    if (!isToldAs(subject.event, move) || (last !== null && isLikeOwn(subject, last, mover.person.agent.id))) continue
    if (!(await isTellable(tx, mover, subject.issue, otherId))) continue
    return { move, subject, link: isShared && link === 'person' ? 'none' : link }
  }
  return null
}

/** Whether the speaker has just told the same, or nearly the same of the same person, such as another game. */
function isLikeOwn(subject: Subject, { subject: last, tellerId }: LastSubject, speakerId: string): boolean {
  if (subject.issue === last.issue) return true
  if (tellerId !== speakerId || subject.event.other !== last.event.other) return false
  return groupOf(subject) === groupOf(last) || subject.event.mood === last.event.mood
}

/** Sources of a new subject in the order in which they are tried; one's own days come first if one was asked. */
const SUBJECT_SOURCES = [newsTurn, citedTurn, ownTurn]
const SOURCES_ABOUT_SELF = [ownTurn, newsTurn]

/** The subject of a plan of this conversation, with its telling. */
async function subjectOfPlan(
  tx: Tx,
  mover: Mover,
  plan: PlanRow,
  talk: readonly PlanRow[],
): Promise<{ subject: Subject; telling: PlanRow } | null> {
  const { instant } = mover
  const telling = talk.findLast((row) => row.issue === plan.issue && TELLING.has(row.move))
  const owner = telling === undefined ? null : await instant.life.people.of(tx, telling.side, instant.at)
  const subject =
    owner === null ? null : await subjectOf(tx, { instant, person: owner }, plan.issue, telling?.addressee_id)
  if (subject === null || telling === undefined) return null
  const source = telling.move !== 'cited' ? {} : { heard: telling.reason.split(' | ')[1] }
  return { subject: { ...subject, event: { ...subject.event, facts: { ...subject.event.facts, ...source } } }, telling }
}

/** Answer to a turn about a subject: a question, an answer or a reaction; null if the subject is closed. */
async function answerOnSubject(tx: Tx, mover: Mover, table: Table, last: PlanRow): Promise<PlannedTurn | null> {
  const { talk, turnsLeft } = table
  const ownId = mover.person.agent.id
  const found = await subjectOfPlan(tx, mover, last, talk)
  if (found === null) return null
  const { subject, telling } = found
  const isCited = telling.move === 'cited'
  const base = { subject, isCited, answers: last }
  const text = (row: PlanRow): string => table.turns.find(({ id }) => id === row.id)?.text ?? ''
  if (last.move === 'ask') {
    if (telling.agent_id !== ownId) return null
    return { ...base, move: 'answer', point: last.reason }
  }
  if (telling.agent_id === ownId) return null
  if (last.move === 'shared')
    return isToldAs(subject.event, 'reply') && last.addressee_id === ownId
      ? { ...base, move: 'reply' }
      : { ...base, move: 'react' }
  const questions = talk.filter((row) => row.issue === last.issue && row.move === 'ask')
  const share = questions.length === 0 ? ASK_SHARE : questions.length === 1 ? ASK_AGAIN_SHARE : 0
  if (turnsLeft > 2 && mover.chance('asks')() < (isCited ? share / 2 : share)) {
    const points = isCited
      ? questions.length === 0
        ? ['source']
        : []
      : pointsOf(subject.event, text(telling)).filter((point) => !questions.some(({ reason }) => reason === point))
    if (points.length > 0) return { ...base, move: 'ask', point: pick(points, () => 1, mover.chance('point')) }
  }
  if (subject.event.kind === 'coming') return { ...base, move: 'reply' }
  return { ...base, move: 'react', point: last.move === 'answer' ? last.reason : undefined }
}

/** Inclination to tell news where a subject begins; about every third turn of a conversation. */
const NEWS_RATE = 2.5

/** The goodbye, which names the last subject or the next destination. */
const goodbye = (last: Subject | null, mover: Mover, otherId: string): PlannedTurn => ({
  move: 'bye',
  subject:
    last !== null &&
    last.ownerId === otherId &&
    !last.partyIds.includes(mover.person.agent.id) &&
    isToldAs(last.event, 'bye') &&
    mover.chance('goodbye')() < 0.5
      ? last
      : null,
  answers: null,
})

async function planTurn(tx: Tx, mover: Mover, table: Table, otherId: string): Promise<PlannedTurn | null> {
  const { talk, turns, turnsLeft } = table
  const ownId = mover.person.agent.id
  // A turn without a plan, such as an invitation, is not answered here.
  const last = talk.at(-1)?.id === turns.at(-1)?.id ? talk.at(-1) : undefined
  const lives = talk.filter(isAboutLives)
  if (last !== undefined && last.agent_id !== ownId && isAboutLives(last) && last.move !== 'inquire') {
    const isOpen = !CLOSING.has(last.move)
    const found = isOpen ? await answerOnSubject(tx, mover, table, last) : null
    if (found !== null) return found
  }
  const lastTold = lives.findLast(({ issue }) => issue !== LIVED_ISSUE)
  const found = lastTold === undefined ? null : await subjectOfPlan(tx, mover, lastTold, talk)
  const lastSubject = found === null ? null : { subject: found.subject, tellerId: found.telling.agent_id }
  if (turnsLeft <= 2 && last?.move !== 'inquire') return goodbye(lastSubject?.subject ?? null, mover, otherId)
  const isAsked = last?.move === 'inquire'
  const hasTold = (id: string) => lives.some(({ agent_id, move }) => agent_id === id && TELLING.has(move))
  const isInquiring =
    !isAsked &&
    turnsLeft > 3 &&
    !hasTold(otherId) &&
    !lives.some(({ move }) => move === 'inquire') &&
    mover.chance('inquires')() < (hasTold(ownId) ? INQUIRY_BACK_SHARE : INQUIRY_SHARE)
  const isAfterArgument = last !== undefined && isStandingQuestion(last.issue)
  if (isInquiring) {
    const isForNews = mover.chance('inquires about')() < INQUIRY_FOR_NEWS_SHARE
    const point = lives.length > 0 ? 'back' : isForNews ? 'news' : 'self'
    return { move: 'inquire', subject: null, point, link: isAfterArgument ? 'change' : undefined, answers: null }
  }
  const occasion: Occasion = { otherId, last: isAsked ? null : lastSubject, isAfterArgument }
  const sources = isAsked && last.reason !== 'news' ? SOURCES_ABOUT_SELF : SUBJECT_SOURCES
  for (const source of sources) {
    const planned = await source(tx, mover, table, occasion)
    if (planned !== null) return { ...planned, isCited: planned.move === 'cited', answers: isAsked ? last : null }
  }
  return goodbye(lastSubject?.subject ?? null, mover, otherId)
}

/** Facts about the listener and the speaker that a question or a goodbye names. */
async function factsFor(tx: Tx, mover: Mover, move: LifeMove, otherId: string): Promise<LifeTurn['facts']> {
  const { instant, person } = mover
  const { life, at } = instant
  if (move === 'bye') {
    const next = await readNextDestination(tx, mover)
    // An appointment with the listener is no reason to leave.
    const isWithListener = next?.whom === (await life.name(tx, otherId))?.displayName
    if (next === null || isWithListener || mover.chance('names it')() < 0.3) return {}
    const label = inSentence(next.place.label)
    const whom = next.whom?.split(' ')[0]
    return {
      nextat: `at ${label}`,
      nextto: `to ${label}`,
      whom,
      nextwhen: next.at === undefined ? undefined : whenWords(next.at, at),
    }
  }
  if (move !== 'inquire') return {}
  const lastMet = person.edges.get(otherId)?.last_interaction_at ?? at
  const isRecent = at - lastMet > DAY_MS && at - lastMet < 6 * DAY_MS
  return { last: isRecent ? sinceWords(lastMet, at) : undefined }
}

/** A subject with what its row says, for a model. */
function detailsOf({ label, event }: Subject, now: number): string {
  const place = event.place === undefined ? [] : [`at ${inSentence(event.place.label)}`]
  const day = event.at > now ? whenWords(event.at, now) : dayWords(event.at, now)
  const details = [event.kind.replaceAll('.', ' '), day, ...place]
  return `${label} (${event.owner}: ${details.join(', ')})`
}

/** The next turn of a conversation about lives; null if there is nothing to say. */
export async function prepareLifeTurn(tx: Tx, mover: Mover, table: Table): Promise<TableTurn | null> {
  const { instant, person } = mover
  const { life, at } = instant
  const lastBy = table.talk.at(-1)?.agent_id
  const otherId = table.others.find((id) => id === lastBy) ?? table.others[0]
  if (otherId === undefined) return null
  const planned = await planTurn(tx, mover, table, otherId)
  if (planned === null) return null
  const { move, subject, point, isCited = false, link, answers, news } = planned
  const to = await displayNameOf(tx, instant, otherId)
  const turn: LifeTurn = {
    move,
    event: subject?.event ?? null,
    point,
    isCited,
    to,
    affinity: person.edges.get(otherId)?.affinity ?? 0,
    isFirst: table.turns.length === 0,
    link: table.turns.length === 0 ? undefined : link,
    facts: (await factsFor(tx, mover, move, otherId)) ?? {},
    now: at,
    earlierTurns: table.turns.map(({ text }) => text),
  }
  const label =
    subject === null ? '' : isCited ? `${subject.label} | ${subject.event.facts.heard ?? ''}` : subject.label
  return {
    intent:
      news === undefined
        ? `${move} ${subject === null ? 'news' : `about ${detailsOf(subject, at)}`}${point === undefined ? '' : `: ${point}`}, to ${to}`
        : `tell ${to} this: ${news.text}${news.from === null ? '' : ` You heard it from ${news.from}.`}`,
    isOwed: move === 'answer' || move === 'bye' || news !== undefined,
    ...(news === undefined ? {} : { facts: [news.sentence] }),
    drafts: function* (material: TurnMaterial, chance: Chance) {
      for (const text of lifeDrafts(material, turn, chance)) yield { text, reason: null }
    },
    async onPublished(then, turnId) {
      await news?.record(then, table.present)
      await putPlan(then, {
        world_id: life.world.id,
        id: turnId,
        root_id: table.encounterId,
        agent_id: person.agent.id,
        issue: subject?.issue ?? LIVED_ISSUE,
        move,
        // The resident who lived the event.
        side: subject?.ownerId ?? '',
        reason: TELLING.has(move) ? label : (point ?? ''),
        addressee_id: otherId,
        answers_id: answers?.id ?? '',
        created_at: at,
      })
    },
  }
}
