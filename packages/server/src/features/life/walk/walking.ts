// Walks of residents around closed lifts and places.
import { MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import { happeningOf } from '../../../stores/town/happenings.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { actContextOf, actorOf, type Mover, moverOf } from '../engine/mover.ts'
import { CITY_ISSUE } from '../engine/scene.ts'
import type { Instant } from '../engine/world-life.ts'
import { detourPost, postHappening } from '../gossip/news.ts'
import { hoursUp, toTick } from '../mind/habits.ts'
import { remember } from '../mind/people.ts'
import { lastPlanOn } from '../speak/plans.ts'
import { midSentence, type Obstacle, obstacleTo, SEPARATOR } from './obstacles.ts'

/** Kind of the due row: a post about a closed or longer way. */
export const IN_THE_WAY = 'in-the-way'

/** Arrival time of a walk that has just started; null otherwise. */
export function arrivalOf(done: ActionOutcome | null): number | null {
  const detail = done?.status === 'created' ? done.detail : undefined
  return detail !== undefined && 'arriveAt' in detail ? Date.parse(detail.arriveAt) : null
}

/** Share of residents with a closed or longer way who post about it. */
const POST_PROBABILITY = 0.2
const WAITS_MINUTES = 40

interface ObstacleRecord {
  readonly obstacle: Obstacle
  readonly placeId: string
  /** Text of the memory. */
  readonly text: string
  /** Time after which it may be posted: the arrival, or now if the resident stays. */
  readonly at: number
}

/** Records a detour or cancelled walk as a memory, and by chance schedules a post. */
async function recordObstacle(tx: Tx, mover: Mover, { obstacle, placeId, text, at }: ObstacleRecord): Promise<void> {
  const { instant, person, ambient, chance } = mover
  const { world } = instant.life
  const agentId = person.agent.id
  await remember(tx, { ambient, world, agentId, episode: { text, importance: 0.4 } }, instant.at)
  if (obstacle.row === undefined || chance('tells of the way')() >= POST_PROBABILITY) return
  const way = [agentId, obstacle.row.id, placeId, Math.round(obstacle.meters), obstacle.by]
  const wait = (3 + chance('waits with it')() * WAITS_MINUTES) * MINUTE_MS
  await putDue(tx, { worldId: world.id, kind: IN_THE_WAY, subjectId: way.join(SEPARATOR) }, toTick(at + wait))
}

/** Stays and remembers the reason if a place cannot be reached. `why` is a clause such as `for the fair`. */
export async function stayIfClosed(tx: Tx, mover: Mover, placeId: string, why: string): Promise<boolean> {
  const { map, at } = mover.instant
  const place = map?.destination(placeId)
  const obstacle = place === undefined ? null : await obstacleTo(tx, mover, place)
  if (obstacle?.is !== 'shut') return false
  const text = `Meant to go to ${midSentence(place!.label)} ${why}, and stayed: ${obstacle.clause}`
  await recordObstacle(tx, mover, { obstacle, placeId, text, at })
  return true
}

interface Walk {
  readonly destinationId: string
  readonly purpose?: string
}

/** Walks to a destination, around closed lifts. */
export async function startWalk(tx: Tx, mover: Mover, walk: Walk): Promise<ActionOutcome> {
  const { life, map, at } = mover.instant
  const place = map?.destination(walk.destinationId)
  const obstacle = place === undefined ? null : await obstacleTo(tx, mover, place)
  const { lifts: stillLifts } = map === null ? { lifts: undefined } : await life.town.closures(tx, map, at)
  const turn = { ...actContextOf(mover), ...(stillLifts === undefined ? {} : { stillLifts }) }
  const done = await ACTIONS.journey.perform(tx, actorOf(mover), walk, turn)
  const arrival = arrivalOf(done)
  if (arrival !== null && obstacle?.is === 'round') {
    const { clause, by } = obstacle
    const text = `Went the long way to ${midSentence(place!.label)}, by ${by}, because ${clause}`
    await recordObstacle(tx, mover, { obstacle, placeId: walk.destinationId, text, at: arrival })
  }
  return done
}

/** Handles a post about the way, unless the resident has posted about it or the happening is over. */
export async function postObstacle(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, map, at } = instant
  const [agentId = '', rowId = '', placeId = '', meters = '', by = ''] = due.subject_id.split(SEPARATOR)
  const place = map?.destination(placeId)
  const row = await happeningOf(tx, life.world.id, rowId)
  if (place === undefined || row?.stage !== 'begun') return 0
  const mover = await moverOf(tx, instant, { agentId, seedOf: () => `tells of the way ${due.subject_id}` })
  if (mover === null || hoursUp(mover.person.habits, at) === null) return 0
  const before = await lastPlanOn(tx, { worldId: life.world.id, agentId, issue: `${CITY_ISSUE}${rowId}` })
  if (before !== undefined) return 0
  const detour = detourPost(row, { is: Number(meters) > 0 ? 'round' : 'shut', meters: Number(meters), by, place })
  return (await postHappening(tx, mover, detour))?.status === 'created' ? 1 : 0
}
