// Summary and report of an experiment: CSV, and one HTML page without scripts.
import { type Interval, intervalOf, seededChance } from './intervals.ts'
import { isShare, meaningOf, parseMetric } from './metrics.ts'
import { curvePlot, escaped, intervalPlot, shortNumber } from './plots.ts'

/** The metrics of one run: for each metric the values at the start and at the end of each day. */
export interface RunResult {
  readonly arm: string
  readonly replicate: number
  readonly series: Readonly<Record<string, readonly (number | null)[]>>
}

export interface Experiment {
  readonly title: string
  readonly description: string
  readonly seed: string
  readonly days: number
  readonly replicates: number
  readonly startedAt: string
  readonly version: string
  readonly metrics: readonly string[]
  /** Names of the arms with a sentence for each; the control arm comes first. */
  readonly arms: readonly { readonly name: string; readonly text: string }[]
  /** Figures of others, to stand beside ours: by metric. */
  readonly reported: readonly { readonly metric: string; readonly text: string }[]
}

export interface Summary {
  readonly arm: string
  readonly metric: string
  /** At the end; null if no run has a value. */
  readonly last: Interval | null
  /** At the start and at the end of each day. */
  readonly days: readonly (Interval | null)[]
  /** The value of each run at the end. */
  readonly values: readonly number[]
}

const isValue = (value: number | null | undefined): value is number => typeof value === 'number'

/** Means and intervals over the replicates, by arm and metric. The same runs give the same bounds. */
export const summariesOf = ({ seed, days, metrics, arms }: Experiment, runs: readonly RunResult[]): Summary[] =>
  arms.flatMap(({ name: arm }) =>
    metrics.map((metric) => {
      const own = runs.filter((run) => run.arm === arm).toSorted((a, b) => a.replicate - b.replicate)
      const chance = seededChance(`${seed} ${arm} ${metric}`)
      const valuesAt = (day: number) => own.map(({ series }) => series[metric]?.[day]).filter(isValue)
      const byDay = Array.from({ length: days + 1 }, (_, day) => intervalOf(valuesAt(day), chance))
      return { arm, metric, last: byDay[days] ?? null, days: byDay, values: valuesAt(days) }
    }),
  )

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const exact = (value: number): string => String(Number(value.toFixed(6)))

/** `arm,metric,mean,low,high,n`. */
export const summaryCsv = (summaries: readonly Summary[]): string =>
  [
    'arm,metric,mean,low,high,n',
    ...summaries.map(({ arm, metric, last }) =>
      [
        cell(arm),
        cell(metric),
        ...(last === null ? ['', '', '', '0'] : [exact(last.mean), exact(last.low), exact(last.high), String(last.n)]),
      ].join(','),
    ),
    '',
  ].join('\n')

const STYLE =
  'body{font:16px/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222}table{border-collapse:collapse;width:100%;font-size:14px}th,td{border-bottom:1px solid #ccc;padding:.3rem .5rem;text-align:left}.number{text-align:right!important;font-variant-numeric:tabular-nums}figure{margin:1.5rem 0}figcaption{font-size:14px;color:#555}svg{max-width:100%;height:auto}'

const isPercent = (metric: string): boolean => {
  const parsed = parseMetric(metric)
  return parsed !== null && isShare(parsed)
}

/** The interval as shown: shares in percent. */
function displayOf(metric: string, interval: Interval | null): Interval | null {
  if (interval === null || !isPercent(metric)) return interval
  const { mean, low, high, n } = interval
  return { mean: mean * 100, low: low * 100, high: high * 100, n }
}

function intervalText(metric: string, interval: Interval | null, unit = ' %'): string {
  const display = displayOf(metric, interval)
  if (display === null) return 'no data'
  const [mean, low, high] = [display.mean, display.low, display.high].map(shortNumber)
  return `${mean}${isPercent(metric) ? unit : ''} [${low}, ${high}]`
}

/** Differences between each arm and the control, paired by replicate. */
function differencesOf({ seed, metrics, arms, days }: Experiment, runs: readonly RunResult[]) {
  const endOf = (arm: string, replicate: number, metric: string) =>
    runs.find((run) => run.arm === arm && run.replicate === replicate)?.series[metric]?.[days]
  const replicates = [...new Set(runs.map(({ replicate }) => replicate))]
  const [control, ...treated] = arms
  return treated.flatMap(({ name: arm }) =>
    metrics.map((metric) => {
      const pairs = replicates.flatMap((replicate) => {
        const [own, base] = [endOf(arm, replicate, metric), endOf(control!.name, replicate, metric)]
        return isValue(own) && isValue(base) ? [own - base] : []
      })
      return { arm, metric, difference: intervalOf(pairs, seededChance(`${seed} ${arm} ${metric} difference`)) }
    }),
  )
}

const rowOf = (cells: readonly string[]): string =>
  `<tr>${cells.map((text, i) => (i < 2 ? `<td>${escaped(text)}</td>` : `<td class="number">${escaped(text)}</td>`)).join('')}</tr>`

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((head, i) => `<th${i < 2 ? '' : ' class="number"'}>${escaped(head)}</th>`).join('')}</tr></thead><tbody>${rows.map(rowOf).join('')}</tbody></table>`

/** The report: what was equal, a table, paired differences, and two plots for each metric. */
export function reportPage(experiment: Experiment, runs: readonly RunResult[]): string {
  const { title, description, seed, days, replicates, startedAt, version, metrics, arms, reported } = experiment
  const summaries = summariesOf(experiment, runs)
  const of = (metric: string) => summaries.filter((one) => one.metric === metric)
  const differences = differencesOf(experiment, runs)
  const figures = metrics.map((metric, i) => {
    const own = of(metric)
    const unit = isPercent(metric) ? `${metric} (%)` : metric
    const ends = intervalPlot(
      `${metric} at the end, by arm`,
      own.map(({ arm, last, values }) => ({
        ...{ arm, interval: displayOf(metric, last) },
        values: isPercent(metric) ? values.map((value) => value * 100) : values,
      })),
      unit,
    )
    const displayDays = own.map(({ arm, days: means }) => ({ arm, days: means.map((one) => displayOf(metric, one)) }))
    const curves = curvePlot(`${metric} by day`, displayDays, unit)
    const name = escaped(metric)
    return `<h3>${name}</h3><figure>${ends}<figcaption>Figure ${2 * i + 1}. ${name} at the end of day ${days}: mean with the 95 % bootstrap interval, and each replicate (pale points).</figcaption></figure><figure>${curves}<figcaption>Figure ${2 * i + 2}. ${name} by day: mean, and the 95 % interval as a band. Day 0 is the start, before interventions.</figcaption></figure>`
  })
  const meanings = metrics.map((metric) => {
    const parsed = parseMetric(metric)
    return `<li><b>${escaped(metric)}</b>: ${parsed === null ? 'unknown metric' : meaningOf(parsed)}</li>`
  })
  const armList = arms.map(({ name, text }) => `<li><b>${escaped(name)}</b>: ${escaped(text)}</li>`)
  const reportedPart =
    reported.length === 0
      ? ''
      : `<h2>Reported by others</h2>${tableOf(
          ['metric', 'reported', ...arms.map(({ name }) => name)],
          reported.map(({ metric, text }) => [
            metric,
            text,
            ...arms.map(({ name }) => {
              const own = of(metric).find(({ arm }) => arm === name)
              const [first, last] = [own?.days[0] ?? null, own?.last ?? null]
              return own === undefined ? '' : `${intervalText(metric, first)} → ${intervalText(metric, last)}`
            }),
          ]),
        )}<p>Our figures come from residents without a language model. They test the mechanism by which news and acquaintance spread. They are no replication of results of language models.</p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
${description === '' ? '' : `<p>${escaped(description)}</p>`}
<h2>Design</h2>
<p>${arms.length} arms × ${replicates} replicates × ${days} days, seed <code>${escaped(seed)}</code>, agent-network ${escaped(version)}, start ${escaped(startedAt.slice(0, 16).replace('T', ' '))} UTC.</p>
<ul>${armList.join('')}</ul>
<p>Held equal: software version, seed files, start, and the random seed of each replicate, <code>${escaped(seed)}/n</code>. Replicate <i>n</i> of each arm starts from the same bytes, so arms differ by their interventions and switches only. The control arm is bit-identical when it is run again; <code>reproduce.json</code> holds the digests.</p>
<h2>Results</h2>
${tableOf(
  ['arm', 'metric', 'mean [95 % interval]', 'n'],
  summaries.map(({ arm, metric, last }) => [arm, metric, intervalText(metric, last), String(last?.n ?? 0)]),
)}
${
  differences.length === 0
    ? ''
    : `<h2>Differences from the control arm</h2><p>Paired by replicate. An interval without 0 is a difference that these replicates support. Shares differ by percentage points (pp).</p>${tableOf(
        ['arm', 'metric', 'difference [95 % interval]', 'n'],
        differences.map(({ arm, metric, difference }) => [
          arm,
          metric,
          intervalText(metric, difference, ' pp'),
          String(difference?.n ?? 0),
        ]),
      )}`
}
${reportedPart}
<h2>Plots</h2>
${figures.join('\n')}
<h2>Method</h2>
<ul>${meanings.join('')}</ul>
<p>Intervals are 95 % percentile bootstrap intervals of the mean over replicates (2,000 samples, seeded). Runs without a value of a metric are left out; <i>n</i> is the number of runs with one. <code>summary.csv</code> has shares from 0 to 1.</p>
</body></html>
`
}
