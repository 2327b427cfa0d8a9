import { describe, expect, it } from 'vitest'
import { makeRequestColumns } from './request-columns.ts'
import type { RequestNote } from './request-lines.ts'

const AT = Date.UTC(2026, 3, 1)
const note = (n: number, changed: Partial<RequestNote> = {}): RequestNote => ({
  at: AT + n,
  requestId: `req_01jr8c0000abcdefgh${String(n).padStart(5, '0')}`,
  route: n % 3 === 0 ? 'getPost' : 'listPosts',
  status: 200,
  code: null,
  refusedAt: null,
  remaining: n,
  remainingToday: null,
  ...changed,
})

describe('requests that wait to be logged', () => {
  it('come back key by key as they were, whatever is in them', () => {
    const odd: Partial<RequestNote>[] = [
      {},
      { at: AT + 0.5, remaining: null },
      { requestId: null },
      { requestId: 'other' },
      { requestId: `req_${'x'.repeat(22)}…` },
      { requestId: `req_${'x'.repeat(22)}ÿ` },
      { status: 429, code: 'RATE_LIMIT_EXCEEDED', refusedAt: 'rate limit', remaining: 0 },
      { route: 'act', remainingToday: 0 },
      { remaining: -1 },
    ]
    const columns = makeRequestColumns()
    const notes = odd.map((changed, n) => note(n, changed))
    for (const one of notes) for (const key of ['b', 'a', 'c']) columns.add(key, one)
    const { keyIds, notesOf } = columns.take()
    expect(keyIds).toEqual(['a', 'b', 'c'])
    for (const key of keyIds) expect(notesOf(key)).toEqual(notes)
    expect(columns.take().keyIds).toEqual([])
  })

  it('take more than they have room for, and give up the older half when there is no more to be had', () => {
    const columns = makeRequestColumns(8_192)
    columns.add('early', note(0))
    for (let n = 0; n < 9_000; n++) columns.add(n % 2 === 0 ? 'even' : 'odd', note(n, n % 7 === 0 ? { code: 'X' } : {}))
    const { keyIds, notesOf } = columns.take()
    expect(keyIds).toEqual(['even', 'odd'])
    const kept = Array.from({ length: 9_000 }, (_, n) => n).slice(4_095)
    expect(notesOf('even')).toEqual(
      kept.filter((n) => n % 2 === 0).map((n) => note(n, n % 7 === 0 ? { code: 'X' } : {})),
    )
    expect(notesOf('odd').length + notesOf('even').length).toBe(kept.length)
  })
})
