import { BLACK, type Board, inCheck, unmake } from './board.ts'
import { hasLegalMove, legalMovesOf, tryMove } from './moves.ts'
import { writeFen, writeSan } from './notation.ts'
import { walk } from './rules.ts'

/** A position of a game that was played, in which whoever is to move can force mate. */
export interface Puzzle {
  readonly fen: string
  readonly toMove: 'white' | 'black'
  readonly mateIn: 1 | 2
  /** First moves that force it, in SAN; any of them is right. */
  readonly answers: readonly string[]
  /** What was played instead; null where the player saw it. */
  readonly missedFor: string | null
}

/** Moves that mate at once. */
const mates = (board: Board, legal: readonly number[]): number[] =>
  legal.filter((move) => {
    tryMove(board, move)
    const isMate = inCheck(board) && !hasLegalMove(board)
    unmake(board)
    return isMate
  })

/** Whether every answer to the move can be mated; a move that leaves none is stalemate, or mate already. */
function forcesMate(board: Board, move: number): boolean {
  tryMove(board, move)
  const replies = legalMovesOf(board)
  const isForced =
    replies.length > 0 &&
    replies.every((reply) => {
      tryMove(board, reply)
      const isMated = mates(board, legalMovesOf(board)).length > 0
      unmake(board)
      return isMated
    })
  unmake(board)
  return isForced
}

function puzzleAt(board: Board, move: number, mateIn: 1 | 2): Puzzle | null {
  const legal = legalMovesOf(board)
  const first = mates(board, legal)
  const found = mateIn === 1 ? first : first.length > 0 ? [] : legal.filter((one) => forcesMate(board, one))
  if (found.length === 0) return null
  const san = (one: number): string => writeSan(board, one, legal)
  return {
    fen: writeFen(board),
    toMove: board.turn === BLACK ? 'black' : 'white',
    mateIn,
    answers: found.map(san),
    missedFor: found.includes(move) ? null : san(move),
  }
}

/**
 * What a game leaves to solve: mates in one that were overlooked, and how it ended if that was forced. Mate in two is
 * looked for in one position only, because each costs as much as all the rest.
 */
export function puzzlesOf(startFen: string | null, moves: readonly string[]): Puzzle[] {
  const found: Puzzle[] = []
  let ply = 0
  walk(startFen, moves, (board, move) => {
    ply += 1
    const left = moves.length - ply
    const one = puzzleAt(board, move, 1)
    // Of a mate that was played, the position before it is enough.
    if (one !== null && (one.missedFor !== null || left === 0)) found.push(one)
    if (left === 2) {
      const two = puzzleAt(board, move, 2)
      if (two !== null) found.push(two)
    }
  })
  return found
}
