// Tests of match scores.
import { describe, expect, it } from 'vitest'
import { afterGame, type MatchFacts, matchOutcome, newMatch, ownerIsWhite, tellerOf } from './matches.ts'

const after = (...results: ('won' | 'lost' | 'drew')[]): MatchFacts =>
  results.reduce<MatchFacts>(afterGame, newMatch(3, ''))

describe('a match', () => {
  it('counts a point for a win and half a point for a draw', () => {
    expect(after('won', 'drew')).toMatchObject({ played: 2, owner: 1.5, other: 0.5, last: 'drew' })
  })

  it('is open until its last game and then won by the higher score', () => {
    expect(matchOutcome(after('won', 'won'))).toBe('open')
    expect(matchOutcome(after('won', 'lost', 'won'))).toBe('owner')
    expect(matchOutcome(after('lost', 'drew', 'lost'))).toBe('other')
    expect(matchOutcome(after('won', 'drew', 'lost'))).toBe('drawn')
  })

  it('is abandoned after three missed games', () => {
    expect(matchOutcome({ ...after('won'), missed: 2 })).toBe('open')
    expect(matchOutcome({ ...after('won'), missed: 3 })).toBe('abandoned')
  })

  it('lets the player who came post about a missed game', () => {
    const parties = { owner: 'ann', other: 'bo' }
    for (const played of [after('won'), after('won', 'lost')]) {
      const missed = { ...played, last: 'not_played' as const }
      expect(tellerOf({ ...missed, absentId: 'ann' }, parties)).toBe('bo')
      expect(tellerOf({ ...missed, absentId: 'bo' }, parties)).toBe('ann')
    }
  })

  it('alternates colours', () => {
    expect([after(), after('won'), after('won', 'won')].map(ownerIsWhite)).toEqual([true, false, true])
  })
})
