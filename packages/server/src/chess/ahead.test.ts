import { afterAll, describe, expect, it } from 'vitest'
import { systemAmbient } from '../platform/core/ambient.ts'
import { type Ahead, type MoveAhead, makeAhead } from './ahead.ts'
import { START_FEN } from './notation.ts'
import { playMove } from './rules.ts'
import { type TableTurn, tableMove } from './table.ts'

const ahead = makeAhead(new URL('../../dist/chess/ahead-worker.js', import.meta.url))
const WHITE = { strength: 0.8, bold: 0.5 }
const BLACK = { strength: 0.2, bold: -0.3 }

async function awaited(from: Ahead, turn: TableTurn): Promise<MoveAhead> {
  for (;;) {
    const foreseen = from.moveFor(turn)
    if (foreseen !== null) return foreseen
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

afterAll(() => ahead?.close())

describe.skipIf(ahead === null)('moves that are worked out ahead', () => {
  it('are those that would be worked out at the table, and hold for that turn alone', async () => {
    const first = { worldId: 'w', gameId: 'g', ply: 0, fen: START_FEN }
    ahead!.begin({ ...first, moves: '[]', white: WHITE, black: BLACK })
    const moves: string[] = []
    let turn: TableTurn = { ...first, skill: WHITE }
    for (let ply = 0; ply < 12; ply++) {
      const { move, played, ...foreseen } = await awaited(ahead!, turn)
      expect(foreseen.moves).toBe(JSON.stringify(moves))
      expect(move).toEqual(tableMove(systemAmbient(), turn))
      expect(ahead!.moveFor({ ...turn, gameId: 'another' })).toBe(null)
      expect(ahead!.moveFor({ ...turn, skill: { ...turn.skill, strength: 0.5 } })).toBe(null)
      expect(ahead!.moveFor({ ...turn, fen: '4k3/8/8/8/8/8/8/R3K2q b - - 3 40' })).toBe(null)
      if (move.kind === 'resigns' || move.uci === null) return
      expect(played).toEqual(playMove(null, moves, turn.fen, move.uci))
      moves.push(move.uci)
      turn = { ...turn, ply: ply + 1, fen: played!.fen, skill: ply % 2 === 0 ? BLACK : WHITE }
    }
  })
})
