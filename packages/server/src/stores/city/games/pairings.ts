// Chess pairings: how often agents played each other, with results.
import { isoOrEmpty } from '../../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../../platform/db/database.ts'
import type { GameRow } from './games.ts'
import { type Player, playersOf, UNKNOWN_PLAYER } from './public-games.ts'

/** Two agents who played each other, with results. */
export interface Pairing {
  readonly players: readonly [Player, Player]
  readonly games: number
  /** Wins of the first and of the second; the other games were draws. */
  readonly wins: readonly [number, number]
  readonly lastId: string
  readonly lastAt: string
}

/** A row and a column for each of the most active players. */
export interface CrossTable {
  readonly players: readonly Player[]
  /** Games of row against column, with the row's wins and losses; null if they never met, and on the diagonal. */
  readonly cells: readonly (readonly (PairResult | null)[])[]
}
export interface PairResult {
  readonly games: number
  readonly won: number
  readonly lost: number
}

/** Results of one player in the games that were read. */
export interface ScoreRow {
  readonly player: Player
  readonly games: number
  readonly won: number
  readonly drawn: number
  readonly lost: number
}

export interface OpponentStats {
  /** Players with the most points first. */
  readonly standings: readonly ScoreRow[]
  /** Number of games that were read; `PAIRED_GAMES` if there may be older ones. */
  readonly games: number
  /** Pairs with the most games first. */
  readonly pairs: readonly Pairing[]
  readonly table: CrossTable
}

/** Number of latest games that are read. Without a limit the cost would grow every day. */
export const PAIRED_GAMES = 500

type ResultRow = Pick<GameRow, 'id' | 'white_agent_id' | 'black_agent_id' | 'result' | 'updated_at'>

/** Reads the start of the index of finished games. */
const latestResults = prepare<{ world: string; limit: number }, ResultRow>((sql, param) =>
  sql
    .selectFrom('games')
    .select(['id', 'white_agent_id', 'black_agent_id', 'result', 'updated_at'])
    .where('world_id', '=', param('world'))
    .where('status', '=', literal('finished'))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit')),
)

interface Tally {
  readonly latest: ResultRow
  games: number
  /** Wins by agent id. */
  readonly wins: Map<string, number>
}

const pairKey = (a: string, b: string): string => JSON.stringify(a < b ? [a, b] : [b, a])

/** Rows must come latest first. */
function talliesOf(rows: readonly ResultRow[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>()
  for (const row of rows) {
    const key = pairKey(row.white_agent_id, row.black_agent_id)
    const tally = tallies.get(key) ?? { latest: row, games: 0, wins: new Map<string, number>() }
    tallies.set(key, tally)
    tally.games += 1
    const winner =
      row.result === 'white_won' ? row.white_agent_id : row.result === 'black_won' ? row.black_agent_id : null
    if (winner !== null) tally.wins.set(winner, (tally.wins.get(winner) ?? 0) + 1)
  }
  return tallies
}

interface Points {
  readonly id: string
  games: number
  won: number
  drawn: number
}

/** Results by player, most points first, then fewer games. */
function pointsOf(rows: readonly ResultRow[], limit: number): Points[] {
  const all = new Map<string, Points>()
  for (const row of rows)
    for (const [id, win] of [
      [row.white_agent_id, 'white_won'],
      [row.black_agent_id, 'black_won'],
    ] as const) {
      const own = all.get(id) ?? { id, games: 0, won: 0, drawn: 0 }
      all.set(id, own)
      own.games += 1
      if (row.result === win) own.won += 1
      else if (row.result === 'draw') own.drawn += 1
    }
  const score = ({ won, drawn }: Points): number => won + drawn / 2
  return [...all.values()]
    .sort((a, b) => score(b) - score(a) || a.games - b.games || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
}

/** The ids of the agents with the most games, independent of the order of rows. */
function mostActivePlayers(rows: readonly ResultRow[], limit: number): string[] {
  const played = new Map<string, number>()
  for (const { white_agent_id, black_agent_id } of rows)
    for (const id of [white_agent_id, black_agent_id]) played.set(id, (played.get(id) ?? 0) + 1)
  return [...played]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([id]) => id)
}

/** Counts who played whom in the latest finished games. */
export async function countOpponents(
  read: Read,
  worldId: string,
  { pairs: most, players: widest }: { pairs: number; players: number },
): Promise<OpponentStats> {
  const rows = await read.all(latestResults, { world: worldId, limit: PAIRED_GAMES })
  const tallies = talliesOf(rows)
  const often = [...tallies.values()]
    .sort((a, b) => b.games - a.games || b.latest.updated_at - a.latest.updated_at)
    .slice(0, most)
  const ids = mostActivePlayers(rows, widest)
  const points = pointsOf(rows, widest)
  const people = await playersOf(read, worldId, [
    ...often.flatMap(({ latest }) => sidesOf(latest)),
    ...ids,
    ...points.map(({ id }) => id),
  ])
  const playerOf = (id: string): Player => people.get(id) ?? UNKNOWN_PLAYER
  return {
    games: rows.length,
    standings: points.map(({ id, games, won, drawn }) => ({
      player: playerOf(id),
      games,
      won,
      drawn,
      lost: games - won - drawn,
    })),
    pairs: often.map(({ latest, games, wins }) => {
      const [a, b] = sidesOf(latest)
      return {
        players: [playerOf(a), playerOf(b)],
        games,
        wins: [wins.get(a) ?? 0, wins.get(b) ?? 0],
        lastId: latest.id,
        lastAt: isoOrEmpty(latest.updated_at),
      }
    }),
    table: {
      players: ids.map(playerOf),
      cells: ids.map((row) =>
        ids.map((column) => {
          const tally = row === column ? undefined : tallies.get(pairKey(row, column))
          if (tally === undefined) return null
          return { games: tally.games, won: tally.wins.get(row) ?? 0, lost: tally.wins.get(column) ?? 0 }
        }),
      ),
    },
  }
}

const sidesOf = ({ white_agent_id, black_agent_id }: ResultRow): [string, string] => [white_agent_id, black_agent_id]
