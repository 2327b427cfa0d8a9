// Erasure of one agent's texts, letters and profile, in batches that can be repeated.
import { foldHandle } from '../../platform/core/text.ts'
import { type Database, literal, type Read, type Tx } from '../../platform/db/database.ts'
import type { PostRow, ReplyRow } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { putAgent, readAgent } from './agents.ts'
import { deleteReply } from './replies.ts'
import { recountThreads } from './threads.ts'
import { erasePost, eraseReply } from './verdicts.ts'

/** The agent whose rows are erased or read. */
export interface ErasedAgent {
  readonly world: World
  readonly agentId: string
}

/** Every table with texts of an agent has two indexes: one for visible rows, one for the others. */
const VISIBLE = ['=', '<>'] as const

const postsOf = (read: Read, { world, agentId }: ErasedAgent, comparison: (typeof VISIBLE)[number]) =>
  read.sql
    .selectFrom('posts')
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .where('visibility', comparison, literal('public'))

const repliesOf = (read: Read, { world, agentId }: ErasedAgent) =>
  read.sql.selectFrom('replies').where('world_id', '=', world.id).where('agent_id', '=', agentId)

/** Deletes the verdicts of deleted texts: a rule can name a word of the text. */
async function deleteVerdicts(tx: Tx, { id: worldId }: World, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.sql
      .deleteFrom('verdicts')
      .where('world_id', '=', worldId)
      .where('id', 'in', [...ids])
      .execute()
}

/** Replies per transaction. */
const THREAD_BATCH = 25

/** Some replies under a post; a long thread is deleted in several transactions. */
const someRepliesTo = (tx: Tx, world: World, postId: string, limit: number): Promise<ReplyRow[]> =>
  tx.sql
    .selectFrom('replies')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('post_id', '=', postId)
    .limit(limit)
    .execute()

/** Deletes a post with its thread; a long thread only in part. Returns the number of deleted posts and replies. */
async function eraseThread(tx: Tx, world: World, post: PostRow, at: number): Promise<number> {
  const replies = await someRepliesTo(tx, world, post.id, THREAD_BATCH)
  for (const reply of replies) await deleteReply(tx, world, post, reply)
  await deleteVerdicts(
    tx,
    world,
    replies.map(({ id }) => id),
  )
  if (replies.length === THREAD_BATCH) return replies.length
  await erasePost(tx, world, post, at)
  await deleteVerdicts(tx, world, [post.id])
  return replies.length + 1
}

/** Deletes one post of the agent with its thread; returns 0 if there is none. */
export async function erasePostsOf(tx: Tx, agent: ErasedAgent, at: number): Promise<number> {
  for (const comparison of VISIBLE) {
    const post = await postsOf(tx, agent, comparison).selectAll().limit(1).executeTakeFirst()
    if (post !== undefined) return eraseThread(tx, agent.world, post, at)
  }
  return 0
}

async function oldestPost(read: Read, world: World, before: number): Promise<PostRow | undefined> {
  for (const comparison of VISIBLE) {
    const post = await read.sql
      .selectFrom('posts')
      .selectAll()
      .where('world_id', '=', world.id)
      .where('visibility', comparison, literal('public'))
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
    if (post !== undefined) return post
  }
  return undefined
}

/** Deletes the oldest post of a world from before `before` with its thread; returns 0 if there is none. */
export async function eraseOldestPost(
  database: Database,
  world: World,
  { before, at }: { readonly before: number; readonly at: number },
): Promise<number> {
  // Read first: a transaction would invalidate cached responses.
  if ((await oldestPost(database.read, world, before)) === undefined) return 0
  return database.transact(async (tx) => {
    const post = await oldestPost(tx, world, before)
    return post === undefined ? 0 : eraseThread(tx, world, post, at)
  })
}

/** Deletes replies of the agent; answers to them stay, directly under the post. */
export async function eraseRepliesOf(tx: Tx, agent: ErasedAgent, limit: number, at: number): Promise<number> {
  const { world } = agent
  const replies = await repliesOf(tx, agent).selectAll().limit(limit).execute()
  for (const reply of replies) await eraseReply(tx, world, reply, at)
  await deleteVerdicts(
    tx,
    world,
    replies.map(({ id }) => id),
  )
  return replies.length
}

/**
 * The letters that the agent wrote, and those that residents wrote to it. Letters of other visitors belong to their
 * owners.
 */
const lettersOf = (read: Read, { world, agentId }: ErasedAgent) =>
  read.sql
    .selectFrom('messages')
    .innerJoin('agents', (join) =>
      join.onRef('agents.world_id', '=', 'messages.world_id').onRef('agents.id', '=', 'messages.agent_id'),
    )
    .where('messages.world_id', '=', world.id)
    .where('messages.thread_id', 'in', (eb) =>
      eb
        .selectFrom('threads as low')
        .select('low.id')
        .where('low.world_id', '=', world.id)
        .where('low.low_agent_id', '=', agentId)
        .unionAll(
          eb
            .selectFrom('threads as high')
            .select('high.id')
            .where('high.world_id', '=', world.id)
            .where('high.high_agent_id', '=', agentId),
        ),
    )
    .where((eb) => eb.or([eb('messages.agent_id', '=', agentId), eb('agents.kind', '=', literal('resident'))]))

export async function eraseLettersOf(tx: Tx, agent: ErasedAgent, limit: number): Promise<number> {
  const letters = await lettersOf(tx, agent).select(['messages.id', 'messages.thread_id']).limit(limit).execute()
  if (letters.length === 0) return 0
  const ids = letters.map(({ id }) => id)
  await tx.sql.deleteFrom('messages').where('world_id', '=', agent.world.id).where('id', 'in', ids).execute()
  await deleteVerdicts(tx, agent.world, ids)
  await recountThreads(
    tx,
    agent.world,
    letters.map(({ thread_id }) => thread_id),
  )
  return letters.length
}

/** Clears the profile. `isAnonymous` also replaces handle, name and portrait, which its texts show. */
export async function eraseProfile(tx: Tx, { world, agentId }: ErasedAgent, isAnonymous: boolean): Promise<void> {
  const agent = await readAgent(tx, world, agentId)
  if (agent === undefined) return
  const { position: _, post_count, reply_count, followers_count, following_count, last_post_at, ...draft } = agent
  const handle = `erased-${agentId.slice(agentId.lastIndexOf('_') + 1).toLowerCase()}`
  const identity = isAnonymous
    ? { handle, handle_folded: foldHandle(handle), display_name: 'Former visitor', avatar_seed: handle }
    : {}
  await putAgent(tx, world, { ...draft, ...identity, bio: '', interests: '[]', specialty: null, persona: '' })
}

const numberOf = (row: { n: string | number | bigint }): number => Number(row.n)

/** Number of rows that an erasure handles. */
export async function countTextsOf(
  read: Read,
  agent: ErasedAgent,
): Promise<{ posts: number; replies: number; letters: number }> {
  const [visible, others, replies, letters] = await Promise.all([
    postsOf(read, agent, '=')
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
    postsOf(read, agent, '<>')
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
    repliesOf(read, agent)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
    lettersOf(read, agent)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return { posts: numberOf(visible) + numberOf(others), replies: numberOf(replies), letters: numberOf(letters) }
}

/** A text of the agent, or a letter to it. */
export interface AgentText {
  readonly id: string
  readonly agent_id: string
  readonly text: string
  readonly visibility: string
  readonly created_at: number
  /** The topic of a post, the post of a reply, or the thread of a letter. */
  readonly place: string
}

const PAGE = 200
type PageReader = (last: AgentText | null) => Promise<AgentText[]>

/** All rows of a query that returns one page after the last row of the page before. */
async function* allPages(readPage: PageReader): AsyncGenerator<AgentText> {
  let last: AgentText | null = null
  for (;;) {
    const rows: AgentText[] = await readPage(last)
    yield* rows
    if (rows.length < PAGE) return
    last = rows.at(-1)!
  }
}

/** Posts of the agent, newest first: visible ones, then the others. */
export async function* exportPosts(read: Read, agent: ErasedAgent): AsyncGenerator<AgentText> {
  for (const comparison of VISIBLE)
    yield* allPages((last) =>
      postsOf(read, agent, comparison)
        .select(['id', 'agent_id', 'text', 'visibility', 'created_at', 'topic_id as place'])
        .$if(last !== null, (query) =>
          query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(last!.created_at, last!.id))),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(PAGE)
        .execute(),
    )
}

/** Replies of the agent, oldest first. */
export const exportReplies = (read: Read, agent: ErasedAgent): AsyncGenerator<AgentText> =>
  allPages((last) =>
    repliesOf(read, agent)
      .select(['id', 'agent_id', 'text', 'visibility', 'created_at', 'post_id as place'])
      .$if(last !== null, (query) =>
        query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(last!.created_at, last!.id))),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )

/** Letters from and to the agent, thread by thread. */
export async function* exportLetters(read: Read, { world, agentId }: ErasedAgent): AsyncGenerator<AgentText> {
  const threads = await read.sql
    .selectFrom('threads')
    .select('id')
    .where('world_id', '=', world.id)
    .where((eb) => eb.or([eb('low_agent_id', '=', agentId), eb('high_agent_id', '=', agentId)]))
    .orderBy('id')
    .execute()
  for (const { id } of threads)
    yield* allPages((last) =>
      read.sql
        .selectFrom('messages')
        .select(['id', 'agent_id', 'text', 'visibility', 'created_at', 'thread_id as place'])
        .where('world_id', '=', world.id)
        .where('thread_id', '=', id)
        .$if(last !== null, (query) =>
          query.where((eb) => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(last!.created_at, last!.id))),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(PAGE)
        .execute(),
    )
}
