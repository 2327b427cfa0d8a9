// The rules as the server uses them: legal moves, the state of a game after a move, and its end.
import {
  BISHOP,
  type Board,
  clearEnPassant,
  fileOf,
  inCheck,
  KING,
  KNIGHT,
  makeMove,
  positionKey,
  rankOf,
  unmakeMove,
  WHITE,
} from './board.ts'
import { LruMap } from './lru-map.ts'
import { canCaptureEnPassant, hasLegalMove, legalMovesOf } from './moves.ts'
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
function endOf(board: Board, canMove: boolean, isRepeated: () => boolean): BoardEnd | null {
  if (!canMove) {
    if (!inCheck(board)) return { result: 'draw', endReason: 'stalemate' }
    return { result: board.turn === WHITE ? 'black_won' : 'white_won', endReason: 'checkmate' }
  }
  if (board.halfmoveClock >= DRAW_CLOCK || hasInsufficientMaterial(board) || isRepeated())
    return { result: 'draw', endReason: 'draw_rule' }
  return null
}

const sideToMove = ({ turn }: Board): GameState['toMove'] => (turn === WHITE ? 'white' : 'black')

const plyOf = (board: Board): number =>
  // From the counters of the position, not from the number of stored moves: a game may start anywhere (AMB-135).
  (board.fullMove - 1) * 2 + (board.turn === WHITE ? 0 : 1)

function gameStateOf(board: Board, lastSan: string | null, ended: BoardEnd | null): GameState {
  return {
    fen: writeFen(board),
    ply: plyOf(board),
    toMove: sideToMove(board),
    lastSan,
    ended,
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

/** The key of a position as its FEN describes it. */
function keyOf(board: Board): number {
  if (!canCaptureEnPassant(board)) clearEnPassant(board)
  return positionKey(board)
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

const endAfter = (board: Board, startFen: string | null, moves: readonly string[]): BoardEnd | null =>
  endOf(board, hasLegalMove(board), () => isThirdRepetition(board, startFen, moves))

/** The state of the game after the moves; null when the FEN is invalid or a move is illegal. */
export function replay(startFen: string | null, moves: readonly string[]): GameState | null {
  let lastSan: string | null = null
  let remaining = moves.length
  const board = playThrough(startFen, moves, (before, move) => {
    remaining -= 1
    if (remaining === 0) lastSan = writeSan(before, move, legalMovesOf(before))
  })
  return board && gameStateOf(board, lastSan, endAfter(board, startFen, moves))
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
  return { ...gameStateOf(board, san, endAfter(board, startFen, [...moves, uci])), san }
}

/** A game on one board, for callers that play many moves in a row. */
export class OpenGame {
  readonly board: Board
  readonly #moves: number[] = []
  /** Keys of all positions; the last is the present one. */
  readonly #keys: number[] = []
  #legalMoves: readonly number[] = []
  #ended: BoardEnd | null = null

  private constructor(board: Board) {
    this.board = board
  }

  /** Null when the FEN is invalid or a move is illegal. */
  static from(startFen: string | null, moves: readonly string[]): OpenGame | null {
    const board = readFen(startFen ?? START_FEN)
    if (board === null) return null
    const game = new OpenGame(board)
    for (const uci of moves) {
      const move = readUci(board, uci)
      if (move === null) return null
      game.#keys.push(keyOf(board))
      game.#moves.push(move)
      makeMove(board, move)
    }
    game.#examine()
    return game
  }

  get ply(): number {
    return plyOf(this.board)
  }

  get toMove(): GameState['toMove'] {
    return sideToMove(this.board)
  }

  get moves(): string[] {
    return this.#moves.map(writeUci)
  }

  get legalMoves(): readonly number[] {
    return this.#legalMoves
  }

  get ended(): BoardEnd | null {
    return this.#ended
  }

  /** Plays one of the legal moves. */
  play(move: number): void {
    makeMove(this.board, move)
    this.#moves.push(move)
    this.#examine()
  }

  takeBack(): void {
    unmakeMove(this.board)
    this.#moves.pop()
    this.#keys.length -= 2
    this.#examine()
  }

  state(): GameState {
    const { board } = this
    const last = this.#moves.at(-1)
    if (last === undefined) return gameStateOf(board, null, this.#ended)
    unmakeMove(board)
    const san = writeSan(board, last, legalMovesOf(board))
    makeMove(board, last)
    return gameStateOf(board, san, this.#ended)
  }

  #examine(): void {
    const key = keyOf(this.board)
    this.#keys.push(key)
    this.#legalMoves = legalMovesOf(this.board)
    const isRepeated = () =>
      this.board.halfmoveClock >= MIN_REPETITION_CLOCK && this.#keys.filter((one) => one === key).length > 2
    this.#ended = endOf(this.board, this.#legalMoves.length > 0, isRepeated)
  }
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
