// Short turns that lean on the talk before them: `and when was that?`, `with whom?`.
import type { Turn } from '../material.ts'
import { CONCEPTS } from './concepts.ts'
import { linkEntities } from './entities.ts'
import { detailOf, type Intent, OF_REPLIES, type QuestionDetail } from './features.ts'
import { wordsIn } from './plain-words.ts'
import {
  askingPart,
  aspectOf,
  earlierMentions,
  lastHappening,
  type ParseContext,
  type ParsedTurn,
  QUESTION_MAX,
  readTurn,
  wordsMeant,
} from './reading.ts'
import { timeIn } from './times.ts'

/** A short turn that asks for another side of what was just talked of: `and when was that?`, `why?`, `with whom?`. */
const FOLLOW_UP =
  /^(?:(?:and|but|so|oh|ok|okay|well|hm|really|i see|then|ah) ?[,.]? )*(?:(?:when|where(?:abouts)?|why|who|what|how|(?:at|to|by|from|about|for) who|with who|against who|what time|which one|how come|how so|since when|how long ago|what for|what about|how about|did you win|who won|was it|is it|is that|was that|were they|what happened then|did (?:you|they|he|she|it)|have you|were you|has (?:he|she|it)|are you still|is (?:he|she)|do you still)\b.{0,40}|yesterday|today|tomorrow|and .{0,30})[?.! ]*$/
const POINTS_BACK = /\b(?:last time|that|it|this|then|those|there|him|her|them|she|he|they|one)\b/

export function followUp(text: string, turns: readonly Turn[], context: ParseContext): ParsedTurn | null {
  const lastWords = wordsMeant(askingPart(text), context)
  const low = lastWords.flatMap(({ low: word }) => (/^[.?!,;:]$/.test(word) ? [] : [word])).join(' ')
  if (low.split(' ').length > 10 || !FOLLOW_UP.test(low) || CONCEPTS.source.test(low)) return null
  if (low.split(' ').length > 5 && !POINTS_BACK.test(low)) return null
  const users = turns.filter(({ role }) => role === 'user')
  for (const [back, { content }] of users.slice(-4).toReversed().entries()) {
    const before = turns.slice(0, turns.lastIndexOf(users.at(-1 - back)!))
    if (pointsBack(content, before)) continue
    const earlier = readTurn(content, before, context)
    if (earlier === null || SOCIAL.has(earlier.intent)) continue
    const linked = linkEntities(lastWords, context.index)
    const people = linked.mentions
      .filter(({ kind, id }) => kind === 'person' && id !== context.self)
      .map(({ id }) => id)
    const places = linked.mentions.filter(({ kind }) => kind === 'place').map(({ id }) => id)
    const time = timeIn(lastWords, context.now, earlier.time)
    const isOfCause = OF_CAUSE.test(low) || (earlier.intent === 'feeling' && /\bwhat happened\b/.test(low))
    const aspect = isOfCause ? 'why' : aspectOf(linked.text)
    if (
      (/\b(?:always|different(?:ly)?)\b/.test(low) && !OF_OPINION.has(earlier.intent)) ||
      /\b(?:before|after) (?:that|then|this|him|her|them)\b|\b(?:damage|harm|hurt|cost)\b/.test(low)
    )
      return { ...earlier, intent: 'unknown', aspect }
    if (OF_MENDER.test(low) && earlier.things.length > 0) return { ...earlier, intent: 'unknown', aspect }
    const [blamed] = OF_REGARD.has(earlier.intent) && OF_DEED.test(low) ? lastPeople(turns, context) : []
    if (blamed !== undefined)
      return { ...earlier, intent: 'tie', aspect: 'why', people: [blamed], plainText: linked.text }
    const happening = OF_NEWS.has(earlier.intent) && /\bthere\b/.test(low) ? lastHappening(turns) : null
    if (happening !== null)
      return { ...earlier, intent: 'attended', aspect, happening, time: null, plainText: linked.text }
    if (OF_TIES.has(earlier.intent) && /\bsince when\b|^(?:and )?(?:for )?how long\b/.test(low)) {
      const [friend] = earlier.people.length > 0 ? earlier.people : lastPeople(turns, context)
      if (friend !== undefined)
        return { ...earlier, intent: 'firstMet', aspect: 'when', people: [friend], plainText: linked.text }
    }
    const [opponent] = earlier.intent === 'arguesMost' && OF_SUBJECT.test(low) ? lastPeople(turns, context) : []
    if (opponent !== undefined) return { ...earlier, intent: 'argued', aspect: 'what', people: [opponent] }
    const isOfTalk = MEETINGS.has(earlier.intent) && OF_TALK.test(low)
    const intent = isOfTalk
      ? 'talk'
      : aspect === 'who' && earlier.intent === 'been' && /\bwas|were|with\b/.test(low)
        ? 'met'
        : aspect === 'what' && earlier.intent === 'whereWas' && /\b(?:doing|do)\b/.test(low)
          ? 'didOn'
          : OF_END.test(low) && OF_GAMES.has(earlier.intent)
            ? 'gameEnd'
            : OF_RESULT.test(low) && (MEETINGS.has(earlier.intent) || earlier.intent === 'didWith')
              ? 'games'
              : aspect === 'who' && earlier.things.length > 0
                ? whoOfThing(low)
                : /\b(?:since when|how long)\b/.test(low) && earlier.things.length > 0
                  ? 'thingSince'
                  : OF_STATE.test(low) && earlier.things.length > 0
                    ? 'thingState'
                    : earlier.intent
    const named = isOfTalk ? lastPeople(turns, context) : earlier.people
    return {
      ...earlier,
      intent,
      aspect,
      detail: {
        ...detailWith(earlier.detail, detailOf(linked.text, linked.isYourThing)),
        ...resultOf(low),
        ...ownPromise(earlier.intent),
      },
      plainText: earlier.intent === 'lastMet' ? `${linked.text} ${earlier.plainText}` : linked.text,
      people: people.length > 0 ? people : named,
      places: places.length > 0 ? places : earlier.places,
      time: time ?? earlier.time,
    }
  }
  return null
}

const LAST_TALK = /\b(?:when|where) did (?:you|u) (?:two )?last (?:talk|speak|chat|meet|meet up)\b(?! \w)/iu

/** `When did you last talk?` is about the person that the last answer names. */
export function withLastPerson(text: string, turns: readonly Turn[], context: ParseContext): ParsedTurn | null {
  const [person] = LAST_TALK.test(text) ? lastPeople(turns, context) : []
  const name = context.index.names.get(person ?? '')
  return name === undefined ? null : readTurn(text.replace(LAST_TALK, `$& with ${name}`), turns, context)
}

/** Intents about a thing or a place, which `it` may stand for. */
const OF_ENTITY: ReadonlySet<Intent> = new Set<Intent>([
  ...(['thingState', 'thingKeeper', 'thingSince', 'thingPlace', 'thingIs', 'hasThing', 'brokenThings'] as const),
  ...([
    'placeIs',
    'placeOpen',
    'placePresent',
    'placeWorkers',
    'placeNews',
    'placeOpinion',
    'been',
    'distance',
  ] as const),
])
const ENTITY_PRONOUN = /\b(?:it|she|her|he|him|they|them)\b/iu
/** Words of a turn that may lean on the thing or place of the turn before it. */
const ENTITY_TURN_MAX = 14

/** A turn with the thing or place that was talked of last in place of its pronoun: `whose job is it to see to her?`. */
export function withEntity(text: string, turns: readonly Turn[], context: ParseContext): ParsedTurn | null {
  const last = turns.findLast(({ role }) => role === 'user')
  if (last === undefined || wordsIn(text).length > ENTITY_TURN_MAX || !ENTITY_PRONOUN.test(text)) return null
  const mentions = earlierMentions([last], context).filter(({ id }) => id !== context.self)
  const name = mentions.some(({ kind }) => kind === 'person')
    ? undefined
    : context.index.names.get(mentions.at(-1)?.id ?? '')
  if (name === undefined || earlierMentions([{ role: 'user', content: text }], context).length > 0) return null
  const found = readTurn(
    text.replace(ENTITY_PRONOUN, /^(?:the|our) /iu.test(name) ? name : `the ${name}`),
    turns,
    context,
  )
  return found !== null && OF_ENTITY.has(found.intent) ? found : null
}

export const OF_POST_TALK: ReadonlySet<Intent> = new Set<Intent>(['lastReply', 'postReplies', 'otherReplied'])
const OF_OWN_TALK: ReadonlySet<Intent> = new Set<Intent>(['ownReplies', 'ownChallenge'])
/** What the resident itself said. */
export const OF_OWN_WORDS = /\bwhat did you (?:say|write|answer|reply|enter|submit|tell (?:them|him|her))\b/
const OF_OUTCOME = /\bhow did (?:you|it) (?:do|go|end|turn out)\b/
/** `What did they say?` */
const OF_WORDS = /\bwhat(?: did|'d|d)? (?:they|he|she|it|that) (?:say|said|write|wrote|reply|answer)\b/

/** A short turn about the answers to the post that was talked of: `did anyone write back?`. */
export function aboutReplies(text: string, turns: readonly Turn[], context: ParseContext): ParsedTurn | null {
  const last = turns.findLast(({ role }) => role === 'user')
  const low = text.toLowerCase()
  if (last === undefined || ![OF_REPLIES, OF_WORDS, OF_OWN_WORDS, OF_OUTCOME].some((form) => form.test(low)))
    return null
  const earlier = readTurn(last.content, turns.slice(0, turns.lastIndexOf(last)), context)
  if (earlier !== null && OF_POST_TALK.has(earlier.intent) && OF_WORDS.test(low)) return { ...earlier, aspect: 'what' }
  if (earlier !== null && OF_OWN_TALK.has(earlier.intent) && (OF_OWN_WORDS.test(low) || OF_OUTCOME.test(low)))
    return { ...earlier, aspect: 'what', plainText: low }
  if (earlier?.intent !== 'lastPost' || !OF_REPLIES.test(low)) return null
  return { ...earlier, aspect: aspectOf(text.toLowerCase()), detail: { ...earlier.detail, isOfReplies: true } }
}

/** Intents that a short turn asks about the time of the turn before it. */
const OF_TIME: ReadonlySet<Intent> = new Set<Intent>(['met', 'whereWas', 'didOn', 'games', 'argued', 'walked'])

/** A short turn without a time, at the time of the turn before it: `was anyone with you?`. */
export function atEarlierTime(own: ParsedTurn, turns: readonly Turn[], context: ParseContext): ParsedTurn {
  const last = turns.findLast(({ role }) => role === 'user')
  const isPresent = own.intent === 'placePresent'
  if (last === undefined || own.time !== null || !(isPresent || OF_TIME.has(own.intent))) return own
  const earlier = readTurn(last.content, turns.slice(0, turns.lastIndexOf(last)), context)
  if (earlier?.time?.tense !== 'past') return own
  return { ...own, time: earlier.time, ...(isPresent ? { intent: 'met' as const, places: earlier.places } : {}) }
}

const MEETINGS: ReadonlySet<Intent> = new Set<Intent>(['lastMet', 'met', 'lastSeen', 'meetsMost', 'know'])
/** Follow-ups to a meeting that ask what was said at it. */
const OF_TALK = /\b(?:about|talk|say|said|discuss|chat|tell|told|subject|topic|want(?:ed)?)\b/

/** Follow-ups that ask for a cause: `what brought that on?`. */
const OF_CAUSE =
  /\b(?:how come|what makes|brought|caused|made you|started it|(?:is|was|'s) behind (?:that|it)|the (?:reason|cause)|for what reason)\b/
const OF_OPINION: ReadonlySet<Intent> = new Set<Intent>(['opinion', 'changedMind', 'beliefs'])

const OF_NEWS: ReadonlySet<Intent> = new Set<Intent>(['news', 'happening'])
/** Follow-ups about somebody whom no row of a thing names: `and who fixed it?`. */
const OF_MENDER = /\bwho (?:repaired|fixed|mended|broke)\b|\bto blame\b/
/** Follow-ups that ask what an argument was about. */
const OF_SUBJECT = /\b(?:about|over) what\b|\bwhat (?:is it |was it |do you argue )?(?:about|over)\b/
const OF_TIES: ReadonlySet<Intent> = new Set<Intent>(['tie', 'friend', 'likedBy', 'know', 'opinionPerson', 'trusted'])
const OF_REGARD: ReadonlySet<Intent> = new Set<Intent>(['rival', 'angry', 'trusted', 'likedBy', 'friend'])
/** Follow-ups that ask for the deeds of somebody: `what did they do to you?`. */
const OF_DEED = /\bwhat (?:did|have|has) (?:they|he|she) (?:do|done)\b|\bwhat for\b/

/** `Did you keep it?` is about the promise that was talked of, not about promises as a habit. */
const ownPromise = (intent: Intent): Partial<QuestionDetail> => (intent === 'promised' ? { isKeeping: false } : {})

/** `Who won?` asks for the result of the last game, not for the last game won. */
const resultOf = (low: string): Partial<QuestionDetail> => (/\bwho (?:won|lost)\b/.test(low) ? { outcome: null } : {})

/** Follow-ups that ask for the result of a game. */
const OF_RESULT = /\b(?:won|win|wins|lost|lose|beat|score|ahead|drew|draw)\b/

/** Follow-ups that ask how a game ended, or how long it was. */
const OF_END =
  /\bhow did it (?:end|finish)\b|\bhow many moves\b|\bhow long (?:did it|was it)\b|\bhow did (?:you|he|she|they) (?:win|lose)\b/
const OF_GAMES: ReadonlySet<Intent> = new Set<Intent>(['games', 'gameEnd', 'didWith', 'lastSeen', 'lastMet'])

/** Follow-ups that ask who keeps a thing: `who looks after it?`, `whose is it?`. */
const OF_KEEPER =
  /\b(?:keeps?|keeping|looks?|looking|cares?|minds?|charge|owns?|owner|whose (?:is|job|task|duty)|responsible|answerable|runs?|tends?|winds?|job|task|work)\b/

/** What a question for a person asks of a thing. */
const whoOfThing = (low: string): Intent =>
  /\b(?:has|have|got)\b/.test(low) ? 'thingState' : OF_KEEPER.test(low) ? 'thingKeeper' : 'unknown'

/** Follow-ups that ask how a thing is. */
const OF_STATE = /\b(?:wrong|matter|broken|mended|fixed|work(?:s|ing)?|how is|state|condition|all right)\b/

/** Residents that the last answer names. */
function lastPeople(turns: readonly Turn[], context: ParseContext): string[] {
  const last = turns.findLast(({ role }) => role === 'assistant')
  return earlierMentions(last === undefined ? [] : [last], context).flatMap(({ kind, id }) =>
    kind === 'person' && id !== context.self ? [id] : [],
  )
}

/** Details of an earlier question, with those that a follow-up names. */
const detailWith = (earlier: QuestionDetail, later: QuestionDetail): QuestionDetail => ({
  ...earlier,
  ...Object.fromEntries(Object.entries(later).filter(([, value]) => value !== null && value !== false)),
})

/** A turn that names only another time: `and in the evening?`. */
const ONLY_TIME =
  /^(?:(?:and|but|what about|how about) )*(?:(?:in|on|at|during|later|the|that|same|early|late|then) )*(?:mornings?|afternoons?|evenings?|nights?|noon|weekend|yesterday|today|\w+days?|the day before)(?: (?:morning|afternoon|evening|night))?[?.! ]*$/u

/** Whether a turn is so short that only the talk before it tells what it asks. */
export function pointsBack(text: string, earlier: readonly Turn[]): boolean {
  if (earlier.length === 0 || text.length > QUESTION_MAX) return false
  const words = wordsIn(text).filter(
    ({ low }) => /^[a-z]/.test(low) && !/^(?:and|but|so|oh|ok|okay|well|then|ah)$/.test(low),
  )
  if (ONLY_TIME.test(text.toLowerCase().trim())) return true
  // `Did you win?` is about the game that was talked of.
  if (words.length <= 4 && words.some(({ low }) => /^(?:win|won|lose|lost)$/.test(low))) return true
  if (words.length > 6 || words.some(({ low }) => /^(?:you|your|i|my)$/.test(low))) return false
  return words.length <= 2 || words.some(({ low }) => /^(?:that|it|this|then|there)$/.test(low))
}

const SOCIAL: ReadonlySet<Intent> = new Set<Intent>(['caller', 'callerGiven'])
