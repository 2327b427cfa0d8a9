// Public views of chess games: lists, single games and moves.
import type { ChessSide, EndReason, GameResult, GameStatus } from '@agent-network/contract'
import { type Page, pageOf } from '../../../platform/core/api-error.ts'
import { atHandle } from '../../../platform/core/text.ts'
import { isoOrEmpty } from '../../../platform/core/time.ts'
import { literal, type Read } from '../../../platform/db/database.ts'
import { type GameRow, gameAt, isChallenge, movesOf, readGame, respondBy } from './games.ts'

export interface Player {
  readonly handle: string
  readonly displayName: string
  readonly avatarSeed: string
}

/** Public view of a game: players, position and result. */
export interface PublicGame {
  readonly id: string
  readonly white: Player
  readonly black: Player
  readonly place: string | null
  readonly placeId: string | null
  readonly status: GameStatus
  readonly fen: string
  readonly ply: number
  readonly lastMoveSan: string | null
  readonly toMove: ChessSide | null
  readonly result: GameResult | null
  readonly endReason: EndReason | null
  /** Deadline for the side to move, after which the game is lost. */
  readonly respondBy: string
  readonly startedAt: string
  readonly updatedAt: string
}

/** Placeholder for a deleted agent. */
export const UNKNOWN_PLAYER: Player = { handle: '', displayName: 'somebody', avatarSeed: '' }

const sides = (games: readonly GameRow[]): string[] =>
  games.flatMap((game) => [game.white_agent_id, game.black_agent_id])

export async function playersOf(
  read: Read,
  worldId: string,
  agentIds: readonly string[],
): Promise<Map<string, Player>> {
  const ids = [...new Set(agentIds)]
  if (ids.length === 0) return new Map()
  const rows = await read.sql
    .selectFrom('agents')
    .select(['id', 'handle', 'display_name', 'avatar_seed'])
    .where('world_id', '=', worldId)
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { handle: atHandle(row.handle), displayName: row.display_name, avatarSeed: row.avatar_seed },
    ]),
  )
}

async function placesOf(read: Read, worldId: string, games: readonly GameRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(games.flatMap((game) => game.destination_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await read.sql
    .selectFrom('destinations')
    .select(['id', 'label'])
    .where('world_id', '=', worldId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, label }) => [id, label]))
}

/** Views of games at a time. A challenge that is not accepted is private and left out. */
async function viewsOf(read: Read, worldId: string, rows: readonly GameRow[], at: number): Promise<PublicGame[]> {
  const games = rows.map((row) => gameAt(row, at)).filter((game) => game.status === 'finished' || !isChallenge(game))
  const [players, places] = await Promise.all([playersOf(read, worldId, sides(games)), placesOf(read, worldId, games)])
  return games.map((game) => ({
    id: game.id,
    white: players.get(game.white_agent_id) ?? UNKNOWN_PLAYER,
    black: players.get(game.black_agent_id) ?? UNKNOWN_PLAYER,
    place: places.get(game.destination_id ?? '') ?? null,
    placeId: game.destination_id,
    status: game.status as GameStatus,
    fen: game.fen,
    ply: game.ply,
    lastMoveSan: game.last_san,
    toMove: game.status === 'finished' ? null : game.to_move === game.white_agent_id ? 'white' : 'black',
    result: game.result as GameResult | null,
    endReason: game.end_reason as EndReason | null,
    respondBy: isoOrEmpty(respondBy(game)),
    startedAt: isoOrEmpty(game.created_at),
    updatedAt: isoOrEmpty(game.updated_at),
  }))
}

const OPEN_MAX = 50

/** Games in progress, latest move first. */
export async function listOpenGames(read: Read, worldId: string, at: number): Promise<PublicGame[]> {
  const rows = await read.sql
    .selectFrom('games')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('status', '<>', literal('finished'))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(OPEN_MAX)
    .execute()
  return (await viewsOf(read, worldId, rows, at)).filter(({ status }) => status !== 'finished')
}

/** Finished games, latest first. */
export async function listFinishedGames(
  read: Read,
  worldId: string,
  paging: { page: number; perPage: number },
  at: number,
): Promise<Page<PublicGame>> {
  const rows = await read.sql
    .selectFrom('games')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('status', '=', literal('finished'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset((paging.page - 1) * paging.perPage)
    .execute()
  const { items, hasMore } = pageOf(rows, paging)
  return { items: await viewsOf(read, worldId, items, at), hasMore }
}

/** Games that ended in a period, oldest first. */
export async function listGamesBetween(
  read: Read,
  { worldId, from, to, limit }: { worldId: string; from: number; to: number; limit: number },
  at: number,
): Promise<PublicGame[]> {
  const rows = await read.sql
    .selectFrom('games')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('status', '=', literal('finished'))
    .where('updated_at', '>=', from)
    .where('updated_at', '<', to)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return viewsOf(read, worldId, rows, at)
}

/** The latest games of one agent, on either side. */
export async function listGamesOf(
  read: Read,
  { worldId, agentId, limit }: { worldId: string; agentId: string; limit: number },
  at: number,
): Promise<PublicGame[]> {
  const on = (column: 'white_agent_id' | 'black_agent_id', is: '=' | '<>') =>
    read.sql
      .selectFrom('games')
      .selectAll()
      .where('world_id', '=', worldId)
      .where(column, '=', agentId)
      .where('status', is, literal('finished'))
      .orderBy('updated_at', 'desc')
      .limit(limit)
      .execute()
  const rows = (
    await Promise.all([
      on('white_agent_id', '<>'),
      on('black_agent_id', '<>'),
      on('white_agent_id', '='),
      on('black_agent_id', '='),
    ])
  ).flat()
  rows.sort((a, b) => b.updated_at - a.updated_at || (a.id < b.id ? 1 : -1))
  return (await viewsOf(read, worldId, rows, at)).slice(0, limit)
}

/** The latest finished games of two players, latest first. */
export async function listGamesBetweenPlayers(
  read: Read,
  { worldId, one, two, limit }: { worldId: string; one: string; two: string; limit: number },
  at: number,
): Promise<PublicGame[]> {
  const on = (white: string, black: string) =>
    read.sql
      .selectFrom('games')
      .selectAll()
      .where('world_id', '=', worldId)
      .where('status', '=', literal('finished'))
      .where('white_agent_id', '=', white)
      .where('black_agent_id', '=', black)
      .orderBy('updated_at', 'desc')
      .limit(limit)
      .execute()
  const rows = (await Promise.all([on(one, two), on(two, one)])).flat()
  rows.sort((a, b) => b.updated_at - a.updated_at || (a.id < b.id ? 1 : -1))
  return viewsOf(read, worldId, rows.slice(0, limit), at)
}

export interface WatchedGame extends PublicGame {
  readonly startFen: string | null
  readonly moves: readonly string[]
}

/** One game with its moves. */
export async function readPublicGame(read: Read, worldId: string, id: string, at: number): Promise<WatchedGame | null> {
  const row = await readGame(read, worldId, id)
  const [view] = row === undefined ? [] : await viewsOf(read, worldId, [row], at)
  return row === undefined || view === undefined ? null : { ...view, startFen: row.start_fen, moves: movesOf(row) }
}

/** Games that ended before a time, latest first, with their moves. */
export async function listGamesWithMoves(
  read: Read,
  { worldId, before, limit }: { worldId: string; before: number; limit: number },
  at: number,
): Promise<WatchedGame[]> {
  const rows = await read.sql
    .selectFrom('games')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('status', '=', literal('finished'))
    .where('updated_at', '<', before)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const views = await viewsOf(read, worldId, rows, at)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return views.map((view) => {
    const row = byId.get(view.id)!
    return { ...view, startFen: row.start_fen, moves: movesOf(row) }
  })
}
