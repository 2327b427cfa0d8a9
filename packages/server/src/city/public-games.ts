import type { ChessSide, EndReason, GameResult, GameStatus } from '@agent-network/contract'
import { isoOrEmpty } from '../core/day.ts'
import { type Page, pageOf } from '../core/paging.ts'
import { atHandle } from '../core/text.ts'
import { lit, prepare, type Read } from '../db/database.ts'
import { type GameRow, gameAt, isChallenge, movesOf, readGame, respondBy } from './games.ts'

interface Player {
  readonly handle: string
  readonly displayName: string
  readonly avatarSeed: string
}

/** A game as everybody may see it: who, where it stands, and how it ended. */
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
  /** Until when the side to move can answer before the game is lost. */
  readonly respondBy: string
  readonly startedAt: string
  readonly updatedAt: string
}

const NOBODY: Player = { handle: '', displayName: 'somebody', avatarSeed: '' }

async function playersOf(
  read: Read,
  worldId: string,
  games: readonly Pick<GameRow, 'white_agent_id' | 'black_agent_id'>[],
): Promise<Map<string, Player>> {
  const ids = [...new Set(games.flatMap((game) => [game.white_agent_id, game.black_agent_id]))]
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

/** Games as they stand at a moment; a challenge that nobody has accepted is between two people and left out. */
async function viewsOf(read: Read, worldId: string, rows: readonly GameRow[], at: number): Promise<PublicGame[]> {
  const games = rows.map((row) => gameAt(row, at)).filter((game) => game.status === 'finished' || !isChallenge(game))
  const [players, places] = await Promise.all([playersOf(read, worldId, games), placesOf(read, worldId, games)])
  return games.map((game) => ({
    id: game.id,
    white: players.get(game.white_agent_id) ?? NOBODY,
    black: players.get(game.black_agent_id) ?? NOBODY,
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

/** Games being played, those with the latest move first. */
export async function listOpenGames(read: Read, worldId: string, at: number): Promise<PublicGame[]> {
  const rows = await read.sql
    .selectFrom('games')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('status', '<>', lit('finished'))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(OPEN_MAX)
    .execute()
  return (await viewsOf(read, worldId, rows, at)).filter(({ status }) => status !== 'finished')
}

/** Games that are over, latest first. */
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
    .where('status', '=', lit('finished'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset((paging.page - 1) * paging.perPage)
    .execute()
  const { items, hasMore } = pageOf(rows, paging)
  return { items: await viewsOf(read, worldId, items, at), hasMore }
}

/** Games that ended in a stretch of time, oldest first. */
export async function listGamesBetween(
  read: Read,
  { worldId, from, to, limit }: { worldId: string; from: number; to: number; limit: number },
  at: number,
): Promise<PublicGame[]> {
  const rows = await read.sql
    .selectFrom('games')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('status', '=', lit('finished'))
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
      .where('status', is, lit('finished'))
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

/** Two who play each other, and how it went. */
export interface Pairing {
  readonly players: readonly [Player, Player]
  readonly games: number
  /** Of the first and of the second; the rest were draws. */
  readonly wins: readonly [number, number]
  readonly lastId: string
  readonly lastAt: string
}

/** Games that are looked at: with all there ever were, a page would cost more every day. */
export const PAIRED_GAMES = 500

const latestResults = prepare<{ world: string; limit: number }, ResultRow>((sql, param) =>
  sql
    .selectFrom('games')
    .select(['id', 'white_agent_id', 'black_agent_id', 'result', 'updated_at'])
    .where('world_id', '=', param('world'))
    .where('status', '=', lit('finished'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit')),
)
type ResultRow = Pick<GameRow, 'id' | 'white_agent_id' | 'black_agent_id' | 'result' | 'updated_at'>

/** Who played whom most often in the latest games that are over. */
export async function pairings(read: Read, worldId: string, limit: number): Promise<Pairing[]> {
  const rows = await read.all(latestResults, { world: worldId, limit: PAIRED_GAMES })
  const pairs = new Map<string, ResultRow[]>()
  for (const row of rows) {
    const key = JSON.stringify([row.white_agent_id, row.black_agent_id].sort())
    pairs.set(key, [...(pairs.get(key) ?? []), row])
  }
  const often = [...pairs.values()].sort((a, b) => b.length - a.length || b[0]!.updated_at - a[0]!.updated_at)
  const shown = often.slice(0, limit)
  const players = await playersOf(
    read,
    worldId,
    shown.map(([latest]) => latest!),
  )
  return shown.map((games) => {
    const [latest] = games
    const sides = [latest!.white_agent_id, latest!.black_agent_id] as const
    const winsOf = (id: string) =>
      games.filter(({ result, white_agent_id }) => result === (white_agent_id === id ? 'white_won' : 'black_won'))
        .length
    return {
      players: [players.get(sides[0]) ?? NOBODY, players.get(sides[1]) ?? NOBODY],
      games: games.length,
      wins: [winsOf(sides[0]), winsOf(sides[1])],
      lastId: latest!.id,
      lastAt: isoOrEmpty(latest!.updated_at),
    }
  })
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

/** Games that were over before a moment, latest first, with their moves. */
export async function listGamesWithMoves(
  read: Read,
  { worldId, before, limit }: { worldId: string; before: number; limit: number },
  at: number,
): Promise<WatchedGame[]> {
  const rows = await read.sql
    .selectFrom('games')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('status', '=', lit('finished'))
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
