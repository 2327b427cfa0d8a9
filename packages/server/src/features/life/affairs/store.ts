// Storage of affairs, and affairs that a seed defines.
import { HOUR_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { insertOf, upsertOf } from '../../../platform/db/statements.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { putDue } from '../../../platform/jobs/due.ts'

/** Kind of the due row: a chance for a new affair. */
export const OCCASION = 'occasion'

/** Kind of the due row: the next step of an affair. */
export const AFFAIR = 'affair'

/** Kind of the affairs whose stages are chess games. */
export const MATCH = 'match'

/** Kind of the due row: the announcement of a judged challenge. */
export const VERDICT = 'verdict'

export type AffairRow = Tables['affairs']

const COLUMNS = [
  'world_id',
  'id',
  'kind',
  'stage',
  'parties',
  'thing',
  'root_id',
  'status',
  'created_at',
  'updated_at',
  'facts',
] as const
const insert = insertOf('affairs', COLUMNS)
const upsert = upsertOf('affairs', COLUMNS)

const affairById = prepare<{ world: string; id: string }, AffairRow>((sql, param) =>
  sql.selectFrom('affairs').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
const affairsRunning = prepare<{ world: string }, AffairRow>((sql, param) =>
  sql
    .selectFrom('affairs')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('status', '=', literal('running'))
    .orderBy('id')
    .limit(literal(16)),
)

export const insertAffair = (tx: Tx, row: AffairRow): Promise<number> => tx.run(insert, row)
export const putAffair = (tx: Tx, row: AffairRow): Promise<number> => tx.run(upsert, row)

export const affairOf = (read: Read, worldId: string, id: string): Promise<AffairRow | undefined> =>
  read.first(affairById, { world: worldId, id })

export const runningAffairs = (read: Read, worldId: string): Promise<AffairRow[]> =>
  read.all(affairsRunning, { world: worldId })

/** A running affair of a seed: parties by role, current stage and facts. */
export interface Plot {
  readonly id: string
  readonly worldId: string
  readonly kind: string
  readonly stage: string
  readonly thing: string
  readonly parties: Readonly<Record<string, string>>
  readonly facts?: unknown
  /** Hours until the next step. */
  readonly hours: number
}

/** Starts the affairs of a seed at their current stage. */
export async function startPlots(tx: Tx, plots: readonly Plot[], at: number): Promise<void> {
  for (const { id, worldId, kind, stage, thing, parties, facts, hours } of plots) {
    await insertAffair(tx, {
      world_id: worldId,
      id,
      kind,
      stage,
      parties: JSON.stringify(parties),
      thing,
      root_id: '',
      status: 'running',
      created_at: at,
      updated_at: at,
      facts: facts === undefined ? '' : JSON.stringify(facts),
    })
    await putDue(tx, { worldId, kind: AFFAIR, subjectId: id }, Math.ceil(at / 60_000) * 60_000 + hours * HOUR_MS)
  }
}
