import { capitalise } from '../language/words.ts'
import * as names from '../lexicon/happenings/names.ts'
import * as events from '../lexicon/life/events.ts'
import * as people from '../lexicon/life/people.ts'
import * as places from '../lexicon/life/places.ts'
import * as numbers from '../lexicon/numbers.ts'
import { allLines, expand, type Filler, type Line, linesOf, parseLine, pick } from './grammar.ts'
import type { Bygone, LifeMaterial, Place } from './material.ts'
import type { LifeVoice } from './voice.ts'

const ONES = numbers.ONES.trim().split(/\s+/)
const TENS = numbers.TENS.split(' ')

const PEOPLE = linesOf(people.PEOPLE)
const FAVOURS = linesOf(people.FAVOURS)
const TIMES = allLines(people.TIMES)
const NOWHERE = linesOf(places.NOWHERE)
const SOMEWHERE = parseLine(places.SOMEWHERE)

const DATED = allLines(events)
const STORMS = names.STORMS.split(' ')

/** Days within which something is counted by the day. */
const COUNTED = 14

const datedFrom = (days: number): readonly Line[] =>
  days <= 0 ? DATED.NOW : days === 1 ? DATED.NEXT_DAY : days <= COUNTED ? DATED.DAYS_AFTER : DATED.WEEKS_AFTER

/** What the town has called something since a storm: the word with its article, and its meaning. */
function coinageOf({ name }: Bygone): { word: string; meaning: string } {
  const storm = name.split(' ').at(-1)!
  const meanings = DATED.MEANINGS
  const meaning = meanings[Math.max(0, STORMS.indexOf(storm)) % meanings.length]!
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
  if (places.ON.test(label)) return `on ${name}`
  if (places.ON.test(kind) && !/^(?:pier)$/.test(kind)) return `on ${name}`
  if (places.IN.test(kind) && /^the /.test(name)) return `in ${name}`
  return `at ${name}`
}

export const placeName = ({ label }: Place): string => withinSentence(label)

export const firstName = (displayName: string): string => displayName.trim().split(/\s+/u)[0] ?? displayName

type PartOfDay = keyof typeof people.TIMES

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
export const partOf = (hour: number): PartOfDay => HOUR_PARTS.find(([until]) => hour < until)?.[1] ?? 'night'

/** A filler for one text. People, place and time stay the same through it; numbers are drawn for each slot. */
export function fillerFor(life: LifeMaterial, voice: LifeVoice, rng: () => number, own?: Filler): Filler {
  const fixed = new Map<string, string | null>()
  const once = (slot: string, make: () => string | null): string | null => {
    const earlier = fixed.get(slot)
    if (earlier !== undefined) return earlier
    const made = make()
    fixed.set(slot, made)
    return made
  }
  const number = (low: number, high: number): string => {
    const n = low + Math.floor(rng() * (high - low + 1))
    return voice.rhythm.digits ? String(n) : inWords(n)
  }
  const say = (line: Line): string | null => expand(line, rng, fill)
  const where = (): Place | null =>
    life.place !== null && life.place.kind !== 'home' && rng() < 0.5
      ? life.place
      : life.places.length > 0
        ? pick(life.places, rng)
        : life.place !== null && life.place.kind !== 'home'
          ? life.place
          : null
  const place = (): Place | null => {
    const known = fixed.get('place-label')
    if (known !== undefined) return life.places.find((p) => p.label === known) ?? life.place
    const found = where()
    fixed.set('place-label', found?.label ?? '')
    return found
  }
  const bygone = (): Bygone | null => {
    const all = life.bygones ?? []
    const known = fixed.get('bygone')
    if (known !== undefined) return all.find(({ name }) => name === known) ?? null
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
        return say(pick(PEOPLE, rng))
      case 'who':
        return once('who', () => (life.ties.length === 0 ? null : firstName(pick(life.ties, rng).displayName)))
      case 'other':
        return once('other', () => {
          const known = fixed.get('who')
          const rest = life.ties.filter((tie) => firstName(tie.displayName) !== known)
          return rest.length === 0 ? null : firstName(pick(rest, rng).displayName)
        })
      case 'favour':
        return say(pick(FAVOURS, rng))
      case 'place':
        return once('place', () => {
          const found = place()
          return found === null ? say(SOMEWHERE) : placeName(found)
        })
      case 'at':
        return once('at', () => {
          const found = place()
          return found === null ? say(pick(NOWHERE, rng)) : placed(found)
        })
      case 'time': {
        const part = life.moment.hour === undefined ? pick(HOUR_PARTS, rng)[1] : partOf(life.moment.hour)
        return once('time', () => say(pick(TIMES[part], rng)))
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
