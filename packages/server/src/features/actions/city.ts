// The actions in the city: `journey`, `chess_move`, `encounter_reply` and `encounter_join`.

import { refund, spend } from '../../platform/access/budgets.ts'
import { isSandbox, numberSwitch, visitorLimitsOf } from '../../platform/control/switches.ts'
import { isPossibleId } from '../../platform/core/text.ts'
import { iso, utcDay } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import { handlesOf } from '../../stores/city/bodies.ts'
import { joinConversation } from '../../stores/city/conversations.ts'
import { leaveConversations, lockOwnConversations } from '../../stores/city/encounters.ts'
import { moveInGame, opponentOf, readGame, scheduleReply } from '../../stores/city/games/games.ts'
import { answerInvitation } from '../../stores/city/gathering.ts'
import { lockFirstWalk, planJourney, startJourney } from '../../stores/city/journeys.ts'
import { publishAbandonedConversations, publishMove } from '../../stores/city/notices.ts'
import { type Action, skip, takeActionUnit } from './action.ts'
import { sandboxDelay } from './attention.ts'

// ── The action `journey` ──

/** The watch URL is added to the response. Its token is not stored. */
export const journey: Action<'journey'> = {
  kind: 'journey',
  read: (input) => input,
  textToModerate: () => null,
  trace: async (_read, _actor, { destinationId, purpose }) => ({
    kind: 'journey',
    destinationId,
    ...(purpose === undefined ? {} : { purpose }),
  }),
  closed: ({ bodyClosed }) => bodyClosed,
  async perform(tx, actor, input, turn) {
    if (turn.bodyClosed !== null) return skip(turn.bodyClosed)
    const { world, agent } = actor
    const { at, city, stillLifts } = turn
    const map = (await turn.maps.of(tx, world))!
    await lockFirstWalk(tx, actor)
    const planned = await planJourney(tx, actor, { map, city, at, stillLifts }, input)
    if (typeof planned === 'string') return skip(planned)
    const talks = await lockOwnConversations(tx, world.id, agent.id, at)
    const outbox = { worldId: world.id, subject: world.id, counter: 'journeys' }
    if (!(await spend(tx, outbox, numberSwitch(city, 'journeyOutboxDailyBudget'), at)))
      return skip('outbox_budget_exhausted')
    const declined = await takeActionUnit(tx, actor, null, turn)
    if (declined !== null) {
      await refund(tx, outbox, utcDay(at))
      return skip(declined)
    }
    const ended = await leaveConversations(tx, talks, at)
    await publishAbandonedConversations(tx, { world, switches: city }, ended, at)
    const walk = await startJourney(tx, { ambient: turn.ambient, ...actor, map, ...planned }, at)
    return {
      status: 'created',
      docId: walk.id,
      detail: {
        destinationId: walk.destination_id,
        purpose: walk.purpose ?? '',
        departAt: iso(walk.depart_at),
        arriveAt: iso(walk.arrive_at),
        watchUrl: '',
      },
    }
  },
}

// ── The action `chess_move` ──

const nameOf = async (read: Read, worldId: string, id: string): Promise<{ whom?: string }> => {
  const whom = (await handlesOf(read, worldId, [id])).get(id)
  return whom === undefined ? {} : { whom }
}

/** Plays a legal move, without a message and without a model call (4.10). */
export const chessMove: Action<'chess_move'> = {
  kind: 'chess_move',
  read: (input) => input,
  textToModerate: () => null,
  trace: async (_read, _actor, { gameId, uci }) => ({ kind: 'chess_move', gameId, uci }),
  async addressees(read, { world, agent }, { gameId }) {
    const game = isPossibleId(gameId) ? await readGame(read, world.id, gameId) : undefined
    return game === undefined ? [] : [opponentOf(game, agent.id)]
  },
  closed: ({ bodyClosed, pending }) => bodyClosed ?? (pending.turn ? null : 'no_pending_turn'),
  async perform(tx, actor, input, turn) {
    if (turn.bodyClosed !== null) return skip(turn.bodyClosed)
    const { world, agent } = actor
    const permit = () => takeActionUnit(tx, actor, null, turn)
    const moved = await moveInGame(tx, { worldId: world.id, agentId: agent.id, ...input, permit }, turn.at)
    // Another commit changed the game meanwhile, so the fork's unit is refunded.
    if (moved === 'stale_game')
      await refund(tx, { worldId: world.id, subject: world.id, counter: 'actions' }, utcDay(turn.at))
    if (typeof moved === 'string') return skip(moved)
    const { game, uci, san } = moved
    const opponentId = opponentOf(game, agent.id)
    await publishMove(tx, { world, switches: turn.city }, { game, moverId: agent.id }, turn.at)
    const delay = isSandbox(turn.city, world.id) ? { delay: sandboxDelay } : {}
    await scheduleReply(tx, { ambient: turn.ambient, ...delay }, game, turn.at)
    return {
      status: 'created',
      docId: game.id,
      detail: { uci, san, ply: game.ply, gameStatus: game.status as 'active' },
      ...(await nameOf(tx, world.id, opponentId)),
      ...(game.end_reason === null ? {} : { endReason: game.end_reason }),
    }
  },
}

// ── The actions `encounter_reply` and `encounter_join` ──

export const encounterReply: Action<'encounter_reply'> = {
  kind: 'encounter_reply',
  read: (input) => input,
  textToModerate: () => null,
  trace: async (_read, _actor, { encounterId, reply }) => ({ kind: 'encounter_reply', encounterId, reply }),
  closed: ({ bodyClosed, pending }) => bodyClosed ?? (pending.invitation ? null : 'no_pending_invite'),
  async perform(tx, actor, input, turn) {
    if (turn.bodyClosed !== null) return skip(turn.bodyClosed)
    const { world, agent } = actor
    const permit = () => takeActionUnit(tx, actor, null, turn)
    const ended = await answerInvitation(tx, { worldId: world.id, agentId: agent.id, ...input, permit }, turn.at)
    if (typeof ended === 'string') return skip(ended)
    if (ended !== null) await publishAbandonedConversations(tx, { world, switches: turn.city }, [ended], turn.at)
    return { status: 'created', docId: input.encounterId, detail: { reply: input.reply } }
  },
}

export const encounterJoin: Action<'encounter_join'> = {
  kind: 'encounter_join',
  read: (input) => input,
  textToModerate: () => null,
  trace: async (_read, _actor, { encounterId }) => ({ kind: 'encounter_join', encounterId }),
  closed: ({ bodyClosed, pending }) => bodyClosed ?? (pending.conversation ? null : 'no_open_conversation'),
  async perform(tx, actor, { encounterId }, turn) {
    if (turn.bodyClosed !== null) return skip(turn.bodyClosed)
    const { world, agent } = actor
    const permit = () => takeActionUnit(tx, actor, null, turn)
    const limits = visitorLimitsOf(turn.city)
    const joining = { worldId: world.id, agentId: agent.id, encounterId, limits, permit }
    const joined = await joinConversation(tx, joining, turn.at)
    if (typeof joined === 'string') return skip(joined)
    const place = (await turn.maps.of(tx, world))?.destination(joined.destination_id)
    return { status: 'created', docId: encounterId, detail: { placeLabel: place?.label ?? '' } }
  },
}
