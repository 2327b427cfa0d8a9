// Letter extraction and decoding for the leak guard. Loops over code units: it runs some forty times per answer.
const normalisedLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')

/** The letter of each of the first 256 characters, none of which depends on its neighbours; 0 for none. */
const LATIN = Uint8Array.from({ length: 256 }, (_, code) => normalisedLetters(String.fromCharCode(code)).charCodeAt(0))

/** Typographic dashes, quotation marks, bullets and dots contain no letters. */
const isTypographic = (unit: number): boolean => unit >= 0x2010 && unit <= 0x2027

let units = new Uint16Array(4_096)
let bytes = Buffer.alloc(4_096)

function roomFor(length: number): void {
  if (bytes.length >= length) return
  units = new Uint16Array(length * 2)
  bytes = Buffer.alloc(length * 2)
}

/** Folded letters only; spaces, punctuation and line breaks are removed. */
export function lettersOf(text: string): string {
  roomFor(text.length)
  let size = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const letter = unit < 256 ? LATIN[unit]! : 0
    if (letter !== 0) {
      bytes[size] = letter
      size += 1
    } else if (unit > 255 && !isTypographic(unit)) return normalisedLetters(text)
  }
  return bytes.toString('latin1', 0, size)
}

const SURROGATE = /[\ud800-\udfff]/

export function reversed(text: string): string {
  if (SURROGATE.test(text)) return [...text].reverse().join('')
  roomFor(text.length)
  const last = text.length - 1
  for (let i = 0; i <= last; i++) units[i] = text.charCodeAt(last - i)
  return fromUnits(text.length)
}

const fromUnits = (length: number): string => Buffer.from(units.buffer, 0, length * 2).toString('utf16le')

/** Replaces every unit below 128 by the table's entry. */
export function replacedBy(table: Uint8Array, text: string): string {
  roomFor(text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    units[i] = unit < 128 ? table[unit]! : unit
  }
  return fromUnits(text.length)
}

/** Every second letter, starting with the first or the second. */
export function everySecond(letters: string, from: number): string {
  roomFor(letters.length)
  let size = 0
  for (let i = from; i < letters.length; i += 2) {
    bytes[size] = letters.charCodeAt(i)
    size += 1
  }
  return bytes.toString('latin1', 0, size)
}

/** The steps from letter to letter, which are equal in every alphabet shifted by a fixed number. */
export function stepsOf(letters: string): string {
  roomFor(letters.length)
  for (let i = 1; i < letters.length; i++)
    bytes[i - 1] = 97 + ((letters.charCodeAt(i) - letters.charCodeAt(i - 1) + 26) % 26)
  return bytes.toString('latin1', 0, Math.max(0, letters.length - 1))
}

/** One bit for each of the 26 letters. */
const VOWELS = [...'aeiou'].reduce((bits, vowel) => bits | (1 << (vowel.charCodeAt(0) - 97)), 0)

/** Without vowels: `kps ldgr`. */
export function consonantsOf(letters: string): string {
  roomFor(letters.length)
  let size = 0
  for (let i = 0; i < letters.length; i++) {
    const letter = letters.charCodeAt(i)
    if ((VOWELS >> (letter - 97)) & 1) continue
    bytes[size] = letter
    size += 1
  }
  return bytes.toString('latin1', 0, size)
}

/** Without doubled letters: `kkeeeepps`. */
export function singlesOf(letters: string): string {
  roomFor(letters.length)
  let size = 0
  let last = 0
  for (let i = 0; i < letters.length; i++) {
    const letter = letters.charCodeAt(i)
    if (letter === last) continue
    bytes[size] = letter
    size += 1
    last = letter
  }
  return bytes.toString('latin1', 0, size)
}

/**
 * Decodings of disguised text. A wrong decoding gives letters that match no secret, so all are tried on every answer.
 */

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

const backwards = (text: string): string => text.split(/\s+/).reverse().join(' ')

/** Decodes bytes as text; empty if they are not text. */
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
const binary = (text: string): string => printable(numbers((text.match(/[01]+/g) ?? []).join(''), 2, /[01]{8}/g))
/** Words that consist of Morse signs only. */
const morse = (text: string): string => {
  const signs = text.replaceAll(/[·•]/g, '.').replaceAll(/[–—_−]/g, '-')
  return (signs.match(/(?<![^\s/|])[.-]+(?![^\s/|])/g) ?? []).map((sign) => MORSE[sign] ?? '').join('')
}
/** A replacement table for the first 128 characters. */
const table = (of: (sign: string) => string): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => of(String.fromCharCode(code)).charCodeAt(0))
const LEET_TABLE = table((sign) => LEET[sign] ?? sign)
const ATBASH_TABLE = table((sign) => (/[a-z]/.test(sign) ? String.fromCharCode(219 - sign.charCodeAt(0)) : sign))
const leet = (text: string): string => replacedBy(LEET_TABLE, text)
const atbash = (text: string): string => replacedBy(ATBASH_TABLE, text.toLowerCase())
const pigLatin = (text: string): string =>
  text.toLowerCase().replaceAll(/[a-z]*ay(?![a-z])/g, (word) => {
    const moved = /^([aeiouy]\w*?)([^aeiou]+)ay$/.exec(word)
    return moved === null ? word.replace(/(?:way|yay|ay)$/, '') : moved[2]! + moved[1]!
  })

const words = (text: string): string[] => text.match(/\p{L}+/gu) ?? []
/** By code point, because a letter may be two units. */
const initials = (all: readonly string[]): string =>
  all.map((word) => String.fromCodePoint(word.codePointAt(0)!)).join('')
const finals = (all: readonly string[]): string => all.map((word) => word.at(-1)!).join('')
const lineInitials = (text: string): string =>
  text
    .split('\n')
    .map((line) => /\p{L}/u.exec(line)?.[0] ?? '')
    .join('')

/** A filler word between the others hides them. Removes the most frequent word, twice. */
function withoutFiller(all: readonly string[]): string {
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
/** `1st word: keeps, 2nd word: a` and `item 3 - ledger`. */
const withoutLabels = (text: string): string =>
  text.replaceAll(
    /\b(?:\d+(?:st|nd|rd|th)?|first|second|third|fourth|fifth|next|then|word|item|letter|part|line|number)\b[:.)-]*/gi,
    ' ',
  )

const unescaped = (text: string): string =>
  text
    .replaceAll(/\\u\{?([0-9a-f]{2,6})\}?/gi, (_, code: string) => printable([Number.parseInt(code, 16)]))
    .replaceAll(/&#(\d{1,7});?/g, (_, code: string) => printable([Number(code)]))
    .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_, code: string) => printable([Number.parseInt(code, 16)]))

function spellingsOf(text: string): string[] {
  const all = words(text)
  const letters = lettersOf(text)
  const backward = reversed(text)
  const asHex = hex(text)
  const asBase64 = base64(text)
  const unlabelled = withoutLabels(text)
  return [
    text,
    backward,
    backwards(text),
    all.map(reversed).join(' '),
    asHex,
    reversed(asHex),
    asBase64,
    base64(backward),
    base64(asBase64),
    base32(text),
    binary(text),
    printable(numbers(text, 10, /\d+/g)),
    printable(numbers(text, 8, /[0-7]+/g)),
    alphabetPlaces(text),
    morse(text),
    leet(text),
    atbash(text),
    pigLatin(text),
    initials(all),
    finals(all),
    lineInitials(text),
    everySecond(letters, 0),
    everySecond(letters, 1),
    withoutFiller(words(text.toLowerCase())),
    unlabelled,
    unlabelled === text ? text : withoutFiller(words(unlabelled.toLowerCase())),
    unescaped(text),
  ]
}

/** Longer than any answer may be. Text after this is not sent, so it is not checked. */
const CHARS_MAX = 40_000

/** The letters of every spelling and decoding of an answer. */
export const letterStreams = (text: string): string[] => [
  ...new Set(spellingsOf(text.slice(0, CHARS_MAX)).map(lettersOf)),
]
