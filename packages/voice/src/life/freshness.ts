// Fingerprints of texts, to find repeated and near-duplicate ones.
import * as english from '../english/words.ts'
import { APOSTROPHE, HASH, HYPHEN, hashed, hashOf, LOWER, SIGN, signOf } from '../language/signs.ts'
import { STOP, straighten, wordSet } from '../language/words.ts'

const NUMBERS = wordSet(`${english.ONES} ${english.TENS} hundred`)
const NUMBER_HASHES: ReadonlySet<number> = new Set([...NUMBERS].map(hashOf))

const isNumber = (low: string): boolean =>
  low.includes('-') ? low.split('-').every((part) => NUMBERS.has(part)) : NUMBERS.has(low)

interface Words {
  readonly every: readonly number[]
  readonly plain: readonly number[]
}

/** Features of a text, each computed at its first use. */
interface Features {
  readonly text: string
  readonly words: Words
  marks?: readonly [number, number]
  likeness?: readonly number[]
}

/** A cache of one text: a draft is looked at several times in a row before it is used or dropped. */
let last: Features | null = null

function featuresOf(text: string): Features {
  if (last?.text !== text) last = { text, words: readPlainly(text) ?? readWords(text) }
  return last
}

/** Whether a word cannot be a name: one with a capital may be, unless it is one of the small words. */
const isPlain = (low: string): boolean => low.length <= 1 || STOP.has(low)

/** Hashes of the words of a text: of all, and of those that cannot be names. Both are without numbers. */
function readWords(text: string): Words {
  const every: number[] = []
  const plain: number[] = []
  for (const word of straighten(text).match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? []) {
    const low = word.toLowerCase()
    if (isNumber(low)) continue
    const hash = hashOf(low)
    every.push(hash)
    if (word === low || isPlain(low)) plain.push(hash)
  }
  return { every, plain }
}

/** The same, sign by sign; null for a text with letters that are not known here. */
function readPlainly(text: string): Words | null {
  const every: number[] = []
  const plain: number[] = []
  const end = text.length
  for (let at = 0; at < end; ) {
    let sign = signOf(text.charCodeAt(at))
    if (sign === SIGN.unknown) return null
    if (sign !== SIGN.small && sign !== SIGN.capital) {
      at += 1
      continue
    }
    const from = at
    let hash = HASH
    let capitals = false
    let hyphens = false
    while (sign === SIGN.small || sign === SIGN.capital) {
      const code = text.charCodeAt(at)
      if (sign === SIGN.capital) capitals = true
      hash = hashed(hash, sign === SIGN.capital ? code + LOWER : code)
      at += 1
      sign = at < end ? signOf(text.charCodeAt(at)) : SIGN.other
      if (sign !== SIGN.apostrophe && sign !== SIGN.hyphen) continue
      // It ties two parts of a word, or it ends the word.
      const next = at + 1 < end ? signOf(text.charCodeAt(at + 1)) : SIGN.other
      if (next === SIGN.unknown) return null
      if (next !== SIGN.small && next !== SIGN.capital) break
      if (sign === SIGN.hyphen) hyphens = true
      hash = hashed(hash, sign === SIGN.hyphen ? HYPHEN : APOSTROPHE)
      at += 1
      sign = next
    }
    if (sign === SIGN.unknown) return null
    const low = capitals || hyphens || NUMBER_HASHES.has(hash) ? straighten(text.slice(from, at)).toLowerCase() : ''
    if (low !== '' && isNumber(low)) continue
    every.push(hash)
    if (!capitals || isPlain(low)) plain.push(hash)
  }
  return { every, plain }
}

const SPREAD = 2 ** 20

/**
 * Two fingerprints of a text (safe integers), both without numbers: one without capitalised words, one with them, since
 * a capital at the beginning of a sentence may be a name or not. Texts that share one are the same text.
 */
export function marksOf(text: string): readonly [number, number] {
  const of = featuresOf(text)
  of.marks ??= [markOf(of.words.plain), markOf(of.words.every)]
  return of.marks
}

const markOf = (words: readonly number[]): number =>
  (mixed(words, 0, words.length) >>> 0) * SPREAD + ((mixedBack(words) >>> 0) % SPREAD)

/** Words of a run by which texts are compared. */
const ALIKE_RUN = 5
/** Two orders for each mark. */
const SALTS = [
  0x9e3779b9, 0x85ebca6b, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1, 0xd3a2646c, 0x2c1b3c6d, 0x297a2d39, 0x7feb352d,
  0x846ca68b,
] as const
/** Marks of what a text is like; texts of fewer than five words have none. */
export const LIKENESS = SALTS.length / 2

/**
 * Five marks of what a text is like (negative, apart from those of `marksOf`): the least of its five-word runs under two
 * orders each. Texts that share two thirds of their runs share a mark 19 times in 20, those that share a third two times in five.
 */
export function likenessOf(text: string): readonly number[] {
  const of = featuresOf(text)
  of.likeness ??= likenessOfWords(of.words)
  return of.likeness
}

/** The least under each order; used by one text at a time. */
const least = new Uint32Array(SALTS.length)

function likenessOfWords({ plain }: Words): readonly number[] {
  if (plain.length < ALIKE_RUN) return []
  least.fill(0xffff_ffff)
  for (let at = 0; at + ALIKE_RUN <= plain.length; at++) {
    const mark = mixed(plain, at, at + ALIKE_RUN)
    for (let n = 0; n < SALTS.length; n++) {
      const run = Math.imul(mark ^ SALTS[n]!, 0xc2b2ae35)
      const value = (run ^ (run >>> 16)) >>> 0
      if (value < least[n]!) least[n] = value
    }
  }
  return Array.from({ length: LIKENESS }, (_, n) => {
    const both = Math.imul(least[2 * n]! ^ 0x811c9dc5, 0x01000193) ^ least[2 * n + 1]!
    return -((both >>> 0) * LIKENESS + n + 1)
  })
}

function mixed(hashes: readonly number[], from: number, to: number): number {
  let h = 0x811c9dc5
  for (let i = from; i < to; i++) h = Math.imul(h ^ hashes[i]!, 0x01000193) ^ (h >>> 15)
  return h
}

/** The same from the last word to the first. */
function mixedBack(hashes: readonly number[]): number {
  let h = 0x811c9dc5
  for (let i = hashes.length - 1; i >= 0; i--) h = Math.imul(h ^ hashes[i]!, 0x01000193) ^ (h >>> 15)
  return h
}
