import { LIMITS, type PresenceStatus } from '@agent-network/contract'
import { number, type Switches } from '../../platform/control/switches.ts'
import { lit, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import { lockVisitor, markAway, readVisitor } from '../../platform/worlds/roster.ts'
import { goMissing } from '../../stores/city/movement.ts'
import { inWorld, type Telling, tellGamesOver, tellLeft } from '../../stores/city/notices.ts'

/** 3.1: a visitor is sent home when it has missed three intervals. */
export const absenceMs = (switches: Switches): number =>
  LIMITS.presence.missedIntervals * Math.max(1, number(switches, 'visitorHeartbeatIntervalMinutes')) * 60_000

/** The same answer whether it is asked here or was swept before (AMB-55). A visitor that never came is away. */
export const presenceOf = (visitor: VisitorRow, switches: Switches, at: number): PresenceStatus =>
  visitor.last_heartbeat_at !== null && at - visitor.last_heartbeat_at < absenceMs(switches) ? 'present' : 'away'

/** Whether it is to be sent home. */
const isMissing = (visitor: VisitorRow, switches: Switches, at: number): boolean =>
  visitor.present === 1 && presenceOf(visitor, switches, at) !== 'present'

/**
 * Sends a visitor home that has missed its heartbeats: once, however often it is noticed, and as of the moment it went
 * missing, so that a late look finds what an early one would have (AMB-55). Its row is locked.
 */
export async function noteAbsence(tx: Tx, visitor: VisitorRow, telling: Telling, at: number): Promise<void> {
  const { switches } = telling
  if (!isMissing(visitor, switches, at)) return
  const { world_id: world, agent_id: agent } = visitor
  if (!(await markAway(tx, world, agent))) return
  const { forfeited, closed } = await goMissing(tx, world, agent, visitor.last_heartbeat_at! + absenceMs(switches))
  await tellGamesOver(tx, telling, forfeited, at)
  const there = inWorld(telling, world)
  if (there !== null) await tellLeft(tx, there, closed, at)
}

/** Visitors whose time ran out and whom nobody has asked about since. */
export async function sweepPresence(tx: Tx, telling: Telling, at: number, limit: number): Promise<number> {
  const gone = await tx.sql
    .selectFrom('visitors')
    .select(['world_id', 'agent_id'])
    .where('present', '=', lit(1))
    .where('last_heartbeat_at', '<=', at - absenceMs(telling.switches))
    .orderBy('last_heartbeat_at')
    .limit(limit)
    .execute()
  // In the order of ids, as everybody locks several visitors.
  for (const { world_id, agent_id } of gone.sort((a, b) => (a.agent_id < b.agent_id ? -1 : 1))) {
    const visitor = await lockVisitor(tx, world_id, agent_id)
    if (visitor !== undefined) await noteAbsence(tx, visitor, telling, at)
  }
  return gone.length
}

/** When the next visitor will have been missing too long. */
export async function nextAbsence(read: Read, switches: Switches): Promise<number | null> {
  const first = await read.sql
    .selectFrom('visitors')
    .select('last_heartbeat_at')
    .where('present', '=', lit(1))
    .where('last_heartbeat_at', 'is not', null)
    .orderBy('last_heartbeat_at')
    .limit(1)
    .executeTakeFirst()
  return first === undefined ? null : first.last_heartbeat_at! + absenceMs(switches)
}

const appById = prepare<{ id: string }, { owner_uid: string; status: string }>((sql, param) =>
  sql.selectFrom('apps').select(['owner_uid', 'status']).where('id', '=', param('id')),
)
const developerByUid = prepare<{ uid: string }, { status: string }>((sql, param) =>
  sql.selectFrom('developers').select('status').where('uid', '=', param('uid')),
)

/**
 * Whether whoever registered a visitor still stands behind it, whichever key asks (AMB-134). A visitor that an operator
 * made has nobody to ask. An operator may also make an app for somebody who never signed up: no account is no objection.
 */
export async function ownerStands(read: Read, worldId: string, agentId: string): Promise<boolean> {
  const visitor = await readVisitor(read, worldId, agentId)
  if (visitor === undefined) return true
  if (visitor.released_at !== null) return false
  const app = visitor.app_id === null ? null : await read.first(appById, { id: visitor.app_id })
  if (app === undefined || (app !== null && app.status !== 'active')) return false
  const uid = visitor.owner_uid ?? app?.owner_uid ?? null
  const developer = uid === null ? undefined : await read.first(developerByUid, { uid })
  return developer === undefined || developer.status === 'active'
}
