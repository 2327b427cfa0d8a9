import {
  BISHOP,
  type Board,
  type Color,
  DIAGONALS,
  fileOf,
  forward,
  KING,
  KNIGHT,
  KNIGHT_STEPS,
  PAWN,
  QUEEN,
  ROOK,
  rankOf,
  STRAIGHTS,
  WHITE,
} from './board.ts'

/** Hundredths of a pawn, by piece type. */
export const WORTH = [0, 100, 320, 330, 500, 950, 0] as const

/** How much of the middle game is left: all pieces of both sides make 24. */
const PHASE = [0, 0, 1, 1, 2, 4, 0] as const
const FULL_PHASE = 24

/** For each square a piece can go to. Queens reach so much that counting costs more than it tells. */
const MOBILITY = [0, 0, 3, 3, 2, 0, 0] as const
const WAYS: readonly (readonly number[])[] = [[], [], KNIGHT_STEPS, DIAGONALS, STRAIGHTS, [], []]

const BISHOP_PAIR = 25
const SHIELD_PAWN = 8
const TO_MOVE = 8

/** 0 on the rim, 3 on the four squares in the middle. */
const centre = (square: number): number =>
  Math.floor(3.5 - Math.max(Math.abs(fileOf(square) - 3.5), Math.abs(rankOf(square) - 3.5)))

/** What a white piece on a square is worth beyond its kind, in the middle game and at the end. */
function placeWorth(type: number, square: number): readonly [middle: number, end: number] {
  const advance = 7 - rankOf(square)
  const inward = centre(square)
  const file = fileOf(square)
  switch (type) {
    case PAWN: {
      const central = file === 3 || file === 4
      if (central && advance === 1) return [-18, 0]
      return [(central ? 6 * Math.min(advance, 4) : 0) + 3 * advance - 3, advance * advance * 3]
    }
    case KNIGHT:
      return [inward * 14 - 24 + (advance === 0 ? -8 : 0), inward * 10 - 16]
    case BISHOP:
      return [inward * 7 - 8 + (advance === 0 ? -8 : 0), inward * 6 - 8]
    case ROOK:
      return [(advance === 6 ? 18 : 0) + (file === 3 || file === 4 ? 6 : 0), advance === 6 ? 10 : 0]
    case QUEEN:
      return [advance === 0 ? 0 : inward * 2 - 3, inward * 6]
    default: {
      const home = advance === 0 && (file <= 2 || file === 6) ? 28 : 0
      return [home - advance * 16 - (advance === 0 ? 0 : 10), inward * 12]
    }
  }
}

const MIDDLE = new Int16Array(16 * 128)
const END = new Int16Array(16 * 128)
for (let type = PAWN; type <= KING; type++)
  for (let square = 0; square < 128; square++) {
    if (square & 0x88) continue
    const [middle, end] = placeWorth(type, square)
    const mirrored = square ^ 0x70
    MIDDLE[(type << 7) | square] = WORTH[type]! + middle
    END[(type << 7) | square] = WORTH[type]! + end
    MIDDLE[((type | 8) << 7) | mirrored] = -WORTH[type]! - middle
    END[((type | 8) << 7) | mirrored] = -WORTH[type]! - end
  }

function reach(board: Board, from: number, type: number, color: number): number {
  const { squares } = board
  const ways = WAYS[type]!
  let count = 0
  for (let i = 0; i < ways.length; i++) {
    const way = ways[i]!
    for (let to = from + way; (to & 0x88) === 0; to += way) {
      const found = squares[to]!
      if (found === 0) count += 1
      else {
        if ((found & 8) !== color) count += 1
        break
      }
      if (type === KNIGHT) break
    }
  }
  return count
}

function shield(board: Board, color: Color): number {
  const ahead = board.kings[color >> 3]! + forward(color)
  let pawns = 0
  for (let at = ahead - 1; at <= ahead + 1; at++) if ((at & 0x88) === 0 && board.squares[at] === (PAWN | color)) pawns++
  return pawns * SHIELD_PAWN
}

/** Without enemy pawns left, a winner gets on by driving the king to the rim and bringing the own one near. */
function hunt(winner: number, loser: number): number {
  const apart = Math.max(Math.abs(rankOf(winner) - rankOf(loser)), Math.abs(fileOf(winner) - fileOf(loser)))
  return (3 - centre(loser)) * 20 + (7 - apart) * 8
}

/** How the position stands for the side to move. */
export function evaluate(board: Board): number {
  const { squares, kings } = board
  let middle = 0
  let end = 0
  let phase = 0
  let whiteMen = 0
  let blackMen = 0
  let whiteBishops = 0
  let blackBishops = 0
  for (let square = 0; square < 120; square++) {
    if (square & 0x88) {
      square += 7
      continue
    }
    const piece = squares[square]!
    if (piece === 0) continue
    const type = piece & 7
    middle += MIDDLE[(piece << 7) | square]!
    end += END[(piece << 7) | square]!
    phase += PHASE[type]!
    if (type === KING) continue
    const white = piece < 8
    if (white) whiteMen += WORTH[type]!
    else blackMen += WORTH[type]!
    if (type === PAWN || type === QUEEN) continue
    if (type === BISHOP) {
      if (white) whiteBishops += 1
      else blackBishops += 1
    }
    const free = MOBILITY[type]! * reach(board, square, type, piece & 8)
    middle += white ? free : -free
    end += white ? free : -free
  }
  middle += shield(board, 0) - shield(board, 8)
  const share = Math.min(phase, FULL_PHASE)
  let score = Math.round((middle * share + end * (FULL_PHASE - share)) / FULL_PHASE)
  if (whiteBishops > 1) score += BISHOP_PAIR
  if (blackBishops > 1) score -= BISHOP_PAIR
  if (blackMen === 0 && whiteMen >= WORTH[ROOK]) score += hunt(kings[0], kings[1])
  if (whiteMen === 0 && blackMen >= WORTH[ROOK]) score -= hunt(kings[1], kings[0])
  return (board.turn === WHITE ? score : -score) + TO_MOVE
}
