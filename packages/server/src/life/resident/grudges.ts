import { lit, prepare, type Read, type Tx } from '../../db/database.ts'
import { upsertOf } from '../../db/statements.ts'
import type { Tables } from '../../db/tables.ts'

export type GrudgeRow = Tables['grudges']

const put = upsertOf('grudges', ['world_id', 'agent_id', 'other_id', 'reason', 'created_at'])
/** Nobody nurses more than this. */
const MOST = 64
const heldBy = prepare<{ world: string; agent: string }, GrudgeRow>((sql, param) =>
  sql
    .selectFrom('grudges')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .orderBy('other_id')
    .limit(lit(MOST)),
)
const remove = prepare<{ world: string; agent: string; other: string }, unknown>((sql, param) =>
  sql
    .deleteFrom('grudges')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('other_id', '=', param('other')),
)

export const readGrudges = async (read: Read, worldId: string, agentId: string): Promise<Map<string, GrudgeRow>> =>
  new Map((await read.all(heldBy, { world: worldId, agent: agentId })).map((row) => [row.other_id, row]))

export const putGrudge = (tx: Tx, row: GrudgeRow): Promise<number> => tx.run(put, row)

export const dropGrudge = (tx: Tx, { world_id, agent_id, other_id }: GrudgeRow): Promise<number> =>
  tx.run(remove, { world: world_id, agent: agent_id, other: other_id })
