// Line charts, bar charts and meters, each with its values as text.
import { Table } from './list.tsx'
import type { Child } from './page.tsx'
import { GAP, HEIGHT, niceMax, pathOf, WIDTH } from './plot.ts'

const plain = (value: number): string => value.toLocaleString('en')
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

interface Series {
  readonly name: string
  readonly values: readonly number[]
  /** A class of the style sheet: `a`, `b`, `c`. */
  readonly tone: string
}

const Legend = ({ series }: { series: readonly Series[] }) => (
  <ul class="legend">
    {series.map(({ name, values, tone }) => (
      <li key={name}>
        <span class={`key ${tone}`} aria-hidden="true" />
        {name} <strong>{plain(sum(values))}</strong>
      </li>
    ))}
  </ul>
)

interface PictureProps {
  readonly title: string
  /** The period as text. */
  readonly span: string
  readonly series: readonly Series[]
  readonly viewBox: string
  readonly children: Child
}
const Picture = ({ title, span, series, viewBox, children }: PictureProps) => (
  <svg
    viewBox={viewBox}
    preserveAspectRatio="none"
    role="img"
    aria-label={`${title}, ${span}. ${series.map(({ name, values }) => `${name}: ${plain(sum(values))}`).join(', ')}`}
  >
    {children}
  </svg>
)

type ChartProps = Pick<PictureProps, 'title' | 'span' | 'series'>

/** A line chart with the sums as text. */
export function LineChart({ title, span, series }: ChartProps) {
  const max = niceMax(Math.max(0, ...series.flatMap(({ values }) => values)))
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>
        <span class="soft">
          {' '}
          {span}, up to {plain(max)}
        </span>
      </figcaption>
      <div class="picture">
        <Picture title={title} span={span} series={series} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
          <line class="rule" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
          <line class="rule" x1={0} x2={WIDTH} y1={HEIGHT - GAP} y2={HEIGHT - GAP} />
          {/* A line with only zeros is omitted, because it would cover the others. */}
          {series
            .filter(({ values }) => values.some((value) => value > 0))
            .map(({ name, values, tone }) => (
              <path key={name} class={`line ${tone}`} d={pathOf(values, max)} vector-effect="non-scaling-stroke" />
            ))}
        </Picture>
      </div>
      <Legend series={series} />
    </figure>
  )
}

const BAR_HEIGHT = 100
/** Share of the slot width that a bar fills. */
const FILLED = 0.72
/** Minimum height of a bar with a value above 0. */
const LEAST = 2

interface BarChartProps extends ChartProps {
  /** A day or an hour for each value, as the table and the tooltip name it. */
  readonly names: readonly string[]
  /** Under the first bar and under the last. */
  readonly ends: readonly [string, string]
}

/** Counts over time as stacked bars, with the sums as text and all values in a table. */
export function BarChart({ title, span, series, names, ends }: BarChartProps) {
  const max = niceMax(Math.max(0, ...names.map((_, n) => sum(series.map(({ values }) => values[n]!)))))
  const bar = (name: string, n: number) => {
    let top = BAR_HEIGHT
    const parts = series.map(({ values, tone }) => {
      if (values[n] === 0) return null
      const height = Math.max(LEAST, (values[n]! / max) * BAR_HEIGHT)
      top -= height
      return <rect key={tone} class={tone} x={n + (1 - FILLED) / 2} y={top} width={FILLED} height={height} />
    })
    return (
      <g key={name}>
        <title>{`${name}: ${series.map((one) => `${one.name.toLowerCase()} ${plain(one.values[n]!)}`).join(', ')}`}</title>
        <rect class="hit" x={n} y={0} width={1} height={BAR_HEIGHT} />
        {parts}
      </g>
    )
  }
  const columns = Object.fromEntries(series.map(({ name, values }) => [name, (n: number) => plain(values[n]!)]))
  return (
    <figure class="bars">
      <figcaption>
        <strong>{title}</strong>
        <span class="soft"> {span}</span>
      </figcaption>
      <div class="picture">
        <span class="most soft">{plain(max)}</span>
        <Picture title={title} span={span} series={series} viewBox={`0 0 ${names.length} ${BAR_HEIGHT}`}>
          {names.map(bar)}
        </Picture>
      </div>
      <p class="ends soft" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
      <Legend series={series} />
      <details class="small">
        <summary>As a table</summary>
        <Table
          isNarrow
          caption={`${title}, ${span}`}
          columns={{ When: (n) => names[n], ...columns }}
          rows={names.map((_, n) => n).toReversed()}
        />
      </details>
    </figure>
  )
}

/** A meter with its values as text. */
export const Share = ({ name, used, cap }: { name: string; used: number; cap: number }) => (
  <div class="share">
    <span>{name}</span>
    <meter min={0} max={Math.max(1, cap)} high={Math.max(1, cap) * 0.85} optimum={0} value={used} aria-label={name} />
    <span class="soft">
      {used.toLocaleString()} of {cap.toLocaleString()} used
    </span>
  </div>
)
