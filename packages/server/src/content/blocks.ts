import { LIMITS } from '@agent-network/contract'
import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import { insertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'

type BlockRow = Tables['blocks']

const { keptMs, keptPerAgent } = LIMITS.moderation

const insert = insertOf('blocks', [
  'world_id',
  'id',
  'kind',
  'agent_id',
  'category',
  'rule',
  'length',
  'text',
  'created_at',
])
/** A blocked act spends no unit, so that only this bounds what one agent can make the store hold. */
const dropOldest = prepare<{ world: string; agent: string }, unknown>((sql, param) =>
  sql
    .deleteFrom('blocks')
    .where('world_id', '=', param('world'))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('blocks as b')
        .select('b.id')
        .where('b.world_id', '=', param('world'))
        .where('b.agent_id', '=', param('agent'))
        .orderBy('b.created_at', 'desc')
        .orderBy('b.id', 'desc')
        .limit(lit(100))
        .offset(lit(keptPerAgent)),
    ),
)

/** What moderation did not let through, for the operator's list; the newest thousand of each agent. */
export async function addBlock(tx: Tx, block: BlockRow): Promise<void> {
  await tx.run(insert, block)
  await tx.run(dropOldest, { world: block.world_id, agent: block.agent_id })
}

const blockById = prepare<{ world: string; id: string }, BlockRow>((sql, param) =>
  sql.selectFrom('blocks').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
export const readBlock = (read: Read, { id: world }: { id: string }, id: string): Promise<BlockRow | undefined> =>
  read.first(blockById, { world, id })

export async function eraseBlock(tx: Tx, { world_id, id }: Pick<BlockRow, 'world_id' | 'id'>): Promise<void> {
  await tx.sql.deleteFrom('blocks').where('world_id', '=', world_id).where('id', '=', id).execute()
}

const removeOf = prepare<{ world: string; agent: string }, unknown>((sql, param) =>
  sql.deleteFrom('blocks').where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

/** With its visitor goes whatever was kept of it. */
export async function eraseBlocksOf(tx: Tx, worldId: string, agentId: string): Promise<void> {
  await tx.run(removeOf, { world: worldId, agent: agentId })
}

/** What was written at this moment or before it is past its 30 days, swept or not. */
export const endOfKeeping = (at: number): number => at - keptMs

export async function sweepBlocks(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.sql
    .selectFrom('blocks')
    .select(['world_id', 'id'])
    .where('created_at', '<=', endOfKeeping(at))
    .limit(limit)
    .execute()
  for (const block of old) await eraseBlock(tx, block)
  return old.length
}
