// Tests of paging.
import { describe, expect, it } from 'vitest'
import { offsetOf, pageMeta, pageOf } from './api-error.ts'

describe('a page (4.2)', () => {
  it('detects the next page by one extra row', () => {
    const paging = { page: 2, perPage: 2 }
    expect(pageOf([1, 2, 3], paging)).toEqual({ items: [1, 2], hasMore: true })
    expect(pageOf([1, 2], paging)).toEqual({ items: [1, 2], hasMore: false })
    expect(pageMeta(paging, pageOf([], paging))).toEqual({ page: 2, perPage: 2, hasMore: false })
  })

  it('starts after the previous pages, and past every end if its number is too large to multiply', () => {
    expect([offsetOf({ page: 1, perPage: 25 }), offsetOf({ page: 3, perPage: 25 })]).toEqual([0, 50])
    expect(offsetOf({ page: Number.MAX_SAFE_INTEGER, perPage: 100 })).toBe(Number.MAX_SAFE_INTEGER)
  })
})
