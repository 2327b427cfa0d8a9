import {
  ALL_WAYS,
  BISHOP,
  type Board,
  CASTLING,
  DIAGONALS,
  DOUBLE_STEP,
  EN_PASSANT,
  encodeMove,
  forward,
  inCheck,
  isAttacked,
  KING,
  KNIGHT,
  KNIGHT_STEPS,
  LONG,
  make,
  other,
  PAWN,
  QUEEN,
  ROOK,
  rankOf,
  SHORT,
  STRAIGHTS,
  unmake,
  WHITE,
} from './board.ts'

const STEPS: Readonly<Record<number, readonly number[]>> = {
  [KNIGHT]: KNIGHT_STEPS,
  [BISHOP]: DIAGONALS,
  [ROOK]: STRAIGHTS,
  [QUEEN]: ALL_WAYS,
  [KING]: ALL_WAYS,
}

/** Pawns that reach the last rank become one of four; a search that looks only at forcing moves wants the queen. */
// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/style.md)
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

// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/style.md)
function pawnMoves(board: Board, from: number, out: number[], start: number, forcing: boolean): number {
  const { squares, turn } = board
  const step = forward(turn)
  const ahead = from + step
  let at = start
  if (squares[ahead] === 0) {
    if (!forcing || rankOf(ahead) === 0 || rankOf(ahead) === 7) at = addPawn(out, at, from, ahead, 0, forcing)
    if (!forcing && rankOf(from) === (turn === WHITE ? 6 : 1) && squares[ahead + step] === 0)
      out[at++] = encodeMove(from, ahead + step, 0, 0, DOUBLE_STEP)
  }
  for (let to = ahead - 1; to <= ahead + 1; to += 2) {
    if (to & 0x88) continue
    const found = squares[to]!
    if (found !== 0) {
      if ((found & 8) !== turn) at = addPawn(out, at, from, to, found, forcing)
    } else if (to === board.passing) out[at++] = encodeMove(from, to, 0, 0, EN_PASSANT)
  }
  return at
}

function castlings(board: Board, out: number[], start: number): number {
  const { squares, turn } = board
  const rights = turn === WHITE ? board.castling : board.castling >> 2
  const from = board.kings[turn >> 3]!
  const enemy = other(turn)
  if ((rights & (SHORT | LONG)) === 0 || isAttacked(board, from, enemy)) return start
  let at = start
  if (rights & SHORT && squares[from + 1] === 0 && squares[from + 2] === 0 && !isAttacked(board, from + 1, enemy))
    out[at++] = encodeMove(from, from + 2, 0, 0, CASTLING)
  if (
    rights & LONG &&
    squares[from - 1] === 0 &&
    squares[from - 2] === 0 &&
    squares[from - 3] === 0 &&
    !isAttacked(board, from - 1, enemy)
  )
    out[at++] = encodeMove(from, from - 2, 0, 0, CASTLING)
  return at
}

/**
 * Writes the moves of the side to move into `out` and tells how many; some may leave the king in check.
 * `forcing` leaves only captures and new queens.
 */
export function generate(board: Board, out: number[], forcing = false): number {
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
    const once = type === KNIGHT || type === KING
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]!
      for (let to = from + step; (to & 0x88) === 0; to += step) {
        const found = squares[to]!
        if (found === 0) {
          if (!forcing) out[at++] = encodeMove(from, to)
        } else {
          if ((found & 8) !== turn) out[at++] = encodeMove(from, to, found)
          break
        }
        if (once) break
      }
    }
  }
  return forcing ? at : castlings(board, out, at)
}

/** Plays the move if it leaves the own king safe; otherwise nothing happened. */
export function tryMove(board: Board, move: number): boolean {
  make(board, move)
  if (!inCheck(board, other(board.turn))) return true
  unmake(board)
  return false
}

export function legalMovesOf(board: Board): number[] {
  const all: number[] = []
  const count = generate(board, all)
  const legal: number[] = []
  for (let i = 0; i < count; i++) {
    if (!tryMove(board, all[i]!)) continue
    unmake(board)
    legal.push(all[i]!)
  }
  return legal
}

export function hasLegalMove(board: Board): boolean {
  const all: number[] = []
  const count = generate(board, all)
  for (let i = 0; i < count; i++) {
    if (!tryMove(board, all[i]!)) continue
    unmake(board)
    return true
  }
  return false
}
