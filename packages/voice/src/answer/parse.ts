// The questions of a talk's last turn: at most two, each with what it leans on.
import type { Turn } from '../material.ts'
import { detailOf, type Intent } from './features.ts'
import {
  aboutReplies,
  atEarlierTime,
  followUp,
  OF_POST_TALK,
  pointsBack,
  withEntity,
  withLastPerson,
} from './follow-up.ts'
import { wordsIn } from './plain-words.ts'
import {
  callerName,
  clippedTurn,
  type ParseContext,
  type ParsedQuestion,
  type ParsedTurn,
  PERSON_PRONOUN,
  readTurn,
} from './reading.ts'

/** The last turn of a talk as a question; null if it asks nothing that rows can answer. */
export function parseQuestion(turns: readonly Turn[], context: ParseContext): ParsedQuestion | null {
  const at = turns.findLastIndex(({ role }) => role === 'user')
  if (at === -1) return null
  const text = turns[at]!.content
  const earlier = turns.slice(0, at)
  const caller = callerName(turns.slice(0, at + 1))
  const found = pointsBack(text, earlier)
    ? (withEntity(text, earlier, context) ?? followUp(text, earlier, context) ?? readAtTime(text, earlier, context))
    : alone(text, earlier, context)
  if (found !== null) return { ...found, caller }
  const isNew = caller !== null && callerName(turns.slice(at, at + 1)) !== null
  if (!isNew || text.includes('?') || text.length > 160) return null
  const none = { people: [], places: [], things: [], issue: null, happening: null, stranger: null, time: null }
  return {
    intent: 'callerGiven',
    aspect: 'tell',
    ...none,
    isHearsay: false,
    caller,
    detail: detailOf(''),
    plainText: '',
  }
}

/** A turn at the time that was talked of, unless it names one. */
function readAtTime(text: string, earlier: readonly Turn[], context: ParseContext): ParsedTurn | null {
  const found = readTurn(text, earlier, context)
  return found === null ? null : atEarlierTime(found, earlier, context)
}

/** A turn by itself; a short one that says too little leans on the talk before it. */
function alone(text: string, earlier: readonly Turn[], context: ParseContext): ParsedTurn | null {
  const isShort = earlier.length > 0 && wordsIn(text).length <= SHORT_MAX
  if (earlier.length > 0 && WHICH_OF_THEM.test(text)) {
    const leaning = followUp(text, earlier, context)
    return leaning === null ? null : { ...leaning, intent: 'unknown' }
  }
  const ofPost = earlier.length > 0 && wordsIn(text).length <= LEANING_MAX ? aboutReplies(text, earlier, context) : null
  if (ofPost !== null) return ofPost
  const ofPerson = earlier.length > 0 ? withLastPerson(text, earlier, context) : null
  if (ofPerson !== null) return ofPerson
  const found = readTurn(text, earlier, context)
  const own = found === null || !isShort ? found : atEarlierTime(found, earlier, context)
  const isOfThing =
    wordsIn(text).length <= LEANING_MAX &&
    earlier.length > 0 &&
    /\b(?:she|he)\b/iu.test(text) &&
    own !== null &&
    own.people.length + own.things.length === 0
  const isEnough = own !== null && own.intent !== 'unknown'
  if (isEnough) return (isOfThing ? withEntity(text, earlier, context) : null) ?? own
  const ofEntity = withEntity(text, earlier, context)
  if (ofEntity !== null || (own !== null && !isShort)) return ofEntity ?? own
  return followUp(text, earlier, context) ?? own
}

/** A turn about one of what the last answer named. */
const WHICH_OF_THEM = /^(?:and |so |but )?which (?:one|ones|of (?:them|these|those))\b(?!.*\byou)/iu

/** Words and marks of a turn about the words of a post: `what did you write for it?`. */
const LEANING_MAX = 8
/** Words and marks of a turn that leans on another. */
const SHORT_MAX = 6

/** Where a second question begins within a sentence. */
const SECOND =
  /[,;]? (?:and|but) (?=(?:also )?(?:who|whom|what|when|where|why|how|which|did|do|does|are|is|was|were|have|has|will|since when|for how long|(?:with|to|against|by|about|of|from) (?:who|whom|what|which)|at what)\b)/iu

/** The parts of a turn that ask, at most two: sentences with a question mark, or clauses of the last one. */
function questionsIn(text: string): string[] {
  const clipped = clippedTurn(text)
  const sentences = clipped.match(/[^.?!]+[.?!]*/gu)?.map((one) => one.trim()) ?? []
  const asks = sentences.filter((one) => one.endsWith('?'))
  if (asks.length > 1) return asks.slice(-2)
  const [only = clipped] = asks
  const at = SECOND.exec(only)
  if (at === null) return [clipped]
  const [first, second] = [only.slice(0, at.index), only.slice(at.index + at[0].length)]
  const before = clipped.slice(0, Math.max(0, clipped.indexOf(only)))
  return first.split(' ').length < 3 ? [clipped] : [`${before}${first}?`, second]
}

const DOING = /\bwhat (?:were|did|have) you (?:\w+ )?(?:doing|do|done|up to)\b/

const OF_HAPPENING: ReadonlySet<Intent> = new Set<Intent>(['whereWas', 'met', 'attended'])

/** `Where were you last night, and what were you doing?`: the second question is about the time of the first. */
function atTimeOf(one: ParsedQuestion, other: ParsedQuestion): ParsedQuestion {
  // `What is Odile's work, and do you get along?`
  const isOfPerson = other.aspect === 'whether' && /^(?:friend|rival|angry)$/.test(other.intent)
  if (isOfPerson && one.people.length === 1 && other.people.length === 0)
    return { ...other, intent: 'tie', people: one.people }
  if (one.happening !== null && other.happening === null && OF_HAPPENING.has(other.intent))
    return { ...other, happening: one.happening }
  if (one.time === null || one.time.tense !== 'past') return other
  const isDoing = DOING.test(other.plainText)
  if (other.time !== null && !isDoing) return other
  return { ...other, time: one.time, intent: isDoing ? 'didOn' : other.intent }
}

/** A second question of the last turn that leans on the answer to the first: `and where are they now?`. */
export function questionAfter(turns: readonly Turn[], answer: string, context: ParseContext): ParsedQuestion | null {
  const at = turns.findLastIndex(({ role }) => role === 'user')
  const [first, second] = at === -1 ? [] : questionsIn(turns[at]!.content)
  if (first === undefined || second === undefined || !PERSON_PRONOUN.test(second.toLowerCase())) return null
  const dialogue: Turn[] = [
    { role: 'user', content: first },
    { role: 'assistant', content: answer },
    { role: 'user', content: second },
  ]
  return parseQuestion([...turns.slice(0, at), ...dialogue], context)
}

/** The questions of the last turn, at most two. The second may lean on the first. */
export function parseQuestions(turns: readonly Turn[], context: ParseContext): ParsedQuestion[] {
  const at = turns.findLastIndex(({ role }) => role === 'user')
  const whole = parseQuestion(turns, context)
  if (at === -1) return []
  const [first, second] = questionsIn(turns[at]!.content)
  if (first === undefined || second === undefined) return whole === null ? [] : [whole]
  const earlier = turns.slice(0, at)
  const one = parseQuestion([...earlier, { role: 'user', content: first }], context)
  const other = parseQuestion(
    [...earlier, { role: 'user', content: first }, { role: 'user', content: second }],
    context,
  )
  if (one !== null && other === null && one.time?.tense === 'past' && DOING.test(second.toLowerCase()))
    return [one, { ...one, intent: 'didOn', aspect: 'what', people: [], places: [], plainText: second.toLowerCase() }]
  if (one === null || other === null) return [one ?? other ?? whole].filter((found) => found !== null)
  // `Who replied to you last, and about what?`
  if (OF_POST_TALK.has(one.intent) && other.intent === 'talk') return [one]
  const isSame =
    one.intent === other.intent &&
    (one.aspect === other.aspect || one.intent === 'lastMet' || (one.people.length > 0 && other.people.length === 0))
  return isSame ? [one] : [one, atTimeOf(one, other)]
}
