// Gauges of the running server for the metrics endpoint.
import { statfs } from 'node:fs/promises'
import { STREAM_KINDS } from '@agent-network/contract'
import type { PageViewers } from '../features/streams/onlookers.ts'
import type { OwnerStreams } from '../features/streams/owners.ts'
import type { Streams } from '../features/streams/streams.ts'
import { isGateOpen, SWITCHES, type Switches } from '../platform/control/switches.ts'
import type { Deps } from '../platform/core/deps.ts'
import type { Read } from '../platform/db/database.ts'
import { type DiskSpace, type Exporter, exportState, type WebhookAges } from '../platform/telemetry/series.ts'
import { readWebhookFigures } from '../stores/event-log/webhooks.ts'

interface GaugeSources {
  readonly deps: Deps
  readonly version: string
  readonly inFlight: () => number
  readonly streams: Pick<Streams, 'count'>
  readonly onlookers: Pick<PageViewers, 'count'>
  readonly owners: Pick<OwnerStreams, 'count'>
  readonly consoles: { count(): number }
  readonly connections: { count(): number; refused(): number }
  readonly clockAheadMs: () => number
}

/** NaN if the folder does not exist: a node of a cluster needs none. */
export const readDiskSpace = (folder: string): Promise<DiskSpace> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
    () => ({ free: Number.NaN, total: Number.NaN }),
  )

/** Nothing is late while webhooks are switched off. */
export async function readWebhookAges(read: Read, switches: Switches, now: number): Promise<WebhookAges> {
  const { oldestPendingAt, lateSince, disabled } = await readWebhookFigures(read, now)
  const secondsSince = (at: number | null): number => (at === null ? 0 : Math.max(0, now - at) / 1_000)
  return {
    oldestPending: secondsSince(oldestPendingAt),
    late: isGateOpen(switches, 'webhooksEnabled') ? secondsSince(lateSince) : 0,
    disabled,
  }
}

/** Exports the current state of the server's parts as gauges. */
export function exportGauges(metrics: Exporter, of: GaugeSources): void {
  const { deps, version, inFlight, streams, onlookers, owners, consoles, connections, clockAheadMs } = of
  const { database, sharedState, speech, control } = deps
  metrics.gauge('requests_in_flight', 'Requests in progress', inFlight)
  for (const kind of STREAM_KINDS)
    metrics.gauge(`streams_open_${kind}`, `Open streams of kind ${kind}`, () => streams.count(kind))
  metrics.gauge('streams_open_site', 'Open live streams of site pages', onlookers.count)
  metrics.gauge('streams_open_portal', 'Open live streams of portal pages', owners.count)
  metrics.gauge('streams_open_console', 'Open live streams of console pages', consoles.count)
  metrics.gauge('writer_queue_depth', 'Writers waiting for the store', () => database.queueDepth())
  metrics.gauge(
    'clock_ahead_seconds',
    'Server time ahead of a machine clock that was set back',
    () => clockAheadMs() / 1_000,
  )
  metrics.gauge('store_up', 'Whether the store responds and takes writes', () => (database.away() === null ? 1 : 0))
  metrics.gauge('redis_up', 'Whether the shared state responds', () => (sharedState.away() === null ? 1 : 0))
  metrics.gauge('connections_open', 'Connections to the main listener', connections.count)
  metrics.gauge('connections_refused', 'Connections rejected since the start', connections.refused)
  exportState(metrics, {
    connections: database.connections,
    breaker: () => speech.breaker(control.peek()?.switches ?? SWITCHES).state,
    build: { version, node: process.version, engine: database.engine, shared_state: sharedState.kind },
  })
}
