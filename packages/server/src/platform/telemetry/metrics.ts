// Prometheus metrics of HTTP requests, and the registry.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Exporter, Values } from './meter.ts'

/** A response with an error code. */
export interface ErrorResponseInfo {
  readonly route: string
  readonly code: string
  readonly status: number
}

export interface RequestMetrics {
  observe(route: string, status: number, milliseconds: number): void
  refused(refused: ErrorResponseInfo): void
}

export interface Metrics extends RequestMetrics, Exporter {
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>
  /** Time of the last scrape on the monotonic clock; -Infinity before the first. */
  askedAt(): number
  /** Responses since the start. */
  requests(): number
  /** Called with each error response. */
  onRefused(listener: (refused: ErrorResponseInfo) => void): void
  swept(sweep: string, rows: number): void
}

const PREFIX = 'agent_network_'
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
/** prom-client default gauges with counter names, which checkers reject. */
const MISNAMED = ['handles', 'requests', 'resources'] as const

export function makeMetrics(elapsed: () => number): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // The series by type add up to the same.
  for (const name of MISNAMED) registry.removeSingleMetric(`nodejs_active_${name}_total`)
  const requestsTotal = new Counter({
    name: `${PREFIX}requests_total`,
    help: 'HTTP responses, by route and status',
    labelNames: ['route', 'status'] as const,
    registers,
  })
  const requestSeconds = new Histogram({
    name: `${PREFIX}request_seconds`,
    help: 'Time from the first byte of a request to its response, by route',
    labelNames: ['route'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const refusalsTotal = new Counter({
    name: `${PREFIX}refusals_total`,
    help: 'Responses with an error code, by code',
    labelNames: ['code'] as const,
    registers,
  })
  const sweptRows = new Counter({
    name: `${PREFIX}swept_rows_total`,
    help: 'Expired rows deleted, by periodic job',
    labelNames: ['sweep'] as const,
    registers,
  })
  const refusalListeners: ((refused: ErrorResponseInfo) => void)[] = []
  let requestCount = 0
  let askedAt = Number.NEGATIVE_INFINITY

  return {
    text() {
      askedAt = elapsed()
      return registry.metrics()
    },
    askedAt: () => askedAt,
    observe(route, status, milliseconds) {
      requestCount += 1
      requestsTotal.inc({ route, status })
      requestSeconds.observe({ route }, milliseconds / 1_000)
    },
    refused(refused) {
      refusalsTotal.inc({ code: refused.code })
      for (const listener of refusalListeners) listener(refused)
    },
    requests: () => requestCount,
    onRefused: (listener) => {
      refusalListeners.push(listener)
    },
    swept: (sweep, rows) => sweptRows.inc({ sweep }, rows),
    gauge(name, help, read) {
      new Gauge({
        name: PREFIX + name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    labelledGauge({ name, help, labelNames }, read) {
      new Gauge({
        name: PREFIX + name,
        help,
        labelNames,
        registers,
        collect() {
          setAll(this, read(), (labels, value) => this.set(labels, value))
        },
      })
    },
    counter({ name, help, labelNames }, read) {
      new Counter({
        name: PREFIX + name,
        help,
        labelNames,
        registers,
        collect() {
          setAll(this, read(), (labels, value) => this.inc(labels, value))
        },
      })
    },
    histogram: (histogram) => registry.registerMetric(histogram),
  }
}

/** Replaces all values of a metric with those read for this scrape. */
function setAll(
  metric: { reset(): void },
  values: Values,
  set: (labels: Values[number]['labels'], value: number) => void,
): void {
  metric.reset()
  for (const { labels, value } of values) set(labels, value)
}
