// Chess games: challenges, moves, timeouts, draws and resignations.
import { type GameState, legalMoves, playMove, replay, START_FEN } from '@agent-network/chess'
import {
  CHESS_SIDES,
  type ChessSide,
  type EndReason,
  type GameResult,
  type GameStatus,
  LIMITS,
  type OwnGame,
  type SkipReason,
} from '@agent-network/contract'
import type { Ambient } from '../../../platform/core/ambient.ts'
import { iso } from '../../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { putDue } from '../../../platform/jobs/due.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { handlesOf, type Permit } from '../bodies.ts'

export type GameRow = Tables['games']

/** Time for a move in ms; two hours after that the game is lost (2.10). */
export const TURN_MS = 30 * 60_000

export const sideOf = (game: GameRow, agentId: string): ChessSide =>
  game.white_agent_id === agentId ? 'white' : 'black'
const otherSide = (side: ChessSide): ChessSide => CHESS_SIDES[1 - CHESS_SIDES.indexOf(side)]!
export const opponentOf = (game: GameRow, agentId: string): string =>
  game.white_agent_id === agentId ? game.black_agent_id : game.white_agent_id
export const isPlayer = (game: GameRow, agentId: string): boolean =>
  game.white_agent_id === agentId || game.black_agent_id === agentId
const wonBy = (side: ChessSide): GameResult => `${side}_won`

export const movesOf = (game: GameRow): string[] => JSON.parse(game.moves) as string[]

/** The time in ms after which the game is lost without a move; null if no move is due. */
export const respondBy = (game: GameRow): number | null =>
  game.due_at === null ? null : game.due_at + LIMITS.chess.responseMs

/** The columns that follow from a starting position and moves; null if the moves are not legal. */
export function positionOf(game: Pick<GameRow, 'start_fen' | 'white_agent_id' | 'black_agent_id'>, moves: string[]) {
  const played = replay(game.start_fen, moves)
  if (played === null) return null
  // Without moves the given FEN is stored as written, not normalised.
  const fen = moves.length === 0 ? (game.start_fen ?? played.fen) : played.fen
  return { ...columnsOf(game, played), fen, ended: played.ended }
}

const columnsOf = (game: Pick<GameRow, 'white_agent_id' | 'black_agent_id'>, played: GameState) => ({
  fen: played.fen,
  ply: played.ply,
  last_san: played.lastSan,
  to_move: played.toMove === 'white' ? game.white_agent_id : game.black_agent_id,
})

/** Rows from before positions were stored get their position from their moves. */
const withPosition = (game: GameRow): GameRow => {
  if (game.fen !== '') return game
  const { ended: _, ...position } = positionOf(game, movesOf(game)) ?? {
    ...columnsOf(game, replay(null, [])!),
    ended: null,
  }
  return { ...game, ...position }
}

/**
 * The game at a time. After its deadline the side to move has lost, even if the sweep has not stored that yet (1.20).
 */
export function gameAt(stored: GameRow, at: number): GameRow {
  const game = withPosition(stored)
  const lost = respondBy(game)
  if (game.status === 'finished' || lost === null || at <= lost) return game
  return finishGame(game, wonBy(otherSide(sideOf(game, game.to_move))), 'timeout', lost)
}

const finishGame = (game: GameRow, result: GameResult, reason: EndReason, at: number): GameRow => ({
  ...game,
  status: 'finished' satisfies GameStatus,
  result,
  end_reason: reason,
  due_at: null,
  updated_at: at,
})

/** True until white's opening move, which accepts the challenge (2.10), for any starting position. */
export const isChallenge = ({ status, fen }: GameRow): boolean => status === 'challenge' || fen === START_FEN

const gameById = prepare<{ world: string; id: string }, GameRow>((sql, param) =>
  sql.selectFrom('games').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)

export const readGame = (read: Read, worldId: string, id: string): Promise<GameRow | undefined> =>
  read.first(gameById, { world: worldId, id })

const openOf = (column: 'white_agent_id' | 'black_agent_id') =>
  prepare<{ world: string; agent: string }, GameRow>((sql, param) =>
    sql
      .selectFrom('games')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where(column, '=', param('agent'))
      .where('status', '<>', literal('finished')),
  )
const openAsWhite = openOf('white_agent_id')
const openAsBlack = openOf('black_agent_id')

/** Games of an agent that are not finished. */
export async function openGames(read: Read, worldId: string, agentId: string, at: number): Promise<GameRow[]> {
  const who = { world: worldId, agent: agentId }
  const rows = [...(await read.all(openAsWhite, who)), ...(await read.all(openAsBlack, who))]
  return rows.map((row) => gameAt(row, at)).filter(({ status }) => status !== 'finished')
}

const openAtTable = prepare<{ world: string; destination: string }, GameRow>((sql, param) =>
  sql
    .selectFrom('games')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('destination_id', '=', param('destination'))
    .where('status', '<>', literal('finished'))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(literal(50)),
)

export async function gamesAtPlace(read: Read, worldId: string, destinationId: string, at: number): Promise<GameRow[]> {
  const rows = await read.all(openAtTable, { world: worldId, destination: destinationId })
  return rows.map((row) => gameAt(row, at)).filter(({ status }) => status !== 'finished')
}

/** The UPDATE compares the ply that the move is based on. Of two concurrent moves, the second changes no row (1.20). */
const write = prepare<
  { world: string; id: string; was: number } & Record<
    'moves' | 'fen' | 'ply' | 'san' | 'mover' | 'status' | 'result' | 'reason' | 'due' | 'at',
    string | number | null
  >,
  unknown
>((sql, param) =>
  sql
    .updateTable('games')
    .set({
      moves: param('moves'),
      fen: param('fen'),
      ply: param('ply'),
      last_san: param('san'),
      to_move: param('mover'),
      status: param('status'),
      result: param('result'),
      end_reason: param('reason'),
      due_at: param('due'),
      updated_at: param('at'),
    })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('status', '<>', literal('finished'))
    // Rows from before positions were stored have ply 0 until their first update.
    .where((eb) => eb.or([eb('ply', '=', param('was')), eb('fen', '=', literal(''))])),
)

/** Writes a game whose stored position is at ply `was`; false if it has changed meanwhile. */
export const storeGame = async (tx: Tx, game: GameRow, was: number): Promise<boolean> =>
  (await tx.run(write, {
    world: game.world_id,
    id: game.id,
    was,
    moves: game.moves,
    fen: game.fen,
    ply: game.ply,
    san: game.last_san,
    mover: game.to_move,
    status: game.status,
    result: game.result,
    reason: game.end_reason,
    due: game.due_at,
    at: game.updated_at,
  })) === 1

export interface MoveOutcome {
  readonly game: GameRow
  readonly uci: string
  readonly san: string
}

interface GameMoveRequest {
  readonly worldId: string
  readonly agentId: string
  readonly gameId: string
  readonly uci: string
  /** Called after all other checks have passed. */
  readonly permit: Permit
}

/** One move by an agent. The checks run in the order of AMB-77; the last of them is the write itself. */
export async function moveInGame(
  tx: Tx,
  { worldId, agentId, gameId, uci, permit }: GameMoveRequest,
  at: number,
): Promise<MoveOutcome | SkipReason> {
  const stored = await readGame(tx, worldId, gameId)
  if (stored === undefined) return 'game_not_found'
  if (!isPlayer(stored, agentId)) return 'not_a_visitor_game'
  const game = gameAt(stored, at)
  if (game.status === 'finished') return 'game_not_active'
  if (game.to_move !== agentId) return 'not_your_turn'
  return applyMove(tx, { game, uci, permit }, at)
}

/** The game after these moves, the last of them at a time. */
export function gameAfter(game: GameRow, moves: readonly string[], played: GameState, at: number): GameRow {
  const next: GameRow = {
    ...game,
    ...columnsOf(game, played),
    moves: JSON.stringify(moves),
    status: 'active' satisfies GameStatus,
    due_at: at + TURN_MS,
    updated_at: at,
  }
  return played.ended === null ? next : finishGame(next, played.ended.result, played.ended.endReason, at)
}

/** The next move of an open game, by the side to move. */
export async function applyMove(
  tx: Tx,
  { game, uci, permit }: { game: GameRow; uci: string; permit: Permit },
  at: number,
): Promise<MoveOutcome | SkipReason> {
  const moves = movesOf(game)
  const played = playMove(game.start_fen, moves, game.fen, uci)
  if (played === null) return 'illegal_move'
  const declined = await permit()
  if (declined !== null) return declined
  const settled = gameAfter(game, [...moves, uci], played, at)
  if (!(await storeGame(tx, settled, game.ply))) return 'stale_game'
  return { game: settled, uci, san: played.san }
}

/** A forfeited game, unless the other side had run out of time before (1.20). */
function forfeitGame(stored: GameRow, agentId: string, at: number): GameRow {
  const game = gameAt(stored, at)
  return game.status === 'finished' ? game : finishGame(game, wonBy(otherSide(sideOf(game, agentId))), 'timeout', at)
}

/** Ends the open games of a visitor that leaves, as losses. */
export async function forfeitGames(tx: Tx, worldId: string, agentId: string, at: number): Promise<GameRow[]> {
  const who = { world: worldId, agent: agentId }
  const over: GameRow[] = []
  const open = [...(await tx.all(openAsWhite, who)), ...(await tx.all(openAsBlack, who))]
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    const lost = forfeitGame(row, agentId, at)
    if (await storeGame(tx, lost, lost.ply)) {
      over.push(lost)
      continue
    }
    // The other side moved concurrently, so the forfeit is tried again.
    const moved = await readGame(tx, worldId, row.id)
    if (moved !== undefined && moved.status !== 'finished') open.push(moved)
  }
  return over
}

const overdue = prepare<{ before: number }, GameRow>((sql, param) =>
  sql
    .selectFrom('games')
    .selectAll()
    .where('status', '<>', literal('finished'))
    .where('due_at', 'is not', null)
    .where('due_at', '<', param('before'))
    .orderBy('due_at')
    .limit(literal(500)),
)

/** Stores games that were lost on time. */
export async function sweepGames(tx: Tx, at: number): Promise<GameRow[]> {
  const over: GameRow[] = []
  for (const row of await tx.all(overdue, { before: at - LIMITS.chess.responseMs })) {
    const game = gameAt(row, at)
    if (await storeGame(tx, game, game.ply)) over.push(game)
  }
  return over
}

interface GameDraft {
  readonly ambient: Ambient
  readonly world: World
  readonly whiteId: string
  readonly blackId: string
  readonly destinationId: string | null
  readonly status: GameStatus
}

async function startGame(tx: Tx, { ambient, world, ...game }: GameDraft, at: number): Promise<GameRow> {
  const players = { white_agent_id: game.whiteId, black_agent_id: game.blackId }
  const { ended: _, ...position } = positionOf({ start_fen: null, ...players }, [])!
  const row: GameRow = {
    world_id: world.id,
    id: ambient.id('game', world.tag),
    destination_id: game.destinationId,
    ...players,
    start_fen: null,
    moves: '[]',
    ...position,
    due_at: at + TURN_MS,
    status: game.status,
    result: null,
    end_reason: null,
    created_at: at,
    updated_at: at,
  }
  await tx.sql.insertInto('games').values(row).execute()
  return row
}

/** A resident challenges a visitor: the visitor plays white, and its first move accepts (2.10). */
export const createChallenge = (
  tx: Tx,
  {
    challengerId,
    visitorId,
    ...where
  }: Pick<GameDraft, 'ambient' | 'world'> & { challengerId: string; visitorId: string },
  at: number,
): Promise<GameRow> =>
  startGame(tx, { ...where, whiteId: visitorId, blackId: challengerId, destinationId: null, status: 'challenge' }, at)

/** Starts a game between two residents. The one who asked plays white. */
export const startResidentGame = (
  tx: Tx,
  seats: Omit<GameDraft, 'status'> & { destinationId: string },
  at: number,
): Promise<GameRow> => startGame(tx, { ...seats, status: 'active' }, at)

const firstDue = prepare<Record<string, never>, { at: number | null }>((sql) =>
  sql
    .selectFrom('games')
    .select((eb) => eb.fn.min('due_at').as('at'))
    .where('status', '<>', literal('finished'))
    .where('due_at', 'is not', null),
)

/** The earliest time at which a game is lost without a move. */
export async function nextTimeout(read: Read): Promise<number | null> {
  const at = (await read.first(firstDue, {}))?.at ?? null
  return at === null ? null : at + LIMITS.chess.responseMs + 1
}

/** Ends the game as an agreed draw. */
export async function agreeDraw(tx: Tx, game: GameRow, at: number): Promise<GameRow> {
  const drawn = finishGame(game, 'draw', 'draw_rule', at)
  await storeGame(tx, drawn, game.ply)
  return drawn
}

/** The side to move resigns. */
export async function resign(tx: Tx, game: GameRow, at: number): Promise<GameRow> {
  const result = game.to_move === game.white_agent_id ? 'black_won' : 'white_won'
  const lost = finishGame(game, result, 'resignation', at)
  await storeGame(tx, lost, game.ply)
  return lost
}

// ── A visitor's own chess games, and the scheduling of residents' replies ──

const dueFirst = (self: string) => (a: GameRow, b: GameRow) =>
  Number(b.to_move === self) - Number(a.to_move === self) ||
  (a.due_at ?? Number.MAX_SAFE_INTEGER) - (b.due_at ?? Number.MAX_SAFE_INTEGER) ||
  (a.id < b.id ? -1 : 1)

/**
 * 2.10 chess: games that wait for the visitor's move first, soonest first. Times and moves are only included then
 * (1.20).
 */
export async function readOwnGames(read: Read, worldId: string, agentId: string, at: number): Promise<OwnGame[]> {
  const games = (await openGames(read, worldId, agentId, at)).sort(dueFirst(agentId)).slice(0, LIMITS.body.games)
  const handles = await handlesOf(
    read,
    worldId,
    games.map((game) => opponentOf(game, agentId)),
  )
  return games.map((game) => {
    const yourTurn = game.to_move === agentId
    const due = yourTurn ? game.due_at : null
    return {
      gameId: game.id,
      opponentHandle: handles.get(opponentOf(game, agentId)) ?? '',
      side: game.white_agent_id === agentId ? 'white' : 'black',
      ply: game.ply,
      fen: game.fen,
      yourTurn,
      challenge: isChallenge(game) && game.white_agent_id === agentId,
      legalMoves: yourTurn ? [...legalMoves(game.fen)] : [],
      dueAt: due === null ? null : iso(due),
      respondBy: due === null ? null : iso(respondBy(game)!),
    }
  })
}

/** Kind of the due row: a resident is to move in this game. */
export const CHESS_REPLY = 'chess_reply'

/** A resident replies to a move after 20 to 120 s. */
const THINK_MIN_MS = 20_000
const THINK_SPREAD_MS = 100_000

const kindOfAgent = prepare<{ world: string; agent: string }, { kind: string }>((sql, param) =>
  sql.selectFrom('agents').select('kind').where('world_id', '=', param('world')).where('id', '=', param('agent')),
)
const thinkingTime = (chance: number): number => THINK_MIN_MS + Math.floor(chance * THINK_SPREAD_MS)

interface ReplyTiming {
  readonly ambient: Ambient
  /** The delay for a random number between 0 and 1; by default 20 to 120 s. */
  readonly delay?: (chance: number) => number
}

/**
 * After a move: schedules the reply of a resident. The delay is seeded by world, game and ply, so it is reproducible.
 */
export async function scheduleReply(
  tx: Tx,
  { ambient, delay = thinkingTime }: ReplyTiming,
  game: GameRow,
  at: number,
): Promise<void> {
  if (game.status === 'finished') return
  const mover = await tx.first(kindOfAgent, { world: game.world_id, agent: game.to_move })
  if (mover?.kind !== 'resident') return
  const wait = delay(ambient.random(game.world_id, game.id, game.ply)())
  await putDue(tx, { worldId: game.world_id, kind: CHESS_REPLY, subjectId: game.id }, at + wait)
}
