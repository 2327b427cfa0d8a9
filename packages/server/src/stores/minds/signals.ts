// Signals and publishable thoughts of agents.
import type { Paging, Signal, Thought } from '@agent-network/contract'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { atHandle } from '../../platform/core/text.ts'
import { isoOrEmpty } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'

export type SignalRow = Tables['signals']

const signalView = (row: SignalRow): Signal => ({
  id: row.id,
  type: row.type,
  label: row.label,
  value: row.value,
  trend: row.trend as Signal['trend'],
  confidence: row.confidence,
  observedAt: isoOrEmpty(row.created_at),
})

const newestOf = prepare<{ world: string; agent: string }, SignalRow>((sql, param) =>
  sql
    .selectFrom('signals')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

export async function listSignals(read: Read, world: World, agentId: string): Promise<Signal[]> {
  return (await read.all(newestOf, { world: world.id, agent: agentId })).map(signalView)
}

const removeAll = prepare<{ world: string; agent: string }, unknown>((sql, param) =>
  sql.deleteFrom('signals').where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)
const insert = insertOf('signals', [
  'world_id',
  'id',
  'agent_id',
  'type',
  'label',
  'value',
  'trend',
  'confidence',
  'created_at',
])

/** Replaces all signals of an agent, because they are computed together. */
export async function replaceSignals(
  tx: Tx,
  { world, agentId, rows }: { world: World; agentId: string; rows: readonly SignalRow[] },
): Promise<void> {
  await tx.run(removeAll, { world: world.id, agent: agentId })
  for (const row of rows) await tx.run(insert, row)
}

type ShownThought = Tables['thoughts'] & { about_handle: string | null }

const published = prepare<{ world: string; agent: string; limit: number; offset: number }, ShownThought>((sql, param) =>
  sql
    .selectFrom('thoughts')
    .leftJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'thoughts.world_id').onRef('agents.id', '=', 'thoughts.about_agent_id'),
    )
    .selectAll('thoughts')
    .select('agents.handle as about_handle')
    .where('thoughts.world_id', '=', param('world'))
    .where('thoughts.agent_id', '=', param('agent'))
    .where('thoughts.publishable', '=', literal(1))
    .orderBy('thoughts.created_at', 'desc')
    .orderBy('thoughts.id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

/** Publishable thoughts only, newest first. */
export async function listThoughts(read: Read, world: World, agentId: string, paging: Paging): Promise<Page<Thought>> {
  const window = { limit: paging.perPage + 1, offset: offsetOf(paging) }
  const rows = await read.all(published, { world: world.id, agent: agentId, ...window })
  const thoughts = rows.map((row) => ({
    id: row.id,
    kind: row.kind as Thought['kind'],
    text: row.text,
    aboutAgentId: row.about_agent_id,
    aboutHandle: row.about_handle === null ? null : atHandle(row.about_handle),
    topicId: row.topic_id,
    createdAt: isoOrEmpty(row.created_at),
  }))
  return pageOf(thoughts, paging)
}

const insertThought = insertOf('thoughts', [
  'world_id',
  'id',
  'agent_id',
  'kind',
  'text',
  'about_agent_id',
  'topic_id',
  'publishable',
  'created_at',
])

export async function addThought(tx: Tx, row: Tables['thoughts']): Promise<void> {
  await tx.run(insertThought, row)
}

/** Deletes the thoughts of residents about an erased agent; returns their number. */
export async function eraseThoughtsAbout(tx: Tx, worldId: string, agentId: string, limit: number): Promise<number> {
  const rows = await tx.sql
    .selectFrom('thoughts')
    .select('id')
    .where('world_id', '=', worldId)
    .where('about_agent_id', '=', agentId)
    .where('about_agent_id', 'is not', null)
    .limit(limit)
    .execute()
  if (rows.length > 0)
    await tx.sql
      .deleteFrom('thoughts')
      .where('world_id', '=', worldId)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  return rows.length
}
