// Whether an answer has the form that its question asks for: a person for `who`, a number for `how many`.
import { FOLLOW_UP_WORDS } from '../english/words.ts'
import { capitalise, contentStems } from '../language/words.ts'
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
  [/\b(?:most(?! recent)|least)\b/, new Set<Intent>(['whereWas', 'didOn', 'lastPost', 'news', 'walked'])],
  [/\blik(?:e|ed|es)\b/, new Set<Intent>(['lastPost'])],
  [
    /\bfirst\b/,
    new Set<Intent>([
      ...(['friend', 'favouritePerson', 'games', 'lastMet', 'lastPost', 'conduct', 'met', 'meetsMost'] as const),
      ...(['promised', 'argued', 'lastReply', 'visitors', 'likedBy', 'trusted'] as const),
    ]),
  ],
  [/\babout (?:any|some)(?:one|body)\b/, new Set<Intent>(['changedMind'])],
  [/\bas an? (?:player|colleague|neighbou?r|cook|baker|teacher)\b/, new Set<Intent>(['tie', 'opinionPerson'])],
  [
    /\b(?:ideas?|argu\w+|quarrel\w*|discuss\w*|debat\w*|writing|believe|rumou?rs?)\b/,
    new Set<Intent>(['news', 'now', 'highlight', 'didOn']),
  ],
  [/\b(?:convinc\w+|persuad\w+|won? over|to (?:your|ur) (?:view|side|way))\b/, new Set<Intent>(['changedMind'])],
  [/\bcafé|\b(?:cafes?|pubs?|shops?|gardens?)\b/, new Set<Intent>(['favouritePlace'])],
  [/\bpass(?:ed)? on\b|\bspread\b/, new Set<Intent>(['gossip', 'heard'])],
  [/\bwho (?:repaired|fixed|mended|broke)\b/, new Set<Intent>(['thingKeeper', 'thingState', 'thingSince'])],
  [/\bsurpris\w+\b/, new Set<Intent>(['highlight'])],
  [/\bmissing\b/, new Set<Intent>(['news', 'now', 'happening'])],
  [/\b(?:concert|tune|song|music|organ|instrument)\b/, new Set<Intent>(['games'])],
  [/\bnew(?:est)? friends?\b/, new Set<Intent>(['friend'])],
  [/\bmore than two\b|\bin a group\b/, new Set<Intent>(['lastMet'])],
  [
    /\b(?:about (?:it|that|this|him|her|them)|ma(?:k|d)e you feel|turned out|how it)\b/,
    new Set<Intent>(['feeling', 'lastPost']),
  ],
  [/\b(?:did|came?|come|what times)\b/, new Set<Intent>(['date'])],
  [/\b(?:since when|g[ai]ven? up|took over|taken over|handed|to who)\b/, new Set<Intent>(['thingState', 'hasThing'])],
  [/\b(?:declin\w+|refus\w+|turned down|said no)\b/, new Set<Intent>(['plans'])],
  [/\b(?:dis|mis)trust\w*\b/, new Set<Intent>(['rival', 'angry'])],
  [/\binterest(?:ed)? in\b/, new Set<Intent>(['met', 'lastMet'])],
  [/\bhow was\b/, new Set<Intent>(['happening'])],
  [/\b(?:had|before|used to)\b|^(?:and |so )*who is <thing>/, new Set<Intent>(['thingKeeper'])],
  [/\blike about\b|\bis (?:a|an) \w+/, new Set<Intent>(['opinionPerson'])],
  [/\bsince you\b/, new Set<Intent>(['highlight'])],
  [/\b(?:another|your own|own)\b/, new Set<Intent>(['ideasSupported'])],
  [/\b(?:worst|biggest)\b/, new Set<Intent>(['forecastRight'])],
  [/\b(?:only|second|behind|else|tell|told)\b/, new Set<Intent>(['ownChallenge'])],
  [/\bwinning\b/, new Set<Intent>(['bestPlayer'])],
  [
    /\b(?:disappoint\w*|let you down|fail\w*|insult\w*|hurt|apolog\w*|quarrel\w*|argu\w*|by arrangement|arranged)\b/,
    new Set<Intent>(['lastSeen', 'know', 'lastMet']),
  ],
  [/\b(?:get|got|getting) together\b/, new Set<Intent>(['didWith'])],
  [/\bbefore\b/, new Set<Intent>(['forecastRight'])],
  [/\bmost\b|\byou stand\b/, new Set<Intent>(['quarrels'])],
  [/\b(?:br(?:eak|oke)\w*|out|stand still)\b/, new Set<Intent>(['thingSince'])],
  [/\bmiss\b/, new Set<Intent>(['thingKeeper', 'work'])],
  [/\bwhat happened at\b/, new Set<Intent>(['happening'])],
  [/\b(?:dis|mis)trust\w*\b/, new Set<Intent>(['know'])],
  [/\b(?:(?<!at )all|every|each|both)\b/, new Set<Intent>(['promised'])],
  [/\belse\b/, new Set<Intent>(['inCharge'])],
  [/\bwho (?:got|set|put|made)\b/, new Set<Intent>(['hasThing', 'thingState'])],
  [/\blast (?:two|three|four|five|few)\b|\bw[io]n .*\bover\b(?! (?:the board|chess))/, new Set<Intent>(['games'])],
  [/\b(?:how did (?:it|that) end|came of it|gave way|who won)\b/, new Set<Intent>(['argued'])],
  [/\bwhich of\b/, new Set<Intent>(['conduct'])],
  [/\blearn\w*\b/, new Set<Intent>(['otherNews'])],
  [/\blast\b(?! (?:night|evening|week|month|\w+day))/, new Set<Intent>(['met'])],
  [/\b(?:happy|content) there\b|\bsettling\b/, new Set<Intent>(['feeling'])],
  [
    /\b(?:bump\w*|run|ran|meet|met|see|saw) (?:into )?(?:any|some)(?:body|one)\b|^(?:and )?were you there\b/,
    new Set<Intent>(['been']),
  ],
  [/\bkinds? of\b/, new Set<Intent>(['weather'])],
  [/<person> 's\b/, new Set<Intent>(['opinionPerson'])],
  [/\breason\b/, new Set<Intent>(['ideasSupported'])],
  [/\b(?:odd|strange|unusual|funny)\b/, new Set<Intent>(['placeNews'])],
  [/\bof <stranger>/, new Set<Intent>(['neverBeen'])],
  [/\b(?:ring(?:ing)?|stand on)\b/, new Set<Intent>(['thingPlace'])],
  [/\bused to\b/, new Set<Intent>(['notSeen'])],
  [
    /^(?!.*\b(?:most|often|usual\w*|regular\w*|main\w*)\b).*\b(?:today|yesterday|last night|th(?:is|e) past|this (?:week|morning|afternoon|evening))\b/,
    new Set<Intent>(['playsMost']),
  ],
  [/\b(?:can|do|would|could) not\b/, new Set<Intent>(['friend', 'favouritePerson'])],
  [/\b(?:unwell|ill|sick|took care|looked after)\b/, new Set<Intent>(['likedBy'])],
  [/\b(?:furthest|farthest|fastest|slowest|how much)\b/, new Set<Intent>(['brokenThings'])],
  [/\b(?:there|on (?:that|this|it))\b|\bof the two\b/, new Set<Intent>(['arguesMost'])],
  [/\bof the two\b|\bpatched\b/, new Set<Intent>(['argued'])],
  [/\bdoing\b/, new Set<Intent>(['been'])],
]

/** Words that leave somebody or something out, which few answers heed. */
const EXCEPT = /\b(?:besides|apart from|except(?: for)?|other than|aside from)\b/
const HEEDS_EXCEPT: ReadonlySet<Intent> = new Set<Intent>(['playsMost'])

/** Whether a question limits what it asks for in a way that the answers to its intent leave out. */
export const isLimited = ({ intent, plainText }: QuestionForm): boolean =>
  (EXCEPT.test(plainText) && !HEEDS_EXCEPT.has(intent)) ||
  QUALIFIERS.some(([words, intents]) => intents.has(intent) && words.test(plainText))

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
    'favouritePerson',
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
  readonly happening: string | null
  readonly time: object | null
  readonly plainText: string
}

/** Intents whose answers are about the last days if the question names no time. */
const OF_LAST_DAYS: ReadonlySet<Intent> = new Set<Intent>(['whereWas', 'didOn', 'met'])
/** Words for a time that only the talk tells. */
const ONE_TIME = /\b(?:when|while|before|after|afterwards|then|that (?:day|time|night)|wait(?:ed|ing)|yourself)\b/

/** Whether a question is about a time that was not understood, so that an answer about the last days would mislead. */
const isOfOneTime = ({ intent, time, happening, plainText }: QuestionForm): boolean =>
  OF_LAST_DAYS.has(intent) &&
  ((time === null && happening === null && ONE_TIME.test(plainText)) ||
    (happening !== null && /\b(?:before|after)\b/.test(plainText)))

/** The answer if it fits the question; null if it answers something else, so that the resident does not know. */
export function fittedTelling(telling: readonly string[], question: QuestionForm): readonly string[] | null {
  const { intent, aspect, plainText } = question
  if (aspect === 'who' && ASKS_WHO.test(plainText) && WITHOUT_PERSON.has(intent)) return null
  const answer = telling.join(' ')
  if (HOW_MANY.test(plainText) && !COUNTED.test(answer)) return null
  if (aspect === 'when' && ASKS_WHEN.test(plainText) && !TIMED.test(answer)) return null
  if ((intent === 'attended' || intent === 'been') && aspect === 'what') return null
  if (intent === 'neverBeen' && aspect === 'many') return null
  if (isOfOneTime(question)) return null
  if (intent === 'weather' && aspect === 'when') return null
  if (isLimited(question)) return null
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

/** Said of the second of two questions that has no answer. */
const REST_UNKNOWN = 'The rest I could not tell you.'

/** The answers to two questions of a turn as one: a sentence of each, unless one is enough. */
export function joinTellings(
  first: readonly string[],
  second: readonly string[],
  [ignorance]: readonly string[],
): readonly string[] {
  const [one = ''] = first
  const [other = ''] = second
  if (wordsOfTelling(one) === wordsOfTelling(other)) return first
  if (other === ignorance) return one === ignorance ? first : [one, REST_UNKNOWN]
  // A distance, and the same distance with its minutes.
  if (one === ignorance || (one !== '' && other.startsWith(one.replace(/[.!?]$/u, '')))) return second
  return [...first.slice(0, 1), ...second.slice(0, 1)]
}

const IS_TIMED = /\d|\b(?:today|yesterday|tomorrow|night|morning|afternoon|evening|week|month|\w+day)\b/iu
/** Words in which a denial begins. */
const DENIAL_WORDS = 5
/** A sentence that says that there is nothing: it may be said again. */
const DENIES = /\b(?:nobody|nothing|none|never)\b|^No\b|\b(?:have|has) (?:not|no)\b/iu
/** Words that ask for how something came about, or how it went. */
const OF_COURSE =
  /\b(?:started|cause[ds]?|reason|behind|took you|brought|come about)\b|^(?:(?:and|so|but) )*how (?:did|was|come)\b/u

/** A question for a result, which may be said again. */
const OF_WINNING = /\b(?:win|won|lose|lost)\b/
const RESULT = /\b(?:won|lost|draw|drew)\b/

/** Words that ask for more than was said. */
const OF_MORE =
  /\b(?:who|what|where|anyone|anybody|anything) else\b|\bthe (?:one|time|day) before\b|\bbefore that\b|\bhow do you mean\b/
/** Words of a follow-up, and words that its answer then must have. */
const NEEDED_WORDS: readonly (readonly [question: RegExp, words: RegExp])[] = [
  [/\bhow many\b/, COUNTED],
  [/\bwhere to\b/, /\b(?:to|at)\b/],
  [/^(?:(?:and|so|but) )*where\b/, /\b(?:at|in|on|to)\b/],
  [/\bwhen (?:do|does|is|are|will)\b/, /\b(?:at|tomorrow|tonight|next|on \w+day|will)\b/],
  [/\bwhose move\b/, /\bmove\b/],
  [/\bsince when\b/, /\bsince\b/],
  [/\bwhat (?:\w+ ){0,3}about\b|\bover what\b/, /\b(?:about|over|on)\b/],
]

const ASKING_WORDS = contentStems(FOLLOW_UP_WORDS)

/** Whether a follow-up has a word that the answer to the question before it does not: `who won?` after a quarrel. */
function asksForMore({ aspect, plainText }: QuestionForm, answer: string): boolean {
  if (aspect === 'where') return false
  const answered = contentStems(answer)
  const askedStems = contentStems(plainText.replaceAll(/<\w+>/g, ' '))
  return [...askedStems].some((stem) => !answered.has(stem) && !ASKING_WORDS.has(stem))
}

/**
 * An answer to a follow-up that only repeats what was said: of a reason the part that gives it; null if nothing is left.
 * A denial, a place or a name may be repeated.
 */
export function unrepeated(
  answer: readonly string[],
  question: QuestionForm,
  { before, names }: { readonly before: string | null; readonly names: readonly string[] },
): readonly string[] | null {
  if (before === null) return answer
  const { aspect, plainText } = question
  const earlierStems = contentStems(before)
  const [first = '', second] = answer
  const isRepeated = [...contentStems(answer.join(' '))].every((stem) => earlierStems.has(stem))
  const beginning = first.split(' ').slice(0, DENIAL_WORDS).join(' ')
  if (!isRepeated || DENIES.test(beginning)) return answer
  if (aspect === 'why' && second !== undefined) return [second]
  if (asksForMore(question, answer.join(' ')) && !OF_WINNING.test(plainText)) return null
  if (OF_WINNING.test(plainText) && RESULT.test(answer.join(' '))) return answer
  const isTimeless = aspect === 'when' && !IS_TIMED.test(answer.join(' '))
  const isNameless = aspect === 'who' && !names.some((name) => answer.join(' ').includes(name))
  const lacksAnswer =
    isTimeless ||
    isNameless ||
    aspect === 'why' ||
    OF_WINNING.test(plainText) ||
    OF_COURSE.test(plainText) ||
    OF_MORE.test(plainText) ||
    NEEDED_WORDS.some(([question, words]) => question.test(plainText) && !words.test(answer.join(' '))) ||
    (aspect === 'whether' && !/^(?:Yes|No)\b/u.test(first))
  return lacksAnswer ? null : answer
}
