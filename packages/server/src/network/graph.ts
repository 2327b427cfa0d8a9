import type { GraphEdge, GraphNode, Paging } from '@agent-network/contract'
import { sql as fragment } from 'kysely'
import { isoOrEmpty } from '../core/day.ts'
import { offsetOf, type Page, pageOf } from '../core/paging.ts'
import { atHandle } from '../core/text.ts'
import type { Read } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'

/** Follows and relationships in one ordering; pages count edges, and the nodes are the ends of this page's edges. */
export async function readGraph(
  read: Read,
  world: World,
  paging: Paging,
): Promise<Page<GraphEdge> & { nodes: GraphNode[] }> {
  const follows = read.sql
    .selectFrom('follows')
    .select([
      'id',
      'agent_id as source',
      'target_agent_id as target',
      fragment<string>`'follow'`.as('type'),
      fragment<number>`1.0`.as('weight'),
      'created_at',
    ])
    .where('world_id', '=', world.id)
  const relationships = read.sql
    .selectFrom('relationships')
    .select([
      'id',
      'agent_id as source',
      'other_agent_id as target',
      fragment<string>`'relationship'`.as('type'),
      'affinity as weight',
      'created_at',
    ])
    .where('world_id', '=', world.id)
  const rows = await read.sql
    .selectFrom(follows.unionAll(relationships).as('edges'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
  const page = pageOf(rows, paging)
  const edges = page.items.map((row) => ({
    id: row.id,
    source: row.source,
    target: row.target,
    type: row.type as GraphEdge['type'],
    weight: Number(row.weight),
    createdAt: isoOrEmpty(row.created_at),
  }))
  return { items: edges, hasMore: page.hasMore, nodes: await nodesOf(read, world, edges) }
}

async function nodesOf(read: Read, world: World, edges: readonly GraphEdge[]): Promise<GraphNode[]> {
  const ids = [...new Set(edges.flatMap((edge) => [edge.source, edge.target]))]
  if (ids.length === 0) return []
  const rows = await read.sql
    .selectFrom('agents')
    .select(['id', 'handle', 'display_name'])
    .where('world_id', '=', world.id)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, handle: atHandle(row.handle), displayName: row.display_name }))
}
