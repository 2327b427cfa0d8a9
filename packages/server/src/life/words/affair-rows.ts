import { lit, prepare, type Read, type Tx } from '../../db/database.ts'
import { insertOf, upsertOf } from '../../db/statements.ts'
import type { Tables } from '../../db/tables.ts'

/** Kind of the due row: an hour at which a new affair may begin. */
export const OCCASION = 'occasion'

/** Kind of the due row: the next step of an affair. */
export const AFFAIR = 'affair'

/** The kind of affair whose stages are games. */
export const MATCH = 'match'

/** Kind of the due row: a challenge that was judged is told to all. */
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

const one = prepare<{ world: string; id: string }, AffairRow>((sql, param) =>
  sql.selectFrom('affairs').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
const running = prepare<{ world: string }, AffairRow>((sql, param) =>
  sql
    .selectFrom('affairs')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('status', '=', lit('running'))
    .orderBy('id')
    .limit(lit(16)),
)

export const beginAffair = (tx: Tx, row: AffairRow): Promise<number> => tx.run(insert, row)
export const moveAffair = (tx: Tx, row: AffairRow): Promise<number> => tx.run(upsert, row)

export const affairOf = (read: Read, worldId: string, id: string): Promise<AffairRow | undefined> =>
  read.first(one, { world: worldId, id })

export const runningAffairs = (read: Read, worldId: string): Promise<AffairRow[]> =>
  read.all(running, { world: worldId })
