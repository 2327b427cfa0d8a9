// Due rows: scheduled work of a world, in the store or in memory during one transaction.
import { TimeQueue } from '../core/time.ts'
import { prepare, type Tx } from '../db/database.ts'
import { insertOf, upsertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables/tables.ts'

type AgendaDueRow = Tables['due']
type AgendaKey = Pick<AgendaDueRow, 'kind' | 'subject_id'>

const nameOf = ({ kind, subject_id }: AgendaKey): string => `${kind} ${subject_id}`

const inOrder = (a: AgendaDueRow, b: AgendaDueRow): number => {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1
  return a.subject_id < b.subject_id ? -1 : 1
}

/** The due rows of a world up to a moment, kept in memory during one transaction. */
export class Agenda {
  readonly until: number
  /** Whether rows of a kind are in memory; others are only in the store. */
  readonly holds: (kind: string) => boolean
  /** Rows that are due, by name. */
  readonly #rows = new Map<string, AgendaDueRow>()
  /** The same by time; may contain outdated entries. */
  readonly #queue = new TimeQueue<AgendaDueRow>()
  /** The stored times of the rows that were read. */
  readonly #stored = new Map<string, number>()
  /** Changes to be written to the store; a row without a time is deleted. */
  readonly #changed = new Map<string, AgendaKey & { readonly at: number | null }>()

  constructor(until: number, holds: (kind: string) => boolean) {
    this.until = until
    this.holds = holds
  }

  /** Adds a row from the store. */
  read(row: AgendaDueRow): void {
    this.#stored.set(nameOf(row), row.at)
    this.#hold(row)
  }

  put(row: AgendaDueRow): void {
    this.#changed.set(nameOf(row), row)
    this.#hold(row)
  }

  drop({ kind, subject_id }: AgendaKey): void {
    const name = nameOf({ kind, subject_id })
    this.#rows.delete(name)
    this.#changed.set(name, { kind, subject_id, at: null })
  }

  /** Whether the row exists; undefined if only the store knows. */
  has(key: AgendaKey): boolean | undefined {
    const changed = this.#changed.get(nameOf(key))
    if (changed !== undefined) return changed.at !== null
    return this.#stored.has(nameOf(key)) ? true : undefined
  }

  /** The rows with the earliest time up to `until`, by kind and id. They stay until they are moved or deleted. */
  next(until: number): AgendaDueRow[] {
    if (until > this.until) throw new Error('an agenda was asked for what it does not hold')
    const rows: AgendaDueRow[] = []
    for (let row = this.#take(until); row !== undefined; row = this.#take(row.at)) rows.push(row)
    for (const row of rows) this.#queue.push(row)
    return rows.sort(inOrder)
  }

  *changes(): Iterable<AgendaKey & { readonly at: number | null }> {
    for (const [name, row] of this.#changed) if (row.at !== this.#stored.get(name)) yield row
  }

  #hold(row: AgendaDueRow): void {
    const name = nameOf(row)
    if (row.at > this.until) {
      this.#rows.delete(name)
      return
    }
    this.#rows.set(name, row)
    this.#queue.push(row)
  }

  #take(until: number): AgendaDueRow | undefined {
    for (;;) {
      const row = this.#queue.takeUpTo(until)
      if (row === undefined || this.#rows.get(nameOf(row)) === row) return row
    }
  }
}

/** Scheduled work of a world: at most one row for each kind and subject. */
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

/** Sets the due time of a row, replacing an earlier setting. */
export async function putDue(tx: Tx, due: Due, at: number): Promise<void> {
  const agenda = holderOf(tx, due)
  if (agenda === undefined) await tx.run(upsert, rowOf(due, at))
  else agenda.put(rowOf(due, at))
}

/** Like putDue, but keeps an existing time. */
export async function putDueIfAbsent(tx: Tx, due: Due, at: number): Promise<void> {
  const row = rowOf(due, at)
  const agenda = holderOf(tx, due)
  const isListed = agenda?.has(row)
  if (isListed === true) return
  if (isListed === false) agenda!.put(row)
  else if ((await tx.run(insert, row)) === 1) agenda?.read(row)
}

/** Moves all rows of a kind that are due after `at` forward to it. */
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
 * Keeps the due rows of a world up to a moment in memory while `work` runs, and writes the changes at the end. Games
 * and conversations move their row every other minute; only the last time is stored.
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

/**
 * Deletes a row that was read before. Returns false if another node has taken it or it was moved: then its work must
 * not run.
 */
export const takeDue = async (tx: Tx, { world_id, kind, subject_id, at }: DueRow): Promise<boolean> =>
  (await tx.run(removeAt, { world: world_id, kind, subject: subject_id, at })) === 1

/** Kind of the due row that reloads a running world after a change by an import or an operator. */
export const WORLD_CHANGED = 'stirred'

const worldChangedDue = (worldId: string): Due => ({ worldId, kind: WORLD_CHANGED, subjectId: worldId })

/** Schedules the reload of a world after residents were added, removed or changed. */
export async function scheduleWorldReload(tx: Tx, worldId: string, at: number): Promise<void> {
  await putDueIfAbsent(tx, worldChangedDue(worldId), at)
}

/** Like stir, but moves a later row forward to `at`, where a simulated history starts. */
export async function scheduleWorldReloadBy(tx: Tx, worldId: string, at: number): Promise<void> {
  await scheduleWorldReload(tx, worldId, at)
  await advanceDue(tx, worldChangedDue(worldId), at)
}
