import { isHelping, isPast } from '../language/verbs.ts'
import { STOP, straighten, wordSet, wordsOf } from '../language/words.ts'
import * as lexicon from '../lexicon/habits.ts'
import { sentencesIn } from './rhythm.ts'

/**
 * Phrases learned from a speaker's own texts. Only phrases that recur are taken, of at most five words, so nothing is
 * quoted.
 */
export interface Phrases {
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
const OPENING_WORDS = wordSet(lexicon.OPENING_WORDS)

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
    if (m[2] === ',' && words.length > 1 && !lexicon.SETTLED.test(m[1]!)) continue
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

export function phrasesOf(ownWords: readonly string[]): Phrases {
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
