import { prepare, type Read, type Tx } from '../db/database.ts'
import { upsertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'

export type BodyRow = Tables['bodies']

/** `leaves_at` of a body that stays until it walks on, in ms: later than any ISO timestamp of four-digit years. */
export const FOREVER = 9_000_000_000_000_000

/** A dwell is twenty minutes (1.22). */
export const DWELL_MS = 20 * 60_000

const bodyOfAgent = prepare<{ world: string; agent: string }, BodyRow>((sql, param) =>
  sql.selectFrom('bodies').selectAll().where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

export const readBody = (read: Read, worldId: string, agentId: string): Promise<BodyRow | undefined> =>
  read.first(bodyOfAgent, { world: worldId, agent: agentId })

const putRow = upsertOf(
  'bodies',
  [
    'world_id',
    'agent_id',
    'resident',
    'destination_id',
    'journey_id',
    'depart_at',
    'arrive_at',
    'dwell_until',
    'leaves_at',
    'activity',
    'purpose',
    'home_id',
  ],
  { keeps: ['resident'] },
)

export const putBody = (tx: Tx, row: BodyRow): Promise<number> => tx.run(putRow, { ...row })

export async function removeBody(tx: Tx, worldId: string, agentId: string): Promise<void> {
  await tx.sql.deleteFrom('bodies').where('world_id', '=', worldId).where('agent_id', '=', agentId).execute()
}

/** Positions are computed from the row and the time, so a row is valid for every moment after it was written. */
export const isUnderway = (body: BodyRow, at: number): boolean =>
  body.depart_at !== null && body.depart_at <= at && at < body.arrive_at

/** Whether its walk or stay has begun by then. An imported body may have its first one in the future. */
export const hasBegun = (body: BodyRow, at: number): boolean => (body.depart_at ?? body.arrive_at) <= at

/** The id of the place it is at, or null while it walks, before it arrives and after it has left. */
export const standsAt = (body: BodyRow | undefined, at: number): string | null =>
  body !== undefined && body.arrive_at <= at && at < body.leaves_at ? body.destination_id : null

/** The end of its current dwell in ms, or null outside a dwell. */
export const dwellAt = (body: BodyRow | undefined, at: number): number | null =>
  body?.dwell_until != null && body.arrive_at <= at && at < body.dwell_until ? body.dwell_until : null
