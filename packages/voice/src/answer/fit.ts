// Whether an answer has the form that its question asks for: a person for `who`, a number for `how many`.
import { capitalise } from '../language/words.ts'
import type { Aspect, Intent } from './features.ts'

/** Intents whose answers name no person. */
const WITHOUT_PERSON: ReadonlySet<Intent> = new Set<Intent>([
  ...(['work', 'workState', 'home', 'sleep', 'interests', 'goal', 'tenure', 'walked', 'feeling', 'date'] as const),
  ...(['now', 'placeOpen', 'placeIs', 'favouritePlace', 'population', 'lastPost', 'distance', 'highlight'] as const),
  ...(['unrecorded', 'beliefs', 'neverBeen', 'weather', 'forecast', 'didOn', 'happening', 'attended'] as const),
  ...(['followers', 'postCount'] as const),
])

/** Words that change what a question asks for, with the intents whose answers leave them out. */
const QUALIFIERS: readonly (readonly [RegExp, ReadonlySet<Intent>])[] = [
  [/\b(?:most|least)\b/, new Set<Intent>(['whereWas', 'didOn', 'lastPost', 'news', 'walked'])],
  [/\blik(?:e|ed|es)\b/, new Set<Intent>(['lastPost'])],
  [/\bfirst\b/, new Set<Intent>(['friend', 'favouritePerson', 'games', 'lastMet', 'lastPost'])],
  [
    /\b(?:ideas?|argu\w+|quarrel\w*|discuss\w*|debat\w*|writing|believe|rumou?rs?)\b/,
    new Set<Intent>(['news', 'now', 'highlight', 'didOn']),
  ],
]

/** A number, or the denial of one. */
const COUNTED =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice|both|no|nobody|nothing|none|not|never)\b/iu

/** A time, or the denial that there was one. */
const TIMED =
  /\d|\b(?:today|yesterday|tomorrow|tonight|noon|midnight|morning|afternoon|evening|night|day|week|month|\w+day|since|lately|now|until|open|hours|no|nobody|nothing|none|not|never)\b/iu
const ASKS_WHEN =
  /^(?:(?:and|so|but|then) )*(?:(?:since|until|at) )?(?:when|what time|(?:which|what) (?:day|hour)) (?:is|are|was|were|do|did|does|have|has|had|will|would|can|could)\b/

/** Intents whose answers give a reason. */
const WITH_REASON: ReadonlySet<Intent> = new Set<Intent>([
  ...([
    'tie',
    'rival',
    'angry',
    'feeling',
    'trusted',
    'opinion',
    'changedMind',
    'regret',
    'likedBy',
    'argued',
  ] as const),
  ...(['opinionPerson', 'brokenThings', 'thingState', 'thingSince', 'madeUp', 'work', 'otherMood', 'secrets'] as const),
  ...(['unrecorded', 'unknown', 'conduct', 'workState', 'favouritePlace', 'friend', 'otherNews', 'heard'] as const),
  ...(['brokenToYou', 'brokenByYou', 'neverBeen', 'stranger', 'tieToYou', 'letters', 'talk', 'relatives'] as const),
  ...(['placeNews', 'placeOpinion', 'know', 'opinionPerson', 'otherRival', 'otherFriend', 'tieOfOthers'] as const),
])

/** A sentence that denies what a question takes for granted. */
const DENIAL = /\b(?:not|never|nobody|nothing|none|no)\b/u

const YES_NO = /^(?:Yes|No)(?:, |: |\. )(?=.)/u
/** A question after a person that is the subject or object of its clause, not the resident that is asked. */
const ASKS_WHO =
  /^(?:(?:and|so|but|then) )*(?:to |with |by |from |for |of |about |against )?who(?:se)?\b(?! (?:are|were) you\b)/
const HOW_MANY = /\bhow many\b/

/** `Yes` and `No` answer only questions for them. */
function withoutYesNo([first = '', ...others]: readonly string[], aspect: Aspect): readonly string[] {
  const isYesNo = aspect === 'whether' || aspect === 'tell'
  return [isYesNo ? first : capitalise(first.replace(YES_NO, '')), ...others]
}

interface QuestionForm {
  readonly intent: Intent
  readonly aspect: Aspect
  readonly people: readonly string[]
  readonly plainText: string
}

/** The answer if it fits the question; null if it answers something else, so that the resident does not know. */
export function fittedTelling(telling: readonly string[], question: QuestionForm): readonly string[] | null {
  const { intent, aspect, plainText } = question
  if (aspect === 'who' && ASKS_WHO.test(plainText) && WITHOUT_PERSON.has(intent)) return null
  const answer = telling.join(' ')
  if (HOW_MANY.test(plainText) && !COUNTED.test(answer)) return null
  if (aspect === 'when' && ASKS_WHEN.test(plainText) && !TIMED.test(answer)) return null
  if (intent === 'attended' && aspect === 'what') return null
  if (QUALIFIERS.some(([words, intents]) => intents.has(intent) && words.test(plainText))) return null
  if (
    intent === 'plans' &&
    question.people.length === 1 &&
    /^(?:\w+ )?(?:is|will|has|does|can) <person>/.test(plainText)
  )
    return null
  if (aspect === 'why' && !WITH_REASON.has(intent) && !DENIAL.test(telling[0] ?? '')) return null
  return withoutYesNo(telling, aspect)
}

/** The words of a sentence in alphabetical order, without what only a second question adds. */
const wordsOfTelling = (text = ''): string =>
  text
    .replace(/^(?:Yes|No)(?:, |: |\. )/u, '')
    .replace(' out and about, at', ' at')
    .toLowerCase()
    .split(/[^\p{L}\p{N}’'-]+/u)
    .sort()
    .join(' ')
    .trim()

/** The answers to two questions of a turn as one: a sentence of each, unless one is enough. */
export function joinTellings(
  first: readonly string[],
  second: readonly string[],
  [ignorance]: readonly string[],
): readonly string[] {
  const [one = ''] = first
  const [other = ''] = second
  if (other === ignorance || wordsOfTelling(one) === wordsOfTelling(other)) return first
  // A distance, and the same distance with its minutes.
  if (one === ignorance || (one !== '' && other.startsWith(one.replace(/[.!?]$/u, '')))) return second
  return [...first.slice(0, 1), ...second.slice(0, 1)]
}
