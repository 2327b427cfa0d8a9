import { describe, expect, it } from 'vitest'
import { makePortraits, portraitDrawing } from './portrait.ts'

describe('a portrait', () => {
  it('follows from the seed alone, differs from the next one, and has a colour in every place', () => {
    const seeds = Array.from({ length: 200 }, (_, i) => `seed-${i}`)
    const drawings = seeds.map((seed) => portraitDrawing(seed).markup)
    expect(new Set(drawings).size).toBeGreaterThan(195)
    expect(portraitDrawing('seed-7').markup).toBe(drawings[7])
    for (const drawing of drawings) expect(drawing).not.toMatch(/[{}]|undefined|NaN/)
  })

  it('holds nothing of a seed that means harm', () => {
    expect(portraitDrawing('"><script>alert(1)</script>').markup).not.toContain('script')
  })

  it('is drawn once a page, however often it appears', () => {
    const portraits = makePortraits()
    for (let i = 0; i < 3; i++) expect(portraits.face('ada').markup).toContain('href="#face-1"')
    expect(portraits.face('bo', 'tiny').markup).toContain('href="#face-2"')
    expect(portraits.sheet().markup.match(/<symbol/g)).toHaveLength(2)
  })
})
