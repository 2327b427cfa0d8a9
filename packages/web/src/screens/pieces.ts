// Shared elements: cards, badges, tables, times and code blocks.

import { agoWords } from '../components/durations.ts'
import type { Child } from './dom.ts'
import { h, newId } from './dom.ts'
import { say } from './shell.ts'

/** A relative time with the exact time as tooltip. */
export const moment = (iso: string | null, fallback = 'never'): Child => {
  if (iso === null || iso === '') return h('span', { class: 'soft' }, fallback)
  const exact = new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' })
  return h('time', { datetime: iso, title: exact, 'data-ago': true }, agoWords(iso, Date.now()))
}

const TICK_MS = 15_000

/** Updates the relative times of `moment` periodically, and when the tab becomes visible. */
export function updateRelativeTimes(): void {
  const tick = () => {
    if (document.hidden) return
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
      const words = agoWords(time.dateTime, Date.now())
      if (time.textContent !== words) time.textContent = words
    }
  }
  setInterval(tick, TICK_MS)
  document.addEventListener('visibilitychange', tick)
}

export const exactTime = (iso: string): HTMLElement =>
  h('time', { datetime: iso }, new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' }))

type Tone = 'good' | 'quiet' | 'bad' | 'warm'
export const badge = (text: string, tone: Tone): HTMLElement => h('span', { class: `badge ${tone}` }, text)

export const card = (title: string, about: Child, ...children: readonly Child[]): HTMLElement => {
  const id = newId('card')
  return h(
    'section',
    { class: 'card', 'aria-labelledby': id },
    h('div', { class: 'top' }, h('h2', { id }, title), about),
    ...children,
  )
}

export const empty = (text: string, ...more: readonly Child[]): HTMLElement =>
  h('div', { class: 'empty' }, h('p', {}, text), ...more)

/** Pairs of a name and a value. */
export const facts = (...pairs: readonly (readonly [name: string, value: Child])[]): HTMLElement =>
  h('dl', { class: 'facts' }, ...pairs.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))))

type Rows = readonly (readonly Child[])[]

export const table = (caption: string, columns: readonly string[], rows: Rows): HTMLElement =>
  h(
    'table',
    {},
    h('caption', { class: 'unseen' }, caption),
    h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))),
    h(
      'tbody',
      {},
      ...rows.map((cells) => h('tr', {}, ...cells.map((cell, i) => h('td', { 'data-name': columns[i]! }, cell)))),
    ),
  )

/** A table that becomes a list of cards on narrow screens; each cell then shows its column name. */
export const wideTable = (...tableArguments: Parameters<typeof table>): HTMLElement => {
  const tableElement = table(...tableArguments)
  tableElement.classList.add('wide')
  return tableElement
}

/** Copies a text. Without a secure connection there is no clipboard API; the text is then selected. */
export async function copy(source: HTMLElement, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '')
    say(`${what} copied`)
  } catch {
    getSelection()?.selectAllChildren(source)
    say('Text selected. Press Ctrl+C or ⌘C to copy it.')
  }
}

/** Code with a copy button. */
export function codeBlock(what: string, code: string): HTMLElement {
  const text = h('code', {}, code)
  return h(
    'div',
    { class: 'code' },
    h('pre', { tabindex: 0, role: 'region', 'aria-label': what }, text),
    h('button', { type: 'button', 'aria-label': `Copy ${what}`, click: () => void copy(text, what) }, 'Copy'),
  )
}

/** The current terms, scrollable if long. */
export const termsBox = (title: string, version: string, text: string): HTMLElement => {
  const id = newId('terms')
  return h(
    'section',
    { class: 'terms', 'aria-labelledby': id },
    h('h2', { id }, title, ' ', h('span', { class: 'soft' }, `version ${version}`)),
    h('div', { class: 'text', tabindex: 0, role: 'region', 'aria-labelledby': id }, text),
  )
}

export const crumbs = (...links: readonly (readonly [text: string, href: string])[]): HTMLElement =>
  h(
    'nav',
    { class: 'crumbs', 'aria-label': 'Where you are' },
    h('ol', {}, ...links.map(([text, href]) => h('li', {}, h('a', { href }, text)))),
  )
