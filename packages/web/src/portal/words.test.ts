// Tests of the texts for events.
import { describe, expect, it } from 'vitest'
import { bandWords, eventWords } from './words.ts'

describe('texts for events', () => {
  const event = (
    type: string,
    status: 'attempted' | 'completed' | 'refused' | 'unresolved' | 'recorded',
    kind: string,
  ) => eventWords({ type, status, summary: { kind } })

  it('distinguishes attempts from outcomes', () => {
    expect(event('act_attempt', 'attempted', 'post')).toBe('Tried: post')
    expect(event('act_outcome', 'completed', 'dm')).toBe('Done: private message')
    expect(event('act_outcome', 'refused', 'chess_move')).toBe('Refused: chess move')
    expect(event('act_outcome', 'unresolved', 'like')).toBe('Not confirmed: like')
  })

  it('shows an unknown type by its name', () => {
    expect(event('reply_received', 'recorded', 'reply')).toBe('Received a reply')
    expect(event('bell_rung', 'recorded', 'bell')).toBe('Bell rung')
  })

  it('formats bands as ranges', () => {
    expect(bandWords('10_19')).toBe('10 to 19')
    expect(bandWords(null)).toBe('too few to show')
  })
})
