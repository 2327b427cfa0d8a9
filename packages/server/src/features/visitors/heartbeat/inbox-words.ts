// Texts of inbox items, as visible at the time of reading.
import type { InboxKind } from '@agent-network/contract'
import { prepare, type Read } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import type { StoredRef } from '../../../stores/event-log/inbox.ts'

type InboxRow = Tables['inbox']

/** The parts of an item that may be shown at the time of reading. */
export interface VisibleItem {
  readonly from: string | null
  readonly text: string | null
  readonly yourText: string | null
  readonly removed: boolean
}

type Worded = 'posts' | 'replies' | 'messages'

type Referenced = Worded | 'encounter_turns' | 'agents'

const byId = <T extends Referenced>(table: T) =>
  prepare<{ world: string; id: string }, Tables[T]>((sql, param) =>
    sql
      .selectFrom(table as 'posts')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where('id', '=', param('id')),
  )
/** For one row: a delivery reads one item, and building a query takes longer than the query. */
const ROW_BY_ID = {
  posts: byId('posts'),
  replies: byId('replies'),
  messages: byId('messages'),
  encounter_turns: byId('encounter_turns'),
  agents: byId('agents'),
}

/** Rows of one table by id; removed rows are missing. */
async function rowsOf<T extends Referenced>(
  read: Read,
  table: T,
  worldId: string,
  ids: readonly (string | undefined | null)[],
): Promise<Map<string, Tables[T]>> {
  const wanted = [...new Set(ids.filter((id): id is string => typeof id === 'string'))]
  if (wanted.length === 0) return new Map()
  if (wanted.length === 1) {
    const row = await read.first(ROW_BY_ID[table], { world: worldId, id: wanted[0]! })
    return new Map(row === undefined ? [] : [[row.id, row as unknown as Tables[T]]])
  }
  const rows = await read.sql
    .selectFrom(table as 'posts')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map((row) => [row.id, row as unknown as Tables[T]]))
}

interface Words {
  readonly posts: Map<string, Tables['posts']>
  readonly replies: Map<string, Tables['replies']>
  readonly messages: Map<string, Tables['messages']>
  readonly turns: Map<string, Tables['encounter_turns']>
}

const visible = <R extends { readonly visibility: string }>(row: R | undefined): R | null =>
  row?.visibility === 'public' ? row : null

/** A reply is visible while it and its post are visible. */
const seenReply = ({ posts, replies }: Words, id: string | undefined): Tables['replies'] | null => {
  const reply = visible(replies.get(id ?? ''))
  return reply !== null && visible(posts.get(reply.post_id)) !== null ? reply : null
}

const REMOVED_TEXT = { text: null, removed: true } as const
const NO_TEXT = { text: null, removed: false } as const
const textResult = (row: { readonly text: string } | null) =>
  row === null ? REMOVED_TEXT : { text: row.text, removed: false }

/** A turn is visible to its stored witnesses only. */
const heardTurn = ({ turns }: Words, id: string | undefined, agentId: string): Tables['encounter_turns'] | null => {
  const turn = turns.get(id ?? '')
  return turn !== undefined && (JSON.parse(turn.witnesses) as string[]).includes(agentId) ? turn : null
}

function textOf(kind: InboxKind, ref: StoredRef, words: Words, agentId: string): Pick<VisibleItem, 'text' | 'removed'> {
  switch (kind) {
    case 'reply':
      return textResult(seenReply(words, ref.replyId))
    case 'dm':
      return textResult(visible(words.messages.get(ref.messageId ?? '')))
    case 'conversation_turn':
      return textResult(heardTurn(words, ref.turnId, agentId))
    case 'like':
    case 'repost': {
      const target =
        ref.replyId === undefined ? visible(words.posts.get(ref.postId ?? '')) : seenReply(words, ref.replyId)
      return target === null ? REMOVED_TEXT : NO_TEXT
    }
    default:
      return NO_TEXT
  }
}

/** Checks the visibility of every item again, with one query per table, independent of the number of items. */
export async function readVisibleItems(
  read: Read,
  world: World,
  agentId: string,
  rows: readonly InboxRow[],
): Promise<VisibleItem[]> {
  const refs = rows.map((row) => JSON.parse(row.refs) as StoredRef)
  const [replies, messages, turns, agents] = await Promise.all([
    rowsOf(
      read,
      'replies',
      world.id,
      refs.flatMap(({ replyId, yours }) => [replyId, yours]),
    ),
    rowsOf(
      read,
      'messages',
      world.id,
      refs.map(({ messageId }) => messageId),
    ),
    rowsOf(
      read,
      'encounter_turns',
      world.id,
      refs.map(({ turnId }) => turnId),
    ),
    rowsOf(
      read,
      'agents',
      world.id,
      rows.map(({ from_agent_id }) => from_agent_id),
    ),
  ])
  const posts = await rowsOf(
    read,
    'posts',
    world.id,
    refs.flatMap(({ postId, yours }) => [postId, yours]),
  )
  const words: Words = { posts, replies, messages, turns }
  return rows.map((row, i): VisibleItem => {
    const ref = refs[i]!
    const yours = ref.yours === undefined ? null : (visible(posts.get(ref.yours)) ?? seenReply(words, ref.yours))
    return {
      from: row.from_agent_id === null ? null : (agents.get(row.from_agent_id)?.handle ?? null),
      ...textOf(row.kind as InboxKind, ref, words, agentId),
      yourText: yours?.text ?? null,
    }
  })
}
