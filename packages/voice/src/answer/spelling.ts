// Corrects slips of the keyboard in questions: a word that nobody uses, one letter away from a word of questions.

import { TERMS } from '../english/question-weights.ts'
import { COMMON_QUESTION_WORDS, NUMBER_WORDS } from '../english/words.ts'
import { isBase, mayBeVerb } from '../language/verbs.ts'
import { kinOf, STOP, stem, wordSet } from '../language/words.ts'
import { CONCEPTS } from './concepts.ts'

/** Words of a pattern; of `dislikes?` both forms. */
const wordsOfPattern = ({ source }: RegExp): string[] =>
  [...source.matchAll(/(?<![\\\p{L}\])])([a-z]{4,})(\?)?(?![\\([\p{L}])/gu)].flatMap(([, word, optional]) =>
    optional === undefined ? [word!] : [word!, word!.slice(0, -1)],
  )

/** Words of questions that may be meant. */
const QUESTION_WORDS = new Set([...Object.values(CONCEPTS).flatMap(wordsOfPattern), ...wordSet(COMMON_QUESTION_WORDS)])

/** Stems of words that are right, among them those of the example questions. */
const KNOWN_STEMS = new Set([
  ...[...QUESTION_WORDS].map(stem),
  ...TERMS.split('\n').filter((term) => /^[a-z]+$/.test(term)),
])

/** Words that are right as they are. */
const isRight = (word: string): boolean =>
  QUESTION_WORDS.has(word) ||
  STOP.has(word) ||
  isBase(word) ||
  mayBeVerb(word) ||
  kinOf(stem(word)) !== undefined ||
  KNOWN_STEMS.has(stem(word)) ||
  KNOWN_STEMS.has(stem(word.replace(/ers?$/u, ''))) ||
  NUMBERS.has(word) ||
  (word.endsWith('s') && QUESTION_WORDS.has(word.slice(0, -1)))

/** Numbers look like other words of questions. */
const NUMBERS = wordSet(NUMBER_WORDS)

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** Two letters swapped, one doubled, one missing or one wrong; a short word only by its swapped letters. */
function* nearWords(word: string): Iterable<string> {
  const { length } = word
  for (let i = 0; i + 1 < length; i++) yield word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
  if (length < 4) return
  // A letter too many is a doubled one; other words with one letter more are mostly words of their own.
  for (let i = 1; i < length; i++) if (word[i] === word[i - 1] || length > 8) yield word.slice(0, i) + word.slice(i + 1)
  for (let i = 0; i <= length; i++) for (const letter of ALPHABET) yield word.slice(0, i) + letter + word.slice(i)
  if (length < 6) return
  for (let i = 1; i < length; i++) for (const letter of ALPHABET) yield word.slice(0, i) + letter + word.slice(i + 1)
}

/** Different unknown words of a turn that are corrected. A text with more of them is no question with slips. */
const SLIPS_MAX = 10

/** Corrects the words of one turn: the word that was meant, or the word itself if none is near. */
export function makeCorrection(isName: (word: string) => boolean): (word: string) => string {
  const found = new Map<string, string>()
  return (word) => {
    if (word.length < 3 || word.length > 14 || !/^[a-z]+$/.test(word) || isRight(word) || isName(word)) return word
    const earlier = found.get(word)
    if (earlier !== undefined || found.size === SLIPS_MAX) return earlier ?? word
    const correction = wordNear(word, isName)
    found.set(word, correction)
    return correction
  }
}

function wordNear(word: string, isName: (word: string) => boolean): string {
  for (const near of nearWords(word)) if (isName(near) && near.length > 4) return near
  for (const near of nearWords(word)) if (near.length > 2 && QUESTION_WORDS.has(near)) return near
  return word
}
