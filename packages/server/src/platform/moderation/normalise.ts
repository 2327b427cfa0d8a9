// Normalisation of text for the moderation rules.
import {
  EMOJI_STYLE,
  foldLetter,
  INVISIBLE,
  isLoneSign,
  RUN_GAP_MAX,
  revealTags,
  runFrom,
  type Token,
  tokensOf,
  UNREADABLE,
} from './letters.ts'

/** Normalised forms of one text. All computations take linear time for any text. */
export interface Normalised {
  /** Lower case, without accents, look-alikes resolved; with punctuation. */
  readonly folded: string
  /** The words of the text in order, leetspeak and spaced-out letters resolved. */
  readonly words: readonly string[]
  /** Loose key of each word that was stretched or written with ambiguous symbols; else empty. */
  readonly loose: readonly string[]
  /** The words separated by one space, with a full stop at the end of a sentence. */
  readonly text: string
  /** Alternative readings of single words. */
  readonly readings: readonly string[]
  /** Words joined where only a symbol separated them ("bad-word"). */
  readonly glued: readonly string[]
  /** Spaced-out letters without gaps. */
  readonly runs: readonly string[]
}

const ASCII = /^[\t\n\r -~]*$/
// ASCII and common Western characters: no invisible characters or compatibility forms.
const ORDINARY = /^[\t\n\r -~À-ÿ‘’“”–—…]*$/
// Sorting many combining marks takes quadratic time; no script needs more than a few.
const PILED = /(\p{M}{8})\p{M}+/gu
// Two ligatures of whole sentences: expanded, a text of them would be 18 times as long.
const SENTENCES = /[\ufdfa\ufdfb]/g

/** Unifies compatibility forms and removes invisible characters; case, accents and punctuation stay. */
export const clean = (text: string): string =>
  ORDINARY.test(text)
    ? text
    : revealTags(text).replace(INVISIBLE, '').replace(SENTENCES, ' ').replace(PILED, '$1').normalize('NFKC')

const NOISE_MIN = 8

/** Whether a text has at least twice as many invisible characters as visible ones. */
export function isNoise(text: string): boolean {
  if (ORDINARY.test(text)) return false
  const revealed = revealTags(text).replace(EMOJI_STYLE, '')
  const visible = revealed.replace(INVISIBLE, '').replace(UNREADABLE, '').length
  const hidden = revealed.length - visible
  return hidden >= NOISE_MIN && hidden >= 2 * visible
}

const folds = new Map<string, string>()
const FOLDS_MAX = 10_000

function foldCached(character: string): string {
  const cachedFold = folds.get(character)
  if (cachedFold !== undefined) return cachedFold
  const folded = foldLetter(character)
  if (folds.size < FOLDS_MAX) folds.set(character, folded)
  return folded
}

const foldCase = (cleaned: string): string => {
  const lower = cleaned.toLowerCase()
  return ASCII.test(lower) ? lower : lower.replace(/[\u0080-\u{10ffff}]/gu, foldCached)
}

const OFTEN_DOUBLED = new Set('begols')
const REPEATED = /(.)\1+/gsu

const calm = (word: string): string =>
  word.replace(REPEATED, (_, unit: string) => (OFTEN_DOUBLED.has(unit) ? unit + unit : unit))

/** Equal for words that differ in `i` and `l`, which a `1` may stand for, or in repeated letters. */
export const looseKey = (word: string): string => word.replaceAll('l', 'i').replace(REPEATED, '$1')

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
}
const unleet = (word: string): string => word.replace(/[013457@$!|]/g, (sign) => LEET[sign]!)

/** A word with digits or symbols. Numbers, prices, ordinals and the like ("45s", "$20", "A55") stay unchanged. */
function readOdd(token: string, readings: string[]): { word: string; ambiguous: boolean } {
  const letters = token.replace(/[\d@$!|]/g, '').length
  const parts = token.split(/[@!|]+/)
  if (parts.length > 1) for (const part of parts) if (part !== '') readings.push(part)
  const isLeet = letters > 0 && token.length >= 3 && (token.length >= 5 || letters * 2 >= token.length)
  if (!isLeet) return { word: token.replace(/[@$!|]/g, ''), ambiguous: false }
  const ambiguous = /[1!|]/.test(token)
  if (ambiguous) readings.push(unleet(token.replace(/[1!|]/g, 'l')))
  return { word: unleet(token), ambiguous }
}

const GLUE = new Set('-_*.,:;/\\~+=^#&·•‐‑–—')
const ENDS_SENTENCE = /[.!?…]/

export function normalise(source: string): Normalised {
  const folded = foldCase(clean(source))
  const tokens = tokensOf(folded)
  const words: string[] = []
  const loose: string[] = []
  const readings: string[] = []
  const glued: string[] = []
  const runs: string[] = []
  let text = ''
  let chain = ''
  let links = 0
  let hasSingle = false

  const add = (token: string, odd: boolean, stretched: boolean, endsSentence: boolean): string => {
    let word = token
    let ambiguous = false
    if (odd) {
      ;({ word, ambiguous } = readOdd(token, readings))
      if (word === '') return ''
    }
    words.push(word)
    loose.push(stretched || ambiguous ? looseKey(word) : '')
    if (stretched) readings.push(calm(word))
    text += endsSentence ? `. ${word}` : text === '' ? word : ` ${word}`
    return word
  }
  const closeChain = (): void => {
    if (links > 1) {
      glued.push(chain)
      if (hasSingle) readings.push(chain)
    }
    chain = ''
    links = 0
    hasSingle = false
  }

  for (let t = 0; t < tokens.length; ) {
    const token = tokens[t]!
    const before = t === 0 ? 0 : tokens[t - 1]!.end
    const gap = token.start - before
    const endsSentence = gap > 1 && t > 0 && ENDS_SENTENCE.test(folded.slice(before, token.start))
    const runEnd = token.end - token.start === 1 ? runFrom(tokens, t) : t
    if (runEnd > t) {
      closeChain()
      const whole = readRun(folded, { tokens: tokens.slice(t, runEnd), endsSentence }, add)
      if (whole !== null) runs.push(whole)
      t = runEnd
      continue
    }
    if (gap !== 1 || !GLUE.has(folded[before]!)) closeChain()
    if (!isLoneSign(folded, token)) {
      chain += add(folded.slice(token.start, token.end), token.odd, token.stretched, endsSentence)
      links += 1
      if (token.end - token.start === 1) hasSingle = true
    }
    t += 1
  }
  closeChain()
  return { folded, words, loose, text, readings, glued, runs }
}

/**
 * Spaced-out letters: one word between wider gaps ("b a d  w o r d" is two). Returns the run without gaps, or null for
 * digits only.
 */
function readRun(
  folded: string,
  { tokens, endsSentence }: { tokens: readonly Token[]; endsSentence: boolean },
  add: (token: string, odd: boolean, stretched: boolean, endsSentence: boolean) => string,
): string | null {
  const gapBefore = (i: number): number => tokens[i]!.start - tokens[i - 1]!.end
  let narrow = RUN_GAP_MAX
  for (let i = 1; i < tokens.length; i++) narrow = Math.min(narrow, gapBefore(i))
  const whole = tokens.map((token) => folded[token.start]!).join('')
  const isNumbers = /^\d+$/.test(whole)
  const odd = tokens.some((token) => token.odd)
  let piece = ''
  let first = endsSentence
  const addPiece = (): void => {
    add(piece, odd, /(.)\1/.test(piece), first)
    first = false
    piece = ''
  }
  for (let i = 0; i < tokens.length; i++) {
    if (i > 0 && (isNumbers || gapBefore(i) > narrow)) addPiece()
    piece += whole[i]
  }
  addPiece()
  if (isNumbers) return null
  return odd ? unleet(whole) : whole
}
