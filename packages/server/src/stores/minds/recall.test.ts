// Tests of the score of recalled episodes.
import { describe, expect, it } from 'vitest'
import { score } from './recall.ts'

const DAY = 86_400_000
const at = 100 * DAY
const trace = (importance: number, daysAgo: number) => ({
  id: 'e',
  gist: 'something',
  importance,
  createdAt: at - daysAgo * DAY,
})

describe('the recall score', () => {
  it('grows with relevance, recency and importance', () => {
    expect(score(trace(0.5, 5), 2, 3, at)).toBeGreaterThan(score(trace(0.5, 5), 1, 3, at))
    expect(score(trace(0.5, 1), 1, 3, at)).toBeGreaterThan(score(trace(0.5, 20), 1, 3, at))
    expect(score(trace(0.9, 5), 1, 3, at)).toBeGreaterThan(score(trace(0.1, 5), 1, 3, at))
  })

  it('ranks an old, important and relevant memory above a new unimportant one', () => {
    expect(score(trace(1, 60), 3, 3, at)).toBeGreaterThan(score(trace(0.2, 0), 0, 3, at))
  })
})
