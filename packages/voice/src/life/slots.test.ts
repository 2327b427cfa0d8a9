import { describe, expect, it } from 'vitest'
import { whenWords } from './slots.ts'

const HOUR = 3_600_000
/** A Tuesday, ten in the morning. */
const NOW = Date.UTC(2026, 2, 10, 10)

describe('whenWords', () => {
  it.each([
    [NOW + 6 * HOUR, 'at four'],
    [NOW + 2 * HOUR, 'at noon'],
    [NOW + 9.5 * HOUR, 'at half past seven in the evening'],
    [NOW + 24 * HOUR, 'tomorrow at ten in the morning'],
    [NOW - 18 * HOUR, 'yesterday at four'],
    [NOW + 74 * HOUR, 'on Friday at noon'],
  ])('%s is %s', (at, words) => expect(whenWords(at, NOW)).toBe(words))
})
