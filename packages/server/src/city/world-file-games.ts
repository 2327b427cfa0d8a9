import { isFen } from '../chess/rules.ts'
import { invalidInput } from '../core/refusal.ts'
import { upsertRows } from '../db/statements.ts'
import { datedRows, rowsBy } from '../db/world-rows.ts'
import { isOfNow } from '../worlds/file-fresh.ts'
import { byWorld, type FileList, type Item, type Placed, type Writer } from '../worlds/file-list.ts'
import { refTo } from '../worlds/file-references.ts'
import { bodyTime, keep, keepJson, keepTime, keepTimeOrNull, stamp, stampOrNull } from '../worlds/file-values.ts'
import type { World } from '../worlds/worlds.ts'
import { expectReply } from './chess-replies.ts'
import { type GameRow, positionOf, TURN_MS } from './games.ts'

type Players = Pick<GameRow, 'white_agent_id' | 'black_agent_id'>

/** Whether a visitor plays, who moves only when somebody drives it. */
async function driven(
  { tx }: Writer,
  world: World,
  entries: readonly Placed<'games'>[],
): Promise<(players: Players) => boolean> {
  const players = new Set(entries.flatMap(({ item }) => [item.whiteAgentId, item.blackAgentId]))
  const agents = await rowsBy(tx, { table: 'agents', column: 'id', worldId: world.id }, players)
  const visitors = new Set(agents.filter(({ kind }) => kind === 'visitor').map(({ id }) => id))
  return ({ white_agent_id, black_agent_id }) => visitors.has(white_agent_id) || visitors.has(black_agent_id)
}

function gameRow(
  { stored: { get }, at, path, ambient }: Writer,
  { item, index, world }: Placed<'games'>,
  isDriven: (players: Players) => boolean,
): GameRow {
  const id = item.id ?? ambient.id('game', world.tag)
  const stored = get('games', id)
  const players = {
    white_agent_id: item.whiteAgentId,
    black_agent_id: item.blackAgentId,
    start_fen: keep(item.fen, stored?.start_fen, null),
  }
  const moves = keepJson(item.moves, stored?.moves, [])
  if (players.start_fen !== null && !isFen(players.start_fen))
    throw invalidInput(`${path('games', index, 'fen')}: is no position that can be played on`)
  const position = positionOf(players, JSON.parse(moves) as string[])
  if (position === null) throw invalidInput(`${path('games', index, 'moves')}: are no legal game from there`)
  const { ended, ...board } = position
  const given = keep<string>(item.status, stored?.status, 'active')
  // The first move accepts (1.20), whatever the file calls it.
  const status = given === 'challenge' && moves !== '[]' ? 'active' : given
  // A visitor's game always has a time by which it moves on; residents take theirs when nobody says.
  const due = keepTimeOrNull(item.dueAt, stored === undefined && isDriven(players) ? at + TURN_MS : stored?.due_at)
  const created_at = keepTime(item.createdAt, stored?.created_at, at)
  return {
    world_id: world.id,
    id,
    destination_id: keep(item.destinationId, stored?.destination_id, null),
    ...players,
    moves,
    ...board,
    due_at: ended === null ? due : null,
    status: ended === null ? status : 'finished',
    result: ended?.result ?? keep<string | null>(item.result, stored?.result, null),
    end_reason: ended?.endReason ?? keep<string | null>(item.endReason, stored?.end_reason, null),
    created_at,
    updated_at: bodyTime(item.updatedAt, stored?.updated_at, Math.max(0, created_at)),
  }
}

const gameView = (row: GameRow): Item<'games'> => ({
  id: row.id,
  worldId: row.world_id,
  destinationId: row.destination_id,
  whiteAgentId: row.white_agent_id,
  blackAgentId: row.black_agent_id,
  moves: JSON.parse(row.moves) as string[],
  fen: row.start_fen,
  dueAt: stampOrNull(row.due_at),
  status: row.status as NonNullable<Item<'games'>['status']>,
  result: row.result as NonNullable<Item<'games'>['result']> | null,
  endReason: row.end_reason as NonNullable<Item<'games'>['endReason']> | null,
  createdAt: stamp(row.created_at),
  updatedAt: stamp(row.updated_at),
})

export const games: FileList<'games'> = {
  list: 'games',
  references: (item) => [
    ...refTo('agents', item.whiteAgentId, 'whiteAgentId'),
    ...refTo('agents', item.blackAgentId, 'blackAgentId'),
    ...refTo('destinations', item.destinationId, 'destinationId'),
  ],
  async write(writer, entries) {
    for (const [world, here] of byWorld(entries)) {
      const isDriven = await driven(writer, world, here)
      const rows = here.map((entry) => {
        const row = gameRow(writer, entry, isDriven)
        writer.note('games', entry.index, row.id)
        return row
      })
      await upsertRows(writer.tx, 'games', rows)
      for (const [i, row] of rows.entries())
        if (writer.stored.get('games', row.id) === undefined && isOfNow(here[i]!.item.createdAt, writer.at))
          writer.fresh.push({ kind: 'game', row })
      // A resident who is to move against a visitor does so, whoever made the move before.
      for (const row of rows.filter(isDriven)) await expectReply(writer.tx, writer.ambient, row, writer.at)
    }
  },
  read: async (read, worldId) => (await datedRows(read, 'games', worldId)).map(gameView),
}
