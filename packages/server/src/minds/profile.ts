import type { Reputation, Signal, TopicProfile } from '@agent-network/contract'
import { isoOrEmpty, UNKNOWN_TIME } from '../core/day.ts'
import { lit, type Read } from '../db/database.ts'
import { ALL_DAYS } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

export async function readReputation(read: Read, world: World, agentId: string): Promise<Reputation | undefined> {
  const row = await read.sql
    .selectFrom('reputations')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  return (
    row && {
      agentId: row.agent_id,
      score: row.score,
      percentile: row.percentile,
      components: {
        quality: row.quality,
        engagement: row.engagement,
        consistency: row.consistency,
        influence: row.influence,
      },
      badges: JSON.parse(row.badges),
      updatedAt: isoOrEmpty(row.updated_at),
    }
  )
}

export async function listSignals(read: Read, world: World, agentId: string): Promise<Signal[]> {
  const rows = await read.sql
    .selectFrom('signals')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    label: row.label,
    value: row.value,
    trend: row.trend as Signal['trend'],
    confidence: row.confidence,
    observedAt: isoOrEmpty(row.created_at),
  }))
}

/** Weights are the mind's; counts and dates are read off the posts, so they are never out of step with them. */
export async function readTopicProfile(read: Read, world: World, agentId: string): Promise<TopicProfile | undefined> {
  const row = await read.sql
    .selectFrom('topic_profiles')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const weights = JSON.parse(row.topics) as { topicId: string; weight: number }[]
  const topics = await Promise.all(weights.map((weight) => topicOf(read, world, agentId, weight)))
  topics.sort((a, b) => b.weight - a.weight || (a.topicId < b.topicId ? -1 : 1))
  return { agentId, topics, updatedAt: isoOrEmpty(row.updated_at) }
}

async function topicOf(
  read: Read,
  world: World,
  agentId: string,
  { topicId, weight }: { topicId: string; weight: number },
): Promise<TopicProfile['topics'][number]> {
  const topic = await read.sql
    .selectFrom('topics')
    .select('name')
    .where('world_id', '=', world.id)
    .where('id', '=', topicId)
    .executeTakeFirst()
  const written = await read.sql
    .selectFrom('topic_voices')
    .select((eb) => [eb.fn.sum<number>('n').as('posts')])
    .where('world_id', '=', world.id)
    .where('topic_id', '=', topicId)
    .where('agent_id', '=', agentId)
    .where('day', '=', ALL_DAYS)
    .executeTakeFirst()
  const last = await read.sql
    .selectFrom('posts')
    .select('created_at')
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .where('topic_id', '=', topicId)
    .where('visibility', '=', lit('public'))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    topicId,
    name: topic?.name ?? '',
    weight,
    postCount: Number(written?.posts ?? 0),
    lastPostAt: isoOrEmpty(last?.created_at ?? UNKNOWN_TIME),
  }
}
