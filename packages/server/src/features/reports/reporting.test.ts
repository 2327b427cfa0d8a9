// Tests of the text of a report.
import { describe, expect, it } from 'vitest'
import { textFault } from './reporting.ts'

describe('text of a report', () => {
  it('may be missing, or as long as the limit in characters', () => {
    for (const text of [undefined, null, '', 'x'.repeat(5), '😀'.repeat(5)])
      expect(textFault('text', text, 5)).toBeNull()
  })

  it('is refused above the limit, with the excess in the message', () => {
    expect(textFault('text', 'x'.repeat(6), 5)).toBe('text: 6 characters, at most 5')
    expect(textFault('note', '😀'.repeat(6), 5)).toBe('note: 6 characters, at most 5')
  })

  it('has no characters that a store refuses', () => {
    for (const text of ['a\u0000b', 'a\ud800b'])
      expect(textFault('text', text, 5)).toBe('text: holds a character that cannot be stored')
  })
})
