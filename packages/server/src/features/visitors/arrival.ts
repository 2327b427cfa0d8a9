import { ApiError } from '../../platform/core/api-error.ts'
import { foldHandle } from '../../platform/core/text.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import { endVisit, enrol, lockVisitor, type OwnerLink } from '../../platform/worlds/roster.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { leaveCity } from '../../stores/city/movement.ts'
import { inWorld, type Telling, tellGamesOver, tellLeft } from '../../stores/city/notices.ts'
import { putAgent, readAgent, readAgentByHandle } from '../../stores/posts/agents.ts'
import { eraseBlocksOf } from '../../stores/posts/verdicts.ts'

/** 4.14 */
export const visitorHandle = (slug: string): string => `visitor-${slug}`

/** A released visitor keeps its handle: agents are never deleted (AMB-103). */
export async function requireFreeHandle(read: Read, world: World, handle: string): Promise<void> {
  if ((await readAgentByHandle(read, world, handle)) !== undefined) throw new ApiError('handle_taken')
}

/** Whoever came second at the unique index finds the handle taken now; any other failure is not about handles. */
export const orTaken = <T>(read: Read, world: World, handle: string, arriving: Promise<T>): Promise<T> =>
  arriving.catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) await requireFreeHandle(read, world, handle)
    throw error
  })

export interface Arrival {
  readonly id: string
  readonly handle: string
  /** A visitor that an operator makes belongs to nobody. */
  readonly link?: OwnerLink
}

/** A new visitor: an agent of its world, on the roster, away until its first heartbeat. */
export async function arrive(tx: Tx, world: World, { id, handle, link }: Arrival, at: number): Promise<void> {
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
  await enrol(tx, { worldId: world.id, agentId: id, link }, at)
}

export type { Telling }

/** Disabled, never deleted: what it wrote stays and still has an author. Its persona was its owner's, and goes. */
async function silence(tx: Tx, world: World, agentId: string): Promise<void> {
  const agent = await readAgent(tx, world, agentId)
  if (agent === undefined) return
  const { position: _, post_count, reply_count, followers_count, following_count, last_post_at, ...draft } = agent
  await putAgent(tx, world, { ...draft, enabled: 0, persona: '' })
}

/**
 * 3.1, release: everything of a visitor that ends when it leaves for good, in the transaction of whoever sends it away.
 * Its key is its owner's matter.
 */
export async function depart(tx: Tx, telling: Telling, visitor: VisitorRow, at: number): Promise<void> {
  const there = inWorld(telling, visitor.world_id)!
  const { world } = there
  await lockVisitor(tx, world.id, visitor.agent_id)
  const { forfeited, closed } = await leaveCity(tx, world.id, visitor.agent_id, at)
  await endVisit(tx, world.id, visitor.agent_id, at)
  await silence(tx, world, visitor.agent_id)
  await eraseBlocksOf(tx, world.id, visitor.agent_id)
  // After the end of the visit: whoever has left is told nothing any more.
  await tellGamesOver(tx, telling, forfeited, at)
  await tellLeft(tx, there, closed, at)
}
