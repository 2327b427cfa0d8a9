// An estimate of tokens, and cutting a text to a number of tokens.
const PIECE = /\p{L}{1,5}|\p{N}{1,3}|[^\s\p{L}\p{N}]/gu

/**
 * An estimate of tokens: five letters, three digits or one sign each. Tokenizers differ among themselves; this estimate is
 * never below that of the common English ones, so a cap measured with it holds.
 */
export const countTokens = (text: string): number => text.match(PIECE)?.length ?? 0

/** The longest prefix within `max` tokens, cut at the end of a sentence if one ends in its second half, else at a word. */
export function clipToTokens(text: string, max: number): string {
  let used = 0
  let end = 0
  for (const piece of text.matchAll(PIECE)) {
    used += 1
    if (used > max) break
    end = piece.index + piece[0].length
  }
  if (used <= max) return text
  const head = text.slice(0, end)
  const sentence = Math.max(...['. ', '! ', '? '].map((mark) => head.lastIndexOf(mark)))
  if (sentence > head.length / 2) return head.slice(0, sentence + 1)
  const cutsAWord = /[\p{L}\p{N}]$/u.test(head) && /^[\p{L}\p{N}]/u.test(text.slice(end))
  const space = head.search(/\s\S*$/u)
  return (cutsAWord && space > 0 ? head.slice(0, space) : head).trimEnd()
}
