import { Chess } from 'chess.js'
import { describe, expect, it } from 'vitest'
import { seeded } from '../test/seeded.mjs'
import { START_FEN } from './notation.ts'
import { isFen, legalMoves, OpenGame, playMove, replay } from './rules.ts'

const KNIGHTS_OUT_AND_BACK = ['g1f3', 'g8f6', 'f3g1', 'f6g8']

describe('isFen', () => {
  const good = {
    'the start': START_FEN,
    'a passed square, takeable or not': 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
    'bare kings': '4k3/8/8/8/8/8/8/4K3 b - - 12 80',
    'a side to move in check': '4k3/8/8/8/8/8/4R3/4K3 b - - 0 1',
  }
  for (const [name, fen] of Object.entries(good)) it(`accepts ${name}`, () => expect(isFen(fen)).toBe(true))

  const bad = {
    'the empty text': '',
    'a placement alone': 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
    'two spaces': START_FEN.replace(' w ', '  w '),
    'a line end': `${START_FEN}\n`,
    'a huge text': '8/'.repeat(1_000_000),
    'seven ranks': 'rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'a short rank': 'rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'a long rank': 'rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'two numbers in a row': 'rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'an unknown piece': 'rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'no castling field': 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w  - 0 1',
    'castling out of order': 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kqKQ - 0 1',
    'castling without the rook': '4k3/8/8/8/8/8/8/4K3 w K - 0 1',
    'castling without the king at home': '4k3/8/8/8/8/8/8/3K3R w K - 0 1',
    'a passed square without its pawn': '4k3/8/8/8/8/8/8/4K3 b - e3 0 1',
    'a passed square of the wrong side': 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1',
    'no white king': '4k3/8/8/8/8/8/8/8 w - - 0 1',
    'no black king': '8/8/8/8/8/8/8/4K3 w - - 0 1',
    'two white kings': '4k3/8/8/8/8/8/8/K3K3 w - - 0 1',
    'kings side by side': '8/8/8/8/8/8/3k4/4K3 w - - 0 1',
    'a check on the side that just moved': '4k3/8/8/8/8/8/4R3/4K3 w - - 0 1',
    'a pawn on the last rank': 'P3k3/8/8/8/8/8/8/4K3 w - - 0 1',
    'nine pawns': '4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1',
    'seventeen men': '4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1',
    'move number 0': 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0',
    'a negative counter': 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1',
    'a counter that has no room left': 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 10000',
  }
  for (const [name, fen] of Object.entries(bad)) it(`refuses ${name}`, () => expect(isFen(fen)).toBe(false))
})

describe('replay', () => {
  it('returns the start position without moves', () => {
    expect(replay(null, [])).toEqual({ fen: START_FEN, ply: 0, toMove: 'white', lastSan: null, ended: null })
  })

  it('counts plies by the counters of the position (AMB-135)', () => {
    const fen = '4k3/8/8/8/8/8/4P3/4K3 b - - 3 40'
    expect(replay(fen, [])).toMatchObject({ ply: 79, toMove: 'black' })
    expect(replay(fen, ['e8d8'])).toMatchObject({ ply: 80, toMove: 'white', lastSan: 'Kd8' })
    expect(replay(null, ['e2e4'])).toMatchObject({ ply: 1, toMove: 'black', lastSan: 'e4' })
  })

  it('returns null for an illegal move or an invalid position', () => {
    expect(replay(null, ['e2e4', 'e2e4'])).toBeNull()
    expect(replay('nonsense', [])).toBeNull()
  })

  const ends: [string, string | null, string[], object | null][] = [
    ['mate', null, ['f2f3', 'e7e5', 'g2g4', 'd8h4'], { result: 'black_won', endReason: 'checkmate' }],
    ['stalemate', '7k/8/5KQ1/8/8/8/8/8 w - - 0 1', ['g6f7'], { result: 'draw', endReason: 'stalemate' }],
    ['the fiftieth quiet move', '7k/8/8/8/8/8/R7/K7 w - - 99 90', ['a2b2'], { result: 'draw', endReason: 'draw_rule' }],
    ['not the one before', '7k/8/8/8/8/8/R7/K7 w - - 98 90', ['a2b2'], null],
    [
      'mate on that very move',
      '7k/8/6K1/8/8/8/8/R7 w - - 99 90',
      ['a1a8'],
      { result: 'white_won', endReason: 'checkmate' },
    ],
    ['bare kings', '7k/8/8/8/8/8/1p6/K7 w - - 0 1', ['a1b2'], { result: 'draw', endReason: 'draw_rule' }],
    ['a lone knight', '7k/8/8/8/8/8/1p6/K6N w - - 0 1', ['a1b2'], { result: 'draw', endReason: 'draw_rule' }],
    ['bishops on one color', '7k/8/8/8/8/b7/1p6/K1B5 w - - 0 1', ['c1b2'], { result: 'draw', endReason: 'draw_rule' }],
    ['not bishops on both', '7k/8/8/8/b7/8/1p6/K1B5 w - - 0 1', ['c1b2'], null],
    ['not two knights', '7k/8/8/8/8/8/1p6/K5NN w - - 0 1', ['a1b2'], null],
  ]
  for (const [name, start, moves, ended] of ends) {
    it(`ends by ${name}`, () => {
      expect(replay(start, moves)?.ended).toEqual(ended)
      const chess = new Chess(start ?? undefined)
      for (const uci of moves) chess.move({ from: uci.slice(0, 2), to: uci.slice(2, 4) })
      expect(chess.isGameOver()).toBe(ended !== null)
    })
  }

  it('ends at the third occurrence of a position, not at the second', () => {
    const twice = [...KNIGHTS_OUT_AND_BACK, ...KNIGHTS_OUT_AND_BACK.slice(0, 3)]
    expect(replay(null, KNIGHTS_OUT_AND_BACK)?.ended).toBeNull()
    expect(replay(null, twice)?.ended).toBeNull()
    expect(replay(null, [...twice, 'f6g8'])?.ended).toEqual({ result: 'draw', endReason: 'draw_rule' })
  })

  it('treats positions with different castling rights as different', () => {
    const start = 'r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1'
    const rookOutAndBack = ['h1g1', 'e8e7', 'g1h1', 'e7e8']
    expect(replay(start, [...rookOutAndBack, ...rookOutAndBack])?.ended).toBeNull()
    expect(replay(start, [...rookOutAndBack, ...rookOutAndBack, ...rookOutAndBack])?.ended).not.toBeNull()
  })

  it('ignores an en passant square without a legal capture when it compares positions', () => {
    // The black pawn is pinned to its king, so Black cannot capture en passant.
    const start = '8/8/8/8/k4p1R/8/4P3/4K3 w - - 0 1'
    const shuffle = ['a4a3', 'e1d1', 'a3a4', 'd1e1']
    const once = ['e2e4', ...shuffle]
    expect(replay(start, once)?.ended).toBeNull()
    expect(replay(start, [...once, ...shuffle])?.ended).toEqual({ result: 'draw', endReason: 'draw_rule' })
  })

  it('agrees with chess.js on the end of random games', () => {
    const endReasons = new Set<string>()
    for (let game = 0; game < 40; game++) {
      const random = seeded('ends', game)
      // Few pieces, so that the games reach every kind of end.
      const start = [
        '7k/8/8/8/8/8/6q1/K7 b - - 0 1',
        '7k/p7/8/8/8/8/7P/K2R4 w - - 70 1',
        '6bk/8/8/8/8/8/8/KBN5 w - - 0 1',
        '7k/8/8/8/8/8/2QR4/KQ6 w - - 0 1',
      ][game % 4]!
      const chess = new Chess(start)
      const moves: string[] = []
      let fen = start
      while (!chess.isGameOver() && moves.length < 60) {
        const choices = legalMoves(chess.fen())
        const { uci, san } = choices[Math.floor(random() * choices.length)]!
        const result = playMove(start, moves, fen, uci)!
        fen = result.fen
        moves.push(uci)
        chess.move(san)
        const ended = !chess.isGameOver()
          ? null
          : chess.isCheckmate()
            ? { result: chess.turn() === 'w' ? 'black_won' : 'white_won', endReason: 'checkmate' }
            : { result: 'draw', endReason: chess.isStalemate() ? 'stalemate' : 'draw_rule' }
        expect(result).toMatchObject({ fen: chess.fen(), san, lastSan: san, ended })
        if (ended === null) continue
        expect(replay(start, moves)).toEqual({ ...result, san: undefined })
        endReasons.add(ended.endReason)
      }
    }
    expect([...endReasons].sort()).toEqual(['checkmate', 'draw_rule', 'stalemate'])
  })
})

describe('playMove', () => {
  const PROMOTING = '7k/P7/8/8/8/8/8/K7 w - - 0 1'

  it('plays a promotion by its letter', () => {
    expect(playMove(PROMOTING, [], PROMOTING, 'a7a8q')).toMatchObject({ san: 'a8=Q+', ply: 1 })
    expect(playMove(PROMOTING, [], PROMOTING, 'a7a8n')).toMatchObject({ san: 'a8=N' })
  })

  const invalidMoves = [
    'a7a8',
    'a7a8k',
    'a7a8Q',
    'a7a8qq',
    'a1a1',
    'a1b2q',
    'a8=Q',
    'O-O',
    ' a7a8q',
    'a7a8q\n',
    '--',
    '\u0000',
    'ü',
    'x'.repeat(5_000_000),
  ]
  for (const uci of invalidMoves)
    it(`refuses ${JSON.stringify(uci.slice(0, 12))} (AMB-77)`, () => {
      expect(playMove(PROMOTING, [], PROMOTING, uci)).toBeNull()
    })

  it('refuses a move that leaves the king in check, and castling through one', () => {
    const pinned = '4r1k1/8/8/8/8/8/4B3/4K2R w K - 0 1'
    expect(playMove(pinned, [], pinned, 'e2d3')).toBeNull()
    expect(playMove(pinned, [], pinned, 'e1g1')).toMatchObject({ san: 'O-O' })
    const watched = '5rk1/8/8/8/8/8/8/4K2R w K - 0 1'
    expect(playMove(watched, [], watched, 'e1g1')).toBeNull()
  })

  it('detects the third repetition from the earlier moves', () => {
    const moves = [...KNIGHTS_OUT_AND_BACK, ...KNIGHTS_OUT_AND_BACK.slice(0, 3)]
    const { fen } = replay(null, moves)!
    expect(playMove(null, moves, fen, 'f6g8')?.ended).toEqual({ result: 'draw', endReason: 'draw_rule' })
    expect(playMove(null, moves, fen, 'f6d5')?.ended).toBeNull()
  })
})

describe('legalMoves', () => {
  it('is ordered by UCI and the same list again for the same position', () => {
    const list = legalMoves(START_FEN)
    expect(list.map(({ uci }) => uci)).toEqual(list.map(({ uci }) => uci).toSorted())
    expect(list).toHaveLength(20)
    expect(list[0]).toEqual({ uci: 'a2a3', san: 'a3' })
    expect(legalMoves(START_FEN)).toBe(list)
  })

  it('is empty after mate and for an invalid position', () => {
    expect(legalMoves('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3')).toEqual([])
    expect(legalMoves('nonsense')).toEqual([])
  })
})

describe('OpenGame', () => {
  const moves = [...KNIGHTS_OUT_AND_BACK, ...KNIGHTS_OUT_AND_BACK]

  it('ends with the third repetition and takes its last move back', () => {
    const game = OpenGame.from(null, moves)!
    expect(game.ended).toEqual({ result: 'draw', endReason: 'draw_rule' })
    expect(game.state()).toEqual(replay(null, moves))
    game.takeBack()
    expect(game.moves).toEqual(moves.slice(0, -1))
    expect(game.state()).toEqual(replay(null, moves.slice(0, -1)))
  })

  it('is null for an illegal move', () => expect(OpenGame.from(null, ['e2e5'])).toBeNull())
})
