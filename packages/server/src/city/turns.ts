import type { Ambient } from '../core/ambient.ts'
import type { Tx } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'
import { lockEncounter, takesPart } from './encounters.ts'

/**
 * What somebody says in a conversation. Who heard it is written down with it: whoever takes part at that moment, talking
 * or listening, and nobody who comes later. Null when there is nothing to speak into.
 */
export async function say(
  tx: Tx,
  ambient: Ambient,
  world: World,
  { encounterId, agentId, text }: { encounterId: string; agentId: string; text: string },
  at: number,
): Promise<{ id: string; witnesses: string[] } | null> {
  const encounter = await lockEncounter(tx, world.id, encounterId, at)
  if (encounter === null || encounter.status !== 'talking') return null
  const present = encounter.participants.filter(takesPart)
  const speaker = present.find(({ agent_id }) => agent_id === agentId)
  // A listener listens.
  if (speaker?.state !== 'engaged') return null
  const id = ambient.id('turn', world.tag)
  const witnesses = present.map(({ agent_id }) => agent_id).filter((other) => other !== agentId)
  await tx.sql
    .insertInto('encounter_turns')
    .values({
      world_id: world.id,
      id,
      encounter_id: encounterId,
      agent_id: agentId,
      text,
      witnesses: JSON.stringify(witnesses),
      created_at: at,
    })
    .execute()
  return { id, witnesses }
}
