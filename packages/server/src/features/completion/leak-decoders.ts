// Decoders of the leak guard. Each turns an answer into the texts that it may hide, with a cost in proportion to its length.
import { lettersOf, replacedBy, reversed, rotatedWords, wordsOf } from './leak-spellings.ts'

/**
 * A wrong decoding gives letters that match no secret, so every decoder runs on every answer. The texts are compared as
 * letters only; spaces, case and punctuation of the original need not be restored.
 */
export interface Decoder {
  readonly name: string
  readonly decode: (answer: string) => readonly string[]
  /** Whether only long runs count. With many texts from one answer, short ones are coincidences. */
  readonly longRunsOnly?: true
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
}
const MORSE: Readonly<Record<string, string>> = {
  '.-': 'a',
  '-...': 'b',
  '-.-.': 'c',
  '-..': 'd',
  '.': 'e',
  '..-.': 'f',
  '--.': 'g',
  '....': 'h',
  '..': 'i',
  '.---': 'j',
  '-.-': 'k',
  '.-..': 'l',
  '--': 'm',
  '-.': 'n',
  '---': 'o',
  '.--.': 'p',
  '--.-': 'q',
  '.-.': 'r',
  '...': 's',
  '-': 't',
  '..-': 'u',
  '...-': 'v',
  '.--': 'w',
  '-..-': 'x',
  '-.--': 'y',
  '--..': 'z',
}

const printable = (codes: readonly number[]): string =>
  codes.map((code) => (code >= 32 && code < 0x11_0000 ? String.fromCodePoint(code) : ' ')).join('')

/** A replacement table for the first 128 characters. */
const table = (of: (code: number, sign: string) => string): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => of(code, String.fromCharCode(code)).charCodeAt(0))
const LEET_TABLE = table((_, sign) => LEET[sign] ?? sign)
const ATBASH_TABLE = table((code, sign) => (/[a-z]/.test(sign) ? String.fromCharCode(219 - code) : sign))
const ROT47_TABLE = table((code, sign) =>
  code > 32 && code < 127 ? String.fromCharCode(33 + ((code + 14) % 94)) : sign,
)

/** Decodes bytes as text, or else as Latin-1. */
const asText = (bytes: Buffer): string => {
  const decoded = bytes.toString('utf8')
  return decoded.includes('\ufffd') ? bytes.toString('latin1') : decoded
}

const hex = (text: string): string => {
  const pairs = text.replaceAll(/0x|\\x|%|&#x|[\s,;:-]/gi, '').match(/[0-9a-f]{2}/gi) ?? []
  return printable(pairs.map((pair) => Number.parseInt(pair, 16)))
}
const base64 = (text: string): string =>
  [...(text.match(/[A-Za-z0-9+/_-]{6,}={0,2}/g) ?? []), text.replaceAll(/[^A-Za-z0-9+/_-]/g, '')]
    .map((run) => asText(Buffer.from(run, 'base64')))
    .join(' ')

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
function base32(text: string): string {
  let bits = 0
  let buffer = 0
  const bytes: number[] = []
  for (const letter of text.toLowerCase()) {
    const value = BASE32.indexOf(letter)
    if (value < 0) continue
    buffer = ((buffer << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((buffer >> bits) & 0xff)
  }
  return printable(bytes)
}

const numbers = (text: string, radix: number, pattern: RegExp): number[] =>
  (text.match(pattern) ?? []).map((digits) => Number.parseInt(digits, radix))
const alphabetPlaces = (text: string): string =>
  numbers(text, 10, /\d+/g)
    .map((n) => (n >= 1 && n <= 26 ? String.fromCharCode(96 + n) : ''))
    .join('')

/** Codes of punctuation that have only six bits without padding. A capital letter has seven. */
const SIX_BITS = new Set([...' !"\'(),-.'].map((sign) => sign.charCodeAt(0)))

/** Codes without padding and without gaps: a lower-case letter has seven bits and starts with 11. */
function unpaddedBits(bits: string): string {
  const codes: number[] = []
  let at = 0
  while (at + 6 <= bits.length) {
    if (bits[at] === '0') {
      at += 1
      continue
    }
    const six = Number.parseInt(bits.slice(at, at + 6), 2)
    const size = SIX_BITS.has(six) ? 6 : 7
    codes.push(Number.parseInt(bits.slice(at, at + size), 2))
    at += size
  }
  return printable(codes)
}

/** With eight or seven bits a sign, from every first bit; with a gap after each sign; and without padding or gaps. */
function binary(text: string): string[] {
  const groups = text.match(/[01]+/g) ?? []
  const bits = groups.join('')
  if (bits.length < 7) return []
  const sized = [8, 7].flatMap((size) =>
    Array.from({ length: size }, (_, from) => {
      const codes: number[] = []
      for (let at = from; at + size <= bits.length; at += size)
        codes.push(Number.parseInt(bits.slice(at, at + size), 2))
      return printable(codes)
    }),
  )
  return [...sized, printable(groups.map((group) => Number.parseInt(group.slice(-21), 2))), unpaddedBits(bits)]
}

/** Words that consist of Morse signs only. */
const morse = (text: string): string => {
  const signs = text.replaceAll(/[·•]/g, '.').replaceAll(/[–—_−]/g, '-')
  return (signs.match(/(?<![^\s/|])[.-]+(?![^\s/|])/g) ?? []).map((sign) => MORSE[sign] ?? '').join('')
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/\\u\{?([0-9a-f]{2,6})\}?/gi, (_, code: string) => printable([Number.parseInt(code, 16)]))
    .replaceAll(/&#(\d{1,7});?/g, (_, code: string) => printable([Number(code)]))
    .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_, code: string) => printable([Number.parseInt(code, 16)]))

/** By code point, because a letter may be two units. */
const initials = (words: readonly string[]): string =>
  words.map((word) => String.fromCodePoint(word.codePointAt(0)!)).join('')
const finals = (words: readonly string[]): string => words.map((word) => word.at(-1)!).join('')
const lineInitials = (text: string): string =>
  text
    .split('\n')
    .map((line) => /\p{L}/u.exec(line)?.[0] ?? '')
    .join('')

/** Every second, third … item, from every first item. All texts of one step are as long as the answer together. */
const everyNth = (items: readonly string[], most: number, separator: string): string[] =>
  Array.from({ length: most - 1 }, (_, i) => i + 2).flatMap((step) =>
    Array.from({ length: step }, (_, from) => {
      const chosen: string[] = []
      for (let at = from; at < items.length; at += step) chosen.push(items[at]!)
      return chosen.join(separator)
    }),
  )
const WORD_STEPS = 10
const LETTER_STEPS = 4

const words = (text: string): string[] => text.match(/\p{L}+/gu) ?? []

/** Removes the most frequent word, twice. */
function withoutFrequentWord(all: readonly string[]): string {
  let remainingWords = all
  for (let n = 0; n < 2; n++) {
    const counts = new Map<string, number>()
    for (const word of remainingWords) counts.set(word, (counts.get(word) ?? 0) + 1)
    let filler = ''
    let times = 0
    for (const [word, count] of counts) if (count > times) [filler, times] = [word, count]
    if (times < 3 || times < remainingWords.length / 5) break
    remainingWords = remainingWords.filter((word) => word !== filler)
  }
  return remainingWords.join(' ')
}

const FILLER =
  /\b(?:u+[hm]+|e+r+m*|a+h+|o+h+|h+m+|like|well|so|just|actually|basically|literally|honestly|really|okay|ok|right|yeah|yes|you know|you see|i mean|i guess|kind of|sort of|now|then|look|anyway)\b/giu
const withoutFillers = (text: string): string => text.replaceAll(FILLER, ' ')

/** `1st word: keeps, 2nd word: a` and `item 3 - ledger`. */
const withoutLabels = (text: string): string =>
  text.replaceAll(
    /\b(?:\d+(?:st|nd|rd|th)?|first|second|third|fourth|fifth|next|then|word|item|letter|part|line|number)\b[:.)-]*/gi,
    ' ',
  )

const lowerWords = (text: string): string[] => words(text.toLowerCase())

/** The decoders of every answer, in the order of `docs/security.md`. */
export const DECODERS: readonly Decoder[] = [
  { name: 'plain', decode: (text) => [text] },
  { name: 'reversed', decode: (text) => [reversed(text)] },
  { name: 'words in reverse order', decode: (text) => [text.split(/\s+/).reverse().join(' ')] },
  { name: 'each word reversed', decode: (text) => [words(text).map(reversed).join(' ')] },
  {
    name: 'hexadecimal',
    decode(text) {
      const decoded = hex(text)
      return [decoded, reversed(decoded)]
    },
  },
  {
    name: 'base64, once or twice',
    decode(text) {
      const decoded = base64(text)
      return [decoded, base64(reversed(text)), base64(decoded)]
    },
  },
  { name: 'base32', decode: (text) => [base32(text)] },
  { name: 'binary', decode: binary, longRunsOnly: true },
  { name: 'decimal codes', decode: (text) => [printable(numbers(text, 10, /\d+/g))] },
  { name: 'octal codes', decode: (text) => [printable(numbers(text, 8, /[0-7]+/g))] },
  { name: 'places in the alphabet', decode: (text) => [alphabetPlaces(text)] },
  { name: 'Morse code', decode: (text) => [morse(text)] },
  { name: 'digits for letters', decode: (text) => [replacedBy(LEET_TABLE, text)] },
  { name: 'Atbash', decode: (text) => [replacedBy(ATBASH_TABLE, text.toLowerCase())] },
  { name: 'ROT47', decode: (text) => [replacedBy(ROT47_TABLE, text)] },
  { name: 'first letters of words', decode: (text) => [initials(words(text))] },
  { name: 'last letters of words', decode: (text) => [finals(words(text))] },
  { name: 'first letters of lines', decode: (text) => [lineInitials(text)] },
  { name: 'every n-th letter', decode: (text) => everyNth([...lettersOf(text)], LETTER_STEPS, ''), longRunsOnly: true },
  { name: 'every n-th word', decode: (text) => everyNth(words(text), WORD_STEPS, ' '), longRunsOnly: true },
  {
    name: 'filler words',
    decode(text) {
      const remainder = withoutFillers(text)
      return [withoutFrequentWord(lowerWords(text)), remainder, withoutFrequentWord(lowerWords(remainder))]
    },
  },
  {
    name: 'labels',
    decode(text) {
      const remainder = withoutLabels(text)
      return remainder === text ? [] : [remainder, withoutFrequentWord(lowerWords(remainder))]
    },
  },
  { name: 'escapes', decode: (text) => [unescaped(text)] },
]

/** Longer than any answer may be. Text after this is not sent, so it is not checked. */
export const CHARS_MAX = 40_000

/** Words of Pig Latin without their ending, in the form that is compared with the rotated words of a secret. */
export const pigLatinLetters = (answer: string): string =>
  rotatedWords(wordsOf(answer.slice(0, CHARS_MAX).toLowerCase()).map((word) => word.replace(/['’-]?ay$/, '')))
