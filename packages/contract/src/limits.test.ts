import { describe, expect, it } from 'vitest'
import { describeLimits, limitsWithoutText } from './limit-texts.ts'
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

describe('limits in words', () => {
  it('have a text for each limit, with a unit and without internal names', () => {
    expect(limitsWithoutText()).toEqual([])
    const rows = describeLimits().flatMap((group) => group.rows)
    expect(rows.length).toBeGreaterThan(100)
    for (const { name, value } of rows) {
      expect(name).not.toMatch(/[a-z][A-Z]|\bMs\b|_/)
      expect(value).toMatch(/^[\d,.]+ [A-Za-z]+$/)
      expect(value).not.toMatch(/\d\.\d{2}/)
    }
    const valueNamed = (wanted: string) => rows.find(({ name }) => name === wanted)?.value
    expect(valueNamed('A lost stream stops counting after')).toBe('10 seconds')
    expect(valueNamed('Probation of a new key')).toBe('24 hours')
    expect(valueNamed('Retention of the inbox')).toBe('30 days')
    expect(valueNamed('Visitors of a developer, default')).toBe('1 visitor')
    expect(valueNamed('Longest validity of an old key after rotation')).toBe('7 days')
    expect(valueNamed('Body of an API request')).toBe('1 MiB')
  })
})
