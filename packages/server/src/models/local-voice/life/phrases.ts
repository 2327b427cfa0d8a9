import { isHelping, isPast } from '../verbs.ts'
import { STOP, straighten, wordsOf } from '../words.ts'
import { sentencesIn } from './rhythm.ts'

/**
 * Turns of speech learned from what somebody wrote: what they open with, close with, call people by, and name. Taken
 * only where they come back, and only as long as a habit is (five words), so nothing is quoted.
 */
export interface Phrases {
  /** Before a clause, with the sign that ties it: `Be it noted that`, `Now this is true:`. */
  readonly openers: readonly Phrase[]
  /** Whole short sentences, said at the end: `Going up.` A `#` stands for a figure. */
  readonly closers: readonly Phrase[]
  /** `petal`, `my hearts`. */
  readonly vocatives: readonly Phrase[]
  /** Things the speaker has mentioned, with their article: `a rind of cheese`. */
  readonly things: readonly string[]
}

interface Phrase {
  readonly words: string
  /** In how many of the texts, 0 to 1. */
  readonly share: number
}

const MAX_WORDS = 5

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

/** `Be it noted that`, `Friends:`, `With respect,`: words that leave room for any clause after them. */
function* opening(text: string): Iterable<string> {
  for (const sentence of sentencesIn(text)) {
    const m = /^((?:[\p{L}'-]+,? ){0,5}?[\p{L}'-]+)(,|:| that\b)/u.exec(sentence)
    if (m === null) continue
    const words = wordsOf(m[1]!)
    const lead = words[0]!
    if (words.length > MAX_WORDS - (m[2] === ' that' ? 1 : 0)) continue
    // `When it rains,` needs its second half; `Well,` does not. A bare name is a person spoken to.
    if (/^(?:if|when|where|as|because|since|while|although|though|after|before|until|in the|on the|at)$/.test(lead))
      continue
    if (words.length === 1 && !OPENING_WORDS.has(lead)) continue
    if (m[2] === ',' && words.length > 1 && !SETTLED.test(m[1]!)) continue
    if (/\d/.test(m[1]!) || (m[2] === ' that' && words.length < 3)) continue
    yield m[2] === ' that' ? `${m[1]} that` : `${m[1]}${m[2]}`
  }
}

const OPENING_WORDS = new Set(
  'well now so anyway friends listen right look honestly then still oh ah yes no also sir madam note item notice and'.split(
    ' ',
  ),
)
const SETTLED =
  /^(?:with|or|in|on|by|to|as|all|for|of|one|now|mind|be|not|the way|i have|i don't|truth|well)\b[\p{L}', -]*$/iu

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
