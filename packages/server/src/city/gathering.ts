import { type EncounterStatus, LIMITS } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { lit, prepare, type Tx } from '../db/database.ts'
import { insertOf } from '../db/statements.ts'
import type { World } from '../worlds/worlds.ts'
import { type EncounterRow, type ParticipantRow, putParticipant, respondByOf } from './encounters.ts'

interface Gathering {
  readonly ambient: Ambient
  readonly world: World
  readonly destinationId: string
  /** Who begins it, and who is in it from the start. */
  readonly engaged: readonly string[]
  /** Who is asked, and may answer. */
  readonly invited: readonly string[]
  readonly deadline: number
}

const insertEncounter = insertOf('encounters', [
  'world_id',
  'id',
  'destination_id',
  'status',
  'deadline',
  'created_at',
  'ended_at',
])

/** Opens a conversation: forming until two are engaged (1.21). The first six of engaged, then invited, get a seat. */
export async function gather(
  tx: Tx,
  { ambient, world, destinationId, engaged, invited, deadline }: Gathering,
  at: number,
): Promise<EncounterRow> {
  const row: EncounterRow = {
    world_id: world.id,
    id: ambient.id('encounter', world.tag),
    destination_id: destinationId,
    status: (engaged.length >= 2 ? 'talking' : 'forming') satisfies EncounterStatus,
    deadline,
    created_at: at,
    ended_at: null,
  }
  await tx.run(insertEncounter, row)
  const people = [...engaged.map((id) => [id, 'engaged'] as const), ...invited.map((id) => [id, 'invited'] as const)]
  for (const [seat, [agentId, state]] of people.slice(0, LIMITS.encounter.roster).entries()) {
    const participant: ParticipantRow = {
      world_id: world.id,
      encounter_id: row.id,
      agent_id: agentId,
      state,
      invited_at: at,
      respond_by: respondByOf(at, deadline),
      joined_at: state === 'engaged' ? at : null,
      left_at: null,
      seat,
    }
    await putParticipant(tx, participant)
  }
  return row
}

const close = prepare<{ world: string; id: string; at: number }, unknown>((sql, param) =>
  sql
    .updateTable('encounters')
    .set({ status: lit('closed' satisfies EncounterStatus), ended_at: param('at') })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('status', '<>', lit('closed')),
)

/** Closes the conversation; nothing happens to one that is closed. */
export async function disperse(tx: Tx, { world_id, id }: EncounterRow, at: number): Promise<void> {
  await tx.run(close, { world: world_id, id, at })
}

const hold = prepare<{ world: string; agent: string; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('bodies')
    .set({ leaves_at: param('until') })
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('resident', '=', lit(1))
    .where('leaves_at', '<', param('until')),
)
const release = prepare<{ world: string; agent: string; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('bodies')
    .set({ leaves_at: param('until') })
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** Extends the stay of residents who talk or play until then. */
export async function holdBodies(tx: Tx, worldId: string, agentIds: readonly string[], until: number): Promise<void> {
  for (const agent of agentIds) await tx.run(hold, { world: worldId, agent, until })
}

/** Sets the time at which a body leaves, earlier or later than before. */
export async function releaseBody(tx: Tx, worldId: string, agentId: string, leavesAt: number): Promise<void> {
  await tx.run(release, { world: worldId, agent: agentId, until: leavesAt })
}
