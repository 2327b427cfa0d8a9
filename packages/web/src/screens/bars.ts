import { h } from './dom.ts'
import { table } from './pieces.ts'
import { niceMax } from './plot.ts'

const SVG = 'http://www.w3.org/2000/svg'
const HEIGHT = 100
/** Of the width of a bar and what lies between it and the next. */
const FILLED = 0.72
/** Of the height: what is there can be seen, however little it is. */
const LEAST = 2

export interface Bar {
  /** A day or an hour, as the table and the tooltip name it. */
  readonly name: string
  /** One for each series, stacked from the ground up. */
  readonly values: readonly number[]
}

export interface Bars {
  readonly title: string
  /** The time they cover, in words. */
  readonly span: string
  readonly series: readonly { readonly name: string; readonly tone: 'a' | 'b' }[]
  readonly bars: readonly Bar[]
  /** Under the first bar and under the last. */
  readonly ends: readonly [string, string]
}

const plain = (value: number): string => value.toLocaleString('en')
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

function node(tag: string, attributes: Readonly<Record<string, string | number>>, ...children: Node[]): SVGElement {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.append(...children)
  return made
}

/** One bar from the ground up; empty series leave nothing. */
function column({ series, max }: { series: Bars['series']; max: number }, { name, values }: Bar, x: number) {
  let top = HEIGHT
  const parts = values.flatMap((value, n) => {
    if (value === 0) return []
    const height = Math.max(LEAST, (value / max) * HEIGHT)
    top -= height
    return node('rect', { class: series[n]!.tone, x: x + (1 - FILLED) / 2, y: top, width: FILLED, height })
  })
  const told = series.map((one, n) => `${one.name.toLowerCase()} ${plain(values[n]!)}`).join(', ')
  const title = node('title', {})
  title.textContent = `${name}: ${told}`
  return node('g', {}, title, node('rect', { class: 'hit', x, y: 0, width: 1, height: HEIGHT }), ...parts)
}

/** Counts over time as bars, with their sums in words and every figure in a table behind them. */
export function barChart({ title, span, series, bars, ends }: Bars): HTMLElement {
  const max = niceMax(Math.max(0, ...bars.map(({ values }) => sum(values))))
  const sums = series.map((_, n) => sum(bars.map(({ values }) => values[n]!)))
  const words = series.map(({ name }, n) => `${name}: ${plain(sums[n]!)}`).join(', ')
  const picture = node(
    'svg',
    {
      viewBox: `0 0 ${bars.length} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': `${title}, ${span}. ${words}`,
    },
    ...bars.map((bar, x) => column({ series, max }, bar, x)),
  )
  const names = ['When', ...series.map(({ name }) => name)]
  const rows = bars.toReversed().map(({ name, values }) => [name, ...values.map(plain)])
  return h(
    'figure',
    { class: 'bars' },
    h('figcaption', {}, h('strong', {}, title), h('span', { class: 'soft' }, ` ${span}`)),
    h('div', { class: 'picture' }, h('span', { class: 'most soft' }, plain(max)), picture),
    h('p', { class: 'ends soft', 'aria-hidden': 'true' }, h('span', {}, ends[0]), h('span', {}, ends[1])),
    h(
      'ul',
      { class: 'legend' },
      ...series.map(({ name, tone }, n) =>
        h(
          'li',
          {},
          h('span', { class: `key ${tone}`, 'aria-hidden': 'true' }),
          `${name} `,
          h('strong', {}, plain(sums[n]!)),
        ),
      ),
    ),
    h('details', { class: 'small' }, h('summary', {}, 'As a table'), table(`${title}, ${span}`, names, rows)),
  )
}
