// Tests of text normalisation.
import { describe, expect, it } from 'vitest'
import { readBio, readPersona, readSpeech } from './writing.ts'

describe('normalisation of visitor texts (4.10)', () => {
  it.each([
    ['  hello \n', 'hello'],
    ['two  spaces\tinside', 'two  spaces\tinside'],
    [' \n\t ', null],
    ['x'.repeat(500), 'x'.repeat(500)],
    ['x'.repeat(501), null],
    [` ${'😀'.repeat(500)} `, '😀'.repeat(500)],
    ['😀'.repeat(501), null],
  ])('trims speech %j and requires 1 to 500 characters', (input, expected) => {
    expect(readSpeech(input)).toBe(expected)
  })

  it.each([
    ['', ''],
    [' a\r\nb\tc\u0085d\u2028e\u00a0\u2003f ', 'a b c d e f'],
    ['a\u0000\u0007b', 'a b'],
    [`${'y'.repeat(500)}   \n`, 'y'.repeat(500)],
    ['y'.repeat(501), null],
  ])('makes one line of bio %j', (input, expected) => {
    expect(readBio(input)).toBe(expected)
  })

  it.each([
    ['', ''],
    ['a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
    ['a\tb\u000bc\u000cd\u0085e', 'a b c d e'],
    ['a  \t  b', 'a b'],
    ['  a  \n  b  ', 'a\nb'],
    ['a\n\n\nb\n \n \nc', 'a\n\nb\n\nc'],
    ['\n\n a \n\n', 'a'],
    ['z'.repeat(2_000), 'z'.repeat(2_000)],
    ['z'.repeat(2_001), null],
    [`${'z'.repeat(1_999)}${' '.repeat(50)}\n`, 'z'.repeat(1_999)],
  ])('keeps the lines of persona %j', (input, expected) => {
    expect(readPersona(input)).toBe(expected)
  })
})
