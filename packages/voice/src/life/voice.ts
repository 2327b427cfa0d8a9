// The compiled voice of a speaker: manner, habits, matters, and the weights of lines.
import { boundedMap } from '../bounded-map.ts'
import type { Trait } from '../english/traits.ts'
import { type Protected, protect } from '../language/guard.ts'
import { type Names, namesOf, readNames } from '../language/subject.ts'
import { contentStems } from '../language/words.ts'
import type { Material } from '../material.ts'
import { fromPhrases } from '../phrases.ts'
import { habit, interestsOf, type Manner, mannerOf, NO_TRADE, tradePhrases } from '../speaker/manner.ts'
import { type OwnPhrases, phrasesOf, type Rhythm, rhythmBasis, rhythmOf } from './habits.ts'
import { type Idiolect, idiolectOf, nameOf } from './idiolect.ts'
import type { LifeMaterial } from './material.ts'
import { allMatters, type Matter, type MatterLine, MOVES, type Move } from './matter.ts'

/** A matter of the speaker's own, and its weight in draws. */
export interface Home {
  readonly matter: Matter
  readonly weight: number
}

/** The part of a speaker that is the same for every text. */
export interface LifeVoice {
  readonly manner: Manner
  readonly idiolect: Idiolect
  readonly rhythm: Rhythm
  readonly phrases: OwnPhrases
  readonly homes: readonly Home[]
  readonly interests: readonly string[]
  readonly names: Names
  /** Of the persona, which is private, and of beliefs and questions, which are said in other words. */
  readonly guard: Protected
  readonly ranks: Map<readonly MatterLine[], Ranked>
  /** Stems of the speaker's own matters. */
  readonly near: { has(stem: string): boolean }
  /** Lines of the speaker's own matters that hold a stem. */
  linesOn(stem: string): readonly OwnLine[]
}

export interface OwnLine {
  readonly move: Move
  readonly line: MatterLine
}

/** An index of each matter's lines by stem, shared by all speakers. */
const INDEXED = new WeakMap<Matter, ReadonlyMap<string, readonly OwnLine[]>>()

function linesByStem(matter: Matter): ReadonlyMap<string, readonly OwnLine[]> {
  const cached = INDEXED.get(matter)
  if (cached !== undefined) return cached
  const index = new Map<string, OwnLine[]>()
  for (const move of MOVES) {
    if (move === 'out') continue
    for (const line of matter.lines[move])
      for (const s of line.stems) {
        const lines = index.get(s)
        if (lines === undefined) index.set(s, [{ move, line }])
        else lines.push({ move, line })
      }
  }
  INDEXED.set(matter, index)
  return index
}

interface Ranked {
  readonly lines: readonly MatterLine[]
  readonly upTo: readonly number[]
}

const asMaterial = (life: LifeMaterial): Material => ({
  speaker: life.speaker,
  mood: null,
  summary: '',
  beliefs: life.beliefs,
  openQuestions: [],
  styleNotes: life.styleNotes,
  topics: life.topics,
  ideas: [],
  episodes: [],
  continuity: [],
  turns: [],
})

/** The stems of an interest; `slugs, for` gets stems of its own, apart from `slugs, against`. */
const sided = (interest: string): string[] => {
  const [, name, side] = /^(.+), (for|against)$/u.exec(interest) ?? []
  const stems = [...contentStems(name ?? interest)]
  return side === 'for' ? stems.map((s) => `${s}-for`) : stems
}

/** Matters by stem: a profile has fewer words than all matters together. */
const mattersByStem = fromPhrases((): ReadonlyMap<string, readonly Matter[]> => {
  const index = new Map<string, Matter[]>()
  for (const matter of allMatters()) for (const s of matter.stems) index.set(s, [...(index.get(s) ?? []), matter])
  return index
})

const STEMS_OF_TRADE = new Map<string, ReadonlySet<string>>()

function stemsOf(trade: string): ReadonlySet<string> {
  let stems = STEMS_OF_TRADE.get(trade)
  if (stems === undefined) {
    stems = contentStems(tradePhrases(trade).words.join(' '))
    STEMS_OF_TRADE.set(trade, stems)
  }
  return stems
}

/** Whether the specialty names the speaker's trade. */
function isOfTrade(specialty: string | null, { trade }: Manner): boolean {
  const stems = stemsOf(trade)
  return trade !== NO_TRADE && [...contentStems(specialty ?? '')].some((s) => stems.has(s))
}

/** Whether specialty or interests are known to the trades. A word of the persona alone would be a coincidence. */
function isRooted({ specialty, interests }: LifeMaterial['speaker'], manner: Manner): boolean {
  if (isOfTrade(specialty, manner)) return true
  const familiar = interests.filter((interest) =>
    sided(interest).some((s) => mattersByStem().has(s.replace(/-for$/, ''))),
  )
  return interests.length > 0 && familiar.length * 3 >= interests.length
}

/** Matters of a speaker whose interests no trade knows: any interest, the street, and the two that score best. */
function unrooted(
  scored: readonly { readonly matter: Matter; readonly score: number }[],
  { interests }: LifeMaterial['speaker'],
): Home[] {
  const near = scored
    .filter(({ score }) => score > 1.6)
    .sort((a, b) => b.score - a.score)
    .slice(0, 2)
  return [
    ...allMatters()
      .filter(({ trade }) => trade === 'any')
      .map((matter) => ({
        matter,
        weight: interests.length > 0 ? 5 : 0.01,
      })),
    ...allMatters()
      .filter(({ trade }) => trade === NO_TRADE)
      .map((matter) => ({ matter, weight: 2 })),
    ...near.map(({ matter }) => ({ matter, weight: 1 })),
  ]
}

/** Matters of its own trade that every speaker has at least, where there are so many. */
const FEWEST = 3

function homesOf(life: LifeMaterial, manner: Manner): Home[] {
  const { speaker } = life
  const weights = new Map<string, number>()
  const weigh = (stems: Iterable<string>, weight: number) => {
    for (const s of stems) weights.set(s, (weights.get(s) ?? 0) + weight)
  }
  for (const interest of speaker.interests.slice(0, 24)) weigh(sided(interest), 3)
  for (const { tag, weight } of life.topics.slice(0, 12)) weigh(contentStems(tag), 1.2 * weight)
  weigh(contentStems(speaker.bio), 0.6)
  // The persona is private: its words are weighed, never said.
  weigh(contentStems(speaker.persona), 0.25)
  const scores = new Map<Matter, number>()
  for (const [s, weight] of weights)
    for (const matter of mattersByStem().get(s) ?? []) scores.set(matter, (scores.get(matter) ?? 0) + weight)
  const scored = allMatters().map((matter) => {
    const score = (matter.trade === manner.trade ? 1.6 : 0) + (scores.get(matter) ?? 0)
    return { matter, score: score + (score > 0 ? habit(speaker.id, matter.id) : 0) }
  })
  const best = Math.max(...scored.map(({ score }) => score))
  if (!isRooted(speaker, manner)) return unrooted(scored, speaker)
  const trade = isOfTrade(speaker.specialty, manner)
    ? manner.trade
    : scored.find(({ score }) => score === best)!.matter.trade
  const own = scored
    .filter(({ matter, score }) => matter.trade === trade && score >= 1.6)
    .sort((a, b) => b.score - a.score)
  return [
    ...own.filter(({ score }, i) => i < FEWEST || score >= best * 0.38),
    ...scored.filter(({ matter, score }) => matter.trade !== trade && score >= Math.max(5, best * 0.5)),
  ].map(({ matter, score }) => ({ matter, weight: score ** 1.2 }))
}

/** A value made at its first use: most texts need none of them. */
function later<T>(make: () => T): () => T {
  let cached: { readonly value: T } | null = null
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

/** A part of a voice, and the JSON of what it was made from. */
interface Part<T> {
  readonly print: string
  readonly value: T
}

interface Bearing {
  readonly manner: Manner
  readonly homes: readonly Home[]
  readonly interests: () => readonly string[]
  readonly ranks: LifeVoice['ranks']
}

interface Habits {
  readonly phrases: OwnPhrases
  readonly rhythm: Rhythm
}

interface Cached {
  readonly life: LifeMaterial
  readonly bearing: Part<Bearing>
  readonly habits: Part<Habits>
  readonly voice: LifeVoice
}

/** The earlier part, unless what it is made from has changed. */
function renewed<T>(before: Part<T> | undefined, from: readonly unknown[], make: () => T): Part<T> {
  const print = JSON.stringify(from)
  return before?.print === print ? before : { print, value: make() }
}

function bearingOf(life: LifeMaterial): Bearing {
  const material = asMaterial(life)
  const manner = mannerOf(material)
  const interests = () =>
    interestsOf(material)
      .filter((i) => i.chosen && !i.against)
      .map((i) => i.text)
  return { manner, homes: homesOf(life, manner), interests: later(interests), ranks: new Map() }
}

/** Only the parts whose material changed are made again: a night's reflection changes beliefs and questions, seldom more. */
function voiceOf(life: LifeMaterial, before: Cached | undefined): Cached {
  const { speaker, styleNotes, topics, ownWords, beliefs, openQuestions } = life
  const bearing = renewed(before?.bearing, [speaker, styleNotes, topics], () => bearingOf(life))
  const { manner, homes, interests, ranks } = bearing.value
  const habits = renewed(before?.habits, [ownWords, rhythmBasis(manner, speaker.bio, ownWords)], () => ({
    phrases: phrasesOf(ownWords),
    rhythm: rhythmOf(manner, speaker.bio, ownWords),
  }))
  const names = later(() => namesOf(readNames([speaker.bio, ...beliefs, ...ownWords])))
  const voice: LifeVoice = {
    manner,
    idiolect: idiolectOf(speaker.id),
    ...habits.value,
    homes,
    near: { has: (s) => homes.some(({ matter }) => matter.stems.has(s)) },
    linesOn: (s) => homes.flatMap(({ matter }) => linesByStem(matter).get(s) ?? []),
    get interests() {
      return interests()
    },
    get names() {
      return names()
    },
    guard: protect([speaker.persona, ...beliefs, ...openQuestions]),
    ranks,
  }
  return { life, bearing, habits, voice }
}

const VOICES_MAX = 4_096
const voices = boundedMap<Cached>(VOICES_MAX)

const same = (a: LifeMaterial, b: LifeMaterial): boolean =>
  a.speaker === b.speaker &&
  a.ownWords === b.ownWords &&
  a.styleNotes === b.styleNotes &&
  a.topics === b.topics &&
  a.beliefs === b.beliefs &&
  a.openQuestions === b.openQuestions

/** The compiled voice of a speaker, from the cache unless its material changed. */
export function lifeVoice(life: LifeMaterial): LifeVoice {
  const found = voices.get(life.speaker.id)
  if (found !== undefined && same(found.life, life)) return found.voice
  const compiled = voiceOf(life, found)
  voices.set(life.speaker.id, compiled)
  return compiled.voice
}

const fit = (leans: MatterLine['leans'], traits: Readonly<Record<Trait, number>>): number => {
  let sum = 0
  for (const [trait, side] of leans) {
    const by = (traits[trait] - 0.5) * side
    sum += by * (by < 0 ? 6 : 2.5)
  }
  return sum
}

/** Lines of a list that a speaker without a written manner keeps to, beside those of its own. */
const LINES_MAX = 4

/** Lines of a list that are written for the speaker; null for none. */
function writtenOf({ idiolect }: LifeVoice, lines: readonly MatterLine[]): readonly MatterLine[] | null {
  const list = nameOf(lines)
  return list === null ? null : idiolect.writtenFor(list)
}

/** The speaker's part of a list of frames without lines written for it: composed lines and the few that suit it best. */
function suitableOf(voice: LifeVoice, lines: readonly MatterLine[]): readonly MatterLine[] {
  const list = nameOf(lines)
  return list === null ? lines : composedOf(voice, lines, list)
}

function composedOf(voice: LifeVoice, lines: readonly MatterLine[], list: string): readonly MatterLine[] {
  const rated = lines.map((line) => ({ line, by: weightOf(voice, line) })).sort((a, b) => b.by - a.by)
  return [...voice.idiolect.composedFor(list), ...rated.slice(0, LINES_MAX).map(({ line }) => line)]
}

const SECOND = new WeakMap<LifeVoice['ranks'], Map<readonly MatterLine[], readonly MatterLine[]>>()

function secondLines(voice: LifeVoice, lines: readonly MatterLine[]): readonly MatterLine[] {
  const byList = SECOND.get(voice.ranks) ?? new Map<readonly MatterLine[], readonly MatterLine[]>()
  SECOND.set(voice.ranks, byList)
  const found = byList.get(lines) ?? composedOf(voice, lines, nameOf(lines) ?? '')
  byList.set(lines, found)
  return found
}

/** One of the lines that a speaker has beside those written for it, for when all of these were said. */
export function secondChoice(voice: LifeVoice, lines: readonly MatterLine[], rng: () => number): MatterLine {
  const found = secondLines(voice, lines)
  return found[Math.floor(rng() * found.length)]!
}

/** Half of the ring: lines within it are the speaker's own, the others it says once in a while. */
const REACH = 0.12
const SELDOM = 0.05
/** Above 1, a speaker keeps to fewer of the lines. */
const STEADINESS = 3

function weightOf({ manner, idiolect }: LifeVoice, { leans, key }: MatterLine): number {
  const apart = Math.abs(habit('line', key) - idiolect.at)
  const near = Math.min(apart, 1 - apart) <= REACH
  const habits = (0.35 + 1.3 * habit(manner.id, key)) ** STEADINESS
  return Math.exp(STEADINESS * fit(leans, manner.traits)) * habits * (near ? 1 : SELDOM)
}

/**
 * Cumulative weights of the lines for a speaker: by how they suit the manner, by habit, and by whose they are. Lines that
 * are written for the speaker have equal weights.
 */
function ranked(voice: LifeVoice, lines: readonly MatterLine[]): Ranked {
  const cached = voice.ranks.get(lines)
  if (cached !== undefined) return cached
  const written = writtenOf(voice, lines)
  const own = written ?? suitableOf(voice, lines)
  const upTo: number[] = []
  let sum = 0
  for (const line of own) {
    sum += written === null ? weightOf(voice, line) : 1
    upTo.push(sum)
  }
  const result = { lines: own, upTo }
  voice.ranks.set(lines, result)
  return result
}

/** All lines that `chosen` and `secondChoice` can draw. */
export const drawable = (voice: LifeVoice, lines: readonly MatterLine[]): readonly MatterLine[] => [
  ...ranked(voice, lines).lines,
  ...secondLines(voice, lines),
]

/** One of the lines, drawn by the speaker's weights. */
export function chosen(voice: LifeVoice, lines: readonly MatterLine[], rng: () => number): MatterLine | null {
  if (lines.length === 0) return null
  const { lines: own, upTo } = ranked(voice, lines)
  const at = rng() * upTo.at(-1)!
  const found = upTo.findIndex((sum) => at < sum)
  return own[found === -1 ? own.length - 1 : found]!
}

/** Drafts of a text in lines that are written for the speaker; later drafts take other lines. */
const OWN_DRAFTS = 12

/** Draws for the choices of a line that come out the same whenever this speaker says it: a view keeps its words. */
export function usualChoices(speakerId: string, { key }: MatterLine): () => number {
  let n = 0
  return () => habit(speakerId, `${key} ${n++}`)
}

/** Whether the line for the n-th draft of a text is written for the speaker. */
export const hasOwnLine = (voice: LifeVoice, lines: readonly MatterLine[], n: number): boolean =>
  n < OWN_DRAFTS && writtenOf(voice, lines) !== null

/** A line of a list for the n-th draft of a text. */
export const lineFor = (voice: LifeVoice, lines: readonly MatterLine[], n: number, rng: () => number): MatterLine =>
  n < OWN_DRAFTS || nameOf(lines) === null ? chosen(voice, lines, rng)! : secondChoice(voice, lines, rng)
