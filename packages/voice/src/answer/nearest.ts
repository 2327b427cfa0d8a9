// The intent of the most similar example question, for questions that no rule covers.
import { QUESTION_EXAMPLES } from '../english/question-examples.ts'
import { stem } from '../language/words.ts'
import { CONCEPTS } from './concepts.ts'
import type { Intent, QuestionFeatures } from './features.ts'

type Vector = ReadonlyMap<string, number>

interface Example {
  readonly intent: Intent
  readonly marks: string
  readonly vector: Vector
}

/** Least similarity of a match, and its least distance to the best example of another intent. */
const SIMILAR_MIN = 0.55
const MARGIN_MIN = 0.06
/** Share of its weight that a word has which no example has. */
const UNKNOWN_SHARE = 0.35
/** Times and fillers that tell nothing about an intent. */
const FILLERS =
  /\b(?:these days|nowadays|at the moment|right now|just now|lately|recently|of late|today|please|then|though|actually|really|exactly|maybe|perhaps|by any chance|at all|ever|still|also|so|well|just|again)\b/g
/** Words of a question that are compared. */
const WORDS_MAX = 24

const MARK = /^<(?:person|place|thing|stranger)>$/

/** Stems, neighbouring stems, and the concepts that a text names. */
function termsOf(text: string): string[] {
  const words = text
    .replaceAll(FILLERS, ' ')
    .split(' ')
    .filter((word) => /^[\p{L}<]/u.test(word) && word !== 'please')
    .slice(-WORDS_MAX)
    .map((word) => (MARK.test(word) ? word : stem(word)))
  const pairs = words.slice(1).map((word, i) => `${words[i]} ${word}`)
  const concepts = Object.entries(CONCEPTS).flatMap(([name, pattern]) => (pattern.test(text) ? [`#${name}`] : []))
  return [...words, ...pairs, ...concepts]
}

/** The sorts of names in a text; two people differ from one. */
const marksOf = (text: string): string => {
  const people = text.match(/<person>/g)?.length ?? 0
  return [
    people > 1 ? 'pp' : people === 1 ? 'p' : '',
    ...['<place>', '<thing>', '<stranger>'].map((mark) => (text.includes(mark) ? mark : '')),
  ].join('')
}

interface Examples {
  readonly examples: readonly Example[]
  vectorOf(text: string): Vector
}

function readExamples(): Examples {
  const lines = Object.entries(QUESTION_EXAMPLES).flatMap(([intent, texts]) =>
    texts
      .split(/[|\n]/u)
      .flatMap((line) => (line.trim() === '' ? [] : [{ intent: intent as Intent, text: line.trim() }])),
  )
  const counts = new Map<string, number>()
  for (const { text } of lines) for (const term of new Set(termsOf(text))) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weightOf = (term: string): number => {
    const rare = Math.log(1 + lines.length / (1 + (counts.get(term) ?? 0)))
    const share = term.includes(' ') ? 0.5 : counts.has(term) ? 1 : UNKNOWN_SHARE
    return rare * share
  }
  const vectorOf = (text: string): Vector => {
    const vector = new Map<string, number>()
    // A pair that no example has says nothing; a word that no example has counts against all of them.
    for (const term of new Set(termsOf(text)))
      if (counts.has(term) || !term.includes(' ')) vector.set(term, weightOf(term))
    const length = Math.sqrt([...vector.values()].reduce((sum, one) => sum + one * one, 0))
    return new Map([...vector].map(([term, weight]) => [term, weight / length]))
  }
  return {
    examples: lines.map(({ intent, text }) => ({ intent, marks: marksOf(text), vector: vectorOf(text) })),
    vectorOf,
  }
}

/**
 * Whether some example of the intent has each weighty word of the question. `Are you in love?` is near to `are you in?`
 * but asks something else.
 */
function isCovered(vector: Vector, intent: Intent, examples: readonly Example[]): boolean {
  const vocabulary = new Set(examples.flatMap((one) => (one.intent === intent ? [...one.vector.keys()] : [])))
  return [...vector.keys()].every((term) => term.includes(' ') || !/^\p{L}{4,}/u.test(term) || vocabulary.has(term))
}

let cached: Examples | null = null

/** Intents about the resident itself; a question for one of them addresses it. */
const OWN: ReadonlySet<Intent> = new Set<Intent>([
  ...(['work', 'home', 'tenure', 'goal', 'interests', 'sleep', 'promised', 'identity', 'didOn', 'plans'] as const),
])

/** The intent of the nearest example that has the same sorts of names; null if none is near. */
export function nearestIntent({ text, issue }: QuestionFeatures): Intent | null {
  if (issue) return null
  cached ??= readExamples()
  const marks = marksOf(text)
  const vector = cached.vectorOf(text)
  let best: { readonly intent: Intent; readonly similarity: number } | null = null
  let second = 0
  for (const example of cached.examples) {
    if (example.marks !== marks) continue
    let similarity = 0
    for (const [term, weight] of example.vector) similarity += weight * (vector.get(term) ?? 0)
    if (best === null || similarity > best.similarity) {
      if (best !== null && best.intent !== example.intent) second = best.similarity
      best = { intent: example.intent, similarity }
    } else if (example.intent !== best.intent) second = Math.max(second, similarity)
  }
  if (best === null || (OWN.has(best.intent) && !/\b(?:you|your)\b/.test(text))) return null
  if (best.similarity < SIMILAR_MIN || best.similarity - second < MARGIN_MIN) return null
  return isCovered(vector, best.intent, cached.examples) ? best.intent : null
}
