// The action `journey`: a walk to a place in the city.
import { refund, spend } from '../../platform/access/budgets.ts'
import { numberSwitch } from '../../platform/control/switches.ts'
import { iso, utcDay } from '../../platform/core/time.ts'
import { leaveConversations, lockOwnConversations } from '../../stores/city/encounters.ts'
import { lockFirstWalk, planJourney, startJourney } from '../../stores/city/journeys.ts'
import { publishAbandonedConversations } from '../../stores/city/notices.ts'
import { type Action, skip } from './action.ts'
import { takeActionUnit } from './caps.ts'

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
