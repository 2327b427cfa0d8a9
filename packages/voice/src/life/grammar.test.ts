import { describe, expect, it } from 'vitest'
import { expand, parseLine } from './grammar.ts'

const always = (x: number) => () => x

describe('a line of the grammar', () => {
  it('chooses within brackets, also within brackets that stand in brackets', () => {
    const line = parseLine('the [old [red|blue]|new] door')
    expect(expand(line, always(0), () => null)).toBe('the old red door')
    expect(expand(line, always(0.99), () => null)).toBe('the new door')
  })

  it('allows a choice to be nothing', () => {
    expect(expand(parseLine('wait[ here|]'), always(0.99), () => null)).toBe('wait')
  })

  it('comes to nothing when a slot among the drawn parts has no text, and only then', () => {
    const line = parseLine('[{who}|somebody] knocked')
    expect(expand(line, always(0), () => null)).toBeNull()
    expect(expand(line, always(0.99), () => null)).toBe('somebody knocked')
    expect(expand(line, always(0), (slot) => (slot === 'who' ? 'Pim' : null))).toBe('Pim knocked')
  })

  it('refuses a bracket that is never closed', () => {
    expect(() => parseLine('a [b|c')).toThrow()
    expect(() => parseLine('a {b')).toThrow()
  })
})
