// Tests of the ranking and of the time queue.
import { describe, expect, it } from 'vitest'
import { TimeQueue } from '../../../platform/core/time.ts'
import { Ranking } from './activity.ts'

/** Seeded random numbers. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

describe('a ranking', () => {
  it('returns the highest first, ties by id, after any sequence of changes', () => {
    const random = chance(7)
    const ranking = new Ranking()
    const plain = new Map<string, number>()
    for (let n = 0; n < 4_000; n++) {
      const id = `id${Math.floor(random() * 300)}`
      if (random() < 0.3) {
        ranking.set(id, null)
        plain.delete(id)
      } else {
        const score = Math.floor(random() * 12)
        ranking.set(id, score)
        plain.set(id, score)
      }
      if (n % 40 > 0) continue
      const sorted = [...plain]
        .map(([of, score]) => ({ id: of, score }))
        .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      expect([...ranking.best()]).toEqual(sorted)
      expect(ranking.size).toBe(plain.size)
    }
  })
})

describe('a queue of times', () => {
  it('returns entries up to a time, in order', () => {
    const random = chance(3)
    const queue = new TimeQueue<{ at: number }>()
    const times = Array.from({ length: 500 }, () => Math.floor(random() * 100))
    for (const at of times) queue.push({ at })
    queue.removeWhere(({ at }) => at === 50)
    const actualTimes: number[] = []
    for (const until of [10, 40, 100])
      for (let next = queue.takeUpTo(until); next !== undefined; next = queue.takeUpTo(until)) actualTimes.push(next.at)
    expect(actualTimes).toEqual(times.filter((at) => at !== 50).sort((a, b) => a - b))
    expect([queue.size, queue.earliest]).toEqual([0, Infinity])
  })
})
