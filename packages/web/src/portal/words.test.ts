import { describe, expect, it } from 'vitest'
import { bandWords, eventWords } from './words.ts'

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
