// Typed answers of interviews: an option or a point on a scale, from a resident's rows and values.
import type { AnswerForm } from '@agent-network/contract'
import { contentStems } from '@agent-network/voice'
import { characterSide, claimsOf, issueIn, issues, type Side } from '@agent-network/voice/life'
import type { Material } from '@agent-network/voice/material'
import { fold } from '../../platform/core/text.ts'
import type { Read } from '../../platform/db/database.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { emotionOf, toneOf } from '../life/mind/feelings.ts'
import { lifeQuestionIn } from './facts.ts'
import { grudgesOf, REMEMBERED_MS, stancesOn, tieWith, walksIn } from './lived.ts'
import type { LifeQuestion, WorldNames } from './questions.ts'
import { bareName } from './questions.ts'

export interface TypedQuestion {
  readonly world: World
  readonly at: number
  readonly material: Material
  readonly text: string
}

/** A question with all that its answer is derived from. */
interface Evidence extends TypedQuestion {
  readonly read: Read
  readonly by: string
  readonly names: WorldNames
  readonly one: LifeQuestion | null
  readonly facts: readonly string[]
  /** The issue that the question is about; null for none. */
  readonly issue: string | null
}

const HOSTILE = /\b(?:dislike|hate|hates|annoy\w*|angry|quarrel\w*|avoid|distrust|mistrust|rival|enemy|worst|least)\b/iu
const NEGATIVE =
  /\b(?:sad|low|lonely|alone|worried|anxious|afraid|angry|cross|upset|unhappy|tired|exhausted|stress\w*)\b/iu
const FEELING =
  /\b(?:happy|happiness|content|glad|cheerful|mood|feel|feeling|satisfied|satisfaction|well-being|wellbeing)\b/iu
const TRUST = /\btrust\w*|\brely\b/iu
const ACQUAINTANCE = /\b(?:know|knows|familiar|close)\b/iu
const COUNT = /\bhow (?:many|often|much time)\b/iu

const clamp = (value: number, min = 0, max = 1): number => Math.min(max, Math.max(min, value))

const sharedStems = (a: ReadonlySet<string>, text: string): number => {
  let shared = 0
  for (const stem of contentStems(text)) if (a.has(stem)) shared += 1
  return shared
}

// ── How far a resident agrees with a question, from 0 to 1 ──

/** Regard for another resident; a grudge keeps it low. */
async function regardFor({ read, world, by, text }: Evidence, otherId: string): Promise<number> {
  const tie = await tieWith(read, world.id, by, otherId)
  const isResented = (await grudgesOf(read, world.id, by)).some(({ other_id }) => other_id === otherId)
  if (ACQUAINTANCE.test(text)) return clamp(tie?.familiarity ?? 0)
  const regard = clamp(((tie === undefined ? -0.1 : TRUST.test(text) ? tie.trust : tie.affinity) + 1) / 2)
  if (isResented) return Math.min(regard, 0.15)
  if (tie?.type === 'rival') return Math.min(regard, 0.3)
  return tie?.type === 'friend' ? Math.max(regard, 0.7) : regard
}

/** The side that a resident argued last, or the one that follows from its character, and how firmly it holds it. */
async function stanceOn(
  { read, world, by, material }: Evidence,
  issue: string,
): Promise<{ readonly side: Side; readonly strength: number }> {
  const sides = (await stancesOn(read, world.id, by, issue)).filter(({ side }) => side === 'for' || side === 'against')
  const side = (sides[0]?.side as Side | undefined) ?? characterSide(material, issue)
  return { side, strength: clamp(0.55 + 0.1 * sides.filter((row) => row.side === side).length) }
}

type ClaimStems = Readonly<Record<Side, readonly ReadonlySet<string>[]>>
const claimStems = new Map<string, ClaimStems>()

/** The content words of the claims of an issue; they do not change while the server runs. */
function stemsOfClaims(issue: string): ClaimStems {
  const cached = claimStems.get(issue)
  if (cached !== undefined) return cached
  const of = (side: Side) => claimsOf(issue, side).map((claim) => contentStems(claim))
  const stems = { for: of('for'), against: of('against') }
  claimStems.set(issue, stems)
  return stems
}

const sharedCount = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((stem) => b.has(stem)).length

/** Words that a text shares with the claims for an issue, less those with the claims against it. */
function sideOfText(issue: string, text: string): number {
  const stems = contentStems(text)
  const claims = stemsOfClaims(issue)
  const most = (side: Side) => Math.max(0, ...claims[side].map((claim) => sharedCount(stems, claim)))
  return most('for') - most('against')
}

/** Share of the words of a claim that a statement about its issue has. */
const CLAIM_SHARE = 0.6

/** The issue that a text is about, by its subject or by one of its claims; null for none. */
function issueOfText(text: string): string | null {
  const named = issueIn(text)
  if (named !== null) return named
  const stems = contentStems(text)
  let best: { readonly issue: string; readonly share: number } | null = null
  for (const issue of issues().keys()) {
    const claims = stemsOfClaims(issue)
    for (const claim of [...claims.for, ...claims.against]) {
      const shared = sharedCount(stems, claim)
      const share = shared / Math.max(1, claim.size)
      if (shared >= 2 && share >= CLAIM_SHARE && share > (best?.share ?? 0)) best = { issue, share }
    }
  }
  return best?.issue ?? null
}

async function agreementOn(evidence: Evidence, issue: string): Promise<number> {
  const { side, strength } = await stanceOn(evidence, issue)
  const isForText = sideOfText(issue, evidence.text) >= 0
  return 0.5 + ((side === 'for') === isForText ? 0.5 : -0.5) * strength
}

/** Moods of imported worlds beside those of lived ones. */
const GOOD_MOODS =
  /^(?:content\w*|elated|triumphant|playful|patient|happy|glad|joyful|cheerful|merry|calm|serene|hopeful|delighted|excited)$/u
const BAD_MOODS =
  /^(?:sad|guilty|chastened|humbled|lonely|angry|bitter|gloomy|afraid|ashamed|grieving|unhappy|worried|anxious|hurt)$/u

function toneOfMood(word: string): number {
  const emotion = emotionOf(word)
  return emotion === null ? Number(GOOD_MOODS.test(word)) - Number(BAD_MOODS.test(word)) : toneOf(emotion)
}

/** From 0 for a bad mood to 1 for a good one; for a question about a bad feeling the other way round. */
function contentment({ material: { mood }, text }: Evidence): number {
  const tone = mood === null ? 0 : toneOfMood(mood.mood) * (0.4 + 0.6 * mood.intensity)
  return 0.5 + 0.5 * (NEGATIVE.test(text) ? -tone : tone)
}

async function visitsTo({ read, world, by, at }: Evidence, placeId: string): Promise<number> {
  const span = { world: world.id, agent: by, from: at - REMEMBERED_MS, to: at }
  return (await walksIn(read, span)).filter(({ destination_id }) => destination_id === placeId).length
}

/** How much a text is about what a resident is interested in: negative for what it is against. */
function interestIn({ material }: Evidence, text: string): number {
  const stems = contentStems(text)
  const { interests, specialty, bio } = material.speaker
  let sum = 0.5 * sharedStems(stems, bio) + sharedStems(stems, specialty ?? '')
  for (const interest of interests) sum += sharedStems(stems, interest) * (/, against$/u.test(interest) ? -1 : 1)
  for (const { tag, weight } of material.topics) sum += sharedStems(stems, tag) * weight
  for (const { label, stance } of material.ideas)
    sum += sharedStems(stems, label) * (/reject/u.test(stance) ? -0.5 : 0.5)
  for (const belief of material.beliefs) sum += 0.25 * sharedStems(stems, belief)
  return sum
}

/** The first basis that the question has counts: facts, a person, an issue, a feeling, a place, interests. */
async function agreement(evidence: Evidence): Promise<number> {
  const { facts, one, text, issue } = evidence
  const [fact = ''] = facts
  if (/^Yes\b/u.test(fact)) return 0.95
  if (/^No\b/u.test(fact)) return 0.05
  const [otherId] = one?.question.people ?? []
  if (otherId !== undefined) {
    const regard = await regardFor(evidence, otherId)
    return HOSTILE.test(text) ? 1 - regard : regard
  }
  if (issue !== null) return agreementOn(evidence, issue)
  if (FEELING.test(text) || NEGATIVE.test(text)) return contentment(evidence)
  const [placeId] = one?.question.places ?? []
  if (placeId !== undefined) return clamp(0.3 + (await visitsTo(evidence, placeId)) / 10)
  const interest = interestIn(evidence, text)
  if (interest !== 0) return clamp(0.5 + 0.2 * interest, 0.1, 0.9)
  return 0.5 + 0.3 * (contentment(evidence) - 0.5)
}

// ── A point on a scale ──

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** The first number of a text, as digits or as a word. */
function numberIn(text: string): number | null {
  for (const [word] of fold(text).matchAll(/\d+|[a-z]+/g)) {
    if (/^\d+$/.test(word)) return Number(word)
    const found = NUMBERS.indexOf(word)
    if (found >= 0) return found
  }
  return null
}

async function pointOn(evidence: Evidence, [min, max]: readonly [number, number]): Promise<number> {
  const counted = COUNT.test(evidence.text) ? numberIn(evidence.facts[0] ?? '') : null
  if (counted !== null) return clamp(counted, min, max)
  return clamp(Math.round(min + (await agreement(evidence)) * (max - min)), min, max)
}

// ── One of several options ──

const POSITIVE_WORD =
  /^(?:yes|agree|for|support|favou?r|like|love|true|good|better|best|always|often|happy|satisfied|well|trust|likely|high|important|more)$/
const NEGATIVE_WORD =
  /^(?:no|not|disagree|against|oppose|dislike|hate|false|bad|worse|worst|never|rarely|seldom|unhappy|dissatisfied|badly|distrust|unlikely|low|unimportant|less)$/
const NEUTRAL = /\b(?:neither|neutral|undecided|unsure|sometimes|maybe|indifferent|know|average|same)\b/
const STRONG = /\b(?:strongly|very|completely|always|never|fully|absolutely)\b/
const WEAK = /\b(?:somewhat|rather|slightly|mostly|probably|a little|partly)\b/

/** How much an option affirms, from -1 to 1; null for an option that does neither. */
function affirmationOf(option: string): number | null {
  const low = fold(option)
  const words = low.match(/[a-z']+/g) ?? []
  if (words.length === 0 || words.length > 4) return null
  if (NEUTRAL.test(low)) return 0
  const isNegative = words.some((word) => NEGATIVE_WORD.test(word))
  if (!isNegative && !words.some((word) => POSITIVE_WORD.test(word))) return null
  const strength = STRONG.test(low) ? 1 : WEAK.test(low) ? 0.3 : 0.6
  return isNegative ? -strength : strength
}

/** The ids of what an option names. */
function namedBy({ names, one }: Evidence, option: string): { personId?: string; placeId?: string } {
  const wanted = bareName(option)
  const people = [...names.residents.values()].filter(({ display_name, handle }) => {
    const own = bareName(display_name)
    return own === wanted || own.split(' ').includes(wanted) || fold(handle) === wanted
  })
  if (people.length === 1) return { personId: people[0]!.id }
  const place = one?.context.map?.destinations.find(({ kind, label }) => kind !== 'home' && bareName(label) === wanted)
  return place === undefined ? {} : { placeId: place.id }
}

/** The worth of an option to a resident, without its affirmation. */
async function worthOf(evidence: Evidence, option: string): Promise<number> {
  const { facts, text, issue, by, material } = evidence
  const wanted = bareName(option)
  const isStated = wanted.length >= 3 && facts.some((fact) => ` ${bareName(fact)} `.includes(` ${wanted} `))
  let worth = isStated ? 4 : 0
  const { personId, placeId } = namedBy(evidence, option)
  if (personId !== undefined && personId !== by) {
    const regard = 6 * ((await regardFor(evidence, personId)) - 0.5)
    return worth + (HOSTILE.test(text) ? -regard : regard)
  }
  if (placeId !== undefined) return worth + Math.min(2, (await visitsTo(evidence, placeId)) / 4)
  const emotion = emotionOf(fold(option))
  if (emotion !== null && material.mood !== null && emotionOf(material.mood.mood) === emotion) worth += 2
  if (issue !== null) {
    const { side } = await stanceOn(evidence, issue)
    worth += clamp(sideOfText(issue, option), -2, 2) * (side === 'for' ? 1 : -1)
  }
  // Two words, such as `bake bread`, are a deed and no statement.
  const ownIssue = wanted.split(' ').length < 3 ? null : issueOfText(option)
  if (ownIssue !== null && ownIssue !== issue) worth += (await stanceOn(evidence, ownIssue)).side === 'for' ? 1.5 : -1.5
  return worth + clamp(interestIn(evidence, option), -2, 2)
}

/** FNV-1a: decides between options that are worth the same to a resident, always in the same way. */
function hashOf(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

async function optionOf(evidence: Evidence, options: readonly string[]): Promise<string> {
  const affirmations = options.map(affirmationOf)
  const isAffirmation = affirmations.filter((one) => one !== null).length >= 2
  const wanted = isAffirmation ? 2 * (await agreement(evidence)) - 1 : 0
  let best: { readonly option: string; readonly worth: number; readonly tie: number } | null = null
  for (const [i, option] of options.entries()) {
    const affirmation = affirmations[i] ?? null
    const worth =
      isAffirmation && affirmation !== null ? 3 - 3 * Math.abs(affirmation - wanted) : await worthOf(evidence, option)
    const tie = hashOf(`${evidence.by} ${evidence.text} ${option}`)
    if (best === null || worth > best.worth + 1e-9 || (Math.abs(worth - best.worth) <= 1e-9 && tie < best.tie))
      best = { option, worth, tie }
  }
  return best!.option
}

/** The answer in the wanted form; null for a text, which is its own answer. Always one of the options, or in range. */
export async function typedAnswer(
  read: Read,
  question: TypedQuestion,
  form: AnswerForm,
): Promise<string | number | null> {
  if (form === 'text') return null
  const by = question.material.speaker.id
  const { names, one } = await lifeQuestionIn(read, { world: question.world, at: question.at, by }, question.text)
  const issue =
    one?.question.issue ?? (one === null || one.question.people.length === 0 ? issueOfText(question.text) : null)
  const evidence: Evidence = { ...question, read, by, names, one, issue, facts: question.material.facts ?? [] }
  return 'choice' in form ? optionOf(evidence, form.choice) : pointOn(evidence, form.scale as [number, number])
}

/** The typed answer that a model's text gives; null if it gives none, or more than one. */
export function statedAnswer(form: AnswerForm, text: string): string | number | null {
  if (form === 'text') return null
  if ('choice' in form) {
    const words = ` ${bareName(text)} `
    const named = form.choice.filter((option) => words.includes(` ${bareName(option)} `))
    // `agree` is also in `strongly agree`: the longest counts.
    const longest = named.toSorted((a, b) => b.length - a.length)[0]
    return longest !== undefined && named.every((option) => bareName(longest).includes(bareName(option)))
      ? longest
      : null
  }
  const [min, max] = form.scale as [number, number]
  const numbers = [...new Set((text.match(/-?\d+/g) ?? []).map(Number))].filter((n) => n >= min && n <= max)
  return numbers.length === 1 ? numbers[0]! : null
}

/** The instruction for a model to answer in the wanted form. */
export const formInstruction = (form: AnswerForm): string =>
  form === 'text'
    ? ''
    : 'choice' in form
      ? `\nAnswer with exactly one of these, and one sentence why: ${form.choice.join(' | ')}`
      : `\nAnswer with one whole number from ${form.scale[0]} to ${form.scale[1]}, and one sentence why without numbers.`

/** The words of a resident without a model with a typed answer. */
export function spokenAnswer(form: AnswerForm, answer: string | number | null, facts: readonly string[]): string {
  const opinion = 'choice' in (form as object) ? `${answer}.` : `I would say ${answer}.`
  const isStated = facts.some((fact) => bareName(fact).includes(bareName(String(answer))))
  return isStated ? facts.join(' ') : [opinion.replace(/([.!?])\.$/u, '$1'), ...facts].join(' ')
}
