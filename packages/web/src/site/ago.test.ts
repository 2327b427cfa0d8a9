// Tests of relative times.
import { describe, expect, it } from 'vitest'
import { agoInWords } from './ago.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const ago = (seconds: number) => agoInWords(NOW - seconds * 1_000, NOW)

describe('relative times', () => {
  it('are used up to a week', () => {
    expect([0, 59, 60, 3_599, 3_600, 7_200, 86_399, 86_400, 3 * 86_400].map(ago)).toEqual([
      'just now',
      'just now',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '2 hours ago',
      '23 hours ago',
      'yesterday',
      '3 days ago',
    ])
    expect(ago(8 * 86_400)).toBeNull()
    expect(ago(-300)).toBe('in 5 minutes')
  })
})
