// A developer's visitors: ownership, release, roster, and driving by hand.
import type { AgentKind, OperatorAgent, OwnedVisitor, Paging, RosterVisitor } from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import { authorizeDrive, type DrivenVisitor } from '../../platform/access/drive.ts'
import { readKey } from '../../platform/access/keys.ts'
import type { Admitted, ControlState } from '../../platform/control/control.ts'
import { ApiError, invalidInput, offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso, isoOrEmpty } from '../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { contains } from '../../platform/db/statements.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import { isPurged, type World, type Worlds } from '../../platform/worlds/worlds.ts'
import { eraseReviewsOf } from '../reports/rows.ts'
import { absenceMs, presenceOf, removeVisitor, type Telling } from '../visitors/presence.ts'
import { removeJoinLink } from './developers.ts'
import { revokeKey } from './keys.ts'

/** An unreleased visitor of a developer, with fields of its agent and its registration. */
export type OwnedVisitorRow = VisitorRow & { handle: string; enabled: number; key_id: string | null }

const livingOf = prepare<{ uid: string }, OwnedVisitorRow>((sql, param) =>
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

/** Visitors in all apps and worlds, except worlds that are being purged. */
export async function visitorsOf(read: Read, worlds: Worlds, uid: string): Promise<OwnedVisitorRow[]> {
  const living = await read.all(livingOf, { uid })
  return living.filter(({ world_id }) => {
    const world = worlds.byId.get(world_id)
    return world !== undefined && !isPurged(world)
  })
}

export const ownedVisitorView = (
  visitor: OwnedVisitorRow,
  { switches }: Pick<ControlState, 'switches'>,
  at: number,
): OwnedVisitor => ({
  agentId: visitor.agent_id,
  handle: visitor.handle,
  worldId: visitor.world_id,
  status: visitor.enabled === 1 ? presenceOf(visitor, switches, at) : 'disabled',
  lastHeartbeatAt: visitor.last_heartbeat_at === null ? null : iso(visitor.last_heartbeat_at),
  keyId: visitor.key_id ?? '',
})

/** Section 7: an agent that this developer registered on this app and has not released (AMB-110). */
export async function requireOwnedVisitor(
  read: Read,
  worlds: Worlds,
  owner: { uid: string; appId: string },
  agentId: string,
): Promise<{ visitor: OwnedVisitorRow; world: World }> {
  const visitor = (await visitorsOf(read, worlds, owner.uid)).find(
    (one) => one.agent_id === agentId && one.app_id === owner.appId,
  )
  if (visitor === undefined) throw new ApiError('VISITOR_NOT_FOUND')
  return { visitor, world: worlds.byId.get(visitor.world_id)! }
}

/** A read key can be bound to a world only if its owner has a visitor there. */
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

/** 3.1: revokes the key that came with the registration. Keys made by an operator find the visitor disabled. */
export async function releaseVisitor(tx: Tx, telling: Telling, visitor: OwnedVisitorRow, at: number): Promise<void> {
  if (visitor.key_id !== null) await revokeKey(tx, visitor.key_id, at)
  await removeJoinLink(tx, visitor)
  await eraseReviewsOf(tx, visitor)
  await removeVisitor(tx, telling, visitor, at)
}

type Listed = VisitorRow & { readonly handle: string; readonly enabled: number }

const moment = (at: number | null): string | null => (at === null ? null : iso(at))

export const rosterView = (row: Listed): RosterVisitor => ({
  agentId: row.agent_id,
  handle: row.handle,
  worldId: row.world_id,
  appId: row.app_id,
  ownerUid: row.owner_uid,
  enabled: row.enabled === 1,
  lastHeartbeatAt: moment(row.last_heartbeat_at),
  releasedAt: moment(row.released_at),
  createdAt: iso(row.created_at),
})

const SEARCHED = ['visitors.agent_id', 'agents.handle', 'visitors.app_id', 'visitors.owner_uid'] as const

/** Visitors of one world or of all worlds, of any owner. */
export async function listRoster(
  read: Read,
  { q, worldId, ...paging }: Paging & { readonly q: string; readonly worldId: string },
): Promise<Page<Listed>> {
  const rows = await read.sql
    .selectFrom('visitors')
    .innerJoin('agents', (join) =>
      join.onRef('agents.world_id', '=', 'visitors.world_id').onRef('agents.id', '=', 'visitors.agent_id'),
    )
    .selectAll('visitors')
    .select(['agents.handle', 'agents.enabled'])
    .$if(worldId !== '', (query) => query.where('visitors.world_id', '=', worldId))
    .$if(q !== '', (query) => query.where((eb) => eb.or(SEARCHED.map((column) => contains(column, q)))))
    .orderBy('visitors.world_id')
    .orderBy('visitors.agent_id')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
  return pageOf(rows, paging)
}

const SEARCHED_OF_AGENTS = ['agents.id', 'agents.handle', 'agents.display_name'] as const

interface AgentQuery extends Paging {
  readonly q: string
  readonly worldId: string
  readonly kind: AgentKind | null
}

/** Agents of one world or of all worlds that are not purged, by handle. */
export async function listAllAgents(
  read: Read,
  { worlds, switches }: Pick<ControlState, 'worlds' | 'switches'>,
  { q, worldId, kind, ...paging }: AgentQuery,
  at: number,
): Promise<Page<OperatorAgent>> {
  const purged = [...worlds.byId.values()].filter(isPurged).map(({ id }) => id)
  const rows = await read.sql
    .selectFrom('agents')
    .leftJoin('visitors', (join) =>
      join.onRef('visitors.world_id', '=', 'agents.world_id').onRef('visitors.agent_id', '=', 'agents.id'),
    )
    .selectAll('agents')
    .select('visitors.last_heartbeat_at')
    .$if(purged.length > 0, (query) => query.where('agents.world_id', 'not in', purged))
    .$if(worldId !== '', (query) => query.where('agents.world_id', '=', worldId))
    .$if(kind !== null, (query) => query.where('agents.kind', '=', kind!))
    .$if(q !== '', (query) => query.where((eb) => eb.or(SEARCHED_OF_AGENTS.map((column) => contains(column, q)))))
    .orderBy('agents.world_id')
    .orderBy('agents.handle_folded')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
  const since = at - absenceMs(switches)
  const view = (row: (typeof rows)[number]): OperatorAgent => {
    const isPresent = row.kind === 'resident' || (row.last_heartbeat_at !== null && row.last_heartbeat_at > since)
    return {
      id: row.id,
      worldId: row.world_id,
      kind: row.kind as AgentKind,
      handle: row.handle,
      displayName: row.display_name,
      enabled: row.enabled === 1,
      presence: isPresent && row.enabled === 1 ? 'present' : 'away',
      postCount: row.post_count,
      replyCount: row.reply_count,
      followersCount: row.followers_count,
      createdAt: isoOrEmpty(row.created_at),
    }
  }
  return pageOf(rows.map(view), paging)
}

/**
 * Lets an owner do by hand what a program does with the visitor's key. The key is checked as if it had been sent and
 * its budgets are spent. Its rate limit is not: the portal has its own.
 */
export async function driveAsOwner(
  { database: { read } }: Pick<Deps, 'database'>,
  admitted: Admitted,
  owner: { readonly uid: string; readonly appId: string },
  agentId: string,
): Promise<{ caller: Caller; driven: DrivenVisitor }> {
  const { visitor } = await requireOwnedVisitor(read, admitted.state.worlds, owner, agentId)
  const key = visitor.key_id === null ? null : await readKey(read, visitor.key_id)
  if (key === null || key.revokedAt !== null) throw new ApiError('KEY_REVOKED')
  if (!key.enabled) throw new ApiError('KEY_DISABLED')
  const caller: Caller = { ...admitted, key, developerUid: owner.uid }
  return { caller, driven: await authorizeDrive(read, caller, agentId) }
}
