import { capture } from '../chronicle/events.ts'
import {
  chessChallenged,
  chessEnded,
  chessMove,
  encounterClosed,
  type Fact,
  journeyArrived,
} from '../chronicle/facts.ts'
import type { Tx } from '../db/database.ts'
import type { Switches } from '../settings/switches.ts'
import type { World, Worlds } from '../worlds/worlds.ts'
import { type EncounterRow, readEncounter, takesPart } from './encounters.ts'
import { type GameRow, opponentOf } from './games.ts'
import { handlesOf } from './handles.ts'
import type { JourneyRow } from './journeys.ts'

/** What decides whether anything is told at all. */
export interface Telling {
  readonly switches: Switches
  readonly worlds: Worlds
}

/** Owners hear of what the city did to their visitors; of residents nothing is told. */
async function tell(
  tx: Tx,
  { switches, worlds }: Telling,
  worldId: string,
  agentId: string,
  facts: Fact[],
  at: number,
) {
  const world = worlds.byId.get(worldId)
  if (world !== undefined) await capture(tx, { world, agentId, switches, at }, facts)
}

export async function tellArrivals(tx: Tx, telling: Telling, walks: readonly JourneyRow[], at: number): Promise<void> {
  for (const { world_id, agent_id, id, arrive_at } of walks)
    await tell(tx, telling, world_id, agent_id, [journeyArrived({ journeyId: id, occurredAt: arrive_at })], at)
}

/** Both sides, whoever of them is a visitor; in the order of ids, as everybody locks several. */
async function eachSide(
  tx: Tx,
  telling: Telling,
  game: GameRow,
  facts: (side: { agentId: string; opponentHandle: string }) => Fact[],
  at: number,
): Promise<void> {
  const players = [game.white_agent_id, game.black_agent_id].sort()
  const handles = await handlesOf(tx, game.world_id, players)
  for (const agentId of players) {
    const opponentHandle = handles.get(opponentOf(game, agentId)) ?? ''
    await tell(tx, telling, game.world_id, agentId, facts({ agentId, opponentHandle }), at)
  }
}

const endOf = (game: GameRow, opponentHandle: string): Fact =>
  chessEnded({
    gameId: game.id,
    opponentHandle,
    occurredAt: game.updated_at,
    reason: game.end_reason ?? undefined,
  })

export async function tellGamesOver(tx: Tx, telling: Telling, games: readonly GameRow[], at: number): Promise<void> {
  for (const game of games) await eachSide(tx, telling, game, ({ opponentHandle }) => [endOf(game, opponentHandle)], at)
}

/** A move somebody made, to whoever sits opposite; and the end, if it was the last, to both. */
export async function tellMove(tx: Tx, telling: Telling, game: GameRow, moverId: string, at: number): Promise<void> {
  const over = game.status === 'finished'
  await eachSide(
    tx,
    telling,
    game,
    ({ agentId, opponentHandle }) => [
      ...(agentId === moverId
        ? []
        : [chessMove({ gameId: game.id, opponentHandle, occurredAt: at, direction: 'incoming' })]),
      ...(over ? [endOf(game, opponentHandle)] : []),
    ],
    at,
  )
}

export async function tellClosed(tx: Tx, telling: Telling, closed: readonly EncounterRow[], at: number): Promise<void> {
  for (const { world_id, id, deadline } of closed) {
    const there = ((await readEncounter(tx, world_id, id, at))?.participants ?? []).filter(takesPart)
    const ids = there.map(({ agent_id }) => agent_id).sort()
    const handles = await handlesOf(tx, world_id, ids)
    for (const agentId of ids) {
      const withHandles = ids.filter((other) => other !== agentId).flatMap((other) => handles.get(other) ?? [])
      const fact = encounterClosed({ encounterId: id, withHandles, occurredAt: deadline, reason: 'deadline' })
      await tell(tx, telling, world_id, agentId, [fact], at)
    }
  }
}

/** What decides the same within one world. */
export interface TellingIn {
  readonly world: World
  readonly switches: Switches
}

/** Something in a conversation, to those visitors in it whom it concerns; who else is in it is part of what they hear. */
export async function tellVisitors(
  tx: Tx,
  { world, switches }: TellingIn,
  encounterId: string,
  visitorIds: readonly string[],
  fact: (encounter: { encounterId: string; withHandles: string[]; occurredAt: number }) => Fact,
  at: number,
): Promise<void> {
  if (visitorIds.length === 0) return
  const there = ((await readEncounter(tx, world.id, encounterId, at))?.participants ?? []).filter(takesPart)
  const ids = there.map(({ agent_id }) => agent_id).sort()
  const handles = await handlesOf(tx, world.id, ids)
  for (const agentId of visitorIds.toSorted()) {
    const withHandles = ids.filter((other) => other !== agentId).flatMap((other) => handles.get(other) ?? [])
    await capture(tx, { world, agentId, switches, at }, [fact({ encounterId, withHandles, occurredAt: at })])
  }
}

export async function tellChallenged(tx: Tx, { world, switches }: TellingIn, game: GameRow, at: number): Promise<void> {
  const handles = await handlesOf(tx, world.id, [game.black_agent_id])
  const opponentHandle = handles.get(game.black_agent_id) ?? ''
  const fact = chessChallenged({ gameId: game.id, opponentHandle, occurredAt: at })
  await capture(tx, { world, agentId: game.white_agent_id, switches, at }, [fact])
}
