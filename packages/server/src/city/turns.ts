import type { Ambient } from '../core/ambient.ts'
import { prepare, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'
import { type Encounter, takesPart } from './encounters.ts'

const putTurn = prepare<Record<keyof Tables['encounter_turns'], string | number>, unknown>((sql, param) =>
  sql.insertInto('encounter_turns').values({
    world_id: param('world_id'),
    id: param('id'),
    encounter_id: param('encounter_id'),
    agent_id: param('agent_id'),
    text: param('text'),
    witnesses: param('witnesses'),
    created_at: param('created_at'),
  }),
)

/**
 * What somebody says in a conversation. Who heard it is written down with it: whoever takes part at that moment, talking
 * or listening, and nobody who comes later. The encounter is locked by whoever calls. Null when there is nothing to speak
 * into.
 */
export async function say(
  tx: Tx,
  ambient: Ambient,
  world: World,
  encounter: Encounter,
  { agentId, text }: { agentId: string; text: string },
  at: number,
): Promise<{ id: string; witnesses: string[] } | null> {
  if (encounter.status !== 'talking') return null
  const present = encounter.participants.filter(takesPart)
  const speaker = present.find(({ agent_id }) => agent_id === agentId)
  // A listener listens.
  if (speaker?.state !== 'engaged') return null
  const id = ambient.id('turn', world.tag)
  const witnesses = present.map(({ agent_id }) => agent_id).filter((other) => other !== agentId)
  await tx.run(putTurn, {
    world_id: world.id,
    id,
    encounter_id: encounter.row.id,
    agent_id: agentId,
    text,
    witnesses: JSON.stringify(witnesses),
    created_at: at,
  })
  return { id, witnesses }
}
