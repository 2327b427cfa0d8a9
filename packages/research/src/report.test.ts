// Tests of intervals, plots, summary and report.
import { describe, expect, it } from 'vitest'
import { intervalOf, seededChance } from './intervals.ts'
import { curvePlot, intervalPlot } from './plots.ts'
import { type Experiment, type RunResult, reportPage, summariesOf, summaryCsv } from './report.ts'

describe('intervals', () => {
  it('are those of the mean, and the same for the same seed', () => {
    const values = Array.from({ length: 30 }, (_, i) => i)
    const { mean, low, high, n } = intervalOf(values, seededChance('a'))!
    expect([mean, n]).toEqual([14.5, 30])
    // Half the width of the interval is about twice the standard error, so about three.
    expect(mean - low).toBeGreaterThan(2.4)
    expect(mean - low).toBeLessThan(3.8)
    expect(high - mean).toBeGreaterThan(2.4)
    expect(high - mean).toBeLessThan(3.8)
    expect(intervalOf(values, seededChance('a'))).toEqual({ mean, low, high, n })
    expect(intervalOf(values, seededChance('b'))).not.toEqual({ mean, low, high, n })
  })

  it('have no width for equal values, and do not exist without any', () => {
    expect(intervalOf([0.3])).toEqual({ mean: 0.3, low: 0.3, high: 0.3, n: 1 })
    expect(intervalOf([])).toBeNull()
  })
})

const EXPERIMENT: Experiment = {
  title: 'Bells & <whistles>',
  description: '',
  seed: 's',
  days: 1,
  replicates: 2,
  startedAt: '2026-03-02T00:00:00.000Z',
  version: '0.3.0',
  metrics: ['density', 'diffusion(party)'],
  arms: [
    { name: 'control', text: 'nothing' },
    { name: 'told, twice', text: 'a party' },
  ],
  reported: [{ metric: 'density', text: '0.167 → 0.74' }],
}
const run = (arm: string, replicate: number, last: number | null): RunResult => ({
  arm,
  replicate,
  series: { density: [0.1, 0.2], 'diffusion(party)': [0, last] },
})
const RUNS = [run('control', 1, 0), run('control', 2, 0), run('told, twice', 2, 0.5), run('told, twice', 1, 0.25)]

describe('the summary', () => {
  it('has one row for each arm and metric', () => {
    expect(summaryCsv(summariesOf(EXPERIMENT, RUNS)).split('\n')).toEqual([
      'arm,metric,mean,low,high,n',
      'control,density,0.2,0.2,0.2,2',
      'control,diffusion(party),0,0,0,2',
      '"told, twice",density,0.2,0.2,0.2,2',
      '"told, twice",diffusion(party),0.375,0.25,0.5,2',
      '',
    ])
  })

  it('does not depend on the order of the runs, and counts only runs with a value', () => {
    expect(summariesOf(EXPERIMENT, RUNS.toReversed())).toEqual(summariesOf(EXPERIMENT, RUNS))
    const [, , , last] = summariesOf(EXPERIMENT, [run('told, twice', 1, null), run('told, twice', 2, 0.5)])
    expect(last!.last).toMatchObject({ mean: 0.5, n: 1 })
    expect(summaryCsv(summariesOf(EXPERIMENT, []))).toContain('control,density,,,,0')
  })
})

describe('the report', () => {
  const page = reportPage(EXPERIMENT, RUNS)
  it('says what was equal, has tables and plots, and no script or address', () => {
    expect(page).toContain('Held equal')
    expect(page).toContain('Bells &amp; &lt;whistles&gt;')
    expect(page.match(/<svg /g)).toHaveLength(4)
    expect(page).toContain('<td class="number">37.5 % [25, 50]</td>')
    expect(page).toContain('<td class="number">37.5 pp [25, 50]</td>')
    expect(page).toContain('Share of residents who know the fact.')
    expect(page).toContain('0.167 → 0.74')
    expect(page).not.toMatch(/<script|src=|href=|NaN|undefined|Infinity/)
    expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toContain('http')
  })

  it('is written without runs too', () => {
    expect(reportPage(EXPERIMENT, [])).not.toMatch(/NaN|undefined|Infinity/)
  })
})

describe('plots', () => {
  it('place the mean between its bounds', () => {
    const svg = intervalPlot('density', [{ arm: 'a', interval: { mean: 0.5, low: 0, high: 1, n: 3 } }])
    // From 0 at the bottom (216) to 1 at the top (16).
    expect(svg).toContain('y1="216" y2="16"')
    expect(svg).toContain('cy="116"')
  })

  it('escape names, and leave out days without data', () => {
    const svg = curvePlot('<x>', [{ arm: '<a>', days: [null, { mean: -1, low: -1, high: -1, n: 1 }] }])
    expect(svg).not.toMatch(/<x>|<a>|NaN/)
  })
})
