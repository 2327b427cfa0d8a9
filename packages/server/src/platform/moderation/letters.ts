// Character tables for moderation: look-alikes, invisible characters, tokens.

/**
 * Letters that look like Latin ones. Upper and lower case of a pair map alike, so that words of their own script stay
 * comparable without case.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  // Cyrillic
  ...pairs('авекмнорстухіјѕԁһӏԛԝ', 'abekmhopctyxijsdhlqw'),
  // Greek
  ...pairs('αβγεζηικμνορςτυχω', 'abyeznikuvopσtuxw'),
  // Latin letters that normalisation does not decompose
  ...pairs('ıłøđħŧƒɑɡɩðȷ', 'ilodhtfagidj'),
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'),
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

function pairs(from: string, to: string): Record<string, string> {
  const targets = [...to]
  return Object.fromEntries([...from].map((letter, i) => [letter, targets[i]!]))
}

/** Alphabets drawn as symbols, and invisible tag characters, which can hide text. */
const DRAWN_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6] as const
const TAGS = 0xe0000

/**
 * What no reader sees: default-ignorable and format characters, controls that are no white space, and marks that sit on
 * a letter of any script. Marks that belong to one script stay, because there they make different words; the vowel
 * points of Hebrew and Arabic are optional in writing and go.
 */
export const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Me}]|[\u0300-\u036f]|[\u0483-\u0487]|[\u0591-\u05bd]|[\u05bf-\u05c7]|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|[\u06d6-\u06ed]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]|(?![\s\u0085])\p{Cc}/gu

/** Selects the style of an emoji. Invisible, but not suspicious. */
export const EMOJI_STYLE = /[\ufe0e\ufe0f\u20e3]/gu

/** Private use characters and broken surrogate pairs. */
export const UNREADABLE = /[\p{Co}\p{Cs}]/gu

const STACKED = /[\u0300-\u036f]+/g

/** One visible character in lower case, without accents, as the Latin letters it looks like. */
export function foldLetter(character: string): string {
  const codePoint = character.codePointAt(0)!
  for (const first of DRAWN_ALPHABETS)
    if (codePoint >= first && codePoint < first + 26) return String.fromCharCode(codePoint - first + 97)
  const bare = character.normalize('NFD').replace(STACKED, '').normalize('NFC')
  return LOOKALIKES[bare] ?? bare
}

/** Decodes text in tag characters; other characters stay. */
export const revealTags = (text: string): string =>
  text.replace(/[\u{e0020}-\u{e007e}]/gu, (tag) => String.fromCharCode(tag.codePointAt(0)! - TAGS))

/** Scripts written without spaces, without visible word boundaries. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

export const LETTER = 1
const DIGIT = 2
const WORD_LETTER = /[\p{L}\p{M}]/u
const WORD_DIGIT = /\p{N}/u

const kinds = new Int8Array(0x1_0000).fill(-1)

/** Whether a UTF-16 unit belongs to a word. Surrogates do not: emoji and rare scripts separate words. */
export function kindOf(unit: number): number {
  const cachedKind = kinds[unit]!
  if (cachedKind >= 0) return cachedKind
  const text = String.fromCharCode(unit)
  const kind = WORD_LETTER.test(text) ? LETTER : WORD_DIGIT.test(text) ? DIGIT : 0
  kinds[unit] = kind
  return kind
}

/** Read as a letter inside a word. */
const SIGN = 3
const KINDS = new Uint8Array(128)
for (let unit = 0; unit < 128; unit++) KINDS[unit] = '@$!|'.includes(String.fromCharCode(unit)) ? SIGN : kindOf(unit)
const kindAt = (text: string, i: number): number => {
  const unit = text.charCodeAt(i)
  return unit < 128 ? KINDS[unit]! : kindOf(unit)
}

// Letters that are rarely doubled: such a word is also read with single letters.
const RARELY_DOUBLED = new Set([...'ahijkquvwxy'].map((letter) => letter.charCodeAt(0)))
const EDGES = '!|'

/** A part of a text that may be a word. */
export interface Token {
  readonly start: number
  readonly end: number
  /** Contains digits or symbols. */
  readonly odd: boolean
  readonly stretched: boolean
}

/** Runs of letters, digits and symbols, without punctuation at the edges. */
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

/** The end of the run of single characters that starts here; the start itself if there is none. */
export function runFrom(tokens: readonly Token[], from: number): number {
  let to = from
  for (let token = tokens[to]; token && token.end - token.start === 1; token = tokens[to]) {
    if (to > from && token.start - tokens[to - 1]!.end > RUN_GAP_MAX) break
    to += 1
  }
  return to - from >= RUN_MIN ? to : from
}

/** A lone `@` or `$` is a letter only among spaced-out letters. */
export const isLoneSign = (text: string, { start, end, odd }: Token): boolean =>
  odd && end - start === 1 && kindAt(text, start) === SIGN
