// Notices to visitors about walks, games and conversations: inbox items and observed events.
import type { EndReason, GameResult, InboxKind } from '@agent-network/contract'
import type { Switches } from '../../platform/control/switches.ts'
import type { Tx } from '../../platform/db/database.ts'
import { visitorsAmong } from '../../platform/worlds/roster.ts'
import type { World, Worlds } from '../../platform/worlds/worlds.ts'
import { publishFact, type VisitorNotice } from '../event-log/events.ts'
import {
  chessChallenged,
  chessEnded,
  chessMove,
  encounterClosed,
  encounterInvited,
  encounterTurn,
  type Fact,
  journeyArrived,
} from '../event-log/facts.ts'
import { addressees } from '../event-log/inbox.ts'
import { handlesOf } from './bodies.ts'
import { type EncounterRow, readEncounter, takesPart } from './encounters.ts'
import { type GameRow, movesOf, opponentOf, sideOf } from './games/games.ts'
import type { JourneyRow } from './journeys.ts'

/** The switches and worlds that decide whether facts are observed. */
export interface NoticeContext {
  readonly switches: Switches
  readonly worlds: Worlds
}

/** The same for one world. */
export interface WorldNoticeContext {
  readonly world: World
  readonly switches: Switches
}

export const inWorld = ({ switches, worlds }: NoticeContext, worldId: string): WorldNoticeContext | null => {
  const world = worlds.byId.get(worldId)
  return world === undefined ? null : { world, switches }
}

/** Most walkers are residents, who get no notices, so visitors are looked up once for all walks. */
export async function publishArrivals(
  tx: Tx,
  context: NoticeContext,
  walks: readonly JourneyRow[],
  at: number,
): Promise<void> {
  for (const worldId of new Set(walks.map(({ world_id }) => world_id))) {
    const there = inWorld(context, worldId)
    if (there === null || there.world.kind === 'prime') continue
    const own = walks.filter(({ world_id }) => world_id === worldId)
    const visitors = await visitorsAmong(
      tx,
      worldId,
      own.map(({ agent_id }) => agent_id),
    )
    for (const { agent_id: walkerId, id: journeyId, destination_id: destinationId, arrive_at } of own)
      for (const agentId of addressees({ kind: 'arrival', walkerId }).filter((id) => visitors.has(id)))
        await publishFact(tx, { ...there, agentId, at }, [
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

/** Notifies the addressed players who are visitors, ordered by id, because all writers lock visitors in that order. */
async function publishToPlayers(
  tx: Tx,
  { world, switches }: WorldNoticeContext,
  { game, ids, newsOf }: { game: GameRow; ids: readonly string[]; newsOf: (side: Side) => VisitorNotice[] },
  at: number,
): Promise<void> {
  const handles = await handlesOf(tx, game.world_id, [game.white_agent_id, game.black_agent_id])
  for (const agentId of [...new Set(ids)].sort()) {
    const opponentHandle = handles.get(opponentOf(game, agentId)) ?? ''
    await publishFact(tx, { world, agentId, switches, at }, newsOf({ agentId, opponentHandle }))
  }
}

/** The inbox item about a game for one of its players. */
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

const chessNews = (kind: InboxKind, game: GameRow, agentId: string, fact: Fact): VisitorNotice => ({
  item: chessItem(kind, game, agentId),
  fact,
})

const overNews =
  (game: GameRow) =>
  ({ agentId, opponentHandle }: Side): VisitorNotice =>
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

export async function publishGamesOver(
  tx: Tx,
  context: NoticeContext,
  games: readonly GameRow[],
  at: number,
): Promise<void> {
  for (const game of games) {
    const there = inWorld(context, game.world_id)
    const ids = addressees({ kind: 'over', playerIds: playersOf(game) })
    if (there !== null) await publishToPlayers(tx, there, { game, ids, newsOf: (side) => [overNews(game)(side)] }, at)
  }
}

/**
 * Notifies the opponent of a move, and both players of the end if it was the last move. A finished game expects no
 * move, so the last move is only observed. The mover's own end is part of its act.
 */
export async function publishMove(
  tx: Tx,
  there: WorldNoticeContext,
  { game, moverId }: { game: GameRow; moverId: string },
  at: number,
): Promise<void> {
  const playerIds = playersOf(game)
  const facing = new Set(addressees({ kind: 'move', byId: moverId, playerIds }))
  const move = ({ agentId, opponentHandle }: Side): VisitorNotice =>
    chessNews(
      'chess_turn',
      game,
      agentId,
      chessMove({ gameId: game.id, opponentHandle, occurredAt: at, direction: 'incoming' }),
    )
  if (game.status !== 'finished') {
    await publishToPlayers(tx, there, { game, ids: [...facing], newsOf: (side) => [move(side)] }, at)
    return
  }
  const newsOf = (side: Side): VisitorNotice[] =>
    facing.has(side.agentId)
      ? [{ ...move(side), item: null }, overNews(game)(side)]
      : [{ ...overNews(game)(side), observed: false }]
  await publishToPlayers(tx, there, { game, ids: addressees({ kind: 'over', playerIds }), newsOf }, at)
}

export async function publishChallenge(tx: Tx, there: WorldNoticeContext, game: GameRow, at: number): Promise<void> {
  const ids = addressees({ kind: 'challenge', challengedId: game.white_agent_id })
  const newsOf = ({ agentId, opponentHandle }: Side) => [
    chessNews('chess_challenge', game, agentId, chessChallenged({ gameId: game.id, opponentHandle, occurredAt: at })),
  ]
  await publishToPlayers(tx, there, { game, ids, newsOf }, at)
}

interface ConversationRefs {
  readonly encounterId: string
  readonly withHandles: readonly string[]
  readonly occurredAt: number
}

interface ConversationNotice {
  readonly encounter: EncounterRow
  readonly toIds: readonly string[]
  readonly kind: InboxKind
  readonly fromId: string | null
  readonly turnId?: string
  readonly occurredAt: number
  fact(refs: ConversationRefs): Fact
}

/** Notifies the addressed visitors about a conversation. The observed event lists the other participants. */
async function publishConversationNotice(
  tx: Tx,
  { world, switches }: WorldNoticeContext,
  { encounter, toIds, kind, fromId, turnId, occurredAt, fact }: ConversationNotice,
  at: number,
): Promise<void> {
  const { id: encounterId, destination_id: destinationId } = encounter
  if (toIds.length === 0 || world.kind === 'prime') return
  const visitors = await visitorsAmong(tx, world.id, toIds)
  if (visitors.size === 0) return
  const there = ((await readEncounter(tx, world.id, encounterId, at))?.participants ?? []).filter(takesPart)
  const others = there.map(({ agent_id }) => agent_id).sort()
  const handles = await handlesOf(tx, world.id, others)
  const ref = { encounterId, destinationId, ...(turnId === undefined ? {} : { turnId }) }
  for (const agentId of [...visitors].sort()) {
    const withHandles = others.filter((other) => other !== agentId).flatMap((other) => handles.get(other) ?? [])
    await publishFact(tx, { world, agentId, switches, at }, [
      { item: { kind, fromId, ref }, fact: fact({ encounterId, withHandles, occurredAt }) },
    ])
  }
}

export function publishInvitations(
  tx: Tx,
  there: WorldNoticeContext,
  { encounter, byId, invitedIds }: { encounter: EncounterRow; byId: string; invitedIds: readonly string[] },
  at: number,
): Promise<void> {
  const toIds = addressees({ kind: 'invitation', invitedIds })
  const about = { kind: 'invite', fromId: byId, occurredAt: at } as const
  return publishConversationNotice(tx, there, { ...about, encounter, toIds, fact: encounterInvited }, at)
}

interface TurnNotice {
  readonly encounter: EncounterRow
  readonly byId: string
  readonly turnId: string
  readonly witnessIds: readonly string[]
}

export function publishTurn(
  tx: Tx,
  there: WorldNoticeContext,
  { encounter, byId, turnId, witnessIds }: TurnNotice,
  at: number,
): Promise<void> {
  const fact = (refs: ConversationRefs) => encounterTurn({ ...refs, direction: 'incoming' })
  const toIds = addressees({ kind: 'turn', byId, witnessIds })
  const about = { kind: 'conversation_turn', fromId: byId, turnId, occurredAt: at } as const
  return publishConversationNotice(tx, there, { ...about, encounter, toIds, fact }, at)
}

/** Notifies all participants that a conversation ended. */
export async function publishConversationEnd(
  tx: Tx,
  there: WorldNoticeContext,
  { encounter, reason, occurredAt }: { encounter: EncounterRow; reason: string; occurredAt: number },
  at: number,
): Promise<void> {
  const participants = (await readEncounter(tx, there.world.id, encounter.id, at))?.participants ?? []
  const thereIds = participants.filter(takesPart).map(({ agent_id }) => agent_id)
  const fact = (refs: ConversationRefs) => encounterClosed({ ...refs, reason })
  const about = { kind: 'conversation_ended', fromId: null, occurredAt } as const
  await publishConversationNotice(
    tx,
    there,
    { ...about, encounter, toIds: addressees({ kind: 'ended', thereIds }), fact },
    at,
  )
}

/** Notifies the participants of conversations that reached their deadline. */
export async function publishClosedConversations(
  tx: Tx,
  context: NoticeContext,
  closed: readonly EncounterRow[],
  at: number,
): Promise<void> {
  for (const encounter of closed) {
    const there = inWorld(context, encounter.world_id)
    if (there !== null && there.world.kind !== 'prime')
      await publishConversationEnd(tx, there, { encounter, reason: 'deadline', occurredAt: encounter.deadline }, at)
  }
}

/** Notifies the remaining participants of conversations that closed because an agent left or declined. */
export async function publishAbandonedConversations(
  tx: Tx,
  there: WorldNoticeContext,
  closed: readonly EncounterRow[],
  at: number,
): Promise<void> {
  for (const encounter of closed)
    await publishConversationEnd(tx, there, { encounter, reason: 'ended', occurredAt: at }, at)
}
