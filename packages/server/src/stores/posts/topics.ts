// Topics: lists, timelines, counters and the API metadata.
import {
  LIMITS,
  type Metadata,
  type Paging,
  ROUTES,
  SCOPE_TIERS,
  TIERS,
  type Tier,
  type TimelineDay,
  type Topic,
} from '@agent-network/contract'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { DAY_MS, dayText, isoOrEmpty, UNKNOWN_TIME, utcDay } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { ALL_DAYS, type PostRow, type ReplyRow, type Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { deferredCountsOf } from './counters.ts'
import { repliesInTopic, SCOPES_OF_POSTS, talliesBetween, tally } from './tallies.ts'

type TopicRow = Tables['topics']

const topicView = (row: TopicRow): Topic => ({
  id: row.id,
  name: row.name,
  description: row.description,
  postCount: row.post_count,
  agentCount: row.agent_count,
  lastPostAt: isoOrEmpty(row.last_post_at),
  createdAt: isoOrEmpty(row.created_at),
})

const activeTopics = prepare<{ world: string; since: number; limit: number; offset: number }, TopicRow>((sql, param) =>
  sql
    .selectFrom('topics')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('archived', '=', literal(0))
    .where('last_post_at', '>=', param('since'))
    .orderBy('last_post_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

/**
 * Active means: not archived, and with a visible post in the last 30 days. Without writes the page changes at `until`.
 */
export async function listTopics(
  read: Read,
  world: World,
  paging: Paging,
  at: number,
): Promise<Page<Topic> & { readonly until: number }> {
  const since = at - LIMITS.topics.activeDays * DAY_MS
  const rows = await read.all(activeTopics, {
    world: world.id,
    since,
    limit: paging.perPage + 1,
    offset: offsetOf(paging),
  })
  // The topic with the oldest post leaves first. Topics after this page have older posts.
  const until = Math.min(Infinity, ...rows.map((row) => row.last_post_at)) + LIMITS.topics.activeDays * DAY_MS + 1
  return { ...pageOf(rows.map(topicView), paging), until }
}

const topicById = prepare<{ world: string; id: string }, TopicRow>((sql, param) =>
  sql.selectFrom('topics').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
export const readTopic = (read: Read, world: World, id: string): Promise<TopicRow | undefined> =>
  read.first(topicById, { world: world.id, id })

const voicesBetween = prepare<{ world: string; topic: string; from: number; to: number }, { day: number; n: number }>(
  (sql, param) =>
    sql
      .selectFrom('topic_voices')
      .select((eb) => ['day', eb.fn.countAll<number>().as('n')])
      .where('world_id', '=', param('world'))
      .where('topic_id', '=', param('topic'))
      .where('day', '>=', param('from'))
      .where('day', '<=', param('to'))
      .where('n', '>', 0)
      .groupBy('day'),
)

/** One bucket per UTC day, today last, including days without posts. */
export async function topicTimeline(read: Read, topic: TopicRow, days: number, at: number): Promise<TimelineDay[]> {
  const to = utcDay(at)
  const from = to - days + 1
  const range = { world: topic.world_id, from, to }
  const [posts, replies, voices] = await Promise.all([
    talliesBetween(read, { ...range, scope: SCOPES_OF_POSTS.topic(topic.id) }),
    talliesBetween(read, { ...range, scope: repliesInTopic(topic.id) }),
    read.all(voicesBetween, { ...range, topic: topic.id }),
  ])
  const byDay = (rows: { day: number; n: number }[]) => new Map(rows.map(({ day, n }) => [day, n]))
  const [postsOn, repliesOn, voicesOn] = [byDay(posts), byDay(replies), byDay(voices)]
  return Array.from({ length: days }, (_, i) => ({
    date: dayText(from + i),
    postCount: postsOn.get(from + i) ?? 0,
    replyCount: repliesOn.get(from + i) ?? 0,
    agentCount: voicesOn.get(from + i) ?? 0,
  }))
}

interface Voice {
  [name: string]: string | number
  world: string
  topic: string
  day: number
  agent: string
  n: number
}
const addVoice = prepare<Voice, unknown>((sql, param) =>
  sql
    .insertInto('topic_voices')
    .values({
      world_id: param('world'),
      topic_id: param('topic'),
      day: param('day'),
      agent_id: param('agent'),
      n: param('n'),
    })
    .onConflict((c) =>
      c
        .columns(['world_id', 'topic_id', 'day', 'agent_id'])
        .doUpdateSet((eb) => ({ n: eb('topic_voices.n', '+', eb.ref('excluded.n')) })),
    ),
)

const postsOfVoice = prepare<{ world: string; topic: string; agent: string }, { n: number }>((sql, param) =>
  sql
    .selectFrom('topic_voices')
    .select('n')
    .where('world_id', '=', param('world'))
    .where('topic_id', '=', param('topic'))
    .where('day', '=', ALL_DAYS)
    .where('agent_id', '=', param('agent')),
)

interface TopicCount {
  [name: string]: string | number
  world: string
  topic: string
  n: number
  voices: number
  last: number
}
const countPost = (last: 'as given' | 'if later') =>
  prepare<TopicCount, unknown>((sql, param) =>
    sql
      .updateTable('topics')
      .set((eb) => ({
        post_count: eb('post_count', '+', param('n')),
        agent_count: eb('agent_count', '+', param('voices')),
        last_post_at:
          last === 'as given'
            ? param('last')
            : eb.case().when('last_post_at', '<', param('last')).then(param('last')).else(eb.ref('last_post_at')).end(),
      }))
      .where('world_id', '=', param('world'))
      .where('id', '=', param('topic')),
  )
const countNewPost = countPost('if later')
const countLostPost = countPost('as given')

const lastPostIn = prepare<{ world: string; topic: string }, { created_at: number }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select('created_at')
    .where('world_id', '=', param('world'))
    .where('topic_id', '=', param('topic'))
    .where('visibility', '=', literal('public'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(2)),
)

/** The time of the newest visible post of a topic, without `leaving`. */
async function lastPostAt(tx: Tx, world: World, topic: string, leaving: PostRow): Promise<number> {
  const newest = await tx.all(lastPostIn, { world: world.id, topic })
  const times = newest.map((row) => row.created_at)
  if (times.includes(leaving.created_at)) times.splice(times.indexOf(leaving.created_at), 1)
  return times[0] ?? UNKNOWN_TIME
}

/**
 * Updates a topic's counters for a visible post that is added (n = 1, already stored) or removed (n = -1, still
 * stored).
 */
export async function countTopicPost(tx: Tx, world: World, post: PostRow, n: 1 | -1): Promise<void> {
  const later = deferredCountsOf(tx, world.id)
  if (later !== null) {
    later.voice(post.topic_id, utcDay(post.created_at), post.agent_id, n)
    later.voice(post.topic_id, ALL_DAYS, post.agent_id, n)
    later.topicPost(post.topic_id, n)
    return
  }
  const voice = { world: world.id, topic: post.topic_id, agent: post.agent_id, n }
  await tx.run(addVoice, { ...voice, day: utcDay(post.created_at) })
  await tx.run(addVoice, { ...voice, day: ALL_DAYS })
  // RETURNING in the writing statement costs SQLite ten times as much as this query.
  const written = (await tx.first(postsOfVoice, { world: world.id, topic: post.topic_id, agent: post.agent_id }))!.n
  const topic = { world: world.id, topic: post.topic_id, n }
  if (n === 1) await tx.run(countNewPost, { ...topic, voices: written === 1 ? 1 : 0, last: post.created_at })
  else {
    const last = await lastPostAt(tx, world, post.topic_id, post)
    await tx.run(countLostPost, { ...topic, voices: written === 0 ? -1 : 0, last })
  }
}

/** A reply counts in the timeline of its post's topic while both are visible. */
export async function countTopicReply(
  tx: Tx,
  world: World,
  { topicId, reply, n }: { topicId: string; reply: ReplyRow; n: 1 | -1 },
): Promise<void> {
  if (topicId === '') return
  const day = utcDay(reply.created_at)
  await tally(tx, world.id, { scope: repliesInTopic(topicId), day, n })
  const later = deferredCountsOf(tx, world.id)
  if (later !== null) later.voice(topicId, day, reply.agent_id, n)
  else await tx.run(addVoice, { world: world.id, topic: topicId, agent: reply.agent_id, day, n })
}

export async function putTopic(
  tx: Tx,
  world: World,
  topic: { id: string; name: string; description: string; archived: number; created_at: number },
): Promise<void> {
  await tx.sql
    .insertInto('topics')
    .values({ ...topic, world_id: world.id, post_count: 0, agent_count: 0, last_post_at: UNKNOWN_TIME })
    .onConflict((c) =>
      c.columns(['world_id', 'id']).doUpdateSet({
        name: topic.name,
        description: topic.description,
        archived: topic.archived,
        created_at: topic.created_at,
      }),
    )
    .execute()
}

const TIER_NAMES: Record<Tier, string> = { 1: 'Content', 2: 'Agent Intelligence', 3: 'Network Dynamics' }

/** Section 2.2 lists collections, not every path below them: these routes represent a tier. */
const LISTED = {
  1: ['listAgents', 'listPosts', 'getTrending', 'search', 'listTopics'],
  2: [
    'getMemory',
    'listRelationships',
    'getMood',
    'getReputation',
    'listSignals',
    'getTopicProfile',
    'listThoughts',
    'complete',
  ],
  3: ['getGraph', 'listIdeas', 'listChallenges'],
} as const satisfies Record<Tier, readonly (keyof typeof ROUTES)[]>

const listedPath = (name: keyof typeof ROUTES): string =>
  ROUTES[name].path.replace(/^\/v1/, '').replaceAll(/\{(\w+)\}/g, ':$1')

function tierEntry(tier: Tier): Metadata['tiers'][string] {
  for (const name of LISTED[tier]) {
    const { scope } = ROUTES[name].access
    if (scope === null || SCOPE_TIERS[scope] !== tier) throw new Error(`${name} is not a route of tier ${tier}`)
  }
  return { name: TIER_NAMES[tier], endpoints: LISTED[tier].map(listedPath) }
}

export const apiMetadata = (developerUrl: string): Metadata => ({
  name: 'Agent Network Public API',
  version: '1.0.0',
  documentation: `${developerUrl}/docs`,
  tiers: Object.fromEntries(TIERS.map((tier) => [String(tier), tierEntry(tier)])),
})
