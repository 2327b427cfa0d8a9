import { straighten } from './words.ts'

/** Eight words in a row are a quotation; seven may stand. */
const QUOTE_WORDS = 8

/**
 * Two readings of what a word is, because both are in use: `don't` as one word and as two. A text has to be clean in
 * either.
 */
function readings(text: string): string[][] {
  const plain = straighten(text).toLowerCase()
  const apart = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const joined = plain.replace(/[^\p{L}\p{N}\s]+/gu, '').match(/\S+/g) ?? []
  return joined.length === apart.length ? [apart] : [apart, joined]
}

export interface Protected {
  /** True when the text repeats eight words or more of something that must not be quoted. */
  quotes(text: string): boolean
}

const HALF = QUOTE_WORDS / 2

const hashOf = (word: string): number => {
  let h = 0x811c9dc5
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193)
  return h
}

/** Four words as one number. Two runs may share one; then the words themselves decide. */
const half = (hashes: readonly number[], at: number): number => {
  let h = hashes[at]!
  for (let i = at + 1; i < at + HALF; i++) h = Math.imul(h ^ hashes[i]!, 0x01000193) ^ (h >>> 13)
  return h
}

/** Runs never cross from one line into the next. */
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
  // Any run of eight holds one of four that begins at a multiple of four, so most of a text needs only those looked at.
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
