// HTML templates with escaping, date formats, and paths of the site.
import { escapeMarkup } from '../../platform/core/text.ts'
import { PRIME } from '../../platform/worlds/worlds.ts'

/** Safe markup. Only `html` creates it, so foreign text is always escaped. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

/** Values in a template: text is escaped, markup is not, null and undefined are omitted. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[]

function markupOf(part: HtmlPart): string {
  if (part instanceof Html) return part.markup
  if (typeof part === 'string') return escapeMarkup(part)
  if (typeof part === 'number') return String(part)
  if (part === null || part === undefined || part === false) return ''
  let all = ''
  for (const each of part) all += markupOf(each)
  return all
}

/** A template whose values are escaped unless they are markup. Attribute values need double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let markup = strings[0]!
  for (let i = 0; i < parts.length; i++) markup += markupOf(parts[i]!) + strings[i + 1]!
  return new Html(markup)
}

export const NOTHING = new Html('')

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July'].concat([
  'August',
  'September',
  'October',
  'November',
  'December',
])
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Formats `2026-11-15` as `Sunday, 15 November 2026`. */
export function dayInWords(date: string): string {
  const day = new Date(`${date}T00:00:00.000Z`)
  return `${WEEKDAYS[day.getUTCDay()]}, ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** Formats `2026-11-15T21:41:00.000Z` as `15 Nov, 21:41`; the empty string stays empty. */
const shortTime = (iso: string): string =>
  iso === ''
    ? ''
    : `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]!.slice(0, 3)}, ${iso.slice(11, 16)}`

export const shortDay = (iso: string): string =>
  iso === '' ? '' : `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]!.slice(0, 3)}`

/** A time in UTC. Pages are cached, so the browser adds relative times ("five minutes ago"). */
export const moment = (iso: string): Html | null =>
  iso === ''
    ? null
    : html`<time datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC">${shortTime(iso)}</time>`

/** The time of day, for a page about one day. */
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
  // Avoids four dots in a row.
  return `${(space > max / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:–—-]+$/u, '')}…`
}

/** Formats `quiet_read` as `quiet read`. */
export const plainWord = (word: string): string => word.replaceAll('_', ' ')

/** The id of a place's card on the page of the city. */
export const placeAnchor = (id: string): string => `place-${encodeURIComponent(id)}`

/** Paths of one world's pages. Only this function encodes ids and handles. */
export interface Paths {
  readonly home: string
  post(id: string): string
  person(handle: string): string
  topic(id: string): string
  idea(id: string): string
  challenge(id: string): string
  game(id: string): string
  story(id: string): string
  /** How two people get on. */
  pair(handle: string, other: string): string
  day(date: string): string
  /** A page without parameters, such as `topics`. */
  page(name: string): string
}

export function pathsOf(worldId: string): Paths {
  const root = worldId === PRIME ? '' : `/w/${encodeURIComponent(worldId)}`
  const under = (folder: string) => (id: string) => `${root}/${folder}/${encodeURIComponent(id)}`
  const bare = (handle: string) => encodeURIComponent(handle.replace(/^@/, ''))
  return {
    home: `${root}/`,
    post: under('posts'),
    person: (handle) => `${root}/@${bare(handle)}`,
    topic: under('topics'),
    idea: under('ideas'),
    challenge: under('challenges'),
    game: under('games'),
    story: under('stories'),
    pair: (handle, other) => `${root}/@${bare(handle)}/with/${bare(other)}`,
    day: under('days'),
    page: (name) => `${root}/${name}`,
  }
}
