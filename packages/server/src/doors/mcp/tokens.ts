const OTHER = 0
const SMALL = 1
const CAPITAL = 2
const DIGIT = 3
const BLANK = 4

const SPACE = 32

const kindOfChar = (char: string): number => {
  if (/[a-z]/.test(char)) return SMALL
  if (/[A-Z]/.test(char)) return CAPITAL
  if (/\d/.test(char)) return DIGIT
  return /\s/.test(char) ? BLANK : OTHER
}

/** By byte of UTF-8; those from 128 on are parts of something else. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 128 ? kindOfChar(String.fromCharCode(byte)) : OTHER,
)

/** What looks like a word has at most so many small letters. */
const WORD_MAX = 12

/** Lines are copied here to be counted: bytes of a buffer are read four times as fast as characters of a string. */
const scratch = Buffer.alloc(8_192)
const UNIT_BYTES_MAX = 3

const upTo = (letters: number, aToken: number): number => Math.floor((letters + aToken - 1) / aToken)

/** From the first letter at `start` to behind the last. */
function wordEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && (KINDS[bytes[at]!] === SMALL || KINDS[bytes[at]!] === CAPITAL)) at += 1
  return at
}

/** Whether no letter but the first is a capital, and it is no longer than words are. */
function isWord(bytes: Uint8Array, start: number, end: number): boolean {
  const small = KINDS[bytes[start]!] === CAPITAL ? start + 1 : start
  if (end === small || end - small > WORD_MAX) return false
  for (let at = small; at < end; at++) if (KINDS[bytes[at]!] === CAPITAL) return false
  return true
}

function runEnd(bytes: Uint8Array, start: number, end: number): number {
  const kind = KINDS[bytes[start]!]
  let at = start
  while (at < end && KINDS[bytes[at]!] === kind) at += 1
  return at
}

function tokensOf(bytes: Uint8Array, end: number): number {
  let tokens = 0
  for (let at = 0; at < end; ) {
    if (bytes[at] === SPACE && at + 1 < end) {
      const next = KINDS[bytes[at + 1]!]
      if (next === SMALL || next === CAPITAL) at += 1
    }
    const start = at
    switch (KINDS[bytes[at]!]) {
      case SMALL:
      case CAPITAL:
        at = wordEnd(bytes, start, end)
        tokens += upTo(at - start, isWord(bytes, start, at) ? 3 : 2)
        break
      case DIGIT:
        at = runEnd(bytes, start, end)
        tokens += upTo(at - start, 2)
        break
      case BLANK:
        at = runEnd(bytes, start, end)
        tokens += bytes[start] === SPACE ? 1 : at - start
        break
      default:
        at += 1
        tokens += 1
    }
  }
  return tokens
}

/**
 * About how many tokens a text has for a language model, rather too many than too few: three letters of what looks like a
 * word, two of other letters and digits, and one byte of everything else. A space belongs to the word behind it. Every
 * answer is counted, so this goes over the text once, calls little and makes nothing.
 */
export function tokensAtMost(text: string): number {
  if (text.length * UNIT_BYTES_MAX <= scratch.length) return tokensOf(scratch, scratch.write(text))
  const bytes = Buffer.from(text)
  return tokensOf(bytes, bytes.length)
}
