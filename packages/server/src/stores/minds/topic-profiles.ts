// Topic profiles and moods of agents.
import type { Mood, TopicProfile } from '@agent-network/contract'
import { DAY_MS, dayText, isoOrEmpty, UNKNOWN_TIME, utcDay } from '../../platform/core/time.ts'
import { batches } from '../../platform/db/bulk.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { type SlotParams, slots, upsertOf, upsertRows } from '../../platform/db/statements.ts'
import { ALL_DAYS, type Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'

type ProfileRow = Tables['topic_profiles']

/** How much an agent is interested in a topic, 0 to 1. */
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

/** Slots per statement, enough for most profiles; longer ones take several statements. */
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
        .where('v.day', '=', literal(ALL_DAYS))
        .as('posts'),
      eb
        .selectFrom('posts as p')
        .select('p.created_at')
        .whereRef('p.world_id', '=', 't.world_id')
        .where('p.agent_id', '=', param('agent'))
        .whereRef('p.topic_id', '=', 't.id')
        .where('p.visibility', '=', literal('public'))
        .orderBy('p.created_at', 'desc')
        .limit(literal(1))
        .as('last_post_at'),
    ])
    .where('t.world_id', '=', param('world'))
    .where('t.id', 'in', LIST.names.map(param)),
)

/** Names of topics, number of the agent's posts in each, and the time of the last one. */
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

/** Weights are stored with the profile. Counts and dates are computed from the posts, so they are always consistent. */
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

type MoodRow = Tables['moods']
type MoodDraft = Omit<MoodRow, 'reason'>

const moodView = (row: MoodRow): Mood => ({
  agentId: row.agent_id,
  mood: row.mood,
  emoji: row.emoji,
  reason: row.reason,
  intensity: row.intensity,
  updatedAt: isoOrEmpty(row.updated_at),
})

const moodOfAgent = prepare<{ world: string; agent: string }, MoodRow>((sql, param) =>
  sql.selectFrom('moods').selectAll().where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

/** 2.6 */
export async function readMood(read: Read, world: World, agentId: string): Promise<Mood | undefined> {
  const row = await read.first(moodOfAgent, { world: world.id, agent: agentId })
  return row && moodView(row)
}

/** Current moods of several agents, by id. Agents without a mood are left out. */
export async function readMoods(read: Read, world: World, agentIds: readonly string[]): Promise<Map<string, Mood>> {
  if (agentIds.length === 0) return new Map()
  const rows = await read.sql
    .selectFrom('moods')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('agent_id', 'in', agentIds)
    .execute()
  return new Map(rows.map((row) => [row.agent_id, moodView(row)]))
}

const upsertMood = upsertOf('moods', ['world_id', 'agent_id', 'mood', 'emoji', 'reason', 'intensity', 'updated_at'])

const upsertDay = upsertOf('mood_days', ['world_id', 'agent_id', 'day', 'mood', 'emoji', 'intensity', 'changed_at'])

const dayRow = ({ world_id, agent_id, mood, emoji, intensity, updated_at }: MoodDraft): Tables['mood_days'] => ({
  world_id,
  agent_id,
  day: utcDay(updated_at),
  mood,
  emoji,
  intensity,
  changed_at: updated_at,
})

/** Stores the current mood, which also replaces the mood of the day. */
export async function putMood(tx: Tx, world: World, mood: Omit<Mood, 'updatedAt'>, at: number): Promise<void> {
  const { agentId, ...state } = mood
  await tx.run(upsertMood, { world_id: world.id, agent_id: agentId, ...state, updated_at: at })
  await tx.run(upsertDay, dayRow({ world_id: world.id, agent_id: agentId, ...state, updated_at: at }))
}

/** Stores the moods of a world file, with their days. */
export async function putMoodRows(tx: Tx, rows: readonly MoodRow[]): Promise<void> {
  await upsertRows(tx, 'moods', rows)
  await upsertRows(tx, 'mood_days', rows.map(dayRow))
}

/** The mood at the end of a day. */
export interface MoodOfDay {
  readonly date: string
  readonly mood: string
  readonly emoji: string
  readonly intensity: number
}

const daysOf = prepare<{ world: string; agent: string; from: number; to: number }, Tables['mood_days']>((sql, param) =>
  sql
    .selectFrom('mood_days')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('day', '>=', param('from'))
    .where('day', '<=', param('to'))
    .orderBy('day'),
)

/** The days with a stored mood, oldest first. */
export async function readMoodDays(
  read: Read,
  { worldId, agentId, from, to }: { worldId: string; agentId: string; from: number; to: number },
): Promise<MoodOfDay[]> {
  const rows = await read.all(daysOf, { world: worldId, agent: agentId, from, to })
  return rows.map(({ day, mood, emoji, intensity }) => ({ date: dayText(day), mood, emoji, intensity }))
}

/** Past and current moods of several agents. */
export interface MoodHistory {
  /** The mood of an agent at a time; undefined if it is not stored. */
  at(agentId: string, time: number): Mood | undefined
}

interface MoodSource {
  readonly now: Mood
  readonly updatedAt: number
  readonly days: Tables['mood_days'][]
}

/** The mood that was current at a time. A day without a stored time counts as changed at the same time of day as now. */
function moodIn({ now, updatedAt, days }: MoodSource, time: number): Mood | undefined {
  if (time >= updatedAt) return now
  const timeOfDay = updatedAt - utcDay(updatedAt) * DAY_MS
  const changeOf = ({ day, changed_at }: Tables['mood_days']): number => changed_at ?? day * DAY_MS + timeOfDay
  const row = days.findLast((each) => each.day < utcDay(updatedAt) && changeOf(each) <= time)
  if (row === undefined) return undefined
  const { mood, emoji, intensity } = row
  return {
    agentId: now.agentId,
    mood,
    emoji,
    reason: '',
    intensity,
    updatedAt: isoOrEmpty(changeOf(row)),
  }
}

/** Moods of several agents from the day before `from` until now. */
export async function readMoodHistory(
  read: Read,
  world: World,
  { agentIds, from }: { agentIds: readonly string[]; from: number },
): Promise<MoodHistory> {
  if (agentIds.length === 0) return { at: () => undefined }
  const current = await read.sql
    .selectFrom('moods')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('agent_id', 'in', agentIds)
    .execute()
  const isPast = current.some(({ updated_at }) => updated_at > from)
  const days = isPast
    ? await read.sql
        .selectFrom('mood_days')
        .selectAll()
        .where('world_id', '=', world.id)
        .where('agent_id', 'in', agentIds)
        .where('day', '>=', utcDay(from) - 1)
        .orderBy('day')
        .limit(agentIds.length * RETENTION_DAYS)
        .execute()
    : []
  const sources = new Map(
    current.map((row): [string, MoodSource] => [
      row.agent_id,
      { now: moodView(row), updatedAt: row.updated_at, days: days.filter(({ agent_id }) => agent_id === row.agent_id) },
    ]),
  )
  return {
    at(agentId, time) {
      const source = sources.get(agentId)
      return source && moodIn(source, time)
    },
  }
}

/** Retention of daily moods in days; a page shows thirty. */
const RETENTION_DAYS = 35

const oldDays = prepare<{ before: number; limit: number }, Pick<Tables['mood_days'], 'world_id' | 'agent_id' | 'day'>>(
  (sql, param) =>
    sql
      .selectFrom('mood_days')
      .select(['world_id', 'agent_id', 'day'])
      .where('day', '<', param('before'))
      .orderBy('day')
      .limit(param('limit')),
)
const dropDay = prepare<{ world: string; agent: string; day: number }, unknown>((sql, param) =>
  sql
    .deleteFrom('mood_days')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('day', '=', param('day')),
)

export async function sweepMoodDays(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.all(oldDays, { before: utcDay(at) - RETENTION_DAYS, limit })
  for (const { world_id, agent_id, day } of old) await tx.run(dropDay, { world: world_id, agent: agent_id, day })
  return old.length
}
