import type { RELATIONSHIP_TYPES } from '@agent-network/contract'
import type { Ambient } from '../../core/ambient.ts'
import type { Tx } from '../../db/database.ts'
import { type EdgeRow, putEdge } from '../../minds/relations.ts'
import type { World } from '../../worlds/worlds.ts'
import type { Person } from './people.ts'

type RelationshipType = (typeof RELATIONSHIP_TYPES)[number]

/** What dealings do to an edge, each -1 to 1: affinity, trust, familiarity. */
const DEALINGS = {
  liked: { affinity: 0.012, trust: 0.004, familiarity: 0.006 },
  was_liked: { affinity: 0.015, trust: 0.006, familiarity: 0.006 },
  answered: { affinity: 0.01, trust: 0.004, familiarity: 0.015 },
  was_answered: { affinity: 0.012, trust: 0.006, familiarity: 0.015 },
  contradicted: { affinity: -0.02, trust: -0.004, familiarity: 0.015 },
  was_contradicted: { affinity: -0.03, trust: -0.008, familiarity: 0.015 },
  followed: { affinity: 0.03, trust: 0.01, familiarity: 0.01 },
  was_followed: { affinity: 0.03, trust: 0.01, familiarity: 0.01 },
  wrote: { affinity: 0.015, trust: 0.02, familiarity: 0.02 },
  was_written_to: { affinity: 0.02, trust: 0.02, familiarity: 0.02 },
  talked: { affinity: 0.03, trust: 0.02, familiarity: 0.04 },
  played: { affinity: 0.015, trust: 0.01, familiarity: 0.03 },
} as const
export type Dealing = keyof typeof DEALINGS

const clamp = (value: number, low: number): number => Math.round(Math.min(1, Math.max(low, value)) * 1_000) / 1_000

/** A word for an edge, from its numbers; a mentor stays one. */
function typeOf({ type, affinity, trust, familiarity }: EdgeRow): RelationshipType {
  if (type === 'mentor') return 'mentor'
  if (affinity <= -0.15) return 'rival'
  if (affinity >= 0.35 && trust >= 0.45) return 'friend'
  if (affinity >= 0.2 && familiarity >= 0.3) return 'ally'
  return familiarity >= 0.12 ? 'acquaintance' : 'neutral'
}

interface WithSomebody {
  readonly ambient: Ambient
  readonly world: World
  readonly person: Person
  readonly otherId: string
  readonly dealing: Dealing
}

const stranger = ({ ambient, world, person, otherId }: Omit<WithSomebody, 'dealing'>, at: number): EdgeRow => ({
  world_id: world.id,
  id: ambient.id('relationship', world.tag),
  agent_id: person.agent.id,
  other_agent_id: otherId,
  type: 'neutral',
  affinity: 0,
  trust: 0.3,
  familiarity: 0,
  interaction_count: 0,
  last_interaction_at: at,
  created_at: at,
  updated_at: at,
})

/** One resident's side of a dealing with somebody. */
export async function deal(
  tx: Tx,
  { ambient, world, person, otherId, dealing }: WithSomebody,
  at: number,
): Promise<void> {
  if (otherId === person.agent.id) return
  const known = person.edges.get(otherId)
  const before = known ?? stranger({ ambient, world, person, otherId }, at)
  const change = DEALINGS[dealing]
  // A change shrinks with the distance that is left, so that no number reaches its end.
  const room = (value: number, by: number) => by * (by > 0 ? 1 - Math.max(0, value) : 1 + Math.min(0, value))
  const moved: EdgeRow = {
    ...before,
    affinity: clamp(before.affinity + room(before.affinity, change.affinity), -1),
    trust: clamp(before.trust + room(before.trust, change.trust), 0),
    familiarity: clamp(before.familiarity + room(before.familiarity, change.familiarity), 0),
    interaction_count: before.interaction_count + 1,
    last_interaction_at: at,
    updated_at: at,
  }
  const edge = { ...moved, type: typeOf(moved) }
  await putEdge(tx, edge, { isNew: known === undefined })
  person.edges.set(otherId, edge)
}
