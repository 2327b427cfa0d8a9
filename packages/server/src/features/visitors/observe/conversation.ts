// Conversations of an observed visitor: posts, threads and encounters.
import type { ConversationChannel, ConversationState, ObservedConversation } from '@agent-network/contract'
import { isPossibleId } from '../../../platform/core/text.ts'
import { isoOrEmpty } from '../../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../../platform/db/database.ts'
import type { PostRow, Tables } from '../../../platform/db/tables/tables.ts'
import { readAnyPost } from '../../../stores/posts/posts.ts'
import { otherSide, readOwnThread, type ThreadRow } from '../../../stores/posts/threads.ts'
import type { ObservedVisitor } from './subject.ts'

/** A conversation: its record, and the fields that the list and the transcript share. */
export interface Conversation {
  readonly channel: ConversationChannel
  readonly recordId: string
  readonly withHandles: readonly string[]
  readonly messageCount: number
  /** Null if there is no message or its time is unknown. */
  readonly lastMessageAt: number | null
  readonly state: ConversationState
}

const PREFIXES = { public: 'pub', private: 'prv', encounter: 'enc' } as const satisfies Record<
  ConversationChannel,
  string
>
const NAME = /^(pub|prv|enc)-(.+)$/s

export const conversationView = (conversation: Conversation): ObservedConversation => ({
  conversationId: `${PREFIXES[conversation.channel]}-${conversation.recordId}`,
  channel: conversation.channel,
  withHandles: [...conversation.withHandles],
  messageCount: conversation.messageCount,
  lastMessageAt: isoOrEmpty(conversation.lastMessageAt),
  state: conversation.state,
})

/** The record of a conversation id, or null for an invalid id. */
export function recordOf(conversationId: string): { channel: ConversationChannel; recordId: string } | null {
  const [, prefix, recordId = ''] = NAME.exec(conversationId) ?? []
  const channel = (Object.keys(PREFIXES) as ConversationChannel[]).find((name) => PREFIXES[name] === prefix)
  return channel === undefined || !isPossibleId(recordId) ? null : { channel, recordId }
}

type OfPost = { world: string; post: string; agent: string }
/** The most recent participants only: a post may have hundreds of replies. */
const PARTICIPANTS_MAX = 20

const voicesOf = prepare<OfPost, { handle: string }>((sql, param) =>
  sql
    .selectFrom(
      sql
        .selectFrom('replies')
        .select(['world_id', 'agent_id'])
        .where('world_id', '=', param('world'))
        .where('post_id', '=', param('post'))
        .where('visibility', '=', literal('public'))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(literal(PARTICIPANTS_MAX))
        .as('newest'),
    )
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'newest.world_id').onRef('agents.id', '=', 'newest.agent_id'),
    )
    .select('agents.handle')
    .distinct()
    .where('agents.id', '!=', param('agent')),
)
const newestReply = prepare<OfPost, { created_at: number }>((sql, param) =>
  sql
    .selectFrom('replies')
    .select('created_at')
    .where('world_id', '=', param('world'))
    .where('post_id', '=', param('post'))
    .where('visibility', '=', literal('public'))
    .orderBy('created_at', 'desc')
    .limit(1),
)
const newestOwnReply = prepare<OfPost, { id: string }>((sql, param) =>
  sql
    .selectFrom('replies')
    .select('id')
    .where('world_id', '=', param('world'))
    .where('post_id', '=', param('post'))
    .where('agent_id', '=', param('agent'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)
const handleOf = prepare<{ world: string; id: string }, { handle: string }>((sql, param) =>
  sql.selectFrom('agents').select('handle').where('world_id', '=', param('world')).where('id', '=', param('id')),
)

/** The visitor's latest reply under a post. The list uses it to detect repeated references to one post. */
export const lastOwnReply = async (
  read: Read,
  { world, agent }: ObservedVisitor,
  postId: string,
): Promise<string | null> =>
  (await read.first(newestOwnReply, { world: world.id, post: postId, agent: agent.id }))?.id ?? null

/** Private journal entries are not conversations. */
export async function linkedPost(read: Read, subject: ObservedVisitor, id: string): Promise<PostRow | null> {
  const post = await readAnyPost(read, subject.world, id)
  if (post === undefined || post.visibility === 'dream') return null
  return post.agent_id === subject.agent.id || (await lastOwnReply(read, subject, id)) !== null ? post : null
}

export async function postConversation(
  read: Read,
  { world, agent }: ObservedVisitor,
  post: PostRow,
): Promise<Conversation> {
  const about = { world: world.id, post: post.id, agent: agent.id }
  const isPublic = post.visibility === 'public'
  const [author, voices, last] = await Promise.all([
    read.first(handleOf, { world: world.id, id: post.agent_id }),
    read.all(voicesOf, about),
    read.first(newestReply, about),
  ])
  const others = new Set([...(author === undefined ? [] : [author.handle]), ...voices.map(({ handle }) => handle)])
  others.delete(agent.handle)
  return {
    channel: 'public',
    recordId: post.id,
    withHandles: [...others].sort(),
    messageCount: post.reply_count + (isPublic ? 1 : 0),
    lastMessageAt: last?.created_at ?? post.created_at,
    state: isPublic ? 'open' : 'closed',
  }
}

export const linkedThread = (read: Read, { world, agent }: ObservedVisitor, id: string): Promise<ThreadRow | null> =>
  readOwnThread(read, world, agent.id, id)

export async function threadConversation(
  read: Read,
  { world, agent }: ObservedVisitor,
  thread: ThreadRow,
): Promise<Conversation> {
  const other = await read.first(handleOf, { world: world.id, id: otherSide(thread, agent.id) })
  return {
    channel: 'private',
    recordId: thread.id,
    withHandles: other === undefined ? [] : [other.handle],
    messageCount: thread.message_count,
    lastMessageAt: thread.last_message_at > 0 ? thread.last_message_at : null,
    state: thread.status as ConversationState,
  }
}

type OfEncounter = { world: string; id: string }
const encounterById = prepare<OfEncounter, Tables['encounters']>((sql, param) =>
  sql.selectFrom('encounters').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
const takingPart = prepare<OfEncounter, { handle: string }>((sql, param) =>
  sql
    .selectFrom('encounter_participants')
    .innerJoin('agents', (j) =>
      j
        .onRef('agents.world_id', '=', 'encounter_participants.world_id')
        .onRef('agents.id', '=', 'encounter_participants.agent_id'),
    )
    .select('agents.handle')
    .where('encounter_participants.world_id', '=', param('world'))
    .where('encounter_participants.encounter_id', '=', param('id'))
    .where('encounter_participants.state', 'in', ['engaged', 'listener']),
)
/** The deadline bounds a conversation's length. Of a longer imported one, the newest turns count. */
const TURNS_MAX = 100
const newestTurns = prepare<OfEncounter, { agent_id: string; witnesses: string; created_at: number }>((sql, param) =>
  sql
    .selectFrom('encounter_turns')
    .select(['agent_id', 'witnesses', 'created_at'])
    .where('world_id', '=', param('world'))
    .where('encounter_id', '=', param('id'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(TURNS_MAX)),
)

/** Its own turns, and those that list it as a witness; a turn has no other readers (4.13). */
export const isHeard = ({ agent }: ObservedVisitor, turn: { agent_id: string; witnesses: string }): boolean =>
  turn.agent_id === agent.id || (JSON.parse(turn.witnesses) as string[]).includes(agent.id)

/** Null if the visitor heard no turn. */
export async function encounterConversation(
  read: Read,
  subject: ObservedVisitor,
  id: string,
): Promise<Conversation | null> {
  const about = { world: subject.world.id, id }
  const encounter = await read.first(encounterById, about)
  if (encounter === undefined) return null
  const heardTurns = (await read.all(newestTurns, about)).filter((turn) => isHeard(subject, turn))
  if (heardTurns.length === 0) return null
  const others = new Set((await read.all(takingPart, about)).map(({ handle }) => handle))
  others.delete(subject.agent.handle)
  // It ends at its deadline at the latest (1.21).
  const isOver = encounter.status === 'closed' || subject.at >= encounter.deadline
  return {
    channel: 'encounter',
    recordId: id,
    withHandles: [...others].sort(),
    messageCount: heardTurns.length,
    lastMessageAt: heardTurns[0]!.created_at,
    state: isOver ? 'closed' : (encounter.status as ConversationState),
  }
}
