import type { EndReason, GameResult, InboxKind } from '@agent-network/contract'
import { addressees } from '../chronicle/addressees.ts'
import { chessChallenged, chessEnded, chessMove, type Fact, journeyArrived } from '../chronicle/facts.ts'
import { type News, tell } from '../chronicle/tell.ts'
import type { Tx } from '../db/database.ts'
import type { Switches } from '../settings/switches.ts'
import { visitorsAmong } from '../worlds/roster.ts'
import type { World, Worlds } from '../worlds/worlds.ts'
import { type GameRow, movesOf, opponentOf, sideOf } from './games.ts'
import { handlesOf } from './handles.ts'
import type { JourneyRow } from './journeys.ts'

/** What decides whether anything is observed at all. */
export interface Telling {
  readonly switches: Switches
  readonly worlds: Worlds
}

/** What decides the same within one world. */
export interface TellingIn {
  readonly world: World
  readonly switches: Switches
}

export const inWorld = ({ switches, worlds }: Telling, worldId: string): TellingIn | null => {
  const world = worlds.byId.get(worldId)
  return world === undefined ? null : { world, switches }
}

/** Most who walk are residents, to whom nothing is told: who is a visitor is asked once for all of them. */
export async function tellArrivals(tx: Tx, telling: Telling, walks: readonly JourneyRow[], at: number): Promise<void> {
  for (const worldId of new Set(walks.map(({ world_id }) => world_id))) {
    const there = inWorld(telling, worldId)
    if (there === null || there.world.kind === 'prime') continue
    const own = walks.filter(({ world_id }) => world_id === worldId)
    const visitors = await visitorsAmong(
      tx,
      worldId,
      own.map(({ agent_id }) => agent_id),
    )
    for (const { agent_id: walkerId, id: journeyId, destination_id: destinationId, arrive_at } of own)
      for (const agentId of addressees({ kind: 'arrival', walkerId }).filter((id) => visitors.has(id)))
        await tell(tx, { ...there, agentId, at }, [
          {
            item: { kind: 'arrived', fromId: null, ref: { journeyId, destinationId } },
            fact: journeyArrived({ journeyId, occurredAt: arrive_at }),
          },
        ])
  }
}

interface Side {
  readonly agentId: string
  readonly opponentHandle: string
}

/** Of those who are addressed, whoever is a visitor; in the order of ids, as everybody locks several. */
async function tellPlayers(
  tx: Tx,
  { world, switches }: TellingIn,
  { game, ids, newsOf }: { game: GameRow; ids: readonly string[]; newsOf: (side: Side) => News[] },
  at: number,
): Promise<void> {
  const handles = await handlesOf(tx, game.world_id, [game.white_agent_id, game.black_agent_id])
  for (const agentId of [...new Set(ids)].sort()) {
    const opponentHandle = handles.get(opponentOf(game, agentId)) ?? ''
    await tell(tx, { world, agentId, switches, at }, newsOf({ agentId, opponentHandle }))
  }
}

/** The board as it is told to one of its players. */
export const chessItem = <K extends InboxKind>(kind: K, game: GameRow, agentId: string) => ({
  kind,
  fromId: opponentOf(game, agentId),
  ref: {
    gameId: game.id,
    side: sideOf(game, agentId),
    lastMove: movesOf(game).at(-1) ?? null,
    result: game.result as GameResult | null,
    reason: game.end_reason as EndReason | null,
  },
})

const chessNews = (kind: InboxKind, game: GameRow, agentId: string, fact: Fact): News => ({
  item: chessItem(kind, game, agentId),
  fact,
})

const overNews =
  (game: GameRow) =>
  ({ agentId, opponentHandle }: Side): News =>
    chessNews(
      'chess_over',
      game,
      agentId,
      chessEnded({
        gameId: game.id,
        opponentHandle,
        occurredAt: game.updated_at,
        reason: game.end_reason ?? undefined,
      }),
    )

const playersOf = (game: GameRow): string[] => [game.white_agent_id, game.black_agent_id]

export async function tellGamesOver(tx: Tx, telling: Telling, games: readonly GameRow[], at: number): Promise<void> {
  for (const game of games) {
    const there = inWorld(telling, game.world_id)
    const ids = addressees({ kind: 'over', playerIds: playersOf(game) })
    if (there !== null) await tellPlayers(tx, there, { game, ids, newsOf: (side) => [overNews(game)(side)] }, at)
  }
}

/**
 * A move somebody made, to whoever sits opposite; and the end, if it was the last, to both. A game that is over waits
 * for nobody's move, so the move itself is then observed and nothing more; a mover's own end is part of its act.
 */
export async function tellMove(
  tx: Tx,
  there: TellingIn,
  { game, moverId }: { game: GameRow; moverId: string },
  at: number,
): Promise<void> {
  const playerIds = playersOf(game)
  const facing = new Set(addressees({ kind: 'move', byId: moverId, playerIds }))
  const move = ({ agentId, opponentHandle }: Side): News =>
    chessNews(
      'chess_turn',
      game,
      agentId,
      chessMove({ gameId: game.id, opponentHandle, occurredAt: at, direction: 'incoming' }),
    )
  if (game.status !== 'finished') {
    await tellPlayers(tx, there, { game, ids: [...facing], newsOf: (side) => [move(side)] }, at)
    return
  }
  const newsOf = (side: Side): News[] =>
    facing.has(side.agentId)
      ? [{ ...move(side), item: null }, overNews(game)(side)]
      : [{ ...overNews(game)(side), observed: false }]
  await tellPlayers(tx, there, { game, ids: addressees({ kind: 'over', playerIds }), newsOf }, at)
}

export async function tellChallenged(tx: Tx, there: TellingIn, game: GameRow, at: number): Promise<void> {
  const ids = addressees({ kind: 'challenge', challengedId: game.white_agent_id })
  const newsOf = ({ agentId, opponentHandle }: Side) => [
    chessNews('chess_challenge', game, agentId, chessChallenged({ gameId: game.id, opponentHandle, occurredAt: at })),
  ]
  await tellPlayers(tx, there, { game, ids, newsOf }, at)
}
