// Reads one turn of a talk as a question about a resident's life: intent, names, time, and what pronouns refer to.
import { contentStems, isGeneric } from '../language/words.ts'
import type { Turn } from '../material.ts'
import { issueIn } from '../meaning/argue.ts'
import { issueSubject, issues } from '../meaning/issues.ts'
import { intentOf } from './classify.ts'
import { type EntityIndex, type Linked, linkEntities } from './entities.ts'
import { type Aspect, detailOf, type Intent, type QuestionDetail, type QuestionFeatures } from './features.ts'
import { type Word, wordsIn } from './plain-words.ts'
import { makeCorrection } from './spelling.ts'
import { type AskedTime, timeIn } from './times.ts'

/** A question that rows can answer. */
export interface ParsedQuestion {
  readonly intent: Intent
  readonly aspect: Aspect
  /** Ids, without the resident that is asked, in order of mention. */
  readonly people: readonly string[]
  readonly places: readonly string[]
  readonly things: readonly string[]
  readonly issue: string | null
  /** A kind of happening: `storm`, `market`. */
  readonly happening: string | null
  /** A proper name that the world does not have; null without one. */
  readonly stranger: string | null
  readonly time: AskedTime | null
  /** Whether it asks for something that the resident may have heard from others. */
  readonly isHearsay: boolean
  /** The name that the caller gave in this talk. */
  readonly caller: string | null
  readonly detail: QuestionDetail
  /** The question in plain words, with marks in place of names. */
  readonly plainText: string
}

/** One turn as a question, without what the talk before it says of the caller. */
export type ParsedTurn = Omit<ParsedQuestion, 'caller'>

export interface ParseContext {
  readonly index: EntityIndex
  /** Id of the resident that is asked. */
  readonly self: string
  readonly now: number
  /** The name of the world. */
  readonly world?: string
}

export const QUESTION_MAX = 600

const NAME_GIVEN =
  /\b(?:(?:[Mm]y name(?: is|'s|’s)|[Cc]all me|[Ii] am called|[Tt]hey call me|[Pp]eople call me|(?:[Ii] am|I'm|I’m|i'm|[Tt]his is|[Ii]t is|[Ii]t's)(?= \p{Lu}))) (\p{L}[\p{L}'-]{1,20})/gu
const NO_CALLER_NAME =
  /^(?:a|an|the|not|so|very|just|here|new|from|glad|sorry|happy|sad|looking|trying|going|in|on|at|fine|well|good|your|my|only|also|still|curious|afraid|sure|back|interested|thinking|wondering|visiting|really|quite|english|french|german)$/i

/** The name that a caller gives for themselves; the latest counts. */
export function callerName(turns: readonly Turn[]): string | null {
  let name: string | null = null
  for (const { role, content } of turns) {
    if (role !== 'user') continue
    for (const [, ownName] of content.slice(0, 2_000).matchAll(NAME_GIVEN))
      if (ownName !== undefined && !NO_CALLER_NAME.test(ownName))
        name = ownName.charAt(0).toUpperCase() + ownName.slice(1)
  }
  return name
}

const HAPPENINGS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:storms?|stormed|gale|tempest)\b/, 'storm'],
  [/\b(?:floods?|flooded|high water)\b/, 'flood'],
  [/\bmarket(?: day)?\b/, 'market'],
  [/\bfair\b/, 'fair'],
  [/\b(?:feast|holiday|festival|garland day|celebration)\b/, 'feast'],
  [/\b(?:funeral|burial|died|buried)\b/, 'funeral'],
  [/\b(?:blackout|power cut|lights (?:go|went) out|dark)\b/, 'blackout'],
]

const ASPECTS: readonly (readonly [RegExp, Aspect])[] = [
  [/\bhow (?:many|much|often|long|far|frequently|regularly)\b/, 'many'],
  [/\b(?:why|how come|what for|for what reason|what (?:is|was) the reason|what(?:ever)? made you)\b/, 'why'],
  [/\bwho(?:se)?\b/, 'who'],
  [/\b(?:when|since when|what time|which day|what day)\b/, 'when'],
  [/\b(?:where|whereabouts|which place|what place|which spot)\b/, 'where'],
  [/\bhow\b/, 'how'],
  [/\b(?:what|which)\b/, 'what'],
]
const YES_NO =
  /^(?:(?:and|so|but|well|then|ok|okay|say|oh|tell me|please) ,? ?)*(?:do|did|does|have|has|had|is|are|was|were|will|would|can|could|should|am|any|ever|got)\b/

/** A question for yes or no that asks for more: `do you know where …`, `did you meet her, and when`. */
const ASKS_FOR_MORE =
  /\b(?:tell|know|say|remember|recall|guess|think|wonder(?:ing)?|hear|learn|curious|name|explain|describe|idea|sure|ask|show) (?:\w+ ){0,3}(?:who|what|when|where|why|how|which)\b|[,.] (?:and )?(?:(?:at|with|to|by|since|for|against|about) )?(?:who|what|when|where|why|how|which)\b|\band (?:who|what|when|where|why|how|which)\b/

/** The aspect of a question, from its first asking word. */
export function aspectOf(text: string): Aspect {
  if (YES_NO.test(text) && !ASKS_FOR_MORE.test(text)) return 'whether'
  let first: { readonly at: number; readonly aspect: Aspect } | null = null
  for (const [pattern, aspect] of ASPECTS) {
    const at = pattern.exec(text)?.index
    if (at !== undefined && (first === null || at < first.at)) first = { at, aspect }
  }
  return first?.aspect ?? (YES_NO.test(text) ? 'whether' : 'tell')
}

/** Turns that ask without a question mark. */
const ASKS =
  /^(?:(?:and|so|but|well|then|hi|hello|hey|please|ok|okay) ,? ?)*(?:who|what|where|when|why|how|which|whose|do|did|does|have|has|are|is|was|were|can|could|will|would|any|got|tell|describe|say|name|list|remind|give|spill|gimme)\b|\b(?:tell me|i wonder|wondering|like to know|love to know|love to hear|like to hear|want to know|curious|introduce yourself|let me know|looking for|ask you|like knowing|(?:talk|walk|take) me through|give me|enquire|inquire|inform me|recount|elaborate)\b|^(?:kindly|pray|please) |^your \w+\b(?! (?:\w+ ){0,4}(?:is|are|was|were)\b)|^(?!i |that is |this is |it is )(?:[^.!]* )?(?:what|who|where|when|why|how) (?:is|are|was|were|did|do|does|have|has|you|will|had|about)\b|^(?:any|state|status|news|latest|last) |^(?:and |so |but )?you (?:ever|still|really|got|like|know|doing|feeling|been|seen|going|want) /

/** Statements that ask for a word on what was said of the resident, or for agreement. */
const REPORTS =
  /\b(?:i (?:have )?(?:heard|read|was told|hear)|they say|people say|rumour has it|(?:some(?:one|body)|<person>) (?:told me|says|said)|apparently|i (?:think|thought|believe|understand) (?:that )?you|congrat\w*)\b.*\byou|, ?(?:is not it|right|eh|are not you|do not you|did not you)\b[ .!?]*$/

/** Courtesies around a question. */
const COURTESY =
  /\b(?:thank you(?: (?:so|very) much)?(?! (?:for|to)\b)(?=[ ,.!]*(?:$|[,.!?] ))|(?<!say )(?<!about )(?<!said )thanks(?: a lot)?(?=[ ,.!])|(?:nice|good|lovely|pleased) to (?:meet|see) you(?: too)?|excuse me|if you do not mind(?: me asking)?|if i may ask|may i ask|just curious|out of curiosity)\b/g

export const PERSON_PRONOUN =
  /\b(?:between you(?: two)?(?! and\b)|each other|(?:last|been) together|ma(?:k|d)e (?:it )?up|you two|you both|the two of you|both of you|she|he|her|him|hers|his|they|them|their|that (?:person|one|man|woman|fellow))\b/

/** Mentions of earlier turns, latest last. */
export function earlierMentions(turns: readonly Turn[], { index }: ParseContext): Linked['mentions'] {
  return turns.slice(-6).flatMap(({ content }) => linkEntities(wordsIn(content.slice(-QUESTION_MAX)), index).mentions)
}

/** Greetings and interjections before a question. */
const INTERJECTIONS =
  /^(?:(?:good (?:morning|afternoon|evening|day)|hi there|hey there|hiya|hi|hello|hey|heya|yo|lol|lmao|haha+|hehe+|hmm+|umm*|uhh*|oh|ah|oi|ahoy|howdy|psst|ahem|wow|ooh|morning|evening|afternoon|greetings|btw|by the way|anyway|honestly|seriously|quick question)(?: *[,.!:;…-]+ *| +)|(?:listen|look|dear|friend|mate|tell you what|one more (?:thing|question)) *[,.!:;…-]+ *)+(?=\S)/iu

/** The person that a pronoun stands for: who the caller spoke of last, unless the answer named only others. */
function personMeant(turns: readonly Turn[], context: ParseContext): string | undefined {
  const namedIn = (turn: Turn): string[] =>
    earlierMentions([turn], context).flatMap(({ kind, id }) => (kind === 'person' && id !== context.self ? [id] : []))
  let answered: readonly string[] = []
  for (const turn of turns.slice(-6).toReversed()) {
    const named = namedIn(turn)
    if (named.length === 0) continue
    if (turn.role === 'user')
      return answered.length === 0 || answered.includes(named.at(-1)!) ? named.at(-1) : answered[0]
    if (answered.length === 0) answered = named
  }
  return answered[0]
}

/** The end of a turn without a greeting, without the dots of titles, and with each mark once. */
export const clippedTurn = (text: string): string =>
  text
    .slice(-QUESTION_MAX)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/([.?!,;:])(?: ?\1)+/gu, '$1')
    .trim()
    .replace(INTERJECTIONS, '')
    .replaceAll(/\b(Mr|Mrs|Ms|Dr|St)\./gu, '$1')

/** Words that stand for what the sentence before names. */
const LEANS_BACK =
  /\b(?:it|its|she|he|her|him|his|hers|they|them|their|that|this|those|there|then|one|so|both|together|each other|you two|(?<!your |your best |your close )friends|why|how come|same)\b/iu

/** The part of a turn that asks: the last sentence with a question mark, else the last longer one. */
export function askingPart(text: string): string {
  const clipped = clippedTurn(text)
  const sentences = clipped.match(/[^.?!]+[.?!]*/gu)?.map((one) => one.trim()) ?? []
  const asks = sentences.filter((one) => one.endsWith('?'))
  const last = asks.at(-1) ?? sentences.findLast((one) => one.split(' ').length > 2) ?? clipped
  // A short question leans on the sentence before it: `You know Odile. Is she well?`
  const before = sentences[sentences.indexOf(last) - 1]
  const leans = last.split(' ').length <= 4 || (last.split(' ').length <= 8 && LEANS_BACK.test(last))
  return before !== undefined && leans && before.split(' ').length <= 25 ? `${before} ${last}` : last
}

/** A question with as many words of its own is about more than an issue that it shares one word with. */
const MANY_WORDS = 4

const issueNamed = (text: string): string | null => {
  for (const id of issues().keys()) {
    const subject = issueSubject(id)
    if (subject !== undefined && text.includes(subject.toLowerCase())) return id
  }
  return null
}

/** The words of a question with a mark in place of the subject of the issue that it names. */
function withIssueMarked(words: readonly Word[], issue: string | null): readonly Word[] {
  const subject = issue === null ? [] : wordsIn(issueSubject(issue) ?? '').map(({ low }) => low)
  const at = words.findIndex((_, start) => subject.every((low, i) => words[start + i]?.low === low))
  if (subject.length === 0 || at === -1) return words
  const mark = { low: '<issue>', raw: '<issue>', first: false }
  return [...words.slice(0, at), mark, ...words.slice(at + subject.length)]
}

const OPINION =
  /\b(?:yay or nay|pro or con|good or bad|yes or no|regarding|should|think|thinks|opinion|view|views|stand|stance|side|sides|believe|feel about|make of|agree|position|reckon|against|for it|changed? your mind|thoughts|mind about|take on)\b/

function issueOf(low: string, linked: Linked): string | null {
  const named = issueNamed(low)
  if (named !== null) return named
  if (!OPINION.test(low) || linked.mentions.some(({ kind }) => kind === 'person')) return null
  const found = issueIn(low, 1)
  if (found === null || issueIn(low) === found) return found
  // One word in common counts only if it names the issue.
  const about = contentStems(low)
  if ([...about].filter((one) => !isGeneric(one)).length >= MANY_WORDS) return null
  return [...contentStems(issueSubject(found) ?? '')].some((one) => about.has(one) && !isGeneric(one)) ? found : null
}

/** Questions about what others told: `have you heard that …`, `any news of …`. */
const HEARSAY =
  /\b(?:have you (?:\w+ )?heard|did you (?:\w+ )?hear|(?:has|did) (?:any|some)(?:body|one) (?:told|tell) you|have you been told|heard (?:anything|about|that|the news)|tidings|(?:people|they|folks?|others) (?:say|saying|tell|telling|talk|gossip)(?: \w+)? (?:about|of)|lowdown|(?:news|gossip|rumou?rs?|any word) (?:of|about|on)|what is (?:going on|up|happening|new) with <person>|what happened to <person>|is it true(?!.*\byou\b))/
/** Questions whether somebody is known, or has written. */
const NOT_HEARSAY = /\bheard? (?:from|of) <(?:person|stranger)>/

/** `Lost any games lately?` leaves out `have you`. */
const ELLIPSIS =
  /^(?:lost|won|got|played|seen|met|been|made|done|spoken|talked|visited|heard|beaten|argued|promised|helped|quarrelled)\b(?!.*\b(?:you|i|we)\b)/

const NO_SUBJECT =
  /^(?!.*\b(?:you|your|i|we|he|she|they|it|that|this|what|who|where|when|why|how|which|any|anything|news|weather|is|are|did|do|does|was|were)\b)/

export const happeningIn = (low: string): string | null =>
  HAPPENINGS.find(([pattern]) => pattern.test(low))?.[1] ?? null

/** Words for the time of something that was talked about. */
const AT_THE_TIME =
  /\b(?:(?:when|while) (?:it|that|this) (?:all )?(?:happened|came|began|started|was|hit)|during (?:it|that)|at the time|at that time)\b/

/** The happening that the talk was about last; `there` may stand for it. */
export function lastHappening(turns: readonly Turn[]): string | null {
  for (const { content } of turns.slice(-4).toReversed()) {
    const found = happeningIn(content.slice(-QUESTION_MAX).toLowerCase())
    if (found !== null) return found
  }
  return null
}

/** Words of a text with slips of the keyboard corrected. */
export function wordsMeant(text: string, { index }: ParseContext): Word[] {
  const isName = (word: string): boolean => index.words.has(word)
  const correct = makeCorrection(isName)
  return wordsIn(text).map((word) => {
    const low = correct(word.low)
    if (low === word.low) return word
    return { ...word, low, raw: /^\p{Lu}/u.test(word.raw) ? low.charAt(0).toUpperCase() + low.slice(1) : low }
  })
}

/** Reads a turn; one without any name is read again with things that stand without an article. */
export function readTurn(text: string, turns: readonly Turn[], context: ParseContext): ParsedTurn | null {
  const found = readWords(text, turns, context, false)
  if (found !== null) return found
  const loose = readWords(text, turns, context, true)
  return loose !== null && loose.things.length > 0 ? loose : null
}

/** A turn as it is read before its intent is known. */
interface Reading extends Omit<ParsedQuestion, 'caller' | 'intent' | 'stranger' | 'detail'> {
  readonly strangers: readonly string[]
  readonly isYourThing: boolean
  readonly features: QuestionFeatures
}

const OF_WAY = /\b(?:far|distance|minutes?|met(?:re|er)s?|walk|long)\b/

/** `it` for the thing or place that an earlier sentence of the turn names: `I look for the Fish Hall. Is it far?`. */
function withItself(linked: Linked, turn: string, context: ParseContext): Linked {
  const isNameless = linked.mentions.length + linked.strangers.length === 0
  const [only, another] = linked.mentions
  const isWay = only?.kind === 'place' && another === undefined && OF_WAY.test(linked.text)
  if (!(isNameless || isWay) || !/\bit\b/.test(linked.text)) return linked
  const found = earlierMentions([{ role: 'user', content: turn }], context).findLast(
    ({ kind, id }) => kind !== 'person' && id !== only?.id,
  )
  if (found === undefined || (isWay && found.kind !== 'place')) return linked
  return {
    ...linked,
    mentions: [found, ...linked.mentions],
    text: linked.text.replace(/\bit\b/, `<${found.kind}>`),
  }
}

/** Reads what a turn names and how it asks. If it is loose, things may stand without an article. */
export function readFeatures(text: string, turns: readonly Turn[], context: ParseContext, isLoose = false): Reading {
  const part = askingPart(text)
  const turnWords = wordsMeant(part, context)
  const low = turnWords.map(({ low: word }) => word).join(' ')
  const words = withIssueMarked(turnWords, issueNamed(low))
  const own = callerName([...turns, { role: 'user', content: text }])
  const all = linkEntities(words, context.index, context.self, isLoose)
  // The name of a happening, such as a feast, is no stranger.
  const strangers = all.strangers.filter(
    (name) => name.split(' ')[0] !== own && name !== context.world && happeningIn(name.toLowerCase()) === null,
  )
  const isHere = context.world !== undefined && all.strangers.includes(context.world)
  const here = isHere ? all.text.replace('<stranger>', 'town') : all.text
  const linked = withItself({ ...all, strangers, text: here }, text, context)
  const of = (kind: string): string[] => linked.mentions.filter((one) => one.kind === kind).map(({ id }) => id)
  let people = of('person').filter((id) => id !== context.self)
  let places = of('place')
  const things = of('thing')
  const isAboutSelf = linked.mentions.some(({ kind, id }) => kind === 'person' && id === context.self)
  const needsPerson = people.length === 0 && linked.strangers.length === 0 && PERSON_PRONOUN.test(linked.text)
  const needsPlace = places.length === 0 && /\bthere\b(?! (?:is|are|was|were|be|any|a)\b)/.test(linked.text)
  if (needsPerson || needsPlace) {
    const earlier = earlierMentions([...turns, { role: 'user', content: text }], context)
    const last = needsPerson ? personMeant([...turns, { role: 'user', content: text }], context) : undefined
    if (last !== undefined) people = [last]
    const isPlace = ({ kind }: { readonly kind: string }): boolean => kind === 'place'
    // A place that the caller named counts before one of the answer.
    const own = earlierMentions(turns.filter(({ role }) => role === 'user').slice(-2), context).findLast(isPlace)
    const answer = turns.findLast(({ role }) => role === 'assistant')
    const answered = answer === undefined ? undefined : earlierMentions([answer], context).find(isPlace)
    const lastPlace = own ?? answered ?? earlier.findLast(isPlace)
    if (needsPlace && lastPlace !== undefined) places = [lastPlace.id]
  }
  const isThere = (needsPlace && places.length === 0) || AT_THE_TIME.test(low)
  const happening = happeningIn(low) ?? (isThere ? lastHappening(turns) : null)
  const issue = issueOf(low, linked)
  const time = timeIn(words, context.now)
  const spokenAspect = aspectOf(linked.text)
  const isFragment = words.length <= 4 && people.length + places.length + things.length + linked.strangers.length === 0
  const ownText = asSpoken(linked.text, of('person'), context.self)
    .replaceAll(/\b(can|do|did|will|would|have|are|could) not (you|we|they)\b/g, '$2 $1 not')
    .replaceAll(COURTESY, ' ')
    .replace(VOCATIVE, '$1')
    .replace(TAG_QUESTION, ' ?')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const isTagged = TAG_QUESTION.test(linked.text)
  const bare = pronounsReplaced(ownText, needsPerson && people.length > 0)
  // `residence?` asks for the resident's own.
  const full = ELLIPSIS.test(bare)
    ? `have you ${bare}`
    : /^you (?:ok|okay|all right|alright|good|well|fine|busy|there|happy|sad|tired|free)\b/.test(bare)
      ? `are ${bare}`
      : bare
  const plainText = isFragment && part.includes('?') && NO_SUBJECT.test(bare) ? `your ${bare}` : full
  const isHearsay = HEARSAY.test(plainText) && !NOT_HEARSAY.test(plainText)
  const aspect: Aspect = isTagged && spokenAspect === 'tell' ? 'whether' : spokenAspect
  const features: QuestionFeatures = {
    text: plainText,
    aspect,
    people: people.length,
    places: places.length,
    things: things.length,
    strangers: linked.strangers.length,
    issue: issue !== null,
    happening,
    time,
    isAboutSelf,
    isQuestion: ASKS.test(linked.text) || part.includes('?') || REPORTS.test(linked.text),
  }
  const named = { people, places, things, strangers: linked.strangers, isYourThing: linked.isYourThing }
  return { ...named, aspect, issue, happening, time, isHearsay, plainText, features }
}

/** Whether a turn ends with a question that is shorter than the remark before it, so that the remark can be talked about. */
function isMostlyRemark(text: string): boolean {
  const [, remark, question] = /^(.*[.!]) ([^.!]*[?])$/u.exec(askingPart(text)) ?? []
  return remark !== undefined && question !== undefined && wordsIn(remark).length > 2 * wordsIn(question).length
}

function readWords(text: string, turns: readonly Turn[], context: ParseContext, isLoose: boolean): ParsedTurn | null {
  const { features, strangers, isYourThing, ...reading } = readFeatures(text, turns, context, isLoose)
  if (!features.isQuestion) return null
  const intent = intentOf(features, turns.length > 0)
  if (intent === null || (intent === 'unknown' && isMostlyRemark(text))) return null
  return { ...reading, intent, stranger: strangers[0] ?? null, detail: detailOf(reading.plainText, isYourThing) }
}

/** `…, aren't you?`, `…, right?`, `… is that so?`. */
const TAG_QUESTION =
  / [,.] (?:(?:are|do|did|have|were|will|would|can|is|was|does|has) (?:not )?(?:you|it|he|she|they|i)(?: not)?|(?:you|we|they) (?:are|do|did|have|will|would|can|could) not|right|correct|eh|no|yes|true|is (?:that|it) (?:so|right|true|correct)|is that (?:really )?the case|did (?:i|she|he|they) get that right) *[?]+ *$/

/** The name of the resident at the end of a question: `what is the news, Lotte?`. */
const VOCATIVE = / , you( *[?.!]*)$/

const VERBS_WITH_YOU: Readonly<Record<string, string>> = { does: 'do', is: 'are', was: 'were', has: 'have' }

/** `does you know` to `do you know`. */
const withOwnVerbs = (text: string): string =>
  text.replaceAll(/\b(does|is|was|has) you\b/g, (_, verb: string) => `${VERBS_WITH_YOU[verb]} you`)

/** A resident that is named in a question to itself is `you`. */
function asSpoken(text: string, people: readonly string[], self: string): string {
  const at = people.indexOf(self)
  if (at === -1) return text
  if (people.length === 1) return withOwnVerbs(text.replaceAll(/<person> 's\b/g, 'your').replaceAll('<person>', 'you'))
  let n = -1
  const withYou = text.replaceAll('<person>', (mark) => {
    n += 1
    return n === at ? 'you' : mark
  })
  return withOwnVerbs(withYou)
}

const pronounsReplaced = (text: string, isPerson: boolean): string =>
  isPerson
    ? text
        .replace(
          /\b(?:her|his|their)(?= \p{L}+)(?! (?:lately|recently|last|today|yesterday|now|at|in|on|to|is|was|too|again|about|there)\b)/u,
          "<person> 's",
        )
        .replace(/\b(?:she|he|her|him|hers|his|they|them|their)\b/, '<person>')
        .replace(/\bbetween you(?: two)?(?! and\b)/, 'between you and <person>')
        .replace(/\b(?:you two|you both|the two of you|both of you)\b/, 'you and <person>')
    : text
