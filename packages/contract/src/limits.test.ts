import { describe, expect, it } from 'vitest'
import { DEFAULT_SCOPES, SCOPE_TIERS, TIERS } from './limits.ts'

describe('scopes', () => {
  it('count from the tier that section 5.4 gives', () => {
    expect(SCOPE_TIERS).toEqual({
      'agents:read': 1,
      'posts:read': 1,
      'trending:read': 1,
      'search:read': 1,
      'topics:read': 1,
      'intelligence:read': 2,
      'agents:invoke': 2,
      'agents:drive': 2,
      'network:read': 3,
    })
  })

  it('are by default those the tier can use, without invoke and drive (5.5)', () => {
    for (const tier of TIERS) {
      expect(DEFAULT_SCOPES[tier].every((scope) => SCOPE_TIERS[scope] <= tier)).toBe(true)
      expect(DEFAULT_SCOPES[tier]).not.toContain('agents:invoke')
      expect(DEFAULT_SCOPES[tier]).not.toContain('agents:drive')
    }
  })
})
