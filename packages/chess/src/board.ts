// A 0x88 board with make and unmake: squares 0 (a8) to 119 (h1); a square with a bit of 0x88 set is off the board.

/** A piece is its type plus its color; 0 is an empty square. */
export const WHITE = 0
export const BLACK = 8
export type Color = typeof WHITE | typeof BLACK

export const PAWN = 1
export const KNIGHT = 2
export const BISHOP = 3
export const ROOK = 4
export const QUEEN = 5
export const KING = 6

/** Castling rights of White. Those of Black are two bits higher: the order is KQkq, as in a FEN. */
export const KINGSIDE = 1
export const QUEENSIDE = 2

export const NO_SQUARE = -1

export interface Board {
  readonly squares: Int8Array
  /** The squares of the white and the black king. */
  readonly kings: [number, number]
  turn: Color
  castling: number
  /** The square behind a pawn that just made a double step next to an enemy pawn, or NO_SQUARE. */
  enPassant: number
  /** Plies since the last capture or pawn move. */
  halfmoveClock: number
  fullMove: number
  /** Two halves of the Zobrist hash of the position. Each move updates them. */
  hashLow: number
  hashHigh: number
  /** State that `unmakeMove` restores: six numbers per move. */
  readonly undoStack: number[]
}

/**
 * Bit offsets and flags of a move, which is one number: from, to, promotion, captured piece, flag.
 * An en passant capture has no captured piece, because that pawn does not stand on `to`.
 */
const TO = 7
const PROMOTION = 14
const CAPTURED = 17
export const DOUBLE_STEP = 1 << 21
export const EN_PASSANT = 1 << 22
export const CASTLING = 1 << 23

// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/explanation/style.md)
export const encodeMove = (from: number, to: number, captured = 0, promotion = 0, special = 0): number =>
  from | (to << TO) | (promotion << PROMOTION) | (captured << CAPTURED) | special

export const fromOf = (move: number): number => move & 127
export const toOf = (move: number): number => (move >> TO) & 127
export const promotionOf = (move: number): number => (move >> PROMOTION) & 7
export const capturedOf = (move: number): number => (move >> CAPTURED) & 15
export const isCapture = (move: number): boolean => (move & (EN_PASSANT | (15 << CAPTURED))) !== 0

export const opponentOf = (color: Color): Color => (color ^ BLACK) as Color
export const rankOf = (square: number): number => square >> 4
export const fileOf = (square: number): number => square & 7
/** White pawns move toward smaller square numbers. */
export const pawnStep = (color: Color): number => (color === WHITE ? -16 : 16)

export const KNIGHT_STEPS = [-33, -31, -18, -14, 14, 18, 31, 33] as const
export const DIAGONALS = [-17, -15, 15, 17] as const
export const ORTHOGONALS = [-16, -1, 1, 16] as const
export const ALL_DIRECTIONS = [...DIAGONALS, ...ORTHOGONALS] as const

/** Castling rights that remain after a move from or to a square. */
const CASTLING_MASK = new Int8Array(128).fill(15)
for (const [square, mask] of [
  [0, ~8],
  [4, ~12],
  [7, ~4],
  [112, ~2],
  [116, ~3],
  [119, ~1],
] as const)
  CASTLING_MASK[square]! &= mask

/** Zobrist words from a fixed xorshift sequence, so that they are equal in all processes. */
const HASH_WORDS = new Int32Array(2 * (16 * 128 + 16 + 128 + 1))
let state = 0x9e3779b9
for (let i = 0; i < HASH_WORDS.length; i++) {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  HASH_WORDS[i] = Math.imul(state, 0x85ebca6b)
}
const CASTLING_WORD = 16 * 128
const EN_PASSANT_WORD = CASTLING_WORD + 16
const TURN_WORD = EN_PASSANT_WORD + 128

function toggleHash(board: Board, word: number): void {
  board.hashLow ^= HASH_WORDS[word * 2]!
  board.hashHigh ^= HASH_WORDS[word * 2 + 1]!
}

function putPiece(board: Board, square: number, piece: number): void {
  board.squares[square] = piece
  toggleHash(board, (piece << 7) | square)
}

function clearSquare(board: Board, square: number): void {
  toggleHash(board, (board.squares[square]! << 7) | square)
  board.squares[square] = 0
}

/** The fields of a FEN. */
export interface BoardSetup {
  readonly squares: Int8Array
  readonly turn: Color
  readonly castling: number
  readonly enPassant: number
  readonly halfmoveClock: number
  readonly fullMove: number
}

export function createBoard(setup: BoardSetup): Board {
  const board: Board = { ...setup, kings: [NO_SQUARE, NO_SQUARE], hashLow: 0, hashHigh: 0, undoStack: [] }
  for (let square = 0; square < 120; square++) {
    const piece = board.squares[square]!
    if (piece === 0) continue
    toggleHash(board, (piece << 7) | square)
    if ((piece & 7) === KING) board.kings[piece >> 3] = square
  }
  toggleHash(board, CASTLING_WORD + board.castling)
  if (board.enPassant !== NO_SQUARE) toggleHash(board, EN_PASSANT_WORD + board.enPassant)
  if (board.turn === BLACK) toggleHash(board, TURN_WORD)
  return board
}

export function clearEnPassant(board: Board): void {
  if (board.enPassant === NO_SQUARE) return
  toggleHash(board, EN_PASSANT_WORD + board.enPassant)
  board.enPassant = NO_SQUARE
}

/** 53 bits of the hash, the most that a number represents exactly. */
export const positionKey = (board: Board): number => (board.hashHigh & 0x1fffff) * 0x1_0000_0000 + (board.hashLow >>> 0)

/** Whether the piece, or a queen of its color, attacks the square along one of the directions. */
function hasSlider(squares: Int8Array, square: number, directions: readonly number[], piece: number): boolean {
  const queen = QUEEN | (piece & BLACK)
  for (let i = 0; i < directions.length; i++) {
    const direction = directions[i]!
    for (let at = square + direction; (at & 0x88) === 0; at += direction) {
      const occupant = squares[at]!
      if (occupant === 0) continue
      if (occupant === piece || occupant === queen) return true
      break
    }
  }
  return false
}

/** Whether the piece, a knight or a king, attacks the square with one step. */
function hasStepper(squares: Int8Array, square: number, directions: readonly number[], piece: number): boolean {
  for (let i = 0; i < directions.length; i++) {
    const at = square + directions[i]!
    if ((at & 0x88) === 0 && squares[at] === piece) return true
  }
  return false
}

/** Whether a piece of this color attacks the square. */
export function isAttacked(board: Board, square: number, by: Color): boolean {
  const { squares } = board
  const behind = square - pawnStep(by)
  if (((behind - 1) & 0x88) === 0 && squares[behind - 1] === (PAWN | by)) return true
  if (((behind + 1) & 0x88) === 0 && squares[behind + 1] === (PAWN | by)) return true
  return (
    hasStepper(squares, square, KNIGHT_STEPS, KNIGHT | by) ||
    hasSlider(squares, square, DIAGONALS, BISHOP | by) ||
    hasSlider(squares, square, ORTHOGONALS, ROOK | by) ||
    hasStepper(squares, square, ALL_DIRECTIONS, KING | by)
  )
}

export const inCheck = (board: Board, color: Color = board.turn): boolean =>
  isAttacked(board, board.kings[color >> 3]!, opponentOf(color))

/** Plays a move from `generateMoves`. The move may leave the mover's king in check; the caller must test that. */
export function makeMove(board: Board, move: number): void {
  const { squares, turn } = board
  const from = fromOf(move)
  const to = toOf(move)
  const piece = squares[from]!
  board.undoStack.push(move, board.castling, board.enPassant, board.halfmoveClock, board.hashLow, board.hashHigh)

  if (capturedOf(move) !== 0) clearSquare(board, to)
  else if (move & EN_PASSANT) clearSquare(board, to - pawnStep(turn))
  clearSquare(board, from)
  putPiece(board, to, promotionOf(move) === 0 ? piece : promotionOf(move) | turn)
  if ((piece & 7) === KING) {
    board.kings[turn >> 3] = to
    if (move & CASTLING) {
      clearSquare(board, to > from ? to + 1 : to - 2)
      putPiece(board, (from + to) >> 1, ROOK | turn)
    }
  }

  toggleHash(board, CASTLING_WORD + board.castling)
  board.castling &= CASTLING_MASK[from]! & CASTLING_MASK[to]!
  toggleHash(board, CASTLING_WORD + board.castling)

  clearEnPassant(board)
  if (move & DOUBLE_STEP) {
    const enemyPawn = PAWN | opponentOf(turn)
    if (
      (((to - 1) & 0x88) === 0 && squares[to - 1] === enemyPawn) ||
      (((to + 1) & 0x88) === 0 && squares[to + 1] === enemyPawn)
    ) {
      board.enPassant = (from + to) >> 1
      toggleHash(board, EN_PASSANT_WORD + board.enPassant)
    }
  }

  board.halfmoveClock = (piece & 7) === PAWN || capturedOf(move) !== 0 ? 0 : board.halfmoveClock + 1
  if (turn === BLACK) board.fullMove += 1
  board.turn = opponentOf(turn)
  toggleHash(board, TURN_WORD)
}

/** Takes back the last move. */
export function unmakeMove(board: Board): void {
  const { squares, undoStack } = board
  board.hashHigh = undoStack.pop()!
  board.hashLow = undoStack.pop()!
  board.halfmoveClock = undoStack.pop()!
  board.enPassant = undoStack.pop()!
  board.castling = undoStack.pop()!
  const move = undoStack.pop()!
  board.turn = opponentOf(board.turn)
  const { turn } = board
  if (turn === BLACK) board.fullMove -= 1

  const from = fromOf(move)
  const to = toOf(move)
  const piece = promotionOf(move) === 0 ? squares[to]! : PAWN | turn
  squares[from] = piece
  squares[to] = capturedOf(move)
  if (move & EN_PASSANT) squares[to - pawnStep(turn)] = PAWN | opponentOf(turn)
  if ((piece & 7) === KING) {
    board.kings[turn >> 3] = from
    if (move & CASTLING) {
      squares[(from + to) >> 1] = 0
      squares[to > from ? to + 1 : to - 2] = ROOK | turn
    }
  }
}
