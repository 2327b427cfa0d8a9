// Fillers for the slots of a line: people, places, times, numbers and the mind of the speaker.

import { SPOKEN_HIGH, SPOKEN_LOW } from '../english/traits.ts'
import { IN_PLACES, ON_PLACES, ONES as ONES_LIST, PARTS_OF_DAY, TENS as TENS_LIST } from '../english/words.ts'
import { isSpeakable, tidy } from '../language/guard.ts'
import { capitalise } from '../language/words.ts'
import { fromPhrases, type LifePhrases } from '../phrases.ts'
import { inFirstPerson, rephrase } from '../speaker/rephrase.ts'
import { allLines, expand, type Filler, type Line, linesOf, parseLine, pick } from './grammar.ts'
import type { Bygone, LifeMaterial, Place, PostMaterial } from './material.ts'
import { lowered, stopped } from './sentence.ts'
import type { LifeVoice } from './voice.ts'

const ONES = ONES_LIST.trim().split(/\s+/)
const TENS = TENS_LIST.split(' ')

const people = fromPhrases(({ life }) => linesOf(life.people.people))
const favours = fromPhrases(({ life }) => linesOf(life.people.favours))
const times = fromPhrases(({ life }) => allLines(life.people.times))
const nowhere = fromPhrases(({ life }) => linesOf(life.places.nowhere))
const somewhere = fromPhrases(({ life }) => parseLine(life.places.somewhere))
const eventTimes = fromPhrases(({ life }) => allLines(life.events))
const storms = fromPhrases(({ happenings }) => happenings.names.storms)

/** Days within which something is counted by the day. */
const COUNTED = 14

function datedFrom(days: number): readonly Line[] {
  const { now, nextDay, daysAfter, weeksAfter } = eventTimes()
  return days <= 0 ? now : days === 1 ? nextDay : days <= COUNTED ? daysAfter : weeksAfter
}

/** A word that the town coined after a storm: the word with its article, and its meaning. */
function coinageOf({ name }: Bygone): { word: string; meaning: string } {
  const storm = name.split(' ').at(-1)!
  const { meanings } = eventTimes()
  const meaning = meanings[Math.max(0, storms().indexOf(storm)) % meanings.length]!
  return {
    word: `${/^[AEIOU]/.test(storm) ? 'an' : 'a'} ${storm}`,
    meaning: expand(
      meaning,
      () => 0,
      () => null,
    )!,
  }
}

/** 0 to 99. */
export const inWords = (n: number): string => {
  if (n < 20) return ONES[n]!
  const rest = n % 10
  const tens = TENS[Math.floor(n / 10) - 2]!
  return rest === 0 ? tens : `${tens}-${ONES[rest]}`
}

const withinSentence = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ').replace(/,.*$/u, '')

/** Where one is: `in`, `on` or `at` the place. */
export const placed = ({ label, kind }: Place): string => {
  const name = withinSentence(label)
  if (kind === 'home') return 'at home'
  if (ON_PLACES.test(label)) return `on ${name}`
  if (ON_PLACES.test(kind) && !/^(?:pier)$/.test(kind)) return `on ${name}`
  if (IN_PLACES.test(kind) && /^the /.test(name)) return `in ${name}`
  return `at ${name}`
}

export const placeName = ({ label }: Place): string => withinSentence(label)

export const firstName = (displayName: string): string => displayName.trim().split(/\s+/u)[0] ?? displayName

type PartOfDay = keyof LifePhrases['people']['times']

const HOUR_PARTS: readonly (readonly [until: number, part: PartOfDay])[] = [
  [5, 'night'],
  [9, 'early'],
  [12, 'morning'],
  [14, 'noon'],
  [18, 'afternoon'],
  [22, 'evening'],
  [24, 'night'],
]

/** The part of the day of an hour, 0 to 23. */
const partOf = (hour: number): PartOfDay => HOUR_PARTS.find(([until]) => hour < until)?.[1] ?? 'night'

/** A filler for one text. People, place and time stay the same through it; numbers are drawn for each slot. */
export function fillerFor(life: LifeMaterial, voice: LifeVoice, rng: () => number, own?: Filler): Filler {
  const fixed = new Map<string, string | null>()
  const once = (slot: string, make: () => string | null): string | null => {
    const earlier = fixed.get(slot)
    if (earlier !== undefined) return earlier
    const words = make()
    fixed.set(slot, words)
    return words
  }
  const number = (low: number, high: number): string => {
    const n = low + Math.floor(rng() * (high - low + 1))
    return voice.rhythm.digits ? String(n) : inWords(n)
  }
  const say = (line: Line): string | null => expand(line, rng, fill)
  // No other place is named: the speaker is not there.
  const place = (): Place | null => (life.place === null || life.place.kind === 'home' ? null : life.place)
  const bygone = (): Bygone | null => {
    const all = life.bygones ?? []
    const earlierValue = fixed.get('bygone')
    if (earlierValue !== undefined) return all.find(({ name }) => name === earlierValue) ?? null
    const found = all.length === 0 ? null : pick(all, rng)
    fixed.set('bygone', found?.name ?? null)
    return found
  }
  const storm = (): Bygone | null => (life.bygones ?? []).find(({ kind, days }) => kind === 'storm' && days > 0) ?? null
  const dated = (): string | null => {
    const found = bygone()
    if (found === null) return null
    return expand(pick(datedFrom(found.days), rng), rng, (slot) =>
      slot === 'event' ? found.name : slot === 'days' ? inWords(Math.max(2, found.days)) : null,
    )
  }
  const fill: Filler = (slot) => {
    const text = own?.(slot)
    if (text !== undefined && text !== null) return text
    if (slot.endsWith('^')) {
      const words = fill(slot.slice(0, -1))
      return words === null ? null : capitalise(words)
    }
    switch (slot) {
      case 'n':
        return number(2, 12)
      case 'nn':
        return number(13, 96)
      case 'some':
        return say(pick(people(), rng))
      case 'who':
        return once('who', () => (life.ties.length === 0 ? null : firstName(pick(life.ties, rng).displayName)))
      case 'other':
        return once('other', () => {
          const earlierValue = fixed.get('who')
          const rest = life.ties.filter((tie) => firstName(tie.displayName) !== earlierValue)
          return rest.length === 0 ? null : firstName(pick(rest, rng).displayName)
        })
      case 'favour':
        return say(pick(favours(), rng))
      case 'place':
        return once('place', () => {
          const found = place()
          return found === null ? say(somewhere()) : placeName(found)
        })
      case 'at':
        return once('at', () => {
          const found = place()
          return found === null ? say(pick(nowhere(), rng)) : placed(found)
        })
      case 'time': {
        const part = life.moment.hour === undefined ? pick(HOUR_PARTS, rng)[1] : partOf(life.moment.hour)
        return once('time', () => say(pick(times()[part], rng)))
      }
      case 'Time': {
        const words = fill('time')
        return words === null ? null : capitalise(words)
      }
      case 'bygone':
        return bygone()?.name ?? null
      case 'dated':
        return once('dated', dated)
      case 'Dated':
      case 'Coinage': {
        const words = fill(slot.toLowerCase())
        return words === null ? null : capitalise(words)
      }
      case 'coinage':
      case 'meaning':
      case 'namesake': {
        const found = storm()
        if (found === null) return null
        const { word, meaning } = coinageOf(found)
        return slot === 'coinage' ? word : slot === 'meaning' ? meaning : found.name
      }
      case 'weather':
        return life.moment.weather ?? null
      case 'season':
        return life.moment.season ?? null
      case 'interest':
        return voice.interests.length === 0 ? null : pick(voice.interests, rng)
      case 'thing':
        return voice.phrases.things.length < 3 ? null : pick(voice.phrases.things, rng)
      default:
        return null
    }
  }
  return fill
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday']

/** `four`, `half past nine`, `noon`. */
export function clockWords(at: number): string {
  const hour = Math.floor(at / HOUR_MS) % 24
  const minutes = Math.floor((at % HOUR_MS) / 60_000)
  const past = inWords(hour % 12 || 12)
  if (minutes === 0) return hour === 0 ? 'midnight' : hour === 12 ? 'noon' : past
  return minutes === 30 ? `half past ${past}` : minutes === 15 ? `a quarter past ${past}` : `${past} ${minutes}`
}

/** A time as somebody says it now: `tomorrow at four`, `on Friday at noon`. */
export function whenWords(at: number, now: number): string {
  const days = Math.floor(at / DAY_MS) - Math.floor(now / DAY_MS)
  const hour = Math.floor(at / HOUR_MS) % 24
  const part = hour >= 5 && hour < 11 ? ' in the morning' : hour >= 19 ? ' in the evening' : ''
  const clock = `at ${clockWords(at)}${part}`
  if (days === 0) return clock
  if (days === 1) return `tomorrow ${clock}`
  if (days === -1) return `yesterday ${clock}`
  return `on ${DAYS[Math.floor(at / DAY_MS) % 7]!} ${clock}`
}

/** `Tuesday`. */
export const weekdayWord = (at: number): string => DAYS[Math.floor(at / DAY_MS) % 7]!

/** A past or present day as somebody says it now: `this morning`, `yesterday`, `on Tuesday`. */
export function dayWords(at: number, now: number): string {
  const days = Math.floor(now / DAY_MS) - Math.floor(at / DAY_MS)
  const hour = Math.floor(at / HOUR_MS) % 24
  if (days <= 0) return hour < 12 ? 'this morning' : hour < 18 ? 'this afternoon' : 'this evening'
  if (days === 1) return hour >= 21 ? 'last night' : 'yesterday'
  return days < 7 ? `on ${weekdayWord(at)}` : days < 14 ? 'last week' : 'some weeks ago'
}

/** The same after `since`: `Tuesday`, `last week`. */
export const sinceWords = (at: number, now: number): string =>
  dayWords(at, now).replace(/^on /u, '').replace('some weeks ago', 'last month')

const moods = fromPhrases(({ life }) => allLines(life.moods))

/** A filler for slots about the speaker's own mind: mood, beliefs, questions, ideas. */
export function ownSlots(life: LifeMaterial | PostMaterial, voice: LifeVoice, rng: () => number): Filler {
  const say = (texts: readonly string[], sort: 'view' | 'question'): string | null => {
    if (texts.length === 0) return null
    const raw = tidy(pick(texts, rng))
    if (!isSpeakable(raw)) return null
    const setting = { manner: voice.manner, rng, guard: voice.guard, earlier: '', names: voice.names }
    const sentence = rephrase(raw.replace(/[.?!]+$/, ''), setting, sort)
    return sentence === null ? null : (sentence.after ?? lowered(sentence.start))
  }
  return (slot) => {
    switch (slot) {
      case 'mood': {
        const word = life.mood?.mood ?? ''
        const { low, high, even } = moods()
        const lines = SPOKEN_LOW.test(word) ? low : SPOKEN_HIGH.test(word) ? high : even
        return expand(pick(lines, rng), rng, () => null)
      }
      case 'belief':
        return say(life.beliefs, 'view')
      case 'question': {
        const question = say(life.openQuestions, 'question')
        return question === null ? null : `${question.replace(/[.?!]+$/, '')}?`
      }
      case 'idea':
        return life.ideas.length === 0 ? null : `“${pick(life.ideas, rng).label}”`
      case 'topic':
        return 'topic' in life && life.topic !== null ? life.topic.name.toLowerCase() : null
      case 'part':
        return life.moment.hour === undefined ? null : PARTS_OF_DAY[partOf(life.moment.hour)]
      case 'happened': {
        if (!('prompt' in life) || life.prompt === undefined) return null
        const raw = tidy(life.prompt)
        return raw === '' ? null : stopped(inFirstPerson(raw) ?? raw)
      }
      default:
        return null
    }
  }
}
