// Tests of the rate limit of a key.
import { describe, expect, it } from 'vitest'
import { keyLimitAt } from './key-limit.ts'

const CREATED_AT = '2026-03-10T12:00:00.000Z'
const DAY = 86_400_000
const at = (ms: number) => Date.parse(CREATED_AT) + ms
const key = (rateLimitPerMinute: number, createdAt = CREATED_AT) => ({ rateLimitPerMinute, createdAt })

describe('rate limit of a key', () => {
  it('is ten a minute for exactly 24 hours, then its own limit (section 8)', () => {
    const young = { perMinute: 10, later: 60, from: '2026-03-11T12:00:00.000Z' }
    const grown = { perMinute: 60, later: 60, from: null }
    expect([0, DAY - 1, DAY].map((age) => keyLimitAt(key(60), at(age)))).toEqual([young, young, grown])
  })

  it('is its own limit from the start if that is at most 10', () => {
    for (const own of [1, 10]) expect(keyLimitAt(key(own), at(0))).toEqual({ perMinute: own, later: own, from: null })
  })

  it('is that of a new key if the creation date is unknown', () => {
    for (const unknown of ['', 'yesterday'])
      expect(keyLimitAt(key(60, unknown), at(9 * DAY))).toEqual({ perMinute: 10, later: 10, from: null })
  })
})
