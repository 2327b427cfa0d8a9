// Static evaluation: material, piece squares, mobility, king safety and mating a bare king.
import {
  BISHOP,
  type Board,
  type Color,
  DIAGONALS,
  fileOf,
  KING,
  KNIGHT,
  KNIGHT_STEPS,
  ORTHOGONALS,
  PAWN,
  pawnStep,
  QUEEN,
  ROOK,
  rankOf,
  WHITE,
} from './board.ts'

/** Centipawns by piece type. */
export const PIECE_VALUES = [0, 100, 320, 330, 500, 950, 0] as const

/** Weight of each piece type in the game phase. All pieces of both sides together make FULL_PHASE. */
const PHASE = [0, 0, 1, 1, 2, 4, 0] as const
const FULL_PHASE = 24

/** Bonus per reachable square. Queens have none, because counting their squares costs more time than it gains. */
const MOBILITY = [0, 0, 3, 3, 2, 0, 0] as const
const DIRECTIONS: readonly (readonly number[])[] = [[], [], KNIGHT_STEPS, DIAGONALS, ORTHOGONALS, [], []]

const BISHOP_PAIR = 25
const SHIELD_PAWN = 8
const TEMPO = 8

/** 0 on the edge of the board, 3 on the four central squares. */
const centrality = (square: number): number =>
  Math.floor(3.5 - Math.max(Math.abs(fileOf(square) - 3.5), Math.abs(rankOf(square) - 3.5)))

/** Bonus of a white piece on a square, in the middle game and in the endgame. */
function squareBonus(type: number, square: number): readonly [middle: number, end: number] {
  const advance = 7 - rankOf(square)
  const inward = centrality(square)
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
    const [middle, end] = squareBonus(type, square)
    const mirrored = square ^ 0x70
    MIDDLE[(type << 7) | square] = PIECE_VALUES[type]! + middle
    END[(type << 7) | square] = PIECE_VALUES[type]! + end
    MIDDLE[((type | 8) << 7) | mirrored] = -PIECE_VALUES[type]! - middle
    END[((type | 8) << 7) | mirrored] = -PIECE_VALUES[type]! - end
  }

/** Centipawns that a piece gains or loses by standing on another square, in the middle game and for its own side. */
export function squareGain(piece: number, from: number, to: number): number {
  const gain = MIDDLE[(piece << 7) | to]! - MIDDLE[(piece << 7) | from]!
  return piece < 8 ? gain : -gain
}

function countReachable(board: Board, from: number, type: number, color: number): number {
  const { squares } = board
  const directions = DIRECTIONS[type]!
  let count = 0
  for (let i = 0; i < directions.length; i++) {
    const direction = directions[i]!
    for (let to = from + direction; (to & 0x88) === 0; to += direction) {
      const target = squares[to]!
      if (target === 0) count += 1
      else {
        if ((target & 8) !== color) count += 1
        break
      }
      if (type === KNIGHT) break
    }
  }
  return count
}

function pawnShield(board: Board, color: Color): number {
  const ahead = board.kings[color >> 3]! + pawnStep(color)
  let pawns = 0
  for (let at = ahead - 1; at <= ahead + 1; at++) if ((at & 0x88) === 0 && board.squares[at] === (PAWN | color)) pawns++
  return pawns * SHIELD_PAWN
}

/** Bonus against a bare king: for its distance from the centre and the nearness of the winning king. */
function matingBonus(winner: number, loser: number): number {
  const apart = Math.max(Math.abs(rankOf(winner) - rankOf(loser)), Math.abs(fileOf(winner) - fileOf(loser)))
  return (3 - centrality(loser)) * 20 + (7 - apart) * 8
}

/** Score of the position in centipawns, from the view of the side to move. */
export function evaluate(board: Board): number {
  const { squares, kings } = board
  let middle = 0
  let end = 0
  let phase = 0
  let whiteMaterial = 0
  let blackMaterial = 0
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
    const isWhite = piece < 8
    if (isWhite) whiteMaterial += PIECE_VALUES[type]!
    else blackMaterial += PIECE_VALUES[type]!
    if (type === PAWN || type === QUEEN) continue
    if (type === BISHOP) {
      if (isWhite) whiteBishops += 1
      else blackBishops += 1
    }
    const mobility = MOBILITY[type]! * countReachable(board, square, type, piece & 8)
    middle += isWhite ? mobility : -mobility
    end += isWhite ? mobility : -mobility
  }
  middle += pawnShield(board, 0) - pawnShield(board, 8)
  const share = Math.min(phase, FULL_PHASE)
  let score = Math.round((middle * share + end * (FULL_PHASE - share)) / FULL_PHASE)
  if (whiteBishops > 1) score += BISHOP_PAIR
  if (blackBishops > 1) score -= BISHOP_PAIR
  if (blackMaterial === 0 && whiteMaterial >= PIECE_VALUES[ROOK]) score += matingBonus(kings[0], kings[1])
  if (whiteMaterial === 0 && blackMaterial >= PIECE_VALUES[ROOK]) score -= matingBonus(kings[1], kings[0])
  return (board.turn === WHITE ? score : -score) + TEMPO
}
