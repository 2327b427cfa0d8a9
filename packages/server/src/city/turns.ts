import type { Ambient } from '../core/ambient.ts'
import type { Tx } from '../db/database.ts'
import { insertOf } from '../db/statements.ts'
import type { World } from '../worlds/worlds.ts'
import { type Encounter, takesPart } from './encounters.ts'

const putTurn = insertOf('encounter_turns', [
  'world_id',
  'id',
  'encounter_id',
  'agent_id',
  'text',
  'witnesses',
  'created_at',
])

interface Saying {
  readonly ambient: Ambient
  readonly world: World
  readonly encounter: Encounter
  readonly agentId: string
  readonly text: string
}

/**
 * What somebody says in a conversation. Who heard it is written down with it: whoever takes part at that moment, talking
 * or listening, and nobody who comes later. The encounter is locked by whoever calls. Null when there is nothing to speak
 * into.
 */
export async function say(
  tx: Tx,
  { ambient, world, encounter, agentId, text }: Saying,
  at: number,
): Promise<{ id: string; witnesses: string[] } | null> {
  if (encounter.status !== 'talking') return null
  const present = encounter.participants.filter(takesPart)
  const speaker = present.find(({ agent_id }) => agent_id === agentId)
  // Listeners cannot speak (4.10).
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
