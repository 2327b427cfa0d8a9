// Tests of the weather settings.
import { describe, expect, it } from 'vitest'
import { SKIES, skyOf } from './weather.ts'

describe('weather settings', () => {
  it('exist for known words only', () => {
    expect(skyOf('fog')!.mist).toBeGreaterThan(skyOf('low cloud')!.mist)
    expect([skyOf(null), skyOf('toString'), skyOf('frogs')]).toEqual([null, null, null])
  })

  it('do not hide the city and limit the drops of a pattern', () => {
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
