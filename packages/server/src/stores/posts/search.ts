// Search of posts and agents by index or by scan, and rebuilding of search indexes.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AgentProfile, LIMITS, type Paging, type Post } from '@agent-network/contract'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { tokenize } from '../../platform/core/text.ts'
import { literal, type Read, type Tx } from '../../platform/db/database.ts'
import { createSearch, dropSearch, findWords, indexWords, type SearchIndex } from '../../platform/db/search.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { listAgents, readAgentsAt, wordsOf } from './agents.ts'
import { listPosts, readPostsAt } from './posts.ts'

export interface Hits<T> extends Page<T> {
  /** Omitted if there are more than the counting limit. */
  readonly total?: number
}

const COUNTED_MAX = LIMITS.search.totalCountedUpTo

interface SearchTarget<T> {
  readonly index: SearchIndex
  /** The rows at these positions, in their order. */
  fetch(read: Read, world: World, positions: readonly number[]): Promise<T[]>
}

const POSTS: SearchTarget<Post> = { index: 'post_search', fetch: readPostsAt }
const AGENTS: SearchTarget<AgentProfile> = { index: 'agent_search', fetch: readAgentsAt }

async function searchIndex<T>(
  read: Read,
  { index, fetch }: SearchTarget<T>,
  { world, query, paging, isWhole = false }: { world: World; query: string; paging: Paging; isWhole?: boolean },
): Promise<Hits<T>> {
  const wanted = { index, world, words: tokenize(query), isWhole }
  const window = { limit: paging.perPage + 1, offset: offsetOf(paging), most: COUNTED_MAX + 1 }
  const { positions, counted } = await findWords(read, wanted, window)
  const page = pageOf(positions, paging)
  const items = await fetch(read, world, page.items)
  return { items, hasMore: page.hasMore, ...(counted <= COUNTED_MAX ? { total: counted } : {}) }
}

export const searchPosts = (read: Read, world: World, query: string, paging: Paging): Promise<Hits<Post>> =>
  searchIndex(read, POSTS, { world, query, paging })

export const searchAgents = (read: Read, world: World, query: string, paging: Paging): Promise<Hits<AgentProfile>> =>
  searchIndex(read, AGENTS, { world, query, paging })

/** Rows that a scan reads before it releases the event loop. */
const SCAN_BATCH = 25

interface ScanQuery {
  readonly query: string
  readonly paging: Paging
  readonly isWhole?: boolean
}

/** Reads all rows, newest first, and keeps matches; for stores whose index cannot be used. */
async function scan<T>(
  pages: (paging: Paging) => Promise<Page<T>>,
  textOf: (item: T) => string,
  { query, paging, isWhole = false }: ScanQuery,
): Promise<Page<T>> {
  const wanted = tokenize(query)
  const matches = (item: T): boolean => {
    const present = tokenize(textOf(item))
    if (isWhole) return wanted.every((word) => present.includes(word))
    return wanted.every((word) => present.some((candidate) => candidate.startsWith(word)))
  }
  const enough = offsetOf(paging) + paging.perPage + 1
  const found: T[] = []
  if (wanted.length === 0) return { items: [], hasMore: false }
  for (let page = 1; found.length < enough; page++) {
    const batch = await pages({ page, perPage: SCAN_BATCH })
    found.push(...batch.items.filter(matches))
    if (!batch.hasMore) break
    await nextTurn()
  }
  return pageOf(found.slice(offsetOf(paging)), paging)
}

const scanPostsFor = (read: Read, world: World, wanted: ScanQuery): Promise<Page<Post>> =>
  scan(
    (p) => listPosts(read, world, null, p),
    (post) => post.text,
    wanted,
  )

const scanAgentsFor = (read: Read, world: World, wanted: ScanQuery): Promise<Page<AgentProfile>> =>
  scan(
    (p) => listAgents(read, world, '', p),
    (agent) => [agent.displayName, agent.handle, agent.bio, ...agent.interests].join(' '),
    wanted,
  )

export const scanPosts = (read: Read, world: World, query: string, paging: Paging): Promise<Page<Post>> =>
  scanPostsFor(read, world, { query, paging })

export const scanAgents = (read: Read, world: World, query: string, paging: Paging): Promise<Page<AgentProfile>> =>
  scanAgentsFor(read, world, { query, paging })

export interface FoundContent {
  readonly agents: Page<AgentProfile>
  readonly posts: Page<Post>
  /** Whether the search words are whole words of the results. */
  readonly isWhole: boolean
}

interface ContentQuery {
  readonly world: World
  readonly query: string
  readonly paging: Paging
  /** Reads all rows instead of the index. */
  readonly scans: boolean
}

/** Posts and agents by whole words; by beginnings of words only if no whole word matches. */
export async function searchContent(read: Read, wanted: ContentQuery): Promise<FoundContent> {
  const { world, query, paging, scans } = wanted
  const find = async (isWhole: boolean, at: Paging): Promise<FoundContent> => {
    const options = { world, query, paging: at, isWhole }
    const [agents, posts] = await Promise.all([
      scans ? scanAgentsFor(read, world, options) : searchIndex(read, AGENTS, options),
      scans ? scanPostsFor(read, world, options) : searchIndex(read, POSTS, options),
    ])
    return { agents, posts, isWhole }
  }
  const isEmpty = ({ agents, posts }: FoundContent): boolean => agents.items.length + posts.items.length === 0
  const exact = await find(true, paging)
  if (!isEmpty(exact)) return exact
  // A page behind the last one is empty, too.
  if (paging.page > 1 && !isEmpty(await find(true, { page: 1, perPage: 1 }))) return exact
  return find(false, paging)
}

const BATCH = 500

/** Iterates over positions in ascending order, so that memory is bounded for any history. */
async function inBatches<R extends { position: number }>(
  fetch: (after: number) => Promise<R[]>,
  each: (row: R) => Promise<void>,
): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await fetch(after)
    for (const row of rows) await each(row)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.position
  }
}

/** Rebuilds the search indexes of a world from its rows. Indexes are derived data and not part of backups. */
export async function reindexWorld(tx: Tx, world: World): Promise<void> {
  await dropSearch(tx, world)
  await createSearch(tx, world)
  await inBatches(
    (after) =>
      tx.sql
        .selectFrom('posts')
        .select(['position', 'text'])
        .where('world_id', '=', world.id)
        .where('visibility', '=', literal('public'))
        .where('position', '>', after)
        .orderBy('position')
        .limit(BATCH)
        .execute(),
    (post) => indexWords(tx, 'post_search', world, { position: post.position, words: tokenize(post.text) }),
  )
  await inBatches(
    (after) =>
      tx.sql
        .selectFrom('agents')
        .select(['position', 'display_name', 'handle', 'bio', 'interests'])
        .where('world_id', '=', world.id)
        .where('enabled', '=', 1)
        .where('position', '>', after)
        .orderBy('position')
        .limit(BATCH)
        .execute(),
    (agent) => indexWords(tx, 'agent_search', world, { position: agent.position, words: wordsOf(agent) }),
  )
}
