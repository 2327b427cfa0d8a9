/** How letters are taken out of a text, by loops over code units: a guard does it some forty times for every answer. */

const normalisedLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')

/** The letter that each of the first 256 characters stands for, none of which changes with its neighbours; 0 for none. */
const LATIN = Uint8Array.from({ length: 256 }, (_, code) => normalisedLetters(String.fromCharCode(code)).charCodeAt(0))

/** Dashes, quotation marks, bullets and dots of typesetters: no letter comes of them. */
const isTypographic = (unit: number): boolean => unit >= 0x2010 && unit <= 0x2027

let units = new Uint16Array(4_096)
let bytes = Buffer.alloc(4_096)

function roomFor(length: number): void {
  if (bytes.length >= length) return
  units = new Uint16Array(length * 2)
  bytes = Buffer.alloc(length * 2)
}

/** Letters alone, folded: spaces, punctuation and one letter a line make no difference. */
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

/** Every unit below 128 replaced by what the table has for it. */
export function replacedBy(table: Uint8Array, text: string): string {
  roomFor(text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    units[i] = unit < 128 ? table[unit]! : unit
  }
  return fromUnits(text.length)
}

/** Of letters: every second one, from the first or from the second. */
export function everySecond(letters: string, from: number): string {
  roomFor(letters.length)
  let size = 0
  for (let i = from; i < letters.length; i += 2) {
    bytes[size] = letters.charCodeAt(i)
    size += 1
  }
  return bytes.toString('latin1', 0, size)
}

/** The same text in every alphabet that is shifted by a fixed number: only the steps from letter to letter count. */
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

/** Without letters that stand twice: `kkeeeepps`. */
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
