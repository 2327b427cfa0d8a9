// Visitors in a world: creation, presence, heartbeats missed, absence and release.
import { LIMITS, type PresenceStatus } from '@agent-network/contract'
import { numberSwitch, type Switches } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { foldHandle } from '../../platform/core/text.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import {
  endVisit,
  enrolVisitor,
  lockVisitor,
  markAway,
  type OwnerLink,
  readVisitor,
} from '../../platform/worlds/roster.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { endEngagements, leaveCity } from '../../stores/city/movement.ts'
import {
  inWorld,
  type NoticeContext,
  publishAbandonedConversations,
  publishGamesOver,
} from '../../stores/city/notices.ts'
import { deleteWebhooksOf } from '../../stores/event-log/webhooks.ts'
import { putAgent, readAgent, readAgentByHandle } from '../../stores/posts/agents.ts'
import { eraseBlocksOf } from '../../stores/posts/verdicts.ts'

/** 3.1: a visitor becomes absent after three missed intervals. */
export const absenceMs = (switches: Switches): number =>
  LIMITS.presence.missedIntervals * Math.max(1, numberSwitch(switches, 'visitorHeartbeatIntervalMinutes')) * 60_000

/** The same result before and after the periodic job has run (AMB-55). A visitor without heartbeats is away. */
export const presenceOf = (visitor: VisitorRow, switches: Switches, at: number): PresenceStatus =>
  visitor.last_heartbeat_at !== null && at - visitor.last_heartbeat_at < absenceMs(switches) ? 'present' : 'away'

/** Whether it must be marked absent. */
const isMissing = (visitor: VisitorRow, switches: Switches, at: number): boolean =>
  visitor.present === 1 && presenceOf(visitor, switches, at) !== 'present'

/**
 * Marks a visitor absent that missed its heartbeats, once, and as of the time it became absent. So the result does not
 * depend on when the absence is detected (AMB-55). Its row is locked.
 */
export async function markAbsent(tx: Tx, visitor: VisitorRow, telling: NoticeContext, at: number): Promise<void> {
  const { switches } = telling
  if (!isMissing(visitor, switches, at)) return
  const { world_id: world, agent_id: agent } = visitor
  if (!(await markAway(tx, world, agent))) return
  const { forfeited, closed } = await endEngagements(tx, world, agent, visitor.last_heartbeat_at! + absenceMs(switches))
  await publishGamesOver(tx, telling, forfeited, at)
  const there = inWorld(telling, world)
  if (there !== null) await publishAbandonedConversations(tx, there, closed, at)
}

/** Marks overdue visitors absent that no request has touched since. */
export async function markOverdueAbsent(tx: Tx, telling: NoticeContext, at: number, limit: number): Promise<number> {
  const absentVisitors = await tx.sql
    .selectFrom('visitors')
    .select(['world_id', 'agent_id'])
    .where('present', '=', literal(1))
    .where('last_heartbeat_at', '<=', at - absenceMs(telling.switches))
    .orderBy('last_heartbeat_at')
    .limit(limit)
    .execute()
  // In the order of ids, the common lock order of visitors.
  for (const { world_id, agent_id } of absentVisitors.sort((a, b) => (a.agent_id < b.agent_id ? -1 : 1))) {
    const visitor = await lockVisitor(tx, world_id, agent_id)
    if (visitor !== undefined) await markAbsent(tx, visitor, telling, at)
  }
  return absentVisitors.length
}

/** When the next visitor becomes overdue. */
export async function nextAbsence(read: Read, switches: Switches): Promise<number | null> {
  const first = await read.sql
    .selectFrom('visitors')
    .select('last_heartbeat_at')
    .where('present', '=', literal(1))
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
 * Whether the developer who registered a visitor is still active, for any key (AMB-134). A visitor created by an
 * operator has no developer. An app created by an operator may have no account; that is no objection.
 */
export async function isOwnerActive(read: Read, worldId: string, agentId: string): Promise<boolean> {
  const visitor = await readVisitor(read, worldId, agentId)
  if (visitor === undefined) return true
  if (visitor.released_at !== null) return false
  const app = visitor.app_id === null ? null : await read.first(appById, { id: visitor.app_id })
  if (app === undefined || (app !== null && app.status !== 'active')) return false
  const uid = visitor.owner_uid ?? app?.owner_uid ?? null
  const developer = uid === null ? undefined : await read.first(developerByUid, { uid })
  return developer === undefined || developer.status === 'active'
}

/** 4.14 */
export const visitorHandle = (slug: string): string => `visitor-${slug}`

/** Agents are never deleted, so the handle of a released visitor stays taken (AMB-103). */
export async function requireFreeHandle(read: Read, world: World, handle: string): Promise<void> {
  if ((await readAgentByHandle(read, world, handle)) !== undefined) throw new ApiError('handle_taken')
}

/** Turns a conflict at the unique index into "handle taken". Other errors are passed on. */
export const orHandleTaken = <T>(read: Read, world: World, handle: string, arriving: Promise<T>): Promise<T> =>
  arriving.catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) await requireFreeHandle(read, world, handle)
    throw error
  })

export interface NewVisitor {
  readonly id: string
  readonly handle: string
  /** Absent for a visitor that an operator creates; it has no owner. */
  readonly link?: OwnerLink
}

/** Creates a visitor: an agent of the world, on the roster, away until its first heartbeat. */
export async function createVisitor(tx: Tx, world: World, { id, handle, link }: NewVisitor, at: number): Promise<void> {
  await putAgent(tx, world, {
    world_id: world.id,
    id,
    kind: 'visitor',
    handle,
    handle_folded: foldHandle(handle),
    display_name: handle,
    bio: '',
    interests: '[]',
    specialty: null,
    avatar_seed: handle,
    enabled: 1,
    persona: '',
    created_at: at,
  })
  await enrolVisitor(tx, { worldId: world.id, agentId: id, link }, at)
}

export type { NoticeContext as Telling }

/**
 * Disables the agent. It is never deleted, so its texts still have an author. Its persona is removed, because it was
 * the owner's.
 */
async function disableAgent(tx: Tx, world: World, agentId: string): Promise<void> {
  const agent = await readAgent(tx, world, agentId)
  if (agent === undefined) return
  const { position: _, post_count, reply_count, followers_count, following_count, last_post_at, ...draft } = agent
  await putAgent(tx, world, { ...draft, enabled: 0, persona: '' })
}

/**
 * 3.1, release: ends everything of a visitor that leaves for good, in the caller's transaction. The caller handles its
 * key.
 */
export async function removeVisitor(tx: Tx, telling: NoticeContext, visitor: VisitorRow, at: number): Promise<void> {
  const there = inWorld(telling, visitor.world_id)!
  const { world } = there
  await lockVisitor(tx, world.id, visitor.agent_id)
  const { forfeited, closed } = await leaveCity(tx, world.id, visitor.agent_id, at)
  await endVisit(tx, world.id, visitor.agent_id, at)
  await disableAgent(tx, world, visitor.agent_id)
  await eraseBlocksOf(tx, world.id, visitor.agent_id)
  await deleteWebhooksOf(tx, world.id, visitor.agent_id)
  // After the end of the visit: a released visitor gets no more inbox items.
  await publishGamesOver(tx, telling, forfeited, at)
  await publishAbandonedConversations(tx, there, closed, at)
}
