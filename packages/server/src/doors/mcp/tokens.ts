/** Pieces that tokenizers seldom join: a word with the space before it, a number, anything else by itself. */
const PIECES = / ?[A-Za-z]+|\d+|\s+|[^\sA-Za-z\d]/gu
const LIKE_A_WORD = /^ ?[A-Z]?[a-z]{1,12}$/

/**
 * About how many tokens a text has for a language model, rather too many than too few: three letters of what looks like a
 * word, two of other letters and digits, and one byte of everything else.
 */
export function tokensAtMost(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) {
    if (LIKE_A_WORD.test(piece)) tokens += Math.ceil(piece.trimStart().length / 3)
    else if (/^[ \dA-Za-z]/.test(piece)) tokens += Math.ceil(piece.trim().length / 2) || 1
    else tokens += Buffer.byteLength(piece)
  }
  return tokens
}
