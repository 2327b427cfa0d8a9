/** What is counted outside of requests, by the names of its labels. Every label has few values, none of them a caller's. */
export const METERED = {
  acts: ['by', 'action', 'outcome'],
  budgets: ['budget'],
  cache_reads: ['cache', 'outcome'],
  completions: ['outcome'],
  model_calls: ['outcome'],
  model_tokens: ['direction'],
  moderation_verdicts: ['action'],
  streams_ended: ['kind', 'reason'],
} as const satisfies Record<string, readonly string[]>
export type Metered = keyof typeof METERED

/** What is timed, by the upper bounds of its buckets in seconds. */
export const TIMED = {
  model: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  store_wait: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
  store_commit: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5],
  redis: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1],
  inbox_lag: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30],
} as const satisfies Record<string, readonly number[]>
export type Timed = keyof typeof TIMED

/** A number that somebody who counts on every request holds on to. */
export interface Count {
  n: number
}

export interface Timing {
  readonly bounds: readonly number[]
  /** One more than bounds; each holds what is in it alone. */
  readonly buckets: readonly number[]
  count(): number
  seconds(): number
}

/** Plain numbers: whoever counts pays for a look-up or two, and whoever reads makes the rest of it. */
export interface Meter {
  /** `values` are those of the labels, in their order, with a space between them. */
  add(metered: Metered, values: string, n?: number): void
  /** The number behind it, for those who count it often. */
  count(metered: Metered, values: string): Count
  of(metered: Metered): ReadonlyMap<string, Count>
  /** Over all values, or over those that `wanted` takes. */
  sum(metered: Metered, wanted?: (values: string) => boolean): number
  time(timed: Timed, seconds: number): void
  timing(timed: Timed): Timing
}

/** Values of one series; whatever comes beyond them is counted as `other`. */
const VALUES_MAX = 200

function makeTiming(bounds: readonly number[]) {
  const buckets = new Float64Array(bounds.length + 1)
  let sum = 0
  return {
    bounds,
    buckets: buckets as unknown as readonly number[],
    count: () => buckets.reduce((all, n) => all + n, 0),
    seconds: () => sum,
    note(seconds: number): void {
      let i = 0
      while (i < bounds.length && seconds > bounds[i]!) i += 1
      buckets[i]! += 1
      sum += seconds
    },
  }
}

const entries = <K extends string, V, T>(table: Readonly<Record<K, V>>, make: (value: V) => T): Record<K, T> =>
  Object.fromEntries(Object.entries<V>(table).map(([name, value]) => [name, make(value)])) as Record<K, T>

export function makeMeter(): Meter {
  const series = entries(METERED, () => new Map<string, Count>())
  const others = entries(METERED, (labels: readonly string[]) => labels.map(() => 'other').join(' '))
  const timings = entries(TIMED, makeTiming)

  function count(metered: Metered, values: string): Count {
    const own = series[metered]
    const key = own.size < VALUES_MAX || own.has(values) ? values : others[metered]
    let known = own.get(key)
    if (known === undefined) {
      known = { n: 0 }
      own.set(key, known)
    }
    return known
  }

  return {
    add(metered, values, n = 1) {
      const known = series[metered].get(values) ?? count(metered, values)
      known.n += n
    },
    count,
    of: (metered) => series[metered],
    sum: (metered, wanted = () => true) =>
      [...series[metered]].reduce((sum, [values, { n }]) => (wanted(values) ? sum + n : sum), 0),
    time: (timed, seconds) => timings[timed].note(seconds),
    timing: (timed) => timings[timed],
  }
}
