// Means with bootstrap intervals, from a seeded source of numbers.

/** Numbers in [0, 1). */
export type Chance = () => number

/** Mulberry32 from an FNV-1a hash: the same text gives the same numbers. */
export function seededChance(seed: string): Chance {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Interval {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly n: number
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Samples of a bootstrap; more change the bounds by less than their last printed digit. */
const SAMPLES = 2_000
const LEVEL = 0.95

/** The value below which a share of sorted values lies, between two neighbours in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const position = share * (sorted.length - 1)
  const below = Math.floor(position)
  const above = Math.min(sorted.length - 1, below + 1)
  return sorted[below]! + (position - below) * (sorted[above]! - sorted[below]!)
}

/** The mean with its 95 % percentile bootstrap interval; null without values. */
export function intervalOf(values: readonly number[], chance: Chance = seededChance('interval')): Interval | null {
  const n = values.length
  if (n === 0) return null
  const mean = meanOf(values)
  const means: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    let sum = 0
    for (let i = 0; i < n; i++) sum += values[Math.floor(chance() * n)]!
    means.push(sum / n)
  }
  means.sort((a, b) => a - b)
  return { mean, low: quantile(means, (1 - LEVEL) / 2), high: quantile(means, (1 + LEVEL) / 2), n }
}
