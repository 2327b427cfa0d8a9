import { type Parting, SUBJECTS } from '@agent-network/voice/life'
import { HOUR_MS } from '../../core/day.ts'
import type { Tx } from '../../db/database.ts'
import type { PlanRow } from '../words/plans.ts'
import { promisesOf } from '../words/promise-rows.ts'
import { calledOf, type Mover } from '../world/mover.ts'
import { isAtWork, workplaceOf } from '../world/work.ts'

/** What is further off is not yet on one's mind. */
const SOON_MS = 18 * HOUR_MS

/** Where somebody is expected next: where it has promised to be, else at work. */
async function nextOf(tx: Tx, { instant, person, location }: Mover): Promise<Parting['next']> {
  const { life, map, at } = instant
  if (map === null) return null
  const agentId = person.agent.id
  const promised = await promisesOf(tx, { worldId: life.world.id, agentId }, at, at + SOON_MS)
  const [first] = promised
    .filter(({ status, place_id }) => status === 'open' && map.destination(place_id) !== undefined)
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  if (first !== undefined) {
    const otherId = first.maker_id === agentId ? first.other_id : first.maker_id
    const whom = await calledOf(tx, instant, otherId)
    return { place: map.destination(first.place_id)!, at: first.at, whom, now: at }
  }
  const job = isAtWork(person, at) ? workplaceOf(person, { map, things: await life.town.things(tx) }) : null
  return job === null || job.id === location ? null : { place: job, now: at }
}

/** What somebody who leaves a table may speak of. */
export async function partingOf(tx: Tx, mover: Mover, meant: readonly PlanRow[]): Promise<Parting> {
  const argued = meant.findLast(({ issue }) => SUBJECTS[issue] !== undefined)
  const given = meant.findLast(
    ({ agent_id, reason, issue }) =>
      agent_id !== mover.person.agent.id && reason !== '' && argued !== undefined && issue === argued.issue,
  )
  return {
    subject: argued === undefined ? null : SUBJECTS[argued.issue]!,
    isSettled: argued?.move === 'settle',
    reason:
      given === undefined ? null : { clause: given.reason, by: await calledOf(tx, mover.instant, given.agent_id) },
    next: await nextOf(tx, mover),
  }
}
