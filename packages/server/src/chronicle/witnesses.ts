import type { Tx } from '../db/database.ts'

/**
 * Which visitors heard something of a conversation that they are not in; those who are in it are found through that.
 * Names of residents and of strangers are passed over.
 */
export async function noteWitnesses(
  tx: Tx,
  { worldId, encounterId, agentIds }: { worldId: string; encounterId: string; agentIds: readonly string[] },
  at: number,
): Promise<void> {
  if (agentIds.length === 0) return
  const visitors = await tx.sql
    .selectFrom('visitors')
    .select('agent_id')
    .where('world_id', '=', worldId)
    .where('agent_id', 'in', agentIds)
    .execute()
  for (const { agent_id } of visitors)
    await tx.sql
      .insertInto('encounter_witnesses')
      .values({ world_id: worldId, agent_id, encounter_id: encounterId, created_at: at })
      .onConflict((c) => c.doNothing())
      .execute()
}
