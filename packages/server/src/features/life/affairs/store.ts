// Storage of affairs, and affairs that a seed defines.
import type { Role } from '@agent-network/voice/life'
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

export const partiesOf = ({ parties }: AffairRow): Readonly<Record<Role, string>> =>
  JSON.parse(parties) as Readonly<Record<Role, string>>

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

/** More than the lasting changes of 60 days. */
const LASTING_MAX = 16
const lastingSince = prepare<{ world: string; after: number }, AffairRow>((sql, param) =>
  sql
    .selectFrom('affairs')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('status', '=', literal('lasting'))
    .where('created_at', '>', param('after'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(LASTING_MAX)),
)

/** Ended affairs that changed a life for good and began after `after`, oldest first. */
export const lastingAffairs = (read: Read, worldId: string, after: number): Promise<AffairRow[]> =>
  read.all(lastingSince, { world: worldId, after })

const affairsSince = prepare<{ world: string; since: number }, { kind: string; thing: string }>((sql, param) =>
  sql
    .selectFrom('affairs')
    .select(['kind', 'thing'])
    .where('world_id', '=', param('world'))
    .where('updated_at', '>', param('since'))
    .limit(literal(256)),
)

/** Kinds and things of the affairs that ran since a time. */
export const recentAffairs = (read: Read, worldId: string, since: number): Promise<{ kind: string; thing: string }[]> =>
  read.all(affairsSince, { world: worldId, since })

const updatedSince = prepare<{ world: string; since: number }, AffairRow>((sql, param) =>
  sql
    .selectFrom('affairs')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('updated_at', '>', param('since'))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(literal(60)),
)

/** Affairs with a step since a time, latest first. */
export const affairsUpdatedSince = (read: Read, worldId: string, since: number): Promise<AffairRow[]> =>
  read.all(updatedSince, { world: worldId, since })

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
