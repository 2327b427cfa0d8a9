import { prepare, type Tx } from '../db/database.ts'
import { insertOf, upsertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'

/** Work that comes due in a world: at most one row for each kind and subject. */
export type DueRow = Tables['due']

/** The key of a due row. */
export interface Due {
  readonly worldId: string
  readonly kind: string
  readonly subjectId: string
}

type Key = Record<'world' | 'kind' | 'subject', string>
const keyOf = ({ worldId, kind, subjectId }: Due): Key => ({ world: worldId, kind, subject: subjectId })

const rowOf = ({ worldId, kind, subjectId }: Due, at: number): DueRow => ({
  world_id: worldId,
  kind,
  subject_id: subjectId,
  at,
})

const COLUMNS = ['world_id', 'kind', 'subject_id', 'at'] as const
const upsert = upsertOf('due', COLUMNS)
const insert = insertOf('due', COLUMNS, { orNothing: true })
const advance = prepare<Record<'world' | 'kind', string> & { at: number }, unknown>((sql, param) =>
  sql
    .updateTable('due')
    .set({ at: param('at') })
    .where('world_id', '=', param('world'))
    .where('kind', '=', param('kind'))
    .where('at', '>', param('at')),
)
const remove = prepare<Key, unknown>((sql, param) =>
  sql
    .deleteFrom('due')
    .where('world_id', '=', param('world'))
    .where('kind', '=', param('kind'))
    .where('subject_id', '=', param('subject')),
)
const removeAt = prepare<Key & { at: number }, unknown>((sql, param) =>
  sql
    .deleteFrom('due')
    .where('world_id', '=', param('world'))
    .where('kind', '=', param('kind'))
    .where('subject_id', '=', param('subject'))
    .where('at', '=', param('at')),
)

/** Sets when something is due; a time that was set before gives way. */
export const putDue = (tx: Tx, due: Due, at: number): Promise<number> => tx.run(upsert, rowOf(due, at))

/** Like putDue, but a time that was set before stays. */
export const noteDue = (tx: Tx, due: Due, at: number): Promise<number> => tx.run(insert, rowOf(due, at))

/** Moves all rows of a kind that are due later than `at` forward to it. */
export const advanceDue = (tx: Tx, { worldId, kind }: Omit<Due, 'subjectId'>, at: number): Promise<number> =>
  tx.run(advance, { world: worldId, kind, at })

export const dropDue = (tx: Tx, due: Due): Promise<number> => tx.run(remove, keyOf(due))

/** Removes a row that was read before. False when another node has taken it or it was put off: its work is not ours. */
export const takeDue = async (tx: Tx, { world_id, kind, subject_id, at }: DueRow): Promise<boolean> =>
  (await tx.run(removeAt, { world: world_id, kind, subject: subject_id, at })) === 1
