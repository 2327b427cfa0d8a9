/**
 * What an answer spells for whoever asked for it in disguise. A decoding that makes no sense of an answer yields letters
 * that match nothing, so each is tried on every answer.
 */

/** Letters alone, folded: spaces, punctuation and one letter a line make no difference. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')

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

const reversed = (text: string): string => [...text].reverse().join('')
const backwards = (text: string): string => text.split(/\s+/).reverse().join(' ')

/** Decoded where it is text; bytes that are none yield nothing. */
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
  let held = 0
  const bytes: number[] = []
  for (const letter of text.toLowerCase()) {
    const value = BASE32.indexOf(letter)
    if (value < 0) continue
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  return printable(bytes)
}

const numbers = (text: string, radix: number, pattern: RegExp): number[] =>
  (text.match(pattern) ?? []).map((digits) => Number.parseInt(digits, radix))
const alphabetPlaces = (text: string): string =>
  numbers(text, 10, /\d+/g)
    .map((n) => (n >= 1 && n <= 26 ? String.fromCharCode(96 + n) : ''))
    .join('')
const binary = (text: string): string => printable(numbers(text.replaceAll(/[^01]/g, ''), 2, /[01]{8}/g))
const morse = (text: string): string =>
  text
    .replaceAll(/[·•]/g, '.')
    .replaceAll(/[–—_−]/g, '-')
    .split(/[\s/|]+/)
    .map((sign) => MORSE[sign] ?? '')
    .join('')
const leet = (text: string): string => [...text].map((sign) => LEET[sign] ?? sign).join('')
const atbash = (text: string): string =>
  text.toLowerCase().replaceAll(/[a-z]/g, (letter) => String.fromCharCode(219 - letter.charCodeAt(0)))
const pigLatin = (text: string): string =>
  text.toLowerCase().replaceAll(/[a-z]+/g, (word) => {
    const moved = /^([aeiouy]\w*?)([^aeiou]+)ay$/.exec(word)
    return moved === null ? word.replace(/(?:way|yay|ay)$/, '') : moved[2]! + moved[1]!
  })

const words = (text: string): string[] => text.match(/\p{L}+/gu) ?? []
const initials = (text: string): string =>
  words(text)
    .map(([first]) => first!)
    .join('')
const finals = (text: string): string =>
  words(text)
    .map((word) => word.at(-1)!)
    .join('')
const lineInitials = (text: string): string =>
  text
    .split('\n')
    .map((line) => /\p{L}/u.exec(line)?.[0] ?? '')
    .join('')
const everySecond = (text: string, from: number): string =>
  [...lettersOf(text)].filter((_, i) => i % 2 === from).join('')

/** A word between every two others is put there to hide them: the commonest one is left out, twice over. */
function withoutFiller(text: string): string {
  let left = words(text.toLowerCase())
  for (let n = 0; n < 2; n++) {
    const counts = new Map<string, number>()
    for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1)
    const [filler, times = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
    if (times < 3 || times < left.length / 5) break
    left = left.filter((word) => word !== filler)
  }
  return left.join(' ')
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

const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  reversed,
  backwards,
  (text) => words(text).map(reversed).join(' '),
  hex,
  (text) => reversed(hex(text)),
  base64,
  (text) => base64(reversed(text)),
  (text) => base64(base64(text)),
  base32,
  binary,
  (text) => printable(numbers(text, 10, /\d+/g)),
  (text) => printable(numbers(text, 8, /[0-7]+/g)),
  alphabetPlaces,
  morse,
  leet,
  atbash,
  pigLatin,
  initials,
  finals,
  lineInitials,
  (text) => everySecond(text, 0),
  (text) => everySecond(text, 1),
  withoutFiller,
  withoutLabels,
  (text) => withoutFiller(withoutLabels(text)),
  unescaped,
]

/** Longer than any answer may be; what is behind it is not looked at because it is not sent either. */
const CHARS_MAX = 40_000

/** The letters of everything that an answer may spell. */
export const letterStreams = (text: string): string[] => [
  ...new Set(SPELLINGS.map((spell) => lettersOf(spell(text.slice(0, CHARS_MAX))))),
]

/** The same text in every alphabet that is shifted by a fixed number: only the steps from letter to letter count. */
export function stepsOf(letters: string): string {
  let steps = ''
  for (let i = 1; i < letters.length; i++)
    steps += String.fromCharCode(97 + ((letters.charCodeAt(i) - letters.charCodeAt(i - 1) + 26) % 26))
  return steps
}

/** Without vowels, and without letters that stand twice: `kps ldgr` and `kkeeeepps`. */
export const consonantsOf = (letters: string): string => letters.replaceAll(/[aeiou]/g, '')
export const singlesOf = (letters: string): string => letters.replaceAll(/(.)\1+/g, '$1')
