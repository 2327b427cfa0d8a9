import { describe, expect, it } from 'vitest'
import { seeded } from '../test/seeded.mjs'
import { START_FEN } from './notation.ts'
import { legalMoves, playMove, replay } from './rules.ts'
import { chooseMove } from './search.ts'

const random = seeded
const choose = (fen: string | null, moves: readonly string[] = [], seed = 'a') =>
  chooseMove(fen, moves, { random: random(seed) })
/** A shorter search, for tests that do not need the full budget. */
const chooseQuickly = (fen: string | null, moves: readonly string[], seed: string) =>
  chooseMove(fen, moves, { nodes: 8_000, random: random(seed) })
const after = (fen: string, uci: string) => playMove(fen, [], fen, uci)!

const mates = (fen: string): string[] =>
  legalMoves(fen)
    .map(({ uci }) => uci)
    .filter((uci) => after(fen, uci).ended?.endReason === 'checkmate')

/** Whether each reply to the move allows mate. */
function forcesMate(fen: string, uci: string): boolean {
  const reached = after(fen, uci)
  if (reached.ended !== null) return reached.ended.endReason === 'checkmate'
  return legalMoves(reached.fen).every((answer) => mates(after(reached.fen, answer.uci).fen).length > 0)
}

describe('chooseMove', () => {
  const MATE_IN_ONE = [
    '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1',
    'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4',
    'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2',
    '6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1',
    '8/8/8/8/8/6k1/4r3/6K1 b - - 0 1',
    '7k/P5pp/8/8/8/8/8/K7 w - - 0 1',
  ]
  for (const fen of MATE_IN_ONE)
    it(`mates at once in ${fen}`, () => {
      for (const seed of ['a', 'b', 'c']) expect(mates(fen)).toContain(choose(fen, [], seed))
    })

  // Composed problems and positions from games; most have one quiet key move.
  const MATE_IN_TWO = [
    'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1',
    'r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1',
    '2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1',
    '8/6K1/1p1B1RB1/8/2Q5/2n1kP1N/3b4/4n3 w - - 0 1',
    'B7/K1B1p1Q1/5r2/7p/1P1kp1bR/3P3R/1P1NP3/2n5 w - - 0 1',
    '4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 17',
    'r4rk1/pp3p2/6p1/4Q2p/2BN1Bb1/8/1P3PPP/R3R1K1 w - - 2 28',
    '2r2rk1/1p3p2/6p1/p3Qb1p/2BN1B2/5P2/1P4PP/R3R1K1 w - - 3 31',
    '6k1/7p/2q5/5P2/3q4/6K1/8/8 b - - 7 69',
    '6k1/2p2pp1/p3r3/3q3p/2p2P1P/P5P1/6RK/1r6 b - - 0 42',
    '6k1/4b3/8/5q2/7p/5N1P/3K2P1/q7 b - - 3 55',
    '2R5/8/P5k1/4Q3/5P1P/4P3/3K2P1/7R w - - 1 62',
    '4r1k1/8/p1p3p1/1p1n2qp/8/PR6/K1P2r2/3q4 b - - 1 44',
    '7k/8/4Rp2/p1b2n1p/P1P2q2/3r3P/1PK5/8 b - - 3 42',
  ]
  for (const fen of MATE_IN_TWO)
    it(`mates in two in ${fen}`, () => {
      expect(mates(fen)).toEqual([])
      expect(legalMoves(fen).some(({ uci }) => !forcesMate(fen, uci))).toBe(true)
      for (const seed of ['a', 'b']) expect(forcesMate(fen, choose(fen, [], seed)!)).toBe(true)
    })

  const ONE_GOOD_MOVE = [
    ['takes a queen left hanging', 'rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3', ['f3g5']],
    ['takes a rook left hanging', '4k3/8/8/3r4/8/2N5/PPP2PPP/6K1 w - - 0 1', ['c3d5']],
    ['takes en passant when it wins a piece', '4k3/8/2n1r3/3pP3/8/8/8/4RK2 w - d6 0 1', ['e5d6']],
  ] as const
  for (const [name, fen, moves] of ONE_GOOD_MOVE)
    it(name, () => {
      for (const seed of ['a', 'b', 'c', 'd']) expect(moves).toContain(chooseQuickly(fen, [], seed))
    })

  // The queen is attacked by a smaller piece, or only a few moves save it.
  const QUEEN_IN_DANGER = [
    'r1b1kb1r/pppp1ppp/2n2n2/4p3/2B1P1q1/5N1P/PPPP1PP1/RNBQK2R b KQkq - 0 6',
    'rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3',
    'rnbqkb1r/pppp1ppp/5n2/3Q4/8/8/PPPP1PPP/RNB1KBNR w KQkq - 0 5',
  ]
  for (const fen of QUEEN_IN_DANGER)
    it(`does not leave its queen to be taken in ${fen}`, () => {
      for (const seed of ['a', 'b', 'c', 'd']) {
        const uci = chooseQuickly(fen, [], seed)!
        const queen = fen.includes(' b ') ? 'q' : 'Q'
        const reached = after(fen, uci)
        const losingReplies = legalMoves(reached.fen).filter(
          (answer) => !after(reached.fen, answer.uci).fen.split(' ')[0]!.includes(queen),
        )
        expect(losingReplies, `${uci} in ${fen}`).toEqual([])
      }
    })

  it('gives the same move for the same seed', () => {
    for (const seed of ['a', 'b', 'c'])
      expect(chooseQuickly(null, ['e2e4'], seed)).toBe(chooseQuickly(null, ['e2e4'], seed))
  })

  it('opens in several ways over many seeds', () => {
    const openings = new Set(Array.from({ length: 16 }, (_, i) => chooseQuickly(null, [], `seed ${i}`)))
    expect(openings.size).toBeGreaterThanOrEqual(5)
  })

  it('finds a sensible move with a budget of one position', () => {
    const chooseAtOnce = (fen: string) => chooseMove(fen, [], { nodes: 1, random: random('a') })
    for (const fen of MATE_IN_ONE) expect(mates(fen)).toContain(chooseAtOnce(fen))
    expect(chooseAtOnce(ONE_GOOD_MOVE[0][1])).toBe('f3g5')
  })

  it('does not take a guarded piece with a small budget', () => {
    const fen = '4k3/2p5/3p4/8/3Q4/8/PP6/4K3 w - - 0 1'
    const seeds = Array.from({ length: 8 }, (_, i) => `seed ${i}`)
    for (const seed of seeds) expect(chooseMove(fen, [], { nodes: 200, random: random(seed) })).not.toBe('d4d6')
  })

  it('does not repeat a position when it is winning', () => {
    const fen = '2b3k1/5ppp/8/8/8/8/1R3PPP/1R4K1 w - - 0 1'
    const seeds = Array.from({ length: 12 }, (_, i) => `seed ${i}`)
    expect(seeds.map((seed) => chooseQuickly(fen, [], seed))).toContain('b2c2')
    const there = ['b2c2', 'g8h8', 'c2b2', 'h8g8']
    for (const seed of seeds) expect(chooseQuickly(fen, there, seed)).not.toBe('b2c2')
  })

  for (const [men, fen] of [
    ['queen', '8/8/8/3k4/8/8/8/Q3K3 w - - 0 1'],
    ['rook', '8/8/8/3k4/8/8/8/R3K3 w - - 0 1'],
  ])
    it(`mates a bare king with a ${men} before fifty moves are over`, () => {
      const moves: string[] = []
      while (replay(fen!, moves)!.ended === null) moves.push(chooseQuickly(fen!, moves, `${moves.length}`)!)
      expect(replay(fen!, moves)!.ended).toEqual({ result: 'white_won', endReason: 'checkmate' })
    })

  it('returns null when there is no legal move or a move is illegal', () => {
    expect(choose('7k/5Q2/5K2/8/8/8/8/8 b - - 0 1')).toBeNull()
    expect(choose(START_FEN, ['f2f3', 'e7e5', 'g2g4', 'd8h4'])).toBeNull()
    expect(choose(null, ['e2e5'])).toBeNull()
    expect(choose('nonsense')).toBeNull()
  })

  it('plays the only legal move', () => {
    expect(choose('k7/8/1Q6/8/8/8/8/K7 b - - 0 1')).toBeNull()
    expect(choose('7k/8/8/8/8/8/6q1/7K w - - 0 1')).toBe('h1g2')
  })
})
