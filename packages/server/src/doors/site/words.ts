import { type Html, html } from './html.ts'

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July'].concat([
  'August',
  'September',
  'October',
  'November',
  'December',
])
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `2026-11-15` as `Sunday, 15 November 2026`. */
export function dayInWords(date: string): string {
  const day = new Date(`${date}T00:00:00.000Z`)
  return `${WEEKDAYS[day.getUTCDay()]}, ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** `2026-11-15T21:41:00.000Z` as `15 Nov, 21:41`; the empty string stays empty. */
const shortTime = (iso: string): string =>
  iso === ''
    ? ''
    : `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]!.slice(0, 3)}, ${iso.slice(11, 16)}`

export const shortDay = (iso: string): string =>
  iso === '' ? '' : `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]!.slice(0, 3)}`

/** A moment in UTC. Pages are kept, so what depends on now ("five minutes ago") is added in the browser. */
export const moment = (iso: string): Html | null =>
  iso === ''
    ? null
    : html`<time datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC">${shortTime(iso)}</time>`

/** The time of day, on a page that is about one day. */
export const hour = (iso: string): Html | null =>
  iso === ''
    ? null
    : html`<time datetime="${iso}" data-exact title="${iso.slice(0, 10)} UTC">${iso.slice(11, 16)}</time>`

export const many = (n: number, one: string, several = `${one}s`): string =>
  `${n.toLocaleString('en-GB')} ${n === 1 ? one : several}`

/** The beginning of a text, up to `max` characters, cut between words. */
export function beginning(text: string, max: number): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const characters = [...flat]
  if (characters.length <= max) return flat
  const cut = characters.slice(0, max - 1).join('')
  const space = cut.lastIndexOf(' ')
  // A full stop before the dots would be four of them.
  return `${(space > max / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:–—-]+$/u, '')}…`
}

/** `quiet_read` as `quiet read`. */
export const plainWord = (word: string): string => word.replaceAll('_', ' ')
