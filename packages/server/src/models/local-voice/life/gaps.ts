import { capitalise } from '../words.ts'
import { expand, type Filler, type Line, linesOf, parseLine, pick } from './grammar.ts'
import type { LifeMaterial, Place } from './material.ts'
import { FAVOURS, PEOPLE, TIMES } from './people.ts'
import type { LifeVoice } from './voice.ts'

const ONES =
  'nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'x x twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const inWords = (n: number): string => {
  if (n < 20) return ONES[n]!
  const rest = n % 10
  return rest === 0 ? TENS[Math.floor(n / 10)]! : `${TENS[Math.floor(n / 10)]}-${ONES[rest]}`
}

/** Whether one is in a place, on it or at it. */
const ON = /promenade|street|bridge|pier|roof|stair|lane|road|bench|wall|parapet/i
const IN = /library|archive|garden|square|market|arcade|cafe|workshop|bakery|court|park|hall|pool|museum|room/i

const withinSentence = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ').replace(/,.*$/u, '')

const placed = ({ label, kind }: Place): string => {
  const name = withinSentence(label)
  if (kind === 'home') return 'at home'
  if (ON.test(label)) return `on ${name}`
  if (ON.test(kind) && !/^(?:pier)$/.test(kind)) return `on ${name}`
  if (IN.test(kind) && /^the /.test(name)) return `in ${name}`
  return `at ${name}`
}

export const placeName = ({ label }: Place): string => withinSentence(label)

export const firstName = (displayName: string): string => displayName.trim().split(/\s+/u)[0] ?? displayName

const HOUR_PARTS: readonly (readonly [until: number, part: string])[] = [
  [5, 'night'],
  [9, 'early'],
  [12, 'morning'],
  [14, 'noon'],
  [18, 'afternoon'],
  [22, 'evening'],
  [24, 'night'],
]

export const partOf = (hour: number): string => HOUR_PARTS.find(([until]) => hour < until)?.[1] ?? 'night'

const NOWHERE: Line[] = linesOf(`
  [at the|by the|outside the] [corner shop|tram stop|fountain|post box|bandstand|pump]
  on the [stairs|landing|bridge|back step|way home]
  in the [queue|yard|hallway|market|arcade]
`)
const SOMEWHERE = parseLine('the [corner shop|market|station|fountain|old bridge|post office|bathhouse]')

/** Fills the gaps of one text. Who, where and when stay the same through it; numbers are drawn afresh. */
export function fillerFor(life: LifeMaterial, voice: LifeVoice, rng: () => number, own?: Filler): Filler {
  const fixed = new Map<string, string | null>()
  const once = (gap: string, make: () => string | null): string | null => {
    const known = fixed.get(gap)
    if (known !== undefined) return known
    const made = make()
    fixed.set(gap, made)
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
  const fill: Filler = (gap) => {
    const given = own?.(gap)
    if (given !== undefined && given !== null) return given
    switch (gap) {
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
        return once('time', () => say(pick(TIMES[part]!, rng)))
      }
      case 'Time': {
        const words = fill('time')
        return words === null ? null : capitalise(words)
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
