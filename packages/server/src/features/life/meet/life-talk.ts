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
import { isWorkingTime, workplaceOf } from '../walk/workplaces.ts'
import {
  inSentence,
  isSharedBy,
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
const ASK_SHARE = 0.7
const ASK_AGAIN_SHARE = 0.3
const INQUIRY_SHARE = 0.25
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

/** Connection of a new subject with the last one. */
function linkOf(subject: Subject, last: Subject | null): LifeTurn['link'] {
  if (last === null) return undefined
  if (subject.event.other !== undefined && subject.event.other === last.event.other) return 'person'
  if (groupOf(subject) === groupOf(last) && subject.event.mood === last.event.mood) return 'same'
  const label = subject.event.place?.label
  return label !== undefined && label === last.event.place?.label ? 'place' : 'none'
}

/** A new subject for this listener. Subjects near the last one are preferred. */
async function newSubject(
  tx: Tx,
  mover: Mover,
  otherId: string,
  last: Subject | null,
): Promise<Pick<PlannedTurn, 'move' | 'subject' | 'link'> | null> {
  if (mover.chance('cites one')() < CITED_SHARE) {
    const subject = await citedSubject(tx, mover, otherId)
    if (subject !== null) return { move: 'cited', subject, link: linkOf(subject, last) }
  }
  const candidates = (await subjectsOf(tx, mover)).map((subject) => {
    const link = linkOf(subject, last)
    return { subject, link, weight: subject.weight * (link === undefined || link === 'none' ? 1 : 3) }
  })
  const roll = mover.chance('brings up')
  for (let tries = 0; tries < CANDIDATES_TRIED && candidates.length > 0; tries++) {
    const found = pick(candidates, ({ weight }) => weight, roll)
    candidates.splice(candidates.indexOf(found), 1)
    const { subject, link } = found
    const isShared = subject.partyIds.includes(otherId) || (await isSharedBy(tx, mover.instant, subject, otherId))
    const move = isShared ? 'shared' : 'tell'
    if (!isToldAs(subject.event, move) || (last !== null && subject.issue === last.issue)) continue
    if (!(await isTellable(tx, mover, subject.issue, otherId))) continue
    return { move, subject, link: isShared && link === 'person' ? 'none' : link }
  }
  return null
}

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
      : pointsOf(subject.event).filter((point) => !questions.some(({ reason }) => reason === point))
    if (points.length > 0) return { ...base, move: 'ask', point: pick(points, () => 1, mover.chance('point')) }
  }
  if (subject.event.kind === 'coming') return { ...base, move: 'reply' }
  return { ...base, move: 'react' }
}

/** Inclination to tell news where a subject begins; about every third turn of a conversation. */
const NEWS_RATE = 2.5

/** The goodbye, which names the last subject or the next destination. */
const goodbye = (last: Subject | null, mover: Mover): PlannedTurn => ({
  move: 'bye',
  subject:
    last !== null &&
    last.ownerId !== mover.person.agent.id &&
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
  const lastSubject =
    lastTold === undefined ? null : ((await subjectOfPlan(tx, mover, lastTold, talk))?.subject ?? null)
  if (turnsLeft <= 2 && last?.move !== 'inquire') return goodbye(lastSubject, mover)
  // A question about news in general is answered with news.
  const isAsked = last?.move === 'inquire'
  const hasTold = (id: string) => lives.some(({ agent_id, move }) => agent_id === id && TELLING.has(move))
  const isInquiring =
    !isAsked &&
    turnsLeft > 3 &&
    !hasTold(otherId) &&
    !lives.some(({ move }) => move === 'inquire') &&
    mover.chance('inquires')() < (hasTold(ownId) ? 0.6 : INQUIRY_SHARE)
  if (isInquiring) return { move: 'inquire', subject: null, answers: null }
  const news = await prepareNews(tx, mover, { listenerIds: table.present, rate: NEWS_RATE })
  if (news !== null) {
    const subject = await newsSubject(
      tx,
      mover,
      { ...news.fact, variant: news.variant },
      { listenerId: otherId, from: news.from },
    )
    return { move: 'tell', subject, link: undefined, answers: isAsked ? last : null, news }
  }
  const found = await newSubject(tx, mover, otherId, isAsked ? null : lastSubject)
  if (found === null) return goodbye(lastSubject, mover)
  return {
    ...found,
    isCited: found.move === 'cited',
    link: isAsked ? undefined : found.link,
    answers: isAsked ? last : null,
  }
}

/** Facts about the listener and the speaker that a question or a goodbye names. */
async function factsFor(tx: Tx, mover: Mover, move: LifeMove, otherId: string): Promise<LifeTurn['facts']> {
  const { instant, person, location } = mover
  const { life, map, at } = instant
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
  const other = await life.people.of(tx, otherId, at)
  const job =
    other === null || map === null || isWorkingTime(other, at)
      ? null
      : workplaceOf(other, { map, things: await life.town.things(tx) })
  const lastMet = person.edges.get(otherId)?.last_interaction_at ?? at
  const isRecent = at - lastMet > DAY_MS && at - lastMet < 6 * DAY_MS
  const last = isRecent ? sinceWords(lastMet, at) : undefined
  const asksWork = job !== null && job.id !== location && mover.chance('about work')() < 0.4
  return { last, work: asksWork ? inSentence(job.label) : undefined }
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
