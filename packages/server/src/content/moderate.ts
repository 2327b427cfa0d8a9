import { logPublic } from '../chronicle/public-log.ts'
import type { Tx } from '../db/database.ts'
import type { PostRow, ReplyRow } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'
import { deletePost, type PostDraft, readAnyPost, updatePost, type Visibility } from './posts.ts'
import { countRepliesOf, deleteReply, readAnyReply, updateReply } from './replies.ts'
import { type MessageRow, recountThreads, writeMessageVisibility } from './threads.ts'

/** Replaces a post's own fields. Its replies stand in the timeline of its topic, and go where the post goes. */
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

/** What followers of a world hear of a change of visibility: it is there, or it is gone. */
function logChange(
  tx: Tx,
  world: World,
  { kind, row, topicId, after }: { kind: 'post' | 'reply'; row: PostRow | ReplyRow; topicId: string; after: string },
  at: number,
): void {
  if ((row.visibility === 'public') === (after === 'public')) return
  const what = { at, subjectId: row.id, agentId: row.agent_id, topicId }
  logPublic(tx, world.id, after === 'public' ? { ...what, kind } : { ...what, kind: 'removed', of: kind })
}

/** Hides, shows, holds or removes a post, with everything that was counted from it. */
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

/** A thread shows and counts only the messages that may be seen. */
export async function setMessageVisibility(
  tx: Tx,
  world: World,
  message: MessageRow,
  visibility: Visibility,
): Promise<void> {
  await writeMessageVisibility(tx, message, visibility)
  await recountThreads(tx, world, [message.thread_id])
}

/** For good: replies, likes and reposts go with it. */
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

/** Whoever could read it is told that something was there (2.14). An id may come back by import, and go again. */
async function leavePlace(tx: Tx, world: World, { post_id, created_at, id, agent_id }: ReplyRow): Promise<void> {
  await tx.sql
    .insertInto('erased_replies')
    .values({ world_id: world.id, post_id, created_at, id, agent_id })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Replies to an erased reply stay, and stand directly under the post. */
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
  await leavePlace(tx, world, stored)
}
