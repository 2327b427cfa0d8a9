// The world file of a fork: residents with ties, minds and city, under new ids.
import type { WorldFile, WorldFileItem, WorldFileList } from '@agent-network/contract'
import type { IdKind } from '../../platform/core/ambient.ts'

export interface ForkDraft {
  readonly id: string
  readonly name: string
  readonly designation: 'visitor' | null
  readonly capacity: number | null
}

type Item<L extends WorldFileList> = WorldFileItem<L>

/** New ids of one kind; an id without a new one is not copied. */
interface NewIds {
  of(id: string | null | undefined): string | undefined
  has(id: string | null | undefined): boolean
}

function rename(items: readonly { id?: string }[], mint: () => string): NewIds {
  const ids = new Map(items.flatMap((item) => (item.id === undefined ? [] : [[item.id, mint()] as const])))
  const of = (id: string | null | undefined) => (id === undefined || id === null ? undefined : ids.get(id))
  return { of, has: (id) => of(id) !== undefined }
}

const isNone = (id: string | null | undefined): boolean => id === undefined || id === null || id === ''

interface Cast {
  readonly worldId: string
  readonly mint: (kind: IdKind) => string
  readonly agents: NewIds
  readonly topics: NewIds
  readonly ideas: NewIds
  readonly challenges: NewIds
  readonly posts: NewIds
  readonly replies: NewIds
  readonly places: NewIds
}

/** The replies to copy: by residents, under copied posts, with all replies that they answer. */
function copiedReplies({ replies = [] }: WorldFile, agents: NewIds, posts: NewIds): Item<'replies'>[] {
  const byId = new Map(replies.map((reply) => [reply.id, reply]))
  const verdicts = new Map<Item<'replies'>, boolean>()
  /** A reply is copied with all replies that it answers. Evaluated from the top down to avoid deep recursion. */
  const comes = (reply: Item<'replies'>): boolean => {
    const above: Item<'replies'>[] = []
    for (
      let next: Item<'replies'> | undefined = reply;
      next && !verdicts.has(next);
      next = byId.get(next.parentReplyId ?? '')
    )
      above.push(next)
    for (const next of above.reverse()) {
      const parent = byId.get(next.parentReplyId ?? '')
      const answered = isNone(next.parentReplyId) || (parent !== undefined && verdicts.get(parent) === true)
      verdicts.set(next, answered && agents.has(next.agentId) && posts.has(next.postId))
    }
    return verdicts.get(reply)!
  }
  return replies.filter(comes)
}

/** Texts and likes of residents that involve only copied agents. */
function forkHistory(source: WorldFile, cast: Cast, coming: readonly Item<'replies'>[]): WorldFile {
  const { agents, topics, posts, replies, mint } = cast
  return {
    posts: (source.posts ?? [])
      .filter((post) => posts.has(post.id))
      .map((post) => ({
        ...post,
        id: posts.of(post.id)!,
        agentId: agents.of(post.agentId)!,
        topicId: topics.of(post.topicId) ?? null,
      })),
    replies: coming.map((reply) => ({
      ...reply,
      id: replies.of(reply.id) ?? mint('reply'),
      postId: posts.of(reply.postId)!,
      parentReplyId: replies.of(reply.parentReplyId) ?? null,
      agentId: agents.of(reply.agentId)!,
    })),
    likes: (source.likes ?? [])
      .filter((like) => agents.has(like.agentId))
      .filter((like) => (isNone(like.replyId) ? posts.has(like.postId) : replies.has(like.replyId)))
      .map((like) => ({
        ...like,
        id: mint('like'),
        agentId: agents.of(like.agentId)!,
        postId: posts.of(like.postId) ?? null,
        replyId: replies.of(like.replyId) ?? null,
      })),
    reposts: (source.reposts ?? [])
      .filter((repost) => agents.has(repost.agentId) && posts.has(repost.postId))
      .map((repost) => ({
        ...repost,
        id: mint('repost'),
        agentId: agents.of(repost.agentId)!,
        postId: posts.of(repost.postId)!,
      })),
  }
}

function forkMinds(source: WorldFile, { agents, topics, ideas, mint }: Cast): WorldFile {
  /** An agent's own records, with the agent's new id. */
  const own = <T extends { agentId: string }>(items: readonly T[] | undefined): T[] =>
    (items ?? [])
      .filter((item) => agents.has(item.agentId))
      .map((item) => ({ ...item, agentId: agents.of(item.agentId)! }))
  return {
    memories: own(source.memories).map((memory) => ({
      ...memory,
      activeIdeas: (memory.activeIdeas ?? [])
        .filter(({ ideaId }) => ideas.has(ideaId))
        .map((idea) => ({ ...idea, ideaId: ideas.of(idea.ideaId)! })),
    })),
    moods: own(source.moods),
    reputations: own(source.reputations),
    topicProfiles: own(source.topicProfiles).map((profile) => ({
      ...profile,
      topics: (profile.topics ?? [])
        .filter(({ topicId }) => topics.has(topicId))
        .map((topic) => ({ ...topic, topicId: topics.of(topic.topicId)! })),
    })),
    episodes: own(source.episodes).map((episode) => ({ ...episode, id: mint('episode') })),
    signals: own(source.signals).map((signal) => ({ ...signal, id: mint('signal') })),
    thoughts: own(source.thoughts)
      .filter(({ aboutAgentId }) => isNone(aboutAgentId) || agents.has(aboutAgentId))
      .map((thought) => ({
        ...thought,
        id: mint('thought'),
        aboutAgentId: agents.of(thought.aboutAgentId) ?? null,
        topicId: topics.of(thought.topicId) ?? null,
      })),
    follows: own(source.follows)
      .filter(({ targetAgentId }) => agents.has(targetAgentId))
      .map((follow) => ({ ...follow, id: mint('follow'), targetAgentId: agents.of(follow.targetAgentId)! })),
    relationships: own(source.relationships)
      .filter(({ otherAgentId }) => agents.has(otherAgentId))
      .map((edge) => ({ ...edge, id: mint('relationship'), otherAgentId: agents.of(edge.otherAgentId)! })),
  }
}

function forkNetwork(source: WorldFile, { worldId, agents, topics, ideas, challenges, posts, mint }: Cast): WorldFile {
  const publicPostIds = new Set(
    (source.posts ?? []).filter((p) => (p.visibility ?? 'public') === 'public').map((p) => p.id),
  )
  return {
    // An idea of a visitor is copied without its author.
    ideas: (source.ideas ?? []).map((idea) => ({
      ...idea,
      id: ideas.of(idea.id) ?? mint('idea'),
      worldId,
      originAgentId: agents.of(idea.originAgentId) ?? null,
      events: (idea.events ?? [])
        .filter(({ agentId }) => agents.has(agentId))
        .map((event) => ({
          ...event,
          id: mint('ideaEvent'),
          agentId: agents.of(event.agentId)!,
          postId: posts.of(event.postId) ?? null,
        })),
    })),
    challenges: (source.challenges ?? []).map((challenge) => ({
      ...challenge,
      id: challenges.of(challenge.id) ?? mint('challenge'),
      worldId,
      topicId: topics.of(challenge.topicId) ?? null,
      contributions: (challenge.contributions ?? [])
        .filter(({ agentId }) => agents.has(agentId))
        // A hidden post hides its contribution. If the hidden post is not copied, neither is the contribution.
        .filter(({ postId }) => isNone(postId) || posts.has(postId) || publicPostIds.has(postId!))
        .map((contribution) => ({
          ...contribution,
          id: mint('contribution'),
          agentId: agents.of(contribution.agentId)!,
          postId: posts.of(contribution.postId) ?? null,
        })),
    })),
  }
}

function forkCity(city: Item<'city'>, { worldId, places, mint }: Cast): Item<'city'> {
  const nodes = rename(city.nodes ?? [], () => mint('node'))
  return {
    worldId,
    nodes: (city.nodes ?? []).map((node) => ({ ...node, id: nodes.of(node.id)! })),
    edges: (city.edges ?? []).map((edge) => ({ ...edge, from: nodes.of(edge.from)!, to: nodes.of(edge.to)! })),
    destinations: (city.destinations ?? []).map((place) => ({
      ...place,
      id: places.of(place.id) ?? mint('destination'),
      nodeId: nodes.of(place.nodeId)!,
    })),
  }
}

/** New ids of copied records, for rows that are not in a world file. */
export type ForkIds = Pick<Cast, 'agents' | 'ideas' | 'challenges' | 'posts' | 'replies' | 'places' | 'mint'>

/**
 * A world's residents with their ties, minds and city as the world file of a new fork. Other agents and all references
 * to them are excluded; every id is new.
 */
export function buildFork(
  source: WorldFile,
  fork: ForkDraft,
  mint: (kind: IdKind) => string,
  { history }: { readonly history: boolean },
): { readonly file: WorldFile; readonly ids: ForkIds } {
  const residents = (source.agents ?? []).filter((agent) => (agent.kind ?? 'resident') === 'resident')
  const agents = rename(residents, () => mint('agent'))
  const topics = rename(source.topics ?? [], () => mint('topic'))
  const posts = rename(history ? (source.posts ?? []).filter((post) => agents.has(post.agentId)) : [], () =>
    mint('post'),
  )
  const ideas = rename(source.ideas ?? [], () => mint('idea'))
  const coming = history ? copiedReplies(source, agents, posts) : []
  const cities = source.city === undefined ? [] : [source.city].flat()
  const cast: Cast = {
    worldId: fork.id,
    mint,
    agents,
    topics,
    ideas,
    posts,
    replies: rename(coming, () => mint('reply')),
    challenges: rename(source.challenges ?? [], () => mint('challenge')),
    places: rename(
      cities.flatMap(({ destinations }) => destinations ?? []),
      () => mint('destination'),
    ),
  }
  const file: WorldFile = {
    worlds: [{ ...fork, kind: 'fork', status: 'running' }],
    topics: (source.topics ?? []).map((topic) => ({
      ...topic,
      id: topics.of(topic.id) ?? mint('topic'),
      worldId: fork.id,
    })),
    agents: residents.map((agent) => ({ ...agent, id: agents.of(agent.id) ?? mint('agent'), worldId: fork.id })),
    ...(history ? forkHistory(source, cast, coming) : {}),
    ...forkMinds(source, cast),
    ...forkNetwork(source, cast),
    ...(cities.length > 0 ? { city: cities.map((city) => forkCity(city, cast)) } : {}),
  }
  return { file, ids: cast }
}

/** The file only. */
export const forkFile = (...fork: Parameters<typeof buildFork>): WorldFile => buildFork(...fork).file
