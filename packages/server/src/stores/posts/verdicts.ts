// Moderation verdicts, blocked texts, and changes of visibility.
import { LIMITS } from '@agent-network/contract'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf, upsertOf } from '../../platform/db/statements.ts'
import type { PostRow, ReplyRow, Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { logPublicEvent } from '../event-log/public-log.ts'
import { deletePost, type PostDraft, readAnyPost, updatePost, type Visibility } from './posts.ts'
import { countRepliesOf, deleteReply, readAnyReply, updateReply } from './replies.ts'
import { type MessageRow, recountThreads, writeMessageVisibility } from './threads.ts'

type VerdictRow = Tables['verdicts']

const insert = insertOf('verdicts', [
  'world_id',
  'id',
  'action',
  'category',
  'reason',
  'rule',
  'created_at',
  'released_at',
])

/** Stores why a post, reply or message is quarantined; `id` is that of the text. */
export async function addVerdict(tx: Tx, verdict: Omit<VerdictRow, 'released_at'>): Promise<void> {
  await tx.run(insert, { ...verdict, released_at: null })
}

const verdictById = prepare<{ world: string; id: string }, VerdictRow>((sql, param) =>
  sql.selectFrom('verdicts').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
export const readVerdict = (read: Read, worldId: string, id: string): Promise<VerdictRow | undefined> =>
  read.first(verdictById, { world: worldId, id })

const decide = upsertOf(
  'verdicts',
  ['world_id', 'id', 'action', 'category', 'reason', 'rule', 'created_at', 'released_at'],
  { keeps: ['created_at', 'released_at'] },
)

/**
 * Replaces the verdict of moderation by an operator's reason for hiding a text. The addressees were notified when the
 * text was first shown, so showing it again notifies no one (`releaseVerdict`).
 */
export async function putDecision(
  tx: Tx,
  { worldId, id, category }: { worldId: string; id: string; category: string },
  at: number,
): Promise<void> {
  const decided = { action: 'operator', category, reason: 'An operator decided.', rule: 'operator' }
  await tx.run(decide, { world_id: worldId, id, ...decided, created_at: at, released_at: at })
}

const release = prepare<{ world: string; id: string; at: number }, unknown>((sql, param) =>
  sql
    .updateTable('verdicts')
    .set({ released_at: param('at') })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('released_at', 'is', null),
)

/** Returns false for a text without a verdict, and for one that was released before. */
export const releaseVerdict = async (tx: Tx, worldId: string, id: string, at: number): Promise<boolean> =>
  (await tx.run(release, { world: worldId, id, at })) > 0

type BlockRow = Tables['blocks']

const { keptMs, keptPerAgent } = LIMITS.moderation

const insertBlock = insertOf('blocks', [
  'world_id',
  'id',
  'kind',
  'agent_id',
  'category',
  'rule',
  'length',
  'text',
  'created_at',
])
/** A blocked act costs no unit, so this limit alone bounds the rows that one agent can create. */
const dropOldest = prepare<{ world: string; agent: string }, unknown>((sql, param) =>
  sql
    .deleteFrom('blocks')
    .where('world_id', '=', param('world'))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('blocks as b')
        .select('b.id')
        .where('b.world_id', '=', param('world'))
        .where('b.agent_id', '=', param('agent'))
        .orderBy('b.created_at', 'desc')
        .orderBy('b.id', 'desc')
        .limit(literal(100))
        .offset(literal(keptPerAgent)),
    ),
)

/** Stores a blocked text for the operator's list; the newest thousand of each agent are kept. */
export async function addBlock(tx: Tx, block: BlockRow): Promise<void> {
  await tx.run(insertBlock, block)
  await tx.run(dropOldest, { world: block.world_id, agent: block.agent_id })
}

const blockById = prepare<{ world: string; id: string }, BlockRow>((sql, param) =>
  sql.selectFrom('blocks').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
export const readBlock = (read: Read, { id: world }: { id: string }, id: string): Promise<BlockRow | undefined> =>
  read.first(blockById, { world, id })

export async function eraseBlock(tx: Tx, { world_id, id }: Pick<BlockRow, 'world_id' | 'id'>): Promise<void> {
  await tx.sql.deleteFrom('blocks').where('world_id', '=', world_id).where('id', '=', id).execute()
}

const removeOf = prepare<{ world: string; agent: string }, unknown>((sql, param) =>
  sql.deleteFrom('blocks').where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

/** Deletes all blocked texts of a visitor. */
export async function eraseBlocksOf(tx: Tx, worldId: string, agentId: string): Promise<void> {
  await tx.run(removeOf, { world: worldId, agent: agentId })
}

/**
 * Rows written at or before this time are past their retention of 30 days, even if the sweep has not deleted them yet.
 */
export const retentionCutoff = (at: number): number => at - keptMs

export async function sweepBlocks(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.sql
    .selectFrom('blocks')
    .select(['world_id', 'id'])
    .where('created_at', '<=', retentionCutoff(at))
    .limit(limit)
    .execute()
  for (const block of old) await eraseBlock(tx, block)
  return old.length
}

/** Replaces a post's own fields. Its replies are in the timeline of its topic, so they move with the post. */
export async function replacePost(
  tx: Tx,
  world: World,
  { stored, draft }: { stored: PostRow; draft: PostDraft },
): Promise<void> {
  const before = stored.visibility === 'public'
  const after = draft.visibility === 'public'
  const moves = before !== after || stored.topic_id !== draft.topic_id
  if (moves && before) await countRepliesOf(tx, world, stored, -1)
  await updatePost(tx, world, stored, draft)
  if (moves && after) await countRepliesOf(tx, world, { ...stored, ...draft }, 1)
}

/** Logs a change of visibility for followers of the world, as an addition or a removal. */
function logChange(
  tx: Tx,
  world: World,
  { kind, row, topicId, after }: { kind: 'post' | 'reply'; row: PostRow | ReplyRow; topicId: string; after: string },
  at: number,
): void {
  if ((row.visibility === 'public') === (after === 'public')) return
  const what = { at, subjectId: row.id, agentId: row.agent_id, topicId }
  logPublicEvent(tx, world.id, after === 'public' ? { ...what, kind } : { ...what, kind: 'removed', of: kind })
}

/** Changes the visibility of a post, with all counters that depend on it. */
export async function setPostVisibility(
  tx: Tx,
  world: World,
  { post, visibility }: { post: PostRow; visibility: Visibility },
  at: number,
): Promise<void> {
  await replacePost(tx, world, { stored: post, draft: { ...post, visibility } })
  logChange(tx, world, { kind: 'post', row: post, topicId: post.topic_id, after: visibility }, at)
}

export async function setReplyVisibility(
  tx: Tx,
  world: World,
  { reply, visibility }: { reply: ReplyRow; visibility: Visibility },
  at: number,
): Promise<void> {
  const post = (await readAnyPost(tx, world, reply.post_id))!
  await updateReply(tx, world, { post, stored: reply, draft: { ...reply, visibility } })
  logChange(tx, world, { kind: 'reply', row: reply, topicId: post.topic_id, after: visibility }, at)
}

/** A thread shows and counts only visible messages. */
export async function setMessageVisibility(
  tx: Tx,
  world: World,
  message: MessageRow,
  visibility: Visibility,
): Promise<void> {
  await writeMessageVisibility(tx, message, visibility)
  await recountThreads(tx, world, [message.thread_id])
}

/** Deletes a post permanently, with its replies, likes and reposts. */
export async function erasePost(tx: Tx, world: World, post: PostRow, at: number): Promise<void> {
  logChange(tx, world, { kind: 'post', row: post, topicId: post.topic_id, after: 'removed' }, at)
  const replies = await tx.sql
    .selectFrom('replies')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('post_id', '=', post.id)
    .execute()
  for (const reply of replies) await deleteReply(tx, world, post, reply)
  await tx.sql.deleteFrom('erased_replies').where('world_id', '=', world.id).where('post_id', '=', post.id).execute()
  await tx.sql.deleteFrom('likes').where('world_id', '=', world.id).where('post_id', '=', post.id).execute()
  await tx.sql.deleteFrom('reposts').where('world_id', '=', world.id).where('post_id', '=', post.id).execute()
  await deletePost(tx, world, post)
}

/** Leaves a tombstone for readers of the reply (2.14). An id may be imported again, and erased again. */
async function addTombstone(tx: Tx, world: World, { post_id, created_at, id, agent_id }: ReplyRow): Promise<void> {
  await tx.sql
    .insertInto('erased_replies')
    .values({ world_id: world.id, post_id, created_at, id, agent_id })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Replies to an erased reply stay, directly under the post. */
export async function eraseReply(tx: Tx, world: World, reply: ReplyRow, at: number): Promise<void> {
  const post = (await readAnyPost(tx, world, reply.post_id))!
  logChange(tx, world, { kind: 'reply', row: reply, topicId: post.topic_id, after: 'removed' }, at)
  await tx.sql
    .updateTable('replies')
    .set({ parent_reply_id: null })
    .where('world_id', '=', world.id)
    .where('post_id', '=', post.id)
    .where('parent_reply_id', '=', reply.id)
    .execute()
  await tx.sql
    .deleteFrom('likes')
    .where('world_id', '=', world.id)
    .where('post_id', '=', post.id)
    .where('reply_id', '=', reply.id)
    .execute()
  const stored = await readAnyReply(tx, world, reply.id)
  if (stored === undefined) return
  await deleteReply(tx, world, post, stored)
  await addTombstone(tx, world, stored)
}
