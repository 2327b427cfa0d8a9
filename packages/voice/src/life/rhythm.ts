import { isPast } from '../language/verbs.ts'
import { firstWord, readAll, straighten, wordSet, wordsOf } from '../language/words.ts'
import * as lexicon from '../lexicon/habits.ts'
import { habit, type Manner } from '../speaker/manner.ts'

/** Measures of a speaker's sentences, taken from what it wrote, or guessed from the manner where that is too little. */
export interface Rhythm {
  /** Characters of a usual post. */
  readonly length: number
  /** Chance that one clause is tied to the next, 0 to 1. */
  readonly flow: number
  /** Chance that `I` is left out, 0 to 1. */
  readonly drop: number
  readonly contracts: boolean
  /** Signs a text: colons 0 to 2, the others 0 to 1. */
  readonly colons: number
  readonly semicolons: number
  readonly brackets: number
  readonly exclaims: number
  /** Share of texts with numbered points, and of texts with more than one line. */
  readonly numbered: number
  readonly breaks: number
  readonly lowerCase: boolean
  /** Writes numbers in digits. */
  readonly digits: boolean
  /** The office by which the speaker calls itself: `the Clerk`. */
  readonly office: string | null
}

const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high)

export const sentencesIn = (text: string): string[] =>
  straighten(text)
    .split(/(?<=[.!?])["”)]*\s+|\n+/u)
    .map((s) => s.trim())
    .filter((s) => s !== '')

const perText = (texts: readonly string[], sign: RegExp): number =>
  texts.reduce((sum, text) => sum + (text.match(sign)?.length ?? 0), 0) / texts.length

const SHORT_FORMS = wordSet(lexicon.SHORT_FORMS)
const WRITTEN_OUT = new Map(Object.entries(readAll(lexicon.WRITTEN_OUT, wordSet)))
const SPELT = wordSet(lexicon.SPELT)

const isShort = (word: string): boolean => word.endsWith("n't") || SHORT_FORMS.has(word)
const isLong = (word: string, before: string): boolean =>
  word === 'cannot' || WRITTEN_OUT.get(word)?.has(before) === true

/** A role of the bio that three texts or more use for the speaker: `The Clerk observes`. */
function officeOf(bio: string, texts: readonly string[]): string | null {
  for (const [role] of bio.slice(0, 200).matchAll(/\p{L}{4,14}/gu)) {
    const title = role.charAt(0).toUpperCase() + role.slice(1)
    if (!texts.some((text) => text.includes(`he ${title} `))) continue
    const uses = texts.filter((text) =>
      new RegExp(`\\b[Tt]he ${title} (?:\\p{Ll}+s|\\p{Ll}+ed|has|will|is)\\b`, 'u').test(text),
    )
    if (uses.length >= 3) return `the ${title}`
  }
  return null
}

function guessed(manner: Manner): Rhythm {
  const { terse, formal, playful, hedging, exact, warm, curious } = manner.traits
  const own = (what: string) => habit(manner.id, 'rhythm', what)
  return {
    length: clamp(330 - 260 * terse + 90 * (own('length') - 0.5), 60, 300),
    flow: clamp(0.9 - terse + 0.3 * (own('flow') - 0.5), 0, 0.8),
    drop: clamp(terse * 0.8 - formal * 0.3 + 0.3 * (own('drop') - 0.5), 0, 0.8),
    contracts: formal + 0.2 * (own('contracts') - 0.5) < 0.5,
    colons: own('colons') < 0.25 ? 0.9 : 0.25,
    semicolons: formal > 0.6 || own('semicolons') < 0.2 ? 0.6 : 0.1,
    brackets: own('brackets') < 0.2 || (hedging > 0.6 && curious > 0.5) ? 0.5 : 0.05,
    exclaims: manner.exclaims ? 0.3 + 0.4 * playful * warm : 0,
    numbered: manner.numbered || (exact > 0.75 && own('numbered') < 0.3) ? 0.3 : 0,
    breaks: own('breaks') < 0.15 ? 0.3 : 0.03,
    lowerCase: manner.lowerCase,
    digits: exact > 0.6 && own('digits') < 0.6,
    office: null,
  }
}

/** Texts from which a rhythm is measured; below that it is guessed. */
const ENOUGH = 6

/** What a rhythm is made from beside the texts: where it is measured, little of the manner. */
export const rhythmBasis = (manner: Manner, bio: string, ownWords: readonly string[]): readonly unknown[] =>
  ownWords.length < ENOUGH ? [manner] : [manner.lowerCase, bio]

export function rhythmOf(manner: Manner, bio: string, ownWords: readonly string[]): Rhythm {
  if (ownWords.length < ENOUGH) return guessed(manner)
  const texts = ownWords.map(straighten)
  const sentences = texts.flatMap(sentencesIn)
  const words = texts.flatMap(wordsOf)
  const headless = sentences.filter((s) => isPast(firstWord(s))).length / sentences.length
  const short = words.filter(isShort).length
  const long = words.filter((word, i) => isLong(word, words[i - 1] ?? '')).length
  const letters = texts.join(' ').replace(/\bI\b/g, '')
  const capitals = letters.replace(/[a-z ]+/g, '').match(/\p{Lu}/gu)?.length ?? 0
  return {
    length: clamp(texts.reduce((sum, t) => sum + t.length, 0) / texts.length, 45, 310),
    flow: clamp((words.length / sentences.length - 6) / 15, 0, 0.85),
    drop: clamp(headless * 4, 0, 0.85),
    contracts: short > long,
    colons: clamp(perText(texts, /:/g), 0, 2),
    semicolons: clamp(perText(texts, /;/g), 0, 1),
    brackets: clamp(perText(texts, /\(\p{L}/gu), 0, 1),
    exclaims: clamp(perText(texts, /!/g), 0, 1),
    numbered: texts.filter((t) => /\b1\. .*\b2\. /su.test(t)).length / texts.length,
    breaks: texts.filter((t) => t.includes('\n')).length / texts.length,
    lowerCase: manner.lowerCase || capitals < letters.length / 400,
    digits: perText(texts, /\d/g) * texts.length > words.filter((word) => SPELT.has(word)).length,
    office: officeOf(bio, texts),
  }
}
