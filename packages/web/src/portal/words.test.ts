import { describe, expect, it } from 'vitest'
import { agoWords, bandWords, eventWords, waitWords } from './words.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const ago = (seconds: number) => agoWords(new Date(NOW - seconds * 1_000).toISOString(), NOW)

describe('words for times', () => {
  it('tells how long ago something was, or how far off it is', () => {
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

  it('never sends anybody back too early', () => {
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

describe('words for events', () => {
  const event = (
    type: string,
    status: 'attempted' | 'completed' | 'refused' | 'unresolved' | 'recorded',
    kind: string,
  ) => eventWords({ type, status, summary: { kind } })

  it('tells an act apart from what came of it', () => {
    expect(event('act_attempt', 'attempted', 'post')).toBe('Tried: post')
    expect(event('act_outcome', 'completed', 'dm')).toBe('Done: private message')
    expect(event('act_outcome', 'refused', 'chess_move')).toBe('Refused: chess move')
    expect(event('act_outcome', 'unresolved', 'like')).toBe('Not confirmed: like')
  })

  it('shows a type that it does not know as it is called', () => {
    expect(event('reply_received', 'recorded', 'reply')).toBe('Received a reply')
    expect(event('bell_rung', 'recorded', 'bell')).toBe('Bell rung')
  })

  it('tells bands as ranges', () => {
    expect(bandWords('10_19')).toBe('10 to 19')
    expect(bandWords(null)).toBe('too few to tell')
  })
})
