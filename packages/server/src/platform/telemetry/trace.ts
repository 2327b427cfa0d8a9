/** A place in somebody's trace, as the header `traceparent` of W3C names it. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Null for what is no such header, which is then as good as none. A later version may have more behind it. */
export function readTraceparent(text: string | undefined): TraceContext | null {
  const [, version, traceId, spanId, flags, more] = FORM.exec(text ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return null
  return { traceId: traceId!, spanId: spanId!, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 }
}

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

export type Attributes = Readonly<Record<string, string | number | null>>

/** Something that takes time and is told of when it is over. */
export interface TraceSpan {
  /** What is sent on to whoever works for it. */
  readonly traceparent: string
  end(name: string, attributes: Attributes, error: string | null): void
}

export interface Tracer {
  begin(kind: 'server' | 'client', parent: TraceContext | null): TraceSpan
}

/** Where spans are sent; there is no tracer without it. */
export interface TraceSettings {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  /** Of traces that begin here; those of others say themselves whether they are sampled. */
  readonly ratio: number
  readonly everyMs: number
}

type Env = Readonly<Record<string, string | undefined>>

/** `a=1,b=2`, as OpenTelemetry writes lists of names and values, percent-encoded. */
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
  const given = Number(env.OTEL_TRACES_SAMPLER_ARG ?? '1')
  return sampler.endsWith('traceidratio') && given >= 0 && given <= 1 ? given : 1
}

/** The variables of OpenTelemetry; null where they name no place to send to, or switch it off. */
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
