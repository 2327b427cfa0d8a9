// Tests of the text helpers of the site.
import { describe, expect, it } from 'vitest'
import { beginning, dayInWords, hour, many, moment, plainWord, shortDay } from './html.ts'

describe('text helpers of the site', () => {
  it('format a day', () => {
    expect(dayInWords('2026-11-15')).toBe('Sunday, 15 November 2026')
    expect([shortDay('2026-03-01'), shortDay('')]).toEqual(['1 Mar', ''])
  })

  it('format a time in UTC, and nothing for an empty time', () => {
    expect(moment('2026-11-05T21:41:07.000Z')?.markup).toContain('>5 Nov, 21:41</time>')
    expect(hour('2026-11-05T21:41:07.000Z')?.markup).toContain('>21:41</time>')
    expect([moment(''), hour('')]).toEqual([null, null])
  })

  it('use singular and plural', () => {
    expect([many(1, 'day'), many(0, 'day'), many(12_345, 'reply', 'replies')]).toEqual([
      '1 day',
      '0 days',
      '12,345 replies',
    ])
  })

  it('cut a text between words, with one ellipsis', () => {
    expect(beginning('Short  and\nflat', 40)).toBe('Short and flat')
    expect(beginning('The tide comes in at four. Then we go.', 28)).toBe('The tide comes in at four…')
    expect(beginning('Donaudampfschifffahrt', 10)).toBe('Donaudamp…')
    // A character outside the basic plane is not cut in half.
    expect(beginning('🌊🌊🌊🌊', 3)).toBe('🌊🌊…')
  })

  it('replace the underscores of a state', () => {
    expect(plainWord('quiet_read')).toBe('quiet read')
  })
})
