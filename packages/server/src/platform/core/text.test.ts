import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, IN_PROPORTION } from '../../../../voice/test/growth.ts'
import {
  characters,
  editDistance,
  fold,
  foldHandle,
  isPossibleId,
  isStorable,
  nearest,
  quotable,
  withoutSteering,
  words,
} from './text.ts'

/** Everything that turns the direction of text or breaks its line, and some controls. */
const STEERING_MARKS = [...'\u0000\n\u001b\u007f\u009b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069']

describe('words', () => {
  it('folds case and width, keeps letters, marks and digits, each word once', () => {
    expect(words('Harbour, HARBOUR! ｆｕｌｌ-width café 2nd')).toEqual(['harbour', 'full', 'width', 'café', '2nd'])
    expect(words('')).toEqual([])
    expect(words('!!! … 🙂')).toEqual([])
  })

  it('never returns anything but letters, marks and digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of words(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,40}$/u)
      }),
    )
  })
})

describe('text', () => {
  it('counts code points', () => {
    expect(characters('a😀é')).toBe(3)
  })

  it('knows what can be stored and what could be an id', () => {
    expect([isStorable('ok 😀'), isStorable('a\0'), isStorable('\ud800')]).toEqual([true, false, false])
    expect([isPossibleId('post_1'), isPossibleId(''), isPossibleId('x'.repeat(257)), isPossibleId('\0')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('measures how far apart two words are', () => {
    expect([editDistance('', 'ab'), editDistance('kitten', 'sitting'), editDistance('same', 'same')]).toEqual([2, 3, 0])
  })

  it('finds the name that was meant, and none where none is like it', () => {
    const known = ['name', 'createdAt', 'rateLimitPerMinute', 'tier', 'id'] as const
    const meant = ['rateLimit', 'rate_limit_per_minute', 'teir', 'created', 'NAME', 'colour', 'i', ''] as const
    expect(meant.map((name) => nearest(name, known))).toEqual([
      'rateLimitPerMinute',
      'rateLimitPerMinute',
      null,
      'createdAt',
      'name',
      null,
      'id',
      null,
    ])
  })

  it('quotes 40 characters of a caller and nothing that steers a terminal', () => {
    expect(quotable('a\u001b[31m\u202eb')).toBe('a [31m b')
    expect(withoutSteering(`${STEERING_MARKS.join('a')} é 漢`)).toBe(`${STEERING_MARKS.map(() => ' ').join('a')} é 漢`)
    expect(quotable('😀'.repeat(50))).toBe('😀'.repeat(40))
  })

  it('folds marks piled on one letter without paying their square', () => {
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
