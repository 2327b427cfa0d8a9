import { describe, expect, it } from 'vitest'
import { makeMeter } from './meter.ts'
import { countInto, type Exporter, exportMeter } from './series.ts'

/** What a scrape would see of a meter, by the name of the series. */
function exported(meter: ReturnType<typeof makeMeter>) {
  const all = new Map<string, ReturnType<Parameters<Exporter['series']>[3]>>()
  exportMeter({ series: (name, _help, _type, values) => void all.set(name, values()) }, meter)
  return all
}

describe('series of the meter', () => {
  it('carry the labels of their counter in order, and what commits count goes to the series it names', () => {
    const meter = makeMeter()
    countInto(meter)([
      { what: 'acts visitor post created', at: 0 },
      { what: 'acts visitor post created', at: 1 },
      { what: 'acts resident like declined', at: 1 },
    ])
    expect(exported(meter).get('acts_total')).toEqual([
      { labels: { by: 'visitor', action: 'post', outcome: 'created' }, value: 2 },
      { labels: { by: 'resident', action: 'like', outcome: 'declined' }, value: 1 },
    ])
  })

  it('of times are buckets that add up, with everything in the last one', () => {
    const meter = makeMeter()
    for (const seconds of [0.0001, 0.02, 1_000]) meter.time('model', seconds)
    const values = exported(meter).get('model_seconds')!
    const buckets = values.filter(({ metricName }) => metricName === 'agent_network_model_seconds_bucket')
    const counts = buckets.map(({ value }) => value)
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect(buckets.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value: 3 })
    expect(counts.at(-2)).toBe(2)
    expect(values.at(-1)).toMatchObject({ value: 3, metricName: 'agent_network_model_seconds_count' })
    expect(values.at(-2)!.value).toBeCloseTo(1_000.0201)
  })
})
