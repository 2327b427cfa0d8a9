// Notation: reads and writes FEN and UCI, writes SAN.
import {
  BLACK,
  type Board,
  CASTLING,
  type Color,
  createBoard,
  fileOf,
  fromOf,
  inCheck,
  isCapture,
  KING,
  makeMove,
  NO_SQUARE,
  opponentOf,
  PAWN,
  pawnStep,
  promotionOf,
  ROOK,
  rankOf,
  toOf,
  unmakeMove,
  WHITE,
} from './board.ts'
import { canCaptureEnPassant, generateMoves, hasLegalMove, tryMove } from './moves.ts'

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

const LETTERS = '.PNBRQK..pnbrqk'
const FEN = /^([1-8pnbrqkPNBRQK/]{15,71}) ([wb]) (-|K?Q?k?q?) (-|[a-h][36]) (0|[1-9]\d{0,2}) ([1-9]\d{0,4})$/
const UCI = /^[a-h][1-8][a-h][1-8][nbrq]?$/

const squareName = (square: number): string => `${'abcdefgh'[fileOf(square)]}${8 - rankOf(square)}`
const squareAt = (name: string): number => (8 - Number(name[1])) * 16 + name.charCodeAt(0) - 97

/** Pieces by the code of their letter. */
const PIECE_BY_CODE = new Int8Array(128)
for (const letter of 'PNBRQKpnbrqk') PIECE_BY_CODE[letter.charCodeAt(0)] = LETTERS.indexOf(letter)

const SLASH = 47
const ZERO = 48
const NINE = 57

/** The pattern of a FEN admits only letters of pieces, digits and slashes. */
function readPlacement(text: string): Int8Array | null {
  const squares = new Int8Array(128)
  let rank = 0
  let file = 0
  let isAfterDigit = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === SLASH) {
      if (file !== 8) return null
      rank += 1
      file = 0
      isAfterDigit = false
    } else if (code <= NINE) {
      if (isAfterDigit) return null
      file += code - ZERO
      isAfterDigit = true
    } else {
      if (file > 7 || rank > 7) return null
      squares[rank * 16 + file] = PIECE_BY_CODE[code]!
      file += 1
      isAfterDigit = false
    }
  }
  return rank === 7 && file === 8 ? squares : null
}

/** One king per side, at most 16 pieces and 8 pawns per side, and no pawn on the first or last rank. */
function hasValidPieces(squares: Int8Array): boolean {
  const pieceCounts = [0, 0]
  const pawns = [0, 0]
  const kings = [0, 0]
  for (let square = 0; square < 120; square++) {
    const piece = squares[square]!
    if (piece === 0) continue
    const side = piece >> 3
    pieceCounts[side]! += 1
    if ((piece & 7) === KING) kings[side]! += 1
    if ((piece & 7) !== PAWN) continue
    pawns[side]! += 1
    if (rankOf(square) === 0 || rankOf(square) === 7) return false
  }
  return kings[0] === 1 && kings[1] === 1 && Math.max(...pieceCounts) <= 16 && Math.max(...pawns) <= 8
}

const CASTLING_SQUARES = [
  { letter: 'K', bit: 1, king: 116, rook: 119, color: WHITE },
  { letter: 'Q', bit: 2, king: 116, rook: 112, color: WHITE },
  { letter: 'k', bit: 4, king: 4, rook: 7, color: BLACK },
  { letter: 'q', bit: 8, king: 4, rook: 0, color: BLACK },
] as const

function readCastling(text: string, squares: Int8Array): number | null {
  let castling = 0
  for (const { letter, bit, king, rook, color } of CASTLING_SQUARES) {
    if (!text.includes(letter)) continue
    if (squares[king] !== (KING | color) || squares[rook] !== (ROOK | color)) return null
    castling |= bit
  }
  return castling
}

/** Whether an enemy pawn can have crossed the square with its last move. */
function isValidEnPassant(square: number, turn: Color, squares: Int8Array): boolean {
  const step = pawnStep(turn)
  return (
    rankOf(square) === (turn === WHITE ? 2 : 5) &&
    squares[square] === 0 &&
    squares[square + step] === 0 &&
    squares[square - step] === (PAWN | opponentOf(turn))
  )
}

/** Strict parser: returns null unless the text is a complete FEN of a playable position. */
export function readFen(text: string): Board | null {
  const match = FEN.exec(text)
  const squares = match === null ? null : readPlacement(match[1]!)
  if (match === null || squares === null || match[3] === '' || !hasValidPieces(squares)) return null
  const turn = match[2] === 'w' ? WHITE : BLACK
  const castling = readCastling(match[3]!, squares)
  const enPassant = match[4] === '-' ? NO_SQUARE : squareAt(match[4]!)
  if (castling === null || (enPassant !== NO_SQUARE && !isValidEnPassant(enPassant, turn, squares))) return null
  const board = createBoard({
    squares,
    turn,
    castling,
    enPassant,
    halfmoveClock: Number(match[5]),
    fullMove: Number(match[6]),
  })
  return inCheck(board, opponentOf(turn)) ? null : board
}

/** The en passant field of a FEN: the square only when the capture is legal. */
const enPassantField = (board: Board): string => (canCaptureEnPassant(board) ? squareName(board.enPassant) : '-')

/** The first four fields of the FEN. Positions with equal fields are equal under the repetition rule. */
export function placementOf(board: Board): string {
  let text = ''
  for (let rank = 0; rank < 8; rank++) {
    let empty = 0
    for (let file = 0; file < 8; file++) {
      const piece = board.squares[rank * 16 + file]!
      if (piece === 0) {
        empty += 1
        continue
      }
      if (empty > 0) text += empty
      empty = 0
      text += LETTERS[piece]
    }
    if (empty > 0) text += empty
    if (rank < 7) text += '/'
  }
  let castling = ''
  for (const { letter, bit } of CASTLING_SQUARES) if (board.castling & bit) castling += letter
  return `${text} ${board.turn === WHITE ? 'w' : 'b'} ${castling || '-'} ${enPassantField(board)}`
}

export const writeFen = (board: Board): string => `${placementOf(board)} ${board.halfmoveClock} ${board.fullMove}`

export function writeUci(move: number): string {
  const promotion = promotionOf(move)
  return squareName(fromOf(move)) + squareName(toOf(move)) + (promotion === 0 ? '' : LETTERS[promotion | BLACK])
}

/** Parses a move in UCI notation; null for any other text and for an illegal move (AMB-77). */
export function readUci(board: Board, text: string): number | null {
  if (!UCI.test(text)) return null
  const from = squareAt(text)
  const all: number[] = []
  const count = generateMoves(board, all)
  for (let i = 0; i < count; i++) {
    const move = all[i]!
    if (fromOf(move) !== from || writeUci(move) !== text || !tryMove(board, move)) continue
    unmakeMove(board)
    return move
  }
  return null
}

/** The file, rank or square that SAN adds when another piece of the same type can reach the target. */
function disambiguation(board: Board, move: number, legal: readonly number[]): string {
  const from = fromOf(move)
  const rivals = legal.filter(
    (one) => toOf(one) === toOf(move) && fromOf(one) !== from && board.squares[fromOf(one)] === board.squares[from],
  )
  if (rivals.length === 0) return ''
  const name = squareName(from)
  const sameFile = rivals.some((one) => fileOf(fromOf(one)) === fileOf(from))
  if (!sameFile) return name[0]!
  return rivals.some((one) => rankOf(fromOf(one)) === rankOf(from)) ? name : name[1]!
}

/** Writes a move in SAN; `legal` are all legal moves of the position. */
export function writeSan(board: Board, move: number, legal: readonly number[]): string {
  const type = board.squares[fromOf(move)]! & 7
  let san: string
  if (move & CASTLING) san = toOf(move) > fromOf(move) ? 'O-O' : 'O-O-O'
  else {
    if (type === PAWN) san = isCapture(move) ? squareName(fromOf(move))[0]! : ''
    else san = LETTERS[type]! + disambiguation(board, move, legal)
    san += (isCapture(move) ? 'x' : '') + squareName(toOf(move))
    if (promotionOf(move) !== 0) san += `=${LETTERS[promotionOf(move)]}`
  }
  makeMove(board, move)
  if (inCheck(board)) san += hasLegalMove(board) ? '+' : '#'
  unmakeMove(board)
  return san
}
