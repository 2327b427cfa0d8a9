// Facts from a world's rows that answer a question.
import {
  askingPart,
  type EntityIndex,
  fittedTelling,
  happeningIn,
  joinTellings,
  type ParsedQuestion,
  parseQuestions,
  questionAfter,
  telling,
  unrepeated,
} from '@agent-network/voice'
import type { Turn } from '@agent-network/voice/material'
import '../../platform/llm/local-model.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { placeIdAt, readBody } from '../../stores/city/bodies.ts'
import { makeMaps } from '../../stores/city/maps.ts'
import { countedAnswer } from './counted.ts'
import { lifeAnswer } from './life-answers.ts'
import { latestPostOf } from './lived.ts'
import { OF_PEACE } from './public-talk.ts'
import {
  isOfStreet,
  type LifeQuestion,
  metersBetween,
  namesAt,
  namesIn,
  placeNamed,
  placesFor,
  type QuestionContext,
  recogniseQuestion,
  residentById,
  residentNamed,
  type WantedFact,
  type WorldNames,
  whereabouts,
} from './questions.ts'
import {
  believes,
  factsKnownTo,
  findFact,
  findToldFact,
  gossip,
  newsAnswer,
  recalledDeed,
  recalledMatter,
  recalledPost,
  settledQuarrel,
  tellerOf,
} from './recall.ts'
import { seenThen, standingAnswer } from './standing.ts'
import {
  foreignThing,
  guestAnswer,
  ideaFact,
  isNoNews,
  newsIn,
  statesOf,
  townAnswer,
  townFact,
  winnerFact,
} from './town.ts'

const tieOf = prepare<{ world: string; agent: string; other: string }, { type: string }>((sql, param) =>
  sql
    .selectFrom('relationships')
    .select('type')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('other_agent_id', '=', param('other')),
)
const nearest = prepare<{ world: string; agent: string; type: string }, { display_name: string }>((sql, param) =>
  sql
    .selectFrom('relationships as r')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'r.world_id').onRef('a.id', '=', 'r.other_agent_id'))
    .select('a.display_name')
    .where('r.world_id', '=', param('world'))
    .where('r.agent_id', '=', param('agent'))
    .where('r.type', '=', param('type'))
    .where('a.kind', '=', literal('resident'))
    .orderBy('r.familiarity', 'desc')
    .orderBy('a.id')
    .limit(literal(2)),
)
const moodOf = prepare<{ world: string; agent: string }, { mood: string; reason: string }>((sql, param) =>
  sql
    .selectFrom('moods')
    .select(['mood', 'reason'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

const stop = (text: string): string => (/[.!?…]["”’)]*$/u.test(text) ? text : `${text}.`)
const withArticle = (kind: string): string =>
  kind.replace(/^[aeio]?/u, (vowel) => `a${vowel === '' ? '' : 'n'} ${vowel}`).replaceAll('_', ' ')
const inside = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ')

function whoIs({ display_name, specialty, bio }: AgentRow): string {
  if (bio === '' && specialty) return `${display_name} is in ${specialty}.`
  // In the first person it is a quotation.
  const own = /\b(?:I|me|my|mine|myself)\b/u.test(bio) ? `“${stop(bio)}”` : stop(bio)
  const field = specialty && !bio.toLowerCase().includes(specialty.toLowerCase()) ? ` The field is ${specialty}.` : ''
  return `${display_name}${bio === '' ? '' : `: ${own}`}${field}`
}

async function personFact(
  read: Read,
  { world, map, at, by }: QuestionContext,
  wanted: WantedFact,
  person: AgentRow,
): Promise<string | null> {
  const one = { world: world.id, agent: person.id }
  const name = person.display_name
  switch (wanted.kind) {
    case 'who':
      return whoIs(person)
    case 'where': {
      const where = map === null ? null : await whereabouts(read, { worldId: world.id, map, agentId: person.id }, at)
      if (where === null) return null
      return where.underway
        ? `${name} is on the way to ${inside(where.place.label)}.`
        : `${name} is at ${inside(where.place.label)} just now.`
    }
    case 'said': {
      const post = await latestPostOf(read, world.id, person.id)
      return post === undefined
        ? `${name} has not posted anything yet.`
        : `The last that ${name} wrote was this: “${post.text}”`
    }
    case 'followers':
      return `${person.id === by ? 'I have' : `${name} has`} ${person.followers_count} ${person.followers_count === 1 ? 'follower' : 'followers'}.`
    case 'posts':
      return `${person.id === by ? 'I have' : `${name} has`} written ${person.post_count} ${person.post_count === 1 ? 'post' : 'posts'}.`
    case 'mood': {
      const mood = await read.first(moodOf, one)
      return mood === undefined ? null : `${name} was ${mood.mood} when last heard of.`
    }
    case 'tie': {
      const other = await residentNamed(read, world, wanted.other)
      if (other === null) return null
      const tie = await read.first(tieOf, { ...one, other: other.id })
      return telling.tellTieOfOthers(name, other.id === by ? 'me' : other.display_name, tie?.type ?? null)
    }
    default:
      return null
  }
}

async function placeFact(
  read: Read,
  { world, map, at }: QuestionContext,
  wanted: WantedFact,
  isMinutes = false,
): Promise<string | null> {
  if (map === null) return null
  if (wanted.kind === 'distance') {
    const from = wanted.from === null ? null : placeNamed(map, wanted.from)
    const to = placeNamed(map, wanted.to)
    if (from === null || to === null) return null
    const meters = from.id === to.id ? 0 : metersBetween(map, from, to)
    return meters === null ? null : telling.tellDistance({ from: from.label, to: to.label, meters }, isMinutes)
  }
  if (wanted.kind === 'present') {
    const place = placeNamed(map, wanted.place)
    if (place === null) return null
    const names = await namesAt(read, world.id, place.id, at)
    if (names.length === 0) return `Nobody is at ${inside(place.label)} just now.`
    return `At ${inside(place.label)} just now: ${names.join(', ')}.`
  }
  const place = wanted.kind === 'where' ? placeNamed(map, wanted.name) : null
  if (place === null) return null
  const near = map.near(place.node).find(({ destination, meters }) => destination.kind !== 'home' && meters > 0)
  const distanceClause =
    near === undefined ? '' : `, ${Math.round(near.meters)} metres from ${inside(near.destination.label)}`
  return `${place.label} is ${withArticle(place.kind)}${distanceClause}.`
}

function somewhereFact({ map, by = '' }: QuestionContext, to: string): string | null {
  const [first, second] = map === null ? [] : placesFor(map, to, by)
  if (first === undefined) return null
  const other = second === undefined ? '' : `, or else to ${inside(second.label)}`
  return `I would go to ${inside(first.label)}, which is ${withArticle(first.kind)}${other}.`
}

/** Friends or rivals of the answering resident; ties are public. */
async function ownFact(read: Read, { world, by }: QuestionContext, tie: 'friend' | 'rival'): Promise<string | null> {
  if (by === undefined) return null
  const [first, second] = await read.all(nearest, { world: world.id, agent: by, type: tie })
  if (first === undefined)
    return tie === 'friend' ? 'Nobody whom I would call a friend yet.' : 'I have no quarrel with anybody at present.'
  const names = second === undefined ? first.display_name : `${first.display_name} and ${second.display_name}`
  if (tie === 'friend') return `I count ${names} among my friends.`
  return `It is no secret that I do not get on with ${names}.`
}

/** The answer to an exact form of question about the world: ideas, challenges, counts, and where to go. */
async function formFact(read: Read, context: QuestionContext, text: string): Promise<string | null> {
  const wanted = recogniseQuestion(text)
  if (wanted === null) return null
  switch (wanted.kind) {
    case 'distance':
    case 'present':
      return placeFact(read, context, wanted)
    case 'somewhere':
      return somewhereFact(context, wanted.to)
    case 'own':
      return ownFact(read, context, wanted.tie)
    case 'idea':
      return ideaFact(read, context, wanted.label)
    case 'winner':
      return winnerFact(read, context, wanted.title)
    case 'state':
    case 'since':
    case 'is':
    case 'keeper':
    case 'happened':
    case 'forecast':
    case 'when':
    case 'last':
      return townFact(read, context, wanted)
    default: {
      const person = await residentNamed(read, context.world, wanted.name)
      if (person !== null) return personFact(read, context, wanted, person)
      return (await townFact(read, context, wanted)) ?? placeFact(read, context, wanted)
    }
  }
}

/** The form of question that asks for the same fact as an intent about the world; null for one about a life. */
function formOf({ question, names, context: { map, by } }: LifeQuestion): WantedFact | null {
  const [personId, otherId] = question.people
  const name = names.nameOf(personId ?? '')
  const thing = names.index.names.get(question.things[0] ?? '') ?? ''
  const label = (id: string | undefined): string => (id === undefined ? '' : (map?.destination(id)?.label ?? ''))
  const [from, to] = question.places
  switch (question.intent) {
    case 'whoIs':
      return { kind: 'who', name }
    case 'otherMood':
      return { kind: 'mood', name }
    case 'followers':
      return question.aspect === 'who' ? null : { kind: 'followers', name }
    case 'postCount':
      return { kind: 'posts', name }
    case 'tieOfOthers':
      return { kind: 'tie', name, other: names.nameOf(otherId ?? '') }
    case 'tieToYou':
      return { kind: 'tie', name, other: names.nameOf(by) }
    case 'distance':
      return to === undefined
        ? { kind: 'where', name: label(from) }
        : { kind: 'distance', from: label(from), to: label(to) }
    case 'placeIs':
      return { kind: 'where', name: label(from) }
    case 'thingState':
    case 'hasThing':
      return { kind: 'state', name: thing }
    case 'thingIs':
      return { kind: 'is', name: thing }
    case 'thingSince':
      return { kind: 'since', name: thing }
    case 'thingKeeper':
      return { kind: 'keeper', name: thing }
    case 'thingPlace':
      return { kind: 'where', name: thing }
    case 'forecast':
      return { kind: 'forecast', past: question.time?.tense === 'past' || question.detail.isPastVerb }
    case 'news':
      return { kind: 'happened', when: newsSpan(question) }
    case 'happening':
      return { kind: 'last', what: question.happening ?? '' }
    default:
      return null
  }
}

const newsSpan = ({ time }: LifeQuestion['question']): 'today' | 'yesterday' | 'week' =>
  time?.label === 'yesterday' ? 'yesterday' : time?.label === 'today' ? 'today' : 'week'

/** The way to a place from where the resident is; where the place is, if the resident is nowhere. */
async function distanceFromHere(read: Read, { context, question }: LifeQuestion): Promise<string | null> {
  const { map, world, at, by = '' } = context
  const to = map?.destination(question.places[0] ?? '')
  if (map === null || to === undefined) return null
  const found = await whereabouts(read, { worldId: world.id, map, agentId: by }, at)
  const body = found === null ? await readBody(read, world.id, by) : undefined
  const homeId = body === undefined ? '' : (placeIdAt(body, at) ?? body.home_id ?? '')
  const here = found !== null ? found.place : map.destination(homeId)
  const meters = here === undefined ? null : metersBetween(map, here, to)
  if (here === undefined || meters === null) return placeFact(read, context, { kind: 'where', name: to.label })
  if (here.id === to.id) return `I am at ${inside(to.label)} just now.`
  const from = found === null ? null : here.label
  return telling.tellDistance({ from, to: to.label, meters }, question.detail.isMinutes)
}

async function worldAnswer(read: Read, one: LifeQuestion): Promise<string | null> {
  const wanted = formOf(one)
  if (wanted === null) return null
  const { context, question, names } = one
  switch (wanted.kind) {
    case 'distance':
      return placeFact(read, context, wanted, question.detail.isMinutes)
    case 'where':
      if (question.intent === 'distance') return distanceFromHere(read, one)
      return question.things.length > 0 && question.intent === 'thingPlace'
        ? townFact(read, context, wanted)
        : placeFact(read, context, wanted)
    case 'who':
    case 'mood':
    case 'followers':
    case 'posts':
    case 'tie': {
      const person = await residentById(read, context.world.id, question.people[0] ?? context.by ?? '')
      return person === undefined ? null : personFact(read, context, wanted, person)
    }
    case 'state':
      return statesOf(
        read,
        context,
        wanted,
        [...new Set(question.things)].map((id) => names.index.names.get(id) ?? ''),
      )
    default:
      return townFact(read, context, wanted)
  }
}

/** Words for what others say of somebody. */
const OF_TALK_ABOUT = /\b(?:say|saying|said|talk|whisper\w*|tell|telling|told|hear|heard|going round|news)\b/u

/** What the resident heard of the matter; null if it heard nothing and rows may answer. */
async function heardAnswer(read: Read, one: LifeQuestion, text: string): Promise<readonly string[] | null> {
  const { names, question } = one
  const mentioned = [...question.people, ...question.places, ...question.things]
  const subjects = mentioned.map((id) => ({ id, name: names.index.names.get(id) ?? '' }))
  // News of the town are told of by other questions; people come first here.
  const knownNews = await factsKnownTo(read, one)
  const sorted =
    subjects.length > 0
      ? knownNews
      : knownNews.toSorted((a, b) => Number(a.kind === 'happening') - Number(b.kind === 'happening'))
  const isOfAnyTalk = question.intent === 'otherNews' && OF_TALK_ABOUT.test(question.plainText)
  const fact = findFact(sorted, { text, subjects }) ?? (isOfAnyTalk ? findFact(sorted, { text: '', subjects }) : null)
  if (fact !== null) return newsAnswer(one, fact)
  const sighting = await seenThen(read, one)
  if (sighting !== null) return sighting
  if (question.intent === 'otherNews') return otherNews(read, one, null)
  if (question.intent !== 'heard' && question.people.length === 0) return null
  return telling.tellUnheard(question.people.length === 0 ? null : names.nameOf(question.people[0]!))
}

/** News of another resident: what is told of it, where it is, and what it posted last. */
async function otherNews(read: Read, one: LifeQuestion, news: string | null): Promise<readonly string[]> {
  const { world, map, at } = one.context
  const [id = ''] = one.question.people
  const name = one.names.nameOf(id)
  const found = map === null ? null : await whereabouts(read, { worldId: world.id, map, agentId: id }, at)
  const place =
    found === null
      ? null
      : telling.tellOtherPlace(name, { place: found.place.label, isWalking: found.underway }, null)[0]
  const post = place === null ? await latestPostOf(read, world.id, id) : undefined
  const posted =
    post === undefined
      ? null
      : telling.tellPost(name, { text: post.text, at: post.created_at, topic: post.topic }, at)[0]
  return telling.tellOtherNews(name, { news, place, post: posted, isTrouble: one.question.detail.mood === 'bad' })
}

/** Who told the resident what it said last, or what the question names. */
async function sourceAnswer(read: Read, one: LifeQuestion, turns: readonly Turn[]): Promise<readonly string[]> {
  const { names, question, context } = one
  const facts = await factsKnownTo(read, one)
  const last = turns.findLast(({ role }) => role === 'assistant')?.content ?? ''
  const text = turns.findLast(({ role }) => role === 'user')?.content ?? ''
  const subjects = question.people.map((id) => ({ id, name: names.nameOf(id) }))
  const fact =
    findToldFact(facts, last) ??
    (subjects.length + question.places.length === 0 && question.happening === null
      ? null
      : findFact(facts, { text: askingPart(text), subjects }))
  if (fact !== null) return telling.tellSource(tellerOf(one, fact))
  return happeningIn(last.toLowerCase()) !== null || /\btrouble with\b/u.test(last)
    ? telling.tellPublicSource()
    : telling.tellIgnorance(context.by)
}

/** News of the town, or what the resident heard if nothing happened. Duller facts are no news. */
async function townNews(read: Read, one: LifeQuestion): Promise<readonly string[] | null> {
  const dated = await newsIn(read, one)
  if (dated !== null) return dated
  const answer = await worldAnswer(read, one)
  if (answer !== null && !isNoNews(answer)) return [answer]
  const { time } = one.question
  const [latest] = (await factsKnownTo(read, one)).filter(
    ({ interest, created_at }) =>
      interest >= 0.35 && (time?.tense !== 'past' || (created_at >= time.from && created_at < time.to)),
  )
  return latest === undefined ? (answer === null ? null : [answer]) : newsAnswer(one, latest)
}

/** Words for talk on any matter. */
const OF_GOSSIP = /\b(?:gossip|rumou?rs?|juic\w+|scandals?|(?:bit|piece)s? of news)\b/u

async function hearsayAnswer(read: Read, one: LifeQuestion, turns: readonly Turn[]): Promise<readonly string[] | null> {
  const { intent, isHearsay } = one.question
  if (intent === 'whoseSource') return sourceAnswer(read, one, turns)
  const { people, places, things } = one.question
  const isOfAnything = people.length + places.length + things.length === 0 && OF_GOSSIP.test(one.question.plainText)
  if (intent === 'gossip' || (intent === 'heard' && isOfAnything)) return gossip(read, one)
  // `Is it true that she was rude to you?`
  const isOfOwnConduct =
    (isHearsay || intent === 'heard') && one.question.detail.conduct !== null && /\byou\b/u.test(one.question.plainText)
  if (isOfOwnConduct) return countedAnswer(read, { ...one, question: { ...one.question, intent: 'conduct' } })
  if (intent === 'quarrels' && OF_PEACE.test(one.question.plainText)) return settledQuarrel(read, one)
  if (intent === 'news' && !isHearsay) return townNews(read, one)
  if (intent !== 'heard' && intent !== 'otherNews' && !isHearsay) return null
  return heardAnswer(read, one, askingPart(turns.findLast(({ role }) => role === 'user')?.content ?? ''))
}

/** A name that is not indexed may still be a resident's; then an exact form finds it. */
const isUnindexed = ({ intent }: LifeQuestion['question']): boolean => intent === 'stranger' || intent === 'neverBeen'

/** A title in quotation marks and the way between two places are read as they stand. */
const isExactForm = ({ intent }: LifeQuestion['question'], text: string): boolean =>
  /“[^”]+”/u.test(text) || (intent === 'distance' && /\bfrom\b.+\bto\b/iu.test(text))

/** The answer to one question of a turn. */
async function answerOne(
  read: Read,
  context: QuestionContext & { readonly by: string },
  {
    names,
    question,
    turns,
    earlier,
  }: {
    names: LifeQuestion['names']
    question: ParsedQuestion
    turns: readonly Turn[]
    earlier: ParsedQuestion | null
  },
): Promise<readonly string[]> {
  const text = turns.findLast(({ role }) => role === 'user')?.content ?? ''
  if (isUnindexed(question) || isExactForm(question, text)) {
    const exact = await formFact(read, context, text)
    if (exact !== null) return [exact]
  }
  if (isOfStreet(question)) return telling.tellIgnorance(context.by)
  const one: LifeQuestion = { context, names, question }
  const talk = { one, turns, earlier }
  const belief = await believes(read, one, turns)
  if (belief !== null) return belief
  const isOfSource = question.isHearsay || question.intent === 'whoseSource'
  const recalledFirst = isOfSource ? null : await recalledMatter(read, talk)
  if (recalledFirst !== null) return recalledFirst
  const guest = isUnindexed(question) ? await guestAnswer(read, one) : null
  if (guest !== null) return guest
  const place = question.intent === 'somewhere' ? somewhereFact(context, askingPart(text)) : null
  if (place !== null) return [place]
  const own =
    (await foreignThing(read, one)) ??
    (await hearsayAnswer(read, one, turns)) ??
    (await standingAnswer(read, one)) ??
    (await lifeAnswer(read, one)) ??
    (await countedAnswer(read, one))
  const ignorance = async () => (await recalledPost(read, talk)) ?? telling.tellIgnorance(context.by)
  if (question.intent === 'unknown') {
    const exact = await formFact(read, context, text)
    return exact === null ? ignorance() : [exact]
  }
  if (own !== null) return fittedTelling(own, question) ?? ignorance()
  const recalled =
    question.intent === 'unrecorded' && /^(?:whether|what|tell)$/u.test(question.aspect)
      ? await recalledDeed(read, one, text)
      : null
  const found = recalled ?? (await townAnswer(read, one))
  if (found !== null) return fittedTelling(found, question) ?? ignorance()
  const world = (await worldAnswer(read, one)) ?? (await formFact(read, context, text))
  return (world === null ? null : fittedTelling([world], question)) ?? ignorance()
}

/**
 * Sentences that the world's rows support, in answer to the last turn: the fact, and at most one more. Empty if it asks
 * for nothing that rows can answer. They contain only public data about residents.
 */
export async function factsFor(
  read: Read,
  context: QuestionContext,
  turns: readonly Turn[],
): Promise<readonly string[]> {
  const text = turns.findLast(({ role }) => role === 'user')?.content ?? ''
  const { by } = context
  if (by === undefined) return listOf(await formFact(read, context, text))
  const names = await namesIn(read, context)
  const parse = { index: names.index, self: by, now: context.at, world: context.world.name }
  const [first, alone] = parseQuestions(turns, parse)
  const before = turns.findLastIndex(({ role }) => role === 'user')
  const [earlier = null] = parseQuestions(turns.slice(0, before), parse)
  if (first === undefined) {
    const fact = await formFact(read, context, text)
    const isAsked = fact === null && asksForFact(askingPart(text), earlier !== null)
    return isAsked ? telling.tellIgnorance(by) : listOf(fact)
  }
  const answer = await answerOne(read, { ...context, by }, { names, question: first, turns, earlier })
  const leaning = first.people.length > 0 ? null : questionAfter(turns, answer[0] ?? '', parse)
  const second = leaning ?? alone
  const others = [...names.residents.values()].map(({ display_name }) => display_name)
  const latest = turns.filter(({ role }) => role === 'assistant').slice(-ANSWERS_COMPARED)
  const dialogue = {
    before: latest.length === 0 ? null : latest.map(({ content }) => content).join(' '),
    names: others,
  }
  if (second === undefined) return unrepeated(answer, first, dialogue) ?? telling.tellIgnorance(by)
  const other = await answerOne(read, { ...context, by }, { names, question: second, turns, earlier })
  const joint = joinTellings(answer, other, telling.tellIgnorance(by))
  return unrepeated(joint, second, dialogue) ?? telling.tellIgnorance(by)
}

/** Earlier answers that the answer to a follow-up is compared with. */
const ANSWERS_COMPARED = 2

/** A question for a fact that no rule covers: the resident does not know, and says no more. */
const ASKS_FOR_FACT =
  /^(?:(?:and|so|but|well|then) )*(?:who|whose|when|where|which|how (?:many|much|long|often|far)|did|have you|has|had|were|was|is there|are there|(?:can|could|may|shall) (?:i|we)|will (?:there|it|we|they)|what (?:(?:do|did|am|was) i|has|have|had)|do (?:they|people)|does|is (?:the|it|this|that))\b.*\?/iu

/** Clauses that ask for what happened, also without a question mark: `you played today lol did you win`. */
const ASKS_CASUALLY =
  /(?:^|[,.;!] |\b(?:lol|yo|hey|so|and|but|ok) )(?:(?:did|have|were) (?:you|u|ya)|what happened)\b|\bis (?:that|it) (?:so|true|right) ?\?/iu
/** A short turn that leans on an answer: `over what exactly`, `you sure he's nice`. */
const ASKS_FURTHER =
  /^(?:(?:and|but|so|ok|okay) )*(?:(?:over|about|with|to|from|for|against|by|since|at) )?(?:what|whom?|when|where|which)\b(?: (?:exactly|else|then|tho|though))?[ ?.!]*$|^(?:you|u) sure\b/iu

/** Whether a turn that no rule reads asks for a fact, so that the resident says that it does not know. */
const asksForFact = (part: string, isAfterQuestion: boolean): boolean =>
  ASKS_FOR_FACT.test(part) || ASKS_CASUALLY.test(part) || (isAfterQuestion && ASKS_FURTHER.test(part))

const listOf = (fact: string | null): readonly string[] => (fact === null ? [] : [fact])

const maps = makeMaps()

/** The same for callers without a map. */
export const factsIn = async (
  read: Read,
  { world, at, by }: { readonly world: World; readonly at: number; readonly by: string },
  turns: readonly Turn[],
): Promise<readonly string[]> => factsFor(read, { world, map: await maps.of(read, world), at, by }, turns)

/** A question to a resident with the names of its world; null for a text that asks for nothing that rows can answer. */
export async function lifeQuestionIn(
  read: Read,
  { world, at, by }: { readonly world: World; readonly at: number; readonly by: string },
  text: string,
): Promise<{ readonly names: WorldNames; readonly one: LifeQuestion | null }> {
  const context = { world, map: await maps.of(read, world), at, by }
  const names = await namesIn(read, context)
  const parse = { index: names.index, self: by, now: at, world: world.name }
  const [question] = parseQuestions([{ role: 'user', content: text }], parse)
  return { names, one: question === undefined ? null : { context, names, question } }
}

/** The names of a world, to compare a text with facts. */
export const entityIndexOf = async (
  read: Read,
  { world, at }: { readonly world: World; readonly at: number },
): Promise<EntityIndex> => (await namesIn(read, { world, map: await maps.of(read, world), at })).index
