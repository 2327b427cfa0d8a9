import { readAgent, readAgentByHandle } from '../content/agents.ts'
import { readAnyPost } from '../content/posts.ts'
import { readAnyReply } from '../content/replies.ts'
import { foldHandle, isPossibleId } from '../core/text.ts'
import type { Read } from '../db/database.ts'
import type { AgentRow, PostRow, ReplyRow } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

/** Missing, hidden and foreign things look alike to an actor (AMB-63): nothing is found that it could not see. */
export async function visiblePost(read: Read, world: World, id: string): Promise<PostRow | null> {
  const post = isPossibleId(id) ? await readAnyPost(read, world, id) : undefined
  return post?.visibility === 'public' ? post : null
}

export async function visibleReply(read: Read, post: PostRow, world: World, id: string): Promise<ReplyRow | null> {
  const reply = isPossibleId(id) ? await readAnyReply(read, world, id) : undefined
  return reply?.visibility === 'public' && reply.post_id === post.id ? reply : null
}

export type AgentName = { readonly handle: string } | { readonly agentId: string }

export const isSelf = (name: AgentName, self: AgentRow): boolean =>
  'agentId' in name ? name.agentId === self.id : foldHandle(name.handle) === self.handle_folded

/** Somebody of the same world who has not been switched off. */
export async function findPeer(read: Read, world: World, name: AgentName): Promise<AgentRow | null> {
  const agent =
    'handle' in name
      ? await readAgentByHandle(read, world, name.handle)
      : isPossibleId(name.agentId)
        ? await readAgent(read, world, name.agentId)
        : undefined
  return agent?.enabled === 1 ? agent : null
}
