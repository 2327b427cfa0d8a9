// The network graph: follows, relationships and the strongest ties.
import { type GraphEdge, type GraphNode, LIMITS, type Paging } from '@agent-network/contract'
import { sql as fragment } from 'kysely'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { yieldToEventLoop } from '../../platform/core/event-loop-budget.ts'
import { atHandle } from '../../platform/core/text.ts'
import { isoOrEmpty } from '../../platform/core/time.ts'
import { batches } from '../../platform/db/bulk.ts'
import { prepare, type Read } from '../../platform/db/database.ts'
import { type SlotParams, slots } from '../../platform/db/statements.ts'
import type { World } from '../../platform/worlds/worlds.ts'

export interface Tie {
  readonly source: string
  readonly target: string
  /** -1 to 1, the stronger of both directions. */
  readonly weight: number
}

/** A relationship in one direction. */
export interface DirectedRelationship {
  readonly agent_id: string
  readonly other_agent_id: string
  readonly affinity: number
}

const stronger = (a: Tie, b: Tie): number => Math.abs(b.weight) - Math.abs(a.weight) || (a.source < b.source ? -1 : 1)

/** One tie for both directions, with the stronger weight; strongest ties first. */
export function tiesOf(relationships: Iterable<DirectedRelationship>): Tie[] {
  const ties = new Map<string, Tie>()
  for (const { agent_id, other_agent_id, affinity } of relationships) {
    const [source, target] = agent_id < other_agent_id ? [agent_id, other_agent_id] : [other_agent_id, agent_id]
    const pair = JSON.stringify([source, target])
    const existingTie = ties.get(pair)
    if (existingTie === undefined || Math.abs(affinity) > Math.abs(existingTie.weight))
      ties.set(pair, { source, target, weight: affinity })
  }
  return [...ties.values()].sort(stronger)
}

/** The first few of each agent's own relationships with agents in the crowd. */
export function limitPerAgent(
  relationships: readonly DirectedRelationship[],
  { crowd, each }: { crowd: ReadonlySet<string>; each: number },
): DirectedRelationship[] {
  const countByAgent = new Map<string, number>()
  return relationships.filter(({ agent_id, other_agent_id }) => {
    const n = countByAgent.get(agent_id) ?? 0
    if (n >= each || !crowd.has(other_agent_id)) return false
    countByAgent.set(agent_id, n + 1)
    return true
  })
}

interface EdgeRow {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly type: string
  readonly weight: number
  readonly created_at: number
}

const edgesOfPage = prepare<{ world: string; reached: number; limit: number; offset: number }, EdgeRow>(
  (sql, param) => {
    const follows = sql
      .selectFrom('follows')
      .select([
        'id',
        'agent_id as source',
        'target_agent_id as target',
        fragment<string>`'follow'`.as('type'),
        fragment<number>`1.0`.as('weight'),
        'created_at',
      ])
      .where('world_id', '=', param('world'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(param('reached'))
    const relationships = sql
      .selectFrom('relationships')
      .select([
        'id',
        'agent_id as source',
        'other_agent_id as target',
        fragment<string>`'relationship'`.as('type'),
        'affinity as weight',
        'created_at',
      ])
      .where('world_id', '=', param('world'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(param('reached'))
    const either = sql
      .selectFrom(follows.as('follow'))
      .selectAll()
      .unionAll(sql.selectFrom(relationships.as('relationship')).selectAll())
    return sql
      .selectFrom(either.as('edges'))
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(param('limit'))
      .offset(param('offset'))
  },
)

/** Follows and relationships in one ordering. Pages count edges; the nodes are the ends of this page's edges. */
export async function readGraph(
  read: Read,
  world: World,
  paging: Paging,
): Promise<Page<GraphEdge> & { nodes: GraphNode[] }> {
  const rows = await read.all(edgesOfPage, {
    world: world.id,
    // Reads no more rows of each kind than the page can reach, by its own index.
    reached: Math.min(offsetOf(paging) + paging.perPage + 1, Number.MAX_SAFE_INTEGER),
    limit: paging.perPage + 1,
    offset: offsetOf(paging),
  })
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

/** Number of ends of a page of default size; more ends take several statements. */
const ENDS = slots(2 * LIMITS.page.perPageDefault)

const agentsBy = prepare<SlotParams, { id: string; handle: string; display_name: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select(['id', 'handle', 'display_name'])
    .where('world_id', '=', param('world'))
    .where('id', 'in', ENDS.names.map(param))
    .orderBy('id'),
)

async function nodesOf(read: Read, world: World, edges: readonly GraphEdge[]): Promise<GraphNode[]> {
  // In the order of ids in the store, so that batches follow one another.
  const ids = [...new Set(edges.flatMap((edge) => [edge.source, edge.target]))].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  )
  const nodes: GraphNode[] = []
  for (const some of batches(ids, ENDS.size))
    for (const row of await read.all(agentsBy, { world: world.id, ...ENDS.filled(some) }))
      nodes.push({ id: row.id, handle: atHandle(row.handle), displayName: row.display_name })
  return nodes
}

export interface GraphPerson extends GraphNode {
  readonly avatarSeed: string
}

const people = (read: Read, world: World) =>
  read.sql
    .selectFrom('agents')
    .select(['id', 'handle', 'display_name', 'avatar_seed'])
    .where('world_id', '=', world.id)
    .where('enabled', '=', 1)

const personView = (row: { id: string; handle: string; display_name: string; avatar_seed: string }): GraphPerson => ({
  id: row.id,
  handle: atHandle(row.handle),
  displayName: row.display_name,
  avatarSeed: row.avatar_seed,
})

/** Several agents, by id; disabled ones are left out. */
export async function peopleById(
  read: Read,
  world: World,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GraphPerson>> {
  if (ids.length === 0) return new Map()
  const rows = await people(read, world).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, personView(row)]))
}

/** The agents with the most followers. */
export async function mostFollowedAgents(read: Read, world: World, limit: number): Promise<GraphPerson[]> {
  const rows = await people(read, world).orderBy('followers_count', 'desc').orderBy('id').limit(limit).execute()
  return rows.map(personView)
}

/** One agent and the agents with the strongest relationships to it, positive or negative. */
export async function closestAgents(read: Read, world: World, agentId: string, limit: number): Promise<GraphPerson[]> {
  const edges = await read.sql
    .selectFrom('relationships')
    .select(['other_agent_id', 'affinity'])
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .execute()
  edges.sort((a, b) => Math.abs(b.affinity) - Math.abs(a.affinity) || (a.other_agent_id < b.other_agent_id ? -1 : 1))
  const ids = [agentId, ...edges.slice(0, limit - 1).map(({ other_agent_id }) => other_agent_id)]
  return (await people(read, world).where('id', 'in', ids).orderBy('id').execute()).map(personView)
}

/** Maximum number of ties per agent in a crowd; more would not be legible. */
const TIES_EACH = 3
const WEIGHT_MIN = 0.2
/** Agents per query, and rows it returns at most. Both bound the time the event loop is blocked. */
const BATCH = 20
const BATCH_TIES = 400

/** The strongest few ties of every agent in a crowd, strongest first. The event loop is released between queries. */
export async function strongestTies(read: Read, world: World, ids: readonly string[]): Promise<Tie[]> {
  const crowd = new Set(ids)
  const chosen: DirectedRelationship[] = []
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await read.sql
      .selectFrom('relationships')
      .select(['agent_id', 'other_agent_id', 'affinity'])
      .where('world_id', '=', world.id)
      .where('agent_id', 'in', ids.slice(start, start + BATCH))
      .where(fragment<number>`abs(affinity)`, '>=', WEIGHT_MIN)
      .orderBy(fragment`abs(affinity)`, 'desc')
      .orderBy('other_agent_id')
      .limit(BATCH_TIES)
      .execute()
    chosen.push(...limitPerAgent(rows, { crowd, each: TIES_EACH }))
    await yieldToEventLoop()
  }
  return tiesOf(chosen)
}

/** The relationships among several agents, one for both directions. */
export async function tiesAmong(read: Read, world: World, ids: readonly string[]): Promise<Tie[]> {
  if (ids.length === 0) return []
  return tiesOf(
    await read.sql
      .selectFrom('relationships')
      .select(['agent_id', 'other_agent_id', 'affinity'])
      .where('world_id', '=', world.id)
      .where('agent_id', 'in', ids)
      .where('other_agent_id', 'in', ids)
      .execute(),
  )
}
