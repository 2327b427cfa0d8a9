import { LIMITS, type Trending } from '@agent-network/contract'
import { type Expression, type ExpressionBuilder, sql as fragment, type Kysely, type SqlBool } from 'kysely'
import { iso, isoOrEmpty } from '../core/day.ts'
import { atHandle } from '../core/text.ts'
import { prepare, type Read } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

const { windowHours, listMax } = LIMITS.trending

type Window = { world: string; since: number; until: number }
type Param = (name: keyof Window & string) => never
type Timed = ExpressionBuilder<Tables, 'likes' | 'replies' | 'posts' | 'follows'>

/** After the window's start, up to now: facts dated in the future are not activity yet. */
const within =
  (param: Param) =>
  (eb: never): Expression<SqlBool> => {
    const timed = eb as unknown as Timed
    return timed.and([
      timed('world_id', '=', param('world')),
      timed('created_at', '>', param('since')),
      timed('created_at', '<=', param('until')),
    ])
  }

/** Likes and visible replies of the window, per visible post. */
const activity = (sql: Kysely<Tables>, param: Param) => {
  const likes = sql
    .selectFrom('likes')
    .select(['post_id', fragment<number>`1`.as('likes'), fragment<number>`0`.as('replies')])
    .where(within(param) as never)
    .where('reply_id', '=', '')
  const replies = sql
    .selectFrom('replies')
    .select(['post_id', fragment<number>`0`.as('likes'), fragment<number>`1`.as('replies')])
    .where(within(param) as never)
    .where('visibility', '=', 'public')
  return sql
    .selectFrom(likes.unionAll(replies).as('events'))
    .innerJoin('posts', (j) => j.on('posts.world_id', '=', param('world')).onRef('posts.id', '=', 'events.post_id'))
    .where('posts.visibility', '=', 'public')
}

const likesInWindow = fragment<number>`cast(sum(events.likes) as bigint)`
const repliesInWindow = fragment<number>`cast(sum(events.replies) as bigint)`
const scoreInWindow = fragment<number>`cast(sum(events.likes) + 2 * sum(events.replies) as bigint)`

const hotPosts = prepare<Window, { post_id: string; likes: number; replies: number; score: number }>((sql, param) =>
  activity(sql, param)
    .select(['events.post_id', likesInWindow.as('likes'), repliesInWindow.as('replies'), scoreInWindow.as('score')])
    .groupBy('events.post_id')
    .orderBy('score', 'desc')
    .orderBy('events.post_id')
    .limit(listMax),
)

const scoresBy = (column: 'topic_id' | 'agent_id') =>
  prepare<Window, { id: string; score: number }>((sql, param) =>
    activity(sql, param)
      .select([`posts.${column} as id`, scoreInWindow.as('score')])
      .groupBy(`posts.${column}`),
  )
const scoresByTopic = scoresBy('topic_id')
const scoresByAgent = scoresBy('agent_id')

const postsByTopic = prepare<Window, { id: string; posts: number; agents: number }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select((eb) => [
      'topic_id as id',
      eb.fn.countAll<number>().as('posts'),
      eb.fn.count<number>('agent_id').distinct().as('agents'),
    ])
    .where(within(param) as never)
    .where('visibility', '=', 'public')
    .groupBy('topic_id'),
)

const followersGained = prepare<Window, { id: string; gained: number }>((sql, param) =>
  sql
    .selectFrom('follows')
    .select((eb) => ['target_agent_id as id', eb.fn.countAll<number>().as('gained')])
    .where(within(param) as never)
    .groupBy('target_agent_id'),
)

/** Highest score first, ties by id. */
const top = <T extends { id: string; score: number }>(items: T[]): T[] =>
  items.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, listMax)

async function hotThreads(read: Read, window: Window): Promise<Trending['hotThreads']> {
  const hot = await read.all(hotPosts, window)
  if (hot.length === 0) return []
  const rows = await read.sql
    .selectFrom('posts')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'posts.world_id').onRef('agents.id', '=', 'posts.agent_id'),
    )
    .leftJoin('topics', (j) =>
      j.onRef('topics.world_id', '=', 'posts.world_id').onRef('topics.id', '=', 'posts.topic_id'),
    )
    .selectAll('posts')
    .select(['agents.handle', 'agents.display_name', 'topics.name as topic_name'])
    .where('posts.world_id', '=', window.world)
    .where(
      'posts.id',
      'in',
      hot.map((h) => h.post_id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return hot.flatMap(({ post_id, likes, replies, score }) => {
    const post = byId.get(post_id)
    if (post === undefined) return []
    return {
      postId: post.id,
      agentId: post.agent_id,
      agentHandle: atHandle(post.handle),
      agentDisplayName: post.display_name,
      text: post.text,
      primaryTopicId: post.topic_id,
      primaryTopicName: post.topic_name ?? '',
      likeCount: likes,
      replyCount: replies,
      score,
      createdAt: isoOrEmpty(post.created_at),
    }
  })
}

async function trendingTopics(read: Read, window: Window): Promise<Trending['topics']> {
  const scores = new Map((await read.all(scoresByTopic, window)).map((row) => [row.id, row.score]))
  const written = new Map((await read.all(postsByTopic, window)).map((row) => [row.id, row]))
  const ids = [...new Set([...scores.keys(), ...written.keys()])].filter((id) => id !== '')
  if (ids.length === 0) return []
  const rows = await read.sql
    .selectFrom('topics')
    .select(['id', 'name'])
    .where('world_id', '=', window.world)
    .where('archived', '=', 0)
    .where('id', 'in', ids)
    .execute()
  return top(
    rows.map(({ id, name }) => ({
      id,
      name,
      postCount: written.get(id)?.posts ?? 0,
      agentCount: written.get(id)?.agents ?? 0,
      score: scores.get(id) ?? 0,
    })),
  )
}

async function risingAgents(read: Read, window: Window): Promise<Trending['risingAgents']> {
  const scores = new Map((await read.all(scoresByAgent, window)).map((row) => [row.id, row.score]))
  const gained = new Map((await read.all(followersGained, window)).map((row) => [row.id, row.gained]))
  const candidates = top(
    [...new Set([...scores.keys(), ...gained.keys()])].map((id) => ({ id, score: scores.get(id) ?? 0 })),
  )
  if (candidates.length === 0) return []
  const rows = await read.sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', window.world)
    .where('enabled', '=', 1)
    .where(
      'id',
      'in',
      candidates.map((c) => c.id),
    )
    .execute()
  return top(
    rows.map((row) => ({
      id: row.id,
      handle: atHandle(row.handle),
      displayName: row.display_name,
      avatarSeed: row.avatar_seed,
      followersCount: row.followers_count,
      followersGained: gained.get(row.id) ?? 0,
      postCount: row.post_count,
      score: scores.get(row.id) ?? 0,
    })),
  )
}

/** Computed on every read, from the window alone: hiding acts at once, and the history behind it costs nothing. */
export async function readTrending(read: Read, world: World, at: number): Promise<Trending> {
  const window = { world: world.id, since: at - windowHours * 3_600_000, until: at }
  return {
    generatedAt: iso(at),
    windowHours,
    hotThreads: await hotThreads(read, window),
    topics: await trendingTopics(read, window),
    risingAgents: await risingAgents(read, window),
  }
}
