// Checks on what may be said: no quotation of eight words, and only texts that can be spoken.

import { boundedMap } from '../bounded-map.ts'
import { HASH, hashed, hashOf, LOWER, SIGN, signOf } from './signs.ts'
import { namesMachinery, straighten } from './words.ts'

/** Ids, references, addresses, markup and orders to a model. */
const UNSPEAKABLE = /[[\]{}<>@#_|\\*=]|\.\.|https?:|\bignore (?:all|any|previous|the)\b|\bdisregard\b|\n/iu

/** Whether a resident may say a stored text aloud. */
export const isSpeakable = (text: string): boolean =>
  text.length <= 400 && !UNSPEAKABLE.test(text) && !namesMachinery(text) && /\p{L}{2}/u.test(text)

/** The text without footnote numbers, quotation marks and control characters, with single spaces. */
export const tidy = (text: string): string =>
  text
    .replace(/\(\d+\)/g, '')
    .replace(/[“”"«»]/g, '')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/ ([,.;:!?])/g, '$1')
    .trim()

/** A run of this many words is a quotation; a shorter one is not. */
const QUOTE_WORDS = 8

/** The words of a text in both common readings, `don't` as one word and as two. A text must be free of quotations in each. */
function readings(text: string): string[][] {
  const plain = straighten(text).toLowerCase()
  const apart = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const joined = plain.replace(/[^\p{L}\p{N}\s]+/gu, '').match(/\S+/g) ?? []
  return joined.length === apart.length ? [apart] : [apart, joined]
}

export interface Protected {
  /** True when the text repeats eight words or more in a row of a protected line. */
  quotes(text: string): boolean
}

const HALF = QUOTE_WORDS / 2

/** A 32-bit hash of four words. Collisions are settled by comparing the words. */
const half = (hashes: readonly number[], at: number): number => {
  let h = hashes[at]!
  for (let i = at + 1; i < at + HALF; i++) h = Math.imul(h ^ hashes[i]!, 0x01000193) ^ (h >>> 13)
  return h
}

/** Hashes of the words of both readings, made sign by sign; null for a text with letters that are not known here. */
function hashedReadings(text: string): number[][] | null {
  const apart: number[] = []
  const joined: number[] = []
  let word = HASH
  let whole = HASH
  let inWord = false
  let inWhole = false
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32
    const sign = signOf(code)
    if (sign === SIGN.unknown) return null
    if (sign === SIGN.small || sign === SIGN.capital || sign === SIGN.digit) {
      const low = sign === SIGN.capital ? code + LOWER : code
      word = hashed(word, low)
      whole = hashed(whole, low)
      inWord = true
      inWhole = true
      continue
    }
    if (inWord) {
      apart.push(word)
      word = HASH
      inWord = false
    }
    if (inWhole && sign === SIGN.space) {
      joined.push(whole)
      whole = HASH
      inWhole = false
    }
  }
  return joined.length === apart.length ? [apart] : [apart, joined]
}

/** The protected parts of a line: its readings, and the hashes of their halves. */
interface Line {
  readonly wholes: readonly string[]
  readonly halves: readonly number[]
}

/** Most lines of a speaker are those of the day before. */
const LINES_MAX = 4_096
const LINES = boundedMap<Line>(LINES_MAX)

function lineOf(text: string): Line {
  const cached = LINES.get(text)
  if (cached !== undefined) return cached
  const wholes: string[] = []
  const halves: number[] = []
  for (const words of readings(text)) {
    if (words.length < QUOTE_WORDS) continue
    wholes.push(` ${words.join(' ')} `)
    const hashes = words.map(hashOf)
    for (let at = 0; at + HALF <= words.length; at++) halves.push(half(hashes, at))
  }
  const line = { wholes, halves }
  LINES.set(text, line)
  return line
}

/** Lines that must not be quoted. A run of words never crosses from one line into the next. */
export function protect(lines: readonly string[]): Protected {
  const all = lines.map(lineOf)
  const wholes = all.flatMap((line) => line.wholes)
  const halves = new Set<number>()
  for (const line of all) for (const one of line.halves) halves.add(one)
  const isQuoted = (eight: string): boolean => wholes.some((whole) => whole.includes(` ${eight} `))
  const isHalf = (hashes: readonly number[], at: number): boolean => halves.has(half(hashes, at))
  /** Finds a run of eight words whose halves are both protected, and which `isRepeated` accepts. */
  const hasRun = (hashes: readonly number[], isRepeated: (from: number) => boolean): boolean => {
    // Every run of eight words holds an aligned run of four, so only each fourth position is looked up.
    for (let at = 0; at + HALF <= hashes.length; at += HALF) {
      if (!isHalf(hashes, at)) continue
      for (let from = Math.max(0, at - HALF); from <= at && from + QUOTE_WORDS <= hashes.length; from++)
        if (isHalf(hashes, from) && isHalf(hashes, from + HALF) && isRepeated(from)) return true
    }
    return false
  }
  const mayRepeat = (hashes: readonly number[]): boolean => hasRun(hashes, () => true)
  const repeats = (words: readonly string[]): boolean =>
    hasRun(words.map(hashOf), (from) => isQuoted(words.slice(from, from + QUOTE_WORDS).join(' ')))
  return {
    quotes(text) {
      if (wholes.length === 0) return false
      // Words themselves are looked at only where hashes meet.
      if (hashedReadings(text)?.some(mayRepeat) === false) return false
      return readings(text).some(repeats)
    },
  }
}
