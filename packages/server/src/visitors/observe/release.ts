import { capture } from '../../chronicle/events.ts'
import { replyReceived } from '../../chronicle/facts.ts'
import { readAgent } from '../../content/agents.ts'
import { readAnyPost } from '../../content/posts.ts'
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
  world: World,
  reply: ReplyRow,
  switches: Switches,
  at: number,
): Promise<void> {
  if (reply.visibility !== 'quarantined') return
  const post = await readAnyPost(tx, world, reply.post_id)
  const author = await readAgent(tx, world, reply.agent_id)
  if (post === undefined || author === undefined || post.agent_id === author.id) return
  if (!(await releaseVerdict(tx, world.id, reply.id, at))) return
  await capture(tx, { world, agentId: post.agent_id, switches, at }, [
    replyReceived({
      fromHandle: author.handle,
      postId: post.id,
      replyId: reply.id,
      occurredAt: Math.min(reply.created_at, at),
    }),
  ])
}
