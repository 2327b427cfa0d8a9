// Spread of news: which fact a resident tells to whom, how a retelling changes it, and how much a listener believes it.
//
// Interface for conversations, letters and replies:
//   prepareNews(tx, mover, { listenerIds, rate })  a fact to tell now, or null; reads only
//   news.text, news.from, news.aboutId             the sentence, the name of who told it, whom it is about
//   news.sentence                                  the sentence in the mouth of the teller
//   news.record(tx, listenerIds)                   call after the text was published: the listeners learn the fact
import type { FactPlan } from '@agent-network/contract'
import { dayWords, type LivedEvent } from '@agent-network/voice/life'
import { type Ambient, ambientOfTick } from '../../../platform/core/ambient.ts'
import { invalidInput, notFound } from '../../../platform/core/api-error.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { putDueIfAbsent } from '../../../platform/jobs/due.ts'
import {
  type Audience,
  type FactKind,
  type FactRow,
  type KnownFact,
  knownAmong,
  knownFacts,
  learnFact,
  mayHear,
  putFact,
  wordingOf,
} from '../../../stores/minds/knowledge.ts'
import type { RelationshipRow } from '../../../stores/minds/reputations.ts'
import { acquaintanceNamed, acquaintanceWhere, displayNameOf, type Mover } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { toTick } from '../mind/habits.ts'
import { type Character, contentWords, type Person } from '../mind/people.ts'
import { applyDealing, DEED_EFFECTS, DEEDS } from '../mind/relationships.ts'

/** A listener, with what the teller can know of it. */
export interface NewsListener {
  readonly id: string
  readonly cares: ReadonlySet<string>
  readonly knownFactIds: ReadonlySet<string>
}

export interface NewsChoice {
  readonly tellerId: string
  readonly character: Character
  readonly edges: ReadonlyMap<string, Pick<RelationshipRow, 'affinity' | 'familiarity'>>
  /** Facts the teller knows. */
  readonly facts: readonly KnownFact[]
  readonly listeners: readonly NewsListener[]
  readonly at: number
  /** Inclination of the occasion to tell news, around 1. */
  readonly rate: number
  /** Set if the teller has already decided to tell the only fact. */
  readonly isDecided?: boolean
}

/** News lose half of their worth in this time. */
const HALF_LIFE_MS = 2.5 * DAY_MS
/** Older news are not told. */
export const TOLD_FOR_MS = 10 * DAY_MS
/** A resident that believes less does not pass a fact on. */
const BELIEF_MIN = 0.2

/** How much a resident wants to tell one fact to these listeners; 0 if it may not or need not. */
export function newsWorth(fact: KnownFact, choice: NewsChoice): number {
  const { tellerId, character, edges, listeners, at } = choice
  const age = at - fact.created_at
  if (age > TOLD_FOR_MS || fact.belief < BELIEF_MIN) return 0
  // Residents do not spread their own deeds.
  if (fact.kind === 'deed' && fact.author_id === tellerId) return 0
  // Everybody at the table hears it, so everybody must belong to the audience.
  if (!listeners.every(({ id }) => mayHear(fact, id))) return 0
  const fresh = listeners.filter(({ id, knownFactIds }) => !knownFactIds.has(fact.id) && id !== fact.heard_from)
  if (fresh.length === 0) return 0
  const novelty = 0.5 ** (age / HALF_LIFE_MS)
  const words = contentWords(wordingOf(fact))
  const shared = Math.max(...fresh.map(({ cares }) => [...words].filter((word) => cares.has(word)).length))
  const appeal = 1 + Math.min(0.5, shared * 0.25)
  // Residents speak about people they know; they seldom repeat a thing to the one it is about.
  const isAboutListener = fresh.some(({ id }) => id === fact.subject_id)
  const familiarity = edges.get(fact.subject_id)?.familiarity ?? 0
  const concern = isAboutListener ? 0.3 : fact.subject_id === tellerId ? 0.9 : 0.8 + 0.4 * familiarity
  const liking = 0.8 + 0.4 * Math.max(-1, Math.min(...fresh.map(({ id }) => edges.get(id)?.affinity ?? 0)))
  // Discretion protects the secrets of others. A resident confides what was done to it.
  const isOwnExperience = fact.kind === 'deed' && fact.heard_from === ''
  const openness =
    fact.audience === 'public' || isOwnExperience
      ? 0.5 + character.gossip
      : Math.max(0, 1 - character.discretion) * character.gossip
  const credence = 0.4 + 0.6 * fact.belief - 0.2 * character.scepticism * (1 - fact.belief)
  return interestWeight(fact.interest) * novelty * appeal * concern * liking * openness * Math.max(0, credence)
}

/** Dull facts are hardly ever told; the weight rises steeply around middling interest. */
export const interestWeight = (interest: number): number => 1 / (1 + Math.exp((0.41 - interest) * 18))

/** Chooses the fact to tell; null to talk about something else. Pure: same choice and rolls, same result. */
export function chooseNews(choice: NewsChoice, roll: () => number): KnownFact | null {
  const tells = roll()
  const which = roll()
  const weighed = choice.facts
    .map((fact) => ({ fact, worth: newsWorth(fact, choice) }))
    .filter(({ worth }) => worth > 0.01)
  const best = weighed.reduce((most, { worth }) => Math.max(most, worth), 0)
  if (tells >= Math.min(choice.isDecided === true ? 1 : 0.9, best * choice.rate)) return null
  let remainingWeight = which * weighed.reduce((sum, { worth }) => sum + worth, 0)
  for (const { fact, worth } of weighed) {
    remainingWeight -= worth
    if (remainingWeight < 0) return fact
  }
  return weighed.at(-1)?.fact ?? null
}

/** Belief of a listener, from 0 to 1, by trust in the teller and the teller's own belief. */
export function beliefOf(trust: number, tellerBelief: number, { scepticism }: Pick<Character, 'scepticism'>): number {
  const belief = tellerBelief * (0.6 + 0.5 * trust) + 0.12 - 0.2 * scepticism
  return Math.round(Math.min(1, Math.max(0.05, belief)) * 100) / 100
}

const DETAILS: readonly (readonly string[])[] = [
  ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety', 'a hundred'],
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ['morning', 'afternoon', 'evening', 'night'],
  ['small', 'large', 'huge'],
  ['red', 'blue', 'green', 'yellow', 'black', 'white', 'grey'],
  ['yesterday', 'today'],
]
const DETAIL_WORD = new RegExp(`\\b(?:${DETAILS.flat().join('|')})\\b`, 'gu')
/** Share of retellings that change a detail, if there is one. */
const CHANGE_SHARE = 0.12

/** The text as it is retold: by chance one number, day, size or colour is replaced with its neighbour. */
export function retell(text: string, roll: () => number): string {
  const changes = roll()
  const which = roll()
  const found = [...text.matchAll(DETAIL_WORD)]
  if (changes >= CHANGE_SHARE || found.length === 0) return text
  const match = found[Math.floor(which * found.length)]!
  const list = DETAILS.find((words) => words.includes(match[0]))!
  const place = list.indexOf(match[0])
  const next = list[place + 1 < list.length ? place + 1 : place - 1]!
  return `${text.slice(0, match.index)}${next}${text.slice(match.index + match[0].length)}`
}

/** Inclination to tell news in a turn at a table. */
const TABLE_RATE = 1.2

/** Facts considered for one telling. */
const FACTS_MAX = 12

/** A fact that a resident is about to tell. */
export interface News {
  readonly fact: KnownFact
  /** The sentence as the teller says it; a retelling may have changed a detail. */
  readonly text: string
  /** The retold text if it differs from the fact's. */
  readonly variant: string
  /** The sentence in the mouth of the teller: `I` and `you`, first names, the day. */
  readonly sentence: string
  /** Display name of who told the teller; null if it knows first hand. */
  readonly from: string | null
  /** The agent, place or happening that it is about; empty for none. */
  readonly aboutId: string
  /** The listeners learn the fact from this teller. */
  record(tx: Tx, listenerIds: readonly string[]): Promise<void>
}

export interface NewsOccasion {
  /** Everybody who would hear it, visitors included. */
  readonly listenerIds: readonly string[]
  /** Inclination of the occasion; that of a turn at a table if absent. */
  readonly rate?: number
  /** Considers this fact only. */
  readonly factId?: string
  /** Whether anybody can read the text; then only public facts are told. */
  readonly isPublic?: boolean
}

async function listenerOf(
  tx: Tx,
  { life, at }: Instant,
  id: string,
  facts: readonly KnownFact[],
): Promise<NewsListener> {
  const person = await life.people.of(tx, id, at)
  const factIds = facts.map((fact) => fact.id)
  const knownFactIds = await knownAmong(tx, { worldId: life.world.id, agentId: id }, factIds)
  return { id, cares: person?.cares ?? new Set(), knownFactIds }
}

/** Chooses a fact to tell and prepares its telling; null to talk about something else. Writes nothing. */
export async function prepareNews(
  tx: Tx,
  mover: Mover,
  { listenerIds, rate = TABLE_RATE, factId, isPublic = false }: NewsOccasion,
): Promise<News | null> {
  const { instant, person } = mover
  const { life, at } = instant
  const one = { worldId: life.world.id, agentId: person.agent.id }
  if (listenerIds.length === 0) return null
  const latest = await knownFacts(tx, one, { since: at - TOLD_FOR_MS, limit: FACTS_MAX })
  const facts = latest.filter(
    ({ id, audience }) => (factId === undefined || id === factId) && (!isPublic || audience === 'public'),
  )
  if (facts.length === 0) return null
  const listeners: NewsListener[] = []
  for (const id of listenerIds) listeners.push(await listenerOf(tx, instant, id, facts))
  const fact = chooseNews(
    {
      tellerId: person.agent.id,
      character: person.character,
      edges: person.edges,
      facts,
      listeners,
      at,
      rate,
      isDecided: factId !== undefined,
    },
    mover.chance('news to tell'),
  )
  if (fact === null) return null
  const wording = wordingOf(fact)
  // First-hand knowledge is told as it is.
  const text = fact.heard_from === '' ? wording : retell(wording, mover.chance('retells'))
  return {
    fact,
    text,
    variant: text === fact.text ? '' : text,
    sentence: await spokenText(tx, mover, { ...fact, text }, listenerIds.length === 1 ? listenerIds[0]! : ''),
    from: fact.heard_from === '' ? null : await displayNameOf(tx, instant, fact.heard_from),
    aboutId: fact.subject_id,
    record: (then, ids) => recordTelling(then, mover, { fact, text }, ids),
  }
}

/** Whom a recorded deed or affair is about, and whether it was good. */
interface FactParties {
  readonly doer: string
  readonly other: string
  readonly tone: 'good' | 'bad'
  /** Set if both did it together. */
  readonly affair?: 'peace' | 'quarrel'
}

const PEACE = { tone: 'good', affair: 'peace' } as const
const QUARREL = { tone: 'bad', affair: 'quarrel' } as const

/** The parties of a deed or affair by display name; null for other facts. */
function partiesOf({ kind, about, text }: Pick<FactRow, 'kind' | 'about' | 'text'>): FactParties | null {
  if ((kind !== 'deed' && kind !== 'affair') || !text.startsWith(`${about} `)) return null
  const rest = text.slice(about.length + 1).replace(/\.$/u, '')
  const affair = /^(made it up|fell out) with (.+?) over /u.exec(rest)
  if (affair !== null) return { doer: about, other: affair[2]!, ...(affair[1] === 'fell out' ? QUARREL : PEACE) }
  const deed = DEEDS.find((one) => rest.startsWith(DEED_EFFECTS[one].verb))
  if (deed === undefined) return null
  const { verb, repute } = DEED_EFFECTS[deed]
  const other = rest.slice(verb.length + 1).replace(/ (?:in a|at) .*$/u, '')
  return { doer: about, other, tone: repute < 0 ? 'bad' : 'good' }
}

/** Perfect tenses of recorded facts, as they are told with a day. */
const PAST_FORMS: readonly (readonly [perfect: RegExp, past: string])[] = [
  [/ has begun\b/u, ' began'],
  [/ has come\b/u, ' came'],
  [/ has stopped\b/u, ' stopped'],
]
const DATED_KINDS: ReadonlySet<FactKind> = new Set(['deed', 'affair', 'happening'])

/** `I and Nan` at the beginning, which is said as `Nan and I`. */
const SPEAKER_FIRST = /^I and (\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)*)/u

/** A fact as its teller says it. Words of visitors and operators are not changed. */
export async function spokenText(
  tx: Tx,
  { instant: { life, at }, person }: Pick<Mover, 'instant' | 'person'>,
  fact: Pick<FactRow, 'kind' | 'text' | 'created_at'>,
  listenerId: string,
): Promise<string> {
  if (!DATED_KINDS.has(fact.kind)) return fact.text
  let text = fact.text.replace(/\.$/u, '')
  const replaceName = (name: string, subject: string, object: string) => {
    if (text.startsWith(`${name} `)) text = `${subject}${text.slice(name.length)}`
    text = text.replace(` ${name}`, ` ${object}`)
  }
  replaceName(person.agent.display_name, 'I', 'me')
  const names = [...(await life.names(tx, person.edges.keys()))]
    .map(([id, { displayName }]) => ({ id, name: displayName }))
    .filter(({ name }) => text.includes(name))
    // The longest first: one name may be a part of another.
    .sort((a, b) => b.name.length - a.name.length || (a.id < b.id ? -1 : 1))
  for (const { id, name } of names) {
    const first = name.split(' ')[0]!
    replaceName(name, id === listenerId ? 'You' : first, id === listenerId ? 'you' : first)
  }
  text = text.replace(SPEAKER_FIRST, '$1 and I')
  if (text.includes(' is closed: ')) return `${text}.`
  const day = dayWords(fact.created_at, at)
  const waiting = /^(.+?) let down (.+?) at (.+)$/u.exec(text)
  if (waiting !== null) return `${waiting[1]} kept ${waiting[2]} waiting at ${waiting[3]} ${day} and did not come.`
  text = text.replace(/ let down (\S+)$/u, ' let $1 down')
  for (const [perfect, past] of PAST_FORMS) text = text.replace(perfect, past)
  return `${text} ${day}.`
}

/** A fact as an event of talk between its teller and a listener. */
export async function newsEvent(
  tx: Tx,
  mover: Pick<Mover, 'instant' | 'person'>,
  fact: FactRow & Pick<KnownFact, 'heard_from' | 'belief' | 'learned_at' | 'variant'>,
  { listenerId, from }: { readonly listenerId: string; readonly from: string | null },
): Promise<Pick<LivedEvent, 'kind' | 'mood' | 'other' | 'third' | 'facts'>> {
  const { instant, person } = mover
  const { life, at } = instant
  const parties = partiesOf(fact)
  const own = person.agent.display_name
  const listener = listenerId === '' ? undefined : (await life.name(tx, listenerId))?.displayName
  const isOwn = parties !== null && (parties.doer === own || parties.other === own)
  const isOfListener = parties !== null && (parties.doer === listener || parties.other === listener)
  const variant = parties?.affair === undefined ? '' : `.${parties.affair}`
  const isFromParty = parties !== null && (parties.doer === from || parties.other === from)
  const tone = parties?.tone ?? (fact.kind === 'happening' ? 'town' : 'plain')
  const counterpart = parties?.doer === own ? parties.other : parties?.doer
  const edge = counterpart === undefined ? undefined : await acquaintanceNamed(tx, mover, counterpart)
  const namesSource = life.base.random('names source', fact.id, person.agent.id, listenerId)() < 0.6
  const telling = from === null ? 'first' : fact.belief < 0.45 ? 'doubt' : namesSource ? 'heard' : 'told'
  return {
    kind: `news.${isOfListener ? 'you' : isOwn ? 'own' : 'other'}.${tone}${variant}`,
    mood: tone === 'good' || tone === 'bad' ? tone : 'plain',
    other: counterpart,
    third: isOwn ? undefined : parties?.other,
    facts: {
      news: (await spokenText(tx, mover, { ...fact, text: wordingOf(fact) }, listenerId)).replace(/\.$/u, ''),
      tell: telling,
      from: telling === 'told' ? 'somebody' : undefined,
      source: from?.split(' ')[0],
      heard: dayWords(fact.learned_at, at),
      sure: from === null ? 'self' : isFromParty ? 'party' : fact.belief < 0.55 ? 'no' : 'yes',
      feel: (edge?.affinity ?? 0) < -0.05 || person.grudges.has(edge?.other_agent_id ?? '') ? 'bad' : 'good',
    },
  }
}

async function recordTelling(
  tx: Tx,
  { instant, person }: Mover,
  { fact, text }: Pick<News, 'fact' | 'text'>,
  listenerIds: readonly string[],
): Promise<void> {
  const { life, at } = instant
  for (const id of listenerIds) {
    const listener = await life.people.of(tx, id, at)
    if (listener === null || listener.agent.kind !== 'resident' || !mayHear(fact, id)) continue
    const trust = listener.edges.get(person.agent.id)?.trust ?? 0.3
    const { character } = listener
    const belief = beliefOf(trust, fact.belief, character)
    const isNew = await learnFact(tx, {
      world_id: life.world.id,
      agent_id: id,
      fact_id: fact.id,
      heard_from: person.agent.id,
      at,
      belief,
      variant: text === fact.text ? '' : text,
    })
    if (!isNew) continue
    await hearOfConduct(tx, instant, listener, { fact, belief, tellerId: person.agent.id })
    await scheduleLetter(
      tx,
      { random: life.base.random, agentId: id, inclination: 0.35 + 0.5 * character.gossip },
      fact,
      at,
    )
  }
}

/** A friend of the victim thinks worse or better of the doer. A lie about oneself is held against the teller. */
async function hearOfConduct(
  tx: Tx,
  instant: Instant,
  listener: Person,
  { fact, belief, tellerId }: { readonly fact: KnownFact; readonly belief: number; readonly tellerId: string },
): Promise<void> {
  const { life, at } = instant
  const { world } = life
  const ambient = ambientOfTick(life.base, at, `${world.id} hears ${listener.agent.id} ${fact.id}`)
  const ofListener = { ambient, world, person: listener }
  if (fact.is_true === 0 && fact.subject_id === listener.agent.id) {
    const share = fact.heard_from === '' ? 1 : 0.4
    await applyDealing(tx, { ...ofListener, otherId: tellerId, dealing: 'was_lied_to', share }, at)
  }
  if (fact.kind !== 'deed' || fact.author_id === listener.agent.id) return
  const rest = fact.text.slice(fact.about.length + 1)
  const deed = DEEDS.find((one) => rest.startsWith(DEED_EFFECTS[one].verb))
  if (deed === undefined) return
  const { dealing, repute, verb } = DEED_EFFECTS[deed]
  const victim = await acquaintanceWhere(tx, { instant, person: listener }, (name) =>
    rest.startsWith(`${verb} ${name}`),
  )
  const liking = victim?.affinity ?? 0
  if (liking <= 0.1) return
  const share = Math.round(Math.min(0.6, liking) * belief * Math.abs(repute) * 100) / 100
  await applyDealing(tx, { ...ofListener, otherId: fact.author_id, dealing, share }, at)
}

/** Kind of the due row: a letter to a friend with news that a resident has just learned. */
export const TELL = 'tell'
export const TELL_SEPARATOR = ' '
/** Share of public news that a resident with full inclination writes to a friend about. */
const LETTER_SHARE = 0.75
const LETTER_DELAY_HOURS = [1, 8] as const

interface LetterImpulse {
  readonly random: Ambient['random']
  readonly agentId: string
  /** 0 to 1. */
  readonly inclination: number
}

/** By chance a resident that has just learned a public fact writes to a friend about it some hours later. */
async function scheduleLetter(
  tx: Tx,
  { random, agentId, inclination }: LetterImpulse,
  { world_id, id, kind, audience, interest }: FactRow,
  at: number,
): Promise<void> {
  const roll = random('writes of', agentId, id)
  // A resident confides in a friend what was done to it, even if it is not public.
  if ((audience !== 'public' && kind !== 'deed') || roll() >= LETTER_SHARE * inclination * interestWeight(interest))
    return
  const [least, most] = LETTER_DELAY_HOURS
  const due = { worldId: world_id, kind: TELL, subjectId: `${agentId}${TELL_SEPARATOR}${id}` }
  await putDueIfAbsent(tx, due, toTick(at + (least + roll() * (most - least)) * HOUR_MS))
}

/** A fact before it has an id. */
export interface FactDraft {
  readonly kind: FactKind
  readonly text: string
  /** What it is about: an id, and a label. */
  readonly subjectId?: string
  readonly about?: string
  readonly audience?: Audience
  /** Agents who may hear a fact that is not public. */
  readonly audienceIds?: readonly string[]
  readonly interest?: number
  readonly isTrue?: boolean
  /** The agent whose words or deed it records. */
  readonly authorId?: string
  readonly source?: { readonly kind: string; readonly id: string }
}

/** Inclination of a resident to write about a thing it knows first hand. */
const FIRST_HAND_INCLINATION = 1.3
/** A resident to whom something was done usually tells a friend. */
const DEED_INCLINATION = 2

/** Maximum length of the text of a fact. */
const TEXT_MAX = 300

/** Stores a fact that these agents know first hand. Returns its id. */
export async function recordFact(
  tx: Tx,
  { ambient, world }: { readonly ambient: Pick<Ambient, 'id' | 'random'>; readonly world: { id: string; tag: string } },
  { draft, knowerIds }: { readonly draft: FactDraft; readonly knowerIds: readonly string[] },
  at: number,
): Promise<string> {
  const { kind, text, subjectId = '', about = '', audience = 'public', authorId = '', source } = draft
  const row: FactRow = {
    world_id: world.id,
    id: ambient.id('fact', world.tag),
    kind,
    subject_id: subjectId,
    about,
    text: text.slice(0, TEXT_MAX),
    audience,
    audience_ids: JSON.stringify(audience === 'public' ? [] : [...(draft.audienceIds ?? knowerIds)].sort()),
    interest: draft.interest ?? interestOf(text, { isPerson: false, isPlace: false }),
    is_true: draft.isTrue === false ? 0 : 1,
    author_id: authorId,
    source_kind: source?.kind ?? '',
    source_id: source?.id ?? '',
    created_at: at,
  }
  await putFact(tx, row)
  for (const agent_id of new Set(knowerIds)) {
    const knowledge = { world_id: world.id, agent_id, fact_id: row.id, heard_from: '', at, belief: 1, variant: '' }
    await learnFact(tx, knowledge)
    const inclination = kind === 'deed' ? DEED_INCLINATION : FIRST_HAND_INCLINATION
    await scheduleLetter(tx, { random: ambient.random, agentId: agent_id, inclination }, row, at)
  }
  return row.id
}

const agentById = prepare<{ world: string; id: string }, { id: string; kind: string; display_name: string }>(
  (sql, param) =>
    sql
      .selectFrom('agents')
      .select(['id', 'kind', 'display_name'])
      .where('world_id', '=', param('world'))
      .where('id', '=', param('id')),
)

const placeById = prepare<{ world: string; id: string }, { id: string }>((sql, param) =>
  sql.selectFrom('destinations').select('id').where('world_id', '=', param('world')).where('id', '=', param('id')),
)

/** Whether a world has a place with this id. */
export const isPlace = async (read: Read, worldId: string, id: string): Promise<boolean> =>
  (await read.first(placeById, { world: worldId, id })) !== undefined

interface FactTarget {
  readonly ambient: Pick<Ambient, 'id' | 'random'>
  readonly world: { readonly id: string; readonly tag: string }
}

/** An operator tells a fact to a resident. A secret may be told only to the one it is about. */
export async function tellFact(
  tx: Tx,
  { ambient, world }: FactTarget,
  { agentId, about, text, isTrue, secret }: FactPlan,
  at: number,
): Promise<string> {
  if (text.trim() === '' || about.trim() === '') throw invalidInput('text and about must not be blank')
  const knower = await tx.first(agentById, { world: world.id, id: agentId })
  if (knower === undefined) throw notFound('Agent not found in this world; name the id of a resident')
  if (knower.kind !== 'resident') throw invalidInput('agentId: only residents learn facts; name the id of a resident')
  const subject = await tx.first(agentById, { world: world.id, id: about })
  const place = subject === undefined && (await isPlace(tx, world.id, about))
  const draft: FactDraft = {
    kind: 'operator',
    text: text.trim(),
    subjectId: subject !== undefined || place ? about : '',
    about: subject?.display_name ?? about,
    interest: interestOf(text, { isPerson: subject !== undefined, isPlace: place }),
    isTrue: isTrue !== false,
    ...(secret === true
      ? { audience: 'parties', audienceIds: subject === undefined ? [agentId] : [agentId, subject.id] }
      : {}),
  }
  return recordFact(tx, { ambient, world }, { draft, knowerIds: [agentId] }, at)
}

/** Words of changes, losses, gains, conflict and love: news that people pass on. */
const WEIGHTY =
  /\b(?:sells?|sold|selling|sale|buys? (?:the|a) (?:shop|house|mill|boat)|clos(?:es?|ed|ing) (?:down|for good|the shop|its)|shut(?:s|ting)? down|leav(?:es?|ing)|moves? (?:away|out|in)|moving|marr(?:y|ies|ied|iage)|wedding|engaged|divorc\w+|in love|affair|kiss\w*|pregnant|baby|born|die[sd]?|dead|death|dying|funeral|ill|sick|illness|hospital|hurt|injur\w+|accident|broke|broken|burn\w*|fire|flood\w*|collaps\w+|found|finds|discover\w*|treasure|gold|coins?|purse|money|debts?|ow(?:es|ed)|inherit\w*|fortune|prize|won|wins|lost|loses|missing|vanish\w*|disappear\w*|stol\w*|steals?|theft|thief|rob\w*|cheat\w*|lie[sd]|lying|betray\w*|accus\w+|quarrel\w*|fight\w*|fought|arrest\w*|police|court|fined?|strike|vote|mayor|council|hired?|dismiss\w*|fired|quits?|resign\w*|retir\w+|appointed|appoint\w*|promot\w+|apprentice\w*|secret\w*|hidden|hides?|hid|ghost|letter from|return(?:s|ed|ing)? (?:after|from)|comes? back|newcomer|stranger|visitor from|opens? (?:a|the|an|up)|opening|builds?|build(?:ing)? a|demolish\w*|tear(?:s|ing)? down|invent\w*|record|famous|concert|festival|feast|raise[sd]? (?:the )?(?:price|rent)|rents?|prices?|evict\w*|plans? to|intends? to|wants? to|going to|decided|will (?:leave|marry|sell|close|open|move|stop|start|become|join|give up)|gives? up|gave up|for the first time|never again|after (?:twenty|thirty|forty|fifty|many) years|party|ball|invit\w+|elect\w*|candidate|candidacy|runs? for|running for|stands? for|offer(?:s|ed)?|job|travel\w*|abroad|voyage|ship ?wreck\w*|sank|storm|writ(?:es?|ing) a book|learn(?:s|ing)? to|teach\w*|donat\w+|gave away|free (?:bread|beer|food)|new (?:shop|bakery|inn|house|boat|bridge|school|cinema|theatre)|second (?:shop|bakery|inn|house|boat)|announc\w+|proposal|proposed|refus\w+|ban(?:s|ned)?|forbid\w*|escap\w+|rescu\w+|saved|danger\w*|poison\w*|bankrupt\w*|lottery|heir|will of)\b/giu

/** Words of everyday trifles. */
const TRIFLING =
  /\b(?:slightly|a little|a bit|usual\w*|as always|ordinary|plain|same (?:as|way|old)|swept|sweeps?|dust\w*|wip(?:es?|ed)|tid(?:y|ied|ies)|folded|folds?|socks?|shoelaces?|laces|buttons?|spoons?|forks?|cups?|mugs?|saucer|kettle|shel(?:f|ves)|drawer|pencils?|nail|hook|doorknob|hinge|tea|porridge|toast|soup|breakfast|lunch|turnips?|potatoes|cabbages?|carrots?|nap|napped|yawn\w*|sneez\w*|blinked|counted|counts|sharpen\w*|grey|beige|brown|lukewarm|tepid|drizzl\w*|mild|average|routine|on time|of the same|once more|another (?:cup|pair|nail|spoon|button)|left (?:shoe|sock|boot)|umbrella|mat|rug|scarf|hat|gloves?|coat|jumper|shirt|slippers?|prefers?|likes? (?:the|a|to)|wore|wears?|repaint\w*|painted|varnish\w*|bench|squeak\w*|polish\w*|candles?|soap|sandwich\w*|biscuits?|butter|salt|pepper|sugar|spectacles|comb\w*|haircut|parked|straighten\w*|moved (?:a|the) (?:chair|table|pot)|rearrang\w*|newspaper|curtains?|watered|puddle|gravel|pebbles?)\b/giu

/** Interest of a text, from 0 to 1: what happened weighs more than trifles, and people more than places. */
export function interestOf(text: string, about: { readonly isPerson: boolean; readonly isPlace: boolean }): number {
  const base = about.isPerson ? 0.42 : about.isPlace ? 0.4 : 0.38
  const weighty = new Set((text.match(WEIGHTY) ?? []).map((word) => word.toLowerCase())).size
  const trifling = new Set((text.match(TRIFLING) ?? []).map((word) => word.toLowerCase())).size
  const interest = base + Math.min(0.24, weighty * 0.08) - Math.min(0.4, trifling * (weighty > 0 ? 0.1 : 0.22))
  return Math.round(Math.min(0.9, Math.max(0.05, interest)) * 100) / 100
}
