import { STREAM_KINDS } from '@agent-network/contract'
import type { Onlookers } from '../features/streams/onlookers.ts'
import type { Owners } from '../features/streams/owners.ts'
import type { Streams } from '../features/streams/streams.ts'
import { SWITCHES } from '../platform/control/switches.ts'
import type { Deps } from '../platform/core/deps.ts'
import { type Exporter, exportState } from '../platform/telemetry/series.ts'

interface Gauged {
  readonly deps: Deps
  readonly version: string
  readonly inFlight: () => number
  readonly streams: Pick<Streams, 'count'>
  readonly onlookers: Pick<Onlookers, 'count'>
  readonly owners: Pick<Owners, 'count'>
  readonly consoles: { count(): number }
  readonly connections: { count(): number; refused(): number }
  readonly clockAheadMs: () => number
}

/** How the parts of a server stand at the moment, for whoever scrapes. */
export function exportGauges(metrics: Exporter, of: Gauged): void {
  const { deps, version, inFlight, streams, onlookers, owners, consoles, connections, clockAheadMs } = of
  const { database, sharedState, speech, control } = deps
  metrics.gauge('requests_in_flight', 'Requests being answered', inFlight)
  for (const kind of STREAM_KINDS)
    metrics.gauge(`streams_open_${kind}`, `Streams of kind ${kind} that are open`, () => streams.count(kind))
  metrics.gauge('streams_open_site', 'Pages that follow a world', onlookers.count)
  metrics.gauge('streams_open_portal', 'Portal pages that follow a visitor', owners.count)
  metrics.gauge('streams_open_console', 'Pages of the console that are live', consoles.count)
  metrics.gauge('writer_queue_depth', 'Writers waiting for the store', () => database.queueDepth())
  metrics.gauge('clock_ahead_seconds', 'Time ahead of a clock that was set back', () => clockAheadMs() / 1_000)
  metrics.gauge('store_up', 'Whether the store answers', () => (database.away() === null ? 1 : 0))
  metrics.gauge('redis_up', 'Whether the shared state answers', () => (sharedState.away() === null ? 1 : 0))
  metrics.gauge('connections_open', 'Connections to the main listener', connections.count)
  metrics.gauge('connections_refused', 'Connections that were not let in since the start', connections.refused)
  exportState(metrics, {
    connections: database.connections,
    breaker: () => speech.breaker(control.peek()?.switches ?? SWITCHES).state,
    build: { version, node: process.version, engine: database.engine, shared_state: sharedState.kind },
  })
}
