// Starting, extending and closing conversations, and the answers to invitations.
import {
  type EncounterReply,
  type EncounterStatus,
  type Invitation,
  LIMITS,
  type SkipReason,
} from '@agent-network/contract'
import type { Ambient } from '../../platform/core/ambient.ts'
import { iso } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { handlesOf, type Permit } from './bodies.ts'
import {
  decline,
  type Encounter,
  type EncounterRow,
  lockEncounter,
  type ParticipantRow,
  putParticipant,
  readEncounter,
  respondByOf,
  startTalking,
  takesPart,
} from './encounters.ts'
import type { CityMap } from './map/city-map.ts'

interface ConversationDraft {
  readonly ambient: Ambient
  readonly world: World
  readonly destinationId: string
  /** The agents who start the conversation. */
  readonly engaged: readonly string[]
  /** The agents who are invited. */
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
export async function openConversation(
  tx: Tx,
  { ambient, world, destinationId, engaged, invited, deadline }: ConversationDraft,
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
    .set({ status: literal('closed' satisfies EncounterStatus), ended_at: param('at') })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('status', '<>', literal('closed')),
)

/** Closes the conversation; does nothing if it is closed already. */
export async function closeConversation(tx: Tx, { world_id, id }: EncounterRow, at: number): Promise<void> {
  await tx.run(close, { world: world_id, id, at })
}

const extendStay = prepare<{ world: string; agent: string; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('bodies')
    .set({ leaves_at: param('until') })
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('resident', '=', literal(1))
    .where('leaves_at', '<', param('until')),
)
const setLeaveTime = prepare<{ world: string; agent: string; until: number }, unknown>((sql, param) =>
  sql
    .updateTable('bodies')
    .set({ leaves_at: param('until') })
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** Extends the stay of residents who talk or play to at least `until`. */
export async function extendStays(tx: Tx, worldId: string, agentIds: readonly string[], until: number): Promise<void> {
  for (const agent of agentIds) await tx.run(extendStay, { world: worldId, agent, until })
}

/** Sets the time at which a body leaves, earlier or later than before. */
export async function setBodyLeaveTime(tx: Tx, worldId: string, agentId: string, leavesAt: number): Promise<void> {
  await tx.run(setLeaveTime, { world: worldId, agent: agentId, until: leavesAt })
}

const openTo = prepare<{ world: string; agent: string; at: number }, ParticipantRow>((sql, param) =>
  sql
    .selectFrom('encounter_participants')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('state', '=', literal('invited'))
    .where('respond_by', '>=', param('at'))
    .orderBy('respond_by')
    .orderBy('encounter_id')
    .limit(literal(10)),
)

async function openInvitations(read: Read, worldId: string, agentId: string, at: number) {
  const open: { own: ParticipantRow; encounter: Encounter }[] = []
  for (const own of await read.all(openTo, { world: worldId, agent: agentId, at })) {
    const encounter = await readEncounter(read, worldId, own.encounter_id, at)
    if (encounter !== null && encounter.status !== 'closed') open.push({ own, encounter })
  }
  return open
}

/** 2.10 encounters: the open invitations, first to lapse first. */
export async function readInvitations(
  read: Read,
  { worldId, map, agentId }: { worldId: string; map: CityMap; agentId: string },
  at: number,
): Promise<Invitation[]> {
  const open = (await openInvitations(read, worldId, agentId, at)).slice(0, LIMITS.body.invitations)
  const others = ({ participants }: Encounter) =>
    participants
      .filter((row) => row.agent_id !== agentId && (takesPart(row) || row.state === 'invited'))
      .map(({ agent_id }) => agent_id)
  const handles = await handlesOf(
    read,
    worldId,
    open.flatMap(({ encounter }) => others(encounter)),
  )
  return open.map(({ own, encounter }) => ({
    encounterId: encounter.row.id,
    placeLabel: map.destination(encounter.row.destination_id)?.label ?? '',
    withHandles: others(encounter).flatMap((id) => handles.get(id) ?? []),
    invitedAt: iso(own.invited_at),
    respondBy: iso(own.respond_by),
  }))
}

/** Whether it was closed by time or by another agent. If its own leaving closed it, that counts as a changed state. */
const isOver = ({ row, status }: Encounter, own: ParticipantRow, at: number): boolean =>
  status === 'closed' && (at > row.deadline || own.left_at === null || row.ended_at !== own.left_at)

interface InvitationAnswer {
  readonly worldId: string
  readonly agentId: string
  readonly encounterId: string
  readonly reply: EncounterReply
  /** Called after all other checks have passed. */
  readonly permit: Permit
}

/**
 * 1.21, in its order: a lapsed invitation is reported before an answer that was given already. Returns the encounter if
 * declining closed it.
 */
export async function answerInvitation(
  tx: Tx,
  { worldId, agentId, encounterId, reply, permit }: InvitationAnswer,
  at: number,
): Promise<SkipReason | EncounterRow | null> {
  const encounter = await lockEncounter(tx, worldId, encounterId, at)
  const own = encounter?.participants.find(({ agent_id }) => agent_id === agentId)
  if (encounter === null || own === undefined || own.state === 'listener') return 'invite_not_found'
  if (isOver(encounter, own, at)) return 'encounter_closed'
  if (at > own.respond_by) return 'response_window_closed'
  if (own.state !== 'invited') return 'state_changed'
  const declined = await permit()
  if (declined !== null) return declined
  if (reply === 'decline') return decline(tx, own, at)
  await putParticipant(tx, { ...own, state: 'engaged', joined_at: at })
  await startTalking(tx, worldId, encounterId, at)
  return null
}

/** Declines all open invitations of an agent that leaves (3.1). Returns the encounters that this closed. */
export async function declineInvitations(
  tx: Tx,
  worldId: string,
  agentId: string,
  at: number,
): Promise<EncounterRow[]> {
  const closed: EncounterRow[] = []
  for (const { own } of await openInvitations(tx, worldId, agentId, at)) {
    const encounter = await lockEncounter(tx, worldId, own.encounter_id, at)
    const still = encounter?.participants.find(({ agent_id }) => agent_id === agentId)
    if (still?.state !== 'invited') continue
    const over = await decline(tx, still, at)
    if (over !== null) closed.push(over)
  }
  return closed
}
