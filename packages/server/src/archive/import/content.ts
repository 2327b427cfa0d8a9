import { type AgentDraft, putAgent } from '../../content/agents.ts'
import { replacePost } from '../../content/moderate.ts'
import { addPost, type PostDraft } from '../../content/posts.ts'
import { addReply, type ReplyDraft, updateReply } from '../../content/replies.ts'
import { recountThreads } from '../../content/threads.ts'
import { putTopic } from '../../content/topics.ts'
import { UNKNOWN_TIME_ASCENDING } from '../../core/day.ts'
import { foldHandle } from '../../core/text.ts'
import { momentOf } from '../../db/search.ts'
import { upsertRows } from '../../db/statements.ts'
import type { PostRow, Tables } from '../../db/tables.ts'
import { enrol } from '../../worlds/roster.ts'
import type { World } from '../../worlds/worlds.ts'
import { pairOf } from './rules.ts'
import { rowsBy } from './stored.ts'
import { byTime, byWorld, isOfNow, keep, keepFlag, keepJson, keepTime, placed, type Writer } from './writer.ts'

async function writeTopics(writer: Writer): Promise<void> {
  for (const { item, index, world } of placed(writer, 'topics')) {
    const id = item.id ?? writer.ambient.id('topic', world.tag)
    const stored = writer.stored.get('topics', id)
    await putTopic(writer.tx, world, {
      id,
      name: item.name,
      description: keep(item.description, stored?.description, ''),
      archived: keepFlag(item.archived, stored?.archived, false),
      created_at: keepTime(item.createdAt, stored?.created_at, writer.at),
    })
    writer.note('topics', index, id)
  }
}

async function writeAgents(writer: Writer): Promise<void> {
  const drafts: { world: World; draft: AgentDraft }[] = []
  for (const { item, index, world } of placed(writer, 'agents')) {
    const id = item.id ?? writer.ambient.id('agent', world.tag)
    const stored = writer.stored.get('agents', id)
    const handle = item.handle.replace(/^@/, '')
    drafts.push({
      world,
      draft: {
        world_id: world.id,
        id,
        kind: keep(item.kind, stored?.kind, 'resident'),
        handle,
        handle_folded: foldHandle(handle),
        display_name: keep(item.displayName, stored?.display_name, handle),
        bio: keep(item.bio, stored?.bio, ''),
        interests: keepJson(item.interests, stored?.interests, []),
        specialty: keep(item.specialty, stored?.specialty, null) || null,
        avatar_seed: keep(item.avatarSeed, stored?.avatar_seed, handle),
        enabled: keepFlag(item.enabled, stored?.enabled, true),
        persona: keep(item.persona, stored?.persona, ''),
        created_at: keepTime(item.createdAt, stored?.created_at, writer.at),
      },
    })
    writer.note('agents', index, id)
  }
  const last = new Map<World, number>()
  for (const { world, draft } of drafts.sort((a, b) => byTime(a.draft, b.draft))) {
    const from = Math.max(draft.created_at, momentOf(last.get(world) ?? 0))
    const position = await putAgent(writer.tx, world, draft, from)
    // One that was here before keeps its own, which says nothing about the others.
    if (writer.stored.get('agents', draft.id) === undefined) last.set(world, position)
    if (draft.kind === 'visitor') await enrol(writer.tx, world.id, draft.id, writer.at)
  }
}

const POST_FIELDS = ['agent_id', 'text', 'topic_id', 'has_news', 'visibility', 'created_at'] as const
const REPLY_FIELDS = ['parent_reply_id', 'agent_id', 'text', 'visibility', 'created_at'] as const

const differs = <R>(fields: readonly (keyof R)[], a: R, b: R): boolean => fields.some((field) => a[field] !== b[field])

/** Oldest first, because a search shows posts by the order in which they took their positions. */
async function writePosts(writer: Writer): Promise<Map<string, PostDraft>> {
  const drafts: { world: World; draft: PostDraft }[] = []
  for (const { item, index, world } of placed(writer, 'posts')) {
    const id = item.id ?? writer.ambient.id('post', world.tag)
    const stored = writer.stored.get('posts', id)
    const draft: PostDraft = {
      world_id: world.id,
      id,
      agent_id: item.agentId,
      text: item.text,
      topic_id: keep(item.topicId ?? item.primaryTopicId, stored?.topic_id, '') ?? '',
      has_news: keepFlag(item.hasNews, stored?.has_news, false),
      visibility: keep(item.visibility, stored?.visibility, 'public'),
      created_at: keepTime(item.createdAt, stored?.created_at, writer.at),
    }
    drafts.push({ world, draft })
    writer.note('posts', index, id)
  }
  const last = new Map<World, number>()
  for (const { world, draft } of drafts.sort((a, b) => byTime(a.draft, b.draft))) {
    const stored = writer.stored.get('posts', draft.id)
    if (stored === undefined) {
      const from = Math.max(draft.created_at, momentOf(last.get(world) ?? 0))
      last.set(world, await addPost(writer.tx, world, draft, from))
    } else if (differs<PostDraft>(POST_FIELDS, stored, draft)) {
      await replacePost(writer.tx, world, stored, draft)
    }
  }
  return new Map(drafts.map(({ draft }) => [draft.id, draft]))
}

async function writeReplies(writer: Writer, posts: ReadonlyMap<string, PostDraft>): Promise<void> {
  for (const { item, index, world } of placed(writer, 'replies')) {
    const id = item.id ?? writer.ambient.id('reply', world.tag)
    const stored = writer.stored.get('replies', id)
    const draft: ReplyDraft = {
      world_id: world.id,
      id,
      post_id: item.postId,
      parent_reply_id: keep(item.parentReplyId, stored?.parent_reply_id, null),
      agent_id: item.agentId,
      text: item.text,
      visibility: keep(item.visibility, stored?.visibility, 'public'),
      created_at: keepTime(item.createdAt, stored?.created_at, writer.at, UNKNOWN_TIME_ASCENDING),
    }
    // Counting asks a post only for its topic and visibility, which are those the file gave it a moment ago.
    const post = (posts.get(item.postId) ?? writer.stored.get('posts', item.postId)) as PostRow
    if (stored === undefined) await addReply(writer.tx, world, post, draft)
    else if (differs<ReplyDraft>(REPLY_FIELDS, stored, draft)) await updateReply(writer.tx, world, post, stored, draft)
    if (stored === undefined && isOfNow(item.createdAt, writer.at)) writer.fresh.push({ kind: 'reply', row: draft })
    writer.note('replies', index, id)
  }
}

/** Threads that close come before threads that open, since two agents have one open thread at a time. */
async function writeThreads(writer: Writer): Promise<void> {
  for (const [world, entries] of byWorld(placed(writer, 'threads'))) {
    const low = new Set(entries.map(({ item }) => pairOf(item)[0]))
    const named = new Set(entries.map(({ item }) => item.id))
    const open = new Map<string, Tables['threads']>()
    for (const row of await rowsBy(writer.tx, 'threads', 'low_agent_id', world.id, low))
      if (row.status === 'open' && !named.has(row.id)) open.set(`${row.low_agent_id}\0${row.high_agent_id}`, row)
    const rows = entries.map(({ item, index }): Tables['threads'] => {
      const pair = pairOf(item)
      const meant = item.id === undefined && item.status !== 'closed' ? open.get(pair.join('\0')) : undefined
      const id = item.id ?? meant?.id ?? writer.ambient.id('thread', world.tag)
      const stored = meant ?? writer.stored.get('threads', id)
      writer.note('threads', index, id)
      return {
        world_id: world.id,
        id,
        low_agent_id: pair[0],
        high_agent_id: pair[1],
        status: keep(item.status, stored?.status, 'open'),
        message_count: stored?.message_count ?? 0,
        last_message_at: stored?.last_message_at ?? 0,
        created_at: keepTime(item.createdAt, stored?.created_at, writer.at),
      }
    })
    await upsertRows(
      writer.tx,
      'threads',
      rows.sort((a, b) => (a.status < b.status ? -1 : 1)),
    )
  }
}

async function writeMessages(writer: Writer): Promise<void> {
  for (const [world, entries] of byWorld(placed(writer, 'messages'))) {
    const rows = entries.map(({ item, index }): Tables['messages'] => {
      const id = item.id ?? writer.ambient.id('message', world.tag)
      const stored = writer.stored.get('messages', id)
      writer.note('messages', index, id)
      const row = {
        world_id: world.id,
        id,
        thread_id: item.threadId,
        agent_id: item.agentId,
        text: item.text,
        visibility: keep(item.visibility, stored?.visibility, 'public'),
        inbox: stored?.inbox ?? null,
        created_at: keepTime(item.createdAt, stored?.created_at, writer.at),
      }
      if (stored === undefined && isOfNow(item.createdAt, writer.at)) writer.fresh.push({ kind: 'message', row })
      return row
    })
    await upsertRows(writer.tx, 'messages', rows)
    await recountThreads(
      writer.tx,
      world,
      rows.map((row) => row.thread_id),
    )
  }
}

export async function writeContent(writer: Writer): Promise<void> {
  await writeTopics(writer)
  await writeAgents(writer)
  await writeReplies(writer, await writePosts(writer))
  await writeThreads(writer)
  await writeMessages(writer)
}
