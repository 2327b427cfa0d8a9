import { kindOf, LETTER } from './letters.ts'

/** Read as a letter inside a word. */
const SIGN = 3
const KINDS = new Uint8Array(128)
for (let unit = 0; unit < 128; unit++) KINDS[unit] = '@$!|'.includes(String.fromCharCode(unit)) ? SIGN : kindOf(unit)
const kindAt = (text: string, i: number): number => {
  const unit = text.charCodeAt(i)
  return unit < 128 ? KINDS[unit]! : kindOf(unit)
}

// Doubled by nobody who spells: such a word is read with single letters as well.
const RARELY_DOUBLED = new Set([...'ahijkquvwxy'].map((letter) => letter.charCodeAt(0)))
const EDGES = '!|'

/** A stretch of text that may be a word. */
export interface Token {
  readonly start: number
  readonly end: number
  /** Holds digits or signs. */
  readonly odd: boolean
  readonly stretched: boolean
}

/** Runs of letters, digits and signs; signs that are punctuation at the edge of a word are cut off. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const { length } = text
  let i = 0
  while (i < length) {
    let kind = kindAt(text, i)
    if (kind === 0) {
      i += 1
      continue
    }
    let start = i
    let odd = false
    let stretched = false
    let repeats = 0
    let last = -1
    do {
      const unit = text.charCodeAt(i)
      repeats = unit === last ? repeats + 1 : 1
      if (kind !== LETTER) odd = true
      else if (repeats > 1 && (repeats > 2 || RARELY_DOUBLED.has(unit))) stretched = true
      last = unit
      i += 1
      kind = i < length ? kindAt(text, i) : 0
    } while (kind !== 0)
    let end = i
    if (odd && i - start > 1) {
      while (start < end && EDGES.includes(text[start]!)) start += 1
      while (end > start && (text[end - 1] === '@' || EDGES.includes(text[end - 1]!))) end -= 1
    }
    if (end > start) tokens.push({ start, end, odd, stretched })
  }
  return tokens
}

const RUN_MIN = 3
export const RUN_GAP_MAX = 6

/** The end of the run of single characters that starts here, or the start itself where there is none. */
export function runFrom(tokens: readonly Token[], from: number): number {
  let to = from
  for (let token = tokens[to]; token && token.end - token.start === 1; token = tokens[to]) {
    if (to > from && token.start - tokens[to - 1]!.end > RUN_GAP_MAX) break
    to += 1
  }
  return to - from >= RUN_MIN ? to : from
}

/** An `@` or `$` alone is a letter only among spaced-out letters. */
export const isLoneSign = (text: string, { start, end, odd }: Token): boolean =>
  odd && end - start === 1 && kindAt(text, start) === SIGN
