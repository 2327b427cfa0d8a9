import { describe, expect, it } from 'vitest'
import { SKIES, skyOf } from './weather.ts'

describe('the sky over the city', () => {
  it('is drawn for words that it knows, and left alone for others', () => {
    expect(skyOf('fog')!.mist).toBeGreaterThan(skyOf('low cloud')!.mist)
    expect([skyOf(null), skyOf('toString'), skyOf('frogs')]).toEqual([null, null, null])
  })

  it('never hides the city, and never holds more than some dozens of drops to a pattern', () => {
    for (const { mist, falls } of Object.values(SKIES)) {
      expect(mist).toBeLessThan(0.9)
      for (const { count, alpha, width, height } of falls) {
        expect(count).toBeLessThanOrEqual(60)
        expect(alpha).toBeLessThan(1)
        expect(width * height).toBeLessThan(300_000)
      }
    }
  })
})
