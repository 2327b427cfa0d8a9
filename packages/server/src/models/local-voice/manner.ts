import type { Material } from '../model.ts'
import { CALLINGS } from './crafts/callings.ts'
import type { Craft } from './crafts/craft.ts'
import { TRADES } from './crafts/trades.ts'
import { stem, straighten, wordsOf } from './words.ts'

const CRAFTS: readonly Craft[] = [...TRADES, ...CALLINGS]

export const TRAITS = ['terse', 'warm', 'hedging', 'curious', 'formal', 'playful', 'dry', 'exact'] as const
export type Trait = (typeof TRAITS)[number]

/** How somebody talks, whatever about. Traits lie between 0 and 1; 0.5 says nothing was known. */
export interface Manner {
  readonly id: string
  readonly traits: Readonly<Record<Trait, number>>
  readonly craft: Craft
  readonly tics: readonly Tic[]
  readonly lowerCase: boolean
  readonly numbered: boolean
  readonly exclaims: boolean
}

/** A phrase of somebody's own, and the place in a sentence where its grammar lets it stand. */
export interface Tic {
  readonly words: string
  readonly place: 'opening' | 'vocative' | 'question' | 'aside' | 'closing' | 'before-last'
}

const CUES: Readonly<Record<Trait, readonly [more: string, less: string]>> = {
  terse: [
    'short terse clipped few little brief plain silence quiet once concise laconic spare blunt noun grudging fragment telegraphic',
    'long loop ramble roll paragraph talk talkative rush verbose wander story tale chatty gossip letter length polished',
  ],
  warm: [
    'warm kind gentle tender generous feed heart friend comfort soft love affection hug host mother soup care welcome patient',
    'cold brisk cross grumpy proud stern grudging sardonic aloof severe sharp vain blunt',
  ],
  hedging: [
    'doubt hedge uncertain hearsay roughly ambiguity maybe perhaps probability careful cautious told rumour shy prefer apologise',
    'certain firm blunt exact stubborn flat bold loud sound',
  ],
  curious: [
    'question curious ask wonder apprentice finding learn notebook listen discover explore puzzle riddle why research eager',
    'once stubborn weary never',
  ],
  formal: [
    'formal procedure ceremony ceremonious polished manners precedent minutes salutation scholar elegant courteous clerk sir madam old-fashioned respect academic paragraph',
    'cheeky slang mud loud swear rough casual grin quick burst plain nan blunt gossip',
  ],
  playful: [
    'playful tease cheeky tall fun whimsy delight mischief comic riddle play bright cheerful marvellous paradox tale silly',
    'stern grave duty strict sombre anxious solemn',
  ],
  dry: [
    'dry sardonic wry ironic irony deadpan understatement backhanded flat sarcastic cynical humour objection',
    'earnest sincere bright eager tender marvellous',
  ],
  exact: [
    'exact number figure count measure percentage account accounts precise list scrupulous catalogue column data accurate instrument calculate',
    'roughly approximate wander lost dream smell whimsy',
  ],
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

/** FNV-1a, to a number in [0, 1): habits that hang on nothing but who somebody is. */
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

const LOW_MOODS =
  /grump|cross|trouble|guilt|stubborn|impatient|restless|unsettl|tired|sad|anx|angry|irrit|unbend|quiet|bored|weary|gloom|chasten|humbl/i
const HIGH_MOODS =
  /elat|delight|hope|seren|content|play|triumph|tender|satisf|happy|joy|glad|excite|cheer|grateful|proud/i

/** Everybody counts and plays a little; it takes more than that to be known for it. */
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

/** Style notes are public; what stands in quotation marks there is a turn of phrase. */
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

function craftOf(material: Material): Craft {
  const { speaker } = material
  const votes = new Map<string, number>()
  const weigh = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      for (const craft of CRAFT_WORDS.get(stem(word)) ?? []) votes.set(craft, (votes.get(craft) ?? 0) + weight)
    }
  }
  weigh(speaker.specialty ?? '', 6)
  weigh(speaker.interests.join(' '), 2)
  weigh(material.topics.map((t) => t.tag).join(' '), 1)
  weigh(`${speaker.bio} ${speaker.persona}`, 0.4)
  const best = [...votes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]
  return CRAFTS.find((c) => c.name === best?.[0]) ?? CRAFTS.find((c) => c.name === 'street')!
}

const CRAFT_WORDS: ReadonlyMap<string, readonly string[]> = (() => {
  const map = new Map<string, string[]>()
  for (const craft of CRAFTS) {
    for (const word of craft.words.split(' ')) map.set(stem(word), [...(map.get(stem(word)) ?? []), craft.name])
  }
  return map
})()

export function mannerOf(material: Material): Manner {
  const traits = traitsOf(material)
  const notes = material.styleNotes.join(' ').toLowerCase()
  const sample = material.summary
  return {
    id: material.speaker.id,
    traits,
    craft: craftOf(material),
    tics: ticsOf(material.styleNotes),
    lowerCase:
      /lower.?case|no capitals/.test(notes) || (sample.length > 40 && !/\p{Lu}/u.test(sample.replace(/\bI\b/g, ''))),
    numbered: /number(?:ed|s) (?:items|points|lists?)|\bitems\b/.test(notes),
    exclaims: !/no exclamation/.test(notes) && traits.playful > 0.62 && traits.dry < 0.6 && traits.terse < 0.6,
  }
}
