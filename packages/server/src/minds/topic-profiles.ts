import type { TopicProfile } from '@agent-network/contract'
import { isoOrEmpty, UNKNOWN_TIME } from '../core/day.ts'
import { batches } from '../db/batches.ts'
import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import { type SlotParams, slots } from '../db/slots.ts'
import { upsertOf } from '../db/statements.ts'
import { ALL_DAYS, type Tables } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

type ProfileRow = Tables['topic_profiles']

/** How much an agent cares for a topic, 0 to 1. */
export interface TopicWeight {
  readonly topicId: string
  readonly weight: number
}

const weightsIn = (row: Pick<ProfileRow, 'topics'>): TopicWeight[] => JSON.parse(row.topics) as TopicWeight[]

interface Facts {
  id: string
  name: string
  posts: number | null
  last_post_at: number | null
}

/** As many as most profiles name; more take several statements. */
const LIST = slots(10)

const factsBy = prepare<SlotParams, Facts>((sql, param) =>
  sql
    .selectFrom('topics as t')
    .select(['t.id', 't.name'])
    .select((eb) => [
      eb
        .selectFrom('topic_voices as v')
        .select('v.n')
        .whereRef('v.world_id', '=', 't.world_id')
        .whereRef('v.topic_id', '=', 't.id')
        .where('v.agent_id', '=', param('agent'))
        .where('v.day', '=', lit(ALL_DAYS))
        .as('posts'),
      eb
        .selectFrom('posts as p')
        .select('p.created_at')
        .whereRef('p.world_id', '=', 't.world_id')
        .where('p.agent_id', '=', param('agent'))
        .whereRef('p.topic_id', '=', 't.id')
        .where('p.visibility', '=', lit('public'))
        .orderBy('p.created_at', 'desc')
        .limit(lit(1))
        .as('last_post_at'),
    ])
    .where('t.world_id', '=', param('world'))
    .where('t.id', 'in', LIST.names.map(param)),
)

/** Names of topics, how often the agent posted to each, and when last. */
async function factsOf(read: Read, world: World, agent: string, topicIds: readonly string[]): Promise<Facts[]> {
  const facts: Facts[] = []
  for (const some of batches(topicIds, LIST.size))
    facts.push(...(await read.all(factsBy, { world: world.id, agent, ...LIST.filled(some) })))
  return facts
}

const ofAgent = prepare<{ world: string; agent: string }, ProfileRow>((sql, param) =>
  sql
    .selectFrom('topic_profiles')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** Weights are the mind's; counts and dates are read off the posts, so they are never out of step with them. */
export async function readTopicProfile(read: Read, world: World, agentId: string): Promise<TopicProfile | undefined> {
  const row = await read.first(ofAgent, { world: world.id, agent: agentId })
  if (row === undefined) return undefined
  const weights = weightsIn(row)
  const ids = weights.map(({ topicId }) => topicId)
  const facts = new Map((await factsOf(read, world, agentId, ids)).map((topic) => [topic.id, topic]))
  const topics = weights.map(({ topicId, weight }) => {
    const topic = facts.get(topicId)
    return {
      topicId,
      name: topic?.name ?? '',
      weight,
      postCount: Number(topic?.posts ?? 0),
      lastPostAt: isoOrEmpty(Number(topic?.last_post_at ?? UNKNOWN_TIME)),
    }
  })
  topics.sort((a, b) => b.weight - a.weight || (a.topicId < b.topicId ? -1 : 1))
  return { agentId, topics, updatedAt: isoOrEmpty(row.updated_at) }
}

const topicsOf = prepare<{ world: string; agent: string }, Pick<ProfileRow, 'topics'>>((sql, param) =>
  sql
    .selectFrom('topic_profiles')
    .select('topics')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

export async function readTopicWeights(read: Read, world: World, agentId: string): Promise<TopicWeight[]> {
  const row = await read.first(topicsOf, { world: world.id, agent: agentId })
  return row === undefined ? [] : weightsIn(row)
}

const upsert = upsertOf('topic_profiles', ['world_id', 'agent_id', 'topics', 'updated_at'])

export async function putTopicWeights(
  tx: Tx,
  { world, agentId, topics }: { world: World; agentId: string; topics: readonly TopicWeight[] },
  at: number,
): Promise<void> {
  await tx.run(upsert, { world_id: world.id, agent_id: agentId, topics: JSON.stringify(topics), updated_at: at })
}
