// Times in a question: days, parts of a day and hours, as spans.
import { MONTH_NAMES, ORDINAL_WORDS } from '../english/words.ts'
import { capitalise } from '../language/words.ts'
import type { Word } from './plain-words.ts'

export interface AskedTime {
  readonly from: number
  readonly to: number
  /** The hour that was named, if any. */
  readonly point: number | null
  /** `yesterday`, `on Friday`, `this morning`; begins or ends a sentence. */
  readonly label: string
  readonly tense: 'past' | 'now' | 'future' | 'lately'
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Parts of a day, in hours from midnight. */
const PARTS: readonly (readonly [pattern: RegExp, from: number, to: number, name: string])[] = [
  [/\bmorning\b/, 4, 12, 'morning'],
  [/\b(?:noon|midday|lunchtime|lunch)\b/, 11, 14, 'noon'],
  [/\bafternoon\b/, 12, 18, 'afternoon'],
  [/\bevening\b/, 17, 24, 'evening'],
  [/\b(?:night|tonight)\b/, 18, 28, 'night'],
]

/** Saturday and Sunday before today. */
const WEEKEND = /\bweekend\b/

/** The weekday of a day number since 1970. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

function hourIn(text: string): number | null {
  const clock = /\b(?:at|around|about|by) (\d{1,2})(?: (\d{2}))? ?(am|pm|o'clock)?\b/.exec(text)
  const hourWord =
    /\b(?:at|around|about|by) (\w+)(?: o'clock| (?:in the|this) (?:morning|afternoon|evening))/.exec(text) ??
    (/\b(?:morning|afternoon|evening|night)\b/.test(text)
      ? /\b(?:at|around) (two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?! \w+s\b)/.exec(text)
      : null)
  const n = clock === null ? NUMBERS.indexOf(hourWord?.[1] ?? '') : Number(clock[1])
  if (n < 0 || n > 24 || (clock === null && hourWord === null)) return null
  const late = clock?.[3] === 'pm' || /\b(?:afternoon|evening|tonight|night)\b/.test(text)
  return late && n < 12 ? n + 12 : n
}

interface Day {
  readonly day: number
  readonly label: string
}

const MONTHS = MONTH_NAMES.split(' ')
const ORDINALS = ORDINAL_WORDS.split(' ')
const ORDINAL = new RegExp(`\\b(?:twenty |thirty )?(?:${ORDINALS.join('|')}|thirtieth)\\b`, 'g')

/** `twenty-first` to `21`. */
const inFigures = (text: string): string =>
  text.replaceAll('-', ' ').replace(ORDINAL, (words) => {
    const [tens, ones] = words.includes(' ') ? words.split(' ') : ['', words]
    const n = ones === 'thirtieth' ? 30 : ORDINALS.indexOf(ones!) + 1
    return String(n + (tens === 'twenty' ? 20 : tens === 'thirty' ? 30 : 0))
  })
const DATE =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)?(?: of)? (january|february|march|april|may|june|july|august|september|october|november|december)|(january|february|march|april|may|june|july|august|september|october|november|december) (?:the )?(\d{1,2})(?:st|nd|rd|th)?)\b/

const DAY_OF_MONTH = /\b(?:on|of|since) the (\d{1,2})(?:st|nd|rd|th)?(?! (?:floor|time|day|one|game|of))\b/

/** `on the 30th`: the nearest such day of this or the last month. */
function dayOfMonthIn(figures: string, today: number): Day | null {
  const n = Number(DAY_OF_MONTH.exec(figures)?.[1] ?? 0)
  if (n < 1 || n > 31) return null
  const date = new Date(today * DAY)
  const days = [0, -1].map((months) =>
    Math.floor(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, n) / DAY),
  )
  const day = days.find((one) => one <= today) ?? days[0]!
  return { day, label: `on ${n} ${capitalise(MONTHS[new Date(day * DAY).getUTCMonth()]!)}` }
}

/** `4 May`, `the 4th of May`: the nearest such day. */
function dateIn(text: string, today: number): Day | null {
  const figures = inFigures(text)
  const found = DATE.exec(figures)
  if (found === null) return dayOfMonthIn(figures, today)
  const month = MONTHS.indexOf(found[2] ?? found[3] ?? '')
  const n = Number(found[1] ?? found[4])
  const year = new Date(today * DAY).getUTCFullYear()
  const days = [year - 1, year, year + 1].map((one) => Math.floor(Date.UTC(one, month, n) / DAY))
  const day = days.reduce((best, one) => (Math.abs(one - today) < Math.abs(best - today) ? one : best))
  return { day, label: `on ${n} ${capitalise(MONTHS[month]!)}` }
}

/** The day that a text names. */
function dayIn(text: string, today: number, ahead: boolean): Day | null {
  if (/\bday before yesterday\b/.test(text)) return { day: today - 2, label: 'the day before yesterday' }
  if (/\b(?:yesterday|last night|previous day|day before)\b/.test(text)) return { day: today - 1, label: 'yesterday' }
  if (/\bday after tomorrow\b/.test(text)) return { day: today + 2, label: 'the day after tomorrow' }
  if (/\b(?:tomorrow|tmrw)\b/.test(text)) return { day: today + 1, label: 'tomorrow' }
  const ago = /\b(\d+|two|three|four|five|six|seven) days ago\b/.exec(text)?.[1]
  if (ago !== undefined) {
    const days = Number.isNaN(Number(ago)) ? NUMBERS.indexOf(ago) : Number(ago)
    return { day: today - days, label: `${days} days ago` }
  }
  const date = dateIn(text, today)
  if (date !== null) return date
  const name = WEEKDAYS.find((weekday) => new RegExp(`\\b${weekday}(?:s)?\\b`).test(text))
  if (name !== undefined) {
    const back = (weekdayOf(today) - WEEKDAYS.indexOf(name) + 7) % 7
    const day = ahead || /\bnext \w+day\b/.test(text) ? today + ((7 - back) % 7 || 7) : today - (back === 0 ? 7 : back)
    return { day, label: `on ${capitalise(name)}` }
  }
  if (
    /\b(?:today|tonight|this (?:morning|afternoon|evening|noon)|your day|the day so far|rest of (?:the|your) day)\b/.test(
      text,
    )
  )
    return { day: today, label: 'today' }
  return null
}

const NOW =
  /\b(?:right now|just now|now|at the moment|at this (?:moment|hour|very moment)|currently|at present|as we speak|presently)\b/
const LATELY =
  /\b(?:lately|recently|these days|of late|the other day|nowadays|this (?:week|month)|(?:last|past) (?:week|few days|couple of days|month|fortnight)|your (?:week|month)|(?:the )?(?:past|last) (?:\w+ )?(?:days|weeks)|these weeks|in a while|any ?more)\b/

/** Whether verbs of a text point ahead. */
const AHEAD =
  /\b(?:rest of|free|available|are you (?:doing|coming|around|busy)|can (?:we|you|i)|shall we|will|going to|plan|plans|planning|tomorrow|tonight|later|next|soon|upcoming|coming|(?:anything|something|much) on)\b/

/** `are you seeing anyone on Thursday` points ahead. */
const PRESENT_AHEAD =
  /\bare you (?:\w+ )?(?:seeing|meeting|visiting|going|playing|working|expecting|having|free|around|busy)\b/

/** What somebody has before it on a day that has begun. */
const NOT_OVER =
  /\b(?:rest of|free|available|busy|plan\w*|will|going to|(?:anything|something|much) (?:on|planned)|shall)\b/

/** `when do you get up in the morning` asks for a habit. */
const HABITUAL =
  /^(?!.*\b(?:did|were|was|have|had)\b).*\b(?:(?:do|does|would|are) (?:you|\w+)|why you|how come you|you) (?:\w+ ){0,4}(?:(?:in|during) the (?:mornings?|afternoons?|evenings?)|at (?:night|noon|midnight)|every (?:day|\w+day|morning|evening|night)|on (?:\w+days|weekends)|(?:mornings|evenings|afternoons|nights|weekends))\b(?!.*\b(?:yesterday|tomorrow|today|last|next|this)\b)/

/** The day of a time, such as Thursday for `on Thursday morning`; null for a longer time. */
function dayOf({ from, to, label, tense }: AskedTime): Day | null {
  if (tense === 'lately' || tense === 'now' || to - from > DAY) return null
  const day = /^(?:this |tonight|at noon)/.test(label)
    ? 'today'
    : label.replace(/ (?:morning|afternoon|evening|night|at noon)$/, '')
  return { day: Math.floor(from / DAY), label: day === 'last night' ? 'yesterday' : day }
}

/**
 * The time that a question names; null without one. Days are those of UTC, as in the world. A part of a day is one of the
 * day that the talk was about before: `and in the evening?`.
 */
export function timeIn(words: readonly Word[], now: number, earlier: AskedTime | null = null): AskedTime | null {
  const text = words.map(({ low }) => low).join(' ')
  const time = timeOf(text, now, earlier)
  if (time?.tense !== 'past' || !SINCE_DAY.test(text)) return time
  return { ...time, to: now, point: null, label: `since ${time.label.replace(/^(?:on|at) (?:the )?/, '')}` }
}

/** `Since Friday`, `since yesterday morning`: until now. */
const SINCE_DAY = /\bsince (?!when\b|then\b|you\b)/

function timeOf(text: string, now: number, earlier: AskedTime | null): AskedTime | null {
  if (HABITUAL.test(text) || /\bone (?:morning|afternoon|evening|night)\b/.test(text)) return null
  const today = Math.floor(now / DAY)
  const part = PARTS.find(([pattern]) => pattern.test(text))
  const hour = hourIn(text)
  const ahead = (AHEAD.test(text) || PRESENT_AHEAD.test(text)) && !/\b(?:did|were|was)\b/.test(text)
  const isOver = /\b(?:did|were|was|went|had)\b/.test(text)
  const dayNamed = dayIn(text, today, ahead)
  if (isOver && /\bmidnight\b/.test(text) && (dayNamed === null || dayNamed.label === 'yesterday')) {
    const midnight = today * DAY
    return { from: midnight - HOUR, to: midnight + HOUR, point: midnight, label: 'at midnight', tense: 'past' }
  }
  // `where were you in the evening` is about the last one.
  const isAheadToday = part !== undefined && today * DAY + part[1] * HOUR > now
  const named =
    dayNamed === null && isOver && isAheadToday && !/\bthis \w+\b/.test(text)
      ? { day: today - 1, label: 'yesterday' }
      : dayNamed
  const isNight = /\blast night\b/.test(text)
  if (WEEKEND.test(text) && !ahead) {
    const saturday = today - ((weekdayOf(today) + 1) % 7 || 7)
    return {
      from: saturday * DAY,
      to: Math.min(now, (saturday + 2) * DAY),
      point: null,
      label: 'at the weekend',
      tense: 'past',
    }
  }
  if (named !== null || part !== undefined || hour !== null) {
    const { day, label } = named ?? (earlier === null ? null : dayOf(earlier)) ?? { day: today, label: 'today' }
    const start = day * DAY
    const from = part === undefined ? start : start + part[1] * HOUR
    const to = part === undefined ? start + DAY : start + part[2] * HOUR
    const noon = part?.[3] === 'noon' ? start + 12 * HOUR : null
    const point = hour === null ? noon : start + hour * HOUR
    const isAhead = day === today && (/\b(?:tonight|later)\b/.test(text) || (to > now && ahead && NOT_OVER.test(text)))
    const tense = from > now || isAhead ? 'future' : 'past'
    return {
      from,
      to: tense === 'past' ? Math.min(to, now) : to,
      point,
      label: labelOf(label, part?.[3], isNight),
      tense,
    }
  }
  const week = weekIn(text, today, now)
  if (week !== null) return week
  if (FEW_DAYS.test(text))
    return { from: now - 3 * DAY, to: now, point: null, label: 'in the last days', tense: 'past' }
  if (LATELY.test(text)) return { from: now - 14 * DAY, to: now, point: null, label: 'lately', tense: 'lately' }
  if (NOW.test(text)) return { from: now, to: now, point: now, label: 'just now', tense: 'now' }
  if (/\b(?:later|soon|upcoming|coming up)\b/.test(text))
    return { from: now, to: now + 7 * DAY, point: null, label: 'soon', tense: 'future' }
  return null
}

const FEW_DAYS = /\b(?:past|last) (?:few |couple of |three )?days\b/
const SPAN = /\b(this|last|past|your) (week|month)\b/

/** `this week`, `last month`; weeks begin on Monday. */
function weekIn(text: string, today: number, now: number): AskedTime | null {
  const [, which, unit] = SPAN.exec(text) ?? []
  if (unit === undefined) return null
  const date = new Date(today * DAY)
  const start = unit === 'week' ? today - ((weekdayOf(today) + 6) % 7) : today - date.getUTCDate() + 1
  const isThis = which === 'this'
  const before = unit === 'week' ? start - 7 : Math.floor(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1) / DAY)
  const from = (isThis ? start : before) * DAY
  // A week that has just begun is taken for the last seven days.
  if (isThis && unit === 'week')
    return { from: now - 7 * DAY, to: now, point: null, label: 'in the last seven days', tense: 'past' }
  if (which === 'past' || which === 'your')
    return {
      from: now - (unit === 'week' ? 7 : 30) * DAY,
      to: now,
      point: null,
      label: unit === 'week' ? 'in the last seven days' : 'in the last month',
      tense: 'past',
    }
  return {
    from,
    to: isThis ? now : start * DAY,
    point: null,
    label: `${isThis ? 'this' : 'last'} ${unit}`,
    tense: 'past',
  }
}

function labelOf(day: string, part: string | undefined, isNight: boolean): string {
  if (isNight) return 'last night'
  if (part === undefined) return day
  if (part === 'noon') return day === 'today' ? 'at noon' : `${day} at noon`
  if (day === 'today') return part === 'night' ? 'tonight' : `this ${part}`
  return `${day} ${part === 'night' && day === 'yesterday' ? 'evening' : part}`.replace(
    /^on (\w+) night$/,
    'on $1 night',
  )
}
