// Tests of standing bands.
import { describe, expect, it } from 'vitest'
import { bandsOf, type SupportUnit } from './evidence.ts'

/** One entry per resident: its number of days. */
const units = (days: readonly number[]): SupportUnit[] =>
  days.flatMap((n, i) => Array.from({ length: n }, (_, day) => ({ residentId: `r${i}`, day })))

/** `residents` with `residentDays` days in total. */
const spread = (residents: number, residentDays: number): number[] =>
  Array.from(
    { length: residents },
    (_, i) => Math.floor(residentDays / residents) + (i < residentDays % residents ? 1 : 0),
  )

describe('bands', () => {
  it.each([
    [4, null],
    [5, '5_9'],
    [9, '5_9'],
    [10, '10_19'],
    [19, '10_19'],
    [20, '20_49'],
    [49, '20_49'],
    [50, '50_plus'],
    [500, '50_plus'],
  ])('put %i residents into %s', (residents, band) => {
    expect(bandsOf(units(spread(residents, residents * 3)))?.residentCountBand ?? null).toBe(band)
  })

  it.each([
    [9, null],
    [10, '10_19'],
    [19, '10_19'],
    [20, '20_49'],
    [49, '20_49'],
    [50, '50_99'],
    [99, '50_99'],
    [100, '100_plus'],
  ])('put %i resident-days into %s', (residentDays, band) => {
    expect(bandsOf(units(spread(5, residentDays)))?.residentDayBand ?? null).toBe(band)
  })

  it('count a resident once a day', () => {
    const nine = units(spread(5, 9))
    expect(bandsOf([...nine, ...nine])).toBeNull()
  })

  it.each([
    ['nobody came twice', 10, 0, null],
    ['four came twice', 20, 4, null],
    ['five came twice and five did not', 10, 5, '5_9'],
    ['everybody came twice', 5, 5, '5_9'],
    ['one did not', 6, 5, null],
    ['four did not', 24, 20, null],
    ['five did not', 25, 20, '20_49'],
    ['everybody of fifty did', 50, 50, '50_plus'],
  ])('publish the repeat count only if it reveals no small group: %s', (_name, residents, repeating, band) => {
    const days = Array.from({ length: residents }, (_, i) => (i < repeating ? 2 : 1))
    const found = bandsOf(units(days))
    expect(found?.residentCountBand).not.toBeNull()
    expect(found?.repeatResidentCountBand).toBe(band)
  })
})
