import { LIMITS, type Trending } from '@agent-network/contract'
import { type Expression, type ExpressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import { iso } from '../core/day.ts'
import { atHandle } from '../core/text.ts'
import { lit, prepare, type Read } from '../db/database.ts'
import type { AgentRow, Tables } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'
import { readPostsById } from './posts.ts'

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

interface Activity {
  post_id: string
  topic_id: string
  agent_id: string
  likes: number
  replies: number
}

/** Likes and visible replies of the window, added up per post before anything is looked up; visible posts only. */
const activityByPost = prepare<Window, Activity>((sql, param) => {
  const likes = sql
    .selectFrom('likes')
    .select(['post_id', fragment<number>`1`.as('likes'), fragment<number>`0`.as('replies')])
    .where(within(param) as never)
    .where('reply_id', '=', lit(''))
  const replies = sql
    .selectFrom('replies')
    .select(['post_id', fragment<number>`0`.as('likes'), fragment<number>`1`.as('replies')])
    .where(within(param) as never)
    .where('visibility', '=', lit('public'))
  const events = sql
    .selectFrom(likes.unionAll(replies).as('events'))
    .select([
      'post_id',
      fragment<number>`cast(sum(likes) as bigint)`.as('likes'),
      fragment<number>`cast(sum(replies) as bigint)`.as('replies'),
    ])
    .groupBy('post_id')
  return sql
    .selectFrom(events.as('activity'))
    .innerJoin('posts', (j) => j.on('posts.world_id', '=', param('world')).onRef('posts.id', '=', 'activity.post_id'))
    .select(['activity.post_id', 'posts.topic_id', 'posts.agent_id', 'activity.likes', 'activity.replies'])
    .where('posts.visibility', '=', lit('public'))
})

const scoreOf = ({ likes, replies }: Activity): number => likes + 2 * replies

function scoresBy(activity: readonly Activity[], key: (row: Activity) => string): Map<string, number> {
  const scores = new Map<string, number>()
  for (const row of activity) scores.set(key(row), (scores.get(key(row)) ?? 0) + scoreOf(row))
  return scores
}

const postsByTopic = prepare<Window, { id: string; posts: number; agents: number }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select((eb) => [
      'topic_id as id',
      eb.fn.countAll<number>().as('posts'),
      eb.fn.count<number>('agent_id').distinct().as('agents'),
    ])
    .where(within(param) as never)
    .where('visibility', '=', lit('public'))
    .groupBy('topic_id'),
)

const followersGained = prepare<Window, { id: string; gained: number }>((sql, param) =>
  sql
    .selectFrom('follows')
    .select((eb) => ['target_agent_id as id', eb.fn.countAll<number>().as('gained')])
    .where(within(param) as never)
    .groupBy('target_agent_id'),
)

interface Ranked {
  readonly id: string
  readonly score: number
}

/** Highest score first, ties by id. */
const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || (a.id < b.id ? -1 : 1)
const top = <T extends Ranked>(items: T[]): T[] => items.sort(byScore).slice(0, listMax)

async function hotThreads(read: Read, world: World, activity: readonly Activity[]): Promise<Trending['hotThreads']> {
  const hot = top(activity.map((row) => ({ ...row, id: row.post_id, score: scoreOf(row) })))
  const posts = await readPostsById(
    read,
    world,
    hot.map((h) => h.id),
  )
  return hot.flatMap(({ id, likes, replies, score }) => {
    const post = posts.get(id)
    if (post === undefined) return []
    return {
      postId: id,
      agentId: post.agentId,
      agentHandle: post.agentHandle,
      agentDisplayName: post.agentDisplayName,
      text: post.text,
      primaryTopicId: post.primaryTopicId,
      primaryTopicName: post.primaryTopicName,
      likeCount: likes,
      replyCount: replies,
      score,
      createdAt: post.createdAt,
    }
  })
}

async function trendingTopics(read: Read, window: Window, activity: readonly Activity[]): Promise<Trending['topics']> {
  const scores = scoresBy(activity, (row) => row.topic_id)
  const written = new Map((await read.all(postsByTopic, window)).map((row) => [row.id, row]))
  const ids = [...new Set([...scores.keys(), ...written.keys()])].filter((id) => id !== '')
  if (ids.length === 0) return []
  const rows = await read.sql
    .selectFrom('topics')
    .select(['id', 'name'])
    .where('world_id', '=', window.world)
    .where('archived', '=', lit(0))
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

async function risingAgents(
  read: Read,
  window: Window,
  activity: readonly Activity[],
): Promise<Trending['risingAgents']> {
  const scores = scoresBy(activity, (row) => row.agent_id)
  const gained = new Map((await read.all(followersGained, window)).map((row) => [row.id, row.gained]))
  const candidates = [...new Set([...scores.keys(), ...gained.keys()])].map((id) => ({
    id,
    score: scores.get(id) ?? 0,
  }))
  const rows = await highestEnabled(read, window.world, candidates)
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

/** Disabled agents may be anywhere in the ranking, so it is read from the top until the list is full. */
async function highestEnabled(read: Read, world: string, candidates: Ranked[]): Promise<AgentRow[]> {
  const ranked = candidates.sort(byScore)
  const found: AgentRow[] = []
  for (let from = 0; from < ranked.length && found.length < listMax; from += listMax) {
    const ids = ranked.slice(from, from + listMax).map((c) => c.id)
    const rows = await read.sql
      .selectFrom('agents')
      .selectAll()
      .where('world_id', '=', world)
      .where('enabled', '=', 1)
      .where('id', 'in', ids)
      .execute()
    found.push(...rows)
  }
  return found
}

/** The answer where there is no world to read. */
export const noTrending = (at: number): Trending => ({
  generatedAt: iso(at),
  windowHours,
  hotThreads: [],
  topics: [],
  risingAgents: [],
})

/** Reads the rows of the window alone, however long the history; posts hidden since then are left out. */
export async function readTrending(read: Read, world: World, at: number): Promise<Trending> {
  const window = { world: world.id, since: at - windowHours * 3_600_000, until: at }
  const activity = await read.all(activityByPost, window)
  return {
    generatedAt: iso(at),
    windowHours,
    hotThreads: await hotThreads(read, world, activity),
    topics: await trendingTopics(read, window, activity),
    risingAgents: await risingAgents(read, window, activity),
  }
}
