// Sweeps that start and end imported walks and stays, and the departure of visitors.
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { type DueRow, putDue, takeDue } from '../../platform/jobs/due.ts'
import { type BodyRow, FOREVER, isUnderway, putBody, readBody, removeBody } from './bodies.ts'
import { type EncounterRow, leaveConversations, lockOwnConversations } from './encounters.ts'
import { forfeitGames, type GameRow } from './games/games.ts'
import { declineInvitations } from './gathering.ts'
import { bodyOnJourney, type JourneyRow } from './journeys.ts'

const nextOnes = prepare<{ at: number }, JourneyRow>((sql, param) =>
  sql
    .selectFrom('journeys')
    .selectAll()
    .where('next_at', 'is not', null)
    .where('next_at', '<=', param('at'))
    .orderBy('next_at')
    .orderBy('id')
    .limit(literal(500)),
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

/** Starts a walk that was imported for a later time, unless the body has a later walk or stay, or walks elsewhere. */
async function startImportedWalk(tx: Tx, journey: JourneyRow): Promise<boolean> {
  const body = await readBody(tx, journey.world_id, journey.agent_id)
  const since = body === undefined ? 0 : (body.depart_at ?? body.arrive_at)
  const isAway = body !== undefined && body.journey_id !== journey.id && isUnderway(body, journey.depart_at)
  if (since > journey.depart_at || isAway) return false
  await putBody(tx, bodyOnJourney(journey, await isResident(tx, journey), body?.home_id ?? null))
  return true
}

export interface Movement {
  /** Number of rows read; there may be more. */
  readonly looked: number
  /** Walks that ended. Each is reported once, on one node. */
  readonly arrived: readonly JourneyRow[]
}

/** Stores departures and arrivals that are due. Positions do not depend on it, except for imported walks. */
export async function sweepMovement(tx: Tx, at: number): Promise<Movement> {
  const due = await tx.all(nextOnes, { at })
  const arrived: JourneyRow[] = []
  for (const journey of due) {
    const leaves = journey.next_at === journey.depart_at
    // A walk imported with only one time departs and arrives at once.
    const arrives = journey.next_at === journey.arrive_at
    const next = arrives ? null : journey.arrive_at
    const key = { world: journey.world_id, id: journey.id, was: journey.next_at!, next }
    if ((await tx.run(setNext, key)) === 0) continue
    const walks = !leaves || (await startImportedWalk(tx, journey))
    if (walks && arrives) arrived.push(journey)
    // A walk that did not start has no arrival.
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

export type StayRow = Tables['stays']

/** Kind of the due row: an imported stay begins. */
export const STAY = 'stay'

/** A visitor stays until it walks on; a resident stays until the end of its stay. */
export const bodyOnStay = (stay: StayRow, resident: boolean, homeId: string | null): BodyRow => ({
  world_id: stay.world_id,
  agent_id: stay.agent_id,
  resident: resident ? 1 : 0,
  destination_id: stay.destination_id,
  journey_id: null,
  depart_at: null,
  arrive_at: stay.arrived_at,
  dwell_until: stay.stays_until,
  leaves_at: resident ? (stay.stays_until ?? FOREVER) : FOREVER,
  activity: stay.activity,
  purpose: stay.purpose,
  home_id: homeId,
})

/** A body's row contains one stay or walk. The sweep writes a future stay into it when the stay begins. */
export const scheduleStay = (tx: Tx, stay: StayRow): Promise<void> =>
  putDue(tx, { worldId: stay.world_id, kind: STAY, subjectId: stay.id }, stay.arrived_at)

const dueStays = prepare<{ at: number }, DueRow>((sql, param) =>
  sql
    .selectFrom('due')
    .selectAll()
    .where('kind', '=', literal(STAY))
    .where('at', '<=', param('at'))
    .orderBy('at')
    .orderBy('subject_id')
    .limit(literal(500)),
)
async function beginStay(tx: Tx, { world_id, subject_id, at }: DueRow): Promise<void> {
  const { sql } = tx
  const stay = await sql
    .selectFrom('stays')
    .selectAll()
    .where('world_id', '=', world_id)
    .where('id', '=', subject_id)
    .executeTakeFirst()
  if (stay === undefined || stay.arrived_at !== at) return
  const body = await readBody(tx, world_id, stay.agent_id)
  // A body with a later walk or stay keeps it.
  if (body !== undefined && (body.depart_at ?? body.arrive_at) > at) return
  const agent = await sql
    .selectFrom('agents')
    .select('kind')
    .where('world_id', '=', world_id)
    .where('id', '=', stay.agent_id)
    .executeTakeFirst()
  await putBody(tx, bodyOnStay(stay, agent?.kind === 'resident', body?.home_id ?? null))
}

/** Begins stays that are due. Deleting the due row ensures that one node begins each stay once. */
export async function sweepStays(tx: Tx, at: number): Promise<number> {
  const due = await tx.all(dueStays, { at })
  for (const row of due) if (await takeDue(tx, row)) await beginStay(tx, row)
  return due.length
}

const firstStay = prepare<Record<string, never>, { at: number }>((sql) =>
  sql.selectFrom('due').select('at').where('kind', '=', literal(STAY)).orderBy('at').limit(literal(1)),
)

export const nextStay = async (read: Read): Promise<number | null> => (await read.first(firstStay, {}))?.at ?? null

export interface EndedEngagements {
  /** Conversations that closed because the agent left. */
  readonly closed: readonly EncounterRow[]
  readonly forfeited: readonly GameRow[]
}

/**
 * Applies the rules of 3.1 to a visitor that is sent home. Invitations are declined and games are lost, as of the time
 * the visitor went missing. A walk continues until it arrives.
 */
export async function endEngagements(tx: Tx, worldId: string, agentId: string, at: number): Promise<EndedEngagements> {
  return {
    closed: await declineInvitations(tx, worldId, agentId, at),
    forfeited: await forfeitGames(tx, worldId, agentId, at),
  }
}

/** Removes a released visitor from the city and frees its home. */
export async function leaveCity(tx: Tx, worldId: string, agentId: string, at: number): Promise<EndedEngagements> {
  const endedEngagements = await endEngagements(tx, worldId, agentId, at)
  const closed = await leaveConversations(tx, await lockOwnConversations(tx, worldId, agentId, at), at)
  await removeBody(tx, worldId, agentId)
  return { ...endedEngagements, closed: [...endedEngagements.closed, ...closed] }
}
