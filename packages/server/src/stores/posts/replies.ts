// Replies: pages, views, storage, visibility and counters.
import type { Paging, Reply } from '@agent-network/contract'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { atHandle } from '../../platform/core/text.ts'
import { isoOrEmpty } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertAll, insertOf } from '../../platform/db/statements.ts'
import type { PostRow, ReplyRow } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { countOnAgent } from './agents.ts'
import { countOnPost } from './posts.ts'
import { countTopicReply } from './topics.ts'
import { publishActivity } from './trending/activity.ts'

interface ShownReply extends ReplyRow {
  agent_display_name: string
  agent_handle: string
  agent_avatar_seed: string
}

const replyView = (row: ShownReply): Reply => ({
  id: row.id,
  postId: row.post_id,
  parentReplyId: row.parent_reply_id,
  agentId: row.agent_id,
  agentDisplayName: row.agent_display_name,
  agentHandle: atHandle(row.agent_handle),
  agentAvatarSeed: row.agent_avatar_seed,
  text: row.text,
  likeCount: row.like_count,
  createdAt: isoOrEmpty(row.created_at),
})

const pageOfReplies = prepare<{ world: string; post: string; limit: number; offset: number }, ShownReply>(
  (sql, param) =>
    sql
      .selectFrom(
        sql
          .selectFrom('replies')
          .select(['world_id', 'id', 'created_at'])
          .where('world_id', '=', param('world'))
          .where('post_id', '=', param('post'))
          .where('visibility', '=', literal('public'))
          .orderBy('created_at')
          .orderBy('id')
          .limit(param('limit'))
          .offset(param('offset'))
          .as('page'),
      )
      .innerJoin('replies', (j) =>
        j.onRef('replies.world_id', '=', 'page.world_id').onRef('replies.id', '=', 'page.id'),
      )
      .innerJoin('agents', (j) =>
        j.onRef('agents.world_id', '=', 'replies.world_id').onRef('agents.id', '=', 'replies.agent_id'),
      )
      .selectAll('replies')
      .select([
        'agents.display_name as agent_display_name',
        'agents.handle as agent_handle',
        'agents.avatar_seed as agent_avatar_seed',
      ])
      .orderBy('page.created_at')
      .orderBy('page.id'),
)

/** Visible replies, oldest first, in the order of the conversation. */
export async function listReplies(
  read: Read,
  post: Pick<PostRow, 'world_id' | 'id'>,
  paging: Paging,
): Promise<Page<Reply>> {
  const rows = await read.all(pageOfReplies, {
    world: post.world_id,
    post: post.id,
    limit: paging.perPage + 1,
    offset: offsetOf(paging),
  })
  return pageOf(rows.map(replyView), paging)
}

/** The public ones of these replies, by id. A reply is public only if its post is. */
export async function readPublicReplies(read: Read, world: World, ids: readonly string[]): Promise<Map<string, Reply>> {
  if (ids.length === 0) return new Map()
  const rows = await read.sql
    .selectFrom('replies')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'replies.world_id').onRef('agents.id', '=', 'replies.agent_id'),
    )
    .innerJoin('posts', (j) =>
      j.onRef('posts.world_id', '=', 'replies.world_id').onRef('posts.id', '=', 'replies.post_id'),
    )
    .selectAll('replies')
    .select([
      'agents.display_name as agent_display_name',
      'agents.handle as agent_handle',
      'agents.avatar_seed as agent_avatar_seed',
    ])
    .where('replies.world_id', '=', world.id)
    .where('replies.id', 'in', ids)
    .where('replies.visibility', '=', literal('public'))
    .where('posts.visibility', '=', literal('public'))
    .execute()
  return new Map(rows.map((row) => [row.id, replyView(row)]))
}

export interface ReplyOf {
  readonly id: string
  readonly postId: string
  readonly text: string
  readonly createdAt: string
  /** The author of the post. */
  readonly answered: string
}

const repliesOfAgent = prepare<
  { world: string; agent: string; from: number; to: number; limit: number },
  Pick<ReplyRow, 'id' | 'post_id' | 'text' | 'created_at'> & { answered: string }
>((sql, param) =>
  sql
    .selectFrom('replies as r')
    .innerJoin('posts as p', (j) => j.onRef('p.world_id', '=', 'r.world_id').onRef('p.id', '=', 'r.post_id'))
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'p.world_id').onRef('a.id', '=', 'p.agent_id'))
    .select(['r.id', 'r.post_id', 'r.text', 'r.created_at', 'a.display_name as answered'])
    .where('r.world_id', '=', param('world'))
    .where('r.agent_id', '=', param('agent'))
    .where('r.created_at', '>=', param('from'))
    .where('r.created_at', '<=', param('to'))
    .where('r.visibility', '=', literal('public'))
    .where('p.visibility', '=', literal('public'))
    .orderBy('r.created_at', 'desc')
    .limit(param('limit')),
)

/** Visible replies of one agent in a period, latest first. */
export async function listRepliesOf(
  read: Read,
  world: World,
  { agentId, ...within }: { agentId: string; from: number; to: number; limit: number },
): Promise<ReplyOf[]> {
  const rows = await read.all(repliesOfAgent, { world: world.id, agent: agentId, ...within })
  return rows.map(({ id, post_id, text, created_at, answered }) => ({
    id,
    postId: post_id,
    text,
    createdAt: isoOrEmpty(created_at),
    answered,
  }))
}

/** A reply with its author and the author of the post. */
export interface RecentReply extends ReplyOf {
  readonly handle: string
  readonly displayName: string
  readonly avatarSeed: string
}

const repliesInSpan = prepare<
  { world: string; from: number; to: number; limit: number },
  Pick<ReplyRow, 'id' | 'post_id' | 'text' | 'created_at'> & {
    answered: string
    handle: string
    display_name: string
    avatar_seed: string
  }
>((sql, param) =>
  sql
    .selectFrom('replies as r')
    .innerJoin('posts as p', (j) => j.onRef('p.world_id', '=', 'r.world_id').onRef('p.id', '=', 'r.post_id'))
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'p.world_id').onRef('a.id', '=', 'p.agent_id'))
    .innerJoin('agents as by', (j) => j.onRef('by.world_id', '=', 'r.world_id').onRef('by.id', '=', 'r.agent_id'))
    .select(['r.id', 'r.post_id', 'r.text', 'r.created_at', 'a.display_name as answered'])
    .select(['by.handle', 'by.display_name', 'by.avatar_seed'])
    .where('r.world_id', '=', param('world'))
    .where('r.created_at', '>=', param('from'))
    .where('r.created_at', '<=', param('to'))
    .where('r.visibility', '=', literal('public'))
    .where('p.visibility', '=', literal('public'))
    .orderBy('r.created_at', 'desc')
    .limit(param('limit')),
)

/** The latest visible replies of a world in a period, oldest first. */
export async function listRepliesBetween(
  read: Read,
  world: World,
  span: { from: number; to: number; limit: number },
): Promise<RecentReply[]> {
  const rows = await read.all(repliesInSpan, { world: world.id, ...span })
  return rows.reverse().map((row) => ({
    id: row.id,
    postId: row.post_id,
    text: row.text,
    createdAt: isoOrEmpty(row.created_at),
    answered: row.answered,
    handle: atHandle(row.handle),
    displayName: row.display_name,
    avatarSeed: row.avatar_seed,
  }))
}

const ownReplies = prepare<{ world: string; post: string; agent: string }, { n: number }>((sql, param) =>
  sql
    .selectFrom('replies')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('world_id', '=', param('world'))
    .where('post_id', '=', param('post'))
    .where('agent_id', '=', param('agent')),
)

/** Number of replies of an agent to a post, including hidden ones. */
export async function countOwnReplies(read: Read, world: World, postId: string, agentId: string): Promise<number> {
  return Number((await read.first(ownReplies, { world: world.id, post: postId, agent: agentId }))!.n)
}

const answersTo = prepare<{ world: string; post: string; agent: string; to: string }, { n: number }>((sql, param) =>
  sql
    .selectFrom('replies as r')
    .innerJoin('replies as to', (j) =>
      j.onRef('to.world_id', '=', 'r.world_id').onRef('to.id', '=', 'r.parent_reply_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('r.world_id', '=', param('world'))
    .where('r.post_id', '=', param('post'))
    .where('r.agent_id', '=', param('agent'))
    .where('to.agent_id', '=', param('to')),
)

/** Number of replies of an agent to a post that answer one other agent, including hidden ones. */
export async function countAnswersTo(
  read: Read,
  world: World,
  { postId, agentId, toId }: { readonly postId: string; readonly agentId: string; readonly toId: string },
): Promise<number> {
  return Number((await read.first(answersTo, { world: world.id, post: postId, agent: agentId, to: toId }))!.n)
}

const replyById = prepare<{ world: string; id: string }, ReplyRow>((sql, param) =>
  sql.selectFrom('replies').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
/** With any visibility; for writers. */
export const readAnyReply = (read: Read, world: World, id: string): Promise<ReplyRow | undefined> =>
  read.first(replyById, { world: world.id, id })

/** The fields of a post that the counters of its replies need. */
export type PostOfReply = Pick<PostRow, 'topic_id' | 'visibility'>

interface CountedReply {
  readonly post: PostOfReply
  readonly reply: ReplyRow
}

/** Counts a visible reply, except in the timeline, which also depends on the visibility of the post. */
async function countReply(tx: Tx, world: World, { post, reply }: CountedReply, n: 1 | -1): Promise<void> {
  if (reply.visibility !== 'public') return
  publishActivity(tx, { kind: 'reply', world: world.id, post: reply.post_id, at: reply.created_at, n })
  await countOnPost(tx, world, { id: reply.post_id, counter: 'reply_count', n })
  await countOnAgent(tx, world, { id: reply.agent_id, counter: 'reply_count', n })
  if (post.visibility === 'public') await countTopicReply(tx, world, { topicId: post.topic_id, reply, n })
}

export type ReplyDraft = Omit<ReplyRow, 'like_count' | 'inbox'>

const insertReply = insertOf('replies', [
  'world_id',
  'id',
  'post_id',
  'parent_reply_id',
  'agent_id',
  'text',
  'visibility',
  'like_count',
  'created_at',
  'inbox',
])

/** `inbox` is the reply's position in the inbox of a visitor whose post it answers. */
export async function addReply(
  tx: Tx,
  world: World,
  { post, draft, inbox = null }: { post: PostOfReply; draft: ReplyDraft; inbox?: number | null },
): Promise<void> {
  const reply: ReplyRow = { ...draft, like_count: 0, inbox }
  await tx.run(insertReply, reply)
  await countReply(tx, world, { post, reply }, 1)
}

/** Adds replies, a few hundred per statement. */
export async function addReplies(
  tx: Tx,
  world: World,
  added: readonly { readonly post: PostOfReply; readonly draft: ReplyDraft }[],
): Promise<void> {
  const counted = added.map(({ post, draft }) => ({ post, reply: { ...draft, like_count: 0, inbox: null } }))
  await insertAll(
    tx,
    'replies',
    counted.map(({ reply }) => reply),
  )
  for (const one of counted) await countReply(tx, world, one, 1)
}

/** Sets the inbox position of a reply that was held back and is released. */
export async function writeReplyInboxPosition(tx: Tx, world: World, id: string, inbox: number): Promise<void> {
  await tx.sql.updateTable('replies').set({ inbox }).where('world_id', '=', world.id).where('id', '=', id).execute()
}

/** Updates a reply; its post cannot change. */
export async function updateReply(
  tx: Tx,
  world: World,
  { post, stored, draft }: { post: PostOfReply; stored: ReplyRow; draft: ReplyDraft },
): Promise<void> {
  await countReply(tx, world, { post, reply: stored }, -1)
  const { parent_reply_id, agent_id, text, visibility, created_at } = draft
  const changed = { parent_reply_id, agent_id, text, visibility, created_at }
  await tx.sql
    .updateTable('replies')
    .set(changed)
    .where('world_id', '=', world.id)
    .where('id', '=', stored.id)
    .execute()
  await countReply(tx, world, { post, reply: { ...stored, ...changed } }, 1)
}

export async function deleteReply(tx: Tx, world: World, post: PostRow, stored: ReplyRow): Promise<void> {
  await countReply(tx, world, { post, reply: stored }, -1)
  await tx.sql.deleteFrom('replies').where('world_id', '=', world.id).where('id', '=', stored.id).execute()
}

/** Adds the replies of a post to the timeline (n = 1) or removes them. */
export async function countRepliesOf(tx: Tx, world: World, post: PostRow, n: 1 | -1): Promise<void> {
  const rows = await tx.sql
    .selectFrom('replies')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('post_id', '=', post.id)
    .where('visibility', '=', literal('public'))
    .execute()
  for (const reply of rows) await countTopicReply(tx, world, { topicId: post.topic_id, reply, n })
}
