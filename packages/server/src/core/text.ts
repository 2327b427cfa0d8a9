/** Characters are Unicode code points everywhere in this project. */
export const characters = (text: string): number => {
  let n = 0
  for (const _ of text) n += 1
  return n
}

const UNSTORABLE = /\p{Cs}|\0/u

/** PostgreSQL cannot hold NUL, and neither engine should hold half a surrogate pair. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

const ID_MAX = 256

/** Anything that could not have been stored as an id is simply not found; it never reaches a query. */
export const isPossibleId = (text: string): boolean => text.length > 0 && text.length <= ID_MAX && isStorable(text)

const PILED_MARKS = /(\p{M}{8})\p{M}+/gu

const ASCII = /^[\0-\x7f]*$/

/** Compatibility forms in lower case. Marks piled on one letter are cut, because normalising them costs their square. */
export const fold = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : text.replace(PILED_MARKS, '$1').normalize('NFKC').toLowerCase()

/** Handles compare without case and without a leading `@`. */
export const foldHandle = (handle: string): string => fold(handle.replace(/^@/, ''))

export const atHandle = (handle: string): string => `@${handle}`

/** How many letters have to be added, dropped or changed to turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const WORD_MAX = 40

/**
 * The one tokenizer. Both engines index what it returns and are asked for what it returns, so that they find the same
 * posts: compatibility-normalised, lower case, runs of letters, marks and digits, each word once.
 */
export function words(text: string): string[] {
  const found = fold(text).match(WORD) ?? []
  return [...new Set(found.map((word) => [...word].slice(0, WORD_MAX).join('')))]
}
