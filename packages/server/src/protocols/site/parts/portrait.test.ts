// Tests of the portraits.
import { describe, expect, it } from 'vitest'
import { makePortraits, portraitDrawing } from './portrait.ts'

describe('a portrait', () => {
  it('depends on the seed only, differs between seeds, and has all its colours', () => {
    const seeds = Array.from({ length: 200 }, (_, i) => `seed-${i}`)
    const drawings = seeds.map((seed) => portraitDrawing(seed).markup)
    expect(new Set(drawings).size).toBeGreaterThan(195)
    expect(portraitDrawing('seed-7').markup).toBe(drawings[7])
    for (const drawing of drawings) expect(drawing).not.toMatch(/[{}]|undefined|NaN/)
  })

  it('contains no characters of a malicious seed', () => {
    expect(portraitDrawing('"><script>alert(1)</script>').markup).not.toContain('script')
  })

  it('is drawn once per page', () => {
    const portraits = makePortraits()
    for (let i = 0; i < 3; i++) expect(portraits.face('ada').markup).toContain('href="#face-1"')
    expect(portraits.face('bo', 'tiny').markup).toContain('href="#face-2"')
    expect(portraits.sheet().markup.match(/<symbol/g)).toHaveLength(2)
  })
})
