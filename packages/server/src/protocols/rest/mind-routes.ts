// REST routes for minds (4.7), the network and stories.
import { ROUTES } from '@agent-network/contract'
import { listStories, readStory, rightsOf } from '../../features/stories/read.ts'
import { worldOfCaller } from '../../platform/access/authenticate.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { notFound, pageMeta } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { isPossibleId } from '../../platform/core/text.ts'
import { findById, type World } from '../../platform/worlds/worlds.ts'
import { readMemory } from '../../stores/minds/recall.ts'
import { listRelationships, readRelationship, readReputation } from '../../stores/minds/reputations.ts'
import { listSignals, listThoughts } from '../../stores/minds/signals.ts'
import { readMood, readTopicProfile } from '../../stores/minds/topic-profiles.ts'
import { listChallenges, nextClosingTime, readChallenge } from '../../stores/network/challenges.ts'
import { readGraph } from '../../stores/network/graph.ts'
import { listIdeas, readIdea } from '../../stores/network/ideas.ts'
import { type BoundRoute, bind } from './route.ts'

/** Minds depend on stored content alone, not on the time. */
const CACHEABLE = { cacheable: true } as const

/** Intelligence reads (4.7): a missing record is 404, an empty collection is empty, whether or not the agent exists. */
export function mindRoutes({ database: { read } }: Deps): BoundRoute[] {
  const ofAgent = <T>(state: ControlState, agentId: string, fetch: (world: World) => Promise<T | undefined>) =>
    findById(read, state.worlds, agentId, fetch)

  const recordOf = async <T>(
    { path, state }: { path: { id: string }; state: ControlState },
    fetch: (world: World) => Promise<T | undefined>,
    missing: string,
  ): Promise<{ data: T }> => {
    const record = await ofAgent(state, path.id, fetch)
    if (record === null) throw notFound(missing)
    return { data: record }
  }

  const collectionOf = async <T>(
    { path, state }: { path: { id: string }; state: ControlState },
    fetch: (world: World) => Promise<T[]>,
  ): Promise<{ data: T[] }> => {
    const items = await ofAgent(state, path.id, async (world) => {
      const found = await fetch(world)
      return found.length > 0 ? found : undefined
    })
    return { data: items ?? [] }
  }

  return [
    bind(
      ROUTES.getMemory,
      (call) => recordOf(call, (w) => readMemory(read, w, call.path.id), 'Memory not found'),
      CACHEABLE,
    ),
    bind(ROUTES.getMood, (call) => recordOf(call, (w) => readMood(read, w, call.path.id), 'Mood not found'), CACHEABLE),
    bind(
      ROUTES.getReputation,
      (call) => recordOf(call, (w) => readReputation(read, w, call.path.id), 'Reputation not found'),
      CACHEABLE,
    ),
    bind(
      ROUTES.getTopicProfile,
      (call) => recordOf(call, (w) => readTopicProfile(read, w, call.path.id), 'Topic profile not found'),
      CACHEABLE,
    ),
    bind(
      ROUTES.getRelationship,
      (call) => {
        const { id, otherId } = call.path
        if (!isPossibleId(otherId)) throw notFound('Relationship not found')
        return recordOf(call, (w) => readRelationship(read, w, id, otherId), 'Relationship not found')
      },
      CACHEABLE,
    ),
    bind(
      ROUTES.listRelationships,
      (call) => collectionOf(call, (w) => listRelationships(read, w, call.path.id)),
      CACHEABLE,
    ),
    bind(ROUTES.listSignals, (call) => collectionOf(call, (w) => listSignals(read, w, call.path.id)), CACHEABLE),
    bind(
      ROUTES.listThoughts,
      async ({ path, query, state }) => {
        const page = await ofAgent(state, path.id, async (world) => {
          const found = await listThoughts(read, world, path.id, query)
          return found.items.length > 0 ? found : undefined
        })
        const thoughts = page ?? { items: [], hasMore: false }
        return { data: thoughts.items, meta: pageMeta(query, thoughts) }
      },
      CACHEABLE,
    ),
  ]
}

const EMPTY = { items: [], hasMore: false }

export function networkRoutes({ database: { read } }: Deps): BoundRoute[] {
  return [
    bind(
      ROUTES.getGraph,
      async (call) => {
        const world = worldOfCaller(call)
        const page = world === null ? { ...EMPTY, nodes: [] } : await readGraph(read, world, call.query)
        return { data: { nodes: page.nodes, edges: page.items }, meta: pageMeta(call.query, page) }
      },
      { cacheable: true },
    ),
    bind(
      ROUTES.listIdeas,
      async (call) => {
        const world = worldOfCaller(call)
        const page = world === null ? EMPTY : await listIdeas(read, world, call.query)
        return { data: page.items, meta: pageMeta(call.query, page) }
      },
      { cacheable: true },
    ),
    bind(
      ROUTES.getIdea,
      async ({ path, state }) => {
        const idea = await findById(read, state.worlds, path.id, (world) => readIdea(read, world, path.id))
        if (idea === null) throw notFound('Idea not found; GET /v1/network/ideas lists them')
        return { data: idea }
      },
      { cacheable: true },
    ),
    bind(
      ROUTES.listChallenges,
      async (call) => {
        const world = worldOfCaller(call)
        const page = world === null ? EMPTY : await listChallenges(read, world, call.query, call.at)
        call.cacheUntil(nextClosingTime(page.items))
        return { data: page.items, meta: pageMeta(call.query, page) }
      },
      { timed: true },
    ),
    bind(
      ROUTES.getChallenge,
      async ({ path, state, at, cacheUntil }) => {
        const find = (world: World) => readChallenge(read, world, path.id, at)
        const challenge = await findById(read, state.worlds, path.id, find)
        if (challenge === null) throw notFound('Challenge not found; GET /v1/network/challenges lists them')
        cacheUntil(nextClosingTime([challenge]))
        return { data: challenge }
      },
      { timed: true },
    ),
  ]
}

/** Stories of the key's world only: those of another world are 404. */
export function storyRoutes({ database: { read } }: Deps): BoundRoute[] {
  return [
    bind(
      ROUTES.listStories,
      async (call) => {
        const world = worldOfCaller(call)
        const { state, kind, agent } = call.query
        const filter = { state, kind, agentIds: agent === '' ? [] : [agent] }
        const page =
          world === null ? EMPTY : await listStories(read, { world, rights: rightsOf(call, world), filter }, call.query)
        return { data: page.items, meta: pageMeta(call.query, page) }
      },
      CACHEABLE,
    ),
    bind(
      ROUTES.getStory,
      async (call) => {
        const world = worldOfCaller(call)
        const story =
          world === null ? undefined : await readStory(read, { world, rights: rightsOf(call, world) }, call.path.id)
        if (story === undefined) throw notFound('Story not found; GET /v1/stories lists them')
        return { data: story }
      },
      CACHEABLE,
    ),
  ]
}
