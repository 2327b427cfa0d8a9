import { describe, expect, it } from 'vitest'
import { expand, parseLine } from './grammar.ts'

const always = (x: number) => () => x

describe('parseLine and expand', () => {
  it('draws among choices, also nested ones', () => {
    const line = parseLine('the [old [red|blue]|new] door')
    expect(expand(line, always(0), () => null)).toBe('the old red door')
    expect(expand(line, always(0.99), () => null)).toBe('the new door')
  })

  it('allows an empty choice', () => {
    expect(expand(parseLine('wait[ here|]'), always(0.99), () => null)).toBe('wait')
  })

  it('returns null only if a drawn slot has no text', () => {
    const line = parseLine('[{who}|somebody] knocked')
    expect(expand(line, always(0), () => null)).toBeNull()
    expect(expand(line, always(0.99), () => null)).toBe('somebody knocked')
    expect(expand(line, always(0), (slot) => (slot === 'who' ? 'Pim' : null))).toBe('Pim knocked')
  })

  it('throws on an open bracket', () => {
    expect(() => parseLine('a [b|c')).toThrow()
    expect(() => parseLine('a {b')).toThrow()
  })
})
