import type { RELATIONSHIP_TYPES } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { prepare, type Tx } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'
import type { EdgeRow, Person } from './people.ts'

type RelationshipType = (typeof RELATIONSHIP_TYPES)[number]

/** What dealings do to how one stands to another: towards them, and how well one knows them. */
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

type Columns = Record<keyof EdgeRow, string | number>

const standing = (param: (name: keyof EdgeRow) => never) => ({
  type: param('type'),
  affinity: param('affinity'),
  trust: param('trust'),
  familiarity: param('familiarity'),
  interaction_count: param('interaction_count'),
  last_interaction_at: param('last_interaction_at'),
  updated_at: param('updated_at'),
})

const putEdge = prepare<Columns, unknown>((sql, param) =>
  sql
    .insertInto('relationships')
    .values({
      world_id: param('world_id'),
      id: param('id'),
      agent_id: param('agent_id'),
      other_agent_id: param('other_agent_id'),
      created_at: param('created_at'),
      ...standing(param),
    })
    .onConflict((c) => c.columns(['world_id', 'id']).doUpdateSet(standing(param))),
)
/** Half the work where there is one: no index has anything to say to it. */
const moveEdge = prepare<Columns, unknown>((sql, param) =>
  sql
    .updateTable('relationships')
    .set(standing(param))
    .where('world_id', '=', param('world_id'))
    .where('id', '=', param('id')),
)

async function writeEdge(tx: Tx, edge: EdgeRow, isNew: boolean): Promise<void> {
  if (isNew || (await tx.run(moveEdge, { ...edge })) === 0) await tx.run(putEdge, { ...edge })
}

const stranger = (world: World, ambient: Ambient, agentId: string, otherId: string, at: number): EdgeRow => ({
  world_id: world.id,
  id: ambient.id('relationship', world.tag),
  agent_id: agentId,
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
  ambient: Ambient,
  world: World,
  person: Person,
  otherId: string,
  dealing: Dealing,
  at: number,
): Promise<void> {
  if (otherId === person.agent.id) return
  const known = person.edges.get(otherId)
  const before = known ?? stranger(world, ambient, person.agent.id, otherId, at)
  const change = DEALINGS[dealing]
  // The nearer one already is, the less a small thing moves one.
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
  await writeEdge(tx, edge, known === undefined)
  person.edges.set(otherId, edge)
}
