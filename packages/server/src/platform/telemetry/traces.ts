// Export of spans over OTLP (HTTP and JSON), in batches; unsent spans are dropped.
import type { Logger } from 'pino'
import type { Ambient } from '../core/ambient.ts'

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

// ── Trace context (W3C traceparent) and OpenTelemetry settings ──

/** A position in a trace, as in the W3C header `traceparent`. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Null for an invalid header, which is ignored. Later versions may append fields. */
export function readTraceparent(text: string | undefined): TraceContext | null {
  const [, version, traceId, spanId, flags, more] = FORM.exec(text ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return null
  return { traceId: traceId!, spanId: spanId!, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 }
}

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

export type Attributes = Readonly<Record<string, string | number | null>>

/** A timed operation, exported when it ends. */
export interface TraceSpan {
  /** The header for requests on behalf of this span. */
  readonly traceparent: string
  end(name: string, attributes: Attributes, error: string | null): void
}

export interface Tracer {
  begin(kind: 'server' | 'client', parent: TraceContext | null): TraceSpan
}

/** Where spans are sent. Without it there is no tracer. */
export interface TraceSettings {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  /** Sampling ratio of new traces; existing traces carry their own sampling flag. */
  readonly ratio: number
  readonly everyMs: number
}

type Env = Readonly<Record<string, string | undefined>>

/** Parses `a=1,b=2`, percent-encoded, the list format of OpenTelemetry. */
function pairs(text: string | undefined): Record<string, string> {
  const decoded = (value: string): string => {
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  return Object.fromEntries(
    (text ?? '').split(',').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at > 0 ? [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]] : []
    }),
  )
}

function ratioOf(env: Env): number {
  const sampler = env.OTEL_TRACES_SAMPLER ?? ''
  if (sampler.endsWith('always_off')) return 0
  const configuredRatio = Number(env.OTEL_TRACES_SAMPLER_ARG ?? '1')
  return sampler.endsWith('traceidratio') && configuredRatio >= 0 && configuredRatio <= 1 ? configuredRatio : 1
}

/** Reads the OpenTelemetry variables; null if no endpoint is set or tracing is disabled. */
export function readTraceSettings(env: Env): TraceSettings | null {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim() ?? ''
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim() ?? ''
  const url = own || (base === '' ? '' : `${base.replace(/\/+$/, '')}/v1/traces`)
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none'
  if (isOff || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null
  const { OTEL_EXPORTER_OTLP_HEADERS: all, OTEL_EXPORTER_OTLP_TRACES_HEADERS: ours = all } = env
  const named = pairs(env.OTEL_RESOURCE_ATTRIBUTES)
  return {
    url,
    headers: pairs(ours),
    resource: { ...named, 'service.name': env.OTEL_SERVICE_NAME || named['service.name'] || 'agent-network' },
    ratio: ratioOf(env),
    everyMs: Math.max(10, Number(env.OTEL_BSP_SCHEDULE_DELAY) || 5_000),
  }
}
