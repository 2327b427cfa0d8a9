// Habits of writing, learned from the texts of a speaker: rhythm and recurring phrases.
import * as english from '../english/rewrites.ts'
import { isHelping, isPast } from '../language/verbs.ts'
import { firstWord, readAll, STOP, straighten, wordSet, wordsOf } from '../language/words.ts'
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

const sentencesIn = (text: string): string[] =>
  straighten(text)
    .split(/(?<=[.!?])["”)]*\s+|\n+/u)
    .map((s) => s.trim())
    .filter((s) => s !== '')

const perText = (texts: readonly string[], sign: RegExp): number =>
  texts.reduce((sum, text) => sum + (text.match(sign)?.length ?? 0), 0) / texts.length

const SHORT_FORMS = wordSet(english.SHORT_FORMS)
const WRITTEN_OUT = new Map(Object.entries(readAll(english.WRITTEN_OUT, wordSet)))
const SPELT = wordSet(english.SPELT)

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

/** The values besides the texts that a rhythm depends on; a measured rhythm depends little on the manner. */
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

/**
 * Phrases learned from a speaker's own texts. Only phrases that recur are taken, of at most five words, so nothing is
 * quoted.
 */
export interface OwnPhrases {
  /** Stand before a clause, with the sign that ties it: `Be it noted that`, `Now this is true:`. */
  readonly openers: readonly Phrase[]
  /** Short sentences at the end of a text: `Going up.` A `#` stands for a number. */
  readonly closers: readonly Phrase[]
  /** Words by which the speaker addresses people: `petal`, `my hearts`. */
  readonly vocatives: readonly Phrase[]
  /** Things the speaker has mentioned, with their article: `a rind of cheese`. */
  readonly things: readonly string[]
}

interface Phrase {
  readonly words: string
  /** Share of the texts that have it, 0 to 1. */
  readonly share: number
}

const MAX_WORDS = 5
const OPENING_WORDS = wordSet(english.OPENING_WORDS)

const tally = (texts: readonly string[], found: (text: string) => Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) for (const phrase of new Set(found(text))) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  return counts
}

const often = (counts: Map<string, number>, total: number, atLeast: number, most: number): Phrase[] =>
  [...counts]
    .filter(([, n]) => n >= atLeast)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, most)
    .map(([words, n]) => ({ words, share: n / total }))

const numberless = (text: string): string => text.replace(/\d+/g, '#')

/** Openings after which any clause may stand: `Be it noted that`, `Friends:`, `With respect,`. */
function* opening(text: string): Iterable<string> {
  for (const sentence of sentencesIn(text)) {
    const m = /^((?:[\p{L}'-]+,? ){0,5}?[\p{L}'-]+)(,|:| that\b)/u.exec(sentence)
    if (m === null) continue
    const words = wordsOf(m[1]!)
    const lead = words[0]!
    if (words.length > MAX_WORDS - (m[2] === ' that' ? 1 : 0)) continue
    // `When it rains,` needs its second half; `Well,` does not. A name by itself addresses a person.
    if (/^(?:if|when|where|as|because|since|while|although|though|after|before|until|in the|on the|at)$/.test(lead))
      continue
    if (words.length === 1 && !OPENING_WORDS.has(lead)) continue
    if (m[2] === ',' && words.length > 1 && !english.SETTLED.test(m[1]!)) continue
    if (/\d/.test(m[1]!) || (m[2] === ' that' && words.length < 3)) continue
    yield m[2] === ' that' ? `${m[1]} that` : `${m[1]}${m[2]}`
  }
}

function* closing(text: string): Iterable<string> {
  const sentences = sentencesIn(text)
  const last = sentences.at(-1)
  if (last === undefined || sentences.length < 2) return
  const plain = numberless(last)
  const words = plain.split(' ')
  if (words.length > MAX_WORDS || !/^[\p{L}#', ?-]+[.!?]?$/u.test(plain)) return
  yield plain
}

function* calling(text: string): Iterable<string> {
  for (const m of straighten(text).matchAll(/, ((?:my |old |dear )?\p{Ll}{3,10})(?=[.!?:])/gu)) {
    const word = m[1]!
    if (!STOP.has(word) && !/ly$|ing$|ed$/.test(word)) yield word
  }
}

const THING =
  /(?:\b(?:with|of|and|for|under|behind|beside|about|like|into|from|had|has|have|found|left|brought|keep|kept|want|lost) )((?:an?|the|two|three|my|his|her|their) (?:\p{Ll}[\p{Ll}'-]+ ){0,2}(?:of (?:the )?)?\p{Ll}[\p{Ll}'-]{2,})(?=[.,;:!?])/gu

function* things(text: string): Iterable<string> {
  for (const m of straighten(text).matchAll(THING)) {
    const phrase = m[1]!
    const words = phrase.split(' ')
    const inner = words.slice(1)
    if (words.length < 2 || words.length > MAX_WORDS) continue
    if (inner.some((w) => (STOP.has(w) && w !== 'of' && w !== 'the') || isHelping(w))) continue
    if (isPast(words.at(-1)!) || /(?:ly|ing)$/.test(words.at(-1)!)) continue
    if (
      /^(?:the|a|an|my|his|her|their) (?:same|other|rest|first|second|third|time|way|day|word|name|one|hour|minute)$/.test(
        phrase,
      )
    )
      continue
    yield phrase
  }
}

export function phrasesOf(ownWords: readonly string[]): OwnPhrases {
  const texts = ownWords.map(straighten)
  const total = Math.max(texts.length, 1)
  const few = Math.max(2, Math.ceil(total / 25))
  return {
    openers: often(tally(texts, opening), total, few, 6),
    closers: often(tally(texts, closing), total, few, 4),
    vocatives: often(tally(texts, calling), total, few, 3),
    things: [...new Set(texts.flatMap((text) => [...things(text)]))].slice(0, 60),
  }
}
