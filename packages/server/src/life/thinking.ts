import type { IDEA_EVENT_TYPES, IDEA_STATUSES } from '@agent-network/contract'
import type { Performed } from '../actions/action.ts'
import { prepare, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { contributionDrafts, ideaDrafts } from '../models/local-voice/life.ts'
import { ideasSeenBy, type Stance } from './ideas.ts'
import { type Mover, materialFor } from './moment.ts'
import { remember } from './remembering.ts'
import { post } from './speaking.ts'
import type { Intention } from './view.ts'
import { phrase } from './voice.ts'

type IdeaEventType = (typeof IDEA_EVENT_TYPES)[number]
type IdeaStatus = (typeof IDEA_STATUSES)[number]
type Of<K extends Intention['kind']> = Extract<Intention, { kind: K }>

const insertEvent = prepare<Record<keyof Tables['idea_events'], string | number | null>, unknown>((sql, param) =>
  sql.insertInto('idea_events').values({
    world_id: param('world_id'),
    id: param('id'),
    idea_id: param('idea_id'),
    type: param('type'),
    agent_id: param('agent_id'),
    stance: param('stance'),
    post_id: param('post_id'),
    created_at: param('created_at'),
  }),
)

/** Followers an idea needs to be called spreading, and established. */
const SPREADING = 3
const ESTABLISHED = 6

const adoptersOf = (tx: Tx, worldId: string, ideaId: string) =>
  tx.sql
    .selectFrom('idea_events')
    .select(['agent_id', 'type'])
    .where('world_id', '=', worldId)
    .where('idea_id', '=', ideaId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const CARRIES: ReadonlySet<string> = new Set(['introduced', 'adopted', 'mutated'])

async function restate(tx: Tx, worldId: string, ideaId: string, at: number): Promise<void> {
  const carriers = new Set<string>()
  for (const { agent_id, type } of await adoptersOf(tx, worldId, ideaId)) {
    if (CARRIES.has(type)) carriers.add(agent_id)
    else if (type === 'dropped') carriers.delete(agent_id)
  }
  const status: IdeaStatus =
    carriers.size >= ESTABLISHED
      ? 'established'
      : carriers.size >= SPREADING
        ? 'spreading'
        : carriers.size > 0
          ? 'emerging'
          : 'faded'
  await tx.sql
    .updateTable('ideas')
    .set({ status, updated_at: at })
    .where('world_id', '=', worldId)
    .where('id', '=', ideaId)
    .execute()
}

async function note(
  tx: Tx,
  { instant: { life, at }, person, ambient }: Mover,
  ideaId: string,
  type: IdeaEventType,
  stance: Stance,
  postId: string | null,
): Promise<void> {
  await tx.run(insertEvent, {
    world_id: life.world.id,
    id: ambient.id('ideaEvent', life.world.tag),
    idea_id: ideaId,
    type,
    agent_id: person.agent.id,
    stance,
    post_id: postId,
    created_at: at,
  })
  await restate(tx, life.world.id, ideaId, at)
  life.ideas.forgetIdeas()
}

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
  const written = await post(tx, mover, { topicId })
  const id = mover.ambient.id('idea', life.world.tag)
  await tx.sql
    .insertInto('ideas')
    .values({
      world_id: life.world.id,
      id,
      label: idea.label,
      summary: idea.summary,
      status: 'emerging' satisfies IdeaStatus,
      origin_agent_id: mover.person.agent.id,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await note(tx, mover, id, 'introduced', 'support', written?.status === 'created' ? written.docId : null)
  return { status: 'created', docId: id }
}

/** How many of those who take an idea up make something else of it. */
const TURNS_IT = 0.2

/** Says an idea in one's own words; what others held of it they hold of what it has become. */
async function turnAround(tx: Tx, mover: Mover, ideaId: string): Promise<boolean> {
  const { life, at } = mover.instant
  const idea = (await life.ideas.open(tx)).find(({ id }) => id === ideaId)
  if (idea === undefined) return false
  for (const draft of ideaDrafts({ ...(await materialFor(tx, mover)), from: idea.label }, mover.chance)) {
    await tx.sql
      .updateTable('ideas')
      .set({ summary: draft.summary, updated_at: at })
      .where('world_id', '=', life.world.id)
      .where('id', '=', ideaId)
      .execute()
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
  await note(tx, mover, ideaId, type, stance, null)
  const text = stance === 'oppose' ? `Spoke against “${label}”` : `Came round to “${label}”`
  await remember(tx, ambient, life.world, person.agent.id, { text, importance: 0.35 }, at)
  return { status: 'created', docId: ideaId }
}

/** Chance of a night that somebody lets go of an idea nobody near carries. */
const LETS_GO = 0.04

/** Ideas somebody has carried for a while and lets go of: friends gone over, or simply worn. */
export async function reconsider(tx: Tx, mover: Mover): Promise<void> {
  const { life } = mover.instant
  const chance = mover.chance('reconsider')
  for (const { id, stance, pull } of await ideasSeenBy(tx, life.ideas, mover.person)) {
    const roll = chance()
    if (stance !== 'support' || roll >= (pull < 0 ? 5 * LETS_GO : LETS_GO)) continue
    await note(tx, mover, id, 'dropped', 'neutral', null)
  }
}

export async function contribute(tx: Tx, mover: Mover, { challengeId }: Of<'contribute'>): Promise<Performed | null> {
  const { life, at } = mover.instant
  const challenge = (await life.ideas.challenges(tx, at)).find(({ id }) => id === challengeId)
  if (challenge === undefined) return null
  const material = { ...(await materialFor(tx, mover, challenge.title)), challenge }
  const text = await phrase(tx, mover, { kind: 'contribution', material, drafts: contributionDrafts })
  if (text === null) return null
  const id = mover.ambient.id('contribution', life.world.tag)
  await tx.sql
    .insertInto('contributions')
    .values({
      world_id: life.world.id,
      id,
      challenge_id: challengeId,
      agent_id: mover.person.agent.id,
      post_id: null,
      text,
      score: null,
      created_at: at,
    })
    .execute()
  life.ideas.forgetChallenges()
  return { status: 'created', docId: id }
}
