// Trending posts, topics and agents of the last 24 hours.
import { LIMITS, type Trending } from '@agent-network/contract'
import { type Expression, type ExpressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import { atHandle } from '../../../platform/core/text.ts'
import { iso } from '../../../platform/core/time.ts'
import { type Database, literal, prepare, type Read } from '../../../platform/db/database.ts'
import { type SlotParams, slots } from '../../../platform/db/statements.ts'
import type { AgentRow, Tables } from '../../../platform/db/tables/tables.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { readPublicPosts } from '../posts.ts'
import { type Activity, WINDOW_MS } from './activity.ts'
import { makeSharedActivityWindows } from './shared-standings.ts'
import { makeActivityWindows, type SubscribeToFacts } from './standings.ts'

const { windowHours, listMax } = LIMITS.trending

interface Ranked {
  readonly id: string
  readonly score: number
}

/** Rankings by activity, best first. */
interface Ranks {
  threads(): Iterable<Ranked & { likes: number; replies: number }>
  topics(): Iterable<Ranked & { posts: number; agents: number }>
  agents(): Iterable<Ranked & { gained: number }>
}

type Window = { world: string; since: number; until: number }
type Param = (name: keyof Window & string) => never
type Timed = ExpressionBuilder<Tables, 'likes' | 'replies' | 'posts' | 'follows'>

/** After the start of the window, up to now. Rows dated in the future do not count yet. */
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

interface PostActivity {
  post_id: string
  topic_id: string
  agent_id: string
  likes: number
  replies: number
}

/** Likes and visible replies in the window, summed per post before any lookup; visible posts only. */
const activityByPost = prepare<Window, PostActivity>((sql, param) => {
  const likes = sql
    .selectFrom('likes')
    .select(['post_id', fragment<number>`1`.as('likes'), fragment<number>`0`.as('replies')])
    .where(within(param) as never)
    .where('reply_id', '=', literal(''))
  const replies = sql
    .selectFrom('replies')
    .select(['post_id', fragment<number>`0`.as('likes'), fragment<number>`1`.as('replies')])
    .where(within(param) as never)
    .where('visibility', '=', literal('public'))
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
    .where('posts.visibility', '=', literal('public'))
})

const postsByTopic = prepare<Window, { id: string; posts: number; agents: number }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select((eb) => [
      'topic_id as id',
      eb.fn.countAll<number>().as('posts'),
      eb.fn.count<number>('agent_id').distinct().as('agents'),
    ])
    .where(within(param) as never)
    .where('visibility', '=', literal('public'))
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
const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || (a.id < b.id ? -1 : 1)

function scoresBy(activity: readonly (PostActivity & Ranked)[], key: 'topic_id' | 'agent_id'): Map<string, number> {
  const scores = new Map<string, number>()
  for (const row of activity) scores.set(row[key], (scores.get(row[key]) ?? 0) + row.score)
  return scores
}

/** Computes the rankings from all rows of the window. */
async function readRanks(read: Read, window: Window): Promise<Ranks> {
  const [rows, written, follows] = await Promise.all([
    read.all(activityByPost, window),
    read.all(postsByTopic, window),
    read.all(followersGained, window),
  ])
  const activity = rows.map((row) => ({ ...row, id: row.post_id, score: row.likes + 2 * row.replies }))
  const topicScores = scoresBy(activity, 'topic_id')
  const agentScores = scoresBy(activity, 'agent_id')
  const writtenIn = new Map(written.map((row) => [row.id, row]))
  const gained = new Map(follows.map((row) => [row.id, row.gained]))
  const eitherOf = (...maps: ReadonlyMap<string, unknown>[]) => [...new Set(maps.flatMap((map) => [...map.keys()]))]
  const topics = eitherOf(topicScores, writtenIn)
    .filter((id) => id !== '')
    .map((id) => ({
      id,
      posts: writtenIn.get(id)?.posts ?? 0,
      agents: writtenIn.get(id)?.agents ?? 0,
      score: topicScores.get(id) ?? 0,
    }))
  const agents = eitherOf(agentScores, gained).map((id) => ({
    id,
    gained: gained.get(id) ?? 0,
    score: agentScores.get(id) ?? 0,
  }))
  return {
    threads: () => activity.sort(byScore),
    topics: () => topics.sort(byScore),
    agents: () => agents.sort(byScore),
  }
}

/** Number of slots: one statement usually reads a whole list. */
const LIST = slots(listMax)

const topicsBy = prepare<SlotParams, Pick<Tables['topics'], 'id' | 'name'>>((sql, param) =>
  sql
    .selectFrom('topics')
    .select(['id', 'name'])
    .where('world_id', '=', param('world'))
    .where('archived', '=', literal(0))
    .where('id', 'in', LIST.names.map(param)),
)
type ShownAgent = Pick<AgentRow, 'id' | 'handle' | 'display_name' | 'avatar_seed' | 'followers_count' | 'post_count'>
const agentsBy = prepare<SlotParams, ShownAgent>((sql, param) =>
  sql
    .selectFrom('agents')
    .select(['id', 'handle', 'display_name', 'avatar_seed', 'followers_count', 'post_count'])
    .where('world_id', '=', param('world'))
    .where('enabled', '=', literal(1))
    .where('id', 'in', LIST.names.map(param)),
)

/** Ids that may not be shown can be anywhere in a ranking, so it is read from the top until the list is full. */
async function takeVisible<K extends Ranked, R extends { id: string }>(
  ranking: Iterable<K>,
  find: (ids: readonly string[]) => Promise<R[]>,
): Promise<[K, R][]> {
  const visibleEntries: [K, R][] = []
  let some: K[] = []
  const look = async (): Promise<void> => {
    const rows = new Map((await find(some.map(({ id }) => id))).map((row) => [row.id, row]))
    for (const ranked of some) {
      const row = rows.get(ranked.id)
      if (row !== undefined && visibleEntries.length < listMax) visibleEntries.push([ranked, row])
    }
    some = []
  }
  for (const ranked of ranking) {
    some.push(ranked)
    if (some.length === listMax) await look()
    if (visibleEntries.length === listMax) break
  }
  if (some.length > 0) await look()
  return visibleEntries
}

async function viewOf(read: Read, world: World, ranks: Ranks, at: number): Promise<Trending> {
  const by = (ids: readonly string[]): SlotParams => ({ world: world.id, ...LIST.filled(ids) })
  const [threads, topics, agents] = await Promise.all([
    takeVisible(ranks.threads(), async (ids) => [...(await readPublicPosts(read, world, ids)).values()]),
    takeVisible(ranks.topics(), (ids) => read.all(topicsBy, by(ids))),
    takeVisible(ranks.agents(), (ids) => read.all(agentsBy, by(ids))),
  ])
  return {
    generatedAt: iso(at),
    windowHours,
    hotThreads: threads.map(([{ id, likes, replies, score }, post]) => ({
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
    })),
    topics: topics.map(([{ id, posts, agents: voices, score }, { name }]) => ({
      id,
      name,
      postCount: posts,
      agentCount: voices,
      score,
    })),
    risingAgents: agents.map(([{ id, gained, score }, row]) => ({
      id,
      handle: atHandle(row.handle),
      displayName: row.display_name,
      avatarSeed: row.avatar_seed,
      followersCount: row.followers_count,
      followersGained: gained,
      postCount: row.post_count,
      score,
    })),
  }
}

/** The response for an unknown world. */
export const emptyTrending = (at: number): Trending => ({
  generatedAt: iso(at),
  windowHours,
  hotThreads: [],
  topics: [],
  risingAgents: [],
})

async function readTrending(read: Read, world: World, at: number): Promise<Trending> {
  const window = { world: world.id, since: at - WINDOW_MS, until: at }
  return viewOf(read, world, await readRanks(read, window), at)
}

/** How many entries of a ranking are examined before the rows are read instead. */
const EXAMINED_MAX = 2 * listMax

type TopEntries = Ranks & {
  readonly version: string
  readonly at: number
  readonly until: number
  readonly cut: Readonly<Record<'hotThreads' | 'topics' | 'risingAgents', boolean>>
}

/** Copies the top entries of the rankings at once. Later writes make them old, not inconsistent. */
function takeTopEntries(activity: Activity, at: number, version: string): TopEntries {
  const head = <T>(ranking: Iterable<T>): T[] => {
    const first: T[] = []
    for (const ranked of ranking) {
      first.push(ranked)
      if (first.length === EXAMINED_MAX) break
    }
    return first
  }
  const [threads, topics, agents] = [head(activity.threads()), head(activity.topics()), head(activity.agents())]
  const isCut = (list: readonly unknown[]): boolean => list.length === EXAMINED_MAX
  return {
    threads: () => threads,
    topics: () => topics,
    agents: () => agents,
    version,
    at,
    until: activity.nextChange,
    cut: { hotThreads: isCut(threads), topics: isCut(topics), risingAgents: isCut(agents) },
  }
}

const LISTS = ['hotThreads', 'topics', 'risingAgents'] as const
const isShort = (trending: Trending, { cut }: TopEntries): boolean =>
  LISTS.some((list) => cut[list] && trending[list].length < listMax)

/** Trending at a time, and until when it stays the same without writes; null if that is not known. */
interface TimedTrending {
  readonly trending: Trending
  readonly until: number | null
}

export type TrendingReader = (world: World, at: number) => Promise<TimedTrending>

interface TrendingDeps {
  readonly database: Database
  readonly contentVersion: () => number
  /** Null if other nodes write too, because their facts are not published to this process. */
  readonly onTold: SubscribeToFacts | null
  /** Development and tests: compare the result with a recount from the rows. */
  readonly checks: boolean
}

export function makeTrending({ database, contentVersion, onTold, checks }: TrendingDeps): TrendingReader {
  const { read } = database
  const standings =
    onTold === null ? makeSharedActivityWindows(database) : makeActivityWindows(database, onTold, contentVersion)

  async function requireSame(trending: Trending, world: World, at: number, version: string): Promise<void> {
    const [current, stored] = [trending, await readTrending(read, world, at)].map((each) => JSON.stringify(each))
    if (current !== stored && (await standings.isStill(world, version, at)))
      throw new Error(`trending differs from its rows:\n${current}\n${stored}`)
  }

  const fromRows = async (world: World, at: number): Promise<TimedTrending> => ({
    trending: await readTrending(read, world, at),
    until: null,
  })

  return async (world, at) => {
    const tops = await standings.at(world, at, (activity, moment) =>
      takeTopEntries(activity, moment, standings.versionOf(world)),
    )
    if (tops === null) return fromRows(world, at)
    const trending = await viewOf(read, world, tops, tops.at)
    // Too many of the top entries may not be shown.
    if (isShort(trending, tops)) return fromRows(world, at)
    if (checks) await requireSame(trending, world, tops.at, tops.version)
    return { trending, until: tops.until }
  }
}
