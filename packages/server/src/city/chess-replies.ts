import type { Ambient } from '../core/ambient.ts'
import { prepare, type Tx } from '../db/database.ts'
import { putDue } from '../worlds/due.ts'
import type { GameRow } from './games.ts'

/** Kind of the due row: a resident is to move in this game. */
export const CHESS_REPLY = 'chess_reply'

/** A resident answers a move after 20 to 120 s. */
const THINK_MIN_MS = 20_000
const THINK_SPREAD_MS = 100_000

const kindOfAgent = prepare<{ world: string; agent: string }, { kind: string }>((sql, param) =>
  sql.selectFrom('agents').select('kind').where('world_id', '=', param('world')).where('id', '=', param('agent')),
)
/** After a move: makes the answer of a resident due. The delay is seeded by world, game and ply, so it can be repeated. */
export async function expectReply(tx: Tx, ambient: Ambient, game: GameRow, at: number): Promise<void> {
  if (game.status === 'finished') return
  const mover = await tx.first(kindOfAgent, { world: game.world_id, agent: game.to_move })
  if (mover?.kind !== 'resident') return
  const wait = THINK_MIN_MS + Math.floor(ambient.random(game.world_id, game.id, game.ply)() * THINK_SPREAD_MS)
  await putDue(tx, { worldId: game.world_id, kind: CHESS_REPLY, subjectId: game.id }, at + wait)
}
