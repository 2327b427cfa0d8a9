// Move search: iterative deepening alpha-beta with a transposition table, limited by nodes, weakened by skill.
import {
  type Board,
  capturedOf,
  fromOf,
  inCheck,
  isAttacked,
  isCapture,
  makeMove,
  opponentOf,
  PAWN,
  positionKey,
  promotionOf,
  toOf,
  unmakeMove,
  WHITE,
} from './board.ts'
import { evaluate, PIECE_VALUES, squareGain } from './evaluation.ts'
import { generateMoves, legalMovesOf, tryMove, tryMoveOutOfCheck } from './moves.ts'
import { readFen, writeUci } from './notation.ts'
import { hasInsufficientMaterial, playThrough } from './rules.ts'

/** Playing strength and style. A search without a skill plays as well as it can. */
export interface Skill {
  /** 0 for a beginner, 1 for a strong club player. */
  readonly strength: number
  /** -1 for a style that avoids captures, 1 for one that prefers them. */
  readonly bold: number
}

/** Largest error, in centipawns, with which a player judges a move. */
const errorOf = ({ strength }: Skill): number => 6 + 260 * (1 - strength) ** 1.6

/** Probability of a random move. */
const slipOf = ({ strength }: Skill): number => 0.2 * (1 - strength) ** 2

/** Search budget between two bounds; it grows exponentially with strength. */
export const nodesOf = ({ strength }: Skill, min: number, max: number): number =>
  Math.round(min * (max / min) ** strength)

/** Enough to find mates in two; takes about 0.1 s in a warm thread. */
export const DEFAULT_NODES = 40_000

export interface SearchOptions {
  /** Number of positions to visit. It limits work and not time, so that the same seed always gives the same move. */
  readonly nodes?: number
  readonly random: () => number
  /** Full strength when absent. */
  readonly skill?: Skill | undefined
  /** Number of moves that the player considers: the most obvious ones. All when absent. */
  readonly candidates?: number
}

/** Moves within this margin of the best count as equal; `random` picks one. */
const EQUAL_MARGIN = 12
/** Delta pruning: a capture is skipped when its gain plus this margin stays below alpha. */
const DELTA_MARGIN = 200
const MATE = 30_000
const MATE_THRESHOLD = MATE - 200
const INFINITE_SCORE = 32_000
const MAX_DEPTH = 40
const MAX_PLY = 90

const TABLE_SIZE = 1 << 16
const EXACT = 1
const LOWER_BOUND = 2
const UPPER_BOUND = 3

interface Search {
  readonly board: Board
  /** Keys of all positions of the game and of the current line. */
  readonly keys: number[]
  readonly maxNodes: number
  /** Root moves up to this much worse than the best get an exact score. */
  readonly window: number
  nodes: number
  /** False during the first depth, which is always completed. */
  canStop: boolean
  isStopped: boolean
  /** Per ply: a list of moves, and their ordering scores. */
  readonly moves: number[][]
  readonly order: number[][]
  /** Killer moves, two per ply: quiet moves that caused a cutoff in a sibling line. */
  readonly killers: Int32Array
  readonly history: Int32Array
  readonly table: {
    readonly keys: Float64Array
    readonly moves: Int32Array
    readonly scores: Int16Array
    readonly depths: Int8Array
    readonly bounds: Int8Array
  }
}

/** A short search gets a small table, because allocating a large one takes longer than the search. */
const tableSizeFor = (maxNodes: number): number =>
  Math.min(TABLE_SIZE, 2 ** Math.ceil(Math.log2(Math.max(64, 2 * maxNodes))))

function createTable(slots: number): Search['table'] {
  return {
    keys: new Float64Array(slots),
    moves: new Int32Array(slots),
    scores: new Int16Array(slots),
    depths: new Int8Array(slots),
    bounds: new Int8Array(slots),
  }
}

/** Buffers of the running search. Searches of a thread do not overlap, and each writes a list before it reads it. */
const MOVE_LISTS: number[][] = Array.from({ length: MAX_PLY + 2 }, () => [])
const ORDER_LISTS: number[][] = Array.from({ length: MAX_PLY + 2 }, () => [])
const KILLERS = new Int32Array((MAX_PLY + 2) * 2)
const HISTORY = new Int32Array(16 * 128)
/** Tables of short searches, for which allocating one would take longer than clearing it. */
const SHORT_TABLES = [createTable(64), createTable(128)]

function emptyTable(slots: number): Search['table'] {
  const table = SHORT_TABLES.find(({ keys }) => keys.length === slots)
  // An entry counts only if its key is that of the position.
  table?.keys.fill(0)
  return table ?? createTable(slots)
}

const createSearch = (board: Board, keys: number[], maxNodes: number, window: number): Search => ({
  board,
  keys,
  maxNodes,
  window,
  nodes: 0,
  canStop: false,
  isStopped: false,
  moves: MOVE_LISTS,
  order: ORDER_LISTS,
  killers: KILLERS.fill(0),
  history: HISTORY.fill(0),
  table: emptyTable(tableSizeFor(maxNodes)),
})

/** Inside a search the first repetition already counts as a draw. */
function isRepetition({ board, keys }: Search): boolean {
  const now = keys.length - 1
  const oldest = Math.max(0, now - board.halfmoveClock)
  for (let i = now - 4; i >= oldest; i -= 2) if (keys[i] === keys[now]) return true
  return false
}

/** Scores moves for ordering: table move, captures by victim and attacker, killers, then history. */
function scoreMoves(search: Search, count: number, ply: number, first: number): void {
  const { board, killers, history } = search
  const moves = search.moves[ply]!
  const order = search.order[ply]!
  for (let i = 0; i < count; i++) {
    const move = moves[i]!
    const piece = board.squares[fromOf(move)]!
    if (move === first) order[i] = 2_000_000_000
    else if (isCapture(move) || promotionOf(move) !== 0) {
      const gain = PIECE_VALUES[capturedOf(move) & 7]! + PIECE_VALUES[promotionOf(move)]!
      order[i] = 1_000_000_000 + gain * 16 - (piece & 7)
    } else if (move === killers[ply * 2]) order[i] = 900_000_001
    else if (move === killers[ply * 2 + 1]) order[i] = 900_000_000
    else order[i] = history[(piece << 7) | toOf(move)]!
  }
}

/** Swaps the best remaining move to index `at` and returns it. */
function pickNext(search: Search, at: number, count: number, ply: number): number {
  const moves = search.moves[ply]!
  const order = search.order[ply]!
  let best = at
  for (let i = at + 1; i < count; i++) if (order[i]! > order[best]!) best = i
  const move = moves[best]!
  moves[best] = moves[at]!
  order[best] = order[at]!
  moves[at] = move
  return move
}

/** Quiescence search: plays captures until the position is quiet. */
function quiesce(search: Search, alphaStart: number, beta: number, ply: number): number {
  const { board } = search
  search.nodes += 1
  const standPat = evaluate(board)
  if (standPat >= beta || ply >= MAX_PLY || search.nodes > search.maxNodes) return standPat
  let best = standPat
  let alpha = Math.max(alphaStart, standPat)
  const count = generateMoves(board, search.moves[ply]!, true)
  scoreMoves(search, count, ply, 0)
  for (let i = 0; i < count; i++) {
    const move = pickNext(search, i, count, ply)
    if (standPat + PIECE_VALUES[capturedOf(move) & 7]! + PIECE_VALUES[promotionOf(move)]! + DELTA_MARGIN < alpha)
      continue
    if (!tryMove(board, move)) continue
    const score = -quiesce(search, -beta, -alpha, ply + 1)
    unmakeMove(board)
    if (score <= best) continue
    best = score
    if (score > alpha) alpha = score
    if (alpha >= beta) break
  }
  return best
}

// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/explanation/style.md)
function storeEntry(search: Search, depth: number, ply: number, move: number, score: number, boundType: number): void {
  const { table, board } = search
  const slot = board.hashLow & (table.keys.length - 1)
  table.keys[slot] = search.keys.at(-1)!
  table.moves[slot] = move
  // Mate scores are stored relative to this position, which may occur at another ply.
  table.scores[slot] = score > MATE_THRESHOLD ? score + ply : score < -MATE_THRESHOLD ? score - ply : score
  table.depths[slot] = depth
  table.bounds[slot] = boundType
}

// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/explanation/style.md)
function negamax(search: Search, depthLimit: number, alphaStart: number, beta: number, ply: number): number {
  const { board, table } = search
  if (isRepetition(search) || hasInsufficientMaterial(board)) return 0
  const isInCheck = inCheck(board)
  if (board.halfmoveClock >= 100) return isInCheck && legalMovesOf(board).length === 0 ? ply - MATE : 0
  const depth = isInCheck ? depthLimit + 1 : depthLimit
  if (depth <= 0 || ply >= MAX_PLY) return quiesce(search, alphaStart, beta, ply)
  search.nodes += 1
  if (search.canStop && search.nodes > search.maxNodes) search.isStopped = true
  if (search.isStopped) return 0

  const slot = board.hashLow & (table.keys.length - 1)
  let first = 0
  if (table.keys[slot] === search.keys.at(-1)) {
    first = table.moves[slot]!
    if (table.depths[slot]! >= depth) {
      const storedScore = table.scores[slot]!
      const score =
        storedScore > MATE_THRESHOLD
          ? storedScore - ply
          : storedScore < -MATE_THRESHOLD
            ? storedScore + ply
            : storedScore
      const boundType = table.bounds[slot]!
      if (
        boundType === EXACT ||
        (boundType === LOWER_BOUND && score >= beta) ||
        (boundType === UPPER_BOUND && score <= alphaStart)
      )
        return score
    }
  }

  const count = generateMoves(board, search.moves[ply]!)
  scoreMoves(search, count, ply, first)
  let alpha = alphaStart
  let best = -INFINITE_SCORE
  let bestMove = 0
  for (let i = 0; i < count; i++) {
    const move = pickNext(search, i, count, ply)
    if (!(isInCheck ? tryMove(board, move) : tryMoveOutOfCheck(board, move))) continue
    search.keys.push(positionKey(board))
    const score = -negamax(search, depth - 1, -beta, -alpha, ply + 1)
    search.keys.pop()
    unmakeMove(board)
    if (search.isStopped) return 0
    if (score <= best) continue
    best = score
    bestMove = move
    if (score > alpha) alpha = score
    if (alpha < beta) continue
    if (!isCapture(move)) {
      const { killers } = search
      if (killers[ply * 2] !== move) killers[ply * 2 + 1] = killers[ply * 2]!
      killers[ply * 2] = move
      search.history[(board.squares[fromOf(move)]! << 7) | toOf(move)]! += depth * depth
    }
    break
  }
  if (best === -INFINITE_SCORE) return isInCheck ? ply - MATE : 0
  const boundType = best >= beta ? LOWER_BOUND : best > alphaStart ? EXACT : UPPER_BOUND
  storeEntry(search, depth, ply, bestMove, best, boundType)
  return best
}

interface RatedMove {
  readonly move: number
  readonly score: number
}

/** Searches all root moves to one depth. Moves within `window` of the best get exact scores. Null when stopped. */
function rateRoot(search: Search, moves: readonly number[], depth: number): RatedMove[] | null {
  const { board } = search
  const rated: RatedMove[] = []
  let best = -INFINITE_SCORE
  for (const move of moves) {
    makeMove(board, move)
    search.keys.push(positionKey(board))
    const score = -negamax(search, depth - 1, -INFINITE_SCORE, -Math.max(-INFINITE_SCORE, best - search.window - 1), 1)
    search.keys.pop()
    unmakeMove(board)
    if (search.isStopped) return null
    rated.push({ move, score })
    best = Math.max(best, score)
  }
  return rated.sort((a, b) => b.score - a.score)
}

/** Share of a piece's value that counts for moving it away from an attack. */
const ESCAPE_SHARE = 0.3

/** Moves that catch the eye: captures of much by little, pieces under attack, then moves to better squares. */
function mostObvious(board: Board, moves: readonly number[], count: number): number[] {
  const { squares } = board
  const enemy = opponentOf(board.turn)
  let square = -1
  let escapeBonus = 0
  const rated = moves.map((move): RatedMove => {
    const from = fromOf(move)
    const piece = squares[from]!
    const value = PIECE_VALUES[piece & 7]!
    if (from !== square)
      escapeBonus = value > PIECE_VALUES[PAWN] && isAttacked(board, from, enemy) ? value * ESCAPE_SHARE : 0
    square = from
    const captured = PIECE_VALUES[capturedOf(move) & 7]!
    const gain = captured === 0 ? 0 : captured - value * 0.1
    return { move, score: gain + PIECE_VALUES[promotionOf(move)]! + escapeBonus + squareGain(piece, from, toOf(move)) }
  })
  return rated
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ move }) => move)
}

/** Centipawns that style adds to a capture, times `bold`. */
const STYLE_BONUS = 14

/** Picks the best move after a random error of at most `error` on each score. A mate is always picked. */
function pickMisjudged(rated: readonly RatedMove[], error: number, bold: number, random: () => number): number {
  const best = rated[0]!
  if (best.score > MATE_THRESHOLD) return best.move
  let choice = best.move
  let highest = -INFINITE_SCORE
  for (const { move, score } of rated) {
    const estimate = score + (random() + random() - 1) * error + (isCapture(move) ? bold * STYLE_BONUS : 0)
    if (estimate <= highest) continue
    highest = estimate
    choice = move
  }
  return choice
}

/**
 * Chooses a move, as UCI, for the side to move after `moves` from `startFen`. Null when a move is illegal or the game is
 * over. The same moves, options and random numbers give the same result.
 */
export function chooseMove(startFen: string | null, moves: readonly string[], options: SearchOptions): string | null {
  const keys: number[] = []
  const board = playThrough(startFen, moves, (before) => keys.push(positionKey(before)))
  if (board === null) return null
  keys.push(positionKey(board))
  const move = chooseAmong(board, keys, legalMovesOf(board), options)
  return move === null ? null : writeUci(move)
}

/** Chooses one of the legal moves of a position; null if there is none. `keys` are those of the game so far. */
export function chooseAmong(
  board: Board,
  keys: number[],
  legal: readonly number[],
  { nodes = DEFAULT_NODES, random, skill, candidates }: SearchOptions,
): number | null {
  if (legal.length < 2) return legal[0] ?? null
  if (skill !== undefined && random() < slipOf(skill)) return legal[Math.floor(random() * legal.length)]!
  let order = candidates !== undefined && candidates < legal.length ? mostObvious(board, legal, candidates) : legal
  const error = skill === undefined ? 0 : errorOf(skill)
  const search = createSearch(board, keys, nodes, Math.max(EQUAL_MARGIN, Math.ceil(error)))
  let rated: RatedMove[] = order.map((move) => ({ move, score: 0 }))
  for (let depth = 1; depth <= MAX_DEPTH; depth++) {
    const next = rateRoot(search, order, depth)
    if (next === null) break
    rated = next
    order = rated.map(({ move }) => move)
    search.canStop = true
    // Check extensions find mates beyond the current depth; only a mate within it is certainly the shortest.
    if (MATE - Math.abs(rated[0]!.score) <= depth) break
  }
  if (skill !== undefined) return pickMisjudged(rated, error, skill.bold, random)
  const best = rated[0]!.score
  const near = Math.abs(best) > MATE_THRESHOLD ? 0 : EQUAL_MARGIN
  const equals = rated.filter(({ score }) => score >= best - near)
  return equals[Math.floor(random() * equals.length)]!.move
}

/** Positions visited for one assessment; it takes about 1 ms at most. */
const ASSESS_NODES = 400

/**
 * The value of a position in centipawns for White, after the captures that are due. A lost king counts as 30,000. Null
 * for an invalid position.
 */
export function assess(fen: string): number | null {
  const board = readFen(fen)
  if (board === null) return null
  const sign = board.turn === WHITE ? 1 : -1
  if (legalMovesOf(board).length === 0) return inCheck(board) ? -sign * MATE : 0
  if (hasInsufficientMaterial(board)) return 0
  const search = createSearch(board, [positionKey(board)], ASSESS_NODES, EQUAL_MARGIN)
  return sign * quiesce(search, -INFINITE_SCORE, INFINITE_SCORE, 0)
}
