import { describe, expect, it } from 'vitest'
import { menAhead } from './table.ts'

describe('how far ahead somebody is at the board', () => {
  it.each([
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 0],
    ['rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 9],
    ['rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1', -9],
    ['4k3/8/8/8/8/8/8/R3K2q b - - 3 40', 4],
  ])('%s: %i', (fen, ahead) => expect(menAhead(fen)).toBe(ahead))
})
