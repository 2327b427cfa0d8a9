// Places in a sentence where an aside may stand.
import * as english from '../english/clauses.ts'
import { isBase, isHelping, isPast, isVerbAt, plainForm } from './verbs.ts'
import { DETERMINERS, GENERIC, STOP, straighten, wordSet } from './words.ts'

const PRONOUNS = wordSet(english.PRONOUNS)
const STARTS_CLAUSE = wordSet(english.STARTS_CLAUSE)
const BREAKERS = wordSet(english.BREAKERS)
const PREPOSITIONS = wordSet(english.PREPOSITIONS)

const NUMBERS = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)$/

const plainWords = (words: readonly string[]): string[] =>
  words.map((w) =>
    straighten(w)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}'-]/gu, ''),
  )

/** Positions at which an aside between commas keeps the sentence whole, best first. */
export function seams(words: readonly string[], question: boolean): number[] {
  const low = plainWords(words)
  const seams: [number, number][] = []
  let hadVerb = false
  for (let i = 1; i < words.length - 1; i++) {
    const word = low[i]!
    const before = low[i - 1]!
    const next = low[i + 1]!
    const broken = /[,;]$/.test(words[i - 1]!)
    const joins = /^(?:and|or)$/.test(word) && i > 2 && (STARTS_CLAUSE.has(next) || isVerbAt(low, i + 1))
    const leads =
      PREPOSITIONS.has(word) &&
      !PREPOSITIONS.has(next) &&
      !STOP.has(before) &&
      !isBase(before) &&
      !isPast(before) &&
      next !== 'to'
    const bracketed = broken && words.slice(Math.max(0, i - 5), i - 1).some((w) => w.endsWith(','))
    if (broken && i > 1) {
      if (!bracketed && !/^(?:my|which|who|with)$/.test(word)) seams.push([i, 2.2])
    } else if (
      ((BREAKERS.has(word) && before !== 'even') || (word === 'even' && /^(?:when|if|though)$/.test(next))) &&
      i > 2 &&
      !broken
    )
      seams.push([i, 2.5])
    else if (joins && !broken) seams.push([i, 2.4])
    else if (
      !hadVerb &&
      !question &&
      isHelping(word) &&
      !PRONOUNS.has(before) &&
      !DETERMINERS.has(before) &&
      !PRONOUNS.has(low[0]!)
    ) {
      seams.push([i, 3])
    } else if (
      leads &&
      (hadVerb || question) &&
      i > 2 &&
      i <= words.length - 3 &&
      !NUMBERS.test(next) &&
      !GENERIC.has(before)
    ) {
      seams.push([i, question ? 2 : 1])
    }
    // Before `that has` and `who is`: the lowest score of a clause boundary.
    if (/^(?:that|who|which)$/.test(word) && hadVerb && !broken && !STOP.has(before) && isHelping(next))
      seams.push([i, 1.5])
    if (isHelping(word) || plainForm(word) !== undefined || isPast(word)) hadVerb = true
  }
  return seams.sort((a, b) => b[1] - a[1]).map(([i]) => i)
}

/** The sentence with one adverb after its verb `to be`, or null where there is none. The meaning stays the same. */
export function stressed(words: readonly string[], adverb: string, isQuestion: boolean): string[] | null {
  const low = plainWords(words)
  for (let i = 1; i < words.length - 2; i++) {
    if (low[i] === 'be' && i > 2 && isQuestion) return [...words.slice(0, i), 'really', ...words.slice(i)]
    if (isQuestion || !/^(?:is|are|was|were)$/.test(low[i]!) || /[,;:]$/.test(words[i]!)) continue
    const next = low[i + 1]!
    if (!/^(?:an?|the|what|where|how|to)$/.test(next)) continue
    return [...words.slice(0, i + 1), adverb, ...words.slice(i + 1)]
  }
  return null
}

/** The sentence with an aside between commas before word `at`. A comma that is there already serves as the first. */
export const insert = (words: readonly string[], at: number, aside: string): string[] => {
  const head = words.slice(0, at)
  const last = head.at(-1)!
  const end = /[,;:]$/.test(last) ? last : `${last},`
  return [...head.slice(0, -1), end, `${aside},`, ...words.slice(at)]
}
