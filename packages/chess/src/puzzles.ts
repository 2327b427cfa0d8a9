// Chess puzzles: positions of finished games in which the side to move can force mate.
import { BLACK, type Board, inCheck, unmakeMove } from './board.ts'
import { hasLegalMove, legalMovesOf, tryMove } from './moves.ts'
import { writeFen, writeSan } from './notation.ts'
import { playThrough } from './rules.ts'

/** A position from a game in which the side to move can force mate. */
export interface Puzzle {
  readonly fen: string
  readonly toMove: 'white' | 'black'
  readonly mateIn: 1 | 2
  /** All first moves that force mate, in SAN. */
  readonly answers: readonly string[]
  /** The move the player made instead; null when the player found the mate. */
  readonly missedFor: string | null
}

/** Moves that give checkmate. */
const matingMoves = (board: Board, legal: readonly number[]): number[] =>
  legal.filter((move) => {
    tryMove(board, move)
    const isMate = inCheck(board) && !hasLegalMove(board)
    unmakeMove(board)
    return isMate
  })

/** Whether each reply to the move allows checkmate. False when there is no reply: stalemate or checkmate. */
function forcesMate(board: Board, move: number): boolean {
  tryMove(board, move)
  const replies = legalMovesOf(board)
  const isForced =
    replies.length > 0 &&
    replies.every((reply) => {
      tryMove(board, reply)
      const isMated = matingMoves(board, legalMovesOf(board)).length > 0
      unmakeMove(board)
      return isMated
    })
  unmakeMove(board)
  return isForced
}

function puzzleAt(board: Board, move: number, mateIn: 1 | 2): Puzzle | null {
  const legal = legalMovesOf(board)
  const first = matingMoves(board, legal)
  const solutions = mateIn === 1 ? first : first.length > 0 ? [] : legal.filter((one) => forcesMate(board, one))
  if (solutions.length === 0) return null
  const san = (one: number): string => writeSan(board, one, legal)
  return {
    fen: writeFen(board),
    toMove: board.turn === BLACK ? 'black' : 'white',
    mateIn,
    answers: solutions.map(san),
    missedFor: solutions.includes(move) ? null : san(move),
  }
}

/**
 * Finds missed mates in one, and the final mate in one or two. It tests one position only for a mate in two, because
 * that test costs as much as all others together.
 */
export function puzzlesOf(startFen: string | null, moves: readonly string[]): Puzzle[] {
  const puzzles: Puzzle[] = []
  let ply = 0
  playThrough(startFen, moves, (board, move) => {
    ply += 1
    const remaining = moves.length - ply
    const one = puzzleAt(board, move, 1)
    // A mate that the player found counts only as the last move of the game.
    if (one !== null && (one.missedFor !== null || remaining === 0)) puzzles.push(one)
    if (remaining === 2) {
      const two = puzzleAt(board, move, 2)
      if (two !== null) puzzles.push(two)
    }
  })
  return puzzles
}
