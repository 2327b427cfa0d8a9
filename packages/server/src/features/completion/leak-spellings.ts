// Letters of a text and the forms in which the leak guard compares them. Loops over code units: it runs some sixty times per answer.
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

const LONGEST_WORD = 40

/** The first rotation in alphabetical order, which is the same for all rotations of a word. */
function firstRotation(word: string): string {
  if (word.length > LONGEST_WORD) return word
  let first = word
  for (let i = 1; i < word.length; i++) {
    const rotation = word.slice(i) + word.slice(0, i)
    if (rotation < first) first = rotation
  }
  return first
}

/**
 * Words that are equal in English and in Pig Latin without its ending: a consonant moved to the end is a rotation, and
 * the letters that some people add before the ending are left out.
 */
export const rotatedWords = (words: readonly string[]): string =>
  words.map((word) => firstRotation(lettersOf(word).replaceAll(/[hwy]/g, ''))).join('')

/** Apostrophes and hyphens inside a word belong to it. */
export const wordsOf = (text: string): string[] => text.match(/\p{L}+(?:['’-]\p{L}+)*/gu) ?? []
