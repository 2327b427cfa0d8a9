// Tests of reading tables in batches.
import { describe, expect, it } from 'vitest'
import { batches } from './bulk.ts'

describe('batches', () => {
  it('contain every item once, in order, and none is empty', () => {
    expect([...batches([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]])
    expect([...batches([1, 2], 2)]).toEqual([[1, 2]])
    expect([...batches([])]).toEqual([])
  })

  it('read no more of their source than requested', () => {
    let produced = 0
    function* source() {
      for (;;) yield produced++
    }
    for (const batch of batches(source(), 3)) {
      expect(batch).toEqual([0, 1, 2])
      break
    }
    expect(produced).toBe(3)
  })
})
