// Tests of world file parsing.
import { describe, expect, it } from 'vitest'
import { parseFile } from './parse.ts'

const agent = { id: 'ada', worldId: 'prime', handle: 'ada', displayName: 'Ada' }
const said = (file: unknown): string => {
  try {
    parseFile(file)
    return 'taken'
  } catch (error) {
    return (error as Error).message
  }
}

describe('a world file', () => {
  it('is one object of known lists', () => {
    expect(said([])).toBe('a world file must be one JSON object')
    expect(said({ agent: [] })).toMatch(/^agent: is not a known list; there are .*agents/)
    expect(said({ agents: {} })).toBe('agents: must be a list')
    expect(said({})).toBe('taken')
  })

  it('names the wrong item and member', () => {
    expect(said({ agents: [agent] })).toBe('taken')
    expect(said({ agents: [agent, { ...agent, handle: 7 }] })).toMatch(/^agents\[1\]\.handle/)
  })

  it('has no text that a database cannot store', () => {
    expect(said({ agents: [{ ...agent, bio: 'a\u0000b' }] })).toBe('agents[0].bio: holds NUL or half a surrogate pair')
    expect(said({ agents: [{ ...agent, bio: '\ud800' }] })).toMatch(/surrogate/)
  })

  it('has no invalid calendar day', () => {
    expect(said({ agents: [{ ...agent, createdAt: '2026-02-30T00:00:00.000Z' }] })).toMatch(
      /^agents\[0\]\.createdAt: must be an ISO 8601 timestamp/,
    )
  })

  it('has no index in the path of its only city', () => {
    expect(said({ city: { worldId: 7 } })).toMatch(/^city\.?/)
    expect(said({ city: [{ worldId: 7 }] })).toMatch(/^city\[0\]/)
    expect(parseFile({ city: { worldId: 'prime' } }).lists.city.length).toBe(1)
  })
})
