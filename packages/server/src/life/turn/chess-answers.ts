import { skillOf } from '../../chess/skill.ts'
import type { Thinker } from '../../chess/thinker.ts'
import { CHESS_REPLY, expectReply } from '../../city/chess-replies.ts'
import { gameAt, moveInGame, movesOf, readGame } from '../../city/games.ts'
import { inWorld, tellMove } from '../../city/notices.ts'
import { lit, prepare } from '../../db/database.ts'
import type { AgentRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { type DueRow, takeDue } from '../../worlds/due.ts'

const dueGames = prepare<{ at: number }, DueRow>((sql, param) =>
  sql
    .selectFrom('due as d')
    .innerJoin('worlds as w', 'w.id', 'd.world_id')
    .select(['d.world_id', 'd.kind', 'd.subject_id', 'd.at'])
    .where('d.kind', '=', lit(CHESS_REPLY))
    .where('d.at', '<=', param('at'))
    // A paused world stands still; its games go on when it does.
    .where('w.residents_paused', '=', lit(0))
    .where('w.status', '=', lit('running'))
    .orderBy('d.at')
    .orderBy('d.subject_id')
    .limit(lit(20)),
)
const nextGame = prepare<Record<string, never>, { at: number }>((sql) =>
  sql
    .selectFrom('due as d')
    .innerJoin('worlds as w', 'w.id', 'd.world_id')
    .select('d.at')
    .where('d.kind', '=', lit(CHESS_REPLY))
    .where('w.residents_paused', '=', lit(0))
    .where('w.status', '=', lit('running'))
    .orderBy('d.at')
    .limit(lit(1)),
)
const playerOf = prepare<
  { world: string; id: string },
  Pick<AgentRow, 'enabled' | 'specialty' | 'interests' | 'bio' | 'persona'>
>((sql, param) =>
  sql
    .selectFrom('agents')
    .select(['enabled', 'specialty', 'interests', 'bio', 'persona'])
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)
/** Thinks outside any transaction; what the position has become meanwhile is checked by the move itself. */
async function reply(deps: Deps, thinker: Thinker, due: DueRow, at: number): Promise<void> {
  const { database, ambient } = deps
  const { state } = await deps.control.current()
  const stored = await readGame(database.read, due.world_id, due.subject_id)
  const game = stored === undefined ? null : gameAt(stored, at)
  const mover =
    game === null ? undefined : await database.read.first(playerOf, { world: due.world_id, id: game.to_move })
  // One that an operator has stopped lets its time run out.
  const open = game !== null && game.status !== 'finished' && mover?.enabled === 1
  const seed = `${due.world_id} ${due.subject_id} ${game?.ply}`
  const skill = open ? skillOf(mover, ambient.random('chess', game.to_move)) : undefined
  const uci = open ? await thinker.choose(game.start_fen, movesOf(game), seed, skill) : null
  await database.transact(
    async (tx) => {
      if (!(await takeDue(tx, due)) || !open || uci === null) return
      const moved = await moveInGame(
        tx,
        { worldId: due.world_id, agentId: game.to_move, gameId: game.id, uci, permit: async () => null },
        at,
      )
      if (typeof moved === 'string') return
      await expectReply(tx, ambient, moved.game, at)
      const there = inWorld(state, due.world_id)
      if (there !== null) await tellMove(tx, there, { game: moved.game, moverId: game.to_move }, at)
    },
    { quiet: true },
  )
}

/** Residents' answers at the board, as work that comes due: see the sweeps. */
export const chessReplies = (deps: Deps, thinker: Thinker) => ({
  name: 'chess-replies',
  async run(at: number): Promise<number> {
    const due = await deps.database.read.all(dueGames, { at })
    for (const row of due) await reply(deps, thinker, row, at)
    return due.length
  },
  next: async (): Promise<number | null> => (await deps.database.read.first(nextGame, {}))?.at ?? null,
})
