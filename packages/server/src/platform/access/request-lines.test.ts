import { describe, expect, it } from 'vitest'
import { makeRequestColumns } from './request-columns.ts'
import { packLines, type RequestNote, unpackNotes } from './request-lines.ts'

const AT = Date.UTC(2026, 3, 1)
const plain: RequestNote = {
  at: AT,
  requestId: 'req_01jr8c0000abcdefghjkmnpqrs',
  route: 'getPost',
  status: 200,
  code: null,
  refusedAt: null,
  remaining: 41,
  remainingToday: null,
}

function packNotes(notes: readonly RequestNote[]): string {
  const columns = makeRequestColumns()
  for (const note of notes) columns.add('key', note)
  return packLines(columns.take().linesOf('key', notes.length))
}

describe('lines of the request log', () => {
  it('come back as they were, whatever is in them', () => {
    const notes: RequestNote[] = [
      plain,
      // A line may be older than the one before it.
      { ...plain, at: AT - 7, requestId: null, remaining: null },
      { ...plain, at: AT + 1.5, route: 'mcp "a,b"\n[["c' },
      { ...plain, status: 429, code: 'RATE_LIMIT_EXCEEDED', refusedAt: 'rate limit' as never, remaining: 0 },
      { ...plain, status: 200, route: 'act', remainingToday: 0 },
      { ...plain, requestId: 'req_a,b' },
      { ...plain, requestId: 'other' },
      { ...plain, requestId: 'req_' },
    ]
    const goingOn = Array.from({ length: 4 }, (_, n) => ({ ...plain, at: AT + n, remaining: 9 - n }))
    const strange = { ...plain, at: AT + 9, requestId: `${plain.requestId!.slice(0, 12)};,`, remaining: 5 }
    // An id that begins like the one before it, and is too short for a head.
    notes.push({ ...plain, requestId: 'req_1', remaining: 41 }, { ...plain, requestId: 'req_12', remaining: 40 })
    notes.push(...goingOn, strange, { ...plain, remaining: 4 }, { ...plain, remaining: 3, remainingToday: 7 })
    notes.push({ ...plain, remaining: 2, requestId: 'req_02jr8c0000abcdefghjkmnpqrs' })
    expect(unpackNotes(packNotes(notes))).toEqual(notes)
    for (const note of notes) expect(unpackNotes(packNotes([note]))).toEqual([note])
  })

  it('go on with the time, process and count of an id', () => {
    const ids = [
      '01jr8c00aaprocess01aaaaaaa',
      '01jr8c00abprocess01aaaaaab',
      '01jr8c00abprocess02aaaaaab',
      '01jr8c01aaprocess02aaaaaac',
    ]
    const notes = ids.map((id, n) => ({ ...plain, requestId: `req_${id}`, remaining: 9 - n }))
    const packed = packNotes(notes)
    expect(unpackNotes(packed)).toEqual(notes)
    expect(
      packed
        .split('\n')
        .slice(1)
        .map((line) => line.includes(';')),
    ).toEqual([false, true, false, false])
    // As lines were written before, with the process in each of them.
    const before = `["getPost"]\n${AT},0,200,9,${ids[0]}\n0;abprocess01aaaaaab`
    expect(unpackNotes(before)).toEqual(notes.slice(0, 2))
  })

  it('are a fifth as long as JSON, and are read where they still are JSON', () => {
    const notes = Array.from({ length: 60 }, (_, n) => ({ ...plain, at: AT + 80 * n, remaining: 600 - n }))
    const listed = JSON.stringify(
      notes.map((note) => [note.at, note.route, 200, null, null, note.remaining, null, note.requestId]),
    )
    expect(unpackNotes(listed)).toEqual(notes)
    expect(packNotes(notes).length).toBeLessThan(listed.length / 5)
    expect(unpackNotes(JSON.stringify([[AT, 'getPost', 200, null, null, 41]]))).toEqual([{ ...plain, requestId: null }])
  })
})
