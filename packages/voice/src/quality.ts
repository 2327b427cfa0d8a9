// Measures of many texts: repeats, frequent phrases, and whether an author can be recognised.
import { NAME_PARTS, ONES, TENS } from './english/words.ts'
import { straighten, wordSet } from './language/words.ts'

/** A text by its words, without names and numbers. */
export interface Sample {
  readonly author: string
  readonly words: readonly string[]
}

const NUMBERS = wordSet(`${ONES} ${TENS} hundred thousand`)

const SMALL = wordSet(NAME_PARTS)

const plain = (word: string): string => word.toLowerCase().replace(/[’']s?$/, '')

/** The words of names, as `wordsWithoutNames` looks them up. */
export const nameWords = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...names].flatMap((name) => name.split(/[\s,]+/)).map(plain))

const isNumber = (word: string): boolean =>
  /\d/.test(word) ||
  word
    .toLowerCase()
    .split('-')
    .every((part) => NUMBERS.has(part))

/** The words of a text in lower case, without numbers and without capitalised words of the given names. */
export function wordsWithoutNames(text: string, names: ReadonlySet<string>): string[] {
  const words = straighten(text).match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? []
  const isName = (word: string) =>
    word !== word.toLowerCase() && names.has(plain(word)) && !SMALL.has(word.toLowerCase())
  return words.filter((word) => !isNumber(word) && !isName(word)).map((word) => word.toLowerCase())
}

const STYLE = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|[.,;:!?()–“]|\n/gu

/** Features of a text without names and numbers: its words, its stops, and every two of them in a row. */
export function styleWithoutNames(text: string, names: ReadonlySet<string>): string[] {
  const isName = (word: string) => word !== word.toLowerCase() && names.has(plain(word))
  const tokens = (straighten(text).match(STYLE) ?? [])
    .filter((token) => !isNumber(token) && !isName(token))
    .map((token) => token.toLowerCase())
  return [...tokens, ...tokens.slice(1).map((token, i) => `${tokens[i]} ${token}`)]
}

/** How many samples repeat an earlier one word for word. */
export const countRepeats = (samples: readonly Sample[]): number =>
  samples.length - new Set(samples.map(({ words }) => words.join(' '))).size

/** The run of words that is in most samples of any `window` in a row, and their number. */
export function wornRun(samples: readonly Sample[], length = 6, window = 1_000): { count: number; run: string } {
  let worst = { count: 0, run: '' }
  for (let from = 0; from + Math.min(window, samples.length) <= samples.length; from += window) {
    const counts = new Map<string, number>()
    for (const { words } of samples.slice(from, from + window)) {
      const distinctRuns = new Set<string>()
      for (let at = 0; at + length <= words.length; at++) distinctRuns.add(words.slice(at, at + length).join(' '))
      for (const run of distinctRuns) counts.set(run, (counts.get(run) ?? 0) + 1)
    }
    for (const [run, count] of counts) if (count > worst.count) worst = { count, run }
  }
  return worst
}

/**
 * The share of authors (0 to 1) that a naive Bayes classifier names, trained on every other sample and asked for the rest;
 * `unseen` is what a word counts for that an author was never seen to use.
 */
export function authorshipShare(samples: readonly Sample[], unseen = 1): number {
  const counts = new Map<string, Map<string, number>>()
  const totals = new Map<string, number>()
  const vocabulary = new Set<string>()
  for (const { author, words } of samples.filter((_, i) => i % 2 === 0)) {
    const own = counts.get(author) ?? new Map<string, number>()
    counts.set(author, own)
    for (const word of words) {
      own.set(word, (own.get(word) ?? 0) + 1)
      totals.set(author, (totals.get(author) ?? 0) + 1)
      vocabulary.add(word)
    }
  }
  const likeliest = (words: readonly string[]): string | null => {
    let best: { score: number; author: string | null } = { score: Number.NEGATIVE_INFINITY, author: null }
    for (const [author, own] of counts) {
      const total = (totals.get(author) ?? 0) + vocabulary.size * unseen
      let score = 0
      for (const word of words) score += Math.log(((own.get(word) ?? 0) + unseen) / total)
      if (score > best.score) best = { score, author }
    }
    return best.author
  }
  const rest = samples.filter((_, i) => i % 2 === 1)
  return rest.filter(({ author, words }) => likeliest(words) === author).length / rest.length
}
