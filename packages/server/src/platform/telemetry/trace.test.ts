// Tests of trace headers and settings.
import { describe, expect, it } from 'vitest'
import { readTraceparent, readTraceSettings, traceparentOf } from './traces.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

describe('a traceparent', () => {
  it('contains trace id, span id and sampling flag', () => {
    const text = `00-${TRACE}-${SPAN}-01`
    expect(readTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true })
    expect(traceparentOf(readTraceparent(text)!)).toBe(text)
    expect(readTraceparent(`00-${TRACE}-${SPAN}-02`)?.isSampled).toBe(false)
    expect(readTraceparent(`cc-${TRACE}-${SPAN}-01-of a later version`)?.traceId).toBe(TRACE)
  })

  it('is ignored if invalid', () => {
    for (const text of [
      undefined,
      '',
      'nonsense',
      `ff-${TRACE}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}-01-more`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
      `00-${'0'.repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `00-${TRACE}-${SPAN}`,
      ` 00-${TRACE}-${SPAN}-01`,
    ])
      expect([text, readTraceparent(text)]).toEqual([text, null])
  })
})

describe('trace settings', () => {
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

  it('follow the OpenTelemetry variables', () => {
    expect(readTraceSettings(base)).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      resource: { 'service.name': 'agent-network' },
      ratio: 1,
      everyMs: 5_000,
    })
    expect(
      readTraceSettings({
        ...base,
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://other/spans',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team = one,broken',
        OTEL_RESOURCE_ATTRIBUTES: 'service.name=town,region=north',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
        OTEL_BSP_SCHEDULE_DELAY: '100',
      }),
    ).toEqual({
      url: 'https://other/spans',
      headers: { authorization: 'Bearer abc', 'x-team': 'one' },
      resource: { 'service.name': 'town', region: 'north' },
      ratio: 0.25,
      everyMs: 100,
    })
  })

  it('are null without an endpoint', () => {
    for (const env of [
      {},
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' },
      { ...base, OTEL_SDK_DISABLED: 'true' },
      { ...base, OTEL_TRACES_EXPORTER: 'none' },
    ])
      expect(readTraceSettings(env)).toBeNull()
  })
})
