// Tests of the marks that find repeated private text.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { echoMarks, RUN } from './echoes.ts'

const shares = (a: string, b: string): boolean => {
  const marks = new Set(echoMarks(a))
  return echoMarks(b).some((mark) => marks.has(mark))
}

describe('echoes', () => {
  const text = 'the ninth door of the Cut was painted over twice in green'

  it('match exactly if eight consecutive words are equal', () => {
    expect(shares(text, 'Ninth door, of the cut: WAS painted -- over!')).toBe(true)
    expect(shares(text, 'ninth door of the Cut was painted')).toBe(false)
    expect(shares(text, 'ninth door of the old Cut was painted over twice in')).toBe(false)
    expect(shares('too short to be quoted', 'too short to be quoted')).toBe(false)
  })

  it('match addresses and numbers in any spelling', () => {
    expect(shares('write to Ada@Example.org', 'it is ada@example.org, I think')).toBe(true)
    expect(shares('call +44 20 7946 0958', 'her number: +44 (0)20-7946-0958')).toBe(true)
    expect(shares('call +44 20 7946 0958', 'call +44 20 7946 0111')).toBe(false)
  })

  it('match quotations and nothing else', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 9, maxLength: 30 }), fc.nat(20), (words, at) => {
        const start = Math.min(at, words.length - RUN)
        const quoted = words.slice(start, start + RUN)
        expect(shares(words.join(' '), quoted.join(' '))).toBe(true)
        expect(shares(words.join(' '), quoted.with(3, 'changed!x').join(' '))).toBe(false)
      }),
    )
  })
})
