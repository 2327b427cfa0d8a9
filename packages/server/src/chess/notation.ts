import {
  BLACK,
  type Board,
  CASTLING,
  type Color,
  fileOf,
  forward,
  fromOf,
  inCheck,
  KING,
  make,
  NOWHERE,
  other,
  PAWN,
  promotionOf,
  ROOK,
  rankOf,
  setUp,
  takes,
  toOf,
  unmake,
  WHITE,
} from './board.ts'
import { generate, hasLegalMove, tryMove } from './moves.ts'

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

const LETTERS = '.PNBRQK..pnbrqk'
const FEN = /^([1-8pnbrqkPNBRQK/]{15,71}) ([wb]) (-|K?Q?k?q?) (-|[a-h][36]) (0|[1-9]\d{0,2}) ([1-9]\d{0,4})$/
const UCI = /^[a-h][1-8][a-h][1-8][nbrq]?$/

export const squareName = (square: number): string => `${'abcdefgh'[fileOf(square)]}${8 - rankOf(square)}`
const squareAt = (name: string): number => (8 - Number(name[1])) * 16 + name.charCodeAt(0) - 97

function readPlacement(text: string): Int8Array | null {
  const rows = text.split('/')
  if (rows.length !== 8) return null
  const squares = new Int8Array(128)
  for (const [rank, row] of rows.entries()) {
    if (/\d\d/.test(row)) return null
    let file = 0
    for (const letter of row) {
      const empty = Number(letter)
      if (Number.isNaN(empty)) {
        if (file > 7) return null
        squares[rank * 16 + file] = LETTERS.indexOf(letter)
        file += 1
      } else file += empty
    }
    if (file !== 8) return null
  }
  return squares
}

/** One king each, no more pieces than a game can have, no pawn where none can stand. */
function menAreRight(squares: Int8Array): boolean {
  const men = [0, 0]
  const pawns = [0, 0]
  const kings = [0, 0]
  for (let square = 0; square < 120; square++) {
    const piece = squares[square]!
    if (piece === 0) continue
    const side = piece >> 3
    men[side]! += 1
    if ((piece & 7) === KING) kings[side]! += 1
    if ((piece & 7) !== PAWN) continue
    pawns[side]! += 1
    if (rankOf(square) === 0 || rankOf(square) === 7) return false
  }
  return kings[0] === 1 && kings[1] === 1 && Math.max(...men) <= 16 && Math.max(...pawns) <= 8
}

const CASTLING_HOMES = [
  { letter: 'K', bit: 1, king: 116, rook: 119, color: WHITE },
  { letter: 'Q', bit: 2, king: 116, rook: 112, color: WHITE },
  { letter: 'k', bit: 4, king: 4, rook: 7, color: BLACK },
  { letter: 'q', bit: 8, king: 4, rook: 0, color: BLACK },
] as const

function readCastling(text: string, squares: Int8Array): number | null {
  let castling = 0
  for (const { letter, bit, king, rook, color } of CASTLING_HOMES) {
    if (!text.includes(letter)) continue
    if (squares[king] !== (KING | color) || squares[rook] !== (ROOK | color)) return null
    castling |= bit
  }
  return castling
}

/** The square named must be one an enemy pawn can just have passed. */
function passedBy(square: number, turn: Color, squares: Int8Array): boolean {
  const step = forward(turn)
  return (
    rankOf(square) === (turn === WHITE ? 2 : 5) &&
    squares[square] === 0 &&
    squares[square + step] === 0 &&
    squares[square - step] === (PAWN | other(turn))
  )
}

/** Strict: null for anything but a complete FEN of a position in which a game can stand. */
export function readFen(text: string): Board | null {
  const match = FEN.exec(text)
  const squares = match === null ? null : readPlacement(match[1]!)
  if (match === null || squares === null || match[3] === '' || !menAreRight(squares)) return null
  const turn = match[2] === 'w' ? WHITE : BLACK
  const castling = readCastling(match[3]!, squares)
  const passing = match[4] === '-' ? NOWHERE : squareAt(match[4]!)
  if (castling === null || (passing !== NOWHERE && !passedBy(passing, turn, squares))) return null
  const board = setUp({ squares, turn, castling, passing, quiet: Number(match[5]), fullMove: Number(match[6]) })
  return inCheck(board, other(turn)) ? null : board
}

/** A FEN names the passed square only when the capture can really be played: pinned pawns do not count. */
function passingName(board: Board): string {
  if (board.passing === NOWHERE) return '-'
  const all: number[] = []
  const count = generate(board, all, true)
  for (let i = 0; i < count; i++) {
    const move = all[i]!
    if (toOf(move) !== board.passing || (board.squares[fromOf(move)]! & 7) !== PAWN || !tryMove(board, move)) continue
    unmake(board)
    return squareName(board.passing)
  }
  return '-'
}

/** What makes two positions the same for the repetition rule: the first four fields of the FEN. */
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
  for (const { letter, bit } of CASTLING_HOMES) if (board.castling & bit) castling += letter
  return `${text} ${board.turn === WHITE ? 'w' : 'b'} ${castling || '-'} ${passingName(board)}`
}

export const writeFen = (board: Board): string => `${placementOf(board)} ${board.quiet} ${board.fullMove}`

export function writeUci(move: number): string {
  const promotion = promotionOf(move)
  return squareName(fromOf(move)) + squareName(toOf(move)) + (promotion === 0 ? '' : LETTERS[promotion | BLACK])
}

/** The legal move a text names, or null; the text may be anything (AMB-77). */
export function readUci(board: Board, text: string): number | null {
  if (!UCI.test(text)) return null
  const from = squareAt(text)
  const all: number[] = []
  const count = generate(board, all)
  for (let i = 0; i < count; i++) {
    const move = all[i]!
    if (fromOf(move) !== from || writeUci(move) !== text || !tryMove(board, move)) continue
    unmake(board)
    return move
  }
  return null
}

function origin(board: Board, move: number, legal: readonly number[]): string {
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

/** The move in the notation of players; `legal` are all moves of the position. */
export function writeSan(board: Board, move: number, legal: readonly number[]): string {
  const type = board.squares[fromOf(move)]! & 7
  let san: string
  if (move & CASTLING) san = toOf(move) > fromOf(move) ? 'O-O' : 'O-O-O'
  else {
    if (type === PAWN) san = takes(move) ? squareName(fromOf(move))[0]! : ''
    else san = LETTERS[type]! + origin(board, move, legal)
    san += (takes(move) ? 'x' : '') + squareName(toOf(move))
    if (promotionOf(move) !== 0) san += `=${LETTERS[promotionOf(move)]}`
  }
  make(board, move)
  if (inCheck(board)) san += hasLegalMove(board) ? '+' : '#'
  unmake(board)
  return san
}
