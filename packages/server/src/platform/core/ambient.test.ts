// Tests of ids, random numbers and time.
import { describe, expect, it } from 'vitest'
import { ambientAt, monotonicTime, systemAmbient } from './ambient.ts'

describe('ambient', () => {
  it('makes ids that sort by creation order', () => {
    let now = 1_700_000_000_000
    const ambient = ambientAt(systemAmbient(), () => now)
    const createdIds = Array.from({ length: 3_000 }, (_, n) => {
      if (n % 100 === 0) now += 1
      return ambient.id('post', 'abc')
    })
    expect([...createdIds].sort()).toEqual(createdIds)
    expect(new Set(createdIds).size).toBe(createdIds.length)
    expect(createdIds[0]).toMatch(/^post_abc_[0-9a-z]{23}$/)
  })

  it('repeats random numbers for the same seed only', () => {
    const { random } = systemAmbient()
    const draw = (...seed: (string | number)[]) => {
      const next = random(...seed)
      return Array.from({ length: 5 }, next)
    }
    expect(draw('world', 'agent', 7)).toEqual(draw('world', 'agent', 7))
    expect(draw('world', 'agent', 7)).not.toEqual(draw('world', 'agent', 8))
    for (const value of draw('x')) expect(value).toBeGreaterThanOrEqual(0)
  })
})

describe('time on a clock that jumps', () => {
  it('follows it forward, runs at half speed after it was set back, and follows it again once it has caught up', () => {
    let clock = 1_000_000
    let elapsed = 0
    const pass = (ms: number) => {
      clock += ms
      elapsed += ms
    }
    const { now, aheadMs } = monotonicTime(
      () => clock,
      () => elapsed,
    )
    expect(now()).toBe(1_000_000)
    clock += 600_000
    expect([now(), aheadMs()]).toEqual([1_600_000, 0])
    clock -= 600_000
    expect([now(), aheadMs()]).toEqual([1_600_000, 600_000])
    // Frequent calls must not lose time to rounding.
    for (let n = 0; n < 60_000; n++) {
      pass(1)
      now()
    }
    expect([now(), aheadMs()]).toEqual([1_630_000, 570_000])
    pass(1_140_000)
    expect([now(), aheadMs()]).toEqual([2_200_000, 0])
    pass(5)
    expect(now()).toBe(2_200_005)
  })
})
