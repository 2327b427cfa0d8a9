// Arguments: a speech act on one side of an issue in the manner of the speaker, also at a table.
import { capitalise, contentStems } from '../language/words.ts'
import { type Chance, DRAFTS_MAX, expand, isFillable, pick } from '../life/grammar.ts'
import { ownable } from '../life/idiolect.ts'
import type { LifeMaterial, TurnMaterial } from '../life/material.ts'
import { allLeaning, type MatterLine } from '../life/matter.ts'
import { placePhrases } from '../life/place-talk.ts'
import { laidOut, withPhrases } from '../life/sentence.ts'
import { fillerFor, firstName, ownSlots, placeName } from '../life/slots.ts'
import { chosen, drawable, type LifeVoice, lifeVoice, secondChoice, usualChoices } from '../life/voice.ts'
import type { Material } from '../material.ts'
import { fromPhrases } from '../phrases.ts'
import { habit, mannerOf } from '../speaker/manner.ts'
import { type Issue, issues, otherSide, type Side, type SpeechAct, sideOf } from './issues.ts'

const frames = fromPhrases((phrases) => ownable(allLeaning(phrases.issues.moves)))

/** A word in an argument. */
export interface ArgueMaterial extends LifeMaterial {
  readonly argument: {
    readonly issue: string
    readonly side: Side
    readonly move: SpeechAct
    /** Display name of whom it speaks to. */
    readonly to: string | null
    /** The reason that the other gave. */
    readonly their: string | null
    /** Whether the speaker has spoken in this talk before. */
    readonly again: boolean
    /** For a report: whether the test came out for the speaker. */
    readonly won: boolean
    /** Texts and clauses of this talk: what they say is not said again. */
    readonly used: readonly string[]
    /** Whether it takes up a text that claims nothing. */
    readonly takesUp?: boolean
  }
  readonly longest: number
}

export interface Worded {
  readonly text: string
  /** The reason or case that it gives. */
  readonly reason: string | null
}

function framesFor({ move, again, won, takesUp }: ArgueMaterial['argument']): readonly MatterLine[] {
  switch (move) {
    case 'assert':
      return takesUp === true ? frames().take : frames().assert
    case 'ask':
      return frames().ask
    case 'answer':
      // A question to the town gets an answer from a new speaker; a doubt gets one from the same speaker.
      return again ? frames().proof : frames().answer
    case 'support':
      return frames().support
    case 'counter':
      return again ? frames().again : frames().counter
    case 'distinguish':
      return frames().distinguish
    case 'doubt':
      return frames().doubt
    case 'test':
      return frames().test
    case 'promise':
      return frames().promise
    case 'report':
      return won ? frames().reportWon : frames().reportLost
    case 'concede':
      return frames().concede
    case 'differ':
      return frames().differ
    default:
      return frames().settle
  }
}

type Stems = ReadonlySet<string>

const FIRST_PERSON = /\b(?:I|my|me|mine|myself)\b/u
const IMPERSONAL = new WeakMap<readonly MatterLine[], readonly MatterLine[]>()

/** The lines without those in the first person; the same list each time, because voices keep weights by list. */
function impersonal(lines: readonly MatterLine[]): readonly MatterLine[] {
  const cached = IMPERSONAL.get(lines)
  if (cached !== undefined) return cached
  const found = lines.filter(({ line }) => !FIRST_PERSON.test(JSON.stringify(line)))
  IMPERSONAL.set(lines, found)
  return found
}

/** A clause counts as used if one text of the talk has more than this share of its words. */
const USED = 0.6
function isUsed({ stems }: MatterLine, texts: readonly Stems[]): boolean {
  const most = stems.size * USED
  return texts.some((textStems) => {
    let shared = 0
    for (const stem of stems) if (textStems.has(stem)) shared += 1
    return shared > most
  })
}

/** A clause of an issue in the speaker's choice, unlike those that were used. */
function clause(
  voice: LifeVoice,
  lines: readonly MatterLine[],
  { rng, fill, used }: { rng: () => number; fill: (slot: string) => string | null; used: readonly Stems[] },
): string | null {
  for (let tries = 0; tries < 6 && lines.length > 0; tries++) {
    const line = chosen(voice, lines, rng)!
    const text = isUsed(line, used) ? null : expand(line.line, rng, fill)
    if (text !== null) return text
  }
  return null
}

/** A claim in the speaker's usual words. */
function claim(
  voice: LifeVoice,
  lines: readonly MatterLine[],
  rng: () => number,
  fill: (slot: string) => string | null,
): string | null {
  const line = chosen(voice, lines, rng)
  return line === null ? null : expand(line.line, usualChoices(voice.manner.id, line), fill)
}

/** How often a reason or a case that begins a sentence gets the speaker's own words before it. */
const PREFACED = 0.4

/** Signs by which a text is seen to begin like another. */
const BEGINNING = 16

/** Drafts that keep to the speaker's own frames. */
const OWN_TRIES = 18
const OTHER_TRIES = 32

/** How often a written frame may get one of the speaker's small words all the same. */
const TAGGED = 0.35

/** Moves that a speaker's standing phrase may go before; it would stand oddly before an answer. */
const PHRASED: ReadonlySet<SpeechAct> = new Set<SpeechAct>(['assert', 'report'])

interface Speech {
  readonly n: number
  readonly issue: Issue
  readonly voice: LifeVoice
  readonly used: readonly Stems[]
}

/**
 * Cases that a text may tell. A report of a lost test tells the case of the other side. Other moves tell no case in the
 * first person: what somebody lived belongs to that resident.
 */
const casesFor = ({ move, side, won }: ArgueMaterial['argument'], { sides }: Issue): readonly MatterLine[] =>
  move === 'report' ? sides[won ? side : otherSide(side)].saw : impersonal(sides[side].saw)

/** Whether a frame is left whose slots all have a text. Late in a talk every reason and case of a side may be used. */
function hasFrame({ argument }: ArgueMaterial, { issue, voice, used }: Omit<Speech, 'n'>): boolean {
  const { side, to, their } = argument
  const isLeft = (lines: readonly MatterLine[]): boolean => lines.some((line) => !isUsed(line, used))
  const texts: Readonly<Record<string, boolean>> = {
    why: isLeft(issue.sides[side].why),
    saw: isLeft(casesFor(argument, issue)),
    their: their !== null,
    quote: their !== null,
    to: to !== null,
  }
  const hasText = (slot: string): boolean => texts[slot.charAt(0).toLowerCase() + slot.slice(1)] ?? true
  const lines = framesFor(argument)
  return [...drawable(voice, lines), ...lines].some(({ line }) => isFillable(line, hasText))
}

function draft(material: ArgueMaterial, { n, issue, voice, used }: Speech, rng: () => number): Worded | null {
  const { argument, longest } = material
  const { side, to, their } = argument
  const fill = fillerFor(material, voice, rng, ownSlots(material, voice, rng))
  const own = issue.sides[side]
  const other = issue.sides[otherSide(side)]
  const cases = casesFor(argument, issue)
  const parts = new Map<string, string | null>()
  const once = (slot: string, make: () => string | null): string | null => {
    if (!parts.has(slot)) parts.set(slot, make())
    return parts.get(slot)!
  }
  const slotText = (slot: string): string | null => {
    switch (slot) {
      case 'claim':
        return once(slot, () => claim(voice, own.claim, rng, fill))
      case 'anti':
        return once(slot, () => claim(voice, other.claim, rng, fill))
      case 'why':
        return once(slot, () => clause(voice, own.why, { rng, fill, used }))
      case 'saw':
        return once(slot, () => clause(voice, cases, { rng, fill, used }))
      case 'test':
        // A promise repeats the proposed test.
        return argument.move === 'promise' && their !== null
          ? their
          : once(slot, () => clause(voice, issue.test, { rng, fill, used: [] }))
      case 'mid':
        // A settlement repeats the proposed compromise.
        return argument.move === 'settle' && their !== null
          ? their
          : once(slot, () => clause(voice, issue.mid, { rng, fill, used: [] }))
      case 'their':
        return their === null ? null : spokenOf(their, to)
      case 'quote':
        return their
      case 'to':
        return to === null ? null : firstName(to)
      default:
        return fill(slot)
    }
  }
  const lines = framesFor(argument)
  // The speaker's own frames come first, then other frames in its manner, then any frame.
  const frame =
    n < OWN_TRIES ? chosen(voice, lines, rng)! : n < OTHER_TRIES ? secondChoice(voice, lines, rng) : pick(lines, rng)
  const text = expand(frame.line, rng, (slot) => {
    const low = slot.charAt(0).toLowerCase() + slot.slice(1)
    const words = slotText(low)
    if (words === null || slot === low) return words
    const before = low === 'why' ? voice.idiolect.markers.because : low === 'saw' ? voice.idiolect.markers.once : ''
    return capitalise(before !== '' && rng() < PREFACED ? `${before} ${words}` : words)
  })
  if (text === null) return null
  const sentences = text.split(/(?<=[.!?]) (?=\S)/u)
  const { written } = voice.idiolect
  const phrased = !written && PHRASED.has(argument.move) ? withPhrases(sentences, voice, rng) : sentences
  const draftText = laidOut(phrased, voice, rng, written && rng() > TAGGED)
  if (draftText.length > longest || draftText.length < 12 || voice.guard.quotes(draftText)) return null
  // Two texts of one talk do not begin in the same way.
  if (n < OTHER_TRIES && argument.used.some((text) => text.includes(draftText.slice(0, BEGINNING)))) return null
  return {
    text: draftText,
    reason: parts.get('test') ?? parts.get('mid') ?? parts.get('why') ?? parts.get('saw') ?? null,
  }
}

/** A clause of the other, addressed to the other: `my soup` is `your soup`. */
function spokenOf(clause: string, to: string | null): string {
  if (to === null || !/\b(?:I|my|me|mine|myself)\b/i.test(clause)) return clause
  return clause
    .replace(/\bI was\b/g, 'you were')
    .replace(/\bI am\b/g, 'you are')
    .replace(/\bI\b/g, 'you')
    .replace(/\bmyself\b/g, 'yourself')
    .replace(/\bmy\b/g, 'your')
    .replace(/\bmine\b/g, 'yours')
    .replace(/\bme\b/g, 'you')
}

/** Drafts of one word in an argument. */
export function* argueDrafts(material: ArgueMaterial, chance: Chance): Iterable<Worded> {
  const issue = issues().get(material.argument.issue)
  if (issue === undefined) return
  const speech = { issue, voice: lifeVoice(material), used: material.argument.used.map(contentStems) }
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const worded = draft(material, { ...speech, n }, chance(`argue ${n}`))
    if (worded !== null) yield worded
    else if (n === 0 && !hasFrame(material, speech)) return
  }
}

interface Leaning {
  readonly issue: string
  readonly side: Side
  readonly weight: number
}

/** By the part of a voice that they follow from, which a night seldom changes. */
const LEANINGS = new WeakMap<LifeVoice['ranks'], readonly Leaning[]>()

/** Issues near a speaker's matters, with a weight each. */
export function issuesOf(life: LifeMaterial): readonly Leaning[] {
  const voice = lifeVoice(life)
  const cached = LEANINGS.get(voice.ranks)
  if (cached !== undefined) return cached
  const leanings = [...issues().values()].map(({ id, stems }) => {
    let near = 0
    for (const stem of stems) if (voice.near.has(stem)) near += 1
    return { issue: id, side: sideOf(voice.manner, id), weight: 0.15 + near ** 1.5 }
  })
  LEANINGS.set(voice.ranks, leanings)
  return leanings
}

/** The side of an issue that a speaker's character puts it on, without compiling its voice. */
export const characterSide = (speaker: Material, issue: string): Side => sideOf(mannerOf(speaker), issue)

/** Words that a text must share with an issue to be about it. */
const ABOUT = 2

/** The issue that a text is most about, though it takes no side; null for none. */
export function issueIn(text: string, fewest = ABOUT): string | null {
  const about = contentStems(text)
  let best: string | null = null
  let most = fewest - 0.5
  for (const { id, stems } of issues().values()) {
    let shared = 0
    for (const stem of stems) if (about.has(stem)) shared += 1
    // Of two that share as much, the one that is named.
    for (const stem of contentStems(id)) if (shared > 0 && about.has(stem)) shared += 0.5
    if (shared <= most) continue
    best = id
    most = shared
  }
  return best
}

/** The claims of one side of an issue, in plain words. */
export function claimsOf(issue: string, side: Side): string[] {
  const lines = issues().get(issue)?.sides[side].claim ?? []
  return lines.flatMap(
    ({ line }) =>
      expand(
        line,
        () => 0,
        () => null,
      ) ?? [],
  )
}

/** The claim that a speaker makes as a rule on one side of an issue, in its usual words; null for an unknown issue. */
export function usualClaim(speakerId: string, issue: string, side: Side): string | null {
  const lines = issues().get(issue)?.sides[side].claim ?? []
  const line = lines[Math.floor(habit(speakerId, `claim ${issue}`) * lines.length)]
  return line === undefined ? null : expand(line.line, usualChoices(speakerId, line), () => null)
}

/** 0 to 1: how hard it is to talk somebody round. */
export function stubbornness(life: LifeMaterial): number {
  const { warm, hedging, curious, formal, dry } = lifeVoice(life).manner.traits
  return Math.min(0.95, Math.max(0.05, 0.5 + 0.3 * (formal + dry - 1) - 0.25 * (warm + hedging + curious - 1.5)))
}

/** A word about something that is argued over, at a table. */
export interface TableMaterial extends TurnMaterial {
  readonly argument: ArgueMaterial['argument']
  readonly longest: number
}

const OPENS: ReadonlySet<string> = new Set(['assert', 'ask'])

/** A greeting before the first turn, a goodbye after the last. */
function around(material: TableMaterial, rng: () => number): { before: string; after: string } {
  const { place, talk, leaving, moment, argument } = material
  const voice = lifeVoice(material)
  const words: Readonly<Record<string, string | undefined>> = {
    here: placeName(place),
    name: argument.to === null ? undefined : firstName(argument.to),
    part: moment.hour === undefined ? undefined : moment.hour < 12 ? 'morning' : 'evening',
  }
  const fill = (slot: string): string | null => words[slot] ?? null
  const line = (lines: readonly MatterLine[]): string => expand(chosen(voice, lines, rng)!.line, rng, fill) ?? ''
  return {
    before:
      talk.length === 0
        ? line(placePhrases().hello)
        : argument.their === null && OPENS.has(argument.move)
          ? line(placePhrases().bringing)
          : '',
    after: leaving === true ? line(placePhrases().leavingPlainly) : '',
  }
}

/** Drafts of one turn at a table in which something is argued over. */
export function* tableDrafts(material: TableMaterial, chance: Chance): Iterable<Worded> {
  const rng = chance('around')
  for (const { text, reason } of argueDrafts(material, chance)) {
    const { before, after } = around(material, rng)
    const lower = lifeVoice(material).rhythm.lowerCase
    const parts = [lower ? before.toLowerCase() : before, text, lower ? after.toLowerCase() : after]
    const whole = parts.filter((part) => part !== '').join(' ')
    if (whole.length <= material.longest) yield { text: whole, reason }
    else if (text.length <= material.longest) yield { text, reason }
  }
}
