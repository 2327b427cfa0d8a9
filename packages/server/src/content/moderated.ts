import { type HiddenKind, type HiddenVerdict, LIMITS, type Moderated, type Paging } from '@agent-network/contract'
import type { Kysely } from 'kysely'
import { isoOrEmpty } from '../core/day.ts'
import { offsetOf, type Page, pageOf } from '../core/paging.ts'
import { characters } from '../core/text.ts'
import { lit, type Read } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { rowsBy } from '../db/world-rows.ts'
import { endOfKeeping } from './blocks.ts'

const KINDS = { posts: 'post', replies: 'reply', messages: 'dm' } as const satisfies Record<string, HiddenKind>
type Table = keyof typeof KINDS
const TABLES = Object.keys(KINDS) as Table[]
/** What nobody sees, by what was done to it. */
const VISIBILITIES = { held: 'quarantined', hidden: 'hidden', removed: 'removed' } as const
type Unseen = keyof typeof VISIBILITIES
const VERDICTS = Object.keys(VISIBILITIES) as Unseen[]

/** Where one item of the list stands: keys alone, so that the way to a later page reads an index and no texts. */
interface Place {
  table: Table | 'blocks'
  verdict: HiddenVerdict
  world_id: string
  id: string
  created_at: number
}

const unseenIn = (sql: Kysely<Tables>, table: Table, verdict: Unseen) =>
  sql
    .selectFrom(table)
    .select([lit(table).as('table'), lit(verdict).as('verdict'), 'world_id', 'id', 'created_at'])
    // Said twice, because a partial index helps only where its own condition is repeated.
    .where('visibility', '<>', lit('public'))
    .where('visibility', '=', lit(VISIBILITIES[verdict]))

const blocksSince = (sql: Kysely<Tables>, after: number) =>
  sql
    .selectFrom('blocks')
    .select([lit('blocks').as('table'), lit('blocked').as('verdict'), 'world_id', 'id', 'created_at'])
    .where('created_at', '>', after)

interface Asked {
  readonly verdict: HiddenVerdict | null
  /** Of these worlds nothing is told any more. */
  readonly purged: readonly string[]
  /** Only what this agent wrote for everybody. */
  readonly of: { readonly worldId: string; readonly agentId: string } | null
}

/** One page of places, newest first, out of up to ten lists that are each sorted by an index. */
async function placesOf(read: Read, { verdict, purged, of }: Asked, paging: Paging, at: number): Promise<Place[]> {
  const offset = offsetOf(paging)
  if (offset >= LIMITS.moderation.listed) return []
  const tables = of === null ? TABLES : (['posts', 'replies'] as const)
  const unseen = VERDICTS.filter((one) => verdict === null || verdict === one).flatMap((one) =>
    tables.map((table) => unseenIn(read.sql, table, one)),
  )
  const blocked = verdict === null || verdict === 'blocked' ? [blocksSince(read.sql, endOfKeeping(at))] : []
  // One of them stands for all: the builder cannot type a query over several tables.
  const lists = ([...unseen, ...blocked] as typeof unseen).map((list) => {
    const told = purged.length === 0 ? list : list.where('world_id', 'not in', purged)
    return of === null ? told : told.where('world_id', '=', of.worldId).where('agent_id', '=', of.agentId)
  })
  const [first, ...others] = lists
  const all = others.reduce((union, list) => union.unionAll(list) as typeof union, first!)
  const rows = await all
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offset)
    .execute()
  return rows as unknown as Place[]
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

type Shown = Pick<Moderated, 'kind' | 'agentId' | 'category' | 'rule' | 'text' | 'length'>

const blockView = ({ kind, agent_id, category, rule, text, length }: Tables['blocks']): Shown => ({
  kind: kind as HiddenKind,
  agentId: agent_id,
  category,
  rule,
  text,
  length,
})

const unseenView = (table: Table, row: Tables[Table], verdict: Tables['verdicts'] | undefined): Shown => ({
  kind: KINDS[table],
  agentId: row.agent_id,
  category: verdict?.category ?? null,
  // Held back before rules were noted, it has its reason still.
  rule: verdict === undefined ? null : verdict.rule || verdict.reason,
  text: table === 'messages' ? null : row.text,
  length: characters(row.text),
})

/** What was blocked, held back, hidden or removed, newest first, with the rule that caught it. */
export async function listModerated(read: Read, asked: Asked, paging: Paging, at: number): Promise<Page<Moderated>> {
  const { items: places, hasMore } = pageOf(await placesOf(read, asked, paging, at), paging)
  const inTable = (table: Place['table']) => places.filter((place) => place.table === table)
  const blocks = await rowsAt(read, 'blocks', inTable('blocks'))
  const verdicts = await rowsAt(
    read,
    'verdicts',
    places.filter(({ table }) => table !== 'blocks'),
  )
  const unseen = new Map<Table, Map<string, Tables[Table]>>()
  for (const table of TABLES) unseen.set(table, await rowsAt<Table>(read, table, inTable(table)))
  const shownAt = (place: Place): Shown | null => {
    const key = keyOf(place)
    if (place.table === 'blocks') return blocks.has(key) ? blockView(blocks.get(key)!) : null
    const row = unseen.get(place.table)!.get(key)
    return row === undefined ? null : unseenView(place.table, row, verdicts.get(key))
  }
  const items = places.flatMap((place) => {
    const shown = shownAt(place)
    const { verdict, id, world_id, created_at } = place
    // Gone between the two readings.
    return shown === null ? [] : [{ verdict, id, worldId: world_id, ...shown, at: isoOrEmpty(created_at) }]
  })
  return { items, hasMore }
}

/** Newest first, `limit` at a time: the texts that everybody can read. */
export interface PublicText {
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
      .where('visibility', '=', lit('public'))
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

/** Posts and replies of a world that everybody can read, newest first. */
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
