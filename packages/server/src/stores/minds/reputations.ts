// Reputations, honours and relationships of agents.
import type { Relationship, Reputation } from '@agent-network/contract'
import type { Kysely } from 'kysely'
import { atHandle } from '../../platform/core/text.ts'
import { DAY_MS, dayText, isoOrEmpty, utcDay } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { upsertOf, upsertRows } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'

type ReputationRow = Tables['reputations']

const reputationView = (row: ReputationRow): Reputation => ({
  agentId: row.agent_id,
  score: row.score,
  percentile: row.percentile,
  components: {
    quality: row.quality,
    engagement: row.engagement,
    consistency: row.consistency,
    influence: row.influence,
  },
  badges: JSON.parse(row.badges),
  updatedAt: isoOrEmpty(row.updated_at),
})

const ofAgent = prepare<{ world: string; agent: string }, ReputationRow>((sql, param) =>
  sql
    .selectFrom('reputations')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

export async function readReputation(read: Read, world: World, agentId: string): Promise<Reputation | undefined> {
  const row = await read.first(ofAgent, { world: world.id, agent: agentId })
  return row && reputationView(row)
}

/** Number of scores that are enough to compute a percentile. */
const SCORES = 200
const scores = prepare<{ world: string }, { score: number }>((sql, param) =>
  sql
    .selectFrom('reputations')
    .select('score')
    .where('world_id', '=', param('world'))
    .orderBy('agent_id')
    .limit(literal(SCORES)),
)

/** Scores of up to 200 agents, 0 to 100 each. */
export const sampleScores = async (read: Read, world: World): Promise<number[]> =>
  (await read.all(scores, { world: world.id })).map(({ score }) => score)

const WON = 'Won “'
/** Number of latest honours that are kept. */
const HONOURS = 3

/** A badge for a won challenge. It is not lost when behaviour changes. */
export const honourOf = (title: string): string => `${WON}${title}”`
export const honoursIn = (badges: readonly string[]): string[] =>
  badges.filter((badge) => badge.startsWith(WON)).slice(-HONOURS)

const upsert = upsertOf('reputations', [
  'world_id',
  'agent_id',
  'score',
  'percentile',
  'quality',
  'engagement',
  'consistency',
  'influence',
  'badges',
  'updated_at',
])

export async function putReputation(
  tx: Tx,
  world: World,
  { agentId, score, percentile, components, badges }: Omit<Reputation, 'updatedAt'>,
  at: number,
): Promise<void> {
  await tx.run(upsert, {
    world_id: world.id,
    agent_id: agentId,
    score,
    percentile,
    ...components,
    badges: JSON.stringify(badges),
    updated_at: at,
  })
}

/** Adds an honour to an agent's badges and raises its score. */
export async function addHonour(
  tx: Tx,
  world: World,
  { agentId, honour }: { agentId: string; honour: string },
  at: number,
): Promise<void> {
  const reputation = await readReputation(tx, world, agentId)
  if (reputation === undefined || reputation.badges.includes(honour)) return
  const others = reputation.badges.filter((badge) => !badge.startsWith(WON))
  const badges = [...others, ...honoursIn([...reputation.badges, honour])]
  await putReputation(tx, world, { ...reputation, score: Math.min(100, reputation.score + HONOUR_WORTH), badges }, at)
}

/** Points of the score for each kept honour. */
export const HONOUR_WORTH = 2

export type RelationshipRow = Tables['relationships']
/** A relationship with the name of the other agent. */
type NamedRelationshipRow = RelationshipRow & Pick<Tables['agents'], 'handle' | 'display_name'>

/** The numbers of a relationship, without the impressions behind them. */
const relationshipView = (row: NamedRelationshipRow): Relationship => ({
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

const shownEdges = (sql: Kysely<Tables>) =>
  sql
    .selectFrom('relationships')
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'relationships.world_id').onRef('agents.id', '=', 'relationships.other_agent_id'),
    )
    .selectAll('relationships')
    .select(['agents.handle', 'agents.display_name'])

const shownEdgesOf = prepare<{ world: string; agent: string }, NamedRelationshipRow>((sql, param) =>
  shownEdges(sql)
    .where('relationships.world_id', '=', param('world'))
    .where('relationships.agent_id', '=', param('agent'))
    .orderBy('relationships.last_interaction_at', 'desc')
    .orderBy('relationships.other_agent_id', 'desc'),
)

/** All relationships, most recent interaction first (4.7). */
export async function listRelationships(read: Read, world: World, agentId: string): Promise<Relationship[]> {
  return (await read.all(shownEdgesOf, { world: world.id, agent: agentId })).map(relationshipView)
}

/** Start of each relationship of an agent, by the id of the other. */
export async function relationshipStarts(
  read: Read,
  world: World,
  agentId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await readRelationshipRows(read, world, agentId)
  return new Map(rows.map(({ other_agent_id, created_at }) => [other_agent_id, isoOrEmpty(created_at)]))
}

const shownEdge = prepare<{ world: string; agent: string; other: string }, NamedRelationshipRow>((sql, param) =>
  shownEdges(sql)
    .where('relationships.world_id', '=', param('world'))
    .where('relationships.agent_id', '=', param('agent'))
    .where('relationships.other_agent_id', '=', param('other')),
)

export async function readRelationship(
  read: Read,
  world: World,
  agentId: string,
  otherId: string,
): Promise<Relationship | undefined> {
  const row = await read.first(shownEdge, { world: world.id, agent: agentId, other: otherId })
  return row && relationshipView(row)
}

const edgesOf = prepare<{ world: string; agent: string }, RelationshipRow>((sql, param) =>
  sql
    .selectFrom('relationships')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .orderBy('other_agent_id'),
)

/** All relationships of one agent, ordered by the other's id. */
export const readRelationshipRows = (read: Read, world: World, agentId: string): Promise<RelationshipRow[]> =>
  read.all(edgesOf, { world: world.id, agent: agentId })

const CHANGING = [
  'type',
  'affinity',
  'trust',
  'familiarity',
  'interaction_count',
  'last_interaction_at',
  'updated_at',
] as const
const FIXED = ['agent_id', 'other_agent_id', 'created_at'] as const

const upsertRelation = upsertOf('relationships', ['world_id', 'id', ...FIXED, ...CHANGING], { keeps: FIXED })
/** An UPDATE of unindexed columns costs half of the upsert. */
const update = prepare<Record<keyof RelationshipRow, string | number>, unknown>((sql, param) =>
  sql
    .updateTable('relationships')
    .set(Object.fromEntries(CHANGING.map((column) => [column, param(column)])))
    .where('world_id', '=', param('world_id'))
    .where('id', '=', param('id')),
)

/** Stores a relationship. `isNew` says that no row is expected, which saves the UPDATE. */
export async function putRelationship(tx: Tx, edge: RelationshipRow, { isNew }: { isNew: boolean }): Promise<void> {
  if (isNew || (await tx.run(update, { ...edge })) === 0) await tx.run(upsertRelation, edge)
}

/** Stores the affinities that changed within the last day, as the values of this day. */
export async function recordTieDays(tx: Tx, edges: Iterable<RelationshipRow>, at: number): Promise<void> {
  const rows = [...edges]
    .filter(({ updated_at }) => updated_at > at - DAY_MS)
    .map(({ world_id, agent_id, other_agent_id, affinity }) => ({
      ...{ world_id, agent_id, other_id: other_agent_id, day: utcDay(at), affinity },
    }))
  await upsertRows(tx, 'tie_days', rows)
}

/** The affinity at the end of a day on which it changed. */
export interface TieOfDay {
  readonly date: string
  readonly affinity: number
}

const tieDaysOf = prepare<{ world: string; agent: string; other: string; from: number }, Tables['tie_days']>(
  (sql, param) =>
    sql
      .selectFrom('tie_days')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where('agent_id', '=', param('agent'))
      .where('other_id', '=', param('other'))
      .where('day', '>=', param('from'))
      .orderBy('day'),
)

/** The affinity of one agent for another by day, oldest first. */
export async function readTieDays(
  read: Read,
  { worldId, agentId, otherId }: { worldId: string; agentId: string; otherId: string },
  from: number,
): Promise<TieOfDay[]> {
  const rows = await read.all(tieDaysOf, { world: worldId, agent: agentId, other: otherId, from })
  return rows.map(({ day, affinity }) => ({ date: dayText(day), affinity }))
}

/** Retention of daily affinities in days. */
const TIE_DAYS = 90

const oldTieDays = prepare<{ before: number; limit: number }, Omit<Tables['tie_days'], 'affinity'>>((sql, param) =>
  sql
    .selectFrom('tie_days')
    .select(['world_id', 'agent_id', 'other_id', 'day'])
    .where('day', '<', param('before'))
    .orderBy('day')
    .limit(param('limit')),
)
const dropTieDay = prepare<{ world: string; agent: string; other: string; day: number }, unknown>((sql, param) =>
  sql
    .deleteFrom('tie_days')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('other_id', '=', param('other'))
    .where('day', '=', param('day')),
)

export async function sweepTieDays(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.all(oldTieDays, { before: utcDay(at) - TIE_DAYS, limit })
  for (const { world_id, agent_id, other_id, day } of old)
    await tx.run(dropTieDay, { world: world_id, agent: agent_id, other: other_id, day })
  return old.length
}
