// Posts about happenings and things of the city, and replies to them.
import {
  type Chance,
  isAnswerable,
  isReplied,
  isTellable,
  type LifeMaterial,
  type NewsAnswer,
  type NewsMaterial,
  type NewsSort,
  NO_NEWS,
  newsAnswerDrafts,
  newsDrafts,
  newsPoint,
  thingDrafts,
} from '@agent-network/voice/life'
import { MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { putDue } from '../../../platform/jobs/due.ts'
import { type Happening, happeningOf, type Stage } from '../../../stores/town/happenings.ts'
import { isTrouble } from '../../../stores/town/states.ts'
import { changesOf, describeState, markChangeMentioned, type Thing } from '../../../stores/town/things.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { ARGUMENT_TEXTS_MAX } from '../argue/arguments.ts'
import { pick } from '../decide/decide.ts'
import { recordAct } from '../engine/consequences.ts'
import { actContextOf, actorOf, displayNameOf, type Mover } from '../engine/mover.ts'
import { CITY_ISSUE, THING_ISSUE } from '../engine/scene.ts'
import type { Instant } from '../engine/world-life.ts'
import { phrase } from '../speak/phrase.ts'
import { type PlanRow, plansUnder, putPlan } from '../speak/plans.ts'

const midSentence = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ').replace(/,.*$/u, '')

const STEPS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Names of the agents that the state of a thing mentions. */
async function namesIn(tx: Tx, instant: Instant, things: readonly Thing[]): Promise<(id: string) => string> {
  const names = new Map<string, string>()
  for (const { state } of things)
    if (state.sort === 'lent' && state.to !== '') names.set(state.to, await displayNameOf(tx, instant, state.to))
  return (id) => names.get(id) ?? 'somebody'
}

/** The current state of a thing, as a clause after its name. */
export async function factOf(tx: Tx, instant: Instant, thing: Thing): Promise<string> {
  return describeState(thing, instant.at, await namesIn(tx, instant, [thing]))
}

/** A name, closed with a comma if it contains a clause: `Hilda Brandt, who sold matches,`. */
const closeClause = (name: string): string => (name.includes(',') ? `${name},` : name)

/** Material about a happening. */
async function newsOf(tx: Tx, instant: Instant, row: Happening): Promise<NewsMaterial> {
  const { life, map } = instant
  const place = map?.destination(row.place_id)
  const label = place === undefined ? null : midSentence(place.label)
  const thing = (await life.town.things(tx)).find(({ id }) => id === row.thing_id)
  const person =
    row.kind === 'funeral' || row.kind === 'guest'
      ? closeClause(row.name.replace(/^the (?:funeral|visit) of /u, ''))
      : null
  return {
    ...NO_NEWS,
    event: closeClause(row.name),
    where: label === null ? null : `at ${label}`,
    place: label,
    person,
    thing: thing?.name ?? null,
    keeper: thing === undefined || thing.keeperId === '' ? null : await displayNameOf(tx, instant, thing.keeperId),
    fact: thing === undefined ? null : await factOf(tx, instant, thing),
    steps: row.kind === 'flood' ? `${STEPS[row.figure] ?? row.figure} steps` : null,
    odds: row.kind === 'forecast' ? String(row.figure) : null,
  }
}

/** Material about a happening for one speaker, without the speaker's own name. */
async function newsFor(tx: Tx, mover: Mover, row: Happening): Promise<NewsMaterial> {
  const news = await newsOf(tx, mover.instant, row)
  return news.keeper === mover.person.agent.display_name ? { ...news, keeper: null } : news
}

const planRow = (mover: Mover, row: Omit<PlanRow, 'world_id' | 'agent_id' | 'created_at'>): PlanRow => ({
  world_id: mover.instant.life.world.id,
  agent_id: mover.person.agent.id,
  created_at: mover.instant.at,
  ...row,
})

interface NewsText {
  readonly issue: string
  readonly move: string
  readonly reason: string
  readonly intent: string
  readonly drafts: (life: LifeMaterial, chance: Chance) => Iterable<string>
}

/** Posts news and stores its plan; null if every draft was published before. */
async function postNews(
  tx: Tx,
  mover: Mover,
  { issue, move, reason, intent, drafts }: NewsText,
): Promise<ActionOutcome | null> {
  const { life, at } = mover.instant
  const text = await phrase(tx, mover, 'post', {
    cue: '',
    material: { topic: null, intent },
    drafts,
    isOptional: true,
  })
  if (text === null) return null
  const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, actContextOf(mover))
  if (done.status !== 'created') return done
  const id = done.docId
  await putPlan(
    tx,
    planRow(mover, { id, root_id: id, issue, move, side: '', reason, addressee_id: '', answers_id: '' }),
  )
  await life.scene.refresh(tx, at)
  return done
}

export interface HappeningPost {
  readonly row: Happening
  readonly stage: Stage
  readonly role: string
  /** Details that only this speaker knows. */
  readonly also?: Partial<NewsMaterial>
}

const STEP_METERS = 0.75
const inTens = (meters: number): number => Math.max(1, Math.round(meters / STEP_METERS / 10)) * 10

interface Detour {
  readonly is: 'round' | 'shut'
  readonly meters: number
  readonly by: string
  readonly place: { readonly label: string }
}

/** A happening told by a resident whose way was longer or closed because of it. */
export const detourPost = (row: Happening, { is, meters, by, place }: Detour): HappeningPost => ({
  row,
  stage: row.stage,
  role: is === 'round' ? 'round' : 'stayed',
  also: {
    place: midSentence(place.label),
    where: `at ${midSentence(place.label)}`,
    steps: is === 'round' ? `${inTens(meters)} steps` : null,
    by: is === 'round' ? by : null,
  },
})

/** Posts about a happening. */
export async function postHappening(
  tx: Tx,
  mover: Mover,
  { row, stage, role, also }: HappeningPost,
): Promise<ActionOutcome | null> {
  if (!isTellable(row.kind, stage, role)) return null
  const news = { ...(await newsFor(tx, mover, row)), ...also }
  const reason = news.thing !== null && news.fact !== null ? `${news.thing} ${news.fact}` : ''
  const done = await postNews(tx, mover, {
    issue: `${CITY_ISSUE}${row.id}`,
    move: stage === 'announced' ? 'assert' : 'report',
    reason,
    intent: `${row.name} ${stage === 'announced' ? 'is to come' : stage === 'over' ? 'is over' : 'is going on'}${news.where === null ? '' : ` ${news.where}`}${reason === '' ? '' : `; ${reason}`}`,
    drafts: (life, chance) => newsDrafts(life, { kind: row.kind, stage, role, news }, chance),
  })
  const thing = (await mover.instant.life.town.things(tx)).find(({ id }) => id === row.thing_id)
  if (done?.status === 'created' && thing !== undefined) await markPosted(tx, mover, thing)
  return done
}

const markPosted = (tx: Tx, { instant, person }: Mover, thing: Thing): Promise<number> =>
  markChangeMentioned(tx, { worldId: instant.life.world.id, thing, by: person.agent.id }, instant.at)

/** Posts the state of a thing and marks its last change as told. */
export async function postThing(tx: Tx, mover: Mover, thing: Thing): Promise<ActionOutcome | null> {
  const { instant, person } = mover
  const fact = await factOf(tx, instant, thing)
  const place = instant.map?.destination(thing.placeId)
  const news = {
    ...NO_NEWS,
    event: thing.name,
    thing: thing.name,
    fact,
    place: place === undefined ? null : midSentence(place.label),
  }
  const keeper = thing.keeperId === person.agent.id
  const troubled = isTrouble(thing.state)
  const done = await postNews(tx, mover, {
    issue: `${THING_ISSUE}${thing.id}`,
    move: 'report',
    reason: `${thing.name} ${fact}`,
    intent: `${thing.name} ${fact}`,
    drafts: (life, chance) => thingDrafts(life, { keeper, troubled, news }, chance),
  })
  if (done?.status === 'created') await markPosted(tx, mover, thing)
  return done
}

/** Kind of the due row: the answer to a question about news. */
export const NEWS_ASKED = 'news_asked'

const SORT_BY_KIND: Partial<Record<Happening['kind'], NewsSort>> = {
  market: 'merry',
  feast: 'merry',
  fair: 'merry',
  guest: 'visit',
  funeral: 'grief',
}

/** Sort of news by the kind of a happening and its stage when it was posted. */
function sortOf({ kind, outcome, starts_at, ends_at }: Happening, at: number): NewsSort {
  const stage = at < starts_at ? 'announced' : at < ends_at ? 'begun' : 'over'
  if (kind === 'forecast') return outcome === 'right' || outcome === 'wrong' ? outcome : 'guess'
  if (stage === 'announced' && kind !== 'funeral') return 'coming'
  if (stage === 'over' && kind === 'lift') return 'relief'
  return SORT_BY_KIND[kind] ?? (stage === 'over' ? 'after' : 'harm')
}

function sortOfThing({ state }: Thing): NewsSort {
  if (state.sort === 'lent') return state.to === '' ? 'state' : 'lent'
  return state.sort === 'working' && state.broken ? 'broken' : 'state'
}

/** Reply to news, by weighted chance that depends on affinity. */
function chooseAnswer(sort: NewsSort, affinity: number, roll: () => number): NewsAnswer {
  const weights: readonly (readonly [NewsAnswer, number])[] = [
    ['too', 3],
    ['asks', 2],
    ['thanks', 1],
    ['offers', affinity > 0 ? 1.5 : 0.2],
    ['consoles', affinity > 0.05 ? 2 : 0.3],
    ['teases', affinity < -0.05 ? 3 : 0.3],
  ]
  return pick(
    weights.filter(([answer]) => isAnswerable(sort, answer)),
    ([, weight]) => weight,
    roll,
  )[0]
}

interface Subject {
  readonly kind: string
  readonly sort: NewsSort
  readonly news: NewsMaterial
  readonly thing: Thing | null
}

async function subjectOf(
  tx: Tx,
  instant: Instant,
  { issue, created_at }: Pick<PlanRow, 'issue' | 'created_at'>,
): Promise<Subject | null> {
  const { life } = instant
  const things = await life.town.things(tx)
  if (issue.startsWith(THING_ISSUE)) {
    const thing = things.find(({ id }) => id === issue.slice(THING_ISSUE.length))
    if (thing === undefined) return null
    const news = { ...NO_NEWS, event: thing.name, thing: thing.name, fact: await factOf(tx, instant, thing) }
    return { kind: 'thing', sort: sortOfThing(thing), news, thing }
  }
  const row = await happeningOf(tx, life.world.id, issue.slice(CITY_ISSUE.length))
  if (row === undefined) return null
  const thing = things.find(({ id }) => id === row.thing_id) ?? null
  return { kind: row.kind, sort: sortOf(row, created_at), news: await newsOf(tx, instant, row), thing }
}

interface NewsReply {
  readonly to: PlanRow
  readonly text: string
  readonly answer: NewsAnswer
  readonly subject: Subject
  /** Subject of the question that this replies to. */
  readonly point?: string
}

const MOVE_BY_ANSWER: Readonly<Record<NewsAnswer, string>> = {
  too: 'support',
  asks: 'ask',
  offers: 'promise',
  accepts: 'answer',
  declines: 'answer',
  consoles: 'remark',
  teases: 'remark',
  thanks: 'remark',
  tells: 'answer',
  replies: 'answer',
  shrugs: 'answer',
}

async function replyWith(tx: Tx, mover: Mover, reply: NewsReply): Promise<ActionOutcome | null> {
  const { to, text: addressedText, answer, subject } = reply
  let point = reply.point ?? ''
  const { life, at } = mover.instant
  const name = await displayNameOf(tx, mover.instant, to.agent_id)
  const news = { ...subject.news, to: name }
  const intent = `${answer} about ${news.event}${answer === 'tells' ? `: ${news.thing} ${news.fact}` : ''}`
  const text = await phrase(tx, mover, 'reply', {
    cue: '',
    material: { to: { name, text: addressedText }, earlier: [], intent },
    drafts: (material, chance) => {
      if (answer === 'asks') point = newsPoint(material, subject.sort, chance)
      return newsAnswerDrafts(material, { answer, sort: subject.sort, kind: subject.kind, news, point }, chance)
    },
  })
  if (text === null) return null
  const context = to.id === to.root_id ? actContextOf(mover) : { ...actContextOf(mover), parentReplyId: to.id }
  const done = await ACTIONS.reply.perform(tx, actorOf(mover), { postId: to.root_id, text }, context)
  if (done.status !== 'created') return done
  const id = done.docId
  // The plan of a question stores its subject, so that the answer can refer to it.
  const reason = answer === 'tells' ? `${news.thing} ${news.fact}` : answer === 'asks' ? point : ''
  const move = MOVE_BY_ANSWER[answer]
  await putPlan(
    tx,
    planRow(mover, {
      id,
      root_id: to.root_id,
      issue: to.issue,
      move,
      side: '',
      reason,
      addressee_id: to.agent_id,
      answers_id: to.id,
    }),
  )
  await recordAct(tx, mover, {
    act: answer === 'consoles' || answer === 'too' ? 'back' : 'answer',
    otherId: to.agent_id,
  })
  if (answer === 'asks' || answer === 'offers') {
    const wait = 4 + Math.floor(mover.chance('wait')() * 50)
    await putDue(tx, { worldId: life.world.id, kind: NEWS_ASKED, subjectId: id }, at + wait * MINUTE_MS)
  }
  return done
}

/** Replies to a post with news. */
export async function answerNews(
  tx: Tx,
  mover: Mover,
  { post, text }: { post: PlanRow; text: string },
): Promise<ActionOutcome | null> {
  const thread = await plansUnder(tx, post.world_id, post.id)
  if (thread.length >= ARGUMENT_TEXTS_MAX) return null
  const subject = await subjectOf(tx, mover.instant, post)
  if (subject === null) return null
  const affinity = mover.person.edges.get(post.agent_id)?.affinity ?? 0
  const answer = chooseAnswer(subject.sort, affinity, mover.chance('joins'))
  return replyWith(tx, mover, { to: post, text, answer, subject })
}

/** The plan of the post above a question. */
const rootPlan = (thread: readonly PlanRow[], question: PlanRow): PlanRow =>
  thread.find(({ id }) => id === question.root_id) ?? question

/** Answers a question about news, with the facts if the resident can know them. */
export async function answerQuestion(tx: Tx, mover: Mover, question: PlanRow): Promise<ActionOutcome | null> {
  const thread = await plansUnder(tx, question.world_id, question.root_id)
  if (thread.length >= ARGUMENT_TEXTS_MAX) return null
  const subject = await subjectOf(tx, mover.instant, rootPlan(thread, question))
  if (subject === null) return null
  if (question.move === 'promise') {
    const answer = mover.chance('accepts')() < 0.65 ? 'accepts' : 'declines'
    return replyWith(tx, mover, { to: question, text: '', answer, subject })
  }
  if (isReplied(question.reason)) {
    return replyWith(tx, mover, { to: question, text: '', answer: 'replies', subject, point: question.reason })
  }
  const tells = subject.sort === 'relief' || (subject.thing !== null && (await knowsState(tx, mover, subject.thing)))
  return replyWith(tx, mover, { to: question, text: '', answer: tells ? 'tells' : 'shrugs', subject })
}

/** A resident knows the state of a thing as its keeper, at its place, or after its last change was posted. */
async function knowsState(tx: Tx, { instant, person, location }: Mover, thing: Thing): Promise<boolean> {
  if (thing.keeperId === person.agent.id || (thing.placeId !== '' && thing.placeId === location)) return true
  const [last] = await changesOf(tx, instant.life.world.id, thing.id)
  return last === undefined || last.told_at > 0
}
