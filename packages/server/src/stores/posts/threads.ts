// Private message threads, and the visitors that a reply in a thread may address.
import type { Ambient } from '../../platform/core/ambient.ts'
import { isPossibleId } from '../../platform/core/text.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { type AddressedFact, extractMentions, type Voice } from '../event-log/inbox.ts'

export type ThreadRow = Tables['threads']
export type MessageRow = Tables['messages']

type Pair = { world: string; low: string; high: string }

const threadById = prepare<{ world: string; id: string }, ThreadRow>((sql, param) =>
  sql.selectFrom('threads').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
const openThreadOf = prepare<Pair, ThreadRow>((sql, param) =>
  sql
    .selectFrom('threads')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('low_agent_id', '=', param('low'))
    .where('high_agent_id', '=', param('high'))
    // An open thread sorts after a closed one.
    .orderBy('status', 'desc')
    .limit(literal(1)),
)

/** The thread, if this agent is one of the two; otherwise null. */
export async function readOwnThread(read: Read, world: World, agentId: string, id: string): Promise<ThreadRow | null> {
  const thread = isPossibleId(id) ? await read.first(threadById, { world: world.id, id }) : undefined
  return thread !== undefined && (thread.low_agent_id === agentId || thread.high_agent_id === agentId) ? thread : null
}

export const otherSide = (thread: ThreadRow, agentId: string): string =>
  thread.low_agent_id === agentId ? thread.high_agent_id : thread.low_agent_id

const pairOf = (world: World, a: string, b: string): Pair =>
  a < b ? { world: world.id, low: a, high: b } : { world: world.id, low: b, high: a }

/** 1.23: the open thread of two agents, else their closed one, else none. */
export const threadOfPair = (read: Read, world: World, a: string, b: string): Promise<ThreadRow | undefined> =>
  read.first(openThreadOf, pairOf(world, a, b))

export async function openThread(
  tx: Tx,
  { ambient, world, between }: { ambient: Ambient; world: World; between: readonly [string, string] },
  at: number,
): Promise<ThreadRow> {
  const { low, high } = pairOf(world, ...between)
  const thread: ThreadRow = {
    world_id: world.id,
    id: ambient.id('thread', world.tag),
    low_agent_id: low,
    high_agent_id: high,
    status: 'open',
    message_count: 0,
    last_message_at: 0,
    created_at: at,
  }
  await tx.sql.insertInto('threads').values(thread).execute()
  return thread
}

const countMessage = prepare<{ world: string; id: string; at: number }, unknown>((sql, param) =>
  sql
    .updateTable('threads')
    .set((eb) => ({ message_count: eb('message_count', '+', 1), last_message_at: param('at') }))
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

const insertMessage = insertOf('messages', [
  'world_id',
  'id',
  'thread_id',
  'agent_id',
  'text',
  'visibility',
  'inbox',
  'created_at',
])

export async function addMessage(tx: Tx, world: World, message: MessageRow): Promise<void> {
  await tx.run(insertMessage, message)
  await tx.run(countMessage, { world: world.id, id: message.thread_id, at: message.created_at })
}

export const readMessage = (read: Read, world: World, id: string): Promise<MessageRow | undefined> =>
  read.sql.selectFrom('messages').selectAll().where('world_id', '=', world.id).where('id', '=', id).executeTakeFirst()

export async function writeMessageVisibility(tx: Tx, { world_id, id }: MessageRow, visibility: string): Promise<void> {
  await tx.sql
    .updateTable('messages')
    .set({ visibility })
    .where('world_id', '=', world_id)
    .where('id', '=', id)
    .execute()
}

/** Recomputes threads after messages were added, removed or changed other than by sending. */
export async function recountThreads(tx: Tx, world: World, ids: readonly string[]): Promise<void> {
  for (const id of new Set(ids)) {
    const { n, last } = await tx.sql
      .selectFrom('messages')
      .select((eb) => [
        eb.fn.sum<number | null>(eb.case().when('visibility', '=', 'public').then(1).else(0).end()).as('n'),
        eb.fn.max('created_at').as('last'),
      ])
      .where('world_id', '=', world.id)
      .where('thread_id', '=', id)
      .executeTakeFirstOrThrow()
    await tx.sql
      .updateTable('threads')
      .set({ message_count: Number(n ?? 0), last_message_at: Number(last ?? 0) })
      .where('world_id', '=', world.id)
      .where('id', '=', id)
      .execute()
  }
}

/** Maximum number of latest voices of a thread that are read. Earlier ones can be addressed with an `@`. */
const VOICES_MAX = 200

/** In a world without visitors this costs one lookup in an empty index. */
const visitorsInThread = prepare<
  { world: string; post: string },
  { agent_id: string; id: string; handle_folded: string }
>((sql, param) =>
  sql
    .selectFrom('replies')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'replies.world_id').onRef('agents.id', '=', 'replies.agent_id'),
    )
    .select(['replies.agent_id', 'replies.id', 'agents.handle_folded'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('visitors').select(literal(1).as('one')).where('world_id', '=', param('world'))),
    )
    .where('replies.world_id', '=', param('world'))
    .where('replies.post_id', '=', param('post'))
    .where('replies.visibility', '=', literal('public'))
    .where('agents.kind', '=', literal('visitor'))
    .orderBy('replies.created_at', 'desc')
    .orderBy('replies.id', 'desc')
    .limit(literal(VOICES_MAX)),
)
const visitorByHandle = prepare<{ world: string; handle: string }, { id: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select('id')
    .where('world_id', '=', param('world'))
    .where('handle_folded', '=', param('handle'))
    .where('kind', '=', literal('visitor')),
)
const authorOfReply = prepare<{ world: string; id: string }, { agent_id: string }>((sql, param) =>
  sql.selectFrom('replies').select('agent_id').where('world_id', '=', param('world')).where('id', '=', param('id')),
)

interface Reply {
  readonly byId: string
  readonly post: { readonly id: string; readonly agent_id: string }
  readonly parentReplyId: string | null
  readonly text: string
}

/** All agents that a reply could be addressed to; `addressees` selects among them. */
export async function readReplyFact(
  read: Read,
  world: World,
  { byId, post, parentReplyId, text }: Reply,
): Promise<Extract<AddressedFact, { kind: 'reply' }>> {
  const common = { kind: 'reply' as const, byId, post: { id: post.id, authorId: post.agent_id }, text }
  // Only forks have visitors, so elsewhere there are no addressees.
  if (world.kind === 'prime') return { ...common, parent: null, inThread: [], named: [] }
  const inThread = new Map<string, Voice>()
  for (const row of await read.all(visitorsInThread, { world: world.id, post: post.id }))
    if (!inThread.has(row.agent_id))
      inThread.set(row.agent_id, { agentId: row.agent_id, handleFolded: row.handle_folded, saidId: row.id })
  const named: Voice[] = []
  for (const handle of extractMentions(text)) {
    const found = await read.first(visitorByHandle, { world: world.id, handle })
    if (found !== undefined) named.push({ agentId: found.id, handleFolded: handle, saidId: null })
  }
  const parent =
    parentReplyId === null ? undefined : await read.first(authorOfReply, { world: world.id, id: parentReplyId })
  return {
    ...common,
    parent: parent === undefined ? null : { id: parentReplyId!, authorId: parent.agent_id },
    inThread: [...inThread.values()],
    named,
  }
}
