import { Chess } from 'chess.js'
import { describe, expect, it } from 'vitest'
import { pgnOf, recordOf } from './record.ts'

const MOVES = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6', 'b5c6', 'd7c6', 'e1g1', 'f7f6']
const TAGS = {
  event: 'The "Wet" Bishop\\\n[x]',
  site: 'http://127.0.0.1/games/1',
  startedAt: '2026-11-15T10:00:00.000Z',
  white: 'Ada',
  black: 'Bo',
  result: 'draw',
  termination: null,
}

describe('the record of a game', () => {
  it('has the same SAN and positions as chess.js', () => {
    const chess = new Chess()
    const { plies } = recordOf(null, MOVES)!
    for (const [i, uci] of MOVES.entries()) {
      const { san } = chess.move({ from: uci.slice(0, 2), to: uci.slice(2, 4) })
      expect(plies[i]).toMatchObject({ uci, san })
      expect(plies[i]!.fen.split(' ')[0]).toBe(chess.fen().split(' ')[0])
    }
  })

  it('exports PGN that chess.js reads, also with another start position and with special characters in tags', () => {
    const reader = new Chess()
    reader.loadPgn(pgnOf(recordOf(null, MOVES)!, TAGS))
    expect(reader.history()).toEqual(recordOf(null, MOVES)!.plies.map(({ san }) => san))
    const start = '8/8/8/8/8/4k3/4p3/4K3 b - - 0 60'
    const text = pgnOf(recordOf('4k3/8/8/8/8/8/4P3/4K3 b - - 3 40', ['e8e7', 'e2e4'])!, TAGS)
    expect(text).toContain('[SetUp "1"]')
    expect(text).toContain('40... Ke7 41. e4 1/2-1/2')
    expect(recordOf(start, ['a1a2'])).toBeNull()
  })
})
