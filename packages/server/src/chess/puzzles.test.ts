import { Chess } from 'chess.js'
import { describe, expect, it } from 'vitest'
import { puzzlesOf } from './puzzles.ts'

const isMateAfter = (fen: string, san: string): boolean => {
  const other = new Chess(fen)
  other.move(san)
  return other.isCheckmate()
}

describe('puzzles from games that were played', () => {
  it('finds the mate that ended a game', () => {
    const fools = puzzlesOf(null, ['f2f3', 'e7e5', 'g2g4', 'd8h4'])
    expect(fools).toMatchObject([{ toMove: 'black', mateIn: 1, answers: ['Qh4#'], missedFor: null }])
    expect(isMateAfter(fools[0]!.fen, 'Qh4#')).toBe(true)
  })

  it('finds a mate that was overlooked, and says what was played instead', () => {
    const [missed] = puzzlesOf(null, ['f2f3', 'e7e5', 'g2g4', 'b8c6'])
    expect(missed).toMatchObject({ toMove: 'black', answers: ['Qh4#'], missedFor: 'Nc6' })
  })

  it('finds a forced mate in two before it was played, and every first move that forces it', () => {
    // Two rooks walk the king to the edge.
    const fen = '7k/8/8/8/8/8/R7/1R5K w - - 0 1'
    const found = puzzlesOf(fen, ['a2a7', 'h8g8', 'b1b8'])
    const two = found.find(({ mateIn }) => mateIn === 2)!
    expect(two.answers).toContain('Ra7')
    for (const answer of two.answers) {
      const other = new Chess(fen)
      other.move(answer)
      for (const reply of other.moves()) {
        other.move(reply)
        expect(other.moves().some((move) => move.endsWith('#'))).toBe(true)
        other.undo()
      }
    }
  })

  it('finds nothing where nothing is forced, and nothing in moves that are none', () => {
    expect(puzzlesOf(null, ['e2e4', 'e7e5', 'g1f3'])).toEqual([])
    expect(puzzlesOf(null, ['e2e5'])).toEqual([])
  })
})
