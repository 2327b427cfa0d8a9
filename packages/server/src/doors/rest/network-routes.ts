import { ROUTES } from '@agent-network/contract'
import { worldOfCaller } from '../../access/authenticate.ts'
import { pageMeta } from '../../core/paging.ts'
import { notFound } from '../../core/refusal.ts'
import type { Deps } from '../../deps.ts'
import { holdUntil, listChallenges, readChallenge } from '../../network/challenges.ts'
import { readGraph } from '../../network/graph.ts'
import { listIdeas, readIdea } from '../../network/ideas.ts'
import { findById, type World } from '../../worlds/worlds.ts'
import { type Bound, bind } from './bind.ts'

const EMPTY = { items: [], hasMore: false }

export function networkRoutes({ database: { read } }: Deps): Bound[] {
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
        call.holdsUntil(holdUntil(page.items))
        return { data: page.items, meta: pageMeta(call.query, page) }
      },
      { timed: true },
    ),
    bind(
      ROUTES.getChallenge,
      async ({ path, state, at, holdsUntil }) => {
        const find = (world: World) => readChallenge(read, world, path.id, at)
        const challenge = await findById(read, state.worlds, path.id, find)
        if (challenge === null) throw notFound('Challenge not found; GET /v1/network/challenges lists them')
        holdsUntil(holdUntil([challenge]))
        return { data: challenge }
      },
      { timed: true },
    ),
  ]
}
