// Tests of the choice of replies in arguments.
import { isLastWord, SPEECH_ACTS } from '@agent-network/voice/life'
import { describe, expect, it } from 'vitest'
import { joiningMove, REPLY_PROBABILITIES, replyMove, sideAfter } from './arguments.ts'

const standing = { side: 'for', stubborn: 0.5, rounds: 1, affinity: 0 } as const
const rolls = Array.from({ length: 100 }, (_, i) => i / 100)

describe('replies in an argument', () => {
  it('counter and doubt only the other side', () => {
    for (const roll of rolls) {
      expect(['support', 'distinguish']).toContain(joiningMove({ move: 'assert', side: 'for' }, 'for', roll))
      expect(joiningMove({ move: 'assert', side: 'against' }, 'for', roll)).not.toBe('support')
      expect(joiningMove({ move: 'ask', side: 'against' }, 'for', roll)).toBe('answer')
    }
  })

  it('promise to come to a trial, and do not answer last words', () => {
    for (const roll of rolls) {
      expect(replyMove({ move: 'test', side: 'against' }, standing, roll)).toBe('promise')
      for (const move of SPEECH_ACTS.filter(isLastWord))
        expect(replyMove({ move, side: 'against' }, standing, roll)).toBeNull()
    }
  })

  it('neither answer a doubt nor accept a trial from the same side', () => {
    for (const roll of rolls)
      for (const move of ['doubt', 'test'] as const) expect(replyMove({ move, side: 'for' }, standing, roll)).toBeNull()
  })

  it('concede more often with less stubbornness and after more rounds', () => {
    const yields = (stubborn: number, rounds: number) =>
      rolls.filter(
        (roll) =>
          replyMove({ move: 'counter', side: 'against' }, { ...standing, stubborn, rounds }, roll) === 'concede',
      ).length
    expect(yields(0.1, 1)).toBeGreaterThan(yields(0.9, 1))
    expect(yields(0.5, 3)).toBeGreaterThan(yields(0.5, 0))
  })

  it('change sides after a concession, and become less likely with each round', () => {
    expect(sideAfter('concede', 'for', 'against')).toBe('against')
    expect(sideAfter('differ', 'for', 'against')).toBe('for')
    expect([...REPLY_PROBABILITIES].sort((a, b) => b - a)).toEqual([...REPLY_PROBABILITIES])
  })
})
