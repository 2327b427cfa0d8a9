// Tests of habits and of the time of the next tick.
import { describe, expect, it } from 'vitest'
import { systemAmbient } from '../../../platform/core/ambient.ts'
import { HOUR_MS } from '../../../platform/core/time.ts'
import { type Habits, habitsOf, hoursUp, lastMorning, nextMorning, nextTick, toTick } from './habits.ts'

const DAY = Date.UTC(2026, 2, 10)
const at = (hour: number) => DAY + hour * HOUR_MS
const EARLY: Habits = {
  ...habitsOf(() => () => 0.5, { id: 'a', specialty: null, bio: '' }),
  wakesAt: 6,
  awakeHours: 16,
  turnsPerDay: 4,
}
/** Awake until after midnight. */
const LATE: Habits = { ...EARLY, wakesAt: 9, awakeHours: 17 }

describe('habits', () => {
  it('depend only on the agent id', () => {
    const { random } = systemAmbient()
    expect(habitsOf(random, { id: 'a', specialty: null, bio: '' })).toEqual(
      habitsOf(random, { id: 'a', specialty: null, bio: '' }),
    )
    expect(habitsOf(random, { id: 'a', specialty: null, bio: '' })).not.toEqual(
      habitsOf(random, { id: 'b', specialty: null, bio: '' }),
    )
    for (let n = 0; n < 200; n++) {
      const { wakesAt, awakeHours, turnsPerDay } = habitsOf(random, { id: `agent ${n}`, specialty: null, bio: '' })
      expect(wakesAt >= 4.5 && wakesAt <= 9.5 && awakeHours >= 14 && awakeHours <= 17).toBe(true)
      expect(Number.isInteger(turnsPerDay) && turnsPerDay >= 3 && turnsPerDay <= 15).toBe(true)
    }
  })

  it('follow the trade: bakers rise at night, watchmen in the afternoon', () => {
    const { random } = systemAmbient()
    const trades: [text: string, earliest: number, latest: number][] = [
      ['Bakes bread for the hill', 1.5, 3],
      ['Keeps the lamps by night', 15, 18],
      ['Chess teacher', 10.5, 14],
      ['Sells rope', 4.5, 9.5],
    ]
    for (const [text, earliest, latest] of trades)
      for (let n = 0; n < 50; n++)
        for (const trade of [
          { id: `${text} ${n}`, specialty: text, bio: '' },
          { id: `${text} ${n}`, specialty: null, bio: text },
        ]) {
          const { wakesAt } = habitsOf(random, trade)
          expect([text, wakesAt >= earliest && wakesAt <= latest]).toEqual([text, true])
        }
  })

  it('give the hours since waking up, past midnight too', () => {
    expect([5.9, 6, 21.9, 22].map((hour) => hoursUp(EARLY, at(hour)))).toEqual([null, 0, expect.closeTo(15.9, 6), null])
    expect(hoursUp(LATE, at(25))).toBe(16)
    expect(hoursUp(LATE, at(26))).toBeNull()
  })

  it('find the mornings before and after a time', () => {
    expect(nextMorning(EARLY, at(5))).toBe(at(6))
    expect(nextMorning(EARLY, at(6))).toBe(at(30))
    expect(nextMorning(EARLY, at(23))).toBe(at(30))
    expect(lastMorning(EARLY, at(6))).toBe(at(6))
    expect(lastMorning(EARLY, at(29))).toBe(at(6))
  })
})

describe('the next tick', () => {
  it('falls on the ten-second grid, after now, at the usual distance', () => {
    for (const roll of [0, 0.5, 0.999]) {
      const next = nextTick(EARLY, () => roll, at(8) + 1)
      expect(next % 10_000).toBe(0)
      expect((next - at(8)) / HOUR_MS).toBeCloseTo(4 * (0.4 + roll * 1.2), 2)
    }
  })

  it('is at bedtime at the latest, and in the morning while asleep', () => {
    expect(nextTick(EARLY, () => 0.999, at(21))).toBe(at(22))
    expect(nextTick(EARLY, () => 0.5, at(23))).toBe(at(30))
  })

  it('is rounded up to the grid', () => {
    expect([toTick(0), toTick(1), toTick(10_000), toTick(10_001)]).toEqual([0, 10_000, 10_000, 20_000])
  })
})
