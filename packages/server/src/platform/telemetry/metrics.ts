import { Counter, collectDefaultMetrics, type Metric, type MetricObject, Registry } from 'prom-client'

/** An answer with an error code. */
export interface Refused {
  readonly route: string
  readonly code: string
  readonly status: number
}

export interface RequestMetrics {
  observe(route: string, status: number, milliseconds: number): void
  refused(refused: Refused): void
}

export type Values = { labels: Record<string, string | number>; value: number; metricName?: string }[]

export interface Metrics extends RequestMetrics {
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>
  /** When it was last asked for, on the monotonic clock; never at first. */
  askedAt(): number
  /** Requests answered since the start. */
  requests(): number
  /** Called with each answer that has an error code. */
  onRefused(listener: (refused: Refused) => void): void
  swept(sweep: string, rows: number): void
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** A series whose values are made when somebody asks. */
  series(
    name: string,
    help: string,
    type: 'counter' | 'gauge' | 'histogram',
    values: () => Values | Promise<Values>,
  ): void
}

const PREFIX = 'agent_network_'
const BUCKETS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 5_000]

/** What one route has answered so far, in plain numbers: a request must not pay for labels that only a scrape reads. */
interface RouteRecord {
  /** Of every status but 200, which nearly all have. */
  readonly statuses: Map<number, number>
  /** One more than bounds; each holds what is in it alone. */
  readonly buckets: number[]
  succeeded: number
  count: number
  milliseconds: number
}

const MISNAMED = ['handles', 'requests', 'resources'] as const

const SECONDS = `${PREFIX}request_seconds`

const statusValues = (records: ReadonlyMap<string, RouteRecord>): Values =>
  [...records].flatMap(([route, { statuses, succeeded }]) =>
    [...(succeeded > 0 ? [[200, succeeded] as const] : []), ...statuses].map(([status, value]) => ({
      labels: { route, status },
      value,
    })),
  )

function durationValues(records: ReadonlyMap<string, RouteRecord>): Values {
  return [...records].flatMap(([route, { buckets, count, milliseconds }]) => {
    let below = 0
    const steps = BUCKETS_MS.map((bound, i) => {
      below += buckets[i]!
      return { labels: { le: bound / 1_000, route }, value: below, metricName: `${SECONDS}_bucket` }
    })
    return [
      ...steps,
      { labels: { le: '+Inf', route }, value: count, metricName: `${SECONDS}_bucket` },
      { labels: { route }, value: milliseconds / 1_000, metricName: `${SECONDS}_sum` },
      { labels: { route }, value: count, metricName: `${SECONDS}_count` },
    ]
  })
}

export function makeMetrics(elapsed: () => number): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges under names of counters, which checkers refuse; the series by type beside them add up to the same.
  for (const name of MISNAMED) registry.removeSingleMetric(`nodejs_active_${name}_total`)
  const records = new Map<string, RouteRecord>()
  const codes = new Map<string, number>()
  const refusals: ((refused: Refused) => void)[] = []
  let askedAt = Number.NEGATIVE_INFINITY

  function begin(route: string): RouteRecord {
    const buckets = Array.from({ length: BUCKETS_MS.length + 1 }, () => 0)
    const record = { statuses: new Map(), buckets, succeeded: 0, count: 0, milliseconds: 0 }
    records.set(route, record)
    return record
  }

  const series: Metrics['series'] = (given, help, type, values) => {
    const name = PREFIX + given
    const get = async () => ({ name, help, type, aggregator: 'sum', values: await values() }) as unknown as MetricObject
    registry.registerMetric({ name, help, type, get, reset: () => {} } as unknown as Metric)
  }

  series('requests_total', 'Requests answered, by route and status', 'counter', () => statusValues(records))
  series('request_seconds', 'Time from first byte to answer, by route', 'histogram', () => durationValues(records))
  series('refusals_total', 'Answers with an error code, by code', 'counter', () =>
    [...codes].map(([code, value]) => ({ labels: { code }, value })),
  )
  const swept = new Counter({
    name: `${PREFIX}swept_rows_total`,
    help: 'Expired rows removed, by sweep',
    labelNames: ['sweep'] as const,
    registers: [registry],
  })
  return {
    text() {
      askedAt = elapsed()
      return registry.metrics()
    },
    askedAt: () => askedAt,
    observe(route, status, milliseconds) {
      const record = records.get(route) ?? begin(route)
      if (status === 200) record.succeeded += 1
      else record.statuses.set(status, (record.statuses.get(status) ?? 0) + 1)
      record.count += 1
      record.milliseconds += milliseconds
      let bucket = 0
      while (bucket < BUCKETS_MS.length && milliseconds > BUCKETS_MS[bucket]!) bucket += 1
      record.buckets[bucket]! += 1
    },
    refused(refused) {
      codes.set(refused.code, (codes.get(refused.code) ?? 0) + 1)
      for (const listener of refusals) listener(refused)
    },
    requests: () => [...records.values()].reduce((sum, { count }) => sum + count, 0),
    onRefused: (listener) => {
      refusals.push(listener)
    },
    swept: (sweep, rows) => swept.labels(sweep).inc(rows),
    gauge: (name, help, read) => series(name, help, 'gauge', async () => [{ labels: {}, value: await read() }]),
    series,
  }
}
