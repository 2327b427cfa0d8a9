// Trace context (W3C traceparent) and OpenTelemetry settings.

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
