// Tests of durations, waypoints and scale of walks.
import { describe, expect, it } from 'vitest'
import { durationMs, lastPassed, metersPerUnit, offsetsOf } from './journeys.ts'

const corner = (x: number, offsetMs: number, level = 0) => ({ nodeId: `n${x}`, x, y: 0, level, offsetMs })

describe('a walk (1.22)', () => {
  it.each([
    [120, 0, 100_000],
    [120, 2, 220_000],
    [10, 0, 60_000],
    [0, 1, 60_000],
  ])('of %i m with %i lifts takes %i ms: 1.2 m a second, a minute a lift, a minute at least', (meters, lifts, ms) => {
    expect(durationMs(meters, lifts)).toBe(ms)
  })

  it('reaches its corners in proportion, and the last one on arrival', () => {
    const legs = [
      { meters: 60, lift: false },
      { meters: 60, lift: false },
    ]
    expect(offsetsOf(legs, 100_000)).toEqual([0, 50_000, 100_000])
    expect(offsetsOf([{ meters: 0, lift: true }, ...legs], 160_000)).toEqual([0, 60_000, 110_000, 160_000])
    expect(offsetsOf([], 60_000)).toEqual([0])
    expect(offsetsOf([{ meters: 0, lift: false }], 60_000)).toEqual([0, 60_000])
  })

  it('is at the last corner passed', () => {
    const route = [corner(0, 0), corner(1, 50_000), corner(2, 100_000)]
    expect([-1, 0, 49_999, 50_000, 200_000].map((ms) => lastPassed(route, ms).x)).toEqual([0, 0, 0, 1, 2])
  })
})

describe('the scale of a walk', () => {
  it('is the length of its streets per drawn unit, without lifts', () => {
    expect(metersPerUnit([corner(0, 0), corner(60, 100_000)], 120, 0)).toBeCloseTo(2)
    expect(metersPerUnit([corner(0, 0), corner(0, 60_000, 1), corner(60, 160_000, 1)], 120, 1)).toBeCloseTo(2)
  })

  it('depends on the length of a very short walk, not on its minimum duration', () => {
    expect(metersPerUnit([corner(0, 0), corner(6, 60_000)], 12, 0)).toBeCloseTo(2)
  })

  it('is null if the walk has no street', () => {
    expect(metersPerUnit([corner(0, 0), corner(0, 60_000, 1)], 0, 1)).toBeNull()
  })
})
