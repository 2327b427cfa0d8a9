// Detection of repeated phrases and near-duplicate texts.
import * as english from '../english/words.ts'
import { APOSTROPHE, HASH, HYPHEN, hashed, hashOf, LOWER, SIGN, signOf } from '../language/signs.ts'
import { STOP, straighten, wordSet } from '../language/words.ts'

/** Words of a phrase that may wear out. */
const RUN = 5

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
  runs?: ReadonlySet<number>
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

/** Hashes of every five words in a row, names left out: another name makes no new phrase. */
function runsOf(text: string): ReadonlySet<number> {
  const of = featuresOf(text)
  if (of.runs !== undefined) return of.runs
  const { plain } = of.words
  const runs = new Set<number>()
  for (let at = 0; at + RUN <= plain.length; at++) runs.add(mixed(plain, at, at + RUN))
  of.runs = runs
  return runs
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

/** The phrases of a world's latest posts. One for each world, filled from its latest posts when it is made. */
export interface Freshness {
  /** True when a run of five words is in as many of the latest posts as allowed. */
  isWorn(text: string): boolean
  /** 0 to 1: how much of a text has been in any of the latest posts. */
  staleness(text: string): number
  add(text: string): void
  /** Takes the last one back. False when what was before it is not known any more. */
  drop(): boolean
}

/** How many of the latest texts are looked at, in how many of them a phrase may be, and how many may be taken back. */
export interface Span {
  readonly span: number
  readonly most: number
  readonly spare: number
}

/**
 * Counts runs of five words over the last `span` texts; a run may be in `most` of them. A reader of the feed notices a
 * phrase that recurs within a page or two. Whether a whole text is new is decided by its marks.
 */
export function freshness({ span, most, spare }: Span): Freshness {
  const capacity = span + spare
  const counts = new Map<number, number>()
  const ring: (Int32Array | undefined)[] = []
  let next = 0
  let size = 0
  let full = false
  /** The text that is just outside of the span. */
  const outside = () => ring[(next - span + capacity) % capacity]
  const count = (runs: Iterable<number> = []) => {
    for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  const discount = (runs: Iterable<number> = []) => {
    for (const run of runs) {
      const remaining = counts.get(run)! - 1
      if (remaining === 0) counts.delete(run)
      else counts.set(run, remaining)
    }
  }
  return {
    add(text) {
      if (size >= span) discount(outside())
      const runs = Int32Array.from(runsOf(text))
      count(runs)
      ring[next] = runs
      next = (next + 1) % capacity
      full ||= size === capacity
      size = Math.min(size + 1, capacity)
    },
    drop() {
      if (size === 0) return false
      next = (next - 1 + capacity) % capacity
      discount(ring[next])
      ring[next] = undefined
      size -= 1
      if (size >= span) count(outside())
      return size >= span || !full
    },
    isWorn: (text) => {
      for (const run of runsOf(text)) if ((counts.get(run) ?? 0) >= most) return true
      return false
    },
    staleness: (text) => {
      const runs = runsOf(text)
      let repeated = 0
      for (const run of runs) if (counts.has(run)) repeated += 1
      return runs.size === 0 ? 0 : repeated / runs.size
    },
  }
}
