import { LIMITS, type PresenceStatus } from '@agent-network/contract'
import { prepare, type Tx } from '../db/database.ts'
import type { VisitorRow } from '../db/tables.ts'
import { number, type Switches } from '../settings/switches.ts'
import { lockVisitor } from '../worlds/roster.ts'

/** 3.1: a visitor is sent home when it has missed three intervals. */
export const absenceMs = (switches: Switches): number =>
  LIMITS.presence.missedIntervals * Math.max(1, number(switches, 'visitorHeartbeatIntervalMinutes')) * 60_000

/** The same answer whether it is asked here or was swept before (AMB-55). A visitor that never came is away. */
export const presenceOf = (visitor: VisitorRow, switches: Switches, at: number): PresenceStatus =>
  visitor.last_heartbeat_at !== null && at - visitor.last_heartbeat_at < absenceMs(switches) ? 'present' : 'away'

const leave = prepare<{ world: string; agent: string }, unknown>((sql, param) =>
  sql
    .updateTable('visitors')
    .set({ present: 0 })
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('present', '=', 1),
)

/** Once, however often it is noticed. What a body leaves behind goes with it, as of the moment of its absence. */
export async function sendHome(tx: Tx, visitor: VisitorRow): Promise<void> {
  await tx.run(leave, { world: visitor.world_id, agent: visitor.agent_id })
}

/** Visitors whose time ran out and whom nobody has asked about since. */
export async function sweepPresence(tx: Tx, switches: Switches, at: number, limit: number): Promise<number> {
  const gone = await tx.sql
    .selectFrom('visitors')
    .select(['world_id', 'agent_id'])
    .where('present', '=', 1)
    .where('last_heartbeat_at', '<=', at - absenceMs(switches))
    .orderBy('last_heartbeat_at')
    .limit(limit)
    .execute()
  // In the order of ids, as everybody locks several visitors.
  for (const { world_id, agent_id } of gone.sort((a, b) => (a.agent_id < b.agent_id ? -1 : 1))) {
    const visitor = await lockVisitor(tx, world_id, agent_id)
    if (visitor !== undefined && presenceOf(visitor, switches, at) === 'away') await sendHome(tx, visitor)
  }
  return gone.length
}
