import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface RequestMetrics {
  observe(route: string, status: number, milliseconds: number): void
}

export interface Metrics extends RequestMetrics {
  readonly registry: Registry
  swept(sweep: string, rows: number): void
  gauge(name: string, help: string, read: () => number): void
}

export function makeMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'agent_network_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['route', 'status'] as const,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'agent_network_request_seconds',
    help: 'Time from first byte to answer, by route',
    labelNames: ['route'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const swept = new Counter({
    name: 'agent_network_swept_rows_total',
    help: 'Expired rows removed, by sweep',
    labelNames: ['sweep'] as const,
    registers: [registry],
  })
  // Looking a labelled child up costs more than counting, so they are kept.
  const counters = new Map<string, Counter.Internal>()
  const timers = new Map<string, Histogram.Internal<'route'>>()
  return {
    registry,
    observe(route, status, milliseconds) {
      const name = `${route} ${status}`
      let counter = counters.get(name)
      if (counter === undefined) {
        counter = requests.labels(route, String(status))
        counters.set(name, counter)
      }
      counter.inc()
      let timer = timers.get(route)
      if (timer === undefined) {
        timer = durations.labels(route)
        timers.set(route, timer)
      }
      timer.observe(milliseconds / 1_000)
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
