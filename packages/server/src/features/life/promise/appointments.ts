// Recognises an appointment (time and place) in a text.
import { fold } from '../../../platform/core/text.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/core/time.ts'

/** A place that a text may name. */
export interface NamedPlace {
  readonly id: string
  readonly label: string
}

export interface Appointment {
  readonly placeId: string
  readonly at: number
}

const HOURS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
}
const HOUR = `\\d{1,2}|${Object.keys(HOURS).join('|')}`
/** In the order of UTC days since 1970, which began with a Thursday. */
const DAYS = ['thursday', 'friday', 'saturday', 'sunday', 'monday', 'tuesday', 'wednesday']

const PROPOSES =
  /\b(?:meet|see (?:you|each other|me)|come|join|be (?:at|in|on) |let us|let's|lets|shall we|how about|what about|wait for|find me|i(?:'ll| will| shall) be|visit|drop by|stop by|at your|have (?:tea|coffee|a word))\b/u
const NO_PROPOSAL =
  /\b(?:can't|cannot|can not|won't|will not|not (?:come|be there|meet)|couldn't|didn't|did not|yesterday|last (?:night|week)|was (?:at|in|on)|were (?:at|in|on)|ago|we met|i met|i saw|weeks?|months?)\b/u

const CLOCK = new RegExp(
  `\\b(?:(?:at|around|about|by|from|towards|say)\\s+)?(half past|(?:a )?quarter past|(?:a )?quarter to)\\s+(${HOUR})\\b|\\b(?:at|around|about|by|say)\\s+(${HOUR})(?::(\\d\\d))?\\s*(?:o'?clock)?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?(?!\\s*(?:of|minutes|hours|days|people|metres))\\b|\\b(\\d{1,2}):(\\d\\d)\\b|\\b(\\d{1,2})\\s*(am|pm)\\b|\\b(noon|midday|midnight)\\b|\\b(${HOUR}) o'?clock\\b`,
  'u',
)
const SPAN = /\bin (half an|an|a|\d{1,2}|one|two|three|four|five|six) (hour|hours|minutes)\b/u

const numberOf = (word: string): number => HOURS[word] ?? Number(word)

/** Minutes since midnight. An hour without a part of the day means the waking hours. */
function minutesIn(text: string): number | null {
  const found = CLOCK.exec(text)
  if (found === null) return null
  const [, past, pastHour, hour, minutes, half, wholeHour, wholeMinutes, bareHour, bareHalf, named, oClock] = found
  if (named !== undefined) return named === 'midnight' ? 24 * 60 : 12 * 60
  const hourNumber = numberOf((pastHour ?? hour ?? wholeHour ?? bareHour ?? oClock)!)
  if (!(hourNumber >= 0 && hourNumber < 24)) return null
  const part = (half ?? bareHalf)?.replaceAll('.', '')
  const late = /\b(?:evening|tonight|night|afternoon)\b/u.test(text)
  const early = /\bmorning\b/u.test(text)
  const isBare = hourNumber >= 1 && hourNumber <= 12 && minutes === undefined && wholeMinutes === undefined
  const afternoon = part === 'pm' || (part === undefined && isBare && !early && (late || hourNumber <= 7))
  const turned = hourNumber === 12 ? (part === 'am' ? 0 : 12) : afternoon ? hourNumber + 12 : hourNumber
  const whole = (turned > 23 ? hourNumber : turned) * 60 + Number(minutes ?? wholeMinutes ?? 0)
  if (past === undefined) return whole
  return whole + (past === 'half past' ? 30 : past.endsWith('to') ? -15 : 15)
}

function dayIn(text: string, today: number): number | null {
  if (/\b(?:the day after tomorrow)\b/u.test(text)) return today + 2
  if (/\btomorrow\b/u.test(text)) return today + 1
  if (/\b(?:today|tonight|this (?:evening|afternoon|morning))\b/u.test(text)) return today
  const named = DAYS.findIndex((day) => new RegExp(`\\b${day}\\b`, 'u').test(text))
  if (named < 0) return null
  return today + ((named - (today % 7) + 7) % 7 || 7)
}

function timeIn(text: string, now: number): number | null {
  const [, much, unit] = SPAN.exec(text) ?? []
  if (much !== undefined) {
    if (unit === 'minutes') return Number.isNaN(numberOf(much)) ? null : now + numberOf(much) * MINUTE_MS
    const hours = much === 'half an' ? 0.5 : much === 'a' || much === 'an' ? 1 : numberOf(much)
    return now + hours * HOUR_MS
  }
  const minutes = minutesIn(text)
  if (minutes === null) return null
  const today = Math.floor(now / DAY_MS)
  const day = dayIn(text, today)
  const at = (day ?? today) * DAY_MS + minutes * MINUTE_MS
  return day === null && at < now + SOONEST_MS ? at + DAY_MS : at
}

/** Bounds of an appointment: at least ten minutes ahead, at most eight days. */
const SOONEST_MS = 10 * MINUTE_MS
const LATEST_MS = 8 * DAY_MS

const normalize = (text: string): string => fold(text).replaceAll(/[’‘]/gu, "'").replaceAll(/\s+/gu, ' ')

/** The longest place name in the text, with or without its article. */
function placeIn(text: string, places: readonly NamedPlace[]): string | null {
  let found: { id: string; length: number } | null = null
  for (const { id, label } of places) {
    const name = normalize(label).replace(/^the /u, '').replace(/,.*$/u, '')
    if (name.length < 4 || name.length <= (found?.length ?? 0)) continue
    const at = text.indexOf(name)
    const isWhole = at >= 0 && !/\p{L}/u.test(text[at - 1] ?? ' ') && !/\p{L}/u.test(text[at + name.length] ?? ' ')
    if (isWhole) found = { id, length: name.length }
  }
  return found?.id ?? null
}

/**
 * The appointment that a text proposes: a time, a place of this city and words of invitation. Null if one of them is
 * missing.
 */
export function appointmentIn(text: string, now: number, places: readonly NamedPlace[]): Appointment | null {
  const normalizedText = normalize(text.slice(0, 1_000))
  if (!PROPOSES.test(normalizedText) || NO_PROPOSAL.test(normalizedText)) return null
  const placeId = placeIn(normalizedText, places)
  const at = placeId === null ? null : timeIn(normalizedText, now)
  if (placeId === null || at === null || at < now + SOONEST_MS || at > now + LATEST_MS) return null
  return { placeId, at: Math.round(at / MINUTE_MS) * MINUTE_MS }
}
