// Export of spans over OTLP (HTTP and JSON), in batches; unsent spans are dropped.
import type { Logger } from 'pino'
import type { Ambient } from '../core/ambient.ts'
import { type Attributes, type TraceContext, type Tracer, type TraceSettings, traceparentOf } from './trace.ts'

export interface Traces extends Tracer {
  stop(): Promise<void>
}

const BATCH = 512
const WAITING_MAX = 2_048
const SEND_MS = 10_000
const LOG_INTERVAL_MS = 60_000

/** OTLP span kinds. */
const KINDS = { server: 2, client: 3 } as const
const ERROR = 2

/** Nanoseconds exceed the range of a number, so OTLP uses text. */
const nanos = (ms: number): string => (BigInt(Math.round(ms * 1_000)) * 1_000n).toString()

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) => {
    if (value === null) return []
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }]
  })

/** Times are whole milliseconds; a larger difference means that the clock was set. */
const OFFSET_MS = 2

export function makeTraces(
  settings: TraceSettings,
  { ambient, log, version }: { ambient: Pick<Ambient, 'now' | 'elapsed' | 'secret'>; log: Logger; version: string },
): Traces {
  let waiting: object[] = []
  let dropped = 0
  let toldAt = Number.NEGATIVE_INFINITY
  let sending: Promise<void> = Promise.resolve()
  const resource = { attributes: attributesOf({ ...settings.resource, 'service.version': version }) }
  const hex = (bytes: number): string => ambient.secret(bytes).toString('hex')

  function tell(error: unknown, spans: number): void {
    dropped += spans
    if (ambient.elapsed() - toldAt < LOG_INTERVAL_MS) return
    toldAt = ambient.elapsed()
    log.warn({ event: 'measure.traces_not_sent', err: error, spans: dropped }, 'trace export failed, spans dropped')
    dropped = 0
  }

  async function post(spans: readonly object[]): Promise<void> {
    const scopeSpans = [{ scope: { name: 'agent-network', version }, spans }]
    const answer = await fetch(settings.url, {
      method: 'POST',
      headers: { ...settings.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
      signal: AbortSignal.timeout(SEND_MS),
      redirect: 'error',
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
  }

  function flush(): Promise<void> {
    sending = sending.then(async () => {
      const spans = waiting
      waiting = []
      for (let i = 0; i < spans.length; i += BATCH) {
        const some = spans.slice(i, i + BATCH)
        await post(some).catch((error: unknown) => tell(error, some.length))
      }
    })
    return sending
  }

  const timer = setInterval(() => void flush(), settings.everyMs).unref()
  const isSampled = (): boolean => settings.ratio >= 1 || ambient.secret(4).readUInt32BE(0) / 2 ** 32 < settings.ratio

  /** One offset for all spans, so that no span outlasts its parent; adjusted when the clock is set. */
  let offset = ambient.now() - ambient.elapsed()
  const time = (): number => {
    const currentOffset = ambient.now() - ambient.elapsed()
    if (Math.abs(currentOffset - offset) > OFFSET_MS) offset = currentOffset
    return ambient.elapsed() + offset
  }

  return {
    begin(kind, parent) {
      const own: TraceContext =
        parent === null ? { traceId: hex(16), spanId: hex(8), isSampled: isSampled() } : { ...parent, spanId: hex(8) }
      const startedAt = time()
      const started = ambient.elapsed()
      return {
        traceparent: traceparentOf(own),
        end(name, attributes, error) {
          if (!own.isSampled || waiting.length >= WAITING_MAX) return
          waiting.push({
            traceId: own.traceId,
            spanId: own.spanId,
            ...(parent === null ? {} : { parentSpanId: parent.spanId }),
            name,
            kind: KINDS[kind],
            startTimeUnixNano: nanos(startedAt),
            endTimeUnixNano: nanos(startedAt + ambient.elapsed() - started),
            attributes: attributesOf({ ...attributes, 'error.type': error }),
            status: error === null ? {} : { code: ERROR },
          })
          if (waiting.length === BATCH) void flush()
        },
      }
    },
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
