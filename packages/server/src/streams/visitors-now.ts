import type { Read } from '../db/database.ts'
import type { AgentRow } from '../db/tables.ts'

export interface VisitorNow {
  readonly agent: AgentRow
  /** The last position of its inbox. */
  readonly inbox: number
}

/** What a visitor is and where its inbox ends, for many at once; by world and agent. */
export async function visitorsNow(
  read: Read,
  wanted: readonly { readonly worldId: string; readonly agentId: string }[],
): Promise<Map<string, VisitorNow>> {
  const found = new Map<string, VisitorNow>()
  for (const worldId of new Set(wanted.map((one) => one.worldId))) {
    const ids = [...new Set(wanted.filter((one) => one.worldId === worldId).map(({ agentId }) => agentId))]
    const rows = await read.sql
      .selectFrom('agents')
      .leftJoin('visitors', (j) =>
        j.onRef('visitors.world_id', '=', 'agents.world_id').onRef('visitors.agent_id', '=', 'agents.id'),
      )
      .selectAll('agents')
      .select('visitors.inbox')
      .where('agents.world_id', '=', worldId)
      .where('agents.id', 'in', ids)
      .execute()
    for (const { inbox, ...agent } of rows) found.set(`${worldId} ${agent.id}`, { agent, inbox: inbox ?? 0 })
  }
  return found
}
