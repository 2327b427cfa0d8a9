import { Counter, collectDefaultMetrics, Gauge, type Metric, type MetricObject, Registry } from 'prom-client'

export interface RequestMetrics {
  observe(route: string, status: number, milliseconds: number): void
}

export interface Metrics extends RequestMetrics {
  readonly registry: Registry
  swept(sweep: string, rows: number): void
  gauge(name: string, help: string, read: () => number): void
}

const BUCKETS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 5_000]

/** What one route has answered so far, in plain numbers: a request must not pay for labels that only a scrape reads. */
interface RouteRecord {
  readonly statuses: Map<number, number>
  readonly buckets: number[]
  count: number
  milliseconds: number
}

const REQUESTS = 'agent_network_requests_total'
const SECONDS = 'agent_network_request_seconds'

type Values = { labels: Record<string, string | number>; value: number; metricName?: string }[]

/** A metric whose values are made when somebody asks. */
const derived = (name: string, help: string, type: 'counter' | 'histogram', values: () => Values): Metric =>
  ({
    name,
    help,
    type,
    get: async (): Promise<MetricObject> => ({ name, help, type, aggregator: 'sum', values: values() }) as never,
    reset: () => {},
  }) as unknown as Metric

const statusValues = (records: ReadonlyMap<string, RouteRecord>): Values =>
  [...records].flatMap(([route, { statuses }]) =>
    [...statuses].map(([status, value]) => ({ labels: { route, status }, value })),
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

export function makeMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const records = new Map<string, RouteRecord>()
  registry.registerMetric(
    derived(REQUESTS, 'Requests answered, by route and status', 'counter', () => statusValues(records)),
  )
  registry.registerMetric(
    derived(SECONDS, 'Time from first byte to answer, by route', 'histogram', () => durationValues(records)),
  )
  const swept = new Counter({
    name: 'agent_network_swept_rows_total',
    help: 'Expired rows removed, by sweep',
    labelNames: ['sweep'] as const,
    registers: [registry],
  })
  return {
    registry,
    observe(route, status, milliseconds) {
      let record = records.get(route)
      if (record === undefined) {
        record = { statuses: new Map(), buckets: BUCKETS_MS.map(() => 0), count: 0, milliseconds: 0 }
        records.set(route, record)
      }
      record.statuses.set(status, (record.statuses.get(status) ?? 0) + 1)
      record.count += 1
      record.milliseconds += milliseconds
      const bucket = BUCKETS_MS.findIndex((bound) => milliseconds <= bound)
      if (bucket >= 0) record.buckets[bucket]! += 1
    },
    swept: (sweep, rows) => swept.labels(sweep).inc(rows),
    gauge(name, help, read) {
      new Gauge({
        name: `agent_network_${name}`,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
  }
}
