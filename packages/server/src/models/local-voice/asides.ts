import type { Manner } from './manner.ts'

type Leaning = readonly [words: string, suits: (manner: Manner) => number]

const ASIDES: readonly Leaning[] = [
  ['I find', (m) => 0.4 + m.traits.formal * 0.3],
  ['to my mind', (m) => m.traits.formal],
  ['I maintain', (m) => m.traits.formal + m.traits.dry - 0.6],
  ['I think', (m) => m.traits.hedging + 0.1],
  ['it seems to me', (m) => m.traits.hedging],
  ['so far as I can see', (m) => m.traits.hedging * 0.9],
  ['you see', (m) => m.traits.warm],
  ['you know', (m) => m.traits.warm - m.traits.formal * 0.5],
  ['mark you', (m) => m.traits.playful],
  ['believe me', (m) => m.traits.playful - m.traits.terse * 0.2],
  ['it turns out', (m) => m.traits.dry + m.traits.curious * 0.2],
  ['oddly enough', (m) => m.traits.curious * 0.9],
  ['as I have noticed', (m) => m.traits.curious],
  ['I say', (m) => m.traits.terse * 0.9],
  ['mind', (m) => m.traits.terse + m.traits.dry - m.traits.formal * 0.6 - 0.2],
  ['to be exact', (m) => m.traits.exact * 0.8],
  ['on my reckoning', (m) => m.traits.exact],
]
/** Beside something that happened, an opinion would be out of place. */
const FACT_ASIDES: readonly Leaning[] = [
  ['as it happens', () => 0.5],
  ['you see', (m) => m.traits.warm],
  ['mind', (m) => m.traits.terse + m.traits.dry - m.traits.formal * 0.6 - 0.2],
  ['to be exact', (m) => m.traits.exact],
  ['it turns out', (m) => m.traits.dry],
  ['I may say', (m) => m.traits.formal],
  ['believe it or not', (m) => m.traits.playful],
  ['if I have it right', (m) => m.traits.hedging],
  ['of all things', (m) => m.traits.curious * 0.8],
]
const QUESTION_ASIDES: readonly Leaning[] = [
  ['I wonder', () => 0.6],
  ['do you suppose', (m) => m.traits.curious * 0.9],
  ['would you say', (m) => m.traits.warm * 0.9],
  ['one asks oneself', (m) => m.traits.formal * 0.9],
  ['I ask you', (m) => m.traits.playful * 0.9],
  ['exactly', (m) => m.traits.exact * 0.9],
]

export type Sort = 'view' | 'fact' | 'question'
const TABLES = { view: ASIDES, fact: FACT_ASIDES, question: QUESTION_ASIDES }

export const asideFor = (manner: Manner, rng: () => number, sort: Sort, text: string): string => {
  const ranked = TABLES[sort]
    .filter(([words]) => !text.includes(words))
    .sort((a, b) => b[1](manner) - a[1](manner))
    .slice(0, sort === 'view' ? 4 : 3)
  return ranked[Math.floor(rng() * ranked.length)]![0]
}

const ADVERBS: readonly Leaning[] = [
  ['really', (m) => Math.max(m.traits.warm, m.traits.terse - 0.1)],
  ['perhaps', (m) => m.traits.hedging - 0.05],
  ['in truth', (m) => m.traits.formal],
  ['after all', (m) => m.traits.playful],
  ['in the end', (m) => m.traits.dry],
  ['in fact', (m) => m.traits.exact - 0.05],
]
export const adverbFor = (manner: Manner, rng: () => number): string => {
  const ranked = [...ADVERBS].sort((a, b) => b[1](manner) - a[1](manner))
  return ranked[Math.floor(rng() * 2)]![0]
}
