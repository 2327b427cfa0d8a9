// Plots as SVG text: intervals by arm, and curves over days.
import type { Interval } from './intervals.ts'

const COLOURS = ['#4c566a', '#b5482a', '#2f6f8f', '#7a8b2f', '#8a4f8f', '#c08a1e', '#3a7d5c', '#9b2d4f']
const colourOf = (index: number): string => COLOURS[index % COLOURS.length]!

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Three significant digits, without an exponent. */
export const shortNumber = (value: number): string =>
  Math.abs(value) >= 100 || Number.isInteger(value) ? String(Math.round(value)) : String(Number(value.toPrecision(3)))

/** A round step that divides a range into about four parts. */
function stepOf(range: number): number {
  const raw = range / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  return ([1, 2, 2.5, 5, 10].find((one) => one * power >= raw) ?? 10) * power
}

interface Axis {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

function axisFor(values: readonly number[]): Axis {
  const low = Math.min(0, ...values)
  const high = Math.max(low + 1e-9, ...values)
  const step = stepOf(high === low + 1e-9 ? 1 : high - low)
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
  return { min: first * step, max: last * step, ticks }
}

const MARGIN_LEFT = 64
const MARGIN_TOP = 16
const MARGIN_BOTTOM = 44

interface Frame {
  readonly width: number
  readonly height: number
  readonly title: string
  /** Label of the vertical axis; default none. */
  readonly unit: string
  readonly axis: Axis
}

const yOf = ({ height, axis }: Frame, value: number): number =>
  Number(
    (MARGIN_TOP + ((axis.max - value) / (axis.max - axis.min || 1)) * (height - MARGIN_TOP - MARGIN_BOTTOM)).toFixed(1),
  )

function framed(frame: Frame, parts: readonly string[]): string {
  const { width, height, title, unit, axis } = frame
  const middle = (height - MARGIN_BOTTOM + MARGIN_TOP) / 2
  const label =
    unit === ''
      ? ''
      : `<text x="14" y="${middle}" transform="rotate(-90 14 ${middle})" text-anchor="middle">${escaped(unit)}</text>`
  const grid = axis.ticks.map((tick) => {
    const y = yOf(frame, tick)
    return `<line x1="${MARGIN_LEFT}" x2="${width - 8}" y1="${y}" y2="${y}" stroke="#ddd"/><text x="${MARGIN_LEFT - 6}" y="${y + 4}" text-anchor="end">${shortNumber(tick)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}" font-family="sans-serif" font-size="12">${[label, ...grid, ...parts].join('')}</svg>\n`
}

export interface ArmInterval {
  readonly arm: string
  readonly interval: Interval | null
  /** The value of each run, as a small point; default none. */
  readonly values?: readonly number[]
}

/** The mean and interval of a metric for each arm. `unit` labels the vertical axis. */
export function intervalPlot(title: string, arms: readonly ArmInterval[], unit = ''): string {
  const width = Math.max(320, MARGIN_LEFT + 120 * arms.length)
  const bounds = arms.flatMap(({ interval, values = [] }) =>
    interval === null ? [] : [interval.low, interval.high, ...values],
  )
  const frame = { width, height: 260, title, unit, axis: axisFor(bounds) }
  const step = (width - MARGIN_LEFT - 8) / Math.max(1, arms.length)
  const parts = arms.map(({ arm, interval, values = [] }, i) => {
    const x = Math.round(MARGIN_LEFT + (i + 0.5) * step)
    const label = `<text x="${x}" y="236" text-anchor="middle">${escaped(arm)}</text>`
    if (interval === null) return `${label}<text x="${x}" y="130" text-anchor="middle" fill="#888">no data</text>`
    const [low, mean, high] = [interval.low, interval.mean, interval.high].map((value) => yOf(frame, value))
    const colour = colourOf(i)
    const bar = `<line x1="${x}" x2="${x}" y1="${low}" y2="${high}" stroke="${colour}" stroke-width="2"/>`
    const caps = [low, high].map(
      (y) => `<line x1="${x - 7}" x2="${x + 7}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="2"/>`,
    )
    const points = values.map(
      (value) => `<circle cx="${x + 18}" cy="${yOf(frame, value)}" r="3" fill="${colour}" opacity="0.4"/>`,
    )
    return `${label}${bar}${caps.join('')}${points.join('')}<circle cx="${x}" cy="${mean}" r="5" fill="${colour}"/>`
  })
  return framed(frame, parts)
}

/** The means of an arm by day, the first of which is the start. */
export interface ArmCurve {
  readonly arm: string
  readonly days: readonly (Interval | null)[]
}

/** Curves over days with the band of their intervals. */
export function curvePlot(title: string, curves: readonly ArmCurve[], unit = ''): string {
  const width = 640
  const height = 300
  const days = Math.max(1, ...curves.map((curve) => curve.days.length - 1))
  const bounds = curves.flatMap((curve) => curve.days.flatMap((one) => (one === null ? [] : [one.low, one.high])))
  const frame = { width, height, title, unit, axis: axisFor(bounds) }
  const xOf = (day: number): number => Number((MARGIN_LEFT + (day / days) * (width - MARGIN_LEFT - 24)).toFixed(1))
  const every = Math.max(1, Math.ceil(days / 14))
  const labels = Array.from({ length: days + 1 }, (_, day) =>
    day % every === 0 ? `<text x="${xOf(day)}" y="${height - 26}" text-anchor="middle">${day}</text>` : '',
  )
  const parts = curves.map(({ arm, days: means }, i) => {
    const points = means.flatMap((one, day) => (one === null ? [] : [{ day, ...one }]))
    const point = (day: number, value: number) => `${xOf(day)},${yOf(frame, value)}`
    const band = [
      ...points.map(({ day, high }) => point(day, high)),
      ...points.toReversed().map(({ day, low }) => point(day, low)),
    ]
    const line = points.map(({ day, mean }) => point(day, mean))
    const colour = colourOf(i)
    const legend = `<rect x="${MARGIN_LEFT + 8 + i * 130}" y="${height - 16}" width="10" height="10" fill="${colour}"/><text x="${MARGIN_LEFT + 22 + i * 130}" y="${height - 7}">${escaped(arm)}</text>`
    return `<polygon points="${band.join(' ')}" fill="${colour}" opacity="0.18"/><polyline points="${line.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${legend}`
  })
  const day = `<text x="${width - 8}" y="${height - 7}" text-anchor="end">day</text>`
  return framed(frame, [...labels, day, ...parts])
}
