// Chooses posts about happenings and things of the city.
import { isTellable } from '@agent-network/voice/life'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Happening, TALKED_OF_MS } from '../../../stores/town/happenings.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { pick } from '../decide/decide.ts'
import { actBecause, type Mover } from '../engine/mover.ts'
import { CITY_ISSUE, THING_ISSUE } from '../engine/scene.ts'
import { lastPlanOn } from '../speak/plans.ts'
import { obstacleTo } from '../walk/obstacles.ts'
import { isWorkingTime, workplaceOf } from '../walk/workplaces.ts'
import { detourPost, type HappeningPost, postHappening, postThing } from './news.ts'

/** Happenings that everybody notices. */
const OBVIOUS_KINDS: ReadonlySet<string> = new Set(['storm', 'blackout', 'flood', 'market', 'feast'])
/** Weight of a happening as a subject, by kind. */
const SUBJECT_WEIGHTS: Readonly<Record<string, number>> = {
  storm: 3,
  flood: 3,
  blackout: 2,
  funeral: 1.6,
  feast: 1.6,
  fair: 1.6,
  guest: 1.2,
  lift: 1.2,
  market: 0.7,
}

/** Share of posts about happenings, and about things nearby. */
const HAPPENING_SHARE = 0.08
const THING_SHARE = 0.06
/** Time after its end during which a happening is a subject, by kind. */
const FRESH_MS: Readonly<Record<string, number>> = {
  market: 9 * HOUR_MS,
  blackout: 16 * HOUR_MS,
  lift: 20 * HOUR_MS,
}
const THING_PAUSE_MS = 4 * DAY_MS

/** The detour or closed way to work that a happening causes for this resident; null if there is none. */
async function detourToWork(tx: Tx, mover: Mover, row: Happening): Promise<HappeningPost | null> {
  const { instant, person, location } = mover
  const { life, map, at } = instant
  if (row.stage !== 'begun' || (row.kind !== 'lift' && row.kind !== 'flood')) return null
  if (map === null || !isWorkingTime(person, at)) return null
  const job = workplaceOf(person, { map, things: await life.town.things(tx) })
  const obstacle = job === null || job.id === location ? null : await obstacleTo(tx, mover, job)
  if (obstacle === null || obstacle.row?.id !== row.id) return null
  return detourPost(row, { ...obstacle, place: job! })
}

async function postOnHappening(tx: Tx, mover: Mover): Promise<ActionOutcome | null> {
  const { life, at } = mover.instant
  const candidates = (await life.town.happenings(tx, at)).filter(
    ({ kind, stage, root_id, place_id, ends_at }) =>
      stage !== 'planned' &&
      at - ends_at < (FRESH_MS[kind] ?? TALKED_OF_MS) &&
      isTellable(kind, stage, 'own') &&
      (root_id !== '' || OBVIOUS_KINDS.has(kind) || (place_id !== '' && place_id === mover.location)),
  )
  if (candidates.length === 0) return null
  const row = pick(
    candidates,
    ({ kind, place_id }) => (SUBJECT_WEIGHTS[kind] ?? 0.5) * (place_id === mover.location ? 3 : 1),
    mover.chance('news'),
  )
  const issue = `${CITY_ISSUE}${row.id}`
  const before = await lastPlanOn(tx, { worldId: life.world.id, agentId: mover.person.agent.id, issue })
  // Minor happenings are posted by a few residents only.
  const worth = (SUBJECT_WEIGHTS[row.kind] ?? 0.5) * (row.stage === 'begun' ? 0.9 : 0.45)
  if (before !== undefined || mover.chance('worth telling')() >= worth) return null
  actBecause(mover, { kind: 'happening', id: row.id })
  return postHappening(tx, mover, (await detourToWork(tx, mover, row)) ?? { row, stage: row.stage, role: 'own' })
}

async function postOnThing(tx: Tx, mover: Mover): Promise<ActionOutcome | null> {
  const { instant, person, location } = mover
  const { life, at } = instant
  const near = (await life.town.things(tx)).filter(
    ({ keeperId, placeId }) => keeperId === person.agent.id || (placeId !== '' && placeId === location),
  )
  if (near.length === 0) return null
  const thing = pick(near, () => 1, mover.chance('thing'))
  const before = await lastPlanOn(tx, {
    worldId: life.world.id,
    agentId: person.agent.id,
    issue: `${THING_ISSUE}${thing.id}`,
  })
  if (before !== undefined && before.created_at > at - THING_PAUSE_MS) return null
  actBecause(mover, { kind: 'thing', id: thing.id })
  return postThing(tx, mover, thing)
}

/** By chance posts about the city; null for a post about something else. */
export async function postAboutTown(tx: Tx, mover: Mover): Promise<ActionOutcome | null> {
  const roll = mover.chance('of the day')()
  if (roll < HAPPENING_SHARE) return postOnHappening(tx, mover)
  return roll < HAPPENING_SHARE + THING_SHARE ? postOnThing(tx, mover) : null
}
