import { boundedMap } from '../../../core/bounded-map.ts'
import type { Material } from '../../model.ts'
import { interestsOf } from '../about-self.ts'
import { type Protected, protect } from '../guard.ts'
import { habit, type Manner, mannerOf, type Trait } from '../manner.ts'
import { type Names, namesOf, readNames } from '../subject.ts'
import { contentStems } from '../words.ts'
import type { LifeMaterial } from './material.ts'
import { type Matter, type MatterLine, MOVES, type Move } from './matter.ts'
import { ALL_MATTERS } from './matters/all.ts'
import { type Phrases, phrasesOf } from './phrases.ts'
import { type Rhythm, rhythmOf } from './rhythm.ts'

/** A matter somebody can speak of as their own, and how often they do. */
export interface Home {
  readonly matter: Matter
  readonly weight: number
}

/** Everything about a speaker that does not change from one text to the next. */
export interface LifeVoice {
  readonly manner: Manner
  readonly rhythm: Rhythm
  readonly phrases: Phrases
  readonly homes: readonly Home[]
  readonly interests: readonly string[]
  readonly names: Names
  /** The persona is private: no run of it may come out. */
  readonly guard: Protected
  readonly ranks: Map<readonly MatterLine[], Ranked>
  /** Stems of everything the speaker has to do with. */
  readonly near: { has(stem: string): boolean }
  /** The speaker's own lines with a stem in them. */
  linesOn(stem: string): readonly OwnLine[]
}

export interface OwnLine {
  readonly move: Move
  readonly line: MatterLine
}

/** Lines of a matter by the stems in them; the same for everybody who speaks of it. */
const INDEXED = new WeakMap<Matter, ReadonlyMap<string, readonly OwnLine[]>>()

function linesByStem(matter: Matter): ReadonlyMap<string, readonly OwnLine[]> {
  const known = INDEXED.get(matter)
  if (known !== undefined) return known
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

/** `slugs, for` and `slugs, against` are two different interests. */
const sided = (interest: string): string[] => {
  const [, name, side] = /^(.+), (for|against)$/u.exec(interest) ?? []
  const stems = [...contentStems(name ?? interest)]
  return side === 'for' ? stems.map((s) => `${s}-for`) : stems
}

/** Where the crafts of conversation and those of life have different names. */
const CRAFT_OF: Readonly<Record<string, string>> = { sea: 'tides' }

/** Which matters speak of a stem: somebody's papers have fewer words than all matters together. */
const BY_STEM: ReadonlyMap<string, readonly Matter[]> = (() => {
  const index = new Map<string, Matter[]>()
  for (const matter of ALL_MATTERS) for (const s of matter.stems) index.set(s, [...(index.get(s) ?? []), matter])
  return index
})()

const STEMS_OF_CRAFT = new Map<Manner['craft'], ReadonlySet<string>>()

function stemsOf(craft: Manner['craft']): ReadonlySet<string> {
  let stems = STEMS_OF_CRAFT.get(craft)
  if (stems === undefined) {
    stems = contentStems(craft.words)
    STEMS_OF_CRAFT.set(craft, stems)
  }
  return stems
}

function isOfTrade(specialty: string | null, { craft }: Manner): boolean {
  const words = stemsOf(craft)
  return craft.name !== 'street' && [...contentStems(specialty ?? '')].some((s) => words.has(s))
}

/** Whether the crafts know what this speaker says of itself; a word of the persona alone would be chance. */
function isRooted({ specialty, interests }: LifeMaterial['speaker'], manner: Manner): boolean {
  if (isOfTrade(specialty, manner)) return true
  const known = interests.filter((interest) => sided(interest).some((s) => BY_STEM.has(s.replace(/-for$/, ''))))
  return interests.length > 0 && known.length * 3 >= interests.length
}

/** Speaks of its own interests in general words, of the street, and a little of what its papers come nearest to. */
function unrooted(
  scored: readonly { readonly matter: Matter; readonly score: number }[],
  { interests }: LifeMaterial['speaker'],
): Home[] {
  const near = scored
    .filter(({ score }) => score > 1.6)
    .sort((a, b) => b.score - a.score)
    .slice(0, 2)
  return [
    ...ALL_MATTERS.filter(({ craft }) => craft === 'any').map((matter) => ({
      matter,
      weight: interests.length > 0 ? 5 : 0.01,
    })),
    ...ALL_MATTERS.filter(({ craft }) => craft === 'street').map((matter) => ({ matter, weight: 2 })),
    ...near.map(({ matter }) => ({ matter, weight: 1 })),
  ]
}

/** Nobody talks of one thing only. */
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
  // Each word of the persona once: it tips the scale and says nothing.
  weigh(contentStems(speaker.persona), 0.25)
  const trade = CRAFT_OF[manner.craft.name] ?? manner.craft.name
  const spoken = new Map<Matter, number>()
  for (const [s, weight] of weights)
    for (const matter of BY_STEM.get(s) ?? []) spoken.set(matter, (spoken.get(matter) ?? 0) + weight)
  const scored = ALL_MATTERS.map((matter) => {
    const score = (matter.craft === trade ? 1.6 : 0) + (spoken.get(matter) ?? 0)
    return { matter, score: score + (score > 0 ? habit(speaker.id, matter.id) : 0) }
  })
  const best = Math.max(...scored.map(({ score }) => score))
  if (!isRooted(speaker, manner)) return unrooted(scored, speaker)
  const craft = isOfTrade(speaker.specialty, manner) ? trade : scored.find(({ score }) => score === best)!.matter.craft
  const own = scored
    .filter(({ matter, score }) => matter.craft === craft && score >= 1.6)
    .sort((a, b) => b.score - a.score)
  return [
    ...own.filter(({ score }, i) => i < FEWEST || score >= best * 0.38),
    ...scored.filter(({ matter, score }) => matter.craft !== craft && score >= Math.max(5, best * 0.5)),
  ].map(({ matter, score }) => ({ matter, weight: score ** 1.2 }))
}

/** Worked out when it is first asked for: most texts never do. */
function later<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** What of a voice holds as long as the papers it was read from. */
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
  readonly phrases: Phrases
  readonly rhythm: Rhythm
}

interface Kept {
  readonly life: LifeMaterial
  readonly bearing: Part<Bearing>
  readonly habits: Part<Habits>
  readonly voice: LifeVoice
}

/** As before, unless a word of what it is made of has changed. */
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

/** A night's reflection changes a belief or a question, seldom the rest; what is as it was is not worked out again. */
function voiceOf(life: LifeMaterial, before: Kept | undefined): Kept {
  const { speaker, styleNotes, topics, ownWords, beliefs, openQuestions } = life
  const bearing = renewed(before?.bearing, [speaker, styleNotes, topics], () => bearingOf(life))
  const { manner, homes, interests, ranks } = bearing.value
  const habits = renewed(before?.bearing === bearing ? before.habits : undefined, ownWords, () => ({
    phrases: phrasesOf(ownWords),
    rhythm: rhythmOf(manner, speaker.bio, ownWords),
  }))
  const names = later(() => namesOf(readNames([speaker.bio, ...beliefs, ...ownWords])))
  const voice: LifeVoice = {
    manner,
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

const KEPT = 4_096
const kept = boundedMap<Kept>(KEPT)

const same = (a: LifeMaterial, b: LifeMaterial): boolean =>
  a.speaker === b.speaker &&
  a.ownWords === b.ownWords &&
  a.styleNotes === b.styleNotes &&
  a.topics === b.topics &&
  a.beliefs === b.beliefs &&
  a.openQuestions === b.openQuestions

/** Compiled once for each speaker, and again where a word of what it is made of has changed. */
export function lifeVoice(life: LifeMaterial): LifeVoice {
  const found = kept.get(life.speaker.id)
  if (found !== undefined && same(found.life, life)) return found.voice
  const made = voiceOf(life, found)
  kept.set(life.speaker.id, made)
  return made.voice
}

const fit = (leans: MatterLine['leans'], traits: Readonly<Record<Trait, number>>): number => {
  let sum = 0
  for (const [trait, side] of leans) {
    const by = (traits[trait] - 0.5) * side
    sum += by * (by < 0 ? 6 : 2.5)
  }
  return sum
}

/** The lines in the weights this speaker gives them: what suits the manner, and a liking that is theirs alone. */
function ranked(voice: LifeVoice, lines: readonly MatterLine[]): Ranked {
  const known = voice.ranks.get(lines)
  if (known !== undefined) return known
  const upTo: number[] = []
  let sum = 0
  for (const { leans, key } of lines) {
    sum += Math.exp(fit(leans, voice.manner.traits)) * (0.35 + 1.3 * habit(voice.manner.id, key))
    upTo.push(sum)
  }
  const made = { lines, upTo }
  voice.ranks.set(lines, made)
  return made
}

export function chosen(voice: LifeVoice, lines: readonly MatterLine[], rng: () => number): MatterLine | null {
  if (lines.length === 0) return null
  const { upTo } = ranked(voice, lines)
  const at = rng() * upTo.at(-1)!
  const found = upTo.findIndex((sum) => at < sum)
  return lines[found === -1 ? lines.length - 1 : found]!
}
