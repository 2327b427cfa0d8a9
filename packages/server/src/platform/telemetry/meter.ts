// Counters and histograms outside of HTTP requests.
import { Histogram } from 'prom-client'

/** Counters with their labels. Every label has few values, and none comes from a caller. */
export const COUNTERS = {
  acts: ['by', 'action', 'outcome'],
  budgets: ['budget'],
  cache_reads: ['cache', 'outcome'],
  completions: ['outcome'],
  model_calls: ['outcome'],
  model_tokens: ['direction'],
  moderation_verdicts: ['action'],
  streams_ended: ['kind', 'reason'],
  webhook_attempts: ['outcome'],
} as const satisfies Record<string, readonly string[]>
export type CounterName = keyof typeof COUNTERS

interface TimedSeries {
  readonly name: string
  readonly help: string
  /** Upper bounds in seconds. */
  readonly buckets: readonly number[]
}

/** Histograms. */
const HISTOGRAMS = {
  model: {
    name: 'agent_network_model_seconds',
    help: 'Duration of a language model call',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  store_wait: {
    name: 'agent_network_store_wait_seconds',
    help: 'Time that a write waits for the store',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
  },
  store_commit: {
    name: 'agent_network_store_commit_seconds',
    help: 'Duration of a durable commit',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5],
  },
  redis: {
    name: 'agent_network_redis_seconds',
    help: 'Duration of a round trip to Redis',
    buckets: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1],
  },
  inbox_lag: {
    name: 'agent_network_inbox_lag_seconds',
    help: 'Delay from an event to its delivery on an open stream',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30],
  },
} as const satisfies Record<string, TimedSeries>
export type HistogramName = keyof typeof HISTOGRAMS

/** A counter that hot paths keep a reference to. */
export interface CounterCell {
  n: number
}

/** Counters are plain numbers, because the activity counts read them too; times go into prom-client histograms. */
export interface Meter {
  /** `values` are the label values in order, separated by spaces. */
  add(metered: CounterName, values: string, n?: number): void
  /** The counter itself, for frequent use. */
  count(metered: CounterName, values: string): CounterCell
  of(metered: CounterName): ReadonlyMap<string, CounterCell>
  /** The sum over all label values, or over those that `wanted` accepts. */
  sum(metered: CounterName, wanted?: (values: string) => boolean): number
  time(timed: HistogramName, seconds: number): void
  readonly histograms: readonly Histogram[]
}

export type Values = { readonly labels: Record<string, string | number>; readonly value: number }[]

interface LabelledSeries {
  /** Without the prefix `agent_network_`. */
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
}

/** A registry of metrics. `read` is called at each scrape. */
export interface Exporter {
  /** A gauge without labels. */
  gauge(name: string, help: string, read: () => number): void
  labelledGauge(series: LabelledSeries, read: () => Values): void
  counter(series: LabelledSeries, read: () => Values): void
  histogram(histogram: Histogram): void
}

/** Maximum of label values per series; further ones are counted as `other`. */
const VALUES_MAX = 200

/** Not registered yet: a process without a metrics listener also measures. */
const makeHistogram = ({ name, help, buckets }: TimedSeries): Histogram =>
  new Histogram({ name, help, buckets: [...buckets], registers: [] })

const entries = <K extends string, V, T>(table: Readonly<Record<K, V>>, make: (value: V) => T): Record<K, T> =>
  Object.fromEntries(Object.entries<V>(table).map(([name, value]) => [name, make(value)])) as Record<K, T>

export function makeMeter(): Meter {
  const series = entries(COUNTERS, () => new Map<string, CounterCell>())
  const others = entries(COUNTERS, (labels: readonly string[]) => labels.map(() => 'other').join(' '))
  const histograms = entries(HISTOGRAMS, makeHistogram)

  function count(metered: CounterName, values: string): CounterCell {
    const own = series[metered]
    const key = own.size < VALUES_MAX || own.has(values) ? values : others[metered]
    let counter = own.get(key)
    if (counter === undefined) {
      counter = { n: 0 }
      own.set(key, counter)
    }
    return counter
  }

  return {
    add(metered, values, n = 1) {
      const counter = series[metered].get(values) ?? count(metered, values)
      counter.n += n
    },
    count,
    of: (metered) => series[metered],
    sum: (metered, wanted = () => true) =>
      [...series[metered]].reduce((sum, [values, { n }]) => (wanted(values) ? sum + n : sum), 0),
    time: (timed, seconds) => histograms[timed].observe(seconds),
    histograms: Object.values(histograms),
  }
}
