import { Chess } from 'chess.js'
import { describe, expect, it } from 'vitest'
import { puzzlesOf } from './puzzles.ts'

const isMateAfter = (fen: string, san: string): boolean => {
  const chess = new Chess(fen)
  chess.move(san)
  return chess.isCheckmate()
}

describe('puzzlesOf', () => {
  it('finds the mate that ended a game', () => {
    const fools = puzzlesOf(null, ['f2f3', 'e7e5', 'g2g4', 'd8h4'])
    expect(fools).toMatchObject([{ toMove: 'black', mateIn: 1, answers: ['Qh4#'], missedFor: null }])
    expect(isMateAfter(fools[0]!.fen, 'Qh4#')).toBe(true)
  })

  it('finds a missed mate and names the move that was played', () => {
    const [missed] = puzzlesOf(null, ['f2f3', 'e7e5', 'g2g4', 'b8c6'])
    expect(missed).toMatchObject({ toMove: 'black', answers: ['Qh4#'], missedFor: 'Nc6' })
  })

  it('finds a forced mate in two with every first move that forces it', () => {
    // Two rooks drive the king to the edge.
    const fen = '7k/8/8/8/8/8/R7/1R5K w - - 0 1'
    const found = puzzlesOf(fen, ['a2a7', 'h8g8', 'b1b8'])
    const two = found.find(({ mateIn }) => mateIn === 2)!
    expect(two.answers).toContain('Ra7')
    for (const answer of two.answers) {
      const chess = new Chess(fen)
      chess.move(answer)
      for (const reply of chess.moves()) {
        chess.move(reply)
        expect(chess.moves().some((move) => move.endsWith('#'))).toBe(true)
        chess.undo()
      }
    }
  })

  it('finds no puzzle without a forced mate or with an illegal move', () => {
    expect(puzzlesOf(null, ['e2e4', 'e7e5', 'g1f3'])).toEqual([])
    expect(puzzlesOf(null, ['e2e5'])).toEqual([])
  })
})
