// Encounters in world files: import and export, with participants and turns.
import type { Tx } from '../../../platform/db/database.ts'
import { deleteRows, upsertRows } from '../../../platform/db/statements.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { compareText, datedRows, rowsBy, rowsOf } from '../../../platform/db/world-rows.ts'
import { type Item, refsOfEach, refTo, rowList } from '../../../platform/worlds/file-list.ts'
import {
  type FilePart,
  type PartTable,
  partsBy,
  replaceParts,
  resolveRequiredTime,
  resolveTime,
  resolveTimeOrNull,
  resolveValue,
  stamp,
} from '../../../platform/worlds/file-parts.ts'
import { noteWitnesses } from '../../event-log/events.ts'
import { type EncounterRow, type ParticipantRow, respondByOf } from '../encounters.ts'

/** Default duration of a conversation in ms, the same as of an invitation (section 2.10). */
const CONVERSATION_MS = 30 * 60_000

type Participant = NonNullable<Item<'encounters'>['participants']>[number]
type Turn = NonNullable<Item<'encounters'>['turns']>[number]
type TurnRow = Tables['encounter_turns']

/** A conversation with unknown time began at 0. */
const beganAt = ({ created_at }: EncounterRow): number => Math.max(0, created_at)

function participantRow(encounter: EncounterRow, participant: Participant): ParticipantRow {
  const { world_id, id, deadline } = encounter
  const { agentId, state = 'engaged', invitedAt, joinedAt, leftAt } = participant
  // The invitation cannot be later than the deadline: a conversation of yesterday does not count for today (1.24).
  const invited_at = resolveRequiredTime(invitedAt, undefined, Math.min(beganAt(encounter), deadline))
  return {
    world_id,
    encounter_id: id,
    agent_id: agentId,
    state,
    invited_at,
    respond_by: respondByOf(invited_at, deadline),
    joined_at:
      state === 'engaged' || state === 'listener' ? resolveRequiredTime(joinedAt, undefined, invited_at) : null,
    left_at: resolveTimeOrNull(leftAt, null),
    seat: null,
  }
}

const participantView = (row: ParticipantRow): Participant => ({
  agentId: row.agent_id,
  state: row.state as NonNullable<Participant['state']>,
  invitedAt: stamp(row.invited_at),
  // Omitted if an import would set the same default.
  ...(row.joined_at === null || row.joined_at === row.invited_at ? {} : { joinedAt: stamp(row.joined_at) }),
  ...(row.left_at === null ? {} : { leftAt: stamp(row.left_at) }),
})

/** Assigns seats 0 to 5. The validation of the file ensures that at most six participants have one. */
function seated(rows: readonly ParticipantRow[]): ParticipantRow[] {
  let seats = 0
  return rows.map((row) => {
    if (row.state === 'declined' || row.state === 'expired' || row.left_at !== null) return row
    seats += 1
    return { ...row, seat: seats - 1 }
  })
}

async function replaceParticipants(tx: Tx, { world_id, id }: EncounterRow, rows: readonly ParticipantRow[]) {
  await deleteRows(tx, 'encounter_participants', { worldId: world_id, column: 'encounter_id' }, [id])
  await upsertRows(tx, 'encounter_participants', rows)
}

/** A new deadline may shorten the time to respond. */
async function moveResponseTimes(tx: Tx, { world_id, id, deadline }: EncounterRow): Promise<void> {
  const of = { table: 'encounter_participants', column: 'encounter_id', worldId: world_id } as const
  const rows = await rowsBy(tx, of, [id])
  const moved = rows.map((row) => ({ ...row, respond_by: respondByOf(row.invited_at, deadline) }))
  await upsertRows(tx, 'encounter_participants', moved)
}

const TURNS: PartTable<'encounter_turns'> = {
  table: 'encounter_turns',
  kind: 'turn',
  parent: 'encounter_id',
  put: (tx, rows) => upsertRows(tx, 'encounter_turns', rows),
  remove: (tx, worldId, ids) => deleteRows(tx, 'encounter_turns', { worldId, column: 'id' }, ids),
}

/** All participants are witnesses of a turn, unless the file lists them. */
const turnRow = (encounterId: string, turn: Turn, present: readonly string[]): FilePart<'encounter_turns'> => ({
  id: turn.id,
  createdAt: turn.createdAt,
  row: {
    encounter_id: encounterId,
    agent_id: turn.agentId,
    text: turn.text,
    witnesses: JSON.stringify(turn.witnesses ?? present.filter((agentId) => agentId !== turn.agentId)),
  },
})

const turnView = (row: TurnRow): Turn => ({
  id: row.id,
  agentId: row.agent_id,
  text: row.text,
  witnesses: JSON.parse(row.witnesses) as string[],
  createdAt: stamp(row.created_at),
})

export const encounters = rowList({
  list: 'encounters',
  table: 'encounters',
  kind: 'encounter',
  references: (item) => [
    ...refTo('destinations', item.destinationId, 'destinationId'),
    ...refsOfEach(item.participants, 'participants', ({ agentId }, path) =>
      refTo('agents', agentId, `${path}.agentId`),
    ),
    ...refsOfEach(item.turns, 'turns', ({ agentId, witnesses }, path) => [
      ...refTo('agents', agentId, `${path}.agentId`),
      ...refsOfEach(witnesses, `${path}.witnesses`, (id, where) => refTo('agents', id, where)),
    ]),
  ],
  rowOf(item, stored, key, { at }): EncounterRow {
    const created_at = resolveTime(item.createdAt, stored?.created_at, at)
    const status = resolveValue<string>(item.status, stored?.status, 'talking')
    const deadline = resolveRequiredTime(item.deadline, stored?.deadline, Math.max(0, created_at) + CONVERSATION_MS)
    // An encounter imported as closed ended at its deadline, unless the file has another time (1.21).
    const ended_at = status === 'closed' ? (resolveTimeOrNull(item.endedAt, stored?.ended_at) ?? deadline) : null
    return { ...key, destination_id: item.destinationId, status, deadline, created_at, ended_at }
  },
  viewOf: (row) => ({
    id: row.id,
    worldId: row.world_id,
    destinationId: row.destination_id,
    status: row.status as NonNullable<Item<'encounters'>['status']>,
    deadline: stamp(row.deadline),
    ...(row.ended_at === null || row.ended_at === row.deadline ? {} : { endedAt: stamp(row.ended_at) }),
    createdAt: stamp(row.created_at),
  }),
  put: ({ tx }, rows) => upsertRows(tx, 'encounters', rows),
  parts: {
    async write(writer, { world, item, row, isFresh }) {
      const { tx, fresh } = writer
      const participants = item.participants?.map((participant) => participantRow(row, participant))
      if (participants !== undefined) await replaceParticipants(tx, row, seated(participants))
      else await moveResponseTimes(tx, row)
      const present = (participants ?? [])
        .filter(({ state }) => state === 'engaged' || state === 'listener')
        .map(({ agent_id }) => agent_id)
      const parts = item.turns?.map((turn) => turnRow(row.id, turn, present))
      // Invitations are published before turns; the end is published after them.
      if (isFresh && row.status !== 'closed') fresh.push({ kind: 'encounter', row })
      if (parts !== undefined)
        for (const turn of await replaceParts(writer, TURNS, { world, id: row.id, parts }))
          fresh.push({ kind: 'turn', row: turn })
      if (isFresh && row.status === 'closed') fresh.push({ kind: 'encounter', row })
      const witnessIds = new Set((item.turns ?? []).flatMap(({ witnesses }) => witnesses ?? []))
      for (const { agent_id } of participants ?? []) witnessIds.delete(agent_id)
      await noteWitnesses(tx, { worldId: world.id, encounterId: row.id, agentIds: [...witnessIds] }, beganAt(row))
    },
    async read(read, worldId) {
      const rows = (await rowsOf(read, 'encounter_participants', worldId)).sort(
        (a, b) => a.invited_at - b.invited_at || compareText(a.agent_id, b.agent_id),
      )
      const participants = partsBy(rows, (row) => row.encounter_id, participantView)
      const turnRows = await datedRows(read, 'encounter_turns', worldId)
      const turns = partsBy(turnRows, (row) => row.encounter_id, turnView)
      return ({ id }) => ({ participants: participants.get(id) ?? [], turns: turns.get(id) ?? [] })
    },
  },
})
