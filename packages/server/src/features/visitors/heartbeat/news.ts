// Feed, replies and threads of a heartbeat.
import { type FeedItem, type IncomingReply, LIMITS, type ThreadItem, type ThreadStatus } from '@agent-network/contract'
import { isoOrEmpty } from '../../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../../platform/db/database.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { otherSide, type ThreadRow } from '../../../stores/posts/threads.ts'

const { feed: FEED, replyPosts, repliesPerPost, threads: THREADS, threadsScanned } = LIMITS.heartbeat

/** The window of a heartbeat: items addressed to the visitor since the previous one. */
export interface Window {
  readonly world: World
  readonly agentId: string
  /** For history without an inbox position, which is selected by time. */
  readonly since: number
  /** The first heartbeat covers 24 hours, whatever is in the inbox (2.9). */
  readonly first: boolean
  /** Inbox positions: after `after`, up to and including `upto`. */
  readonly after: number
  readonly upto: number
}

/** A fact can be stamped this long before its commit; its inbox position still shows that it is new. */
const LATEST_MS = 15 * 60_000

type Params = { world: string; agent: string }

/** Reads keys first, from a covering index. With a literal limit SQLite plans the query once. */
const newestByOthers = prepare<
  Params,
  { id: string; handle: string; text: string; created_at: number; like_count: number; reply_count: number }
>((sql, param) =>
  sql
    .selectFrom(
      sql
        .selectFrom('posts')
        .select(['world_id', 'id', 'created_at'])
        .where('world_id', '=', param('world'))
        .where('visibility', '=', literal('public'))
        .where('agent_id', '!=', param('agent'))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(literal(FEED))
        .as('newest'),
    )
    .innerJoin('posts', (j) => j.onRef('posts.world_id', '=', 'newest.world_id').onRef('posts.id', '=', 'newest.id'))
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'posts.world_id').onRef('agents.id', '=', 'posts.agent_id'),
    )
    .select(['posts.id', 'agents.handle', 'posts.text', 'posts.created_at', 'posts.like_count', 'posts.reply_count'])
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc'),
)

export async function readFeed(read: Read, world: World, agentId: string): Promise<FeedItem[]> {
  const rows = await read.all(newestByOthers, { world: world.id, agent: agentId })
  return rows.map((row) => ({
    postId: row.id,
    authorHandle: row.handle,
    text: row.text,
    createdAt: isoOrEmpty(row.created_at),
    likeCount: row.like_count,
    replyCount: row.reply_count,
  }))
}

const newestOwnPosts = prepare<Params, { id: string; reply_count: number }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select(['id', 'reply_count'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('visibility', '=', literal('public'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(replyPosts)),
)
const newRepliesTo = prepare<
  Params & { post: string; from: number; since: number; after: number; upto: number },
  { id: string; handle: string; text: string; created_at: number }
>((sql, param) =>
  sql
    .selectFrom('replies')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'replies.world_id').onRef('agents.id', '=', 'replies.agent_id'),
    )
    .select(['replies.id', 'agents.handle', 'replies.text', 'replies.created_at'])
    .where('replies.world_id', '=', param('world'))
    .where('replies.post_id', '=', param('post'))
    .where('replies.visibility', '=', literal('public'))
    .where('replies.agent_id', '!=', param('agent'))
    .where('replies.created_at', '>', param('from'))
    .where((eb) =>
      eb.or([
        eb.and([eb('inbox', 'is not', null), eb('inbox', '>', param('after')), eb('inbox', '<=', param('upto'))]),
        eb.and([eb('inbox', 'is', null), eb('replies.created_at', '>', param('since'))]),
      ]),
    )
    .orderBy('replies.created_at', 'desc')
    .orderBy('replies.id', 'desc')
    .limit(literal(repliesPerPost)),
)

/** 1.11: the five newest posts, newest first; under each the ten newest replies, in the order of the conversation. */
export async function readReplies(read: Read, window: Window): Promise<IncomingReply[]> {
  const { world, agentId, since, first, after, upto } = window
  const who = { world: world.id, agent: agentId }
  const from = first ? since : since - LATEST_MS
  const posts = (await read.all(newestOwnPosts, who)).filter(({ reply_count }) => reply_count > 0)
  const replies = await Promise.all(
    posts.map(({ id: post }) => read.all(newRepliesTo, { ...who, post, from, since, after, upto })),
  )
  return replies.flatMap((rows, n) =>
    rows.reverse().map((row) => ({
      postId: posts[n]!.id,
      replyId: row.id,
      authorHandle: row.handle,
      text: row.text,
      createdAt: isoOrEmpty(row.created_at),
    })),
  )
}

const threadsOf = (side: 'low_agent_id' | 'high_agent_id') =>
  prepare<Params, ThreadRow>((sql, param) =>
    sql
      .selectFrom('threads')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where(side, '=', param('agent'))
      .where('message_count', '>', 0)
      .orderBy('last_message_at', 'desc')
      .orderBy('id', 'desc')
      .limit(literal(threadsScanned)),
  )
const THREADS_OF = [threadsOf('low_agent_id'), threadsOf('high_agent_id')] as const

type LastMessage = { handle: string; text: string; created_at: number; inbox: number | null }
type MessageParams = { world: string; thread: string; agent: string }

/** The newest visible message of a thread, of any author or of one side. */
const lastMessage = (of: 'anybody' | 'one') =>
  prepare<MessageParams, LastMessage>((sql, param) => {
    const messages = sql
      .selectFrom('messages')
      .innerJoin('agents', (j) =>
        j.onRef('agents.world_id', '=', 'messages.world_id').onRef('agents.id', '=', 'messages.agent_id'),
      )
      .select(['agents.handle', 'messages.text', 'messages.created_at', 'messages.inbox'])
      .where('messages.world_id', '=', param('world'))
      .where('messages.thread_id', '=', param('thread'))
      .where('messages.visibility', '=', 'public')
      .orderBy('messages.created_at', 'desc')
      .orderBy('messages.id', 'desc')
      .limit(1)
    return of === 'anybody' ? messages : messages.where('messages.agent_id', '=', param('agent'))
  })
const lastOfAnybody = lastMessage('anybody')
const lastOfOne = lastMessage('one')
const handleOf = prepare<{ world: string; id: string }, { handle: string }>((sql, param) =>
  sql.selectFrom('agents').select('handle').where('world_id', '=', param('world')).where('id', '=', param('id')),
)

const isNew = (message: LastMessage | undefined, { since, after, upto }: Window): boolean =>
  message !== undefined &&
  (message.inbox === null ? message.created_at > since : message.inbox > after && message.inbox <= upto)

async function threadView(read: Read, thread: ThreadRow, window: Window): Promise<ThreadItem | null> {
  const world = window.world.id
  const otherId = otherSide(thread, window.agentId)
  const about = { world, thread: thread.id, agent: otherId }
  const last = await read.first(lastOfAnybody, about)
  const other = await read.first(handleOf, { world, id: otherId })
  if (last === undefined || other === undefined) return null
  return {
    threadId: thread.id,
    withHandle: other.handle,
    status: thread.status as ThreadStatus,
    messageCount: thread.message_count,
    unread: isNew(await read.first(lastOfOne, about), window),
    lastMessage: { fromHandle: last.handle, text: last.text, createdAt: isoOrEmpty(last.created_at) },
  }
}

/** 1.11: five of the twenty most recently active threads; unread ones first. */
export async function readThreads(read: Read, window: Window): Promise<ThreadItem[]> {
  const who = { world: window.world.id, agent: window.agentId }
  const mine = (await Promise.all(THREADS_OF.map((query) => read.all(query, who)))).flat()
  const newest = mine
    .sort((a, b) => b.last_message_at - a.last_message_at || (a.id < b.id ? 1 : -1))
    .slice(0, threadsScanned)
  const views = await Promise.all(newest.map((thread) => threadView(read, thread, window)))
  const visibleThreads = views.filter((view) => view !== null)
  return [...visibleThreads.filter(({ unread }) => unread), ...visibleThreads.filter(({ unread }) => !unread)].slice(
    0,
    THREADS,
  )
}
