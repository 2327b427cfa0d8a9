// Tests of counters.
import { describe, expect, it } from 'vitest'
import { makeMeter } from './meter.ts'

describe('a meter', () => {
  it('counts by label values and sums the selected ones', () => {
    const meter = makeMeter()
    meter.add('cache_reads', 'answers hit')
    meter.add('cache_reads', 'answers hit', 2)
    meter.count('cache_reads', 'answers miss').n += 4
    expect([...meter.of('cache_reads')].map(([values, { n }]) => [values, n])).toEqual([
      ['answers hit', 3],
      ['answers miss', 4],
    ])
    expect([meter.sum('cache_reads'), meter.sum('cache_reads', (values) => values.endsWith('hit'))]).toEqual([7, 3])
    expect(meter.sum('acts')).toBe(0)
  })

  it('counts label values beyond 200 as other and keeps the first ones', () => {
    const meter = makeMeter()
    for (let n = 0; n < 250; n++) meter.add('budgets', `budget${n}`)
    meter.add('budgets', 'budget0')
    expect(meter.of('budgets').size).toBe(201)
    expect([meter.of('budgets').get('budget0')!.n, meter.of('budgets').get('other')!.n]).toEqual([2, 50])
  })
})
