// Words of times, places, lists and sources for sentences about facts.
import { TELLINGS } from '../english/tellings.ts'
import { capitalise } from '../language/words.ts'
import { habit } from '../speaker/manner.ts'

/** The fact, and at most one sentence more. */
export type Telling = readonly [string] | readonly [string, string]

const HOUR = 3_600_000
const DAY = 24 * HOUR
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const HOURS = ['twelve', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven']
const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

export const pick = <T>(by: string, what: string, options: readonly T[]): T =>
  options[Math.floor(habit(by, what) * options.length)]!

/** `today`, `yesterday`, `on Friday`, `on 3 March`. */
export function dayPhrase(then: number, now: number): string {
  const [day, today] = [Math.floor(then / DAY), Math.floor(now / DAY)]
  if (day === today) return 'today'
  if (day === today - 1) return 'yesterday'
  if (day === today + 1) return 'tomorrow'
  const date = new Date(then)
  if (Math.abs(day - today) < 7) return `on ${WEEKDAYS[date.getUTCDay()]!}`
  return `on ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]!}`
}

/** A day after `from`, `of` or `by`. */
export const bareDay = (then: number, now: number): string => dayPhrase(then, now).replace(/^on /u, '')

/** `four in the afternoon`, `20:40`. */
export function hourPhrase(at: number): string {
  const date = new Date(at)
  const [hour, minute] = [date.getUTCHours(), date.getUTCMinutes()]
  if (minute !== 0) return `${hour}:${String(minute).padStart(2, '0')}`
  if (hour === 12) return 'noon'
  if (hour === 0) return 'midnight'
  return `${HOURS[hour % 12]!} in the ${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}`
}

export const hourOnly = (hour: number): string => {
  const whole = ((Math.round(hour) % 24) + 24) % 24
  return whole === 12 ? 'noon' : whole === 0 ? 'midnight' : HOURS[whole % 12]!
}

export const placePhrase = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ')

export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

export const stopped = (text: string): string => (/[.!?…]["”’)]*$/u.test(text) ? text : `${text}.`)

export const counted = (n: number): string => COUNTS[n] ?? String(n)
export const times = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${counted(n)} times`)

const CHANGES = {
  trade: /Trade since (?<month>\w+ \d{4}): (?<what>[^.]+), learned from /gu,
  keeper: /Since (?<month>\w+ \d{4}) keeper of (?<what>[^.]+), after /gu,
  home: /Since (?<month>\w+ \d{4}) lives (?<what>(?:by|with) [^.]+)\./gu,
  departure: /Left the city in (?<month>\w+ \d{4})(?<what>)/gu,
} as const

/** What the last lasting change of this sort wrote into a bio; null if there was none. */
export function changeIn(bio: string, sort: keyof typeof CHANGES): { month: string; what: string } | null {
  const found = [...bio.matchAll(CHANGES[sort])].at(-1)?.groups
  return found === undefined ? null : { month: found.month!, what: found.what! }
}

/** Who told the resident; null if it knows first hand. */
export const tellSource = (name: string | null): Telling =>
  name === null ? [TELLINGS.FIRST_HAND] : [`${name} told me.`]

export const tellPublicSource = (): Telling => [TELLINGS.PUBLIC_SOURCE]

export interface HeardTelling {
  /** The news as a sentence. */
  readonly text: string
  /** Display name of who told it; null if it is known first hand. */
  readonly from: string | null
  /** 0 to 1. */
  readonly belief: number
  /** Whether it is about the resident itself. */
  readonly isAboutSelf: boolean
}

/** Belief below which a resident says that it is not sure. */
const UNSURE_BELOW = 0.45

/** News that a resident knows, and who told it. */
export function tellHeard({ text, from, belief, isAboutSelf }: HeardTelling): Telling {
  const first = stopped(capitalise(text.trim()))
  if (from === null) return isAboutSelf ? [first, 'That is about me.'] : [first, 'I know it first hand.']
  return [first, belief < UNSURE_BELOW ? `${from} told me, but I am not sure of it.` : `${from} told me.`]
}

const FIRST_PERSON: Readonly<Record<string, string>> = { has: 'have', is: 'am', does: 'do' }

/** News that begins with the resident's own name, as the resident tells it. */
export const inFirstPerson = (news: string, name: string): string =>
  stopped(
    news.replace(`${name} `, 'I ').replace(/^I (has|is|does)\b/u, (_, verb: string) => `I ${FIRST_PERSON[verb]!}`),
  )

/** A resident has not heard what it is asked about. */
export const tellUnheard = (name: string | null): Telling =>
  name === null ? ['No, I have heard nothing of that.'] : [`I have heard nothing of the kind about ${name}.`]
