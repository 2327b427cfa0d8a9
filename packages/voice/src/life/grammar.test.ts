import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { expand, isFillable, parseLine } from './grammar.ts'

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

  it('keeps the parts around slots and choices in order', () => {
    expect(parseLine('a {b} c[ d|{e}] f')).toEqual([
      'a ',
      { slot: 'b' },
      ' c',
      { choices: [[' d'], [{ slot: 'e' }]] },
      ' f',
    ])
    expect(parseLine('')).toEqual([])
  })

  it('takes less memory than the signs of the line', () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const heapBytes = () => {
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const sources = Array.from({ length: 5_000 }, (_, n) => `line ${n} ${'of many words '.repeat(40)}`)
    const signs = sources.reduce((sum, source) => sum + source.length, 0)
    const before = heapBytes()
    const lines = sources.map(parseLine)
    const after = heapBytes()
    expect(lines).toHaveLength(sources.length)
    expect(after - before).toBeLessThan(signs)
  })

  it('knows whether a line can be filled', () => {
    const hasText = (slot: string): boolean => slot === 'who'
    expect(isFillable(parseLine('It was {who}.'), hasText)).toBe(true)
    expect(isFillable(parseLine('It was {who}, because {why}.'), hasText)).toBe(false)
    expect(isFillable(parseLine('It was {who}[, because {why}|].'), hasText)).toBe(true)
    expect(isFillable(parseLine('It was [{why}|{when}].'), hasText)).toBe(false)
  })
})
