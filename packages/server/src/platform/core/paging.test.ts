import { describe, expect, it } from 'vitest'
import { offsetOf, pageMeta, pageOf } from './api-error.ts'

describe('a page (4.2)', () => {
  it('knows from one row more whether there is another', () => {
    const paging = { page: 2, perPage: 2 }
    expect(pageOf([1, 2, 3], paging)).toEqual({ items: [1, 2], hasMore: true })
    expect(pageOf([1, 2], paging)).toEqual({ items: [1, 2], hasMore: false })
    expect(pageMeta(paging, pageOf([], paging))).toEqual({ page: 2, perPage: 2, hasMore: false })
  })

  it('begins after those before it, and past every end when its number is too large to multiply', () => {
    expect([offsetOf({ page: 1, perPage: 25 }), offsetOf({ page: 3, perPage: 25 })]).toEqual([0, 50])
    expect(offsetOf({ page: Number.MAX_SAFE_INTEGER, perPage: 100 })).toBe(Number.MAX_SAFE_INTEGER)
  })
})
