import { Chess } from 'chess.js'
import { describe, expect, it } from 'vitest'
import { seeded } from '../test/seeded.mjs'
import { type Board, positionKey, unmakeMove } from './board.ts'
import { generateMoves, tryMove } from './moves.ts'
import { readFen, readUci, START_FEN, writeFen } from './notation.ts'
import { legalMoves } from './rules.ts'

function perft(board: Board, depth: number): number {
  const moves: number[] = []
  const count = generateMoves(board, moves)
  let leaves = 0
  for (let i = 0; i < count; i++) {
    if (!tryMove(board, moves[i]!)) continue
    leaves += depth === 1 ? 1 : perft(board, depth - 1)
    unmakeMove(board)
  }
  return leaves
}

// The six standard perft positions with their published counts.
const PERFT_POSITIONS = [
  ['the start', START_FEN, 4, 197_281],
  ['kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 3, 97_862],
  ['position 3', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 4, 43_238],
  ['position 4', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 3, 9_467],
  ['position 5', 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 3, 62_379],
  ['position 6', 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10', 3, 89_890],
] as const

describe('move generation', () => {
  for (const [name, fen, depth, leaves] of PERFT_POSITIONS) {
    it(`finds ${leaves} leaves at depth ${depth} from ${name}`, () => {
      const board = readFen(fen)!
      expect(perft(board, depth)).toBe(leaves)
      expect(writeFen(board)).toBe(fen)
      expect(positionKey(board)).toBe(positionKey(readFen(fen)!))
    })
    it(`agrees with chess.js on the perft count from ${name}`, () => {
      expect(new Chess(fen).perft(depth - 1)).toBe(perft(readFen(fen)!, depth - 1))
    })
  }

  it('agrees with chess.js on moves, SAN and positions at every ply of random games', () => {
    let plies = 0
    // CI plays three times as many games.
    const games = Number(process.env.CHESS_GAMES ?? 36)
    for (let game = 0; game < games; game++) {
      const random = seeded('games', game)
      const chess = new Chess(PERFT_POSITIONS[game % PERFT_POSITIONS.length]![1])
      for (let ply = 0; ply < 32 && !chess.isGameOver(); ply++) {
        plies += 1
        const fen = chess.fen()
        const ours = legalMoves(fen)
        if (ply % 16 === game % 16) {
          const theirs = chess.moves({ verbose: true }).map(({ lan, san, after }) => `${lan} ${san} ${after}`)
          const mine = ours.map(({ uci, san }) => `${uci} ${san} ${fenAfter(fen, uci)}`)
          expect(mine.sort(), fen).toEqual(theirs.sort())
        }
        const sans = ours.map(({ san }) => san).sort()
        if (sans.join() !== chess.moves().sort().join()) expect.fail(`${sans} in ${fen}`)
        const { uci, san } = ours[Math.floor(random() * ours.length)]!
        const played = chess.move(san)
        if (played.lan !== uci || played.after !== fenAfter(fen, uci)) expect.fail(`${uci} ${san} in ${fen}`)
      }
    }
    expect(plies).toBeGreaterThan(games * 27)
  })

  it('updates the hash by moves to the hash of the parsed position', () => {
    const random = seeded('hash')
    const board = readFen(PERFT_POSITIONS[1][1])!
    for (let ply = 0; ply < 80; ply++) {
      const moves = legalMoves(writeFen(board))
      if (moves.length === 0) break
      tryMove(board, readUci(board, moves[Math.floor(random() * moves.length)]!.uci)!)
      // An en passant square without a legal capture is in the hash but not in the FEN.
      if (board.enPassant < 0) expect(positionKey(board)).toBe(positionKey(readFen(writeFen(board))!))
    }
  })
})

function fenAfter(fen: string, uci: string): string {
  const board = readFen(fen)!
  tryMove(board, readUci(board, uci)!)
  return writeFen(board)
}
