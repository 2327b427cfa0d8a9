// Creation and release of visitors.
import { ApiError } from '../../platform/core/api-error.ts'
import { foldHandle } from '../../platform/core/text.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import { endVisit, enrolVisitor, lockVisitor, type OwnerLink } from '../../platform/worlds/roster.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { leaveCity } from '../../stores/city/movement.ts'
import {
  inWorld,
  type NoticeContext,
  publishAbandonedConversations,
  publishGamesOver,
} from '../../stores/city/notices.ts'
import { deleteWebhooksOf } from '../../stores/event-log/webhooks.ts'
import { putAgent, readAgent, readAgentByHandle } from '../../stores/posts/agents.ts'
import { eraseBlocksOf } from '../../stores/posts/verdicts.ts'

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
