// Likes, follows and reposts: storage and counters.
import type { Repost } from '@agent-network/contract'
import { atHandle } from '../../platform/core/text.ts'
import { isoOrEmpty } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertMissing, insertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { countOnAgent } from './agents.ts'
import { deferredCountsOf } from './counters.ts'
import { countOnKnownPost, countOnPost } from './posts.ts'
import { publishActivity } from './trending/activity.ts'

export type LikeRow = Tables['likes']
export type FollowRow = Tables['follows']
export type RepostRow = Tables['reposts']
export type TieTable = 'likes' | 'follows' | 'reposts'

const countOnReply = prepare<{ world: string; id: string; n: number }, unknown>((sql, param) =>
  sql
    .updateTable('replies')
    .set((eb) => ({ like_count: eb('like_count', '+', param('n')) }))
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

function noteLike(tx: Tx, { world_id: world, post_id: post, reply_id, created_at: at }: LikeRow, n: 1 | -1): void {
  if (reply_id === '') publishActivity(tx, { kind: 'like', world, post, at, n })
}

const noteFollow = (tx: Tx, { world_id: world, target_agent_id: agent, created_at: at }: FollowRow, n: 1 | -1): void =>
  publishActivity(tx, { kind: 'follow', world, agent, at, n })

async function countLike(tx: Tx, world: World, like: LikeRow, n: 1 | -1): Promise<void> {
  const later = deferredCountsOf(tx, world.id)
  noteLike(tx, like, n)
  if (like.reply_id === '') await countOnPost(tx, world, { id: like.post_id, counter: 'like_count', n })
  else if (later !== null) later.likeReply(like.reply_id, n)
  else await tx.run(countOnReply, { world: world.id, id: like.reply_id, n })
}

const likeOn = (target: 'post' | 'reply') =>
  prepare<{ world: string; post: string; reply: string; agent: string }, { id: string }>((sql, param) =>
    sql
      .selectFrom('likes')
      .select('id')
      .where('world_id', '=', param('world'))
      .where('post_id', '=', param('post'))
      // As a bound value it might not match the partial index, and SQLite would plan the statement again at every call.
      .where('reply_id', '=', target === 'post' ? literal('') : param('reply'))
      .where('agent_id', '=', param('agent')),
  )
const likeOnPost = likeOn('post')
const likeOnReply = likeOn('reply')

/** Whether an agent likes a post, or with `replyId` a reply. */
export async function hasLike(
  read: Read,
  world: World,
  { agentId, postId, replyId = '' }: { agentId: string; postId: string; replyId?: string | undefined },
): Promise<boolean> {
  const like = { world: world.id, post: postId, reply: replyId, agent: agentId }
  return (await read.first(replyId === '' ? likeOnPost : likeOnReply, like)) !== undefined
}

const followOf = prepare<{ world: string; agent: string; target: string }, { id: string }>((sql, param) =>
  sql
    .selectFrom('follows')
    .select('id')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('target_agent_id', '=', param('target')),
)

export const hasFollow = async (read: Read, world: World, agentId: string, targetId: string): Promise<boolean> =>
  (await read.first(followOf, { world: world.id, agent: agentId, target: targetId })) !== undefined

const repostOf = prepare<{ world: string; agent: string; post: string }, { id: string }>((sql, param) =>
  sql
    .selectFrom('reposts')
    .select('id')
    .where('world_id', '=', param('world'))
    .where('post_id', '=', param('post'))
    .where('agent_id', '=', param('agent')),
)

export const hasRepost = async (read: Read, world: World, agentId: string, postId: string): Promise<boolean> =>
  (await read.first(repostOf, { world: world.id, agent: agentId, post: postId })) !== undefined

const insertNewLike = insertOf('likes', ['world_id', 'id', 'agent_id', 'post_id', 'reply_id', 'created_at'])

/**
 * Adds a like that was looked up and not found, of a text that exists. If the same like is added concurrently, the
 * unique index fails the transaction, and it is retried.
 */
export function addNewLike(tx: Tx, world: World, like: LikeRow): void {
  tx.send(insertNewLike, like)
  noteLike(tx, like, 1)
  const later = deferredCountsOf(tx, world.id)
  if (like.reply_id === '') countOnKnownPost(tx, world, { id: like.post_id, counter: 'like_count', n: 1 })
  else if (later !== null) later.likeReply(like.reply_id, 1)
  else tx.send(countOnReply, { world: world.id, id: like.reply_id, n: 1 })
}

/** Adds the likes that are not stored yet, a few hundred per statement, and returns their ids. */
export async function addLikes(tx: Tx, world: World, rows: readonly LikeRow[]): Promise<Set<string>> {
  const added = await insertMissing(tx, 'likes', rows)
  for (const like of rows) if (added.has(like.id)) await countLike(tx, world, like, 1)
  return added
}

const insertFollow = insertOf('follows', ['world_id', 'id', 'agent_id', 'target_agent_id', 'created_at'], {
  orNothing: true,
})

async function countFollow(tx: Tx, world: World, follow: FollowRow, n: 1 | -1): Promise<void> {
  noteFollow(tx, follow, n)
  await countOnAgent(tx, world, { id: follow.agent_id, counter: 'following_count', n })
  await countOnAgent(tx, world, { id: follow.target_agent_id, counter: 'followers_count', n })
}

/** Returns false if the follow exists already. */
export async function addFollow(tx: Tx, world: World, follow: FollowRow): Promise<boolean> {
  if ((await tx.run(insertFollow, follow)) === 0) return false
  await countFollow(tx, world, follow, 1)
  return true
}

/** As `addLikes`. */
export async function addFollows(tx: Tx, world: World, rows: readonly FollowRow[]): Promise<Set<string>> {
  const added = await insertMissing(tx, 'follows', rows)
  for (const follow of rows) if (added.has(follow.id)) await countFollow(tx, world, follow, 1)
  return added
}

const insertRepost = insertOf('reposts', ['world_id', 'id', 'agent_id', 'post_id', 'created_at'], { orNothing: true })

/** Returns false if this agent has reposted it already. */
export async function addRepost(tx: Tx, repost: RepostRow): Promise<boolean> {
  return (await tx.run(insertRepost, repost)) > 0
}

/** As `addLikes`. Reposts have no counter. */
export const addReposts = (tx: Tx, rows: readonly RepostRow[]): Promise<Set<string>> =>
  insertMissing(tx, 'reposts', rows)

const deleteTie = async (tx: Tx, table: TieTable, tie: { world_id: string; id: string }) => {
  await tx.sql.deleteFrom(table).where('world_id', '=', tie.world_id).where('id', '=', tie.id).execute()
}

/** The id of the tie with these ends. */
export async function tieId<T extends TieTable>(
  read: Read,
  table: T,
  worldId: string,
  ends: Omit<Tables[T], 'world_id' | 'id' | 'created_at'>,
): Promise<string> {
  let query = read.sql
    .selectFrom(table as 'likes')
    .select('id')
    .where('world_id', '=', worldId)
  for (const [column, value] of Object.entries(ends)) query = query.where(column as 'agent_id', '=', value as string)
  return (await query.executeTakeFirstOrThrow()).id
}

/** Changes the time of a tie; its ends stay. */
export async function writeTieTime<T extends TieTable>(
  tx: Tx,
  table: T,
  stored: Tables[T],
  createdAt: number,
): Promise<void> {
  for (const [row, n] of [
    [stored, -1],
    [{ ...stored, created_at: createdAt }, 1],
  ] as const) {
    if (table === 'likes') noteLike(tx, row as LikeRow, n)
    if (table === 'follows') noteFollow(tx, row as FollowRow, n)
  }
  await tx.sql
    .updateTable(table as 'likes')
    .set({ created_at: createdAt })
    .where('world_id', '=', stored.world_id)
    .where('id', '=', stored.id)
    .execute()
}

export async function removeLike(tx: Tx, world: World, stored: LikeRow): Promise<void> {
  await deleteTie(tx, 'likes', stored)
  await countLike(tx, world, stored, -1)
}

export async function removeFollow(tx: Tx, world: World, stored: FollowRow): Promise<void> {
  await deleteTie(tx, 'follows', stored)
  await countFollow(tx, world, stored, -1)
}

export const removeRepost = (tx: Tx, stored: RepostRow): Promise<void> => deleteTie(tx, 'reposts', stored)

/** The agents who reposted a post, oldest first, up to `limit`. */
export async function listReposters(
  read: Read,
  world: World,
  postId: string,
  limit: number,
): Promise<{ handle: string; displayName: string }[]> {
  const rows = await read.sql
    .selectFrom('reposts')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'reposts.world_id').onRef('agents.id', '=', 'reposts.agent_id'),
    )
    .select(['agents.handle', 'agents.display_name'])
    .where('reposts.world_id', '=', world.id)
    .where('reposts.post_id', '=', postId)
    .orderBy('reposts.created_at')
    .orderBy('reposts.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ handle: atHandle(row.handle), displayName: row.display_name }))
}

/** Of these reposts, those whose post is public, by id. */
export async function readPublicReposts(
  read: Read,
  world: World,
  ids: readonly string[],
): Promise<Map<string, Repost>> {
  if (ids.length === 0) return new Map()
  const rows = await read.sql
    .selectFrom('reposts')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'reposts.world_id').onRef('agents.id', '=', 'reposts.agent_id'),
    )
    .innerJoin('posts', (j) =>
      j.onRef('posts.world_id', '=', 'reposts.world_id').onRef('posts.id', '=', 'reposts.post_id'),
    )
    .select(['reposts.id', 'reposts.post_id', 'reposts.agent_id', 'reposts.created_at', 'agents.handle'])
    .where('reposts.world_id', '=', world.id)
    .where('reposts.id', 'in', ids)
    .where('posts.visibility', '=', literal('public'))
    .execute()
  return new Map(
    rows.map(({ id, post_id, agent_id, created_at, handle }) => [
      id,
      { id, postId: post_id, agentId: agent_id, agentHandle: atHandle(handle), createdAt: isoOrEmpty(created_at) },
    ]),
  )
}
