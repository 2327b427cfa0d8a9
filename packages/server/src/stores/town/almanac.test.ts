// Tests of the generated calendar of a city.
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../platform/core/time.ts'
import {
  feastOn,
  isForecastCorrect,
  isMarketDay,
  planDay,
  seasonOf,
  stormAt,
  stormForecast,
  stormOn,
  tideOn,
} from './almanac.ts'

/** Random numbers in [0, 1), seeded by the arguments. */
const random = (...seed: (string | number)[]) => {
  let state = 7
  for (const sign of seed.join(' ')) state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}
const FIRST = Date.parse('2026-01-01T00:00:00Z') / DAY_MS
const YEAR = Array.from({ length: 365 }, (_, i) => FIRST + i)

describe('the almanac', () => {
  it('generates the same day for the same world, and different days for different worlds', () => {
    const of = (world: string) => YEAR.map((day) => planDay(random, world, day))
    expect(of('one')).toEqual(of('one'))
    expect(of('one')).not.toEqual(of('two'))
  })

  it('generates every kind of happening within a year, and something in most weeks', () => {
    const kinds = new Set(YEAR.flatMap((day) => planDay(random, 'one', day)).map(({ kind }) => kind))
    for (const kind of [
      'storm',
      'flood',
      'market',
      'feast',
      'fair',
      'lift',
      'blackout',
      'funeral',
      'guest',
      'forecast',
    ])
      expect(kinds, kind).toContain(kind)
    for (let week = 0; week < 52; week++) {
      const days = YEAR.slice(week * 7, week * 7 + 7)
      const count = days.flatMap((day) => planDay(random, 'one', day)).filter(({ kind }) => kind !== 'forecast').length
      expect(count).toBeGreaterThan(0)
    }
  })

  it('announces happenings only before they begin, and ends them after they begin', () => {
    for (const { from, until, noticeAt } of YEAR.flatMap((day) => planDay(random, 'one', day))) {
      expect(until).toBeGreaterThan(from)
      if (noticeAt !== null) expect(noticeAt).toBeLessThan(from)
    }
  })

  it('has no storms on two consecutive days, and finds the storm of a moment', () => {
    for (const day of YEAR) {
      const storm = stormOn(random, 'one', day)
      if (storm === null) continue
      expect(stormOn(random, 'one', day + 1)).toBeNull()
      expect(stormAt(random, 'one', storm.from)).toEqual(storm)
      expect(stormAt(random, 'one', storm.until)).toBeNull()
    }
  })

  it('has a tide that follows the moon', () => {
    const steps = YEAR.map((day) => tideOn(random, 'one', day))
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(2)
    expect(Math.max(...steps)).toBeLessThanOrEqual(12)
    expect(new Set(steps).size).toBeGreaterThan(4)
  })

  it('forecasts storms better than chance, but not perfectly', () => {
    const right = YEAR.filter((day) =>
      isForecastCorrect(stormForecast(random, 'one', day), stormOn(random, 'one', day) !== null),
    )
    expect(right.length / YEAR.length).toBeGreaterThan(0.6)
    expect(right.length).toBeLessThan(YEAR.length)
  })

  it('has markets on Saturdays, feasts by date and seasons by month', () => {
    expect(isMarketDay(Date.parse('2026-05-09T00:00:00Z') / DAY_MS)).toBe(true)
    expect(isMarketDay(Date.parse('2026-05-10T00:00:00Z') / DAY_MS)).toBe(false)
    expect(feastOn(Date.parse('2026-11-11T00:00:00Z') / DAY_MS)).toBe('Lantern Night')
    expect(seasonOf(Date.parse('2026-07-01T00:00:00Z'))).toBe('summer')
  })
})
