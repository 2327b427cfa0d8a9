// A visitor's own chess games, and the scheduling of residents' replies.
import { legalMoves } from '@agent-network/chess'
import { LIMITS, type OwnGame } from '@agent-network/contract'
import type { Ambient } from '../../../platform/core/ambient.ts'
import { iso } from '../../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { putDue } from '../../../platform/jobs/due.ts'
import { handlesOf } from '../bodies.ts'
import { type GameRow, isChallenge, openGames, opponentOf, respondBy } from './games.ts'

const dueFirst = (self: string) => (a: GameRow, b: GameRow) =>
  Number(b.to_move === self) - Number(a.to_move === self) ||
  (a.due_at ?? Number.MAX_SAFE_INTEGER) - (b.due_at ?? Number.MAX_SAFE_INTEGER) ||
  (a.id < b.id ? -1 : 1)

/**
 * 2.10 chess: games that wait for the visitor's move first, soonest first. Times and moves are only included then
 * (1.20).
 */
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

/** Kind of the due row: a resident is to move in this game. */
export const CHESS_REPLY = 'chess_reply'

/** A resident replies to a move after 20 to 120 s. */
const THINK_MIN_MS = 20_000
const THINK_SPREAD_MS = 100_000

const kindOfAgent = prepare<{ world: string; agent: string }, { kind: string }>((sql, param) =>
  sql.selectFrom('agents').select('kind').where('world_id', '=', param('world')).where('id', '=', param('agent')),
)
/**
 * After a move: schedules the reply of a resident. The delay is seeded by world, game and ply, so it is reproducible.
 */
export async function scheduleReply(tx: Tx, ambient: Ambient, game: GameRow, at: number): Promise<void> {
  if (game.status === 'finished') return
  const mover = await tx.first(kindOfAgent, { world: game.world_id, agent: game.to_move })
  if (mover?.kind !== 'resident') return
  const wait = THINK_MIN_MS + Math.floor(ambient.random(game.world_id, game.id, game.ply)() * THINK_SPREAD_MS)
  await putDue(tx, { worldId: game.world_id, kind: CHESS_REPLY, subjectId: game.id }, at + wait)
}
