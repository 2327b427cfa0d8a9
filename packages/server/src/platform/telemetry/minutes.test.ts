// Tests of activity counts per minute.
import { describe, expect, it } from 'vitest'
import { STEP_MS, stepStart } from './minutes.ts'

const AT = Date.UTC(2026, 2, 10, 12, 34, 56, 789)

describe('the steps of a series', () => {
  it('start at whole UTC minutes, hours and days', () => {
    expect([stepStart('minute', AT), stepStart('hour', AT), stepStart('day', AT)].map((at) => new Date(at))).toEqual([
      new Date('2026-03-10T12:34:00.000Z'),
      new Date('2026-03-10T12:00:00.000Z'),
      new Date('2026-03-10T00:00:00.000Z'),
    ])
  })

  it('end where the next starts', () => {
    for (const step of ['minute', 'hour', 'day'] as const) {
      const start = stepStart(step, AT)
      expect(stepStart(step, start)).toBe(start)
      expect(stepStart(step, start + STEP_MS[step] - 1)).toBe(start)
      expect(stepStart(step, start + STEP_MS[step])).toBe(start + STEP_MS[step])
    }
  })
})
