// Tests of text helpers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, IN_PROPORTION } from '../../../../voice/test/growth.ts'
import {
  countCharacters,
  editDistance,
  fold,
  foldHandle,
  isPossibleId,
  isStorable,
  nearestName,
  quoteSafely,
  stripControlCharacters,
  tokenize,
} from './text.ts'

/** Characters that change text direction or break lines, and some control characters. */
const STEERING_MARKS = [...'\u0000\n\u001b\u007f\u009b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069']

describe('words', () => {
  it('folds case and width, keeps letters, marks and digits, each word once', () => {
    expect(tokenize('Harbour, HARBOUR! ｆｕｌｌ-width café 2nd')).toEqual(['harbour', 'full', 'width', 'café', '2nd'])
    expect(tokenize('')).toEqual([])
    expect(tokenize('!!! … 🙂')).toEqual([])
  })

  it('never returns anything but letters, marks and digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of tokenize(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,40}$/u)
      }),
    )
  })
})

describe('text', () => {
  it('counts code points', () => {
    expect(countCharacters('a😀é')).toBe(3)
  })

  it('detects storable text and possible ids', () => {
    expect([isStorable('ok 😀'), isStorable('a\0'), isStorable('\ud800')]).toEqual([true, false, false])
    expect([isPossibleId('post_1'), isPossibleId(''), isPossibleId('x'.repeat(257)), isPossibleId('\0')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('measures the edit distance', () => {
    expect([editDistance('', 'ab'), editDistance('kitten', 'sitting'), editDistance('same', 'same')]).toEqual([2, 3, 0])
    expect([editDistance('teir', 'tier'), editDistance('databsae', 'database'), editDistance('ab', 'ba')]).toEqual([
      1, 1, 1,
    ])
  })

  it('finds the most similar name, or none', () => {
    const candidates = ['name', 'createdAt', 'rateLimitPerMinute', 'tier', 'id'] as const
    const inputs = ['rateLimit', 'rate_limit_per_minute', 'teir', 'created', 'NAME', 'colour', 'i', ''] as const
    expect(inputs.map((name) => nearestName(name, candidates))).toEqual([
      'rateLimitPerMinute',
      'rateLimitPerMinute',
      'tier',
      'createdAt',
      'name',
      null,
      'id',
      null,
    ])
  })

  it('quotes 40 characters without control characters', () => {
    expect(quoteSafely('a\u001b[31m\u202eb')).toBe('a [31m b')
    expect(stripControlCharacters(`${STEERING_MARKS.join('a')} é 漢`)).toBe(
      `${STEERING_MARKS.map(() => ' ').join('a')} é 漢`,
    )
    expect(quoteSafely('😀'.repeat(50))).toBe('😀'.repeat(40))
  })

  it('folds long runs of combining marks in linear time', () => {
    const folding = (n: number) => {
      const text = `a${'\u0301\u0323'.repeat(n)}`
      return () => fold(text)
    }
    expect(growth(folding, 2_000)).toBeLessThan(IN_PROPORTION)
  })

  it('folds handles', () => {
    expect(foldHandle('@Ada')).toBe('ada')
  })
})
