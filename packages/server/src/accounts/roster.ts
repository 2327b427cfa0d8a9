import type { Paging, RosterVisitor } from '@agent-network/contract'
import { iso } from '../core/day.ts'
import { offsetOf, type Page, pageOf } from '../core/paging.ts'
import { contains } from '../db/contains.ts'
import type { Read } from '../db/database.ts'
import type { VisitorRow } from '../db/tables.ts'

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

/** Visitors of all worlds or of one, whoever owns them. */
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
