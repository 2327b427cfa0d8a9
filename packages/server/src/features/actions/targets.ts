// Lookup of the posts, replies and agents that an action names.
import { foldHandle, isPossibleId } from '../../platform/core/text.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { AgentRow, PostRow, ReplyRow } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { readAgent, readAgentByHandle } from '../../stores/posts/agents.ts'

/** The author of an action's target; a visitor among them gets an inbox item. */
export interface Authored {
  readonly agent_id: string
  readonly author_handle: string
  readonly author_kind: string
}

type Place = { world: string; id: string }

const postById = prepare<Place, PostRow & Authored>((sql, param) =>
  sql
    .selectFrom('posts')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'posts.world_id').onRef('agents.id', '=', 'posts.agent_id'),
    )
    .selectAll('posts')
    .select(['agents.handle as author_handle', 'agents.kind as author_kind'])
    .where('posts.world_id', '=', param('world'))
    .where('posts.id', '=', param('id')),
)
const replyById = prepare<Place, ReplyRow & Authored>((sql, param) =>
  sql
    .selectFrom('replies')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'replies.world_id').onRef('agents.id', '=', 'replies.agent_id'),
    )
    .selectAll('replies')
    .select(['agents.handle as author_handle', 'agents.kind as author_kind'])
    .where('replies.world_id', '=', param('world'))
    .where('replies.id', '=', param('id')),
)

/** Missing, hidden and foreign targets look alike to an actor (AMB-63): only visible rows are found. */
export async function visiblePost(read: Read, world: World, id: string): Promise<(PostRow & Authored) | null> {
  const post = isPossibleId(id) ? await read.first(postById, { world: world.id, id }) : undefined
  return post?.visibility === 'public' ? post : null
}

export async function visibleReply(
  read: Read,
  post: PostRow,
  world: World,
  id: string,
): Promise<(ReplyRow & Authored) | null> {
  const reply = isPossibleId(id) ? await read.first(replyById, { world: world.id, id }) : undefined
  return reply?.visibility === 'public' && reply.post_id === post.id ? reply : null
}

type LikedRow = Authored & { visibility: string; like_id: string | null }

const likedPost = prepare<Place & { agent: string }, LikedRow>((sql, param) =>
  sql
    .selectFrom('posts')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'posts.world_id').onRef('agents.id', '=', 'posts.agent_id'),
    )
    .leftJoin('likes', (j) =>
      j
        .onRef('likes.world_id', '=', 'posts.world_id')
        .onRef('likes.post_id', '=', 'posts.id')
        .on('likes.reply_id', '=', literal(''))
        .on('likes.agent_id', '=', param('agent')),
    )
    .select(['posts.agent_id', 'posts.visibility', 'agents.handle as author_handle', 'agents.kind as author_kind'])
    .select('likes.id as like_id')
    .where('posts.world_id', '=', param('world'))
    .where('posts.id', '=', param('id')),
)

/** A visible post that an agent may like, and whether it does already. */
export async function findLikedPost(
  read: Read,
  world: World,
  { agentId, postId }: { readonly agentId: string; readonly postId: string },
): Promise<{ readonly target: Authored; readonly isLiked: boolean } | null> {
  if (!isPossibleId(postId)) return null
  const row = await read.first(likedPost, { world: world.id, id: postId, agent: agentId })
  return row?.visibility === 'public' ? { target: row, isLiked: row.like_id !== null } : null
}

/** Residents have no inbox. */
export const isByVisitor = ({ author_kind }: Authored): boolean => author_kind === 'visitor'

/** The author as a list of addressees. */
export const authorIds = (target: Authored | null): string[] => (target === null ? [] : [target.agent_id])

export type AgentName = { readonly handle: string } | { readonly agentId: string }

export const isSelf = (name: AgentName, self: AgentRow): boolean =>
  'agentId' in name ? name.agentId === self.id : foldHandle(name.handle) === self.handle_folded

/** An enabled agent of the same world. */
export async function findPeer(read: Read, world: World, name: AgentName): Promise<AgentRow | null> {
  const agent =
    'handle' in name
      ? await readAgentByHandle(read, world, name.handle)
      : isPossibleId(name.agentId)
        ? await readAgent(read, world, name.agentId)
        : undefined
  return agent?.enabled === 1 ? agent : null
}
