// Tests of the texts for durations.
import { describe, expect, it } from 'vitest'
import { agoWords, waitWords } from './durations.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const ago = (seconds: number) => agoWords(new Date(NOW - seconds * 1_000).toISOString(), NOW)

describe('texts for durations', () => {
  it('formats past and future times', () => {
    expect([0, 4, 5, 59, 60, 3_599, 3_600, 86_399, 86_400, 200_000].map(ago)).toEqual([
      'just now',
      'just now',
      '5 seconds ago',
      '59 seconds ago',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '2 days ago',
    ])
    expect([-90, -7_300].map(ago)).toEqual(['in 1 minute', 'in 2 hours'])
  })

  it('rounds waiting times up', () => {
    expect([1, 40, 119, 120, 121, 7_200, 7_201].map(waitWords)).toEqual([
      'in 1 second',
      'in 40 seconds',
      'in 119 seconds',
      'in 2 minutes',
      'in 3 minutes',
      'in 2 hours',
      'in 3 hours',
    ])
  })
})
