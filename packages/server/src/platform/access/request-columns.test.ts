import { describe, expect, it } from 'vitest'
import { makeRequestColumns } from './request-columns.ts'
import { packLines, type RequestNote, unpackNotes } from './request-lines.ts'

type Waiting = ReturnType<ReturnType<typeof makeRequestColumns>['take']>

const AT = Date.UTC(2026, 3, 1)
const note = (n: number, changed: Partial<RequestNote> = {}): RequestNote => ({
  at: AT + n,
  requestId: `req_01jr8c0000abcdefghijk${String(n).padStart(5, '0')}`,
  route: n % 3 === 0 ? 'getPost' : 'listPosts',
  status: 200,
  code: null,
  refusedAt: null,
  remaining: n,
  remainingToday: null,
  ...changed,
})

const notesOf = ({ linesOf }: Waiting, key: string) => unpackNotes(packLines(linesOf(key, 10_000)))

describe('requests that wait to be logged', () => {
  it('come back key by key as they were, whatever is in them', () => {
    const odd: Partial<RequestNote>[] = [
      {},
      { at: AT + 0.5, remaining: null },
      { requestId: null },
      { requestId: 'other' },
      { requestId: `req_${'x'.repeat(25)}…` },
      { requestId: `req_${'x'.repeat(25)}ÿ` },
      { status: 429, code: 'RATE_LIMIT_EXCEEDED', refusedAt: 'rate limit', remaining: 0 },
      { route: 'act', remainingToday: 0 },
      { remaining: -1 },
    ]
    const columns = makeRequestColumns()
    const notes = odd.map((changed, n) => note(n, changed))
    for (const one of notes) for (const key of ['b', 'a', 'c']) columns.add(key, one)
    const taken = columns.take()
    expect(taken.keyIds).toEqual(['a', 'b', 'c'])
    for (const key of taken.keyIds) expect(notesOf(taken, key)).toEqual(notes)
    expect(taken.linesOf('a', 2).length).toBe(2)
    expect(unpackNotes(packLines(taken.linesOf('a', 2)))).toEqual(notes.slice(-2))
    expect([...taken.countsOf('a')]).toEqual([[AT / 86_400_000, { requests: notes.length, refused: 1 }]])
    expect(columns.take().keyIds).toEqual([])
  })

  it('take more than they have room for, and give up the older half when there is no more to be had', () => {
    const columns = makeRequestColumns(8_192)
    columns.add('early', note(0))
    for (let n = 0; n < 9_000; n++) columns.add(n % 2 === 0 ? 'even' : 'odd', note(n, n % 7 === 0 ? { code: 'X' } : {}))
    const taken = columns.take()
    expect(taken.keyIds).toEqual(['even', 'odd'])
    const kept = Array.from({ length: 9_000 }, (_, n) => n).slice(4_095)
    expect(notesOf(taken, 'even')).toEqual(
      kept.filter((n) => n % 2 === 0).map((n) => note(n, n % 7 === 0 ? { code: 'X' } : {})),
    )
    expect(notesOf(taken, 'odd').length + notesOf(taken, 'even').length).toBe(kept.length)
  })
})
