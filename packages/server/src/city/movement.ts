import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import { isUnderway, putBody, readBody } from './bodies.ts'
import { bodyOnJourney, type JourneyRow } from './journeys.ts'

const nextOnes = prepare<{ at: number }, JourneyRow>((sql, param) =>
  sql
    .selectFrom('journeys')
    .selectAll()
    .where('next_at', 'is not', null)
    .where('next_at', '<=', param('at'))
    .orderBy('next_at')
    .orderBy('id')
    .limit(lit(500)),
)
const setNext = prepare<{ world: string; id: string; was: number; next: number | null }, unknown>((sql, param) =>
  sql
    .updateTable('journeys')
    .set({ next_at: param('next') })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('next_at', '=', param('was')),
)

async function isResident(tx: Tx, { world_id, agent_id }: JourneyRow): Promise<boolean> {
  const agent = await tx.sql
    .selectFrom('agents')
    .select('kind')
    .where('world_id', '=', world_id)
    .where('id', '=', agent_id)
    .executeTakeFirst()
  return agent?.kind === 'resident'
}

/** Starts a walk that was imported for a later time, unless the body has begun something later or walks elsewhere. */
async function setOut(tx: Tx, journey: JourneyRow): Promise<boolean> {
  const body = await readBody(tx, journey.world_id, journey.agent_id)
  const since = body === undefined ? 0 : (body.depart_at ?? body.arrive_at)
  const isAway = body !== undefined && body.journey_id !== journey.id && isUnderway(body, journey.depart_at)
  if (since > journey.depart_at || isAway) return false
  await putBody(tx, bodyOnJourney(journey, await isResident(tx, journey), body?.home_id ?? null))
  return true
}

export interface Movement {
  /** How many rows were looked at; there may be more. */
  readonly looked: number
  /** Walks that ended, each noted once, on one node. */
  readonly arrived: readonly JourneyRow[]
}

/** Writes down departures and arrivals that are due; where a body is does not depend on it, except for imported walks. */
export async function sweepMovement(tx: Tx, at: number): Promise<Movement> {
  const due = await tx.all(nextOnes, { at })
  const arrived: JourneyRow[] = []
  for (const journey of due) {
    const leaves = journey.next_at === journey.depart_at
    // A walk that was imported with one time only departs and arrives at once.
    const arrives = journey.next_at === journey.arrive_at
    const next = arrives ? null : journey.arrive_at
    const key = { world: journey.world_id, id: journey.id, was: journey.next_at!, next }
    if ((await tx.run(setNext, key)) === 0) continue
    const walks = !leaves || (await setOut(tx, journey))
    if (walks && arrives) arrived.push(journey)
    // A walk that did not start has no arrival to tell of.
    if (!walks && next !== null) await tx.run(setNext, { ...key, was: next, next: null })
  }
  return { looked: due.length, arrived }
}

const firstMoment = prepare<Record<string, never>, { at: number | null }>((sql) =>
  sql
    .selectFrom('journeys')
    .select((eb) => eb.fn.min('next_at').as('at'))
    .where('next_at', 'is not', null),
)

export const nextMovement = async (read: Read): Promise<number | null> =>
  (await read.first(firstMoment, {}))?.at ?? null
