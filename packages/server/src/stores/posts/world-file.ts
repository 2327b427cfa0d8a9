// Content in world files: topics, agents, posts, replies, threads and messages.
import { foldHandle } from '../../platform/core/text.ts'
import { UNKNOWN_TIME_ASCENDING } from '../../platform/core/time.ts'
import type { Tx } from '../../platform/db/database.ts'
import { momentOf } from '../../platform/db/search.ts'
import { upsertRows } from '../../platform/db/statements.ts'
import type { PostRow, Tables } from '../../platform/db/tables/tables.ts'
import { rowsBy } from '../../platform/db/world-rows.ts'
import {
  type FileList,
  type ImportWriter,
  type Item,
  refsOfEach,
  refTo,
  refToAgent,
  rowList,
} from '../../platform/worlds/file-list.ts'
import { resolveFlag, resolveJson, resolveTime, resolveValue, stamp } from '../../platform/worlds/file-parts.ts'
import { enrolVisitor } from '../../platform/worlds/roster.ts'
import { logPublicEvent } from '../event-log/public-log.ts'
import { putAgent } from './agents.ts'
import { addPosts, type PostDraft } from './posts.ts'
import { addReplies, type PostOfReply, type ReplyDraft, updateReply } from './replies.ts'
import { recountThreads } from './threads.ts'
import { putTopic } from './topics.ts'
import { replacePost } from './verdicts.ts'
import { follows, likes, reposts } from './world-file-ties.ts'

type Visibility<L extends 'posts' | 'replies' | 'messages'> = NonNullable<Item<L>['visibility']>

const topics = rowList({
  list: 'topics',
  table: 'topics',
  kind: 'topic',
  references: () => [],
  rowOf: (item, stored, { id }, { at }) => ({
    id,
    name: item.name,
    description: resolveValue(item.description, stored?.description, ''),
    archived: resolveFlag(item.archived, stored?.archived, false),
    created_at: resolveTime(item.createdAt, stored?.created_at, at),
  }),
  viewOf: (row) => ({
    id: row.id,
    worldId: row.world_id,
    name: row.name,
    description: row.description,
    archived: row.archived === 1,
    createdAt: stamp(row.created_at),
  }),
  async put({ tx }, rows, world) {
    for (const row of rows) await putTopic(tx, world, row)
  },
})

const byTime = (a: { created_at: number; id: string }, b: { created_at: number; id: string }): number =>
  a.created_at - b.created_at || (a.id < b.id ? -1 : 1)

/**
 * Writes drafts oldest first, because a search orders rows by position. `put` gets the time from which to look for a
 * free position. It returns the position it used, or null if it used none.
 */
async function inOrderOfTime<R extends { readonly id: string; readonly created_at: number }>(
  drafts: readonly R[],
  put: (draft: R, from: number) => Promise<number | null>,
): Promise<void> {
  let last = 0
  for (const draft of [...drafts].sort(byTime))
    last = (await put(draft, Math.max(draft.created_at, momentOf(last)))) ?? last
}

const agents = rowList({
  list: 'agents',
  table: 'agents',
  kind: 'agent',
  references: () => [],
  rowOf(item, stored, key, { at }) {
    const handle = item.handle.replace(/^@/, '')
    return {
      ...key,
      kind: resolveValue<string>(item.kind, stored?.kind, 'resident'),
      handle,
      handle_folded: foldHandle(handle),
      display_name: resolveValue(item.displayName, stored?.display_name, handle),
      bio: resolveValue(item.bio, stored?.bio, ''),
      interests: resolveJson(item.interests, stored?.interests, []),
      specialty: resolveValue<string | null>(item.specialty, stored?.specialty, null) || null,
      avatar_seed: resolveValue(item.avatarSeed, stored?.avatar_seed, handle),
      enabled: resolveFlag(item.enabled, stored?.enabled, true),
      persona: resolveValue(item.persona, stored?.persona, ''),
      created_at: resolveTime(item.createdAt, stored?.created_at, at),
    }
  },
  viewOf: (row) => ({
    id: row.id,
    worldId: row.world_id,
    kind: row.kind as NonNullable<Item<'agents'>['kind']>,
    handle: row.handle,
    displayName: row.display_name,
    bio: row.bio,
    interests: JSON.parse(row.interests) as string[],
    specialty: row.specialty,
    avatarSeed: row.avatar_seed,
    enabled: row.enabled === 1,
    persona: row.persona,
    createdAt: stamp(row.created_at),
  }),
  put: ({ tx, stored, at }, rows, world) =>
    inOrderOfTime(rows, async (draft, from) => {
      const position = await putAgent(tx, world, draft, from)
      if (draft.kind === 'visitor') await enrolVisitor(tx, { worldId: world.id, agentId: draft.id }, at)
      // An existing agent keeps its position, which does not affect the others.
      return stored.get('agents', draft.id) === undefined ? position : null
    }),
})

const POST_FIELDS = ['agent_id', 'text', 'topic_id', 'has_news', 'visibility', 'created_at'] as const
const REPLY_FIELDS = ['parent_reply_id', 'agent_id', 'text', 'visibility', 'created_at'] as const

const differs = <K extends string>(
  fields: readonly K[],
  a: { readonly [F in K]: unknown },
  b: { readonly [F in K]: unknown },
): boolean => fields.some((field) => a[field] !== b[field])

/** The fields of a post that the counters of its replies need: topic and visibility. */
const countedFieldsOf = (item: Item<'posts'>, stored: PostRow | undefined): PostOfReply => ({
  topic_id: resolveValue<string | null>(item.topicId ?? item.primaryTopicId, stored?.topic_id, '') ?? '',
  visibility: resolveValue<string>(item.visibility, stored?.visibility, 'public'),
})

type VisibilityFields = Pick<PostRow, 'world_id' | 'id' | 'visibility'>

/** Logs a removal for followers of the world if a file hides a text of any age. */
function logRemoval(
  tx: Tx,
  { of, before, draft }: { of: 'post' | 'reply'; before: VisibilityFields; draft: VisibilityFields },
  at: number,
): void {
  if (before.visibility !== 'public' || draft.visibility === 'public') return
  logPublicEvent(tx, before.world_id, { kind: 'removed', at, subjectId: before.id, of })
}

const posts = rowList({
  list: 'posts',
  table: 'posts',
  kind: 'post',
  references: (item) => [
    ...refToAgent(item),
    ...refTo('topics', item.topicId, 'topicId'),
    ...refTo('topics', item.primaryTopicId, 'primaryTopicId'),
  ],
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    agent_id: item.agentId,
    text: item.text,
    ...countedFieldsOf(item, stored),
    has_news: resolveFlag(item.hasNews, stored?.has_news, false),
    created_at: resolveTime(item.createdAt, stored?.created_at, at),
  }),
  viewOf: (row) => ({
    id: row.id,
    agentId: row.agent_id,
    text: row.text,
    topicId: row.topic_id === '' ? null : row.topic_id,
    hasNews: row.has_news === 1,
    visibility: row.visibility as Visibility<'posts'>,
    createdAt: stamp(row.created_at),
  }),
  freshOf: (row) => ({ kind: 'post', row }),
  async put({ tx, stored, at }, rows, world) {
    const isNew = ({ id }: PostDraft) => stored.get('posts', id) === undefined
    await addPosts(tx, world, rows.filter(isNew).sort(byTime))
    for (const draft of [...rows].sort(byTime)) {
      const before = stored.get('posts', draft.id)
      if (before === undefined) continue
      if (differs(POST_FIELDS, before, draft)) await replacePost(tx, world, { stored: before, draft })
      logRemoval(tx, { of: 'post', before, draft }, at)
    }
  },
})

/** Current posts: those of the file are written before its replies. */
function postsOf({ lists, stored }: ImportWriter): (id: string) => PostOfReply {
  const inFile = new Map(lists.posts.map((item) => [item.id, item]))
  return (id) => {
    const [item, before] = [inFile.get(id), stored.get('posts', id)]
    return item === undefined ? before! : countedFieldsOf(item, before)
  }
}

const replies = rowList({
  list: 'replies',
  table: 'replies',
  kind: 'reply',
  references: (item) => [
    ...refTo('posts', item.postId, 'postId'),
    ...refToAgent(item),
    ...refTo('replies', item.parentReplyId, 'parentReplyId'),
  ],
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    post_id: item.postId,
    parent_reply_id: resolveValue(item.parentReplyId, stored?.parent_reply_id, null),
    agent_id: item.agentId,
    text: item.text,
    visibility: resolveValue<string>(item.visibility, stored?.visibility, 'public'),
    created_at: resolveTime(item.createdAt, stored?.created_at, at, UNKNOWN_TIME_ASCENDING),
  }),
  viewOf: (row) => ({
    id: row.id,
    postId: row.post_id,
    parentReplyId: row.parent_reply_id,
    agentId: row.agent_id,
    text: row.text,
    visibility: row.visibility as Visibility<'replies'>,
    createdAt: stamp(row.created_at),
  }),
  freshOf: (row) => ({ kind: 'reply', row }),
  async put(writer, rows, world) {
    const postOf = postsOf(writer)
    const isNew = ({ id }: ReplyDraft) => writer.stored.get('replies', id) === undefined
    await addReplies(
      writer.tx,
      world,
      rows.filter(isNew).map((draft) => ({ post: postOf(draft.post_id), draft })),
    )
    for (const draft of rows) {
      const stored = writer.stored.get('replies', draft.id)
      if (stored !== undefined && differs(REPLY_FIELDS, stored, draft)) {
        await updateReply(writer.tx, world, { post: postOf(draft.post_id), stored, draft })
        logRemoval(writer.tx, { of: 'reply', before: stored, draft }, writer.at)
      }
    }
  },
})

/** The two agents of a thread, in the order of its row. */
export const pairOf = ({ agentIds }: Item<'threads'>): [string, string] => {
  const [a, b] = agentIds as [string, string]
  return a < b ? [a, b] : [b, a]
}

const threads = rowList({
  list: 'threads',
  table: 'threads',
  kind: 'thread',
  references: (item) => refsOfEach(item.agentIds, 'agentIds', (id, path) => refTo('agents', id, path)),
  /** Without an id, the open thread of the two agents is used, unless the file lists that thread by its id. */
  async match({ tx, stored }, world, entries) {
    const low = new Set(entries.map(({ item }) => pairOf(item)[0]))
    const named = new Set(entries.map(({ item }) => item.id))
    const open = new Map<string, Tables['threads']>()
    for (const row of await rowsBy(tx, { table: 'threads', column: 'low_agent_id', worldId: world.id }, low))
      if (row.status === 'open' && !named.has(row.id)) open.set(`${row.low_agent_id}\0${row.high_agent_id}`, row)
    return (item) => {
      if (item.id !== undefined) return stored.get('threads', item.id)
      return item.status === 'closed' ? undefined : open.get(pairOf(item).join('\0'))
    }
  },
  rowOf(item, stored, key, { at }) {
    const [low_agent_id, high_agent_id] = pairOf(item)
    return {
      ...key,
      low_agent_id,
      high_agent_id,
      status: resolveValue<string>(item.status, stored?.status, 'open'),
      message_count: stored?.message_count ?? 0,
      last_message_at: stored?.last_message_at ?? 0,
      created_at: resolveTime(item.createdAt, stored?.created_at, at),
    }
  },
  viewOf: (row) => ({
    id: row.id,
    agentIds: [row.low_agent_id, row.high_agent_id],
    status: row.status as NonNullable<Item<'threads'>['status']>,
    createdAt: stamp(row.created_at),
  }),
  /** Threads that close are written before threads that open, since two agents have at most one open thread. */
  put: ({ tx }, rows) =>
    upsertRows(
      tx,
      'threads',
      [...rows].sort((a, b) => (a.status < b.status ? -1 : 1)),
    ),
})

const messages = rowList({
  list: 'messages',
  table: 'messages',
  kind: 'message',
  references: (item) => [...refTo('threads', item.threadId, 'threadId'), ...refToAgent(item)],
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    thread_id: item.threadId,
    agent_id: item.agentId,
    text: item.text,
    visibility: resolveValue<string>(item.visibility, stored?.visibility, 'public'),
    inbox: stored?.inbox ?? null,
    created_at: resolveTime(item.createdAt, stored?.created_at, at),
  }),
  viewOf: (row) => ({
    id: row.id,
    threadId: row.thread_id,
    agentId: row.agent_id,
    text: row.text,
    visibility: row.visibility as Visibility<'messages'>,
    createdAt: stamp(row.created_at),
  }),
  freshOf: (row) => ({ kind: 'message', row }),
  async put({ tx }, rows, world) {
    await upsertRows(tx, 'messages', rows)
    const ids = rows.map((row) => row.thread_id)
    await recountThreads(tx, world, ids)
  },
})

/** The content lists of a world file, in the order in which they are written. */
export const CONTENT_LISTS = [
  topics,
  agents,
  posts,
  replies,
  threads,
  messages,
  likes,
  follows,
  reposts,
] as const satisfies readonly FileList[]
