/**
 * A chess position as numbers: 128 squares of which those with a bit of 0x88 lie off the board, a8 = 0, h1 = 119.
 * A piece is its type, plus 8 when it is black; 0 is an empty square.
 */
export const WHITE = 0
export const BLACK = 8
export type Color = typeof WHITE | typeof BLACK

export const PAWN = 1
export const KNIGHT = 2
export const BISHOP = 3
export const ROOK = 4
export const QUEEN = 5
export const KING = 6

/** Castling rights, one bit each in the order of a FEN: KQkq. */
export const SHORT = 1
export const LONG = 2

export const NOWHERE = -1

export interface Board {
  readonly squares: Int8Array
  /** The squares of the white and the black king. */
  readonly kings: [number, number]
  turn: Color
  castling: number
  /** The square behind a pawn that just went two steps past an enemy pawn's reach; otherwise NOWHERE. */
  passing: number
  /** Plies since the last capture or pawn move. */
  quiet: number
  fullMove: number
  /** Two halves of a hash of the position, kept up by every move. */
  low: number
  high: number
  /** What a move cannot tell when it is taken back, six numbers a move. */
  readonly past: number[]
}

/**
 * A move is one number: from, to, the piece promoted to, the piece captured, and what is special about it.
 * The captured pawn of an en passant capture is not named: the square it stood on was never `to`.
 */
const TO = 7
const PROMOTION = 14
const CAPTURED = 17
export const DOUBLE_STEP = 1 << 21
export const EN_PASSANT = 1 << 22
export const CASTLING = 1 << 23

// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/style.md)
export const encodeMove = (from: number, to: number, captured = 0, promotion = 0, special = 0): number =>
  from | (to << TO) | (promotion << PROMOTION) | (captured << CAPTURED) | special

export const fromOf = (move: number): number => move & 127
export const toOf = (move: number): number => (move >> TO) & 127
export const promotionOf = (move: number): number => (move >> PROMOTION) & 7
export const capturedOf = (move: number): number => (move >> CAPTURED) & 15
export const takes = (move: number): boolean => (move & (EN_PASSANT | (15 << CAPTURED))) !== 0

export const other = (color: Color): Color => (color ^ BLACK) as Color
export const rankOf = (square: number): number => square >> 4
export const fileOf = (square: number): number => square & 7
/** The step of a pawn of this color: white goes toward smaller squares. */
export const forward = (color: Color): number => (color === WHITE ? -16 : 16)

export const KNIGHT_STEPS = [-33, -31, -18, -14, 14, 18, 31, 33] as const
export const DIAGONALS = [-17, -15, 15, 17] as const
export const STRAIGHTS = [-16, -1, 1, 16] as const
export const ALL_WAYS = [...DIAGONALS, ...STRAIGHTS] as const

/** What is left of the castling rights once a piece has left or reached a square. */
const CASTLING_LEFT = new Int8Array(128).fill(15)
for (const [square, left] of [
  [0, ~8],
  [4, ~12],
  [7, ~4],
  [112, ~2],
  [116, ~3],
  [119, ~1],
] as const)
  CASTLING_LEFT[square]! &= left

/** Fixed words for the hash of a position; any well mixed numbers do, as long as every process has the same. */
const WORDS = new Int32Array(2 * (16 * 128 + 16 + 128 + 1))
let mixed = 0x9e3779b9
for (let i = 0; i < WORDS.length; i++) {
  mixed ^= mixed << 13
  mixed ^= mixed >>> 17
  mixed ^= mixed << 5
  WORDS[i] = Math.imul(mixed, 0x85ebca6b)
}
const CASTLING_WORD = 16 * 128
const PASSING_WORD = CASTLING_WORD + 16
const TURN_WORD = PASSING_WORD + 128

function stir(board: Board, word: number): void {
  board.low ^= WORDS[word * 2]!
  board.high ^= WORDS[word * 2 + 1]!
}

function put(board: Board, square: number, piece: number): void {
  board.squares[square] = piece
  stir(board, (piece << 7) | square)
}

function clear(board: Board, square: number): void {
  stir(board, (board.squares[square]! << 7) | square)
  board.squares[square] = 0
}

export interface Setup {
  readonly squares: Int8Array
  readonly turn: Color
  readonly castling: number
  readonly passing: number
  readonly quiet: number
  readonly fullMove: number
}

export function setUp(setup: Setup): Board {
  const board: Board = { ...setup, kings: [NOWHERE, NOWHERE], low: 0, high: 0, past: [] }
  for (let square = 0; square < 120; square++) {
    const piece = board.squares[square]!
    if (piece === 0) continue
    stir(board, (piece << 7) | square)
    if ((piece & 7) === KING) board.kings[piece >> 3] = square
  }
  stir(board, CASTLING_WORD + board.castling)
  if (board.passing !== NOWHERE) stir(board, PASSING_WORD + board.passing)
  if (board.turn === BLACK) stir(board, TURN_WORD)
  return board
}

/** 53 bits of the hash, which a number holds exactly. */
export const positionKey = (board: Board): number => (board.high & 0x1fffff) * 0x1_0000_0000 + (board.low >>> 0)

/** Whether the piece, or a queen of its color, slides to the square along one of the ways. */
function slides(squares: Int8Array, square: number, ways: readonly number[], piece: number): boolean {
  const queen = QUEEN | (piece & BLACK)
  for (let i = 0; i < ways.length; i++) {
    const way = ways[i]!
    for (let at = square + way; (at & 0x88) === 0; at += way) {
      const found = squares[at]!
      if (found === 0) continue
      if (found === piece || found === queen) return true
      break
    }
  }
  return false
}

function steps(squares: Int8Array, square: number, ways: readonly number[], piece: number): boolean {
  for (let i = 0; i < ways.length; i++) {
    const at = square + ways[i]!
    if ((at & 0x88) === 0 && squares[at] === piece) return true
  }
  return false
}

/** Whether a piece of this color could take on the square. */
export function isAttacked(board: Board, square: number, by: Color): boolean {
  const { squares } = board
  const behind = square - forward(by)
  if (((behind - 1) & 0x88) === 0 && squares[behind - 1] === (PAWN | by)) return true
  if (((behind + 1) & 0x88) === 0 && squares[behind + 1] === (PAWN | by)) return true
  return (
    steps(squares, square, KNIGHT_STEPS, KNIGHT | by) ||
    slides(squares, square, DIAGONALS, BISHOP | by) ||
    slides(squares, square, STRAIGHTS, ROOK | by) ||
    steps(squares, square, ALL_WAYS, KING | by)
  )
}

export const inCheck = (board: Board, color: Color = board.turn): boolean =>
  isAttacked(board, board.kings[color >> 3]!, other(color))

/** Plays a move that `generate` gave. It may leave the mover's king in check: the caller asks. */
export function make(board: Board, move: number): void {
  const { squares, turn } = board
  const from = fromOf(move)
  const to = toOf(move)
  const piece = squares[from]!
  board.past.push(move, board.castling, board.passing, board.quiet, board.low, board.high)

  if (capturedOf(move) !== 0) clear(board, to)
  else if (move & EN_PASSANT) clear(board, to - forward(turn))
  clear(board, from)
  put(board, to, promotionOf(move) === 0 ? piece : promotionOf(move) | turn)
  if ((piece & 7) === KING) {
    board.kings[turn >> 3] = to
    if (move & CASTLING) {
      clear(board, to > from ? to + 1 : to - 2)
      put(board, (from + to) >> 1, ROOK | turn)
    }
  }

  stir(board, CASTLING_WORD + board.castling)
  board.castling &= CASTLING_LEFT[from]! & CASTLING_LEFT[to]!
  stir(board, CASTLING_WORD + board.castling)

  if (board.passing !== NOWHERE) stir(board, PASSING_WORD + board.passing)
  board.passing = NOWHERE
  if (move & DOUBLE_STEP) {
    const enemyPawn = PAWN | other(turn)
    if (
      (((to - 1) & 0x88) === 0 && squares[to - 1] === enemyPawn) ||
      (((to + 1) & 0x88) === 0 && squares[to + 1] === enemyPawn)
    ) {
      board.passing = (from + to) >> 1
      stir(board, PASSING_WORD + board.passing)
    }
  }

  board.quiet = (piece & 7) === PAWN || capturedOf(move) !== 0 ? 0 : board.quiet + 1
  if (turn === BLACK) board.fullMove += 1
  board.turn = other(turn)
  stir(board, TURN_WORD)
}

/** Takes the last move back. */
export function unmake(board: Board): void {
  const { squares, past } = board
  board.high = past.pop()!
  board.low = past.pop()!
  board.quiet = past.pop()!
  board.passing = past.pop()!
  board.castling = past.pop()!
  const move = past.pop()!
  board.turn = other(board.turn)
  const { turn } = board
  if (turn === BLACK) board.fullMove -= 1

  const from = fromOf(move)
  const to = toOf(move)
  const piece = promotionOf(move) === 0 ? squares[to]! : PAWN | turn
  squares[from] = piece
  squares[to] = capturedOf(move)
  if (move & EN_PASSANT) squares[to - forward(turn)] = PAWN | other(turn)
  if ((piece & 7) === KING) {
    board.kings[turn >> 3] = from
    if (move & CASTLING) {
      squares[(from + to) >> 1] = 0
      squares[to > from ? to + 1 : to - 2] = ROOK | turn
    }
  }
}
