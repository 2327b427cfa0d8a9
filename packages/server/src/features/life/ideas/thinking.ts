// Steps of residents with ideas (introduce, adopt, question, drop), and challenge entries.
import {
  entryDrafts,
  type Idea,
  type IdeaTalk,
  ideaDrafts,
  ideaPostDrafts,
  ideaTalkDrafts,
  LONGEST,
} from '@agent-network/voice/life'
import { HOUR_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import { addContribution } from '../../../stores/network/challenges.ts'
import {
  addIdea,
  addIdeaEvent,
  type IdeaEventType,
  readIdeaState,
  rewordIdea,
  type Stance,
} from '../../../stores/network/idea-changes.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import type { Intention } from '../decide/view.ts'
import { applyExperience, recordAct } from '../engine/consequences.ts'
import { actContextOf, actorOf, displayNameOf, type Mover, moverOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { hoursUp, nextMorning, toTick } from '../mind/habits.ts'
import { remember } from '../mind/people.ts'
import { materialFor } from '../speak/material.ts'
import { phrase } from '../speak/phrase.ts'
import { plainPlan, plansUnder, putPlan } from '../speak/plans.ts'
import type { CachedIdea } from './ideas.ts'

/** Kind of the due row: news that an idea was established or has faded. */
export const IDEA_NEWS = 'idea-news'

interface IdeaStep {
  readonly ideaId: string
  readonly type: IdeaEventType
  readonly stance: Stance
  /** The post of the step. */
  readonly postId?: string | null
}

/** Delay of the news. */
const NEWS_DELAY_MS = 2 * HOUR_MS

/** Records a step with an idea. */
export async function recordIdeaStep(
  tx: Tx,
  { instant: { life, at }, person, ambient }: Mover,
  { ideaId, type, stance, postId = null }: IdeaStep,
): Promise<void> {
  const became = await addIdeaEvent(tx, {
    world_id: life.world.id,
    id: ambient.id('ideaEvent', life.world.tag),
    idea_id: ideaId,
    type,
    agent_id: person.agent.id,
    stance,
    post_id: postId,
    created_at: at,
  })
  life.ideas.forgetIdeas()
  if (became === 'established')
    await putDue(tx, { worldId: life.world.id, kind: IDEA_NEWS, subjectId: ideaId }, toTick(at + NEWS_DELAY_MS))
}

type Of<K extends Intention['kind']> = Extract<Intention, { kind: K }>

/** Introduces a new idea together with the post that describes it. */
export async function introduceIdea(tx: Tx, mover: Mover, { topicId }: Of<'idea'>): Promise<ActionOutcome | null> {
  const { life, at } = mover.instant
  const from = topicId === null ? '' : (life.scene.topics.get(topicId)?.name ?? '')
  const existingLabels = new Set((await life.ideas.open(tx)).map(({ label }) => label))
  let idea: { label: string; summary: string } | null = null
  let tries = 0
  for (const draft of ideaDrafts({ ...(await materialFor(tx, mover)), from }, mover.chance)) {
    if (!existingLabels.has(draft.label)) idea = draft
    tries += 1
    if (idea !== null || tries > 10) break
  }
  if (idea === null) return null
  const written = await postIdea(tx, mover, { topicId, idea })
  if (written?.status !== 'created') return written
  const id = mover.ambient.id('idea', life.world.tag)
  await addIdea(tx, {
    world_id: life.world.id,
    id,
    label: idea.label,
    summary: idea.summary,
    origin_agent_id: mover.person.agent.id,
    at,
  })
  await recordIdeaStep(tx, mover, { ideaId: id, type: 'introduced', stance: 'support', postId: written.docId! })
  return { status: 'created', docId: id }
}

/** Posts a new idea. */
async function postIdea(
  tx: Tx,
  mover: Mover,
  { topicId, idea }: { topicId: string | null; idea: Idea },
): Promise<ActionOutcome | null> {
  const { life, at } = mover.instant
  const topic = topicId === null ? null : (life.scene.topics.get(topicId) ?? null)
  const intent = `You have an idea: ${idea.label}. ${idea.summary}`
  const text = await phrase(tx, mover, 'post', {
    cue: '',
    material: { topic, intent },
    drafts: (material, chance) => ideaPostDrafts(material, idea, chance),
  })
  if (text === null) return null
  const done = await ACTIONS.post.perform(
    tx,
    actorOf(mover),
    { text },
    actContextOf(mover, topic === null ? '' : topicId!),
  )
  if (done.status === 'created') await life.scene.refresh(tx, at)
  return done
}

/** Share of adoptions that change the idea. */
const REWORD_SHARE = 0.2

/** Rewords an idea. The stances of others remain. */
async function rewordIdeaByMover(tx: Tx, mover: Mover, ideaId: string): Promise<boolean> {
  const { life, at } = mover.instant
  const idea = (await life.ideas.open(tx)).find(({ id }) => id === ideaId)
  if (idea === undefined) return false
  for (const draft of ideaDrafts({ ...(await materialFor(tx, mover)), from: idea.label }, mover.chance)) {
    await rewordIdea(tx, { worldId: life.world.id, id: ideaId, summary: draft.summary }, at)
    return true
  }
  return false
}

/** Replies to the post that introduced an idea, while it is among the recent posts. */
async function replyAboutIdea(
  tx: Tx,
  mover: Mover,
  { label, summary, originId, bornIn }: Pick<CachedIdea, 'label' | 'summary' | 'originId' | 'bornIn'>,
  talk: IdeaTalk,
): Promise<void> {
  const { instant, person } = mover
  const post = bornIn === null ? undefined : instant.life.scene.find(bornIn)
  if (post === undefined || originId === null || originId === person.agent.id) return
  const name = await displayNameOf(tx, instant, originId)
  const talkMaterial = { talk, label, summary, to: name, longest: LONGEST.reply }
  const intent = `${talk}: the idea “${label}” (${summary})`
  const text = await phrase(tx, mover, 'reply', {
    cue: '',
    material: { to: { name, text: post.text }, earlier: [], intent },
    drafts: (material, chance) => ideaTalkDrafts(material, talkMaterial, chance),
  })
  if (text === null) return
  const done = await ACTIONS.reply.perform(tx, actorOf(mover), { postId: post.id, text }, actContextOf(mover))
  if (done.status === 'created')
    await recordAct(tx, mover, { act: talk === 'against' ? 'contradict' : 'back', otherId: originId })
}

/** Handles news of an idea: its author posts that it was established or has faded. */
export async function postIdeaNews(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const idea = await readIdeaState(tx, life.world.id, due.subject_id)
  const talk = idea?.status === 'established' ? 'established' : idea?.status === 'faded' ? 'faded' : null
  if (idea === undefined || talk === null || idea.origin_agent_id === null) return 0
  const agentId = idea.origin_agent_id
  const mover = await moverOf(tx, instant, { agentId, seedOf: () => `idea ${idea.id} ${talk}` })
  if (mover === null || mover.person.agent.kind !== 'resident') return 0
  if (hoursUp(mover.person.habits, at) === null) {
    const due = { worldId: life.world.id, kind: IDEA_NEWS, subjectId: idea.id }
    await putDue(tx, due, nextMorning(mover.person.habits, at))
    return 0
  }
  // An idea may be established repeatedly; the news is posted once.
  const earlierPlans = await plansUnder(tx, life.world.id, idea.id)
  if (earlierPlans.some(({ move }) => move === talk)) return 0
  const talkMaterial = { talk, label: idea.label, summary: idea.summary, to: null, longest: LONGEST.post } as const
  const text = await phrase(tx, mover, 'post', {
    cue: '',
    material: { topic: null, intent: `your idea “${idea.label}” is ${talk}` },
    drafts: (material, chance) => ideaTalkDrafts(material, talkMaterial, chance),
  })
  const done = text === null ? null : await ACTIONS.post.perform(tx, actorOf(mover), { text }, actContextOf(mover))
  const happening = talk === 'established' ? 'was_honoured' : 'gave_up'
  await applyExperience(tx, life, agentId, { happening, name: `“${idea.label}”` })
  const what = talk === 'established' ? `Saw “${idea.label}” taken up by many` : `Saw “${idea.label}” come to nothing`
  const episode = { text: what, importance: 0.6 }
  await remember(tx, { ambient: mover.ambient, world: life.world, agentId, episode }, at)
  if (done?.status !== 'created') return 0
  const by = { worldId: life.world.id, agentId, at }
  await putPlan(tx, plainPlan(by, { id: done.docId!, rootId: idea.id, move: talk }))
  await life.scene.refresh(tx, at)
  return 1
}

/** Adopts an idea, changes it, or opposes it. */
export async function adoptIdea(tx: Tx, mover: Mover, { ideaId, stance }: Of<'adopt'>): Promise<ActionOutcome | null> {
  const { instant, person, ambient } = mover
  const { life, at } = instant
  const turned =
    stance === 'support' && mover.chance('adopt')() < REWORD_SHARE && (await rewordIdeaByMover(tx, mover, ideaId))
  const type: IdeaEventType = stance === 'oppose' ? 'questioned' : turned ? 'mutated' : 'adopted'
  const idea = (await life.ideas.open(tx)).find(({ id }) => id === ideaId)
  const label = idea?.label ?? ''
  if (idea !== undefined)
    await replyAboutIdea(tx, mover, idea, stance === 'oppose' ? 'against' : turned ? 'turned' : 'for')
  await recordIdeaStep(tx, mover, { ideaId, type, stance })
  const text = stance === 'oppose' ? `Spoke against “${label}”` : `Came round to “${label}”`
  const episode = { text, importance: 0.35 }
  await remember(tx, { ambient, world: life.world, agentId: person.agent.id, episode }, at)
  return { status: 'created', docId: ideaId }
}

export async function enterChallenge(
  tx: Tx,
  mover: Mover,
  { challengeId }: Of<'contribute'>,
): Promise<ActionOutcome | null> {
  const { life, at } = mover.instant
  const challenge = (await life.ideas.challenges(tx, at)).find(({ id }) => id === challengeId)
  if (challenge === undefined) return null
  const text = await phrase(tx, mover, 'contribution', {
    cue: challenge.title,
    material: { challenge },
    drafts: entryDrafts,
  })
  if (text === null) return null
  const id = mover.ambient.id('contribution', life.world.tag)
  await addContribution(tx, {
    world_id: life.world.id,
    id,
    challenge_id: challengeId,
    agent_id: mover.person.agent.id,
    post_id: null,
    text,
    score: null,
    created_at: at,
  })
  life.ideas.forgetChallenges()
  return { status: 'created', docId: id }
}
