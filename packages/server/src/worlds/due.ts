import { prepare, type Tx } from '../db/database.ts'
import { insertOf, upsertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'
import { Agenda } from './agenda.ts'

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

const dueBy = prepare<{ world: string; until: number }, DueRow>((sql, param) =>
  sql.selectFrom('due').selectAll().where('world_id', '=', param('world')).where('at', '<=', param('until')),
)

/** Agendas by transaction and world. */
const AGENDAS = new WeakMap<object, Map<string, Agenda>>()

export const agendaOf = (tx: Tx, worldId: string): Agenda | undefined => AGENDAS.get(tx.identity)?.get(worldId)

const holderOf = (tx: Tx, { worldId, kind }: Omit<Due, 'subjectId'>): Agenda | undefined => {
  const agenda = agendaOf(tx, worldId)
  return agenda?.holds(kind) ? agenda : undefined
}

/** Sets when something is due; a time that was set before gives way. */
export async function putDue(tx: Tx, due: Due, at: number): Promise<void> {
  const agenda = holderOf(tx, due)
  if (agenda === undefined) await tx.run(upsert, rowOf(due, at))
  else agenda.put(rowOf(due, at))
}

/** Like putDue, but a time that was set before stays. */
export async function noteDue(tx: Tx, due: Due, at: number): Promise<void> {
  const row = rowOf(due, at)
  const agenda = holderOf(tx, due)
  const known = agenda?.has(row)
  if (known === true) return
  if (known === false) agenda!.put(row)
  else if ((await tx.run(insert, row)) === 1) agenda?.read(row)
}

/** Moves all rows of a kind that are due later than `at` forward to it. */
export async function advanceDue(tx: Tx, which: Omit<Due, 'subjectId'>, at: number): Promise<void> {
  if (holderOf(tx, which) !== undefined) throw new Error('rows of an agenda are moved one by one')
  await tx.run(advance, { world: which.worldId, kind: which.kind, at })
}

export async function dropDue(tx: Tx, due: Due): Promise<void> {
  const agenda = holderOf(tx, due)
  if (agenda === undefined) await tx.run(remove, keyOf(due))
  else agenda.drop({ kind: due.kind, subject_id: due.subjectId })
}

interface Span {
  readonly worldId: string
  readonly until: number
  readonly holds: (kind: string) => boolean
}

/**
 * Does some work during which what is due in a world up to a moment is held in memory; what has changed of it is written at the
 * end. Of a game or a talk, which put off their row every other minute, the store sees the last.
 */
export async function withAgenda<T>(tx: Tx, { worldId, until, holds }: Span, work: () => Promise<T>): Promise<T> {
  const open = AGENDAS.get(tx.identity) ?? new Map<string, Agenda>()
  AGENDAS.set(tx.identity, open)
  const agenda = new Agenda(until, holds)
  for (const row of await tx.all(dueBy, { world: worldId, until })) if (holds(row.kind)) agenda.read(row)
  open.set(worldId, agenda)
  try {
    const done = await work()
    for (const { kind, subject_id, at } of agenda.changes()) {
      const due = { worldId, kind, subjectId: subject_id }
      await (at === null ? tx.run(remove, keyOf(due)) : tx.run(upsert, rowOf(due, at)))
    }
    return done
  } finally {
    open.delete(worldId)
  }
}

/** Removes a row that was read before. False when another node has taken it or it was put off: its work is not ours. */
export const takeDue = async (tx: Tx, { world_id, kind, subject_id, at }: DueRow): Promise<boolean> =>
  (await tx.run(removeAt, { world: world_id, kind, subject: subject_id, at })) === 1
