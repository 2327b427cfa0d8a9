// Posts, replies and direct messages that residents write on their own initiative.
import {
  answerDrafts,
  type Chance,
  isPersonal,
  type LifeMaterial,
  LONGEST,
  replyDrafts,
  wantDrafts,
} from '@agent-network/voice/life'
import { DAY_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { factFor } from '../../world-facts/facts.ts'
import { recogniseQuestion } from '../../world-facts/questions.ts'
import { joinArgument, postClaim, replyWithClaim } from '../argue/arguments.ts'
import type { Intention } from '../decide/view.ts'
import { mayAnswer, mayWrite, recordAct } from '../engine/consequences.ts'
import { actContextOf, actorOf, displayNameOf, type Mover } from '../engine/mover.ts'
import { answerNews } from '../gossip/news.ts'
import { postAboutTown } from '../gossip/town-posts.ts'
import { answerToInvitation, invitation } from '../promise/promises.ts'
import { newsOf, putWant, toldValueAfter } from '../strive/wants.ts'
import { phrase } from './phrase.ts'
import { plainPlan, planOf, putPlan } from './plans.ts'

type Post = Extract<Intention, { kind: 'post' }>
type Reply = Extract<Intention, { kind: 'reply' }>
type Letter = Extract<Intention, { kind: 'dm' }>

/** Share of posts that make a disputable claim. */
const CLAIM_SHARE = 0.35

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
  const text = await phrase(tx, mover, 'post', { cue: topic?.name ?? '', material: { topic } })
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
  const answers =
    arranging === null && isAsked
      ? await prepareAnswer(tx, mover, {
          messageText: target.text,
          visitor,
          longest: LONGEST.reply,
          usual: replyDrafts,
        })
      : arranging
  if (answers === null) {
    const issueReply = await replyWithClaim(tx, mover, { id: postId, agentId: target.agentId, text: target.text })
    if (issueReply !== null) return issueReply
    // Posts without a claim or question seldom get a reply.
    if (mover.chance('remarks')() >= REMARK_PROBABILITY) return null
  }
  const addressed = { whom: target.agentId, threadOf: postId }
  const text = await phrase(tx, mover, 'reply', { cue: target.text, material, ...phraseOptions(answers), ...addressed })
  if (text === null) return null
  const done = await ACTIONS.reply.perform(tx, actorOf(mover), { postId, text }, actContextOf(mover))
  if (done.status !== 'created') return done
  await arranging?.onPublished(tx, done.docId!)
  const otherId = target.agentId
  if (stance === 'disagree') {
    const about = subjectOf(life, target.topicId)
    const episode = { text: `Would not agree with ${to.name} about ${about}`, importance: 0.3 }
    await recordAct(tx, mover, { act: 'contradict', otherId, episode })
  } else await recordAct(tx, mover, { act: 'answer', otherId })
  return done
}

/** Drafts of an answer, and whether an answer is required. */
interface AnswerDrafts<M> {
  readonly drafts: (material: M, chance: Chance) => Iterable<string>
  readonly isOwed: boolean
}

/**
 * Drafts of an answer: first those that address the question or feeling, then the usual drafts. A question with a known
 * fact and a visitor's personal statement get only the former.
 */
export async function prepareAnswer<M extends LifeMaterial>(
  tx: Tx,
  { instant: { life, map, at }, person }: Mover,
  {
    messageText,
    visitor,
    longest,
    usual,
  }: {
    messageText: string
    visitor: boolean
    longest: number
    usual: (material: M, chance: Chance) => Iterable<string>
  },
): Promise<AnswerDrafts<M>> {
  const fact = await factFor(tx, { world: life.world, map, at, by: person.agent.id }, messageText)
  const facts = fact === null ? [] : [fact]
  const isRequired = fact !== null || (visitor && isPersonal(messageText))
  const drafts = function* (material: M, chance: Chance): Iterable<string> {
    yield* answerDrafts(material, { turns: [{ role: 'user', content: messageText }], longest, facts }, chance)
    if (!isRequired) yield* usual(material, chance)
  }
  return { drafts, isOwed: isRequired }
}

/** Options for `phrase` from an answer, if there is one. */
export const phraseOptions = <M>(answers: (Pick<AnswerDrafts<M>, 'drafts'> & Partial<AnswerDrafts<M>>) | null) => ({
  drafts: answers?.drafts,
  isOwed: answers?.isOwed,
})

const subjectOf = ({ scene }: Mover['instant']['life'], topicId: string): string =>
  scene.topics.get(topicId)?.name.toLowerCase() ?? 'a post'

/** Share of unprompted direct messages that propose a meeting. */
const INVITATION_SHARE = 0.3

export async function writeMessage(tx: Tx, mover: Mover, { agentId }: Letter): Promise<ActionOutcome | null> {
  const { instant, person } = mover
  const name = await instant.life.name(tx, agentId)
  if (name === null) return null
  const to = { displayName: name.displayName, type: person.edges.get(agentId)?.type ?? null }
  const asks = mover.chance('asks to meet')() < INVITATION_SHARE
  const arranging = asks ? await invitation(tx, mover, { otherId: agentId, longest: LONGEST.message }) : null
  const { drafts, intent } = arranging ?? {}
  const material = { to, earlier: [], ...(intent === undefined ? {} : { intent }) }
  const text = await phrase(tx, mover, 'message', { cue: name.displayName, material, drafts, whom: agentId })
  if (text === null) return null
  const other = await instant.life.people.of(tx, agentId, instant.at)
  if (other?.agent.kind === 'visitor' && !(await mayWrite(tx, instant, agentId))) return null
  const done = await ACTIONS.dm.perform(tx, actorOf(mover), { agentId, text }, actContextOf(mover))
  if (done.status !== 'created') return done
  await arranging?.onPublished(tx, done.docId!)
  await recordAct(tx, mover, { act: 'write', otherId: agentId })
  return done
}
