// Tests of exported series.
import { describe, expect, it } from 'vitest'
import { makeMeter } from './meter.ts'
import { makeMetrics } from './metrics.ts'
import { countInto, exportMeter } from './series.ts'

/** Lines of a scrape that start with this text. */
async function scraped(meter: ReturnType<typeof makeMeter>, start: string): Promise<string[]> {
  const metrics = makeMetrics(() => 0)
  exportMeter(metrics, meter)
  const lines = async () => (await metrics.text()).split('\n').filter((line) => line.startsWith(start))
  // A scrape must replace the counts of the previous scrape, not add to them.
  await lines()
  return lines()
}

describe('series of the meter', () => {
  it("have the counter's labels in order, and commit counts go to the named series", async () => {
    const meter = makeMeter()
    countInto(meter)([
      { what: 'acts visitor post created', at: 0 },
      { what: 'acts visitor post created', at: 1 },
      { what: 'acts resident like declined', at: 1 },
    ])
    expect(await scraped(meter, 'agent_network_acts_total')).toEqual([
      'agent_network_acts_total{by="visitor",action="post",outcome="created"} 2',
      'agent_network_acts_total{by="resident",action="like",outcome="declined"} 1',
    ])
  })

  it('of times have cumulative buckets, the last one with all values', async () => {
    const meter = makeMeter()
    for (const seconds of [0.0001, 0.1, 0.2, 1_000]) meter.time('model', seconds)
    const values = (await scraped(meter, 'agent_network_model_seconds')).map((line) => line.split(' '))
    const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, '+Inf']
    expect(values.slice(0, -2)).toEqual(
      buckets.map((le, n) => [
        `agent_network_model_seconds_bucket{le="${le}"}`,
        n === 0 ? '2' : n < buckets.length - 1 ? '3' : '4',
      ]),
    )
    expect(values.at(-1)).toEqual(['agent_network_model_seconds_count', '4'])
    expect(Number(values.at(-2)![1])).toBeCloseTo(1_000.3001)
  })
})
