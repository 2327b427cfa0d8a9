// Move generation: pseudo-legal moves into a list, and the legal moves among them.
import {
  ALL_DIRECTIONS,
  BISHOP,
  type Board,
  CASTLING,
  DIAGONALS,
  DOUBLE_STEP,
  EN_PASSANT,
  encodeMove,
  fileOf,
  fromOf,
  inCheck,
  isAttacked,
  KING,
  KINGSIDE,
  KNIGHT,
  KNIGHT_STEPS,
  makeMove,
  NO_SQUARE,
  ORTHOGONALS,
  opponentOf,
  PAWN,
  pawnStep,
  QUEEN,
  QUEENSIDE,
  ROOK,
  rankOf,
  unmakeMove,
  WHITE,
} from './board.ts'

const STEPS: Readonly<Record<number, readonly number[]>> = {
  [KNIGHT]: KNIGHT_STEPS,
  [BISHOP]: DIAGONALS,
  [ROOK]: ORTHOGONALS,
  [QUEEN]: ALL_DIRECTIONS,
  [KING]: ALL_DIRECTIONS,
}

/** Adds a pawn move, with all four promotions on the last rank, or only the queen when `forcing`. */
// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/explanation/style.md)
function addPawn(out: number[], at: number, from: number, to: number, captured: number, forcing: boolean): number {
  const rank = rankOf(to)
  if (rank !== 0 && rank !== 7) {
    out[at] = encodeMove(from, to, captured)
    return at + 1
  }
  out[at] = encodeMove(from, to, captured, QUEEN)
  if (forcing) return at + 1
  out[at + 1] = encodeMove(from, to, captured, ROOK)
  out[at + 2] = encodeMove(from, to, captured, BISHOP)
  out[at + 3] = encodeMove(from, to, captured, KNIGHT)
  return at + 4
}

// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/explanation/style.md)
function pawnMoves(board: Board, from: number, out: number[], start: number, forcing: boolean): number {
  const { squares, turn } = board
  const step = pawnStep(turn)
  const ahead = from + step
  let at = start
  if (squares[ahead] === 0) {
    if (!forcing || rankOf(ahead) === 0 || rankOf(ahead) === 7) at = addPawn(out, at, from, ahead, 0, forcing)
    if (!forcing && rankOf(from) === (turn === WHITE ? 6 : 1) && squares[ahead + step] === 0)
      out[at++] = encodeMove(from, ahead + step, 0, 0, DOUBLE_STEP)
  }
  for (let to = ahead - 1; to <= ahead + 1; to += 2) {
    if (to & 0x88) continue
    const target = squares[to]!
    if (target !== 0) {
      if ((target & 8) !== turn) at = addPawn(out, at, from, to, target, forcing)
    } else if (to === board.enPassant) out[at++] = encodeMove(from, to, 0, 0, EN_PASSANT)
  }
  return at
}

function castlingMoves(board: Board, out: number[], start: number): number {
  const { squares, turn } = board
  const rights = turn === WHITE ? board.castling : board.castling >> 2
  const from = board.kings[turn >> 3]!
  const enemy = opponentOf(turn)
  if ((rights & (KINGSIDE | QUEENSIDE)) === 0 || isAttacked(board, from, enemy)) return start
  let at = start
  if (rights & KINGSIDE && squares[from + 1] === 0 && squares[from + 2] === 0 && !isAttacked(board, from + 1, enemy))
    out[at++] = encodeMove(from, from + 2, 0, 0, CASTLING)
  if (
    rights & QUEENSIDE &&
    squares[from - 1] === 0 &&
    squares[from - 2] === 0 &&
    squares[from - 3] === 0 &&
    !isAttacked(board, from - 1, enemy)
  )
    out[at++] = encodeMove(from, from - 2, 0, 0, CASTLING)
  return at
}

/**
 * Writes the pseudo-legal moves of the side to move into `out` and returns their number. Some may leave the king in
 * check. With `forcing` it writes only captures and promotions to a queen.
 */
export function generateMoves(board: Board, out: number[], forcing = false): number {
  const { squares, turn } = board
  let at = 0
  for (let from = 0; from < 120; from++) {
    if (from & 0x88) {
      from += 7
      continue
    }
    const piece = squares[from]!
    if (piece === 0 || (piece & 8) !== turn) continue
    const type = piece & 7
    if (type === PAWN) {
      at = pawnMoves(board, from, out, at, forcing)
      continue
    }
    const steps = STEPS[type]!
    const isStepper = type === KNIGHT || type === KING
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]!
      for (let to = from + step; (to & 0x88) === 0; to += step) {
        const target = squares[to]!
        if (target === 0) {
          if (!forcing) out[at++] = encodeMove(from, to)
        } else {
          if ((target & 8) !== turn) out[at++] = encodeMove(from, to, target)
          break
        }
        if (isStepper) break
      }
    }
  }
  return forcing ? at : castlingMoves(board, out, at)
}

/** Plays a pseudo-legal move and returns true; returns false and leaves the board unchanged if the move is illegal. */
export function tryMove(board: Board, move: number): boolean {
  makeMove(board, move)
  if (!inCheck(board, opponentOf(board.turn))) return true
  unmakeMove(board)
  return false
}

/** Whether a piece on this square can expose its king by moving: it stands on a line with it. */
function isOnLine(king: number, square: number): boolean {
  const ranks = Math.abs(rankOf(king) - rankOf(square))
  const files = Math.abs(fileOf(king) - fileOf(square))
  return ranks === 0 || files === 0 || ranks === files
}

/** Whether a pseudo-legal move of a side that is not in check is legal, without playing it. False when unsure. */
const isSurelyLegal = ({ kings, turn }: Board, move: number): boolean =>
  (move & EN_PASSANT) === 0 && !isOnLine(kings[turn >> 3]!, fromOf(move))

/** Like `tryMove`, and cheaper for a side that is not in check: most of its moves cannot expose the king. */
export function tryMoveOutOfCheck(board: Board, move: number): boolean {
  if (!isSurelyLegal(board, move)) return tryMove(board, move)
  makeMove(board, move)
  return true
}

export function legalMovesOf(board: Board): number[] {
  const all: number[] = []
  const count = generateMoves(board, all)
  const isInCheck = inCheck(board)
  const legal: number[] = []
  for (let i = 0; i < count; i++) {
    const move = all[i]!
    if (isInCheck || !isSurelyLegal(board, move)) {
      if (!tryMove(board, move)) continue
      unmakeMove(board)
    }
    legal.push(move)
  }
  return legal
}

/** Whether a legal move captures en passant; a pinned pawn does not count. */
export function canCaptureEnPassant(board: Board): boolean {
  if (board.enPassant === NO_SQUARE) return false
  const all: number[] = []
  const count = generateMoves(board, all, true)
  for (let i = 0; i < count; i++) {
    if ((all[i]! & EN_PASSANT) === 0 || !tryMove(board, all[i]!)) continue
    unmakeMove(board)
    return true
  }
  return false
}

export function hasLegalMove(board: Board): boolean {
  const all: number[] = []
  const count = generateMoves(board, all)
  for (let i = 0; i < count; i++) {
    if (!tryMove(board, all[i]!)) continue
    unmakeMove(board)
    return true
  }
  return false
}
