// Tests of the stored format of request log lines.
import { describe, expect, it } from 'vitest'
import { formatLines, parseLines, type RequestNote } from './request-log.ts'

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

describe('stored lines of the request log', () => {
  it('keep every field of a request', () => {
    const notes: RequestNote[] = [
      plain,
      { ...plain, at: AT - 7, requestId: null, remaining: null },
      { ...plain, at: AT + 1.5, route: 'mcp "a,b"\n[["c' },
      { ...plain, status: 429, code: 'RATE_LIMIT_EXCEEDED', refusedAt: 'rate limit', remaining: 0 },
      { ...plain, route: 'act', remainingToday: 0 },
      { ...plain, requestId: 'req_a,b…' },
    ]
    expect(parseLines(formatLines(notes))).toEqual(notes)
  })

  it('of version 0.1.0 are read without the fields that it did not store', () => {
    expect(parseLines(JSON.stringify([[AT, 'getPost', 200, null, null, 41]]))).toEqual([{ ...plain, requestId: null }])
  })

  it('in the packed format of later versions read as an empty batch', () => {
    expect(parseLines(`["getPost"]\n${AT},0,200,9,01jr8c00aaprocess01aaaaaaa\n0;abprocess01aaaaaab`)).toEqual([])
  })
})
