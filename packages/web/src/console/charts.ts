// Line charts.
import type { Child } from '../screens/dom.ts'
import { h } from '../screens/dom.ts'
import { GAP, HEIGHT, niceMax, pathOf, WIDTH } from '../screens/plot.ts'

const SVG = 'http://www.w3.org/2000/svg'

export interface Line {
  readonly name: string
  readonly values: readonly number[]
  /** A class of the style sheet: `a`, `b`, `c`. */
  readonly tone: string
}

function element(tag: string, attributes: Readonly<Record<string, string | number>>, ...children: Node[]): SVGElement {
  const node = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value))
  node.append(...children)
  return node
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const plain = (value: number): string => value.toLocaleString('en')

/** A line chart with the sums as text for screen readers. */
export function chart(title: string, span: string, lines: readonly Line[]): HTMLElement {
  const max = niceMax(Math.max(0, ...lines.flatMap(({ values }) => values)))
  const middle = element('line', { class: 'rule', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 })
  const ground = element('line', { class: 'rule', x1: 0, x2: WIDTH, y1: HEIGHT - GAP, y2: HEIGHT - GAP })
  // A line with only zeros is omitted, because it would cover the others.
  const paths = lines
    .filter(({ values }) => values.some((value) => value > 0))
    .map(({ values, tone }) =>
      element('path', { class: `line ${tone}`, d: pathOf(values, max), 'vector-effect': 'non-scaling-stroke' }),
    )
  const words = lines.map(({ name, values }) => `${name}: ${plain(sum(values))}`).join(', ')
  const picture = element(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': `${title}, ${span}. ${words}`,
    },
    middle,
    ground,
    ...paths,
  )
  const legend = lines.map(
    ({ name, values, tone }): Child =>
      h(
        'li',
        {},
        h('span', { class: `key ${tone}`, 'aria-hidden': 'true' }),
        `${name} `,
        h('strong', {}, plain(sum(values))),
      ),
  )
  return h(
    'figure',
    { class: 'chart' },
    h('figcaption', {}, h('strong', {}, title), h('span', { class: 'soft' }, ` ${span}, up to ${plain(max)}`)),
    h('div', { class: 'picture' }, picture),
    h('ul', { class: 'legend' }, ...legend),
  )
}
