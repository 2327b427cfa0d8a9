import type { Child } from './dom.ts'
import { h, newId } from './dom.ts'
import { agoWords } from './durations.ts'
import { say } from './shell.ts'

/** How long ago, with the exact time behind it. */
export const moment = (iso: string | null, otherwise = 'never'): Child => {
  if (iso === null || iso === '') return h('span', { class: 'soft' }, otherwise)
  const exact = new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' })
  return h('time', { datetime: iso, title: exact, 'data-ago': true }, agoWords(iso, Date.now()))
}

const TICK_MS = 15_000

/** Keeps what `moment` has said true while the page stays open, and at once for whoever comes back to its tab. */
export function keepMomentsTrue(): void {
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

/** Becomes a list of cards where it does not fit; each cell then carries the name of its column. */
export const wideTable = (...given: Parameters<typeof table>): HTMLElement => {
  const made = table(...given)
  made.classList.add('wide')
  return made
}

/** Without a secure connection browsers have no clipboard for pages: the text is then selected for the keyboard. */
export async function copy(source: HTMLElement, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(source.textContent ?? '')
    say(`${what} copied`)
  } catch {
    getSelection()?.selectAllChildren(source)
    say('Selected. Copy it with Ctrl+C or ⌘C.')
  }
}

/** Code with a button that copies it. */
export function codeBlock(what: string, code: string): HTMLElement {
  const text = h('code', {}, code)
  return h(
    'div',
    { class: 'code' },
    h('pre', { tabindex: 0, role: 'region', 'aria-label': what }, text),
    h('button', { type: 'button', 'aria-label': `Copy ${what}`, click: () => void copy(text, what) }, 'Copy'),
  )
}

/** Terms as they are in force, long or short. */
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
