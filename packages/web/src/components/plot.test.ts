// Tests of the chart geometry.
import { describe, expect, it } from 'vitest'
import { niceMax, pathOf } from './plot.ts'

describe('charts', () => {
  it('end at a round number not below the maximum', () => {
    expect([0, 1, 3, 10, 11, 180, 5_001].map(niceMax)).toEqual([1, 1, 5, 10, 20, 200, 10_000])
  })

  it('draw one point for each value, the highest on top', () => {
    expect(pathOf([0, 10], 10)).toBe('M0 134L600 6')
    expect(pathOf([5], 10)).toBe('M0 70L600 70')
    expect(pathOf([1, 2, 3], 5).split('L')).toHaveLength(3)
  })
})
