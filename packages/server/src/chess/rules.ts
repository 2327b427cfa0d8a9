import { LRUCache } from 'lru-cache'
import { BISHOP, type Board, fileOf, inCheck, KING, KNIGHT, make, rankOf, WHITE } from './board.ts'
import { hasLegalMove, legalMovesOf } from './moves.ts'
import { placementOf, readFen, readUci, START_FEN, writeFen, writeSan, writeUci } from './notation.ts'

/** The ends a game can reach on the board; resignation and timeout are decided elsewhere (1.20). */
export const BOARD_END_REASONS = ['checkmate', 'stalemate', 'draw_rule'] as const
export type BoardEndReason = (typeof BOARD_END_REASONS)[number]

export interface BoardEnd {
  readonly result: 'white_won' | 'black_won' | 'draw'
  readonly endReason: BoardEndReason
}

export interface Played {
  readonly fen: string
  readonly ply: number
  readonly toMove: 'white' | 'black'
  readonly lastSan: string | null
  readonly ended: BoardEnd | null
}

export interface PlayedMove extends Played {
  readonly san: string
}

export interface LegalMove {
  readonly uci: string
  readonly san: string
}

const FIFTY_MOVES = 100
/** A position cannot have stood twice before with fewer quiet plies behind it. */
const QUIET_FOR_REPETITION = 8

/** A game must have room to go on counting moves, so it may not begin where the counter is nearly full. */
const LATEST_START = 9_999

/** Whether a game may begin here: a complete FEN of a position that can be played on. */
export function isFen(text: string): boolean {
  const board = readFen(text)
  return board !== null && board.fullMove <= LATEST_START
}

/** Neither side has the men to mate: bare kings, one minor piece, or bishops that all share a color of squares. */
export function lacksMaterial(board: Board): boolean {
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

/** Mate on the hundredth quiet ply is still mate, so the draw rules are asked last. */
function endOf(board: Board, repeated: () => boolean): BoardEnd | null {
  if (!hasLegalMove(board)) {
    if (!inCheck(board)) return { result: 'draw', endReason: 'stalemate' }
    return { result: board.turn === WHITE ? 'black_won' : 'white_won', endReason: 'checkmate' }
  }
  if (board.quiet >= FIFTY_MOVES || lacksMaterial(board) || repeated())
    return { result: 'draw', endReason: 'draw_rule' }
  return null
}

function playedOn(board: Board, lastSan: string | null, repeated: () => boolean): Played {
  return {
    fen: writeFen(board),
    // The counters of the position, not the number of moves stored: a game may begin anywhere (AMB-135).
    ply: (board.fullMove - 1) * 2 + (board.turn === WHITE ? 0 : 1),
    toMove: board.turn === WHITE ? 'white' : 'black',
    lastSan,
    ended: endOf(board, repeated),
  }
}

/** The board after all these moves, calling `visit` before each; null when one of them is not legal. */
export function walk(
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
    make(board, move)
  }
  return board
}

/** Whether the position on the board stood at least twice before, on the way the moves tell. */
function stoodTwiceBefore(board: Board, startFen: string | null, moves: readonly string[]): boolean {
  if (board.quiet < QUIET_FOR_REPETITION) return false
  const placement = placementOf(board)
  let times = 0
  walk(startFen, moves, (earlier) => {
    if (earlier.turn === board.turn && placementOf(earlier) === placement) times += 1
  })
  return times >= 2
}

/** The position a list of moves leads to; null when the FEN is invalid or a move is illegal. */
export function replay(startFen: string | null, moves: readonly string[]): Played | null {
  let lastSan: string | null = null
  let left = moves.length
  const board = walk(startFen, moves, (before, move) => {
    left -= 1
    if (left === 0) lastSan = writeSan(before, move, legalMovesOf(before))
  })
  return board && playedOn(board, lastSan, () => stoodTwiceBefore(board, startFen, moves))
}

/** One more move in the position `fen`, to which `moves` have led from `startFen`; null when it is not legal. */
export function playMove(
  startFen: string | null,
  moves: readonly string[],
  fen: string,
  uci: string,
): PlayedMove | null {
  const board = readFen(fen)
  const move = board && readUci(board, uci)
  if (board === null || move === null) return null
  const san = writeSan(board, move, legalMovesOf(board))
  make(board, move)
  return { ...playedOn(board, san, () => stoodTwiceBefore(board, startFen, [...moves, uci])), san }
}

/** A position is looked at by every heartbeat of its two players until somebody moves. */
const listed = new LRUCache<string, readonly LegalMove[]>({ max: 1_000 })

/** Every legal move of a position, ordered by its UCI text; empty for an invalid FEN. */
export function legalMoves(fen: string): readonly LegalMove[] {
  const known = listed.get(fen)
  if (known !== undefined) return known
  const board = readFen(fen)
  if (board === null) return []
  const legal = legalMovesOf(board)
  const list = legal
    .map((move) => ({ uci: writeUci(move), san: writeSan(board, move, legal) }))
    .sort((a, b) => (a.uci < b.uci ? -1 : 1))
  listed.set(fen, list)
  return list
}
