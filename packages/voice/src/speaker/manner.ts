// The manner of a speaker, read from its profile: traits, trade, interests and habits of speech.
import { CUES, HIGH_MOODS, LOW_MOODS, TRAITS, type Trait } from '../english/traits.ts'
import { isSpeakable, tidy } from '../language/guard.ts'
import { contentStems, stem, straighten, wordsOf } from '../language/words.ts'
import type { Material } from '../material.ts'
import { fromPhrases, type TradePhrases } from '../phrases.ts'

/** The traits a line suits (1), and those it does not suit (-1). */
export type Leans = readonly (readonly [Trait, 1 | -1])[]

const isTrait = (word: string): word is Trait => (TRAITS as readonly string[]).includes(word)

/** Names of traits with spaces between them; a minus in front of one that the line does not suit. */
export const leansOf = (source: string): Leans =>
  source
    .split(' ')
    .filter((word) => word !== '')
    .map((word): readonly [Trait, 1 | -1] => {
      const trait = word.replace(/^-/, '')
      if (!isTrait(trait)) throw new Error(`no such trait: ${word}`)
      return [trait, word.startsWith('-') ? -1 : 1]
    })

export interface Interest {
  readonly text: string
  /** From the profile; false for a topic of the speaker's posts. */
  readonly chosen: boolean
  /** Written as `slugs, against` in the profile. */
  readonly against: boolean
  readonly stems: ReadonlySet<string>
}

/** Interests of the profile first, then topics; each once, and only names of up to five words. */
export function interestsOf(material: Material): Interest[] {
  const chosen = material.speaker.interests.slice(0, 24)
  const raw = [...chosen, ...material.topics.slice(0, 12).map((t) => t.tag)]
  const names = new Set<string>()
  const found: Interest[] = []
  for (const [at, item] of raw.entries()) {
    const text = tidy(item).replace(/[.!?]+$/, '')
    const [, name = '', side = ''] = /^([^,]+?)(?:, (against|for))?$/u.exec(text) ?? []
    if (name === '' || name.split(' ').length > 5 || !isSpeakable(name) || !/^[\p{L}\p{N} '&-]+$/u.test(name)) continue
    if (names.has(name.toLowerCase())) continue
    names.add(name.toLowerCase())
    found.push({ text: name, against: side === 'against', chosen: at < chosen.length, stems: contentStems(name) })
  }
  return found
}

const trades = fromPhrases((phrases) => phrases.trades)
const precedence = fromPhrases(({ tradePrecedence }) => tradePrecedence)

/** The trade of a speaker whose profile names no other. */
export const NO_TRADE = 'street'

/** The phrases of a trade. */
export function tradePhrases(trade: string): TradePhrases {
  const found = trades()[trade]
  if (found === undefined) throw new Error(`no such trade: ${trade}`)
  return found
}

/** The manner of a speaker on any subject. Traits are 0 to 1; 0.5 means unknown. */
export interface Manner {
  readonly id: string
  readonly traits: Readonly<Record<Trait, number>>
  readonly trade: string
  readonly tics: readonly Tic[]
  readonly lowerCase: boolean
  readonly numbered: boolean
  readonly exclaims: boolean
}

/** A phrase of the speaker's own, and the place in a sentence that its grammar allows. */
export interface Tic {
  readonly words: string
  readonly place: 'opening' | 'vocative' | 'question' | 'aside' | 'closing' | 'before-last'
}

const CUE_STEMS: ReadonlyMap<string, readonly (readonly [Trait, number])[]> = (() => {
  const map = new Map<string, [Trait, number][]>()
  for (const trait of TRAITS) {
    CUES[trait].forEach((words, side) => {
      for (const word of words.split(' ')) {
        const key = stem(word)
        map.set(key, [...(map.get(key) ?? []), [trait, side === 0 ? 1 : -1]])
      }
    })
  }
  return map
})()

/** A hash (FNV-1a) of the parts as a number in [0, 1): a habit that depends on nothing but the speaker's id. */
export function habit(...parts: readonly string[]): number {
  let h = 0x811c9dc5
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) h = Math.imul(h ^ part.charCodeAt(i), 0x01000193)
    h = Math.imul(h ^ 31, 0x01000193)
  }
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296
}

const squash = (x: number): number => 1 / (1 + Math.exp(-x))

/** Subtracted from the sum of a trait: cues of these are in most profiles. */
const USUAL: Partial<Record<Trait, number>> = { playful: 0.4, exact: 0.6, curious: 0.2 }

function traitsOf(material: Material): Record<Trait, number> {
  const sums = Object.fromEntries(TRAITS.map((t) => [t, 0])) as Record<Trait, number>
  const count = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      for (const [trait, side] of CUE_STEMS.get(stem(word)) ?? []) sums[trait] += side * weight
    }
  }
  const { speaker, mood } = material
  count(speaker.persona, 0.55)
  count(material.styleNotes.join(' '), 1.3)
  count(`${speaker.interests.join(' ')} ${speaker.bio}`, 0.4)
  if (mood !== null) {
    const strength = Math.min(Math.max(Number.isFinite(mood.intensity) ? mood.intensity : 0, 0), 1)
    if (LOW_MOODS.test(mood.mood)) {
      sums.terse += strength
      sums.warm -= strength * 0.6
    }
    if (HIGH_MOODS.test(mood.mood)) {
      sums.warm += strength * 0.8
      sums.playful += strength * 0.5
    }
  }
  for (const trait of TRAITS) {
    const nudge = (habit(speaker.id, trait) - 0.5) * 0.9
    sums[trait] = squash(sums[trait] - (USUAL[trait] ?? 0) + nudge)
  }
  return sums
}

const OPENING = /^(?:friends|listen|hear|picture|consider|look|now this|the way i heard|mark|imagine|i have it)\b/i
const ASIDE = /^(?:with|in|on|by|to|as|at|all things|truth|strictly)\b/i

/** Phrases in quotation marks in the style notes, which are public. */
function ticsOf(styleNotes: readonly string[]): Tic[] {
  const tics: Tic[] = []
  for (const note of styleNotes) {
    for (const m of note.matchAll(/[“"]([^”"]{3,40})[”"]/gu)) {
      const raw = straighten(m[1]!.trim())
      const words = raw.replace(/[.,:;!]+$/, '')
      if (wordsOf(words).length > 5 || !/^[\p{L}' ,?-]+$/u.test(words)) continue
      if (words.endsWith('?')) tics.push({ words, place: 'question' })
      else if (/^(?:my|dear|old) \p{L}+$/iu.test(words)) tics.push({ words: words.toLowerCase(), place: 'vocative' })
      else if (raw.endsWith(':') || OPENING.test(words)) tics.push({ words, place: 'opening' })
      else if (/ thing$/i.test(words)) tics.push({ words, place: 'before-last' })
      else if (ASIDE.test(words)) tics.push({ words: words.toLowerCase(), place: 'aside' })
      else if (!/^or\b/i.test(words)) tics.push({ words, place: 'closing' })
    }
  }
  return tics
}

const tradesByStem = fromPhrases((phrases): ReadonlyMap<string, readonly string[]> => {
  const index = new Map<string, string[]>()
  for (const trade of phrases.tradePrecedence)
    for (const word of tradePhrases(trade).words) index.set(stem(word), [...(index.get(stem(word)) ?? []), trade])
  return index
})

/** The trade with most votes from the words of the profile; `street` where there is none. */
function tradeOf(material: Material): string {
  const { speaker } = material
  const votes = new Map<string, number>()
  const weigh = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      for (const trade of tradesByStem().get(stem(word)) ?? []) votes.set(trade, (votes.get(trade) ?? 0) + weight)
    }
  }
  weigh(speaker.specialty ?? '', 6)
  weigh(speaker.interests.join(' '), 2)
  weigh(material.topics.map((t) => t.tag).join(' '), 1)
  weigh(`${speaker.bio} ${speaker.persona}`, 0.4)
  const most = Math.max(...votes.values())
  return precedence().find((trade) => votes.get(trade) === most) ?? NO_TRADE
}

export function mannerOf(material: Material): Manner {
  const traits = traitsOf(material)
  const notes = material.styleNotes.join(' ').toLowerCase()
  const sample = material.summary
  return {
    id: material.speaker.id,
    traits,
    trade: tradeOf(material),
    tics: ticsOf(material.styleNotes),
    lowerCase:
      /lower.?case|no capitals/.test(notes) || (sample.length > 40 && !/\p{Lu}/u.test(sample.replace(/\bI\b/g, ''))),
    numbered: /number(?:ed|s) (?:items|points|lists?)|\bitems\b/.test(notes),
    exclaims: !/no exclamation/.test(notes) && traits.playful > 0.62 && traits.dry < 0.6 && traits.terse < 0.6,
  }
}
