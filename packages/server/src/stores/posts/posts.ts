// Posts: pages, views, storage, visibility and counters.
import { LIMITS, type Paging, POST_VISIBILITIES, type Post, type PostVisibility } from '@agent-network/contract'
import type { Kysely } from 'kysely'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { atHandle, tokenize } from '../../platform/core/text.ts'
import { isoOrEmpty, utcDay } from '../../platform/core/time.ts'
import { batches } from '../../platform/db/bulk.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import {
  indexAllWords,
  indexWords,
  momentOf,
  nextPosition,
  nextPositions,
  unindexWords,
} from '../../platform/db/search.ts'
import { insertAll, insertOf, type SlotParams, slots } from '../../platform/db/statements.ts'
import type { PostRow, Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { countOnAgent } from './agents.ts'
import { deferredCountsOf, type PostCounter } from './counters.ts'
import { SCOPES_OF_POSTS, startOfPage, tallyPaged } from './tallies.ts'
import { countTopicPost } from './topics.ts'
import { publishActivity } from './trending/activity.ts'

/** `dream` is a private journal entry; only `public` posts are served. */
export const VISIBILITIES = POST_VISIBILITIES
export type Visibility = PostVisibility

/**
 * The columns of a post, its author and its topic that a response needs. Other columns are not read, because reading
 * rows dominates the cost of a page.
 */
export interface ShownPost
  extends Pick<
    PostRow,
    'world_id' | 'id' | 'agent_id' | 'text' | 'topic_id' | 'has_news' | 'like_count' | 'reply_count' | 'created_at'
  > {
  agent_display_name: string
  agent_handle: string
  agent_avatar_seed: string
  topic_name: string | null
}

export const postView = (row: ShownPost): Post => ({
  id: row.id,
  agentId: row.agent_id,
  agentDisplayName: row.agent_display_name,
  agentHandle: atHandle(row.agent_handle),
  agentAvatarSeed: row.agent_avatar_seed,
  text: row.text,
  primaryTopicId: row.topic_id,
  primaryTopicName: row.topic_name ?? '',
  likeCount: row.like_count,
  replyCount: row.reply_count,
  hasNews: row.has_news === 1,
  createdAt: isoOrEmpty(row.created_at),
})

const shownPosts = (sql: Kysely<Tables>) =>
  sql
    .selectFrom('posts')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'posts.world_id').onRef('agents.id', '=', 'posts.agent_id'),
    )
    .leftJoin('topics', (j) =>
      j.onRef('topics.world_id', '=', 'posts.world_id').onRef('topics.id', '=', 'posts.topic_id'),
    )
    .select([
      'posts.world_id',
      'posts.id',
      'posts.agent_id',
      'posts.text',
      'posts.topic_id',
      'posts.has_news',
      'posts.like_count',
      'posts.reply_count',
      'posts.created_at',
      'agents.display_name as agent_display_name',
      'agents.handle as agent_handle',
      'agents.avatar_seed as agent_avatar_seed',
      'topics.name as topic_name',
    ])

const publicPostById = prepare<{ world: string; id: string }, ShownPost>((sql, param) =>
  shownPosts(sql)
    .where('posts.world_id', '=', param('world'))
    .where('posts.id', '=', param('id'))
    .where('posts.visibility', '=', literal('public')),
)

export const readPublicPost = (read: Read, world: World, id: string): Promise<ShownPost | undefined> =>
  read.first(publicPostById, { world: world.id, id })

export type PostFilter = { readonly column: 'topic_id' | 'agent_id'; readonly value: string } | null

interface PageParams {
  [name: string]: string | number
  world: string
  value: string
  before: number
  limit: number
  offset: number
}

type FilterColumn = 'topic_id' | 'agent_id' | null

/** SQLite plans a statement again at every call if the limit is bound, so the default limit is a literal. */
const USUAL_LIMIT = LIMITS.page.perPageDefault + 1

/** The first page has no offset, so rows are read directly. */
const firstPage = (column: FilterColumn, limit: 'usual' | 'given') =>
  prepare<PageParams, ShownPost>((sql, param) => {
    const posts = shownPosts(sql)
      .where('posts.world_id', '=', param('world'))
      .where('posts.visibility', '=', literal('public'))
      .where('posts.created_at', '<', param('before'))
      .orderBy('posts.created_at', 'desc')
      .orderBy('posts.id', 'desc')
      .limit(limit === 'usual' ? literal(USUAL_LIMIT) : param('limit'))
    return column === null ? posts : posts.where(`posts.${column}`, '=', param('value'))
  })

/** Reads the keys first, from a covering index, so that skipped rows are not read; then the rows of this page. */
const laterPage = (column: FilterColumn) =>
  prepare<PageParams, ShownPost>((sql, param) => {
    let keys = sql
      .selectFrom('posts')
      .select(['world_id', 'id', 'created_at'])
      .where('world_id', '=', param('world'))
      .where('visibility', '=', literal('public'))
      .where('created_at', '<', param('before'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(param('limit'))
      .offset(param('offset'))
    if (column !== null) keys = keys.where(column, '=', param('value'))
    return shownPosts(sql)
      .innerJoin(keys.as('page'), (j) =>
        j.onRef('page.world_id', '=', 'posts.world_id').onRef('page.id', '=', 'posts.id'),
      )
      .orderBy('page.created_at', 'desc')
      .orderBy('page.id', 'desc')
  })

const pagesOf = (column: FilterColumn) => ({
  usual: firstPage(column, 'usual'),
  first: firstPage(column, 'given'),
  later: laterPage(column),
})
const PAGE_QUERIES = { all: pagesOf(null), topic_id: pagesOf('topic_id'), agent_id: pagesOf('agent_id') } as const

const scopeOf = (filter: PostFilter): string => {
  if (filter === null) return SCOPES_OF_POSTS.all
  return filter.column === 'topic_id' ? SCOPES_OF_POSTS.topic(filter.value) : SCOPES_OF_POSTS.agent(filter.value)
}

/** Visible posts, newest first. */
export async function listPosts(read: Read, world: World, filter: PostFilter, paging: Paging): Promise<Page<Post>> {
  const start = await startOfPage(read, world.id, scopeOf(filter), offsetOf(paging))
  if (start === null) return { items: [], hasMore: false }
  const params = { world: world.id, value: filter?.value ?? '', ...start, limit: paging.perPage + 1 }
  const which = start.offset > 0 ? 'later' : params.limit === USUAL_LIMIT ? 'usual' : 'first'
  const rows = await read.all(PAGE_QUERIES[filter?.column ?? 'all'][which], params)
  return pageOf(rows.map(postView), paging)
}

const postsOfDay = prepare<{ world: string; from: number; to: number; limit: number }, ShownPost>((sql, param) =>
  shownPosts(sql)
    .where('posts.world_id', '=', param('world'))
    .where('posts.visibility', '=', literal('public'))
    .where('posts.created_at', '>=', param('from'))
    .where('posts.created_at', '<', param('to'))
    .orderBy('posts.created_at')
    .orderBy('posts.id')
    .limit(param('limit')),
)

/** Visible posts of a period, oldest first. */
export async function listPostsBetween(
  read: Read,
  world: World,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<Post[]> {
  return (await read.all(postsOfDay, { world: world.id, from, to, limit })).map(postView)
}

/** Number of posts on a page of default size; more take several statements. */
const LIST = slots(LIMITS.page.perPageDefault)

const postsAt = prepare<SlotParams, ShownPost>((sql, param) =>
  shownPosts(sql)
    .where('posts.world_id', '=', param('world'))
    .where('posts.position', 'in', LIST.names.map(param))
    .orderBy('posts.position', 'desc'),
)
const publicPostsBy = prepare<SlotParams, ShownPost>((sql, param) =>
  shownPosts(sql)
    .where('posts.world_id', '=', param('world'))
    .where('posts.id', 'in', LIST.names.map(param))
    .where('posts.visibility', '=', literal('public')),
)

/** Positions are ordered from high to low, and so are the posts. */
export async function readPostsAt(read: Read, world: World, positions: readonly number[]): Promise<Post[]> {
  const found: Post[] = []
  for (const some of batches(positions, LIST.size))
    found.push(...(await read.all(postsAt, { world: world.id, ...LIST.filled(some) })).map(postView))
  return found
}

/** The public ones of these posts, by id. */
export async function readPublicPosts(read: Read, world: World, ids: readonly string[]): Promise<Map<string, Post>> {
  const found = new Map<string, Post>()
  for (const some of batches(ids, LIST.size))
    for (const row of await read.all(publicPostsBy, { world: world.id, ...LIST.filled(some) }))
      found.set(row.id, postView(row))
  return found
}

const anyPostById = prepare<{ world: string; id: string }, PostRow>((sql, param) =>
  sql.selectFrom('posts').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
/** With any visibility; for writers. */
export const readAnyPost = (read: Read, world: World, id: string): Promise<PostRow | undefined> =>
  read.first(anyPostById, { world: world.id, id })

const isPublic = (post: PostRow): boolean => post.visibility === 'public'
const wordsOf = ({ position, text }: PostRow) => ({ position, words: tokenize(text) })

/** Number of visible posts added or removed, by transaction. */
const VISIBLE_CHANGES = new WeakMap<object, number>()

/** If this number did not change, no visible post was added or removed in the transaction. */
export const visibleChangesIn = ({ identity }: Pick<Tx, 'identity'>): number => VISIBLE_CHANGES.get(identity) ?? 0

/** Adds a visible post to all its counters (n = 1) or subtracts it (n = -1). */
async function countPost(tx: Tx, world: World, post: PostRow, n: 1 | -1): Promise<void> {
  VISIBLE_CHANGES.set(tx.identity, visibleChangesIn(tx) + 1)
  const { id, topic_id: topic, agent_id: agent, created_at: at } = post
  publishActivity(tx, { kind: 'post', world: world.id, post: id, topic, agent, at, n })
  const day = utcDay(post.created_at)
  await countOnAgent(tx, world, { id: post.agent_id, counter: 'post_count', n })
  await tallyPaged(tx, world.id, { scope: SCOPES_OF_POSTS.all, day, n })
  await tallyPaged(tx, world.id, { scope: SCOPES_OF_POSTS.agent(post.agent_id), day, n })
  if (post.topic_id !== '') {
    await tallyPaged(tx, world.id, { scope: SCOPES_OF_POSTS.topic(post.topic_id), day, n })
    await countTopicPost(tx, world, post, n)
  }
}

async function addVisiblePost(tx: Tx, world: World, post: PostRow): Promise<void> {
  if (!isPublic(post)) return
  await countPost(tx, world, post, 1)
  await indexWords(tx, 'post_search', world, wordsOf(post))
}

async function removeVisiblePost(tx: Tx, world: World, post: PostRow): Promise<void> {
  if (!isPublic(post)) return
  await countPost(tx, world, post, -1)
  await unindexWords(tx, 'post_search', world, wordsOf(post))
}

export type PostDraft = Omit<PostRow, 'position' | 'like_count' | 'reply_count'>

const insertPost = insertOf('posts', [
  'world_id',
  'id',
  'agent_id',
  'text',
  'topic_id',
  'has_news',
  'visibility',
  'like_count',
  'reply_count',
  'created_at',
  'position',
])

const withPosition = (draft: PostDraft, position: number): PostRow => ({
  ...draft,
  position,
  like_count: 0,
  reply_count: 0,
})

export async function addPost(tx: Tx, world: World, draft: PostDraft): Promise<void> {
  const post = withPosition(draft, await nextPosition(tx, 'posts', world.id, draft.created_at))
  await tx.run(insertPost, post)
  await addVisiblePost(tx, world, post)
}

/** Posts per statement. */
const POSTS_PER_STATEMENT = 250

/** Adds posts, which must be ordered oldest first, a few hundred per statement. */
export async function addPosts(tx: Tx, world: World, drafts: readonly PostDraft[]): Promise<void> {
  // A post whose position exceeds its millisecond shifts the next ones, so that positions increase over all of them.
  let from = 0
  for (const some of batches(drafts, POSTS_PER_STATEMENT)) {
    const moments = some.map(({ created_at }) => Math.max(created_at, from))
    const positions = await nextPositions(tx, 'posts', world.id, moments)
    const posts = some.map((draft, i) => withPosition(draft, positions[i]!))
    from = momentOf(positions.at(-1)!)
    await insertAll(tx, 'posts', posts)
    const publicPosts = posts.filter(isPublic)
    for (const post of publicPosts) await countPost(tx, world, post, 1)
    await indexAllWords(tx, 'post_search', world, publicPosts.map(wordsOf))
  }
}

export async function updatePost(tx: Tx, world: World, stored: PostRow, draft: PostDraft): Promise<void> {
  await removeVisiblePost(tx, world, stored)
  const position =
    stored.created_at === draft.created_at
      ? stored.position
      : await nextPosition(tx, 'posts', world.id, draft.created_at)
  const { agent_id, text, topic_id, has_news, visibility, created_at } = draft
  // Counters are not changed: the rows they count may have changed since `stored` was read.
  const changed = { agent_id, text, topic_id, has_news, visibility, created_at, position }
  await tx.sql.updateTable('posts').set(changed).where('world_id', '=', world.id).where('id', '=', stored.id).execute()
  await addVisiblePost(tx, world, { ...stored, ...changed })
}

export async function deletePost(tx: Tx, world: World, stored: PostRow): Promise<void> {
  await removeVisiblePost(tx, world, stored)
  publishActivity(tx, { kind: 'erased', world: world.id, post: stored.id })
  await tx.sql.deleteFrom('posts').where('world_id', '=', world.id).where('id', '=', stored.id).execute()
}

const postCounter = (column: PostCounter) =>
  prepare<{ world: string; id: string; n: number }, unknown>((sql, param) =>
    sql
      .updateTable('posts')
      .set((eb) => ({ [column]: eb(column, '+', param('n')) }))
      .where('world_id', '=', param('world'))
      .where('id', '=', param('id')),
  )
const POST_COUNTERS = { like_count: postCounter('like_count'), reply_count: postCounter('reply_count') } as const

export async function countOnPost(
  tx: Tx,
  world: World,
  { id, counter, n }: { id: string; counter: PostCounter; n: 1 | -1 },
): Promise<void> {
  const later = deferredCountsOf(tx, world.id)
  if (later !== null) later.post(id, counter, n)
  else await tx.run(POST_COUNTERS[counter], { world: world.id, id, n })
}

/** Like `countOnPost`, for a post that is known to exist. */
export function countOnKnownPost(
  tx: Tx,
  world: World,
  { id, counter, n }: { id: string; counter: PostCounter; n: 1 | -1 },
): void {
  const later = deferredCountsOf(tx, world.id)
  if (later !== null) later.post(id, counter, n)
  else tx.send(POST_COUNTERS[counter], { world: world.id, id, n })
}
