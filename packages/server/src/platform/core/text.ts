// Text helpers: length, normalisation, similarity, quoting, tokenizer, loopback names.

/** Characters are Unicode code points everywhere in this project. */
export function countCharacters(text: string): number {
  // The regular expression is fast and avoids the loop for most texts.
  if (!HIGH_SURROGATE.test(text)) return text.length
  let n = text.length
  for (let i = 0; i < text.length - 1; i += 1)
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) {
      n -= 1
      i += 1
    }
  return n
}

/** The length of a text over the limit, in words; null if it fits. Very long texts are not counted. */
export function overLimit(text: string, max: number): string | null {
  if (text.length > 4 * max) return `more than ${2 * max}`
  const n = countCharacters(text)
  return n > max ? String(n) : null
}

const HIGH_SURROGATE = /[\ud800-\udbff]/
const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

const UNSTORABLE = /\p{Cs}|\0/u

/** PostgreSQL cannot store NUL; neither engine should store half a surrogate pair. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

const ID_MAX = 256

/** Text that could not have been stored as an id never reaches a query. */
export const isPossibleId = (text: string): boolean => text.length > 0 && text.length <= ID_MAX && isStorable(text)

const PILED_MARKS = /(\p{M}{8})\p{M}+/gu

const ASCII = /^[\0-\x7f]*$/

/**
 * Compatibility form in lower case. Long runs of combining marks are cut, because normalising them takes quadratic
 * time.
 */
export const fold = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : text.replace(PILED_MARKS, '$1').normalize('NFKC').toLowerCase()

/** Handles compare without case and without a leading `@`. */
export const foldHandle = (handle: string): string => fold(handle.replace(/^@/, ''))

export const atHandle = (handle: string): string => `@${handle}`

/** Edit distance in which the exchange of two neighbouring characters counts as one edit (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const exchanged = isExchange ? beforeLast[j - 2]! + 1 : replaced
      row.push(Math.min(replaced, exchanged, last[j]! + 1, row[j - 1]! + 1))
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Shorter substrings occur in too many names. */
const PIECE_MIN = 3

/** Whether the name is a part of the candidate, or the candidate makes up most of the name. */
const isPart = (name: string, candidate: string): boolean =>
  (name.length >= PIECE_MIN && candidate.includes(name)) ||
  (candidate.length > name.length / 2 && name.includes(candidate))

/** The candidate with the fewest edits; if all need too many, one that shares a part. Null if none is similar. */
export function nearestName<N extends string>(name: string, candidates: readonly N[]): N | null {
  const plainName = plain(quoteSafely(name))
  const measured = candidates
    .map((candidate) => {
      const letters = plain(candidate)
      const edits = editDistance(plainName, letters)
      return { candidate, letters, edits, longer: Math.abs(letters.length - plainName.length) }
    })
    .sort((a, b) => a.edits - b.edits || a.longer - b.longer)
  const [best] = measured
  if (best !== undefined && best.edits <= Math.max(1, plainName.length / 3)) return best.candidate
  const parts = measured.filter(({ letters }) => isPart(plainName, letters)).sort((a, b) => a.longer - b.longer)
  return parts[0]?.candidate ?? null
}

/** Control characters, and characters that change the text direction. */
const CONTROL_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu
const HAS_CONTROL_CHARACTERS = new RegExp(CONTROL_CHARACTERS.source, 'u')

/** Removes characters that could control a terminal or a model. The test comes first because most texts have none. */
export const stripControlCharacters = (text: string): string =>
  HAS_CONTROL_CHARACTERS.test(text) ? text.replaceAll(CONTROL_CHARACTERS, ' ') : text

const QUOTED_MAX = 40

/** The part of a caller's text that a message may quote: 40 characters without control characters. */
export const quoteSafely = (text: string): string =>
  [...stripControlCharacters(text.slice(0, 2 * QUOTED_MAX))].slice(0, QUOTED_MAX).join('')

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const WORD_MAX = 40

/**
 * The only tokenizer. Both engines index and query its output, so that they find the same posts:
 * compatibility-normalised, lower case, runs of letters, marks and digits, each word once.
 */
export function tokenize(text: string): string[] {
  const found = fold(text).match(WORD) ?? []
  return [...new Set(found.map((word) => [...word].slice(0, WORD_MAX).join('')))]
}

const MARKUP_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for element content and quoted attributes, in HTML and XML. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (c) => MARKUP_ENTITIES[c]!)

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i
const MAPPED_ADDRESS = /^::ffff:(?=127\.)/i

/** Whether a listen address, a host of a URL or a peer address is this machine only. Without port. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_NAME.test(host.replace(MAPPED_ADDRESS, ''))

/** The same for a Host header, which may have a port. */
export const isLoopbackAuthority = (authority: string): boolean => isLoopbackHost(authority.replace(/:\d{1,5}$/, ''))
