// Tests of visitor limits.
import { describe, expect, it } from 'vitest'
import type { Switches } from './switches.ts'
import { visitorLimitsOf } from './switches.ts'

const limitsWith = (visitorFence: unknown) => visitorLimitsOf({ visitorFence } as unknown as Switches)

describe('visitor limits (1.24)', () => {
  it('have defaults if nothing is set', () => {
    const usual = {
      maxResidentRepliesPerVisitorPerDay: 40,
      maxInvitesPerVisitorPerDay: 6,
      maxChessChallengesPerVisitorPerDay: 3,
      maxConversationsPerVisitorPerDay: 6,
      conversationCooldownMinutes: 30,
      recentPartnerHours: 12,
      residentDmToVisitorEnabled: true,
    }
    for (const nothing of [undefined, null, {}]) expect(limitsWith(nothing)).toEqual(usual)
  })

  it.each([
    [0, 0],
    [7, 7],
    [-1, 6],
    ['9', 6],
    [Number.NaN, 6],
    [Number.POSITIVE_INFINITY, 6],
    [null, 6],
  ])('read %s as %s invitations: invalid amounts have the default (AMB-135)', (set, expected) => {
    expect(limitsWith({ maxInvitesPerVisitorPerDay: set }).maxInvitesPerVisitorPerDay).toBe(expected)
  })

  it('let residents write first unless the value is literally false', () => {
    const allowed = (value: unknown) => limitsWith({ residentDmToVisitorEnabled: value }).residentDmToVisitorEnabled
    expect([allowed(false), allowed(true), allowed(0), allowed(undefined)]).toEqual([false, true, true, true])
  })
})
