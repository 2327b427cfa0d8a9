import { describe, expect, it } from 'vitest'
import { ambientAt, systemAmbient } from './ambient.ts'

describe('ambient', () => {
  it('makes ids that sort in the order in which they were made', () => {
    let now = 1_700_000_000_000
    const ambient = ambientAt(systemAmbient(), () => now)
    const made = Array.from({ length: 3_000 }, (_, n) => {
      if (n % 100 === 0) now += 1
      return ambient.id('post', 'abc')
    })
    expect([...made].sort()).toEqual(made)
    expect(new Set(made).size).toBe(made.length)
    expect(made[0]).toMatch(/^post_abc_[0-9a-z]{23}$/)
  })

  it('repeats its chance for the same seed and no other', () => {
    const { random } = systemAmbient()
    const draw = (...seed: (string | number)[]) => {
      const next = random(...seed)
      return Array.from({ length: 5 }, next)
    }
    expect(draw('world', 'agent', 7)).toEqual(draw('world', 'agent', 7))
    expect(draw('world', 'agent', 7)).not.toEqual(draw('world', 'agent', 8))
    for (const value of draw('x')) expect(value).toBeGreaterThanOrEqual(0)
  })
})
