import {
  type Board,
  capturedOf,
  fromOf,
  inCheck,
  make,
  positionKey,
  promotionOf,
  takes,
  toOf,
  unmake,
} from './board.ts'
import { evaluate, WORTH } from './evaluation.ts'
import { generate, legalMovesOf, tryMove } from './moves.ts'
import { writeUci } from './notation.ts'
import { lacksMaterial, walk } from './rules.ts'
import { errorOf, type Skill, slipOf } from './skill.ts'

/** Enough to see mates in two; about a tenth of a second of work on a warm thread. */
export const DEFAULT_NODES = 40_000

export interface SearchOptions {
  /** Positions to look at: a bound of work, not of time, so that the same seed always finds the same move. */
  readonly nodes?: number
  readonly random: () => number
  /** As well as it can, where there is none. */
  readonly skill?: Skill | undefined
}

/** Moves this close to the best are as good as it, and chance decides. */
const NEAR = 12
/** What a capture may bring beyond the piece; one that falls shorter than this is not looked at. */
const HOPE = 200
const MATE = 30_000
const SURE_MATE = MATE - 200
const ENDLESS = 32_000
const DEEPEST = 40
const LAST_PLY = 90

const TABLE_SIZE = 1 << 16
const EXACT = 1
const AT_LEAST = 2
const AT_MOST = 3

interface Search {
  readonly board: Board
  /** Keys of all positions of the game and of the line being looked at. */
  readonly keys: number[]
  readonly bound: number
  /** Moves of the root that are this much worse than the best are rated exactly. */
  readonly window: number
  nodes: number
  /** The first depth is always finished: some answer must stand before the bound can count. */
  mayStop: boolean
  stopped: boolean
  /** One list of moves and one of their order for each ply. */
  readonly moves: number[][]
  readonly order: number[][]
  /** Quiet moves that refuted a sister line, two for each ply. */
  readonly killers: Int32Array
  readonly history: Int32Array
  readonly table: {
    readonly keys: Float64Array
    readonly moves: Int32Array
    readonly scores: Int16Array
    readonly depths: Int8Array
    readonly kinds: Int8Array
  }
}

/** A short look needs a small table; a large one takes longer to make than the look. */
const slotsFor = (bound: number): number => Math.min(TABLE_SIZE, 2 ** Math.ceil(Math.log2(Math.max(64, 2 * bound))))

const tableOf = (slots: number): Search['table'] => ({
  keys: new Float64Array(slots),
  moves: new Int32Array(slots),
  scores: new Int16Array(slots),
  depths: new Int8Array(slots),
  kinds: new Int8Array(slots),
})

const makeSearch = (board: Board, keys: number[], bound: number, window: number): Search => ({
  board,
  keys,
  bound,
  window,
  nodes: 0,
  mayStop: false,
  stopped: false,
  moves: Array.from({ length: LAST_PLY + 2 }, () => []),
  order: Array.from({ length: LAST_PLY + 2 }, () => []),
  killers: new Int32Array((LAST_PLY + 2) * 2),
  history: new Int32Array(16 * 128),
  table: tableOf(slotsFor(bound)),
})

/** Once is enough inside a search: who repeats a position by choice will do it again. */
function stoodBefore({ board, keys }: Search): boolean {
  const now = keys.length - 1
  const oldest = Math.max(0, now - board.quiet)
  for (let i = now - 4; i >= oldest; i -= 2) if (keys[i] === keys[now]) return true
  return false
}

/** Big victims of small attackers first, then quiet moves that did well elsewhere. */
function rate(search: Search, count: number, ply: number, first: number): void {
  const { board, killers, history } = search
  const moves = search.moves[ply]!
  const order = search.order[ply]!
  for (let i = 0; i < count; i++) {
    const move = moves[i]!
    const piece = board.squares[fromOf(move)]!
    if (move === first) order[i] = 2_000_000_000
    else if (takes(move) || promotionOf(move) !== 0) {
      const gain = WORTH[capturedOf(move) & 7]! + WORTH[promotionOf(move)]!
      order[i] = 1_000_000_000 + gain * 16 - (piece & 7)
    } else if (move === killers[ply * 2]) order[i] = 900_000_001
    else if (move === killers[ply * 2 + 1]) order[i] = 900_000_000
    else order[i] = history[(piece << 7) | toOf(move)]!
  }
}

/** Brings the best of the moves not yet tried to place `at`. */
function pick(search: Search, at: number, count: number, ply: number): number {
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

/** Plays out captures until the position is calm, so that no exchange is judged half way. */
function quiesce(search: Search, floor: number, ceiling: number, ply: number): number {
  const { board } = search
  search.nodes += 1
  const calm = evaluate(board)
  if (calm >= ceiling || ply >= LAST_PLY || search.nodes > search.bound) return calm
  let best = calm
  let alpha = Math.max(floor, calm)
  const count = generate(board, search.moves[ply]!, true)
  rate(search, count, ply, 0)
  for (let i = 0; i < count; i++) {
    const move = pick(search, i, count, ply)
    if (calm + WORTH[capturedOf(move) & 7]! + WORTH[promotionOf(move)]! + HOPE < alpha) continue
    if (!tryMove(board, move)) continue
    const score = -quiesce(search, -ceiling, -alpha, ply + 1)
    unmake(board)
    if (score <= best) continue
    best = score
    if (score > alpha) alpha = score
    if (alpha >= ceiling) break
  }
  return best
}

// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/style.md)
function remember(search: Search, depth: number, ply: number, move: number, score: number, kind: number): void {
  const { table, board } = search
  const slot = board.low & (table.keys.length - 1)
  table.keys[slot] = search.keys.at(-1)!
  table.moves[slot] = move
  // Mates are kept as counted from here, since the same position may come up at another ply.
  table.scores[slot] = score > SURE_MATE ? score + ply : score < -SURE_MATE ? score - ply : score
  table.depths[slot] = depth
  table.kinds[slot] = kind
}

// biome-ignore lint/complexity/useMaxParams: a hot loop; an object for every call would be garbage (docs/style.md)
function negamax(search: Search, left: number, floor: number, ceiling: number, ply: number): number {
  const { board, table } = search
  if (stoodBefore(search) || lacksMaterial(board)) return 0
  const checked = inCheck(board)
  if (board.quiet >= 100) return checked && legalMovesOf(board).length === 0 ? ply - MATE : 0
  const depth = checked ? left + 1 : left
  if (depth <= 0 || ply >= LAST_PLY) return quiesce(search, floor, ceiling, ply)
  search.nodes += 1
  if (search.mayStop && search.nodes > search.bound) search.stopped = true
  if (search.stopped) return 0

  const slot = board.low & (table.keys.length - 1)
  let first = 0
  if (table.keys[slot] === search.keys.at(-1)) {
    first = table.moves[slot]!
    if (table.depths[slot]! >= depth) {
      const kept = table.scores[slot]!
      const score = kept > SURE_MATE ? kept - ply : kept < -SURE_MATE ? kept + ply : kept
      const kind = table.kinds[slot]!
      if (kind === EXACT || (kind === AT_LEAST && score >= ceiling) || (kind === AT_MOST && score <= floor))
        return score
    }
  }

  const count = generate(board, search.moves[ply]!)
  rate(search, count, ply, first)
  let alpha = floor
  let best = -ENDLESS
  let bestMove = 0
  for (let i = 0; i < count; i++) {
    const move = pick(search, i, count, ply)
    if (!tryMove(board, move)) continue
    search.keys.push(positionKey(board))
    const score = -negamax(search, depth - 1, -ceiling, -alpha, ply + 1)
    search.keys.pop()
    unmake(board)
    if (search.stopped) return 0
    if (score <= best) continue
    best = score
    bestMove = move
    if (score > alpha) alpha = score
    if (alpha < ceiling) continue
    if (!takes(move)) {
      const { killers } = search
      if (killers[ply * 2] !== move) killers[ply * 2 + 1] = killers[ply * 2]!
      killers[ply * 2] = move
      search.history[(board.squares[fromOf(move)]! << 7) | toOf(move)]! += depth * depth
    }
    break
  }
  if (best === -ENDLESS) return checked ? ply - MATE : 0
  const kind = best >= ceiling ? AT_LEAST : best > floor ? EXACT : AT_MOST
  remember(search, depth, ply, bestMove, best, kind)
  return best
}

interface Rated {
  readonly move: number
  readonly score: number
}

/** One depth over all moves of the root. The window stays open below the best, so that near moves are rated exactly. */
function rateRoot(search: Search, moves: readonly number[], depth: number): Rated[] | null {
  const { board } = search
  const rated: Rated[] = []
  let best = -ENDLESS
  for (const move of moves) {
    make(board, move)
    search.keys.push(positionKey(board))
    const score = -negamax(search, depth - 1, -ENDLESS, -Math.max(-ENDLESS, best - search.window - 1), 1)
    search.keys.pop()
    unmake(board)
    if (search.stopped) return null
    rated.push({ move, score })
    best = Math.max(best, score)
  }
  return rated.sort((a, b) => b.score - a.score)
}

/** What a bold player gives for a capture, and a quiet one for the lack of it. */
const TASTE = 14

/** The move that looks best to somebody who misjudges each by up to `error`; a mate is seen by everybody who has looked so far. */
function misjudged(rated: readonly Rated[], error: number, bold: number, random: () => number): number {
  const best = rated[0]!
  if (best.score > SURE_MATE) return best.move
  let found = best.move
  let most = -ENDLESS
  for (const { move, score } of rated) {
    const looks = score + (random() + random() - 1) * error + (takes(move) ? bold * TASTE : 0)
    if (looks <= most) continue
    most = looks
    found = move
  }
  return found
}

/**
 * A move for the side to move after `moves` from `startFen`, as UCI. Null when they do not lead to a position in which
 * there is a move to make. The same moves, nodes and chance always give the same answer.
 */
export function chooseMove(
  startFen: string | null,
  moves: readonly string[],
  { nodes = DEFAULT_NODES, random, skill }: SearchOptions,
): string | null {
  const keys: number[] = []
  const board = walk(startFen, moves, (before) => keys.push(positionKey(before)))
  if (board === null) return null
  keys.push(positionKey(board))
  let order = legalMovesOf(board)
  if (order.length < 2) return order.length === 0 ? null : writeUci(order[0]!)

  if (skill !== undefined && random() < slipOf(skill)) return writeUci(order[Math.floor(random() * order.length)]!)
  const error = skill === undefined ? 0 : errorOf(skill)
  const search = makeSearch(board, keys, nodes, Math.max(NEAR, Math.ceil(error)))
  let rated: Rated[] = order.map((move) => ({ move, score: 0 }))
  for (let depth = 1; depth <= DEEPEST; depth++) {
    const next = rateRoot(search, order, depth)
    if (next === null) break
    rated = next
    order = rated.map(({ move }) => move)
    search.mayStop = true
    // Checks are looked at deeper than the rest, so a mate is the shortest only once the depth has caught up with it.
    if (MATE - Math.abs(rated[0]!.score) <= depth) break
  }
  if (skill !== undefined) return writeUci(misjudged(rated, error, skill.bold, random))
  const best = rated[0]!.score
  const near = Math.abs(best) > SURE_MATE ? 0 : NEAR
  const equals = rated.filter(({ score }) => score >= best - near)
  return writeUci(equals[Math.floor(random() * equals.length)]!.move)
}
