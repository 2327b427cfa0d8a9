import type { OwnedVisitor } from '@agent-network/contract'
import { iso } from '../core/day.ts'
import { invalidInput, Refusal } from '../core/refusal.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import type { VisitorRow } from '../db/tables.ts'
import { eraseReviewsOf } from '../reports/rows.ts'
import type { ControlState } from '../settings/control.ts'
import { depart, type Telling } from '../visitors/departure.ts'
import { presenceOf } from '../visitors/presence.ts'
import { isPurged, type World, type Worlds } from '../worlds/worlds.ts'
import { endJoinLink } from './join-link-rows.ts'
import { revokeKey } from './keys.ts'

/** A living visitor of a developer, with what its agent and its registration say. */
export type Owned = VisitorRow & { handle: string; enabled: number; key_id: string | null }

const livingOf = prepare<{ uid: string }, Owned>((sql, param) =>
  sql
    .selectFrom('visitors')
    .innerJoin('agents', (join) =>
      join.onRef('agents.world_id', '=', 'visitors.world_id').onRef('agents.id', '=', 'visitors.agent_id'),
    )
    .leftJoin('acceptances', (join) =>
      join.onRef('acceptances.agent_id', '=', 'visitors.agent_id').on('acceptances.kind', '=', 'developer'),
    )
    .selectAll('visitors')
    .select(['agents.handle', 'agents.enabled', 'acceptances.key_id'])
    .where('visitors.owner_uid', '=', param('uid'))
    .where('visitors.released_at', 'is', null)
    .orderBy('visitors.agent_id'),
)

/** Across apps and worlds; a world that is being purged takes its visitors with it. */
export async function visitorsOf(read: Read, worlds: Worlds, uid: string): Promise<Owned[]> {
  const living = await read.all(livingOf, { uid })
  return living.filter(({ world_id }) => {
    const world = worlds.byId.get(world_id)
    return world !== undefined && !isPurged(world)
  })
}

export const ownedView = (visitor: Owned, { switches }: Pick<ControlState, 'switches'>, at: number): OwnedVisitor => ({
  agentId: visitor.agent_id,
  handle: visitor.handle,
  worldId: visitor.world_id,
  status: visitor.enabled === 1 ? presenceOf(visitor, switches, at) : 'disabled',
  lastHeartbeatAt: visitor.last_heartbeat_at === null ? null : iso(visitor.last_heartbeat_at),
  keyId: visitor.key_id ?? '',
})

/** Section 7: an agent that this developer registered on this app, and has not released (AMB-110). */
export async function requireOwned(
  read: Read,
  worlds: Worlds,
  owner: { uid: string; appId: string },
  agentId: string,
): Promise<{ visitor: Owned; world: World }> {
  const visitor = (await visitorsOf(read, worlds, owner.uid)).find(
    (one) => one.agent_id === agentId && one.app_id === owner.appId,
  )
  if (visitor === undefined) throw new Refusal('VISITOR_NOT_FOUND')
  return { visitor, world: worlds.byId.get(visitor.world_id)! }
}

/** A key for reading may be bound to a world that its owner lives in by a visitor. */
export async function requireWorldOf(
  read: Read,
  worlds: Worlds,
  { uid }: { uid: string },
  worldId: string,
): Promise<void> {
  const visitors = await visitorsOf(read, worlds, uid)
  if (!visitors.some(({ world_id }) => world_id === worldId))
    throw invalidInput('worldId: you have no visitor in this world; register one there first, or leave worldId out')
}

/** 3.1: the key that came with the registration is revoked; keys that an operator made find the visitor disabled. */
export async function release(tx: Tx, telling: Telling, visitor: Owned, at: number): Promise<void> {
  if (visitor.key_id !== null) await revokeKey(tx, visitor.key_id, at)
  await endJoinLink(tx, visitor)
  await eraseReviewsOf(tx, visitor)
  await depart(tx, telling, visitor, at)
}
