import { addressees, answeredOf } from '../../chronicle/addressees.ts'
import { replyReceived } from '../../chronicle/facts.ts'
import { tell } from '../../chronicle/tell.ts'
import { readAgent } from '../../content/agents.ts'
import { readAnyPost } from '../../content/posts.ts'
import { placeReply } from '../../content/replies.ts'
import { replyHappening } from '../../content/spoken-to.ts'
import { releaseVerdict } from '../../content/verdicts.ts'
import type { Tx } from '../../db/database.ts'
import type { ReplyRow } from '../../db/tables.ts'
import type { Switches } from '../../settings/switches.ts'
import type { World } from '../../worlds/worlds.ts'

/**
 * A reply that moderation held back reaches its addressee when an operator first lets it be seen. Called before the
 * change itself, because visitors are locked before anything is counted.
 */
export async function tellOfRelease(
  tx: Tx,
  { world, reply, switches }: { world: World; reply: ReplyRow; switches: Switches },
  at: number,
): Promise<void> {
  if (reply.visibility !== 'quarantined') return
  const post = await readAnyPost(tx, world, reply.post_id)
  const author = await readAgent(tx, world, reply.agent_id)
  if (post === undefined || author === undefined) return
  if (!(await releaseVerdict(tx, world.id, reply.id, at))) return
  const happening = await replyHappening(tx, world, {
    byId: author.id,
    post,
    parentReplyId: reply.parent_reply_id,
    text: reply.text,
  })
  const fact = replyReceived({
    fromHandle: author.handle,
    postId: post.id,
    replyId: reply.id,
    occurredAt: Math.min(reply.created_at, at),
  })
  for (const agentId of addressees(happening)) {
    const yours = answeredOf(happening, agentId)
    const named = { postId: post.id, replyId: reply.id, parentReplyId: reply.parent_reply_id }
    const item = { kind: 'reply', fromId: author.id, ref: { ...named, ...(yours === null ? {} : { yours }) } } as const
    const place = await tell(tx, { world, agentId, switches, at }, [{ item, fact }])
    if (place !== null && agentId === post.agent_id) await placeReply(tx, world, reply.id, place)
  }
}
