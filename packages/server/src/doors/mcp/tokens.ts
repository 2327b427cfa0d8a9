const OTHER: number = 0
const SMALL = 1
const CAPITAL = 2
const DIGIT = 3
const BLANK = 4

const kindOfChar = (char: string): number => {
  if (/[a-z]/.test(char)) return SMALL
  if (/[A-Z]/.test(char)) return CAPITAL
  if (/\d/.test(char)) return DIGIT
  return /\s/.test(char) ? BLANK : OTHER
}

/** By unit of UTF-16. Behind the ideographic space there is one blank only, the byte order mark. */
const KINDS = new Uint8Array(65_536)
for (const code of [...Array(0x3001).keys(), 0xfeff]) KINDS[code] = kindOfChar(String.fromCharCode(code))

/** Bytes of what a unit of UTF-16 stands for; a pair of them is four, two for each. */
const bytesOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3)

/** What looks like a word has at most so many small letters. */
const WORD_MAX = 12

/**
 * About how many tokens a text has for a language model, rather too many than too few: three letters of what looks like a
 * word, two of other letters and digits, and one byte of everything else. A space belongs to the word behind it. Every
 * answer is counted, so this goes over the text once, calls little and makes nothing.
 */
export function tokensAtMost(text: string): number {
  const end = text.length
  let tokens = 0
  let at = 0
  while (at < end) {
    let code = text.charCodeAt(at)
    let kind = KINDS[code]!
    if (code === 32 && at + 1 < end) {
      const next = KINDS[text.charCodeAt(at + 1)]!
      if (next === SMALL || next === CAPITAL) {
        at += 1
        kind = next
      }
    }
    const start = at
    if (kind === SMALL || kind === CAPITAL) {
      const first = kind === CAPITAL ? 1 : 0
      let capitals = 0
      while (kind === SMALL || kind === CAPITAL) {
        if (kind === CAPITAL) capitals += 1
        at += 1
        kind = at < end ? KINDS[text.charCodeAt(at)]! : OTHER
      }
      const small = at - start - first
      tokens += Math.ceil((at - start) / (capitals === first && small > 0 && small <= WORD_MAX ? 3 : 2))
    } else if (kind === DIGIT) {
      while (at < end && KINDS[text.charCodeAt(at)] === DIGIT) at += 1
      tokens += Math.ceil((at - start) / 2)
    } else if (kind === BLANK) {
      const isSpace = code === 32
      let bytes = 0
      for (; at < end; at++) {
        code = text.charCodeAt(at)
        if (KINDS[code] !== BLANK) break
        bytes += bytesOf(code)
      }
      tokens += isSpace ? 1 : bytes
    } else {
      tokens += bytesOf(code)
      at += 1
    }
  }
  return tokens
}
