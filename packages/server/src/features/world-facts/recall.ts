// What residents recall by the words of a question: facts that they know, appointments, and deeds with somebody.
import { askingPart, contentStems, isLimited, telling } from '@agent-network/voice'
import type { Turn } from '@agent-network/voice/material'
import { DAY_MS } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import { type KnownFact, knownFactsAbout, mayHear, tellableFacts, wordingOf } from '../../stores/minds/knowledge.ts'
import { company, companyAnswer, gamesIn, gamesWith } from './company.ts'
import { countedAnswer } from './counted.ts'
import { deedsByCue, promisesIn, REMEMBERED_MS } from './lived.ts'
import { matterAnswer, SHORT_MAX, type TalkQuestion, textOf, wordsOn } from './matters.ts'
import { answersToPost, ownPost, postAnswer, written } from './own-posts.ts'
import { namedAnswer, publicAnswer } from './public-talk.ts'
import { bareName, type LifeQuestion, labelOf } from './questions.ts'
import { feeling, moodOfDays, trusts } from './standing.ts'

const { dayPhrase, hourPhrase, placePhrase } = telling

// ── Facts ──

/** Words of questions about news that no news are found by. */
const OF_HEARSAY = contentStems(
  'hear heard news gossip rumour rumours word true told tell know said anything something anybody anyone happened happening going lately recently latest new interesting exciting fresh freshest newest hot hottest juicy juiciest wildest strangest weirdest spiciest rumor rumors scandal bit piece item week newcomer stranger',
)

export interface FactSearch {
  /** The question, with names. */
  readonly text: string
  /** Ids and names of all that it mentions. */
  readonly subjects: readonly { readonly id: string; readonly name: string }[]
}

/** Whether a fact is about somebody or something, by id, name or first name. */
function isFactAbout(fact: KnownFact, { id, name }: FactSearch['subjects'][number]): boolean {
  if (fact.subject_id === id) return true
  const [first = ''] = bareName(name).split(' ')
  return first.length > 2 && bareName(wordingOf(fact)).includes(first)
}

/** Whether a question names the matter of an operator's fact, which need not have a name in the world. */
const isMatterOf = ({ kind, subject_id, about }: KnownFact, text: string): boolean =>
  kind === 'operator' && subject_id === '' && about !== '' && ` ${bareName(text)} `.includes(` ${bareName(about)} `)

/**
 * The fact that a question asks for: one about all that it mentions, with most of its other words. Of equals the first
 * counts. A question without other words asks for anything.
 */
export function findFact(facts: readonly KnownFact[], { text, subjects }: FactSearch): KnownFact | null {
  const ofNames = contentStems(subjects.map(({ name }) => name).join(' '))
  const stems = [...contentStems(text)].filter((stem) => !OF_HEARSAY.has(stem) && !ofNames.has(stem))
  const least = subjects.length > 0 ? Math.min(1, stems.length) : Math.ceil(stems.length / 2)
  let best: { readonly fact: KnownFact; readonly shared: number } | null = null
  for (const fact of facts) {
    const isMatter = isMatterOf(fact, text)
    if (!isMatter && !subjects.every((subject) => isFactAbout(fact, subject))) continue
    const own = contentStems(wordingOf(fact))
    const shared = stems.filter((stem) => own.has(stem)).length + Number(isMatter)
    if (shared >= least && (best === null || shared > best.shared)) best = { fact, shared }
  }
  return best?.fact ?? null
}

/** Share of the words of a fact that a text must have to tell it. */
const TOLD_SHARE = 0.6

/** The fact that a text tells; null if it tells none. */
export function findToldFact(facts: readonly KnownFact[], text: string): KnownFact | null {
  const stems = contentStems(text)
  let best: { readonly fact: KnownFact; readonly share: number } | null = null
  for (const fact of facts) {
    const own = [...contentStems(wordingOf(fact))]
    const share = own.filter((stem) => stems.has(stem)).length / Math.max(1, own.length)
    if (share >= TOLD_SHARE && (best === null || share > best.share)) best = { fact, share }
  }
  return best?.fact ?? null
}

/** News that the resident may tell the caller: the latest, then older ones about those that the question mentions. */
export async function factsKnownTo(read: Read, { context, question }: LifeQuestion): Promise<KnownFact[]> {
  const { world, by, at, asker = '', isPrivate = false } = context
  const one = { worldId: world.id, agentId: by }
  const listenerId = isPrivate && asker !== '' ? asker : null
  const latest = await tellableFacts(read, { ...one, listenerId }, at - REMEMBERED_MS)
  const ids = [...question.people, ...question.places]
  const about = ids.length === 0 ? [] : await knownFactsAbout(read, one, ids)
  const older = about.filter((fact) => mayHear(fact, listenerId) && !latest.some(({ id }) => id === fact.id))
  // The asker's own words are no news to the asker.
  return [...latest, ...older].filter(({ author_id }) => author_id === '' || author_id !== asker)
}

/** The name of who told a fact; null if it is known first hand. A visitor's words are told by the visitor. */
export const tellerOf = ({ names }: LifeQuestion, { kind, heard_from, about }: KnownFact): string | null =>
  heard_from === '' ? (kind === 'words' ? about : null) : names.nameOf(heard_from) || 'Somebody'

export function newsAnswer(one: LifeQuestion, fact: KnownFact): readonly string[] {
  const { by } = one.context
  const wording = wordingOf(fact)
  const own = one.names.nameOf(by)
  const isOver = fact.kind === 'happening' && fact.created_at < one.context.at - DAY_MS / 2
  const news = isOver
    ? wording.replace(/(, [^,]+)? has begun/u, (_, aside = '') => `${aside === '' ? '' : `${aside},`} began`)
    : wording
  if (fact.subject_id === by && news.startsWith(`${own} `)) return [telling.inFirstPerson(news, own)]
  return telling.tellHeard({
    text: fact.kind === 'deed' ? news.replace(` let down ${own}`, ' let me down').replace(` ${own}`, ' me') : news,
    from: fact.kind === 'words' && fact.heard_from === '' ? null : tellerOf(one, fact),
    belief: fact.belief,
    isAboutSelf: fact.subject_id === by,
  })
}

/** Talk that the resident heard from others: the latest, or what is most interesting. */
export async function gossip(read: Read, one: LifeQuestion): Promise<readonly string[]> {
  const { context, question } = one
  const { time, plainText } = question
  if (/\b(?:wrong|false|untrue|true)\b/u.test(plainText)) return telling.tellIgnorance(context.by)
  const rumours = (await factsKnownTo(read, one)).filter(
    ({ heard_from, subject_id, kind, learned_at }) =>
      heard_from !== '' &&
      subject_id !== context.by &&
      kind !== 'happening' &&
      (time?.tense !== 'past' || (learned_at >= time.from && learned_at < time.to)),
  )
  const isBest = /\b(?:most|\w+est|best|wild|juicy|interesting|strange)\b/u.test(
    plainText.replace(/\b(?:latest|newest|freshest|most recent(?:ly)?)\b/u, ''),
  )
  const [first] = isBest ? rumours.toSorted((a, b) => b.interest - a.interest) : rumours
  return first === undefined ? ['I have heard nothing new from others.'] : newsAnswer(one, first)
}

const OF_BELIEF =
  /^(?:(?:and|so|but|well) )*(?:do you (?:really )?believe (?:it|that|them|her|him)|is (?:it|that) (?:actually |really )?true)\b.{0,20}$/u

/** Whether the resident believes what it passed on last; null for other questions. */
export async function believes(
  read: Read,
  one: LifeQuestion,
  turns: readonly Turn[],
): Promise<readonly string[] | null> {
  const text = askingPart(turns.findLast(({ role }) => role === 'user')?.content ?? '').toLowerCase()
  const last = turns.findLast(({ role }) => role === 'assistant')?.content
  if (last === undefined || !OF_BELIEF.test(text)) return null
  const fact = findToldFact(await factsKnownTo(read, one), last)
  if (fact === null) return null
  return [
    fact.belief >= 0.7
      ? 'Yes, I believe it.'
      : fact.belief >= 0.4
        ? 'I am not sure of it.'
        : 'No, I do not believe it.',
  ]
}

/** The last quarrel among others of which the resident knows that it ended. */
export async function settledQuarrel(read: Read, one: LifeQuestion): Promise<readonly string[]> {
  const fact = (await factsKnownTo(read, one)).find((candidate) => wordingOf(candidate).includes(' made it up with '))
  return fact === undefined ? ['I have heard of no quarrel that was settled lately.'] : newsAnswer(one, fact)
}

/** An own deed that shares most words with a question which no rule covers; else the denial. */
export async function recalledDeed(read: Read, one: LifeQuestion, text: string): Promise<readonly string[] | null> {
  const { world, by, at } = one.context
  const stems = [...contentStems(askingPart(text))].slice(0, 6)
  let best: { readonly clause: string; readonly at: number; readonly shared: number } | null = null
  for (const cue of stems)
    for (const { text: deed, created_at } of await deedsByCue(read, world.id, by, cue)) {
      const own = contentStems(deed)
      const shared = stems.filter((stem) => own.has(stem)).length
      const clause = shared < Math.max(2, stems.length / 2) ? null : telling.clauseOfEpisode(deed)
      if (clause !== null && (best === null || shared > best.shared)) best = { clause, at: created_at, shared }
    }
  return best === null ? null : telling.tellHighlight([best], null, at)
}

// ── Moods, games, promises and deeds with somebody ──

const MOOD_REASON =
  /\bwhat (?:is |has |was )?(?:it that )?(?:made|makes|making|got|getting|put|putting) you\b(?! (?:to|like|love|trust|hate|admire|laugh|think|decide|choose|want|come|go|do)\b)/

/** `What made you so glum?` */
const moodReason = async (read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> =>
  MOOD_REASON.test(one.question.plainText) ? feeling(read, one) : null

const OF_INVITATION = /\b(?:have|did) you (?:\w+ )?(?:ask(?:ed)?|invited?|proposed?)\b.*<person>/
const AS_AGREED =
  /\bas (?:agreed|promised|arranged|planned|you agreed)\b|\b(?:did|was|has) <person> (?:\w+ )?(?:there|come|came|show(?:n|ed)? up|turn(?:ed)? up|appear(?:ed)?)\b/

const STOOD_UP = /\bhow (?:many times|often) (?:has|did|have) <person> (?:\w+ )?(?:stood|stand|let|kept|left) you\b/
const INVITED =
  /\b(?:any(?:body|one)|who|some(?:body|one)) (?:has |have )?(?:\w+ )?(?:(?:invited|invite) you|(?:asked|ask) you (?:\w+ ){0,2}(?:to (?:meet|come|play|join)|out|over|round|for a))\b/

/** An invitation that the resident has not answered yet. */
function invitation(one: LifeQuestion, rows: Awaited<ReturnType<typeof promisesIn>>): readonly string[] {
  const { by, at } = one.context
  const found = rows.find(({ status, other_id, at: then }) => status === 'asked' && other_id === by && then > at)
  const place = found === undefined ? null : labelOf(one, found.place_id)
  if (found === undefined || place === null) return ['No, nobody has asked me to meet that I have not answered.']
  const name = one.names.nameOf(found.maker_id) || 'Somebody'
  return [
    `${name} has asked me to meet ${dayPhrase(found.at, at)} at ${hourPhrase(found.at)} at ${placePhrase(place)}.`,
  ]
}

/** Invitations without an answer, and whether somebody came as promised on the day that a question names. */
async function appointment(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, people, places, time } = one.question
  const { world, by, at } = one.context
  const [otherId] = people
  const forms = otherId === undefined ? [INVITED] : [STOOD_UP, OF_INVITATION, AS_AGREED]
  if (!forms.some((form) => form.test(plainText))) return null
  const all = await promisesIn(read, { world: world.id, agent: by, from: at - REMEMBERED_MS, to: at + 7 * DAY_MS })
  if (otherId === undefined) return invitation(one, all)
  const name = one.names.nameOf(otherId)
  const rows = all.filter(({ maker_id, other_id }) => maker_id === otherId || other_id === otherId)
  if (STOOD_UP.test(plainText)) {
    const count = rows.filter(
      (row) => row.status === (row.maker_id === by ? 'broken_by_other' : 'broken_by_maker'),
    ).length
    return [`${name} has let me wait ${count === 0 ? 'not once' : telling.times(count)} in the last month.`]
  }
  if (OF_INVITATION.test(plainText)) {
    const open = rows.find(({ status, maker_id, at: then }) => status === 'asked' && maker_id === by && then > at)
    const place = open === undefined ? null : labelOf(one, open.place_id)
    if (place === null) return null
    return [
      `I have asked ${name} to meet me ${dayPhrase(open!.at, at)} at ${hourPhrase(open!.at)} at ${placePhrase(place)}.`,
      'I have no answer yet.',
    ]
  }
  if (time?.tense !== 'past' && places.length === 0) return null
  const found = rows.find(
    (row) =>
      (row.status === 'kept' || row.status.startsWith('broken_by')) &&
      (time?.tense !== 'past' || (row.at >= time.from && row.at < time.to)) &&
      (places.length === 0 || places.includes(row.place_id)),
  )
  const place = found === undefined ? null : labelOf(one, found.place_id)
  if (found === undefined || place === null) return null
  const isOwnFault = found.status === (found.maker_id === by ? 'broken_by_maker' : 'broken_by_other')
  if (isOwnFault) return [`I do not know: I did not come to ${placePhrase(place)} ${dayPhrase(found.at, at)} myself.`]
  return telling.tellAppointment(name, { place, at: found.at, isKept: found.status === 'kept' }, at)
}

const OF_ANSWER =
  /<person> (?:\w+ )?(?:get|got|gotten|write|wrote|written) back to you\b|\b(?:keep|kept|leave|left) you (?:waiting for|without) an answer\b/

/** Deeds of the person that was talked of: `did you at least apologise?`. */
async function deedWithLast(read: Read, { one, earlier }: TalkQuestion): Promise<readonly string[] | null> {
  const { question } = one
  if (OF_ANSWER.test(question.plainText))
    return countedAnswer(read, {
      ...one,
      question: {
        ...question,
        intent: 'conduct',
        detail: { ...question.detail, conduct: 'silence', isOwnDeed: false },
      },
    })
  if (question.detail.conduct === null || question.people.length > 0 || earlier === null || earlier.people.length === 0)
    return null
  const isShort = question.plainText.split(' ').length <= SHORT_MAX + 1
  if (!isShort || /\b(?:any|some)(?:body|one)\b|\bwho\b/.test(question.plainText)) return null
  return countedAnswer(read, { ...one, question: { ...question, intent: 'conduct', people: earlier.people } })
}

/** Why the resident broke a promise: what it wrote about it. */
async function whyBroken(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
  const { one } = talk
  const { intent, aspect, people, time } = one.question
  if (intent !== 'brokenByYou' || aspect !== 'why') return null
  const answer = await countedAnswer(read, one)
  if (answer === null) return null
  const { world, by, at } = one.context
  const rows = await promisesIn(read, { world: world.id, agent: by, from: at - REMEMBERED_MS, to: at })
  const promise = rows.find(
    (row) =>
      row.status === (row.maker_id === by ? 'broken_by_maker' : 'broken_by_other') &&
      people.every((id) => id === row.maker_id || id === row.other_id) &&
      (time?.tense !== 'past' || (row.at >= time.from && row.at < time.to)),
  )
  if (promise === undefined) return (await recalledPost(read, talk)) ?? telling.tellIgnorance(by)
  const words = await wordsOn(read, one, promise.id)
  return [answer[0].replace(/^Yes\. /u, ''), words ?? 'I have no good excuse for it.']
}

const BY_INTENT = [postAnswer, publicAnswer, companyAnswer] as const

/** In this order, after the answers to intents; the first that finds something counts. */
const RECOLLECTIONS = [
  answersToPost,
  whyBroken,
  trusts,
  moodOfDays,
  matterAnswer,
  namedAnswer,
  moodReason,
  gamesIn,
  company,
  gamesWith,
  appointment,
  deedWithLast,
  written,
] as const

/** What a question names that no intent covers; null for other questions. */
export async function recalledMatter(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
  const answers = isLimited(talk.one.question) ? RECOLLECTIONS : [...BY_INTENT, ...RECOLLECTIONS]
  for (const recall of answers) {
    const found = await recall(read, talk)
    if (found !== null) return found
  }
  return null
}

/** An own post about a matter that no other row tells of. */
export async function recalledPost(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
  const { aspect, plainText } = talk.one.question
  const text = textOf(talk)
  const isOwn = /\b(?:you|your)\b/.test(plainText)
  if (!isOwn || !/^(?:what|why|tell)$/.test(aspect)) return null
  return contentStems(text).size < 3 ? null : ownPost(read, talk, text)
}
