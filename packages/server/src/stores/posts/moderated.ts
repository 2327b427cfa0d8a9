// Lists of texts for operators: posts in any state, and moderated texts (blocked, held back, hidden, removed).
import {
  type HeldBack,
  type HiddenKind,
  type HiddenVerdict,
  LIMITS,
  type Moderated,
  type OperatorPost,
  type Paging,
  type Post,
} from '@agent-network/contract'
import type { Kysely } from 'kysely'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { countCharacters } from '../../platform/core/text.ts'
import { isoOrEmpty } from '../../platform/core/time.ts'
import { literal, type Read } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { rowsBy } from '../../platform/db/world-rows.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { readAgentByHandle } from './agents.ts'
import { listPosts } from './posts.ts'
import { searchPosts } from './search.ts'
import { retentionCutoff } from './verdicts.ts'

const KINDS = { posts: 'post', replies: 'reply', messages: 'dm' } as const satisfies Record<string, HiddenKind>
type Table = keyof typeof KINDS
const TABLES = Object.keys(KINDS) as Table[]
/** The verdict on a text, by its visibility; `dream` is not a verdict. */
const VERDICTS = { quarantined: 'held', hidden: 'hidden', removed: 'removed', blocked: 'blocked' } as const
type Unseen = Exclude<keyof typeof VERDICTS, 'blocked'>
const UNSEEN = ['quarantined', 'hidden', 'removed'] as const satisfies readonly Unseen[]

/** The key of one list item. Only keys are read, so that later pages use an index and read no texts. */
interface Place {
  readonly table: Table | 'blocks'
  readonly visibility: keyof typeof VERDICTS
  readonly world_id: string
  readonly id: string
  readonly created_at: number
}

const unseenIn = (sql: Kysely<Tables>, table: Table) =>
  sql
    .selectFrom(table)
    .select([literal(table).as('table'), 'visibility', 'world_id', 'id', 'created_at'])
    // Repeated in addition to other conditions, because a partial index is used only if its condition is in the query.
    .where('visibility', '<>', literal('public'))
type List = ReturnType<typeof unseenIn>

/** Typed as one table: the query builder cannot type a union over several tables. */
const blocksSince = (sql: Kysely<Tables>, after: number): List =>
  sql
    .selectFrom('blocks')
    .select([literal('blocks').as('table'), literal('blocked').as('visibility'), 'world_id', 'id', 'created_at'])
    .where('created_at', '>', after) as unknown as List

interface ModerationQuery {
  readonly verdict: HiddenVerdict | null
  /** Worlds that are excluded because they are purged. */
  readonly purged: readonly string[]
}

/** One list per table and visibility, over all worlds; each is sorted by an index. */
function listsOf({ sql }: Read, { verdict, purged }: ModerationQuery, at: number): List[] {
  const isRequested = (visibility: keyof typeof VERDICTS) => verdict === null || verdict === VERDICTS[visibility]
  const unseen = UNSEEN.filter(isRequested).flatMap((visibility) =>
    TABLES.map((table) => unseenIn(sql, table).where('visibility', '=', literal(visibility))),
  )
  const blocked = isRequested('blocked') ? [blocksSince(sql, retentionCutoff(at))] : []
  const excludePurged = (list: List) => (purged.length === 0 ? list : list.where('world_id', 'not in', purged))
  return [...unseen, ...blocked].map(excludePurged)
}

/** The moderated public texts of one agent, without its letters. */
function listsOfAgent({ sql }: Read, { worldId, agentId }: { worldId: string; agentId: string }, at: number): List[] {
  const textLists = (['posts', 'replies'] as const).map((table) =>
    unseenIn(sql, table).where('visibility', '<>', literal('dream')),
  )
  return [...textLists, blocksSince(sql, retentionCutoff(at))].map((list) =>
    list.where('world_id', '=', worldId).where('agent_id', '=', agentId),
  )
}

/** One page of item keys, newest first. */
async function pageOfPlaces(lists: readonly List[], paging: Paging): Promise<Page<Place>> {
  const offset = offsetOf(paging)
  if (offset >= LIMITS.moderation.listed) return { items: [], hasMore: false }
  const [first, ...others] = lists
  const all = others.reduce((union, list) => union.unionAll(list) as List, first!)
  const rows = await all
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offset)
    .execute()
  return pageOf(rows as unknown as Place[], paging)
}

const keyOf = ({ world_id, id }: { world_id: string; id: string }): string => `${world_id} ${id}`

async function rowsAt<T extends Table | 'blocks' | 'verdicts'>(
  read: Read,
  table: T,
  places: readonly Place[],
): Promise<Map<string, Tables[T]>> {
  const found = new Map<string, Tables[T]>()
  for (const worldId of new Set(places.map(({ world_id }) => world_id))) {
    const ids = places.filter(({ world_id }) => world_id === worldId).map(({ id }) => id)
    for (const row of await rowsBy(read, { table, column: 'id', worldId }, ids)) found.set(keyOf(row), row)
  }
  return found
}

type ModeratedFields = Pick<Moderated, 'kind' | 'agentId' | 'category' | 'rule' | 'text' | 'length'>

const blockView = ({ kind, agent_id, category, rule, text, length }: Tables['blocks']): ModeratedFields => ({
  kind: kind as HiddenKind,
  agentId: agent_id,
  category,
  rule,
  text,
  length,
})

const unseenView = (table: Table, row: Tables[Table], verdict: Tables['verdicts'] | undefined): ModeratedFields => ({
  kind: KINDS[table],
  agentId: row.agent_id,
  category: verdict?.category ?? null,
  // Texts held back before rules were stored have a reason instead.
  rule: verdict === undefined ? null : verdict.rule || verdict.reason,
  text: table === 'messages' ? null : row.text,
  length: countCharacters(row.text),
})

async function viewsOf(read: Read, { items: places, hasMore }: Page<Place>): Promise<Page<Moderated>> {
  const inTable = (table: Place['table']) => places.filter((place) => place.table === table)
  const blocks = await rowsAt(read, 'blocks', inTable('blocks'))
  const verdicts = await rowsAt(
    read,
    'verdicts',
    places.filter(({ table }) => table !== 'blocks'),
  )
  const unseen = new Map<Table, Map<string, Tables[Table]>>()
  for (const table of TABLES) unseen.set(table, await rowsAt<Table>(read, table, inTable(table)))
  const fieldsAt = (place: Place): ModeratedFields | null => {
    const key = keyOf(place)
    if (place.table === 'blocks') return blocks.has(key) ? blockView(blocks.get(key)!) : null
    const row = unseen.get(place.table)!.get(key)
    return row === undefined ? null : unseenView(place.table, row, verdicts.get(key))
  }
  const items = places.flatMap((place) => {
    const fields = fieldsAt(place)
    const { visibility, id, world_id: worldId, created_at } = place
    // The row was deleted between the two queries.
    return fields === null
      ? []
      : [{ verdict: VERDICTS[visibility], id, worldId, ...fields, at: isoOrEmpty(created_at) }]
  })
  return { items, hasMore }
}

/** Blocked, held back, hidden or removed texts, newest first, with the rule that matched. */
export const listModerated = async (
  read: Read,
  request: ModerationQuery & Paging,
  at: number,
): Promise<Page<Moderated>> => viewsOf(read, await pageOfPlaces(listsOf(read, request, at), request))

/** The same for one agent: its public texts, and all its blocked texts. */
export const listModeratedOf = async (
  read: Read,
  agent: { readonly worldId: string; readonly agentId: string } & Paging,
  at: number,
): Promise<Page<Moderated>> => viewsOf(read, await pageOfPlaces(listsOfAgent(read, agent, at), agent))

/** A public post or reply. */
interface PublicText {
  readonly kind: 'post' | 'reply'
  readonly id: string
  readonly agentId: string
  readonly text: string
  readonly createdAt: number
}

const BATCH = 100

async function* newestIn(read: Read, table: 'posts' | 'replies', worldId: string): AsyncGenerator<PublicText> {
  let last: PublicText | null = null
  for (;;) {
    const after: PublicText | null = last
    let query = read.sql
      .selectFrom(table)
      .select(['id', 'agent_id', 'text', 'created_at'])
      .where('world_id', '=', worldId)
      .where('visibility', '=', literal('public'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(BATCH)
    if (after !== null)
      query = query
        .where('created_at', '<=', after.createdAt)
        .where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)))
    const rows = await query.execute()
    for (const { id, agent_id, text, created_at } of rows) {
      last = { kind: table === 'posts' ? 'post' : 'reply', id, agentId: agent_id, text, createdAt: created_at }
      yield last
    }
    if (rows.length < BATCH) return
  }
}

/** Public posts and replies of a world, newest first. */
export async function* newestPublicTexts(read: Read, worldId: string): AsyncGenerator<PublicText> {
  const lists = [newestIn(read, 'posts', worldId), newestIn(read, 'replies', worldId)]
  const heads = await Promise.all(lists.map(async (list) => (await list.next()).value as PublicText | undefined))
  for (;;) {
    const [post, reply] = heads
    if (post === undefined && reply === undefined) return
    const which = reply === undefined || (post !== undefined && post.createdAt >= reply.createdAt) ? 0 : 1
    yield heads[which]!
    heads[which] = (await lists[which]!.next()).value as PublicText | undefined
  }
}

const HELD_BACK_TABLES = ['posts', 'replies', 'messages'] as const

/** Maximum number of rows of the queue shown to an operator. */
const QUEUE_MAX = 200

/** Texts held back in one table, oldest first, with their verdicts. */
async function heldBackIn(read: Read, table: (typeof HELD_BACK_TABLES)[number]): Promise<HeldBack[]> {
  const rows = await read.sql
    .selectFrom(table)
    .leftJoin('verdicts', (j) =>
      j.onRef('verdicts.world_id', '=', `${table}.world_id`).onRef('verdicts.id', '=', `${table}.id`),
    )
    .select([
      `${table}.world_id`,
      `${table}.id`,
      'agent_id',
      'text',
      `${table}.created_at`,
      'verdicts.action',
      'verdicts.category',
      'verdicts.reason',
    ])
    .where('visibility', '=', literal('quarantined'))
    .orderBy(`${table}.created_at`)
    .limit(QUEUE_MAX)
    .execute()
  return rows.map((row) => ({
    kind: table,
    id: row.id,
    worldId: row.world_id,
    agentId: row.agent_id,
    text: row.text,
    createdAt: isoOrEmpty(row.created_at),
    // Null if an operator or an import held it back.
    verdict: row.action === null ? null : { action: row.action, category: row.category, reason: row.reason },
  }))
}

/** Texts of all worlds that wait for an operator's decision, oldest first. */
export async function listHeldBack(read: Read): Promise<HeldBack[]> {
  const queues = await Promise.all(HELD_BACK_TABLES.map((table) => heldBackIn(read, table)))
  return queues
    .flat()
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    .slice(0, QUEUE_MAX)
}

interface StoredPostsQuery extends Paging {
  readonly q: string
  readonly visibility: OperatorPost['visibility'] | null
  /** Only the post with this id. */
  readonly id: string | null
}

const storedPosts = ({ sql }: Read, world: World) =>
  sql
    .selectFrom('posts')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'posts.world_id').onRef('agents.id', '=', 'posts.agent_id'),
    )
    .selectAll('posts')
    .select(['agents.handle', 'agents.display_name'])
    .where('posts.world_id', '=', world.id)
    .where('posts.visibility', '<>', literal('dream'))

type StoredPost = Awaited<ReturnType<ReturnType<typeof storedPosts>['execute']>>[number]

const storedPostView = (row: StoredPost): OperatorPost => ({
  id: row.id,
  worldId: row.world_id,
  agentId: row.agent_id,
  agentHandle: row.handle,
  agentDisplayName: row.display_name,
  text: row.text,
  visibility: row.visibility as OperatorPost['visibility'],
  likeCount: row.like_count,
  replyCount: row.reply_count,
  createdAt: isoOrEmpty(row.created_at),
})

/** Ids of the public posts of an author, or of those with the words of a search, newest first. */
async function publicMatches(read: Read, world: World, { q, ...paging }: StoredPostsQuery): Promise<Page<string>> {
  const idsOf = ({ items, hasMore }: Page<Post>) => ({ items: items.map(({ id }) => id), hasMore })
  if (!q.startsWith('@')) return idsOf(await searchPosts(read, world, q, paging))
  const author = await readAgentByHandle(read, world, q)
  if (author === undefined) return { items: [], hasMore: false }
  return idsOf(await listPosts(read, world, { column: 'agent_id', value: author.id }, paging))
}

/** The posts of a world in any state, newest first. Private journal entries are never listed. */
export async function listPostsInAnyState(
  read: Read,
  world: World,
  query: StoredPostsQuery,
): Promise<Page<OperatorPost>> {
  const { q, visibility, id, ...paging } = query
  const offset = offsetOf(paging)
  if (offset >= LIMITS.moderation.listed) return { items: [], hasMore: false }
  const posts = storedPosts(read, world).$if(visibility !== null, (rows) =>
    // A literal, because a partial index is used only if its condition is in the query.
    rows.where('posts.visibility', '=', literal(visibility!)),
  )
  if (id !== null) return pageOf((await posts.where('posts.id', '=', id).execute()).map(storedPostView), paging)
  if (q !== '') {
    const { items, hasMore } = await publicMatches(read, world, query)
    const rows = items.length === 0 ? [] : await posts.where('posts.id', 'in', items).execute()
    const byId = new Map(rows.map((row) => [row.id, storedPostView(row)]))
    return { items: items.flatMap((one) => byId.get(one) ?? []), hasMore }
  }
  const rows = await posts
    .$if(visibility === null, (all) => all.orderBy('posts.position', 'desc'))
    .$if(visibility !== null, (some) => some.orderBy('posts.created_at', 'desc').orderBy('posts.id', 'desc'))
    .limit(paging.perPage + 1)
    .offset(offset)
    .execute()
  return pageOf(rows.map(storedPostView), paging)
}
