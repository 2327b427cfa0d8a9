// The transcript of one conversation.
import {
  type ConversationChannel,
  type getObservedConversation,
  LIMITS,
  type ObservedMessage,
  type ObservedTranscript,
  type QueryOf,
  type UnavailableReason,
} from '@agent-network/contract'
import { notFound } from '../../../platform/core/api-error.ts'
import { isoOrEmpty } from '../../../platform/core/time.ts'
import { literal, type Prepared, prepare, type Read } from '../../../platform/db/database.ts'
import type { PostRow } from '../../../platform/db/tables/tables.ts'
import {
  type Conversation,
  conversationView,
  encounterConversation,
  isHeard,
  linkedPost,
  linkedThread,
  postConversation,
  recordOf,
  threadConversation,
} from './conversation.ts'
import type { ObservedVisitor, ObserveReader } from './subject.ts'
import { cursorsFor, spendRead } from './subject.ts'

/** One message as stored, independent of visibility. */
interface StoredMessage {
  readonly id: string
  readonly agent_id: string
  readonly handle: string
  readonly text: string
  readonly visibility: string
  readonly created_at: number
}
type Turn = StoredMessage & { readonly witnesses: string }

type After = { world: string; record: string; at: number; id: string }

const { pageMax, messageMaxChars } = LIMITS.observe
/** One more than a page. With a literal limit SQLite plans the query once. */
const ROWS = pageMax + 1

const repliesAfter = (isPublic: boolean): Prepared<After, StoredMessage> =>
  prepare((sql, param) =>
    sql
      .selectFrom('replies')
      .innerJoin('agents', (j) =>
        j.onRef('agents.world_id', '=', 'replies.world_id').onRef('agents.id', '=', 'replies.agent_id'),
      )
      .select(['replies.id', 'agent_id', 'handle', 'text', 'visibility', 'replies.created_at'])
      .where('replies.world_id', '=', param('world'))
      .where('post_id', '=', param('record'))
      .where('visibility', isPublic ? '=' : '<>', literal('public'))
      .where((eb) => eb(eb.refTuple('replies.created_at', 'replies.id'), '>', eb.tuple(param('at'), param('id'))))
      .orderBy('replies.created_at')
      .orderBy('replies.id')
      .limit(literal(ROWS)),
  )
const shownReplies = repliesAfter(true)
const withheldReplies = repliesAfter(false)
/** Erased replies: only their position remains. */
const erasedReplies: Prepared<After, StoredMessage> = prepare((sql, param) =>
  sql
    .selectFrom('erased_replies as e')
    .innerJoin('agents', (j) => j.onRef('agents.world_id', '=', 'e.world_id').onRef('agents.id', '=', 'e.agent_id'))
    .select([
      'e.id',
      'e.agent_id',
      'handle',
      literal('').as('text'),
      literal('removed').as('visibility'),
      'e.created_at',
    ])
    .where('e.world_id', '=', param('world'))
    .where('e.post_id', '=', param('record'))
    .where((eb) => eb(eb.refTuple('e.created_at', 'e.id'), '>', eb.tuple(param('at'), param('id'))))
    // An import may have restored it.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('replies as r')
            .select(literal(1).as('one'))
            .whereRef('r.world_id', '=', 'e.world_id')
            .whereRef('r.id', '=', 'e.id'),
        ),
      ),
    )
    .orderBy('e.created_at')
    .orderBy('e.id')
    .limit(literal(ROWS)),
)
const messagesAfter: Prepared<After, StoredMessage> = prepare((sql, param) =>
  sql
    .selectFrom('messages')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'messages.world_id').onRef('agents.id', '=', 'messages.agent_id'),
    )
    .select(['messages.id', 'agent_id', 'handle', 'text', 'visibility', 'messages.created_at'])
    .where('messages.world_id', '=', param('world'))
    .where('thread_id', '=', param('record'))
    .where((eb) => eb(eb.refTuple('messages.created_at', 'messages.id'), '>', eb.tuple(param('at'), param('id'))))
    .orderBy('messages.created_at')
    .orderBy('messages.id')
    .limit(literal(ROWS)),
)
const turnsAfter: Prepared<After, Turn> = prepare((sql, param) =>
  sql
    .selectFrom('encounter_turns as t')
    .innerJoin('agents', (j) => j.onRef('agents.world_id', '=', 't.world_id').onRef('agents.id', '=', 't.agent_id'))
    .select([
      't.id',
      't.agent_id',
      'handle',
      't.text',
      literal('public').as('visibility'),
      't.created_at',
      't.witnesses',
    ])
    .where('t.world_id', '=', param('world'))
    .where('t.encounter_id', '=', param('record'))
    .where((eb) => eb(eb.refTuple('t.created_at', 't.id'), '>', eb.tuple(param('at'), param('id'))))
    .orderBy('t.created_at')
    .orderBy('t.id')
    .limit(literal(ROWS)),
)
const authorOf = prepare<{ world: string; id: string }, { handle: string }>((sql, param) =>
  sql.selectFrom('agents').select('handle').where('world_id', '=', param('world')).where('id', '=', param('id')),
)

/** Why a message has no text, or null. */
type Withheld = (message: StoredMessage) => UnavailableReason | null

const ofVisibility: Withheld = ({ visibility }) =>
  visibility === 'public' ? null : visibility === 'removed' ? 'deleted' : 'moderated'

/** Under a non-public post, replies of others are not visible; the visitor's own are. */
const under =
  (post: PostRow, { agent }: ObservedVisitor): Withheld =>
  (message) => {
    const reason = ofVisibility(message)
    if (reason !== null || post.visibility === 'public' || message.id === post.id) return reason
    return message.agent_id === agent.id ? null : 'inaccessible'
  }

function messageView({ agent }: ObservedVisitor, message: StoredMessage, withheld: Withheld): ObservedMessage {
  const reason = withheld(message)
  const letters = reason === null ? [...message.text] : []
  const shortened = letters.length > messageMaxChars
  return {
    messageId: message.id,
    fromHandle: message.handle,
    direction: message.agent_id === agent.id ? 'outgoing' : 'incoming',
    text: reason !== null ? null : shortened ? letters.slice(0, messageMaxChars).join('') : message.text,
    shortened,
    unavailable: reason !== null,
    reason,
    createdAt: isoOrEmpty(message.created_at),
  }
}

const oldestFirst = (a: StoredMessage, b: StoredMessage): number =>
  a.created_at - b.created_at || (a.id < b.id ? -1 : 1)

/** Reads stored messages from a position on; at most one more than a page. */
interface TranscriptSource {
  readonly conversation: Conversation
  readonly withheld: Withheld
  messages(after: readonly [number, string] | null): Promise<StoredMessage[]>
  /** Whether the message may appear at all. */
  isTold(message: StoredMessage): boolean
}

/** Before every time and id. */
const BOTTOM = [Number.MIN_SAFE_INTEGER, ''] as const
const startAt = ({ world }: ObservedVisitor, record: string, [at, id]: readonly [number, string]): After => ({
  world: world.id,
  record,
  at,
  id,
})

async function postTranscript(read: Read, subject: ObservedVisitor, id: string): Promise<TranscriptSource | null> {
  const post = await linkedPost(read, subject, id)
  if (post === null) return null
  const replies = async (after: readonly [number, string]): Promise<StoredMessage[]> => {
    const start = startAt(subject, id, after)
    const lists = await Promise.all([shownReplies, withheldReplies, erasedReplies].map((some) => read.all(some, start)))
    return lists.flat().sort(oldestFirst).slice(0, ROWS)
  }
  const root = async (): Promise<StoredMessage> => {
    const author = await read.first(authorOf, { world: subject.world.id, id: post.agent_id })
    return { ...post, handle: author!.handle }
  }
  return {
    conversation: await postConversation(read, subject, post),
    withheld: under(post, subject),
    // The post comes first, whatever the times of its replies.
    messages: async (after) => (after === null ? [await root(), ...(await replies(BOTTOM))] : replies(after)),
    isTold: () => true,
  }
}

async function ofThreadTelling(read: Read, subject: ObservedVisitor, id: string): Promise<TranscriptSource | null> {
  const thread = await linkedThread(read, subject, id)
  if (thread === null) return null
  return {
    conversation: await threadConversation(read, subject, thread),
    withheld: ofVisibility,
    messages: (after) => read.all(messagesAfter, startAt(subject, id, after ?? BOTTOM)),
    isTold: () => true,
  }
}

async function ofEncounterTelling(read: Read, subject: ObservedVisitor, id: string): Promise<TranscriptSource | null> {
  const conversation = await encounterConversation(read, subject, id)
  if (conversation === null) return null
  return {
    conversation,
    withheld: ofVisibility,
    messages: (after) => read.all(turnsAfter, startAt(subject, id, after ?? BOTTOM)),
    isTold: (message) => isHeard(subject, message as Turn),
  }
}

const TRANSCRIPT_SOURCES = {
  public: postTranscript,
  private: ofThreadTelling,
  encounter: ofEncounterTelling,
} as const satisfies Record<ConversationChannel, unknown>

type Query = QueryOf<typeof getObservedConversation>

/** The messages of one conversation, oldest first. */
export const readTranscript: ObserveReader<Query, ObservedTranscript, { conversationId: string }> = async (
  deps,
  subject,
  request,
) => {
  const { limit, cursor } = request.query
  const { conversationId } = request.path
  const cursors = cursorsFor(deps.seals, subject, `conversation ${conversationId}`, {})
  const place = cursor === null ? null : (cursors.read('cursor', cursor) as [number, string])
  await spendRead(deps, subject)
  const { read } = deps.database
  const named = recordOf(conversationId)
  const telling = named === null ? null : await TRANSCRIPT_SOURCES[named.channel](read, subject, named.recordId)
  if (telling === null) throw notFound('Conversation not found: the id is wrong, or the visitor took no part in it')
  const found = await telling.messages(place)
  const page = found.slice(0, limit)
  const hasMore = found.length > limit
  // The post has no position among its replies; a page that ends with it continues at the first reply.
  const last = page.at(-1)
  const end = last === undefined || last.id === named!.recordId ? BOTTOM : ([last.created_at, last.id] as const)
  const messages = page
    .filter((message) => telling.isTold(message))
    .map((message) => messageView(subject, message, telling.withheld))
  return {
    schemaVersion: 1,
    ...conversationView(telling.conversation),
    messages,
    nextCursor: hasMore ? cursors.make('cursor', end) : null,
    hasMore,
    coverage: { state: messages.some(({ shortened }) => shortened) ? 'coverage_limited' : 'available' },
  }
}
