import { TimeQueue } from '../core/time-queue.ts'
import type { Tables } from '../db/tables.ts'

type DueRow = Tables['due']
type Key = Pick<DueRow, 'kind' | 'subject_id'>

const nameOf = ({ kind, subject_id }: Key): string => `${kind} ${subject_id}`

const inOrder = (a: DueRow, b: DueRow): number => {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1
  return a.subject_id < b.subject_id ? -1 : 1
}

/** What is due in a world up to a moment, held in memory while one transaction lives through it. */
export class Agenda {
  readonly until: number
  /** Whether rows of a kind are held; others are in the store alone. */
  readonly holds: (kind: string) => boolean
  /** By name, those that are due by then. */
  readonly #rows = new Map<string, DueRow>()
  /** The same by time, with some that do not hold any more. */
  readonly #queue = new TimeQueue<DueRow>()
  /** As the store has them, of those that were read. */
  readonly #stored = new Map<string, number>()
  /** What the store has to be told; a row without a time is to go. */
  readonly #changed = new Map<string, Key & { readonly at: number | null }>()

  constructor(until: number, holds: (kind: string) => boolean) {
    this.until = until
    this.holds = holds
  }

  /** A row that is in the store. */
  read(row: DueRow): void {
    this.#stored.set(nameOf(row), row.at)
    this.#hold(row)
  }

  put(row: DueRow): void {
    this.#changed.set(nameOf(row), row)
    this.#hold(row)
  }

  drop({ kind, subject_id }: Key): void {
    const name = nameOf({ kind, subject_id })
    this.#rows.delete(name)
    this.#changed.set(name, { kind, subject_id, at: null })
  }

  /** Whether there is such a row; undefined where only the store knows. */
  has(key: Key): boolean | undefined {
    const changed = this.#changed.get(nameOf(key))
    if (changed !== undefined) return changed.at !== null
    return this.#stored.has(nameOf(key)) ? true : undefined
  }

  /** All that is due first, if it is due by then, by kind and id. It stays until it is put off or dropped. */
  next(until: number): DueRow[] {
    if (until > this.until) throw new Error('an agenda was asked for what it does not hold')
    const rows: DueRow[] = []
    for (let row = this.#take(until); row !== undefined; row = this.#take(row.at)) rows.push(row)
    for (const row of rows) this.#queue.push(row)
    return rows.sort(inOrder)
  }

  *changes(): Iterable<Key & { readonly at: number | null }> {
    for (const [name, row] of this.#changed) if (row.at !== this.#stored.get(name)) yield row
  }

  #hold(row: DueRow): void {
    const name = nameOf(row)
    if (row.at > this.until) {
      this.#rows.delete(name)
      return
    }
    this.#rows.set(name, row)
    this.#queue.push(row)
  }

  #take(until: number): DueRow | undefined {
    for (;;) {
      const row = this.#queue.takeUpTo(until)
      if (row === undefined || this.#rows.get(nameOf(row)) === row) return row
    }
  }
}
