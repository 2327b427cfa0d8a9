// Chooses posts about happenings and things of the city.
import { isTellable } from '@agent-network/voice/life'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Happening, TALKED_OF_MS } from '../../../stores/town/happenings.ts'
import type { Performed } from '../../actions/action.ts'
import { pick } from '../decide/decide.ts'
import type { Mover } from '../engine/mover.ts'
import { OF_CITY, OF_THING } from '../engine/scene.ts'
import { lastWordOn } from '../speak/plans.ts'
import { obstacleTo } from '../walk/obstacles.ts'
import { isAtWork, workplaceOf } from '../walk/workplaces.ts'
import { detoured, type HappeningTold, tellHappening, tellThing } from './news.ts'

/** Happenings that everybody notices. */
const PLAIN: ReadonlySet<string> = new Set(['storm', 'blackout', 'flood', 'market', 'feast'])
/** Weight of a happening as a subject, by kind. */
const TALKED_OF: Readonly<Record<string, number>> = {
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
const OF_THE_DAY = 0.38
const OF_A_THING = 0.09
/** Time after its end during which a happening is a subject, by kind. */
const FRESH_MS: Readonly<Record<string, number>> = {
  market: 9 * HOUR_MS,
  blackout: 16 * HOUR_MS,
  lift: 20 * HOUR_MS,
}
const THING_RESTS_MS = 4 * DAY_MS

/** The detour or closed way to work that a happening causes for this resident; null if there is none. */
async function onWayToWork(tx: Tx, mover: Mover, row: Happening): Promise<HappeningTold | null> {
  const { instant, person, location } = mover
  const { life, map, at } = instant
  if (row.stage !== 'begun' || (row.kind !== 'lift' && row.kind !== 'flood')) return null
  if (map === null || !isAtWork(person, at)) return null
  const job = workplaceOf(person, { map, things: await life.town.things(tx) })
  const obstacle = job === null || job.id === location ? null : await obstacleTo(tx, mover, job)
  if (obstacle === null || obstacle.row?.id !== row.id) return null
  return detoured(row, { ...obstacle, place: job! })
}

async function onHappening(tx: Tx, mover: Mover): Promise<Performed | null> {
  const { life, at } = mover.instant
  const known = (await life.town.happenings(tx, at)).filter(
    ({ kind, stage, root_id, place_id, ends_at }) =>
      stage !== 'planned' &&
      at - ends_at < (FRESH_MS[kind] ?? TALKED_OF_MS) &&
      isTellable(kind, stage, 'own') &&
      (root_id !== '' || PLAIN.has(kind) || (place_id !== '' && place_id === mover.location)),
  )
  if (known.length === 0) return null
  const row = pick(
    known,
    ({ kind, place_id }) => (TALKED_OF[kind] ?? 0.5) * (place_id === mover.location ? 3 : 1),
    mover.chance('news'),
  )
  const issue = `${OF_CITY}${row.id}`
  const before = await lastWordOn(tx, { worldId: life.world.id, agentId: mover.person.agent.id, issue })
  // Minor happenings are posted by a few residents only.
  const worth = (TALKED_OF[row.kind] ?? 0.5) * (row.stage === 'begun' ? 0.9 : 0.45)
  if (before !== undefined || mover.chance('worth telling')() >= worth) return null
  return tellHappening(tx, mover, (await onWayToWork(tx, mover, row)) ?? { row, stage: row.stage, role: 'own' })
}

async function onThing(tx: Tx, mover: Mover): Promise<Performed | null> {
  const { instant, person, location } = mover
  const { life, at } = instant
  const near = (await life.town.things(tx)).filter(
    ({ keeperId, placeId }) => keeperId === person.agent.id || (placeId !== '' && placeId === location),
  )
  if (near.length === 0) return null
  const thing = pick(near, () => 1, mover.chance('thing'))
  const before = await lastWordOn(tx, {
    worldId: life.world.id,
    agentId: person.agent.id,
    issue: `${OF_THING}${thing.id}`,
  })
  if (before !== undefined && before.created_at > at - THING_RESTS_MS) return null
  return tellThing(tx, mover, thing)
}

/** By chance posts about the city; null for a post about something else. */
export async function speakOfTown(tx: Tx, mover: Mover): Promise<Performed | null> {
  const roll = mover.chance('of the day')()
  if (roll < OF_THE_DAY) return onHappening(tx, mover)
  return roll < OF_THE_DAY + OF_A_THING ? onThing(tx, mover) : null
}
