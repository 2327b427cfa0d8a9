// Bar charts with a legend and a table of all values.

import { niceMax } from '../components/plot.ts'
import { h } from './dom.ts'
import { table } from './pieces.ts'

const SVG = 'http://www.w3.org/2000/svg'
const HEIGHT = 100
/** Share of the slot width that a bar fills. */
const FILLED = 0.72
/** Minimum height of a bar with a value above 0. */
const LEAST = 2

export interface Bar {
  /** A day or an hour, as the table and the tooltip name it. */
  readonly name: string
  /** One per series, stacked from the bottom. */
  readonly values: readonly number[]
}

export interface Bars {
  readonly title: string
  /** The period as text. */
  readonly span: string
  readonly series: readonly { readonly name: string; readonly tone: 'a' | 'b' }[]
  readonly bars: readonly Bar[]
  /** Under the first bar and under the last. */
  readonly ends: readonly [string, string]
}

const plain = (value: number): string => value.toLocaleString('en')
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

function node(tag: string, attributes: Readonly<Record<string, string | number>>, ...children: Node[]): SVGElement {
  const svgNode = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) svgNode.setAttribute(name, String(value))
  svgNode.append(...children)
  return svgNode
}

/** One stacked bar; series with value 0 are omitted. */
function column({ series, max }: { series: Bars['series']; max: number }, { name, values }: Bar, x: number) {
  let top = HEIGHT
  const parts = values.flatMap((value, n) => {
    if (value === 0) return []
    const height = Math.max(LEAST, (value / max) * HEIGHT)
    top -= height
    return node('rect', { class: series[n]!.tone, x: x + (1 - FILLED) / 2, y: top, width: FILLED, height })
  })
  const valueList = series.map((one, n) => `${one.name.toLowerCase()} ${plain(values[n]!)}`).join(', ')
  const title = node('title', {})
  title.textContent = `${name}: ${valueList}`
  return node('g', {}, title, node('rect', { class: 'hit', x, y: 0, width: 1, height: HEIGHT }), ...parts)
}

/** Counts over time as bars, with the sums as text and all values in a table. */
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
