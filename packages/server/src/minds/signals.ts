import type { Signal } from '@agent-network/contract'
import { isoOrEmpty } from '../core/day.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import { insertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

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

/** The signals of one agent are made together; those of before go. */
export async function replaceSignals(
  tx: Tx,
  { world, agentId, rows }: { world: World; agentId: string; rows: readonly SignalRow[] },
): Promise<void> {
  await tx.run(removeAll, { world: world.id, agent: agentId })
  for (const row of rows) await tx.run(insert, row)
}
