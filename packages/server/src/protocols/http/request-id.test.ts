// Request ids.
import { describe, expect, it } from 'vitest'
import { makeRequestIds } from './gate.ts'

const AT = Date.UTC(2031, 4, 6)
const fixedRandom = (byte: number) => ({ secret: (bytes: number) => Buffer.alloc(bytes, byte) })

describe('request ids', () => {
  it('have 26 characters, differ, and sort in the order of creation', () => {
    let calls = 0
    const now = () => {
      calls += 1
      return AT + Math.floor(calls / 100)
    }
    const next = makeRequestIds({ now, ...fixedRandom(255) })
    const ids = Array.from({ length: 5_000 }, () => next())
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/)
    expect(ids).toEqual([...new Set(ids)].sort())
  })

  it('count across the end of the lookup table', () => {
    const next = makeRequestIds({ now: () => AT, ...fixedRandom(0) })
    const ids = Array.from({ length: 3_000 }, () => next())
    expect(ids).toEqual([...new Set(ids)].sort())
  })

  it('differ between processes', () => {
    const [one, other] = [fixedRandom(1), fixedRandom(2)].map((source) =>
      makeRequestIds({ now: () => AT, ...source })(),
    )
    expect(one!.slice(0, 14)).toBe(other!.slice(0, 14))
    expect(one).not.toBe(other)
  })
})
