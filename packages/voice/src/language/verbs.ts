// Verb forms, and whether a word is used as a verb.
import * as english from '../english/verbs.ts'
import { DETERMINERS, straighten, wordSet } from './words.ts'

const BASE = wordSet(english.BASE)
const PASTS = wordSet(english.PASTS)
const FINITE = wordSet(english.FINITE)
const BEFORE_A_VERB = wordSet(english.BEFORE_A_VERB)
const AFTER_A_VERB = wordSet(english.AFTER_A_VERB)
const PROGRESSIVE = wordSet(english.PROGRESSIVE)
const DOUBLING = wordSet(english.DOUBLING)
const OTHER_VERBS = wordSet(english.OTHER_VERBS)
const MAKERS = new Map(Object.entries(english.MAKERS))

export const isHelping = (word: string): boolean => FINITE.has(straighten(word.toLowerCase()))

/** True for a form that is a past tense always or nearly always. */
export const isPast = (word: string): boolean => {
  const w = word.toLowerCase()
  return (
    PASTS.has(w) ||
    (w.length > 3 && /[^e]ed$/.test(w) && !/^(?:hundred|indeed|sacred|naked|embed|shed|sled|bred)$/.test(w))
  )
}

export const isBase = (word: string): boolean => BASE.has(word.toLowerCase())

/** The plain form of a third person: `draws` to `draw`. Undefined when the word is none. */
export const plainForm = (word: string): string | undefined => {
  const w = word.toLowerCase()
  for (const base of [w.replace(/s$/, ''), w.replace(/es$/, ''), w.replace(/ies$/, 'y')]) {
    if (base !== w && BASE.has(base)) return base
  }
  return MAKERS.get(w)
}

/** Whether the word at `i` is used as a verb, judged by its two neighbours. */
export function isVerbAt(words: readonly string[], i: number): boolean {
  const word = words[i]!
  if (FINITE.has(word)) return true
  const before = words[i - 1]
  const after = words[i + 1]
  if (/ing$/.test(word) && before !== undefined && PROGRESSIVE.has(before)) return true
  const led = before !== undefined && (DETERMINERS.has(before) || /^(?:of|in|for|with|without|about|on)$/.test(before))
  if (led) return false
  if (before !== undefined && BEFORE_A_VERB.has(before)) return BASE.has(word) || isPast(word)
  const opens = after !== undefined && (DETERMINERS.has(after) || AFTER_A_VERB.has(after))
  if (opens && (BASE.has(word) || isPast(word) || plainForm(word) !== undefined)) return true
  return isPast(word) && before !== undefined && !/^(?:so|very|most|well|half|newly|and|or)$/.test(before)
}

/** True for a word that is a verb where a verb is expected. */
export const mayBeVerb = (word: string): boolean => BASE.has(word) || OTHER_VERBS.has(word)

/** `keep` to `keeping`, `let` to `letting`, `give` to `giving`. */
export const gerund = (verb: string): string => {
  if (/ie$/.test(verb)) return `${verb.slice(0, -2)}ying`
  if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`
  if (/^[^aeiou]*[aeiou][bdglmnprt]$/.test(verb) || DOUBLING.has(verb)) return `${verb}${verb.at(-1)}ing`
  return `${verb}ing`
}
