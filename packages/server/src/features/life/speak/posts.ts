// Posts, replies and direct messages that residents write on their own initiative.
import {
  answerDrafts,
  type Chance,
  isPersonal,
  isTellable,
  type LifeMaterial,
  LONGEST,
  type ReplyMaterial,
  replyDrafts,
  wantDrafts,
} from '@agent-network/voice/life'
import type { Turn } from '@agent-network/voice/material'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import { type Happening, TALKED_OF_MS } from '../../../stores/town/happenings.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { factsFor } from '../../world-facts/facts.ts'
import { recogniseQuestion } from '../../world-facts/questions.ts'
import { joinArgument, postClaim, replyWithClaim } from '../argue/arguments.ts'
import { pick } from '../decide/decide.ts'
import type { Intention } from '../decide/view.ts'
import { mayAnswer, mayWrite, recordAct } from '../engine/consequences.ts'
import { actBecause, actContextOf, actorOf, displayNameOf, type Mover, moverOf } from '../engine/mover.ts'
import { CITY_ISSUE, THING_ISSUE } from '../engine/scene.ts'
import type { Instant } from '../engine/world-life.ts'
import { type News, prepareNews, TELL, TELL_SEPARATOR } from '../gossip/facts.ts'
import { answerNews, detourPost, type HappeningPost, postHappening, postThing } from '../gossip/news.ts'
import { hoursUp, nextMorning } from '../mind/habits.ts'
import { strongest } from '../mind/people.ts'
import { answerToInvitation, invitation, type MeetingText } from '../promise/promises.ts'
import { newsOf, putWant, toldValueAfter } from '../strive/wants.ts'
import { obstacleTo } from '../walk/obstacles.ts'
import { isWorkingTime, workplaceOf } from '../walk/workplaces.ts'
import { type LivedReaction, livedReaction, postLived } from './lived.ts'
import { materialFor } from './material.ts'
import { phrase } from './phrase.ts'
import { lastPlanOn, plainPlan, planOf, putPlan } from './plans.ts'

/** Happenings that everybody notices. */
const OBVIOUS_KINDS: ReadonlySet<string> = new Set(['storm', 'blackout', 'flood', 'market', 'feast'])
/** Weight of a happening as a subject, by kind. */
const SUBJECT_WEIGHTS: Readonly<Record<string, number>> = {
  storm: 3,
  flood: 3,
  blackout: 2,
  funeral: 1.6,
  feast: 1.6,
  fair: 1.6,
  guest: 1.2,
  lift: 1.2,
  market: 0.7,
}

/** Share of posts about happenings, and about things nearby. */
const HAPPENING_SHARE = 0.08
const THING_SHARE = 0.06
/** Time after its end during which a happening is a subject, by kind. */
const FRESH_MS: Readonly<Record<string, number>> = {
  market: 9 * HOUR_MS,
  blackout: 16 * HOUR_MS,
  lift: 20 * HOUR_MS,
}
const THING_PAUSE_MS = 4 * DAY_MS

/** The detour or closed way to work that a happening causes for this resident; null if there is none. */
async function detourToWork(tx: Tx, mover: Mover, row: Happening): Promise<HappeningPost | null> {
  const { instant, person, location } = mover
  const { life, map, at } = instant
  if (row.stage !== 'begun' || (row.kind !== 'lift' && row.kind !== 'flood')) return null
  if (map === null || !isWorkingTime(person, at)) return null
  const job = workplaceOf(person, { map, things: await life.town.things(tx) })
  const obstacle = job === null || job.id === location ? null : await obstacleTo(tx, mover, job)
  if (obstacle === null || obstacle.row?.id !== row.id) return null
  return detourPost(row, { ...obstacle, place: job! })
}

async function postOnHappening(tx: Tx, mover: Mover): Promise<ActionOutcome | null> {
  const { life, at } = mover.instant
  const candidates = (await life.town.happenings(tx, at)).filter(
    ({ kind, stage, root_id, place_id, ends_at }) =>
      stage !== 'planned' &&
      at - ends_at < (FRESH_MS[kind] ?? TALKED_OF_MS) &&
      isTellable(kind, stage, 'own') &&
      (root_id !== '' || OBVIOUS_KINDS.has(kind) || (place_id !== '' && place_id === mover.location)),
  )
  if (candidates.length === 0) return null
  const row = pick(
    candidates,
    ({ kind, place_id }) => (SUBJECT_WEIGHTS[kind] ?? 0.5) * (place_id === mover.location ? 3 : 1),
    mover.chance('news'),
  )
  const issue = `${CITY_ISSUE}${row.id}`
  const before = await lastPlanOn(tx, { worldId: life.world.id, agentId: mover.person.agent.id, issue })
  // Minor happenings are posted by a few residents only.
  const worth = (SUBJECT_WEIGHTS[row.kind] ?? 0.5) * (row.stage === 'begun' ? 0.9 : 0.45)
  if (before !== undefined || mover.chance('worth telling')() >= worth) return null
  actBecause(mover, { kind: 'happening', id: row.id })
  return postHappening(tx, mover, (await detourToWork(tx, mover, row)) ?? { row, stage: row.stage, role: 'own' })
}

async function postOnThing(tx: Tx, mover: Mover): Promise<ActionOutcome | null> {
  const { instant, person, location } = mover
  const { life, at } = instant
  const near = (await life.town.things(tx)).filter(
    ({ keeperId, placeId }) => keeperId === person.agent.id || (placeId !== '' && placeId === location),
  )
  if (near.length === 0) return null
  const thing = pick(near, () => 1, mover.chance('thing'))
  const before = await lastPlanOn(tx, {
    worldId: life.world.id,
    agentId: person.agent.id,
    issue: `${THING_ISSUE}${thing.id}`,
  })
  if (before !== undefined && before.created_at > at - THING_PAUSE_MS) return null
  actBecause(mover, { kind: 'thing', id: thing.id })
  return postThing(tx, mover, thing)
}

/** By chance posts about the city; null for a post about something else. */
export async function postAboutTown(tx: Tx, mover: Mover): Promise<ActionOutcome | null> {
  const roll = mover.chance('of the day')()
  if (roll < HAPPENING_SHARE) return postOnHappening(tx, mover)
  return roll < HAPPENING_SHARE + THING_SHARE ? postOnThing(tx, mover) : null
}

type Post = Extract<Intention, { kind: 'post' }>
type Reply = Extract<Intention, { kind: 'reply' }>
type Letter = Extract<Intention, { kind: 'dm' }>

/** Share of posts that make a disputable claim. */
const CLAIM_SHARE = 0.35

/** Share of the other posts that tell an experience of the last day, if there is one. */
const LIVED_SHARE = 0.95

/** Probability of a post on a topic when there is nothing else to tell. Without a model it would be an invented anecdote. */
const TOPIC_POST_PROBABILITY = 0.5

/** Share of replies to posts without a claim that are written. */
const REMARK_PROBABILITY = 0.3

/** Writes a post; null if every draft was published before. */
export async function post(tx: Tx, mover: Mover, { topicId }: Pick<Post, 'topicId'>): Promise<ActionOutcome | null> {
  const { life, at } = mover.instant
  const topic = topicId === null ? null : (life.scene.topics.get(topicId) ?? null)
  const isNews = mover.person.want !== null && newsOf(mover.person.want) !== null
  const ofTown = isNews ? null : await postAboutTown(tx, mover)
  if (ofTown !== null) return ofTown
  if (!isNews && mover.chance('raises')() < CLAIM_SHARE) {
    const raised = await postClaim(tx, mover, topic === null ? null : { id: topicId!, name: topic.name })
    if (raised !== null) return raised
  }
  const wantPost = await postWantNews(tx, mover)
  if (wantPost !== null) return wantPost
  if (mover.chance('recounts')() < LIVED_SHARE) {
    const livedPost = await postLived(tx, mover)
    if (livedPost !== null) return livedPost
  }
  if (!life.thinks || mover.chance('anecdote')() >= TOPIC_POST_PROBABILITY) return null
  const text = await phrase(tx, mover, 'post', { cue: topic?.name ?? '', material: { topic }, isOptional: true })
  if (text === null) return null
  const done = await ACTIONS.post.perform(
    tx,
    actorOf(mover),
    { text },
    actContextOf(mover, topic === null ? '' : topicId!),
  )
  // Refresh at once, so that the next resident does not repeat the text.
  if (done.status === 'created') await life.scene.refresh(tx, at)
  return done
}

/** Posts unannounced news of the resident's want: its start, progress or end. */
async function postWantNews(tx: Tx, mover: Mover): Promise<ActionOutcome | null> {
  const { instant, person } = mover
  const { want } = person
  const news = want === null ? null : newsOf(want)
  if (want === null || news === null) return null
  const days = Math.max(1, Math.round((instant.at - want.created_at) / DAY_MS))
  const intent = `${news.replace('_', ' ')}: what you have been after is to ${want.goal}`
  const text = await phrase(tx, mover, 'post', {
    cue: '',
    material: { topic: null, intent },
    drafts: (material, chance) =>
      wantDrafts(material, { news, goal: want.goal, progress: want.progress, days }, chance),
    isOptional: true,
  })
  if (text === null) return null
  const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, actContextOf(mover))
  if (done.status !== 'created') return null
  const by = { worldId: instant.life.world.id, agentId: person.agent.id, at: instant.at }
  await putPlan(tx, plainPlan(by, { id: done.docId!, rootId: want.id, move: 'tell' }))
  const row = { ...want, told: toldValueAfter(want) }
  await putWant(tx, row)
  person.want = row
  await instant.life.scene.refresh(tx, instant.at)
  return done
}

/** A text that asks for news. */
const NEWS_REQUEST =
  /\b(?:any news|what(?:['’]s| is) (?:new|the news)|anything new|heard any(?:thing)?|latest gossip|tell me the news)\b/iu

export async function reply(tx: Tx, mover: Mover, { postId, stance }: Reply): Promise<ActionOutcome | null> {
  const { life } = mover.instant
  const target = life.scene.find(postId)
  if (target === undefined || (target.visitor && !(await mayAnswer(tx, mover.instant, target.agentId)))) return null
  const plan = target.argues || target.news ? await planOf(tx, life.world.id, postId) : undefined
  if (plan !== undefined && target.news) return answerNews(tx, mover, { post: plan, text: target.text })
  if (plan !== undefined) return joinArgument(tx, mover, { post: plan, text: target.text })
  const to = { name: await displayNameOf(tx, mover.instant, target.agentId), text: target.text }
  const material = { to, earlier: [], stance }
  const invitationText = { otherId: target.agentId, text: target.text, plan: undefined, longest: LONGEST.reply }
  const arranging = target.visitor ? await answerToInvitation(tx, mover, invitationText) : null
  const { visitor } = target
  const isAsked = visitor || isPersonal(target.text) || recogniseQuestion(target.text) !== null
  const news =
    arranging === null && NEWS_REQUEST.test(target.text)
      ? await prepareNews(tx, mover, { listenerIds: [target.agentId], rate: TELL_RATE, isPublic: true })
      : null
  const answers =
    arranging === null && news === null && isAsked
      ? await prepareAnswer(tx, mover, {
          messageText: target.text,
          visitor,
          asker: target.agentId,
          longest: LONGEST.reply,
          usual: replyDrafts,
        })
      : (arranging ?? (news === null ? null : newsLetter(mover, news, target.agentId)))
  if (answers === null) {
    const issueReply = await replyWithClaim(tx, mover, { id: postId, agentId: target.agentId, text: target.text })
    if (issueReply !== null) return issueReply
    const reaction = visitor ? null : await livedReaction(tx, mover, { postId, name: to.name })
    if (reaction !== null) return replyToLived(tx, mover, { postId, to, drafts: reaction })
    // Posts without a claim or question seldom get a reply; without a model it would have nothing to do with them.
    if (!(visitor || life.thinks) || mover.chance('remarks')() >= REMARK_PROBABILITY) return null
  }
  const addressed = { whom: target.agentId, threadOf: postId }
  const text = await phrase(tx, mover, 'reply', { cue: target.text, material, ...phraseOptions(answers), ...addressed })
  if (text === null) return null
  const done = await ACTIONS.reply.perform(tx, actorOf(mover), { postId, text }, actContextOf(mover))
  if (done.status !== 'created') return done
  await arranging?.onPublished(tx, done.docId!)
  await news?.record(tx, [target.agentId])
  const otherId = target.agentId
  if (stance === 'disagree') {
    const about = subjectOf(life, target.topicId)
    const episode = { text: `Would not agree with ${to.name} about ${about}`, importance: 0.3 }
    await recordAct(tx, mover, { act: 'contradict', otherId, episode })
  } else await recordAct(tx, mover, { act: 'answer', otherId })
  return done
}

/** Replies to a post about the author's day. */
async function replyToLived(
  tx: Tx,
  mover: Mover,
  { postId, to, drafts }: { postId: string; to: ReplyMaterial['to']; drafts: LivedReaction },
): Promise<ActionOutcome | null> {
  const material = { to, earlier: [], intent: 'say something about what happened' }
  const text = await phrase(tx, mover, 'reply', { cue: to.text, material, drafts, threadOf: postId })
  if (text === null) return null
  return ACTIONS.reply.perform(tx, actorOf(mover), { postId, text }, actContextOf(mover))
}

/** Drafts of an answer, and whether an answer is required. */
interface AnswerDrafts<M> {
  readonly drafts: (material: M, chance: Chance) => Iterable<string>
  readonly isOwed: boolean
  /** Facts that the answer tells; a model's text must not contradict them. */
  readonly facts: readonly string[]
}

/**
 * Drafts of an answer: first those that address the question or feeling, then the usual drafts. A question with a known
 * fact and a visitor's personal statement get only the former.
 */
export async function prepareAnswer<M extends LifeMaterial>(
  tx: Tx,
  mover: Mover,
  {
    messageText,
    turns,
    visitor,
    asker,
    isPrivate = false,
    longest,
    usual,
  }: {
    messageText: string
    /** The talk so far, if there is more than the message. */
    turns?: readonly Turn[]
    visitor: boolean
    asker: string
    /** Whether nobody but the asker reads the answer. */
    isPrivate?: boolean
    longest: number
    usual: (material: M, chance: Chance) => Iterable<string>
  },
): Promise<AnswerDrafts<M>> {
  const { instant, person } = mover
  const { life, map, at } = instant
  const conversation = turns ?? [{ role: 'user' as const, content: messageText }]
  const material = await materialFor(tx, mover)
  const context = { world: life.world, map, at, by: person.agent.id, asker, isPrivate, material }
  const facts = await factsFor(tx, context, conversation)
  const isRequired = facts.length > 0 || (visitor && isPersonal(messageText))
  const drafts = function* (own: M, chance: Chance): Iterable<string> {
    yield* answerDrafts(own, { turns: conversation, longest, facts }, chance)
    if (!isRequired) yield* usual(own, chance)
  }
  // A resident does not repeat itself to another; a visitor gets its answer in any case.
  return { drafts, isOwed: isRequired && visitor, facts }
}

/** Options for `phrase` from an answer, if there is one. */
export const phraseOptions = <M>(answers: (Pick<AnswerDrafts<M>, 'drafts'> & Partial<AnswerDrafts<M>>) | null) => ({
  drafts: answers?.drafts,
  isOwed: answers?.isOwed,
  facts: answers?.facts,
})

const subjectOf = ({ scene }: Mover['instant']['life'], topicId: string): string =>
  scene.topics.get(topicId)?.name.toLowerCase() ?? 'a post'

/** Share of unprompted direct messages that propose a meeting. */
const INVITATION_SHARE = 0.3

/** Inclination to tell news by letter, compared with a turn at a table. */
export const LETTER_RATE = 2

interface NewsAddress {
  readonly tellerId: string
  readonly listenerIds: readonly string[]
  readonly longest: number
}

const asSentence = (text: string): string => {
  const trimmed = text.trim()
  const plain = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…]["’”)]?$/u.test(plain) ? plain : `${plain}.`
}

/** Sentences of a letter that tell news, most natural first; each names the source if there is one. */
function* newsTurnDrafts(
  { fact, sentence, from }: Pick<News, 'fact' | 'sentence' | 'from'>,
  { tellerId, listenerIds, longest }: NewsAddress,
  chance: () => number,
): Iterable<string> {
  const words = asSentence(sentence)
  const doubtful = fact.belief < 0.45
  const frames =
    fact.subject_id !== '' && fact.subject_id === tellerId
      ? [`Better you hear it from me: ${words}`, `They say this of me. ${words}`, `You may as well know. ${words}`]
      : fact.subject_id !== '' && listenerIds.includes(fact.subject_id)
        ? from === null
          ? [`I must ask you about this. ${words}`, `This is about you. ${words}`]
          : [`${from} told me this about you. ${words}`, `About you I heard this from ${from}. ${words}`]
        : from === null
          ? [
              `Have you heard? ${words}`,
              `I have news. ${words}`,
              `You may not know yet. ${words}`,
              `Something you should know. ${words}`,
              `${words} I know it first hand.`,
            ]
          : doubtful
            ? [
                `${from} says this, and I am not sure of it. ${words}`,
                `I only half believe it, but ${from} told me. ${words}`,
                `${words} So ${from} says. I have my doubts.`,
              ]
            : [
                `${from} told me something. ${words}`,
                `I have it from ${from}. ${words}`,
                `${words} ${from} told me.`,
                `Have you heard? ${words} I have it from ${from}.`,
                `According to ${from}: ${words}`,
              ]
  const start = Math.floor(chance() * frames.length)
  for (let n = 0; n < frames.length; n++) {
    const draft = frames[(start + n) % frames.length]!
    if (draft.length <= longest) yield draft
  }
}

/** Drafts of a letter that tells news. */
export const newsLetter = (mover: Mover, news: News, listenerId: string) => ({
  isOwed: true,
  facts: [news.sentence],
  intent: `tell this: ${news.text}${news.from === null ? '' : ` You heard it from ${news.from}.`}`,
  drafts: (_: LifeMaterial, chance: Chance) =>
    newsTurnDrafts(
      news,
      { tellerId: mover.person.agent.id, listenerIds: [listenerId], longest: LONGEST.message },
      chance('news frame'),
    ),
})

export async function writeMessage(tx: Tx, mover: Mover, { agentId }: Letter): Promise<ActionOutcome | null> {
  const { instant } = mover
  const name = await instant.life.name(tx, agentId)
  if (name === null) return null
  const asks = mover.chance('asks to meet')() < INVITATION_SHARE
  const arranging = asks
    ? await invitation(tx, mover, { otherId: agentId, longest: LONGEST.message, isAtTable: false })
    : null
  const news = arranging === null ? await prepareNews(tx, mover, { listenerIds: [agentId], rate: LETTER_RATE }) : null
  return sendLetter(tx, mover, { agentId, name: name.displayName, arranging, news })
}

interface LetterDraft {
  readonly agentId: string
  readonly name: string
  readonly arranging: MeetingText | null
  readonly news: News | null
}

async function sendLetter(
  tx: Tx,
  mover: Mover,
  { agentId, name, arranging, news }: LetterDraft,
): Promise<ActionOutcome | null> {
  const { instant, person } = mover
  const to = { displayName: name, type: person.edges.get(agentId)?.type ?? null }
  const letter = news === null ? null : newsLetter(mover, news, agentId)
  const { drafts, intent } = arranging ?? letter ?? {}
  const material = { to, earlier: [], ...(intent === undefined ? {} : { intent }) }
  const text = await phrase(tx, mover, 'message', {
    cue: name,
    material,
    drafts,
    isOwed: letter !== null,
    facts: letter?.facts,
    whom: agentId,
  })
  if (text === null) return null
  const other = await instant.life.people.of(tx, agentId, instant.at)
  if (other?.agent.kind === 'visitor' && !(await mayWrite(tx, instant, agentId))) return null
  if (news !== null) actBecause(mover, { kind: 'fact', id: news.fact.id })
  const done = await ACTIONS.dm.perform(tx, actorOf(mover), { agentId, text }, actContextOf(mover))
  if (done.status !== 'created') return done
  await arranging?.onPublished(tx, done.docId!)
  await news?.record(tx, [agentId])
  await recordAct(tx, mover, { act: 'write', otherId: agentId })
  return done
}

/** Friends considered for a letter with news. */
const CONFIDANTS_MAX = 5
/** A resident that decided to write about a fact usually does. */
const TELL_RATE = 10

/** Handles the impulse to write to friends about news: to one who does not know it yet, or to two by a gossip. */
export async function writeNews(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const [agentId = '', factId = ''] = due.subject_id.split(TELL_SEPARATOR)
  const mover = await moverOf(tx, instant, { agentId, seedOf: () => `tells ${due.subject_id}` })
  if (mover === null) return 0
  if (hoursUp(mover.person.habits, at) === null) {
    const later = nextMorning(mover.person.habits, at)
    await putDue(tx, { worldId: life.world.id, kind: TELL, subjectId: due.subject_id }, later)
    return 0
  }
  const most = mover.chance('second letter')() < mover.person.character.gossip / 2 ? 2 : 1
  let sent = 0
  for (const { other_agent_id } of strongest(mover.person, CONFIDANTS_MAX, ({ affinity }) => affinity)) {
    const other = await life.people.of(tx, other_agent_id, at)
    if (other?.agent.kind !== 'resident' || other.agent.enabled !== 1) continue
    const news = await prepareNews(tx, mover, { listenerIds: [other_agent_id], rate: TELL_RATE, factId })
    if (news === null) continue
    const draft = { agentId: other_agent_id, name: other.agent.display_name, arranging: null, news }
    if ((await sendLetter(tx, mover, draft))?.status !== 'created') break
    sent += 1
    if (sent === most) break
  }
  return sent
}
