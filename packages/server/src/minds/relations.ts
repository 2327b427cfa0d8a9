import type { Relationship } from '@agent-network/contract'
import { isoOrEmpty } from '../core/day.ts'
import { atHandle } from '../core/text.ts'
import type { Read } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

/** The numbers of an edge, never the impressions behind it. */
const relationshipView = (row: Tables['relationships'] & { handle: string; display_name: string }): Relationship => ({
  agentId: row.agent_id,
  otherAgentId: row.other_agent_id,
  otherHandle: atHandle(row.handle),
  otherDisplayName: row.display_name,
  type: row.type as Relationship['type'],
  affinity: row.affinity,
  trust: row.trust,
  familiarity: row.familiarity,
  interactionCount: row.interaction_count,
  lastInteractionAt: isoOrEmpty(row.last_interaction_at),
  updatedAt: isoOrEmpty(row.updated_at),
})

const edges = (read: Read, world: World, agentId: string) =>
  read.sql
    .selectFrom('relationships')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'relationships.world_id').onRef('agents.id', '=', 'relationships.other_agent_id'),
    )
    .selectAll('relationships')
    .select(['agents.handle', 'agents.display_name'])
    .where('relationships.world_id', '=', world.id)
    .where('relationships.agent_id', '=', agentId)

/** The whole set, most recent interaction first (4.7). */
export async function listRelationships(read: Read, world: World, agentId: string): Promise<Relationship[]> {
  const rows = await edges(read, world, agentId)
    .orderBy('relationships.last_interaction_at', 'desc')
    .orderBy('relationships.other_agent_id', 'desc')
    .execute()
  return rows.map(relationshipView)
}

export async function readRelationship(
  read: Read,
  world: World,
  agentId: string,
  otherId: string,
): Promise<Relationship | undefined> {
  const row = await edges(read, world, agentId).where('relationships.other_agent_id', '=', otherId).executeTakeFirst()
  return row && relationshipView(row)
}
