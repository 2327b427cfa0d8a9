// The rules as the server uses them: legal moves, the state of a game after a move, and its end.
import { BISHOP, type Board, fileOf, inCheck, KING, KNIGHT, makeMove, rankOf, WHITE } from './board.ts'
import { LruMap } from './lru-map.ts'
import { hasLegalMove, legalMovesOf } from './moves.ts'
import { placementOf, readFen, readUci, START_FEN, writeFen, writeSan, writeUci } from './notation.ts'

export { START_FEN } from './notation.ts'

/** Reasons for an end on the board; the server decides resignation and timeout (1.20). */
export const BOARD_END_REASONS = ['checkmate', 'stalemate', 'draw_rule'] as const
export type BoardEndReason = (typeof BOARD_END_REASONS)[number]

export interface BoardEnd {
  readonly result: 'white_won' | 'black_won' | 'draw'
  readonly endReason: BoardEndReason
}

export interface GameState {
  readonly fen: string
  readonly ply: number
  readonly toMove: 'white' | 'black'
  readonly lastSan: string | null
  readonly ended: BoardEnd | null
}

export interface MoveResult extends GameState {
  readonly san: string
}

export interface LegalMove {
  readonly uci: string
  readonly san: string
}

const DRAW_CLOCK = 100
/** A third repetition needs at least this many plies without a capture or a pawn move. */
const MIN_REPETITION_CLOCK = 8

/** A start position with a higher move number is refused, so that the counter does not overflow during the game. */
const MAX_START_MOVE = 9_999

/** Whether a game may start here: a complete FEN of a playable position. */
export function isFen(text: string): boolean {
  const board = readFen(text)
  return board !== null && board.fullMove <= MAX_START_MOVE
}

/** Neither side can mate: bare kings, one minor piece, or bishops that all stand on squares of one color. */
export function hasInsufficientMaterial(board: Board): boolean {
  let bishopsOnLight = 0
  let bishopsOnDark = 0
  let knights = 0
  for (let square = 0; square < 120; square++) {
    const type = board.squares[square]! & 7
    if (type === 0 || type === KING) continue
    if (type === KNIGHT) knights += 1
    else if (type !== BISHOP) return false
    else if ((rankOf(square) + fileOf(square)) % 2 === 0) bishopsOnLight += 1
    else bishopsOnDark += 1
  }
  if (knights > 0) return knights === 1 && bishopsOnLight + bishopsOnDark === 0
  return bishopsOnLight === 0 || bishopsOnDark === 0
}

/** Tests checkmate before the draw rules, because checkmate on the hundredth quiet ply wins. */
function endOf(board: Board, isRepeated: () => boolean): BoardEnd | null {
  if (!hasLegalMove(board)) {
    if (!inCheck(board)) return { result: 'draw', endReason: 'stalemate' }
    return { result: board.turn === WHITE ? 'black_won' : 'white_won', endReason: 'checkmate' }
  }
  if (board.halfmoveClock >= DRAW_CLOCK || hasInsufficientMaterial(board) || isRepeated())
    return { result: 'draw', endReason: 'draw_rule' }
  return null
}

function gameStateOf(board: Board, lastSan: string | null, isRepeated: () => boolean): GameState {
  return {
    fen: writeFen(board),
    // From the counters of the position, not from the number of stored moves: a game may start anywhere (AMB-135).
    ply: (board.fullMove - 1) * 2 + (board.turn === WHITE ? 0 : 1),
    toMove: board.turn === WHITE ? 'white' : 'black',
    lastSan,
    ended: endOf(board, isRepeated),
  }
}

/** Plays the moves and calls `visit` before each. Returns the final board, or null when a move is illegal. */
export function playThrough(
  startFen: string | null,
  moves: readonly string[],
  visit?: (board: Board, move: number) => void,
): Board | null {
  const board = readFen(startFen ?? START_FEN)
  if (board === null) return null
  for (const uci of moves) {
    const move = readUci(board, uci)
    if (move === null) return null
    visit?.(board, move)
    makeMove(board, move)
  }
  return board
}

/** Whether the position on the board occurred at least twice before in the game. */
function isThirdRepetition(board: Board, startFen: string | null, moves: readonly string[]): boolean {
  if (board.halfmoveClock < MIN_REPETITION_CLOCK) return false
  const placement = placementOf(board)
  let occurrences = 0
  playThrough(startFen, moves, (earlier) => {
    if (earlier.turn === board.turn && placementOf(earlier) === placement) occurrences += 1
  })
  return occurrences >= 2
}

/** The state of the game after the moves; null when the FEN is invalid or a move is illegal. */
export function replay(startFen: string | null, moves: readonly string[]): GameState | null {
  let lastSan: string | null = null
  let remaining = moves.length
  const board = playThrough(startFen, moves, (before, move) => {
    remaining -= 1
    if (remaining === 0) lastSan = writeSan(before, move, legalMovesOf(before))
  })
  return board && gameStateOf(board, lastSan, () => isThirdRepetition(board, startFen, moves))
}

/** Plays one more move in the position `fen`, which `moves` reach from `startFen`; null when it is illegal. */
export function playMove(
  startFen: string | null,
  moves: readonly string[],
  fen: string,
  uci: string,
): MoveResult | null {
  const board = readFen(fen)
  const move = board && readUci(board, uci)
  if (board === null || move === null) return null
  const san = writeSan(board, move, legalMovesOf(board))
  makeMove(board, move)
  return { ...gameStateOf(board, san, () => isThirdRepetition(board, startFen, [...moves, uci])), san }
}

/** Each heartbeat of the two players lists the same position until one of them moves. */
const legalMovesByFen = new LruMap<readonly LegalMove[]>(1_000)

/** All legal moves of a position, sorted by UCI; empty for an invalid FEN. */
export function legalMoves(fen: string): readonly LegalMove[] {
  const cachedMoves = legalMovesByFen.get(fen)
  if (cachedMoves !== undefined) return cachedMoves
  const board = readFen(fen)
  if (board === null) return []
  const legal = legalMovesOf(board)
  const list = legal
    .map((move) => ({ uci: writeUci(move), san: writeSan(board, move, legal) }))
    .sort((a, b) => (a.uci < b.uci ? -1 : 1))
  legalMovesByFen.set(fen, list)
  return list
}
