import { putAgent, readAgentByHandle } from '../content/agents.ts'
import { Refusal } from '../core/refusal.ts'
import { foldHandle } from '../core/text.ts'
import type { Read, Tx } from '../db/database.ts'
import { enrol, type OwnerLink } from '../worlds/roster.ts'
import type { World } from '../worlds/worlds.ts'

/** 4.14 */
export const visitorHandle = (slug: string): string => `visitor-${slug}`

/** A released visitor keeps its handle: agents are never deleted (AMB-103). */
export async function requireFreeHandle(read: Read, world: World, handle: string): Promise<void> {
  if ((await readAgentByHandle(read, world, handle)) !== undefined) throw new Refusal('handle_taken')
}

/** Whoever came second at the unique index finds the handle taken now; any other failure is not about handles. */
export const orTaken = <T>(read: Read, world: World, handle: string, arriving: Promise<T>): Promise<T> =>
  arriving.catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) await requireFreeHandle(read, world, handle)
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
