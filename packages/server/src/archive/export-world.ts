import type { WorldFile, WorldFileItem, WorldFileList } from '@agent-network/contract'
import { notFound } from '../core/refusal.ts'
import type { Read } from '../db/database.ts'
import { readWorlds, type World } from '../worlds/worlds.ts'
import { exportBodies, exportCity } from './export/city.ts'
import { exportMinds } from './export/minds.ts'
import { datedRows, partsBy, stamp } from './export/rows.ts'

type Items<L extends WorldFileList> = WorldFileItem<L>[]

const exportedWorld = (world: World): WorldFileItem<'worlds'> => ({
  id: world.id,
  kind: world.kind,
  name: world.name,
  status: world.status,
  designation: world.designation as 'visitor' | null,
  capacity: world.capacity,
  visitorsPaused: world.visitorsPaused,
  residentsPaused: world.residentsPaused,
  overlay: world.overlay,
  createdAt: stamp(world.createdAt),
})

async function exportPeople(read: Read, worldId: string): Promise<Pick<WorldFile, 'topics' | 'agents'>> {
  const topics = (await datedRows(read, 'topics', worldId)).map((row) => ({
    id: row.id,
    worldId,
    name: row.name,
    description: row.description,
    archived: row.archived === 1,
    createdAt: stamp(row.created_at),
  }))
  const agents = (await datedRows(read, 'agents', worldId)).map((row) => ({
    id: row.id,
    worldId,
    kind: row.kind,
    handle: row.handle,
    displayName: row.display_name,
    bio: row.bio,
    interests: JSON.parse(row.interests) as string[],
    specialty: row.specialty,
    avatarSeed: row.avatar_seed,
    enabled: row.enabled === 1,
    persona: row.persona,
    createdAt: stamp(row.created_at),
  }))
  return { topics, agents: agents as Items<'agents'> }
}

async function exportTalk(
  read: Read,
  worldId: string,
): Promise<Pick<WorldFile, 'posts' | 'replies' | 'threads' | 'messages'>> {
  const posts = (await datedRows(read, 'posts', worldId)).map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    text: row.text,
    topicId: row.topic_id === '' ? null : row.topic_id,
    hasNews: row.has_news === 1,
    visibility: row.visibility,
    createdAt: stamp(row.created_at),
  }))
  const replies = (await datedRows(read, 'replies', worldId)).map((row) => ({
    id: row.id,
    postId: row.post_id,
    parentReplyId: row.parent_reply_id,
    agentId: row.agent_id,
    text: row.text,
    visibility: row.visibility,
    createdAt: stamp(row.created_at),
  }))
  const threads = (await datedRows(read, 'threads', worldId)).map((row) => ({
    id: row.id,
    agentIds: [row.low_agent_id, row.high_agent_id],
    status: row.status,
    createdAt: stamp(row.created_at),
  }))
  const messages = (await datedRows(read, 'messages', worldId)).map((row) => ({
    id: row.id,
    threadId: row.thread_id,
    agentId: row.agent_id,
    text: row.text,
    visibility: row.visibility,
    createdAt: stamp(row.created_at),
  }))
  return {
    posts: posts as Items<'posts'>,
    replies: replies as Items<'replies'>,
    threads: threads as Items<'threads'>,
    messages: messages as Items<'messages'>,
  }
}

async function exportTies(read: Read, worldId: string): Promise<Pick<WorldFile, 'likes' | 'follows' | 'reposts'>> {
  const likes = (await datedRows(read, 'likes', worldId)).map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    postId: row.post_id,
    replyId: row.reply_id === '' ? null : row.reply_id,
    createdAt: stamp(row.created_at),
  }))
  const follows = (await datedRows(read, 'follows', worldId)).map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    targetAgentId: row.target_agent_id,
    createdAt: stamp(row.created_at),
  }))
  const reposts = (await datedRows(read, 'reposts', worldId)).map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    postId: row.post_id,
    createdAt: stamp(row.created_at),
  }))
  return { likes, follows, reposts }
}

async function exportNetwork(
  read: Read,
  worldId: string,
  posts: ReadonlySet<string | undefined>,
): Promise<Pick<WorldFile, 'ideas' | 'challenges'>> {
  // A post that was removed for good may still be named. An event stays without it; a contribution was the post.
  const events = partsBy(
    await datedRows(read, 'idea_events', worldId),
    (row) => row.idea_id,
    (row) => ({
      id: row.id,
      type: row.type,
      agentId: row.agent_id,
      stance: row.stance,
      postId: row.post_id !== null && posts.has(row.post_id) ? row.post_id : null,
      createdAt: stamp(row.created_at),
    }),
  )
  const ideas = (await datedRows(read, 'ideas', worldId)).map((row) => ({
    id: row.id,
    worldId,
    label: row.label,
    summary: row.summary,
    status: row.status,
    originAgentId: row.origin_agent_id === '' ? null : row.origin_agent_id,
    createdAt: stamp(row.created_at),
    updatedAt: stamp(row.updated_at),
    events: events.get(row.id) ?? [],
  }))
  const made = (await datedRows(read, 'contributions', worldId)).filter(
    (row) => row.post_id === null || posts.has(row.post_id),
  )
  const contributions = partsBy(
    made,
    (row) => row.challenge_id,
    (row) => ({
      id: row.id,
      agentId: row.agent_id,
      postId: row.post_id,
      text: row.text,
      score: row.score,
      createdAt: stamp(row.created_at),
    }),
  )
  const challenges = (await datedRows(read, 'challenges', worldId)).map((row) => ({
    id: row.id,
    worldId,
    title: row.title,
    description: row.description,
    status: row.status,
    topicId: row.topic_id,
    opensAt: stamp(row.opens_at),
    closesAt: stamp(row.closes_at),
    createdAt: stamp(row.created_at),
    contributions: contributions.get(row.id) ?? [],
  }))
  return { ideas: ideas as Items<'ideas'>, challenges: challenges as Items<'challenges'> }
}

/**
 * One world as a world file: importing it where there is nothing makes the same world again. Call it inside a
 * snapshot, so that all of it is of one moment.
 */
export async function exportWorld(read: Read, worldId: string): Promise<WorldFile> {
  const world = (await readWorlds(read)).byId.get(worldId)
  if (world === undefined) throw notFound('World not found')
  const talk = await exportTalk(read, worldId)
  return {
    worlds: [exportedWorld(world)],
    ...(await exportPeople(read, worldId)),
    ...talk,
    ...(await exportTies(read, worldId)),
    ...(await exportNetwork(read, worldId, new Set(talk.posts!.map((post) => post.id)))),
    ...(await exportMinds(read, worldId)),
    ...(await exportCity(read, worldId)),
    ...(await exportBodies(read, worldId)),
  }
}
