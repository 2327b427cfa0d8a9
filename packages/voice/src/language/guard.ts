import { straighten } from './words.ts'

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

const hashOf = (word: string): number => {
  let h = 0x811c9dc5
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193)
  return h
}

/** A 32-bit hash of four words. Collisions are settled by comparing the words. */
const half = (hashes: readonly number[], at: number): number => {
  let h = hashes[at]!
  for (let i = at + 1; i < at + HALF; i++) h = Math.imul(h ^ hashes[i]!, 0x01000193) ^ (h >>> 13)
  return h
}

/** Lines that must not be quoted. A run of words never crosses from one line into the next. */
export function protect(lines: readonly string[]): Protected {
  const wholes: string[] = []
  const halves = new Set<number>()
  for (const line of lines) {
    for (const words of readings(line)) {
      if (words.length < QUOTE_WORDS) continue
      wholes.push(` ${words.join(' ')} `)
      const hashes = words.map(hashOf)
      for (let at = 0; at + HALF <= words.length; at++) halves.add(half(hashes, at))
    }
  }
  const isQuoted = (eight: string): boolean => wholes.some((whole) => whole.includes(` ${eight} `))
  // Every run of eight words holds an aligned run of four, so only each fourth position is looked up.
  const repeats = (words: readonly string[]): boolean => {
    const hashes = words.map(hashOf)
    for (let at = 0; at + HALF <= words.length; at += HALF) {
      if (!halves.has(half(hashes, at))) continue
      for (let from = Math.max(0, at - HALF); from <= at && from + QUOTE_WORDS <= words.length; from++) {
        if (isQuoted(words.slice(from, from + QUOTE_WORDS).join(' '))) return true
      }
    }
    return false
  }
  return { quotes: (text) => wholes.length > 0 && readings(text).some(repeats) }
}
