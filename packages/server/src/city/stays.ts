import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { type DueRow, putDue, takeDue } from '../worlds/due.ts'
import { type BodyRow, FOREVER, putBody, readBody } from './bodies.ts'

export type StayRow = Tables['stays']

/** Kind of the due row: a stay that was imported ahead of its time begins. */
export const STAY = 'stay'

/** A visitor stays where it is until it walks on; a resident for as long as it says. */
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

/** A body's row holds one stay or walk; a stay of the future is put there by the sweep when it begins. */
export const expectStay = (tx: Tx, stay: StayRow): Promise<void> =>
  putDue(tx, { worldId: stay.world_id, kind: STAY, subjectId: stay.id }, stay.arrived_at)

const dueStays = prepare<{ at: number }, DueRow>((sql, param) =>
  sql
    .selectFrom('due')
    .selectAll()
    .where('kind', '=', lit(STAY))
    .where('at', '<=', param('at'))
    .orderBy('at')
    .orderBy('subject_id')
    .limit(lit(500)),
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
  // A body that has begun something later keeps that.
  if (body !== undefined && (body.depart_at ?? body.arrive_at) > at) return
  const agent = await sql
    .selectFrom('agents')
    .select('kind')
    .where('world_id', '=', world_id)
    .where('id', '=', stay.agent_id)
    .executeTakeFirst()
  await putBody(tx, bodyOnStay(stay, agent?.kind === 'resident', body?.home_id ?? null))
}

/** Begins stays that are due. Taking the due row makes sure that one node begins each, once. */
export async function sweepStays(tx: Tx, at: number): Promise<number> {
  const due = await tx.all(dueStays, { at })
  for (const row of due) if (await takeDue(tx, row)) await beginStay(tx, row)
  return due.length
}

const firstStay = prepare<Record<string, never>, { at: number }>((sql) =>
  sql.selectFrom('due').select('at').where('kind', '=', lit(STAY)).orderBy('at').limit(lit(1)),
)

export const nextStay = async (read: Read): Promise<number | null> => (await read.first(firstStay, {}))?.at ?? null
