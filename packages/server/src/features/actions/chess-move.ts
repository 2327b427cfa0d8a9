// The action `chess_move`.
import { refund } from '../../platform/access/budgets.ts'
import { isPossibleId } from '../../platform/core/text.ts'
import { utcDay } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import { handlesOf } from '../../stores/city/bodies.ts'
import { moveInGame, opponentOf, readGame } from '../../stores/city/games/games.ts'
import { scheduleReply } from '../../stores/city/games/own-games.ts'
import { publishMove } from '../../stores/city/notices.ts'
import { type Action, skip } from './action.ts'
import { takeActionUnit } from './caps.ts'

const nameOf = async (read: Read, worldId: string, id: string): Promise<{ whom?: string }> => {
  const whom = (await handlesOf(read, worldId, [id])).get(id)
  return whom === undefined ? {} : { whom }
}

/** Plays a legal move, without a message and without a model call (4.10). */
export const chessMove: Action<'chess_move'> = {
  kind: 'chess_move',
  read: (input) => input,
  textToModerate: () => null,
  trace: async (_read, _actor, { gameId, uci }) => ({ kind: 'chess_move', gameId, uci }),
  async addressees(read, { world, agent }, { gameId }) {
    const game = isPossibleId(gameId) ? await readGame(read, world.id, gameId) : undefined
    return game === undefined ? [] : [opponentOf(game, agent.id)]
  },
  closed: ({ bodyClosed, pending }) => bodyClosed ?? (pending.turn ? null : 'no_pending_turn'),
  async perform(tx, actor, input, turn) {
    if (turn.bodyClosed !== null) return skip(turn.bodyClosed)
    const { world, agent } = actor
    const permit = () => takeActionUnit(tx, actor, null, turn)
    const moved = await moveInGame(tx, { worldId: world.id, agentId: agent.id, ...input, permit }, turn.at)
    // Another commit changed the game meanwhile, so the fork's unit is refunded.
    if (moved === 'stale_game')
      await refund(tx, { worldId: world.id, subject: world.id, counter: 'actions' }, utcDay(turn.at))
    if (typeof moved === 'string') return skip(moved)
    const { game, uci, san } = moved
    const opponentId = opponentOf(game, agent.id)
    await publishMove(tx, { world, switches: turn.city }, { game, moverId: agent.id }, turn.at)
    await scheduleReply(tx, turn.ambient, game, turn.at)
    return {
      status: 'created',
      docId: game.id,
      detail: { uci, san, ply: game.ply, gameStatus: game.status as 'active' },
      ...(await nameOf(tx, world.id, opponentId)),
      ...(game.end_reason === null ? {} : { endReason: game.end_reason }),
    }
  },
}
