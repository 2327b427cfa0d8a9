// Tests of world file parsing.
import { describe, expect, it } from 'vitest'
import { parseFile } from './parse.ts'

const agent = { id: 'ada', worldId: 'prime', handle: 'ada', displayName: 'Ada' }
const parseOutcome = (file: unknown): string => {
  try {
    parseFile(file)
    return 'taken'
  } catch (error) {
    return (error as Error).message
  }
}

describe('a world file', () => {
  it('is one object of known lists', () => {
    expect(parseOutcome([])).toBe('a world file must be one JSON object')
    expect(parseOutcome({ agent: [] })).toMatch(/^agent: is not a known list; there are .*agents/)
    expect(parseOutcome({ agents: {} })).toBe('agents: must be a list')
    expect(parseOutcome({})).toBe('taken')
  })

  it('names the wrong item and member', () => {
    expect(parseOutcome({ agents: [agent] })).toBe('taken')
    expect(parseOutcome({ agents: [agent, { ...agent, handle: 7 }] })).toMatch(/^agents\[1\]\.handle/)
  })

  it('has no text that a database cannot store', () => {
    expect(parseOutcome({ agents: [{ ...agent, bio: 'a\u0000b' }] })).toBe(
      'agents[0].bio: holds NUL or half a surrogate pair',
    )
    expect(parseOutcome({ agents: [{ ...agent, bio: '\ud800' }] })).toMatch(/surrogate/)
  })

  it('has no invalid calendar day', () => {
    expect(parseOutcome({ agents: [{ ...agent, createdAt: '2026-02-30T00:00:00.000Z' }] })).toMatch(
      /^agents\[0\]\.createdAt: must be an ISO 8601 timestamp/,
    )
  })

  it('has no index in the path of its only city', () => {
    expect(parseOutcome({ city: { worldId: 7 } })).toMatch(/^city\.?/)
    expect(parseOutcome({ city: [{ worldId: 7 }] })).toMatch(/^city\[0\]/)
    expect(parseFile({ city: { worldId: 'prime' } }).lists.city.length).toBe(1)
  })
})
