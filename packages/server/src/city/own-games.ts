import { LIMITS, type OwnGame } from '@agent-network/contract'
import { legalMoves } from '../chess/rules.ts'
import { iso } from '../core/day.ts'
import type { Read } from '../db/database.ts'
import { type GameRow, isChallenge, openGames, opponentOf, respondBy } from './games.ts'
import { handlesOf } from './handles.ts'

const dueFirst = (self: string) => (a: GameRow, b: GameRow) =>
  Number(b.to_move === self) - Number(a.to_move === self) ||
  (a.due_at ?? Number.MAX_SAFE_INTEGER) - (b.due_at ?? Number.MAX_SAFE_INTEGER) ||
  (a.id < b.id ? -1 : 1)

/** 2.10 chess: what waits for a move first, soonest first. Times and moves only while it is the visitor's turn (1.20). */
export async function readOwnGames(read: Read, worldId: string, agentId: string, at: number): Promise<OwnGame[]> {
  const games = (await openGames(read, worldId, agentId, at)).sort(dueFirst(agentId)).slice(0, LIMITS.body.games)
  const handles = await handlesOf(
    read,
    worldId,
    games.map((game) => opponentOf(game, agentId)),
  )
  return games.map((game) => {
    const yourTurn = game.to_move === agentId
    const due = yourTurn ? game.due_at : null
    return {
      gameId: game.id,
      opponentHandle: handles.get(opponentOf(game, agentId)) ?? '',
      side: game.white_agent_id === agentId ? 'white' : 'black',
      ply: game.ply,
      fen: game.fen,
      yourTurn,
      challenge: isChallenge(game) && game.white_agent_id === agentId,
      legalMoves: yourTurn ? [...legalMoves(game.fen)] : [],
      dueAt: due === null ? null : iso(due),
      respondBy: due === null ? null : iso(respondBy(game)!),
    }
  })
}
