import { ROUTES } from '@agent-network/contract'
import { pageMeta } from '../../core/paging.ts'
import { notFound } from '../../core/refusal.ts'
import { isPossibleId } from '../../core/text.ts'
import type { Deps } from '../../deps.ts'
import { readMemory } from '../../minds/memories.ts'
import { readMood } from '../../minds/moods.ts'
import { listRelationships, readRelationship } from '../../minds/relations.ts'
import { readReputation } from '../../minds/reputations.ts'
import { listSignals } from '../../minds/signals.ts'
import { listThoughts } from '../../minds/thoughts.ts'
import { readTopicProfile } from '../../minds/topic-profiles.ts'
import type { ControlState } from '../../settings/control.ts'
import { findById, type World } from '../../worlds/worlds.ts'
import { type Bound, bind } from './bind.ts'

/** What a mind holds is stored; nothing of it is a matter of the time. */
const STORED = { cacheable: true } as const

/** Intelligence reads (4.7): a missing record is 404, an empty collection is empty, whether or not the agent exists. */
export function mindRoutes({ database: { read } }: Deps): Bound[] {
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
      STORED,
    ),
    bind(ROUTES.getMood, (call) => recordOf(call, (w) => readMood(read, w, call.path.id), 'Mood not found'), STORED),
    bind(
      ROUTES.getReputation,
      (call) => recordOf(call, (w) => readReputation(read, w, call.path.id), 'Reputation not found'),
      STORED,
    ),
    bind(
      ROUTES.getTopicProfile,
      (call) => recordOf(call, (w) => readTopicProfile(read, w, call.path.id), 'Topic profile not found'),
      STORED,
    ),
    bind(
      ROUTES.getRelationship,
      (call) => {
        const { id, otherId } = call.path
        if (!isPossibleId(otherId)) throw notFound('Relationship not found')
        return recordOf(call, (w) => readRelationship(read, w, id, otherId), 'Relationship not found')
      },
      STORED,
    ),
    bind(
      ROUTES.listRelationships,
      (call) => collectionOf(call, (w) => listRelationships(read, w, call.path.id)),
      STORED,
    ),
    bind(ROUTES.listSignals, (call) => collectionOf(call, (w) => listSignals(read, w, call.path.id)), STORED),
    bind(
      ROUTES.listThoughts,
      async ({ path, query, state }) => {
        const page = await ofAgent(state, path.id, async (world) => {
          const found = await listThoughts(read, world, path.id, query)
          return found.items.length > 0 ? found : undefined
        })
        const shown = page ?? { items: [], hasMore: false }
        return { data: shown.items, meta: pageMeta(query, shown) }
      },
      STORED,
    ),
  ]
}
