import { type Idea, ideaDrafts, ideaPostDrafts } from '@agent-network/voice/life'
import type { Performed } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/index.ts'
import type { Tx } from '../../db/database.ts'
import { addContribution } from '../../network/challenge-changes.ts'
import { addIdea, type IdeaEventType, rewordIdea } from '../../network/idea-changes.ts'
import { remember } from '../resident/remembering.ts'
import { materialFor } from '../words/material.ts'
import { phrase } from '../words/phrase.ts'
import { takeIdeaStep } from '../world/idea-steps.ts'
import { actorOf, type Mover, turnOf } from '../world/mover.ts'
import type { Intention } from './view.ts'

type Of<K extends Intention['kind']> = Extract<Intention, { kind: K }>

/** Ideas are born in posts: what is written down at the same time is where it came from. */
export async function haveIdea(tx: Tx, mover: Mover, { topicId }: Of<'idea'>): Promise<Performed | null> {
  const { life, at } = mover.instant
  const from = topicId === null ? '' : (life.scene.topics.get(topicId)?.name ?? '')
  const known = new Set((await life.ideas.open(tx)).map(({ label }) => label))
  let idea: { label: string; summary: string } | null = null
  let tries = 0
  for (const draft of ideaDrafts({ ...(await materialFor(tx, mover)), from }, mover.chance)) {
    if (!known.has(draft.label)) idea = draft
    tries += 1
    if (idea !== null || tries > 10) break
  }
  if (idea === null) return null
  const written = await tellOf(tx, mover, { topicId, idea })
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
  await takeIdeaStep(tx, mover, { ideaId: id, type: 'introduced', stance: 'support', postId: written.docId! })
  return { status: 'created', docId: id }
}

/** The post that an idea is born in says what it is. */
async function tellOf(
  tx: Tx,
  mover: Mover,
  { topicId, idea }: { topicId: string | null; idea: Idea },
): Promise<Performed | null> {
  const { life, at } = mover.instant
  const topic = topicId === null ? null : (life.scene.topics.get(topicId) ?? null)
  const intent = `You have an idea: ${idea.label}. ${idea.summary}`
  const text = await phrase(tx, mover, 'post', {
    cue: '',
    material: { topic, intent },
    drafts: (material, chance) => ideaPostDrafts(material, idea, chance),
  })
  if (text === null) return null
  const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, turnOf(mover, topic === null ? '' : topicId!))
  if (done.status === 'created') await life.scene.refresh(tx, at)
  return done
}

/** How many of those who take an idea up make something else of it. */
const TURNS_IT = 0.2

/** Says an idea in one's own words; what others held of it they hold of what it has become. */
async function turnAround(tx: Tx, mover: Mover, ideaId: string): Promise<boolean> {
  const { life, at } = mover.instant
  const idea = (await life.ideas.open(tx)).find(({ id }) => id === ideaId)
  if (idea === undefined) return false
  for (const draft of ideaDrafts({ ...(await materialFor(tx, mover)), from: idea.label }, mover.chance)) {
    await rewordIdea(tx, { worldId: life.world.id, id: ideaId, summary: draft.summary }, at)
    return true
  }
  return false
}

/** Takes an idea up, turns it a little, or speaks against it. */
export async function adopt(tx: Tx, mover: Mover, { ideaId, stance }: Of<'adopt'>): Promise<Performed | null> {
  const { instant, person, ambient } = mover
  const { life, at } = instant
  const turned = stance === 'support' && mover.chance('adopt')() < TURNS_IT && (await turnAround(tx, mover, ideaId))
  const type: IdeaEventType = stance === 'oppose' ? 'questioned' : turned ? 'mutated' : 'adopted'
  const label = (await life.ideas.open(tx)).find(({ id }) => id === ideaId)?.label ?? ''
  await takeIdeaStep(tx, mover, { ideaId, type, stance })
  const text = stance === 'oppose' ? `Spoke against “${label}”` : `Came round to “${label}”`
  const episode = { text, importance: 0.35 }
  await remember(tx, { ambient, world: life.world, agentId: person.agent.id, episode }, at)
  return { status: 'created', docId: ideaId }
}

export async function contribute(tx: Tx, mover: Mover, { challengeId }: Of<'contribute'>): Promise<Performed | null> {
  const { life, at } = mover.instant
  const challenge = (await life.ideas.challenges(tx, at)).find(({ id }) => id === challengeId)
  if (challenge === undefined) return null
  const text = await phrase(tx, mover, 'contribution', { cue: challenge.title, material: { challenge } })
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
