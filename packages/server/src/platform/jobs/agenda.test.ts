// Tests of the in-memory agenda of due rows.
import { describe, expect, it } from 'vitest'
import { systemAmbient } from '../core/ambient.ts'
import type { Tables } from '../db/tables/tables.ts'
import { Agenda } from './due.ts'

type Row = Tables['due']
const UNTIL = 100
const KINDS = ['talk', 'turn']
const SUBJECTS = ['a', 'b', 'c', 'd']

const nameOf = ({ kind, subject_id }: Pick<Row, 'kind' | 'subject_id'>) => `${kind} ${subject_id}`
const rowOf = (kind: string, subject_id: string, at: number): Row => ({ world_id: 'w', kind, subject_id, at })

/** The expected result of a store: the earliest due rows, by kind and id. */
function firstOf(rows: Iterable<Row>, until: number): Row[] {
  const due = [...rows].filter(({ at }) => at <= until)
  const first = Math.min(...due.map(({ at }) => at))
  return due.filter(({ at }) => at === first).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

describe('an agenda', () => {
  it('returns the same rows as a store, and writes the final state', () => {
    const random = systemAmbient().random('agenda')
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
    for (let round = 0; round < 12; round++) {
      const agenda = new Agenda(UNTIL, () => true)
      const store = new Map<string, Row>()
      for (const kind of KINDS)
        for (const subject of SUBJECTS)
          if (random() < 0.5) store.set(`${kind} ${subject}`, rowOf(kind, subject, Math.floor(random() * 160)))
      for (const row of store.values()) if (row.at <= UNTIL) agenda.read(row)
      const wanted = new Map(store)
      for (let step = 0; step < 60; step++) {
        const row = rowOf(pick(KINDS), pick(SUBJECTS), Math.floor(random() * 160))
        const isListed = agenda.has(row)
        if (isListed !== undefined) expect(isListed).toBe(wanted.has(nameOf(row)))
        if (random() < 0.6) {
          agenda.put(row)
          wanted.set(nameOf(row), row)
        } else {
          agenda.drop(row)
          wanted.delete(nameOf(row))
        }
        const until = Math.floor(random() * UNTIL)
        expect(agenda.next(until)).toEqual(firstOf(wanted.values(), until))
      }
      for (const { kind, subject_id, at } of agenda.changes())
        if (at === null) store.delete(`${kind} ${subject_id}`)
        else store.set(`${kind} ${subject_id}`, rowOf(kind, subject_id, at))
      expect(new Map([...store].sort())).toEqual(new Map([...wanted].sort()))
    }
  })

  it('writes no unchanged rows', () => {
    const agenda = new Agenda(UNTIL, () => true)
    agenda.read(rowOf('turn', 'a', 5))
    agenda.put(rowOf('turn', 'a', 9))
    agenda.put(rowOf('turn', 'a', 5))
    expect([...agenda.changes()]).toEqual([])
    expect(() => agenda.next(UNTIL + 1)).toThrow()
  })
})
