// Whether an answer has the form that its question asks for: a person for `who`, a number for `how many`.
import { capitalise } from '../language/words.ts'
import type { Aspect, Intent } from './features.ts'

/** Intents whose answers name no person. */
const WITHOUT_PERSON: ReadonlySet<Intent> = new Set<Intent>([
  ...(['work', 'workState', 'home', 'sleep', 'interests', 'goal', 'tenure', 'walked', 'feeling', 'date'] as const),
  ...(['now', 'placeOpen', 'placeIs', 'favouritePlace', 'population', 'lastPost', 'distance', 'highlight'] as const),
  ...(['unrecorded', 'beliefs', 'neverBeen', 'weather', 'forecast', 'didOn', 'happening', 'attended'] as const),
])

/** Intents whose answers hold a number or a name for each case, for `how many`. */
const COUNTLESS: ReadonlySet<Intent> = new Set<Intent>([
  ...(['work', 'home', 'feeling', 'goal', 'now', 'tie', 'opinionPerson', 'whoIs', 'interests', 'lastPost'] as const),
  ...(['identity', 'otherNews', 'otherWork', 'happening', 'opinion', 'promised', 'talk', 'letters', 'know'] as const),
])

type Topic = readonly [words: RegExp, intents: ReadonlySet<Intent>]
const topic = (words: RegExp, ...intents: readonly Intent[]): Topic => [
  words,
  new Set<Intent>(['unknown', 'unrecorded', 'heard', 'otherNews', 'opinion', 'secrets', 'whoseSource', ...intents]),
]

/** Words of a subject, and the intents whose answers can be about it. */
const TOPICS: readonly Topic[] = [
  topic(
    /\b(?:chess|games?|checkmate\w*|opponents?)\b/,
    ...(['games', 'bestPlayer', 'plans', 'met', 'lastMet', 'lastSeen', 'didWith', 'promised', 'interests'] as const),
    ...(['favouriteOther', 'favouritePerson', 'goal', 'somewhere', 'happening', 'thingState', 'hasThing'] as const),
    ...(['thingIs', 'thingKeeper', 'thingPlace', 'placePresent', 'placeIs', 'placeNews', 'talk', 'didOn'] as const),
    ...(['rival', 'arguesMost', 'meetsMost', 'placeOpinion', 'changedMind', 'identity', 'whoIs', 'been'] as const),
  ),
  topic(
    /\b(?:won|win|wins|winning|beat|beaten|beats)\b/,
    ...(['games', 'bestPlayer', 'plans', 'goal', 'highlight', 'changedMind', 'didOn', 'happening'] as const),
  ),
  topic(/\bposts?\b/, 'lastPost', 'otherPost', 'postCount', 'conduct', 'followers', 'interests', 'argued'),
  topic(
    /\b(?:promise[ds]?|your word)\b/,
    ...(['promised', 'promiseKeeper', 'brokenByYou', 'brokenToYou', 'owes', 'plans', 'angry', 'trusted'] as const),
    ...(['tie', 'regret', 'conduct', 'rival', 'tieToYou'] as const),
  ),
  topic(
    /\b(?:pay|pays|paid|lend|loan|borrowed|fiver|price|prices|costs?|wages?|salary|rent)\b/,
    ...(['owes', 'work', 'hasThing', 'thingState', 'somewhere', 'conduct', 'unlived'] as const),
  ),
  topic(/\bforg[ai]v\w*\b/, 'angry', 'tie', 'madeUp', 'conduct', 'rival', 'regret', 'tieToYou', 'brokenToYou'),
  topic(/\b(?:liars?|lie|lied|lies|thie(?:f|ves)|cheats?|crooks?)\b/, 'conduct', 'opinionPerson', 'trusted'),
  topic(
    /\b(?:feel|feeling|felt|mood)\b/,
    ...(['feeling', 'otherMood', 'tie', 'workState', 'regret', 'angry', 'placeOpinion', 'opinionPerson'] as const),
    ...(['conduct', 'highlight', 'changedMind', 'likedBy', 'trusted', 'beliefs', 'rival', 'tieToYou', 'goal'] as const),
  ),
  topic(/\b(?:asleep|awake|sleep|sleeping|bedtime)\b/, 'sleep', 'feeling', 'home', 'otherHome'),
  topic(
    /\b(?:opinions?|views?)\b/,
    ...(['changedMind', 'beliefs', 'placeOpinion', 'opinionPerson', 'tie', 'likedBy', 'somewhere', 'placeIs'] as const),
    ...(['favouritePlace', 'workState', 'thingState', 'regret', 'happening', 'argued', 'tieToYou'] as const),
  ),
  topic(
    /\b(?:forecast|weather|raining)\b/,
    ...(['weather', 'forecast', 'happening', 'thingState', 'thingIs', 'thingKeeper', 'work', 'news', 'plans'] as const),
    ...(['otherWork', 'changedMind', 'feeling', 'date', 'placeIs', 'promised', 'argued', 'conduct'] as const),
  ),
  topic(/\bwork\w* (?:together|alongside)\b/, 'coworkers', 'tieOfOthers'),
  topic(/\b(?:besides|except for|other than|apart from)\b/, 'friend', 'interests', 'work', 'met'),
  topic(
    /\bdo you (?:\w+ )?(?:like|love|enjoy|hate)\b/,
    ...(['interests', 'placeOpinion', 'tie', 'workState', 'opinionPerson', 'friend', 'rival', 'beliefs'] as const),
    ...(['favouritePlace', 'favouriteOther', 'favouritePerson', 'thingState', 'goal', 'work', 'coworkers'] as const),
    ...(['relatives', 'unlived', 'games', 'bestPlayer', 'stranger', 'trusted', 'met', 'somewhere', 'sleep'] as const),
  ),
  topic(/\b(?:religion|god|church|politics|vote|election|war)\b/, 'beliefs', 'unlived', 'interests'),
]

/** Questions about a case that has not happened. */
const HYPOTHETICAL =
  /\bwould you (?:ever |really |even )?(?!(?:\w+ )?(?:say|call|describe|recommend|suggest|like|mind|tell|trust|rather|prefer|consider|count|know|please|name|send|most|least|want|be|not|turn|invite|go|share)\b)\w+/

/** Whether an answer of this intent can be about the subject of the question. */
export const isOnTopic = (intent: Intent, text: string): boolean =>
  TOPICS.every(([words, intents]) => intents.has(intent) || !words.test(text)) &&
  !(HYPOTHETICAL.test(text) && !OF_VIEWS.has(intent))

const OF_VIEWS: ReadonlySet<Intent> = new Set<Intent>([
  ...(['opinion', 'placeOpinion', 'somewhere', 'goal', 'beliefs', 'trusted', 'friend', 'plans', 'unknown'] as const),
  ...(['changedMind', 'regret', 'favouritePlace', 'favouritePerson', 'favouriteOther', 'caller', 'rival'] as const),
])

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
  if (HOW_MANY.test(plainText) && COUNTLESS.has(intent)) return null
  if (intent === 'attended' && aspect === 'what') return null
  if (
    intent === 'plans' &&
    question.people.length === 1 &&
    /^(?:\w+ )?(?:is|will|has|does|can) <person>/.test(plainText)
  )
    return null
  if (aspect === 'why' && !WITH_REASON.has(intent) && !DENIAL.test(telling[0] ?? '')) return null
  return withoutYesNo(telling, aspect)
}
