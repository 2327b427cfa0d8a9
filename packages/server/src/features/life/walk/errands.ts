// Errands: walks of residents to a happening.
import { MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import { isUnderway } from '../../../stores/city/bodies.ts'
import { isTalking } from '../../../stores/city/encounters.ts'
import { gamesAtPlace, isPlayer } from '../../../stores/city/games/games.ts'
import { walk } from '../decide/perform.ts'
import { actBecause, type Mover, moverOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { hoursUp } from '../mind/habits.ts'
import { remember } from '../mind/people.ts'
import { ERRAND, SEPARATOR } from './obstacles.ts'
import { stayIfClosed } from './walking.ts'

async function isFree(tx: Tx, { instant, person, body, location }: Mover): Promise<boolean> {
  const { life, at } = instant
  const { id } = person.agent
  if (hoursUp(person.habits, at) === null || (body !== undefined && isUnderway(body, at))) return false
  if (await isTalking(tx, life.world.id, id, at)) return false
  return location === null || !(await gamesAtPlace(tx, life.world.id, location, at)).some((game) => isPlayer(game, id))
}

const LATER_MINUTES = 25

/** Sets out on an errand unless the way is closed. A busy resident tries once more. */
export async function runErrand(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, map, at } = instant
  const [agentId = '', placeId = '', why = '', again] = due.subject_id.split(SEPARATOR)
  const place = map?.destination(placeId)
  if (map === null || place === undefined) return 0
  const mover = await moverOf(tx, instant, { agentId, seedOf: () => `errand ${agentId} ${placeId} ${why} ${at}` })
  if (mover === null || mover.location === placeId) return 0
  if (!(await isFree(tx, mover))) {
    if (again !== undefined) return 0
    const subjectId = [due.subject_id, 'again'].join(SEPARATOR)
    await putDue(tx, { worldId: life.world.id, kind: ERRAND, subjectId }, at + LATER_MINUTES * MINUTE_MS)
    return 0
  }
  if (await stayIfClosed(tx, mover, placeId, `for ${why}`)) return 0
  const occasion = (await life.town.happenings(tx, at)).find((row) => row.name === why && row.place_id === placeId)
  if (occasion !== undefined) actBecause(mover, { kind: 'happening', id: occasion.id })
  const done = await walk(tx, mover, { kind: 'journey', destinationId: placeId, purpose: null })
  if (done.status !== 'created') return 0
  const episode = { text: `Went to ${place.label.replace(/^The /u, 'the ')} for ${why}`, importance: 0.35 }
  await remember(tx, { ambient: mover.ambient, world: life.world, agentId, episode }, at)
  return 1
}
