// The list of an observed visitor's conversations.
import {
  CONVERSATION_CHANNELS,
  type ConversationChannel,
  LIMITS,
  type listObservedConversations,
  type ObservedConversationPage,
  type QueryOf,
} from '@agent-network/contract'
import { citySwitches } from '../../../platform/control/switches.ts'
import { literal, type Prepared, prepare, type Read } from '../../../platform/db/database.ts'
import { coverageView } from '../../../stores/event-log/journal.ts'
import { readAnyPost } from '../../../stores/posts/posts.ts'
import {
  type Conversation,
  conversationView,
  encounterConversation,
  lastOwnReply,
  linkedThread,
  postConversation,
  threadConversation,
} from './conversation.ts'
import { requireOrder } from './events.ts'
import { cursorsFor, type ObservedVisitor, type ObserveReader, spendRead } from './subject.ts'

/** A record of the visitor that refers to a conversation. */
interface Reference {
  /** The sort key of the list, newest first. */
  readonly at: number
  readonly id: string
  readonly record: string
}

type Start = { world: string; agent: string; at: number; id: string }
type Scan = Prepared<Start, Reference>

/** With a literal limit SQLite plans the query once; two sizes are enough. */
const { scanMax } = LIMITS.observe
const FEW = LIMITS.observe.pageDefault
const sized = (query: (rows: number) => Scan) => ({ few: query(FEW + 1), many: query(scanMax + 1) })
type Sized = ReturnType<typeof sized>

const ownPosts = (isHidden: boolean) =>
  sized((rows) =>
    prepare((sql, param) => {
      const posts = sql
        .selectFrom('posts')
        .select(['created_at as at', 'id', 'id as record'])
        .where('world_id', '=', param('world'))
        .where('agent_id', '=', param('agent'))
        .where('visibility', isHidden ? '<>' : '=', literal('public'))
        .where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(param('at'), param('id'))))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(literal(rows))
      return isHidden ? posts.where('visibility', '<>', literal('dream')) : posts
    }),
  )
const ownReplies = sized((rows) =>
  prepare((sql, param) =>
    sql
      .selectFrom('replies')
      .select(['created_at as at', 'id', 'post_id as record'])
      .where('world_id', '=', param('world'))
      .where('agent_id', '=', param('agent'))
      .where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(param('at'), param('id'))))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(literal(rows)),
  ),
)
const ownThreads = (side: 'low_agent_id' | 'high_agent_id') =>
  sized((rows) =>
    prepare((sql, param) =>
      sql
        .selectFrom('threads')
        .select(['last_message_at as at', 'id', 'id as record'])
        .where('world_id', '=', param('world'))
        .where(side, '=', param('agent'))
        .where((eb) => eb(eb.refTuple('last_message_at', 'id'), '<', eb.tuple(param('at'), param('id'))))
        .orderBy('last_message_at', 'desc')
        .orderBy('id', 'desc')
        .limit(literal(rows)),
    ),
  )
const ownEncounters = sized((rows) =>
  prepare((sql, param) =>
    sql
      .selectFrom('encounter_participants')
      .select(['invited_at as at', 'encounter_id as id', 'encounter_id as record'])
      .where('world_id', '=', param('world'))
      .where('agent_id', '=', param('agent'))
      .where((eb) => eb(eb.refTuple('invited_at', 'encounter_id'), '<', eb.tuple(param('at'), param('id'))))
      .orderBy('invited_at', 'desc')
      .orderBy('encounter_id', 'desc')
      .limit(literal(rows)),
  ),
)
/** Only those that the visitor does not take part in. */
const heardEncounters = sized((rows) =>
  prepare((sql, param) =>
    sql
      .selectFrom('encounter_witnesses as w')
      .select(['w.created_at as at', 'w.encounter_id as id', 'w.encounter_id as record'])
      .where('w.world_id', '=', param('world'))
      .where('w.agent_id', '=', param('agent'))
      .where((eb) => eb(eb.refTuple('w.created_at', 'w.encounter_id'), '<', eb.tuple(param('at'), param('id'))))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('encounter_participants as p')
              .select(literal(1).as('one'))
              .whereRef('p.world_id', '=', 'w.world_id')
              .whereRef('p.encounter_id', '=', 'w.encounter_id')
              .whereRef('p.agent_id', '=', 'w.agent_id'),
          ),
        ),
      )
      .orderBy('w.created_at', 'desc')
      .orderBy('w.encounter_id', 'desc')
      .limit(literal(rows)),
  ),
)

/** A post is listed at the visitor's last reply under it, so only the newest of several references counts. */
async function followPost(
  read: Read,
  subject: ObservedVisitor,
  { id, record }: Reference,
): Promise<Conversation | null> {
  const own = await lastOwnReply(read, subject, record)
  const isNewest = id === record ? own === null : own === id
  const post = isNewest ? await readAnyPost(read, subject.world, record) : undefined
  return post === undefined ? null : postConversation(read, subject, post)
}

async function followThread(read: Read, subject: ObservedVisitor, { record }: Reference): Promise<Conversation | null> {
  const thread = await linkedThread(read, subject, record)
  return thread === null ? null : threadConversation(read, subject, thread)
}

interface Source {
  readonly channel: ConversationChannel
  readonly scan: Sized
  follow(read: Read, subject: ObservedVisitor, reference: Reference): Promise<Conversation | null>
}
const followEncounter: Source['follow'] = (read, subject, { record }) => encounterConversation(read, subject, record)

const SOURCES: readonly Source[] = [
  { channel: 'public', scan: ownPosts(false), follow: followPost },
  { channel: 'public', scan: ownPosts(true), follow: followPost },
  { channel: 'public', scan: ownReplies, follow: followPost },
  { channel: 'private', scan: ownThreads('low_agent_id'), follow: followThread },
  { channel: 'private', scan: ownThreads('high_agent_id'), follow: followThread },
  { channel: 'encounter', scan: ownEncounters, follow: followEncounter },
  { channel: 'encounter', scan: heardEncounters, follow: followEncounter },
]

interface Found extends Reference {
  readonly source: Source
}

const newestFirst = (a: Found, b: Found): number => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** After every time and id. */
const TOP = [Number.MAX_SAFE_INTEGER, '\u{10ffff}'] as const

async function referencesAfter(
  read: Read,
  { world, agent }: ObservedVisitor,
  channels: readonly ConversationChannel[],
  { place: [at, id], size }: { place: readonly [number, string]; size: keyof Sized },
): Promise<Found[]> {
  const start = { world: world.id, agent: agent.id, at, id }
  const lists = await Promise.all(
    SOURCES.filter(({ channel }) => channels.includes(channel)).map(async (source) =>
      (await read.all(source.scan[size], start)).map((reference): Found => ({ ...reference, source })),
    ),
  )
  return lists.flat().sort(newestFirst)
}

type Query = QueryOf<typeof listObservedConversations>

const isWithin = ({ lastMessageAt }: Conversation, { from, to }: Pick<Query, 'from' | 'to'>): boolean =>
  (from === null && to === null) ||
  (lastMessageAt !== null && lastMessageAt >= (from ?? 0) && lastMessageAt <= (to ?? Number.MAX_SAFE_INTEGER))

/**
 * Newest first, by the visitor's own part: its last reply under a post, the last message of a private thread, its
 * arrival at an encounter. Each sort key is in an index, so a page reads at most a hundred references.
 */
export const readConversations: ObserveReader<Query, ObservedConversationPage> = async (deps, subject, request) => {
  const { limit, cursor, channel, from, to } = request.query
  requireOrder({ from, to })
  const cursors = cursorsFor(deps.seals, subject, 'conversations', { channel, from, to })
  const place = cursor === null ? TOP : (cursors.read('cursor', cursor) as [number, string])
  await spendRead(deps, subject)
  const { read } = deps.database
  const size = limit <= FEW && from === null && to === null ? 'few' : 'many'
  const bound = size === 'few' ? FEW : scanMax
  const channels = channel === null ? CONVERSATION_CHANNELS : [channel]
  const found = await referencesAfter(read, subject, channels, { place, size })
  const pageItems: Conversation[] = []
  let examined = 0
  while (examined < Math.min(bound, found.length) && pageItems.length < limit) {
    const reference = found[examined]!
    const conversation = await reference.source.follow(read, subject, reference)
    if (conversation !== null && isWithin(conversation, { from, to })) pageItems.push(conversation)
    examined += 1
  }
  const last = found[examined - 1]
  const hasMore = examined < found.length && last !== undefined
  return {
    schemaVersion: 1,
    conversations: pageItems.map(conversationView),
    nextCursor: hasMore ? cursors.make('cursor', [last.at, last.id]) : null,
    hasMore,
    coverage: coverageView(subject.visitor, citySwitches(subject.switches, subject.world), subject.at),
  }
}
