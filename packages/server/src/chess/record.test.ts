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
  it('has every move in SAN and every position, as another program finds them', () => {
    const other = new Chess()
    const { plies } = recordOf(null, MOVES)!
    for (const [i, uci] of MOVES.entries()) {
      const { san } = other.move({ from: uci.slice(0, 2), to: uci.slice(2, 4) })
      expect(plies[i]).toMatchObject({ uci, san })
      expect(plies[i]!.fen.split(' ')[0]).toBe(other.fen().split(' ')[0])
    }
  })

  it('is PGN that another program reads, also where it begins in the middle and with names that mean harm', () => {
    const read = new Chess()
    read.loadPgn(pgnOf(recordOf(null, MOVES)!, TAGS))
    expect(read.history()).toEqual(recordOf(null, MOVES)!.plies.map(({ san }) => san))
    const start = '8/8/8/8/8/4k3/4p3/4K3 b - - 0 60'
    const text = pgnOf(recordOf('4k3/8/8/8/8/8/4P3/4K3 b - - 3 40', ['e8e7', 'e2e4'])!, TAGS)
    expect(text).toContain('[SetUp "1"]')
    expect(text).toContain('40... Ke7 41. e4 1/2-1/2')
    expect(recordOf(start, ['a1a2'])).toBeNull()
  })
})
