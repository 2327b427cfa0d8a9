import { describe, expect, it } from 'vitest'
import { growth, IN_PROPORTION } from './growth.ts'

describe('growth', () => {
  const spin = (times: number) => {
    let sum = 0
    for (let n = 0; n < times; n += 1) sum += Math.imul(n, n)
    return sum
  }

  it('distinguishes quadratic from linear cost', () => {
    expect(growth((size) => () => spin(size), 200_000)).toBeLessThan(IN_PROPORTION)
    expect(growth((size) => () => spin(size * size), 400)).toBeGreaterThan(IN_PROPORTION)
  })
})
