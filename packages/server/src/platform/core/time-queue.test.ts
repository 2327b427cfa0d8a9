// Tests of the time queue.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TimeQueue } from './time.ts'

const drained = (queue: TimeQueue<{ at: number }>, upTo = Infinity): number[] => {
  const times: number[] = []
  for (let item = queue.takeUpTo(upTo); item !== undefined; item = queue.takeUpTo(upTo)) times.push(item.at)
  return times
}

describe('a queue by time', () => {
  it('returns every item once, earliest first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (times) => {
        const queue = new TimeQueue<{ at: number }>()
        for (const at of times) queue.push({ at })
        expect([queue.size, queue.earliest]).toEqual([times.length, Math.min(Infinity, ...times)])
        expect(drained(queue)).toEqual([...times].sort((a, b) => a - b))
        expect([queue.size, queue.earliest]).toEqual([0, Infinity])
      }),
    )
  })

  it('returns no later and no removed items', () => {
    const queue = new TimeQueue<{ at: number }>()
    for (const at of [5, 1, 4, 2, 3]) queue.push({ at })
    expect(drained(queue, 2)).toEqual([1, 2])
    queue.removeWhere(({ at }) => at === 4)
    expect(drained(queue)).toEqual([3, 5])
  })
})
