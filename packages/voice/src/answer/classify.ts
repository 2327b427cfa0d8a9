// The intent of a question: a linear classifier, trained on `questions/*.txt`, weighs the terms of the question, and the
// best intent counts whose slots the question fills. If the next best intent is close, the resident does not know what is
// asked. Weights are whole numbers, so that every machine decides alike.

import { CLASSES, TERMS, WEIGHTS } from '../english/question-weights.ts'
import type { Intent, QuestionFeatures } from './features.ts'
import { isTelling, type QuestionTerms, termsOf } from './question-terms.ts'

/** A class of the classifier: an intent, or talk that rows do not answer. */
export type QuestionClass = Intent | 'none'

/** Terms that count the words of a question that no example has: one, or more than one. */
export const UNKNOWN_TERMS = ['?new', '?new+'] as const

/** The terms of a question that `isKnown` has, with marks for its unknown words. */
export function knownTerms({ words, others }: QuestionTerms, isKnown: (term: string) => boolean): string[] {
  const unknown = new Set(words.filter((word) => !isKnown(word) && isTelling(word))).size
  const marks = unknown === 0 ? [] : unknown === 1 ? UNKNOWN_TERMS.slice(0, 1) : [...UNKNOWN_TERMS]
  return [...new Set([...words, ...others].filter(isKnown)), ...marks]
}

type Slots = (features: QuestionFeatures) => boolean

const PERSON: Slots = ({ people }) => people > 0
const NOBODY: Slots = ({ people }) => people === 0
const PLACE: Slots = ({ places }) => places > 0
const THING: Slots = ({ things }) => things > 0

const forAll = (slots: Slots, intents: readonly QuestionClass[]): (readonly [QuestionClass, Slots])[] =>
  intents.map((intent) => [intent, slots])

/** What a question has to name to be about an intent. */
const SLOTS: ReadonlyMap<QuestionClass, Slots> = new Map([
  ...forAll(PERSON, [
    ...(['tie', 'opinionPerson', 'know', 'firstMet', 'lastSeen', 'didWith', 'tieToYou', 'whoIs'] as const),
    ...(['otherWork', 'otherHome', 'otherWhere', 'otherNews', 'otherMood', 'otherPost', 'otherFriend'] as const),
    ...(['otherRival', 'otherGames', 'unknownOther', 'otherReplied', 'tieTrend'] as const),
  ]),
  ...forAll(NOBODY, [
    ...(['friend', 'rival', 'angry', 'trusted', 'likedBy', 'favouritePerson', 'meetsMost', 'notSeen'] as const),
    ...(['lastMet', 'home', 'sleep', 'interests', 'goal', 'beliefs', 'walked', 'favouritePlace', 'lastPost'] as const),
    ...(['favouriteOther', 'highlight', 'news', 'weather', 'date', 'population', 'feeling', 'moodThen'] as const),
    ...(['newcomer', 'departed', 'arguesMost', 'didOn', 'whereWas', 'work', 'workState', 'tenure'] as const),
    ...([
      'gossip',
      'quarrels',
      'challengesOpen',
      'ownChallenge',
      'challengeWinner',
      'ideasAround',
      'bestPost',
    ] as const),
    ...(['repliersMost', 'lastReply', 'ownReplies', 'postLikes', 'beatsMost', 'playsWhere', 'dutyToday'] as const),
  ]),
  ...forAll(PLACE, [
    ...(['been', 'placeIs', 'placeNews', 'placePresent', 'placeWorkers', 'placeOpen', 'placeOpinion'] as const),
    'distance',
  ]),
  ...forAll(THING, [...(['thingState', 'thingSince', 'thingKeeper', 'thingPlace', 'thingIs', 'hasThing'] as const)]),
  ['tieOfOthers', ({ people }) => people > 1],
  ['stranger', ({ strangers }) => strangers > 0],
  ['opinion', ({ issue }) => issue],
  ['happening', ({ happening }) => happening !== null],
  ['attended', ({ happening }) => happening !== null],
])

/** What a question may be about that names a stranger. */
const OF_STRANGERS: ReadonlySet<QuestionClass> = new Set<QuestionClass>([
  ...(['stranger', 'neverBeen', 'unknown', 'unknownOther', 'unrecorded', 'unlived', 'none'] as const),
  ...(['identity', 'heard', 'opinion', 'caller'] as const),
])

const isAdmissible = (one: QuestionClass, features: QuestionFeatures): boolean =>
  (features.strangers === 0 || OF_STRANGERS.has(one)) && (SLOTS.get(one)?.(features) ?? true)

/** Intents that are told alike: a doubt between them is none. */
const ALIKE: readonly (readonly QuestionClass[])[] = [
  ['tie', 'opinionPerson'],
  ['friend', 'favouritePerson'],
  ['thingState', 'hasThing', 'thingIs'],
  ['angry', 'rival'],
  ['argued', 'arguesMost'],
  ['games', 'gameEnd'],
  ['gossip', 'heard'],
  ['didOn', 'dutyToday'],
  ['identity', 'work'],
  ['lastSeen', 'know'],
  ['unknown', 'unknownOther', 'unrecorded', 'unlived'],
]

export const isAlike = (one: QuestionClass, other: QuestionClass): boolean =>
  one === other || ALIKE.some((group) => group.includes(one) && group.includes(other))

export interface Ranking {
  readonly best: QuestionClass
  /** How much more the best weighs than the next that is told differently, by the root of the number of terms. */
  readonly margin: number
  /** The next best that is told differently. */
  readonly next: QuestionClass | null
}

/** The best class of those that the question can be about. */
export function rank(
  classes: readonly QuestionClass[],
  scores: ArrayLike<number>,
  terms: number,
  features: QuestionFeatures,
): Ranking {
  const order = classes
    .map((one, i) => ({ one, score: scores[i]! }))
    .filter(({ one }) => isAdmissible(one, features))
    .toSorted((a, b) => b.score - a.score)
  const [first] = order
  if (first === undefined) return { best: 'unknown', margin: 0, next: null }
  const next = order.find(({ one }) => !isAlike(one, first.one))
  const margin = (first.score - (next?.score ?? 0)) / Math.sqrt(Math.max(1, terms))
  return { best: first.one, margin, next: next?.one ?? null }
}

interface Model {
  readonly classes: readonly QuestionClass[]
  readonly terms: ReadonlyMap<string, number>
}

let loaded: Model | null = null

/** Classes and terms are read at the first question. */
const model = (): Model =>
  (loaded ??= {
    classes: CLASSES.split(' ') as QuestionClass[],
    terms: new Map(TERMS.split('\n').map((term, i) => [term, i])),
  })

/** The class of a question and by how much it is the best one. */
export function classify(features: QuestionFeatures): Ranking {
  const { classes, terms } = model()
  const present = knownTerms(termsOf(features), (term) => terms.has(term))
  const scores = new Int32Array(classes.length)
  for (const term of present) {
    const row = terms.get(term)! * classes.length
    for (let i = 0; i < classes.length; i++) scores[i]! += WEIGHTS.charCodeAt(row + i) - WEIGHT_ZERO
  }
  return rank(classes, scores, present.length, features)
}

/** The character of a weight of 0; the characters before and after it stand for the other weights. */
export const WEIGHT_ZERO = 80

/** The margin below which the resident does not know what it is asked, from the cross-validation of the training. */
const MARGIN_MIN = 5

/** The same for a turn after others that names nobody and nothing: it may lean on them. */
const LEANING_MARGIN_MIN = 9

/** The most usual question about another's work, whose few words are in questions of many kinds. */
const OF_WORK = /\bwhat do(?:es)? <person> do(?: (?:all day|for a living|for work|these days))? *[?.!]*$/

/** The intent of a question; `unknown` if it is in doubt, null if it is no question that rows could answer. */
export function intentOf(features: QuestionFeatures, isInTalk = false): Intent | null {
  if (OF_WORK.test(features.text)) return 'otherWork'
  const { best, margin } = classify(features)
  const isNameless = features.people + features.places + features.things === 0 && features.happening === null
  const isLeaning = isInTalk && isNameless && best !== 'none'
  if (margin < (isLeaning ? LEANING_MARGIN_MIN : MARGIN_MIN)) return 'unknown'
  return best === 'none' ? null : best
}
