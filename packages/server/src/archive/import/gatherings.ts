import { isFen } from '../../chess/rules.ts'
import { noteWitnesses } from '../../chronicle/witnesses.ts'
import { expectReply } from '../../city/chess-replies.ts'
import { type EncounterRow, type ParticipantRow, respondByOf } from '../../city/encounters.ts'
import { type GameRow, positionOf, TURN_MS } from '../../city/games.ts'
import { invalidInput } from '../../core/refusal.ts'
import { upsertRows } from '../../db/statements.ts'
import type { Tables } from '../../db/tables.ts'
import type { World } from '../../worlds/worlds.ts'
import { replaceChildren } from './children.ts'
import type { Item } from './lists.ts'
import { rowsBy } from './stored.ts'
import {
  bodyTime,
  byWorld,
  type Fresh,
  isOfNow,
  keep,
  keepJson,
  keepTime,
  orNever,
  placed,
  type Writer,
} from './writer.ts'

/** How long a conversation lasts when nobody says: as long as an invitation to it (section 2.10). */
const CONVERSATION_MS = 30 * 60_000

type Given = NonNullable<Item<'encounters'>['participants']>[number]

function participantOf(
  { world_id, id, deadline }: EncounterRow,
  { agentId, state = 'engaged', invitedAt, joinedAt, leftAt }: Given,
  begun: number,
): ParticipantRow {
  // Nobody is asked into a conversation that is over: one of yesterday does not count for today (1.24).
  const invited_at = bodyTime(invitedAt, undefined, Math.min(begun, deadline))
  return {
    world_id,
    encounter_id: id,
    agent_id: agentId,
    state,
    invited_at,
    respond_by: respondByOf(invited_at, deadline),
    joined_at: state === 'engaged' || state === 'listener' ? bodyTime(joinedAt, undefined, invited_at) : null,
    left_at: orNever(leftAt, null),
    seat: null,
  }
}

/** The rules have seen to it that no more than six hold a place. */
function seated(rows: readonly ParticipantRow[]): ParticipantRow[] {
  let seats = 0
  return rows.map((row) => {
    if (row.state === 'declined' || row.state === 'expired' || row.left_at !== null) return row
    seats += 1
    return { ...row, seat: seats - 1 }
  })
}

async function replaceParticipants({ tx }: Writer, { world_id, id }: EncounterRow, rows: readonly ParticipantRow[]) {
  const before = tx.sql.deleteFrom('encounter_participants').where('world_id', '=', world_id)
  await before.where('encounter_id', '=', id).execute()
  await upsertRows(tx, 'encounter_participants', rows)
}

/** A new deadline may cut the time to answer short. */
async function moveWindows({ tx }: Writer, { world_id, id, deadline }: EncounterRow): Promise<void> {
  const rows = await rowsBy(tx, 'encounter_participants', 'encounter_id', world_id, [id])
  const moved = rows.map((row) => ({ ...row, respond_by: respondByOf(row.invited_at, deadline) }))
  await upsertRows(tx, 'encounter_participants', moved)
}

export async function writeEncounters(writer: Writer): Promise<void> {
  const { tx, at } = writer
  for (const { item, index, world } of placed(writer, 'encounters')) {
    const id = item.id ?? writer.ambient.id('encounter', world.tag)
    const stored = writer.stored.get('encounters', id)
    const created_at = keepTime(item.createdAt, stored?.created_at, at)
    const begun = Math.max(0, created_at)
    const row: Tables['encounters'] = {
      world_id: world.id,
      id,
      destination_id: item.destinationId,
      status: keep(item.status, stored?.status, 'talking'),
      deadline: bodyTime(item.deadline, stored?.deadline, begun + CONVERSATION_MS),
      created_at,
      ended_at: null,
    }
    // One that came closed ended at its deadline, unless it says when (1.21).
    if (row.status === 'closed') row.ended_at = orNever(item.endedAt, stored?.ended_at) ?? row.deadline
    await upsertRows(tx, 'encounters', [row])
    const participants = item.participants?.map((given) => participantOf(row, given, begun))
    if (participants !== undefined) await replaceParticipants(writer, row, seated(participants))
    else await moveWindows(writer, row)
    // Whoever takes part hears a turn, unless the file says who did.
    const present = (participants ?? [])
      .filter(({ state }) => state === 'engaged' || state === 'listener')
      .map(({ agent_id }) => agent_id)
    const turns = item.turns?.map((turn) => ({
      id: turn.id,
      createdAt: turn.createdAt,
      row: {
        encounter_id: id,
        agent_id: turn.agentId,
        text: turn.text,
        witnesses: JSON.stringify(turn.witnesses ?? present.filter((agentId) => agentId !== turn.agentId)),
      },
    }))
    const table = { table: 'encounter_turns', kind: 'turn', parent: 'encounter_id' } as const
    const isNew = stored === undefined && isOfNow(item.createdAt, at)
    if (isNew && row.status !== 'closed') writer.fresh.push({ kind: 'encounter', row })
    const said = turns === undefined ? [] : await replaceChildren(writer, world, table, id, turns)
    writer.fresh.push(...said.map((turn): Fresh => ({ kind: 'turn', row: turn })))
    if (isNew && row.status === 'closed') writer.fresh.push({ kind: 'encounter', row })
    const heard = new Set((item.turns ?? []).flatMap(({ witnesses }) => witnesses ?? []))
    for (const { agent_id } of participants ?? []) heard.delete(agent_id)
    await noteWitnesses(tx, world.id, id, [...heard], begun)
    writer.note('encounters', index, id)
  }
}

/** Who of these moves only when somebody drives it. */
async function visitorsAmong({ tx }: Writer, world: World, ids: readonly string[]): Promise<Set<string>> {
  const agents = await rowsBy(tx, 'agents', 'id', world.id, new Set(ids))
  return new Set(agents.filter(({ kind }) => kind === 'visitor').map(({ id }) => id))
}

export async function writeGames(writer: Writer): Promise<void> {
  for (const [world, entries] of byWorld(placed(writer, 'games'))) {
    const players = entries.flatMap(({ item }) => [item.whiteAgentId, item.blackAgentId])
    const visitors = await visitorsAmong(writer, world, players)
    const isDriven = ({ white_agent_id, black_agent_id }: Pick<GameRow, 'white_agent_id' | 'black_agent_id'>) =>
      visitors.has(white_agent_id) || visitors.has(black_agent_id)
    const rows = entries.map(({ item, index }): GameRow => {
      const id = item.id ?? writer.ambient.id('game', world.tag)
      const stored = writer.stored.get('games', id)
      const played = {
        white_agent_id: item.whiteAgentId,
        black_agent_id: item.blackAgentId,
        start_fen: keep(item.fen, stored?.start_fen, null),
      }
      const moves = keepJson(item.moves, stored?.moves, [])
      if (played.start_fen !== null && !isFen(played.start_fen))
        throw invalidInput(`${writer.path('games', index, 'fen')}: is no position that can be played on`)
      const position = positionOf(played, JSON.parse(moves) as string[])
      if (position === null) throw invalidInput(`${writer.path('games', index, 'moves')}: are no legal game from there`)
      const { ended, ...board } = position
      const said = keep(item.status, stored?.status, 'active')
      // The first move accepts (1.20), whatever the file calls it.
      const status = said === 'challenge' && moves !== '[]' ? 'active' : said
      // A visitor's game always has a time by which it moves on; residents take theirs when nobody says.
      const due = orNever(item.dueAt, stored === undefined && isDriven(played) ? writer.at + TURN_MS : stored?.due_at)
      const created_at = keepTime(item.createdAt, stored?.created_at, writer.at)
      writer.note('games', index, id)
      return {
        world_id: world.id,
        id,
        destination_id: keep(item.destinationId, stored?.destination_id, null),
        ...played,
        moves,
        ...board,
        due_at: ended === null ? due : null,
        status: ended === null ? status : 'finished',
        result: ended?.result ?? keep(item.result, stored?.result, null),
        end_reason: ended?.endReason ?? keep(item.endReason, stored?.end_reason, null),
        created_at,
        updated_at: bodyTime(item.updatedAt, stored?.updated_at, Math.max(0, created_at)),
      }
    })
    await upsertRows(writer.tx, 'games', rows)
    for (const [i, row] of rows.entries())
      if (writer.stored.get('games', row.id) === undefined && isOfNow(entries[i]!.item.createdAt, writer.at))
        writer.fresh.push({ kind: 'game', row })
    // A resident who is to move against a visitor does so, whoever made the move before.
    for (const row of rows.filter(isDriven)) await expectReply(writer.tx, writer.ambient, row, writer.at)
  }
}
