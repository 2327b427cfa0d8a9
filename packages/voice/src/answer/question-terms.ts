// The terms of a question that the classifier of intents weighs: words, neighbouring words, what comes before and after
// `you` and a name, concepts, and what kinds of names and times it has.
import { isGeneric, STOP, stem } from '../language/words.ts'
import { CONCEPTS } from './concepts.ts'
import type { QuestionFeatures } from './features.ts'

/** Phrases around a question that say nothing about what it asks. */
const FRAMES =
  /\b(?:(?:can|could|would|will|might) (?:you|i|we) (?:(?:please|kindly|perhaps|maybe) )?(?:tell|ask|know|let|say|inform) ?(?:me|us|you)?(?: know)?(?! about)|i (?:was|am) (?:just )?(?:wondering|curious|asking)(?: (?:if|whether|about))?|i wonder(?: (?:if|whether))?|i would (?:like|love) to (?:know|hear|ask)|(?:do|would) you happen to know|pray tell(?: me)?|(?:please )?tell (?:me|us)(?=,? (?:who|what|when|where|why|how|which|if|whether|do|did|have|are|is)\b)|do you mind (?:telling|saying|if i ask)(?: me)?|let me ask(?: you)?(?: something)?|i (?:have|want|need) to (?:know|ask)(?: you)?|by any chance|(?:would|do|did) you (?:say|reckon|suppose)(?= (?:is|are|was|were|has|have|you|your|the|that|it|<person>)\b)|(?:have you |you have )?(?:got )?any idea(?= (?:who|what|when|where|why|how|which|if|whether)\b)|i (?:suppose|gather|take it)(?= (?:that )?you\b)|for (?:that|the) matter|between you and me|(?:just )?between (?:us|ourselves)|go on then|you know|i mean|to be honest|if you (?:can|could|may|like|please|know|remember|recall))\b/g
/** A polite beginning before the question itself: `I should be grateful to learn what …`. */
const PREAMBLE =
  /^(?=[^<]*?\b(?:i|me|us|our|my|please|pray|kindly|could|can|would|will|might|may)\b)[^<]{0,200}?\b(?:know|learn|ask|tell|hear|wonder|wondering|enquire|inquire|explain|understand|say|describe|curious|recall|remember|confirm|idea)(?: (?:about|me|us|you|please|to|a|newcomer|exactly|precisely|now|then|again|of|,)){0,4} (?=(?:whether|who|whose|what|where|when|why|how|which|(?:with|to|by|from|for) (?:who|what|which))\b)/

/** A remark after the question itself: `…, what with both of you baking`. */
const TAIL =
  /(?<=^(?:\S+ ){4,}\S+) , (?:what with|if you are|if you have|seeing (?:that|as)|given that|now that|as you are|being) [^?]*/

/** A remark before the question itself: `your bio says letters, so is there …`. */
const REMARK =
  /^[^?]{8,160}?, (?:and |but )?so (?=(?:who|whom|whose|what|where|when|why|how|which|do|did|does|have|has|is|are|was|were|can)\b)/

const FILLERS =
  /^(?:please|then|though|actually|really|exactly|maybe|perhaps|just|so|well|and|but|also|quite|rather|anyway|honestly|sir|madam|dear|oh|ah|kindly|pray|hm|precisely|roughly|normally|generally|simply|truly|lol|lmao|omg|tbh|ngl|um|uh|er|bruh|dude)$/
const DAYS = /^(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)$/
const MARK = /^<\w+>$/
/** Words of a question that are weighed. A long text is no question of its own. */
const WORDS_MAX = 40

const HELPERS =
  /^(?:you|your|do|did|does|have|has|had|is|are|was|were|be|been|a|an|the|of|to|in|at|on|i|me|it|that|this|there|will|would|can|could|'s)$/

/** The sorts of names in a text; two people differ from one. */
const sortsOf = ({ people, places, things, strangers, issue }: QuestionFeatures): string =>
  [
    'p'.repeat(Math.min(2, people)),
    'l'.repeat(Math.min(2, places)),
    things > 0 ? 't' : '',
    strangers > 0 ? 's' : '',
    issue ? 'i' : '',
  ].join('')

/** The words of a question without what surrounds it. */
const wordsOf = (text: string): string[] =>
  text
    .replace(REMARK, '')
    .replace(TAIL, '')
    .replace(PREAMBLE, '')
    .replaceAll(FRAMES, ' ')
    .split(' ')
    .filter((word) => (MARK.test(word) || /^[\p{L}\p{N}']/u.test(word)) && !FILLERS.test(word))
    .slice(-WORDS_MAX)

const stemOf = (word: string): string =>
  MARK.test(word) ? word : DAYS.test(word) ? '<day>' : /^\d/.test(word) ? '<number>' : stem(word)

/** What a question is made of; `words` are single words, which may be unknown to the classifier. */
export interface QuestionTerms {
  readonly words: readonly string[]
  readonly others: readonly string[]
}

export function termsOf(features: QuestionFeatures): QuestionTerms {
  const { aspect, time, happening } = features
  const words = wordsOf(features.text)
  const text = words.join(' ')
  const stems = words.map(stemOf)
  const sorts = sortsOf(features)
  const ends = ['^', ...stems, '$']
  const pairs = ends.slice(1).map((word, i) => `${ends[i]} ${word}`)
  const openings = [ends.slice(0, 4).join(' '), ends.slice(0, 3).join(' ')]
  const content = stems.filter((word) => !HELPERS.test(word) && !MARK.test(word))
  const you = stems.findIndex((word) => word === 'you' || word === 'your')
  const person = stems.indexOf('<person>')
  const placed = content.flatMap((word) => {
    const at = stems.indexOf(word)
    return [
      `${aspect}|${word}`,
      `${sorts}|${word}`,
      ...(you === -1 ? [`-you ${word}`] : [at < you ? `${word}>you` : `you>${word}`]),
      ...(person === -1 ? [] : [at < person ? `${word}>p` : `p>${word}`]),
    ]
  })
  const concepts = Object.entries(CONCEPTS).flatMap(([name, pattern]) =>
    pattern.test(text) ? [`#${name}`, `${aspect}|#${name}`, `${sorts}|#${name}`] : [],
  )
  const tense = time === null ? '' : `t:${time.tense}`
  return {
    words: stems,
    others: [
      ...pairs,
      ...openings,
      ...placed,
      ...concepts,
      `sorts:${sorts}`,
      `${aspect}|sorts:${sorts}`,
      `aspect:${aspect}`,
      you === -1 ? 'you:no' : 'you:yes',
      ...(tense === '' ? ['t:none'] : [tense, `${aspect}|${tense}`]),
      ...(happening === null ? [] : ['happening', `${aspect}|happening`, `${tense}|happening`]),
      features.isQuestion ? 'asks' : 'says',
      `length:${Math.min(4, Math.floor(stems.length / 3))}`,
    ],
  }
}

/** A word of which the classifier knows nothing; grammar words do not count. */
export const isTelling = (word: string): boolean => !MARK.test(word) && !STOP.has(word) && !isGeneric(word)
