// The kind of a question, and the part of it that names the subject.
import {
  PLEASED as COURTESY,
  FOREIGN as FOREIGN_WORDS,
  GREETING,
  type Kind,
  PATTERNS,
  REVEAL,
} from '../english/questions.ts'
import { STOP, straighten, wordSet, wordsOf } from '../language/words.ts'

export interface Question {
  readonly kind: Kind
  /** The part of the turn in which the subject is looked for. */
  readonly rest: string
  /** The rest begins with the subject: the first phrase is taken. */
  readonly direct: boolean
  /** The rest was cut from inside a sentence: its first capital marks a name. */
  readonly inner: boolean
  /** A greeting came before the matter itself. */
  readonly greeted: boolean
}

const MAX_CHARS = 1200

const FOREIGN = wordSet(FOREIGN_WORDS)

const FOREIGN_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Greek}\p{Script=Thai}\p{Script=Devanagari}]/gu

const looksForeign = (text: string, words: readonly string[]): boolean => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters > 0 && (text.match(FOREIGN_SCRIPT)?.length ?? 0) > letters / 2) return true
  const marked = words.filter((w) => /[^\p{ASCII}]/u.test(w.replace(/['’-]/g, ''))).length
  const stopWords = words.filter((w) => STOP.has(w)).length
  const foreign = words.filter((w) => FOREIGN.has(w)).length
  return words.length >= 3 && (foreign >= 2 || (marked >= 2 && stopWords === 0)) && stopWords <= foreign
}

/** Random keys: hardly a vowel, or one letter over and over. */
const looksMashed = (words: readonly string[]): boolean => {
  const ascii = words.filter((w) => /^[a-z]+$/.test(w))
  if (ascii.length === 0) return false
  const odd = ascii.filter(
    (w) =>
      !STOP.has(w) &&
      ((w.length > 4 && !/[aeiouy]/.test(w)) ||
        /[^aeiouy]{6}/.test(w) ||
        /(.)\1{3}/.test(w) ||
        /^(?:asdf|qwer|zxcv|hjkl|lorem|foobar|blah)/.test(w)),
  )
  return odd.length > 0 && odd.length * 2 >= ascii.length
}

/** The sentence to answer: the last with a question mark, else the last of more than three words, else the whole. */
const sentenceToAnswer = (text: string): string => {
  const sentences =
    text
      .match(/[^.!?\n]+[.!?]*/g)
      ?.map((s) => s.trim())
      .filter((s) => /[\p{L}\p{N}]/u.test(s)) ?? []
  return sentences.findLast((s) => s.endsWith('?')) ?? sentences.findLast((s) => wordsOf(s).length > 3) ?? text
}

const classify = (text: string): Omit<Question, 'greeted'> | null => {
  const low = text.toLowerCase()
  for (const [kind, pattern, direct] of PATTERNS) {
    const m = pattern.exec(low)
    if (m === null) continue
    const tail = m[1]
    // The pattern ran on lower case; the rest is cut from the original, so that names keep their capitals.
    const from = tail === undefined ? 0 : m.index + m[0].lastIndexOf(tail)
    const rest = tail === undefined || low.length !== text.length ? text : text.slice(from, from + tail.length)
    return { kind, rest, direct: direct === true, inner: rest !== text }
  }
  return null
}

const HAIL = /^(?:hi|hello|hey|dear|good (?:morning|evening|afternoon|day)),? $/
const PLEASED = /(?:\b(?:hi|hello|hey|you|morning|evening|afternoon|bye|goodbye|thanks|night|then)|,) ?@?$/

/** The turn without the speaker's own name where it is an address: `Pella, …`, `hello Pella`, `…, Pella?`. */
function unaddressed(turn: string, self: readonly string[]): string {
  let text = turn
  for (const name of self) {
    const low = text.toLowerCase()
    const called = name.toLowerCase()
    const at = called.length < 2 ? -1 : low.lastIndexOf(called)
    if (at === -1 || low.length !== text.length) continue
    const before = low.slice(0, at).replace(/@$/, '')
    const after = text.slice(at + called.length)
    if (/^[\p{L}\p{N}]/u.test(after)) continue
    if (before.trim() === '' && /^\s*[,:!-]/.test(after)) text = after.replace(/^\s*[,:!-]+\s*/, '')
    else if (HAIL.test(before)) text = text.slice(0, before.length).replace(/,? $/, '') + after
    else if (/^\W*$/.test(after) && PLEASED.test(before) && !/\b(?:about|of|trust|like|know|meet) $/.test(before)) {
      text = text.slice(0, before.length).replace(/[, ]+$/, '') + after
    }
  }
  return text
}

/** The kind and the subject's part of a turn. `self` holds the speaker's own names, which are no subject at either end. */
export function readTurn(turn: string, self: readonly string[]): Question {
  const clipped = straighten(turn.length > MAX_CHARS ? turn.slice(-MAX_CHARS) : turn)
  let text = clipped
    .replace(/https?:\/\/\S+|[\w.+-]+@[\w-]+\.[\w.]+/giu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^(?:(?:lol|lmao|haha+|hehe+|hmm+|btw|anyway|seriously|honestly)\b[,.!…]* *)+(?=\S)/iu, '')
  text = unaddressed(text, self)
  const letters = text.replace(/[^\p{L}]/gu, '')
  // A turn all in capitals has no names in it.
  if (letters.length > 8 && letters === letters.toUpperCase()) text = text.toLowerCase()
  const words = wordsOf(text)
  const plain = (kind: Kind, rest = text): Question => ({ kind, rest, direct: false, inner: false, greeted: false })
  if (REVEAL.test(text.toLowerCase())) return plain('reveal', '')
  if (words.length === 0 || looksMashed(words)) return plain('unclear', '')
  if (looksForeign(text, words)) return plain('foreign', '')
  const greeting = GREETING.exec(text.toLowerCase())
  const body = greeting === null ? text : text.slice(greeting[0].length).trim()
  if (wordsOf(body).length === 0 || COURTESY.test(body.toLowerCase())) return plain('greeting', '')
  const greeted = greeting !== null
  const one = sentenceToAnswer(body)
  const found = classify(one.replace(/^["“'(\s]+/u, '')) ?? (one === body ? null : classify(body))
  if (found !== null) return { ...found, greeted }
  if (greeted && wordsOf(body).length <= 2 && !body.includes('?')) return plain('greeting', '')
  if (words.length <= 3 && body.endsWith('?'))
    return { kind: 'opinion', rest: body, direct: true, inner: false, greeted }
  if (body.endsWith('?')) return { kind: 'whether', rest: one, direct: false, inner: false, greeted }
  const bare = words.filter((w) => !STOP.has(w)).length
  if (bare === 0) return plain('more', '')
  return { kind: 'statement', rest: body.length > 400 ? one : body, direct: bare <= 2, inner: false, greeted }
}
