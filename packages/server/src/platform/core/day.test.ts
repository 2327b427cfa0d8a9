// Tests of UTC days and timestamps.
import { describe, expect, it } from 'vitest'
import { offsetOf, pageMeta, pageOf } from './api-error.ts'
import {
  DAY_MS,
  dayStart,
  dayText,
  iso,
  isoOrEmpty,
  parseIso,
  UNKNOWN_TIME,
  UNKNOWN_TIME_ASCENDING,
  utcDay,
} from './time.ts'

describe('a UTC day (section 8)', () => {
  it('changes at midnight', () => {
    const midnight = Date.parse('2026-04-02T00:00:00.000Z')
    expect(utcDay(midnight) - utcDay(midnight - 1)).toBe(1)
    expect(dayStart(utcDay(midnight))).toBe(midnight)
    expect(dayText(utcDay(midnight + DAY_MS - 1))).toBe('2026-04-02')
  })
})

describe('a timestamp', () => {
  it.each([
    ['2026-04-01T12:00:00Z', '2026-04-01T12:00:00.000Z'],
    ['2026-04-01T12:00:00.5Z', '2026-04-01T12:00:00.500Z'],
    ['2026-04-01T14:00:00+02:00', '2026-04-01T12:00:00.000Z'],
  ])('%s is the moment %s', (text, expected) => {
    expect(iso(parseIso(text)!)).toBe(expected)
  })

  it.each([
    '2026-04-01',
    '2026-04-01T12:00:00',
    '2026-04-01 12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-02-29T12:00:00Z',
    '2026-04-31T00:30:00+02:00',
    '2026-04-01T25:00:00Z',
    '1969-12-31T23:59:59Z',
    '+12026-04-01T12:00:00Z',
    '',
  ])('%s is invalid', (text) => {
    expect(parseIso(text)).toBeNull()
  })

  it('of an unknown time is empty', () => {
    expect([null, UNKNOWN_TIME, UNKNOWN_TIME_ASCENDING].map(isoOrEmpty)).toEqual(['', '', ''])
  })
})

describe('a page (4.2)', () => {
  it.each([
    [{ page: 1, perPage: 25 }, 0],
    [{ page: 3, perPage: 25 }, 50],
    [{ page: Number.MAX_SAFE_INTEGER, perPage: 100 }, Number.MAX_SAFE_INTEGER],
  ])('%o begins at row %i', (paging, offset) => {
    expect(offsetOf(paging)).toBe(offset)
  })

  it('has more if one extra row was read', () => {
    const paging = { page: 1, perPage: 2 }
    expect(pageOf(['a', 'b', 'c'], paging)).toEqual({ items: ['a', 'b'], hasMore: true })
    expect(pageOf(['a', 'b'], paging)).toEqual({ items: ['a', 'b'], hasMore: false })
    expect(pageMeta(paging, { items: [], hasMore: false })).toEqual({ page: 1, perPage: 2, hasMore: false })
  })
})
