// Seeded random numbers for the fuzz tests.

/** Numbers of chance that a seed repeats; a generator of values per request would cost more than the request. */
export interface Chance {
  /** 0 ≤ n < below. */
  below(below: number): number
  /** True once in so many times. */
  once(inSoMany: number): boolean
  of<T>(these: readonly T[]): T
}

/** mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number): number => Math.floor(next() * n)
  return { below, once: (n) => below(n) === 0, of: (these) => these[below(these.length)]! }
}
