import { capitalise, contentStems } from '../language/words.ts'
import * as frames from '../lexicon/issues/moves.ts'
import { laidOut, withPhrases } from '../life/dressing.ts'
import { type Chance, DRAFTS_MAX, expand, pick } from '../life/grammar.ts'
import { ownable } from '../life/idiolect.ts'
import type { LifeMaterial } from '../life/material.ts'
import { allLeaning, type MatterLine } from '../life/matter.ts'
import { ownSlots } from '../life/own-slots.ts'
import { clauseOf, drawn } from '../life/post.ts'
import { fillerFor, firstName } from '../life/slots.ts'
import { chosen, type LifeVoice, lifeVoice, secondChoice } from '../life/voice.ts'
import { ISSUES, type Issue, otherSide, sideOf } from './issues.ts'
import type { Meant, Side } from './plan.ts'

const FRAMES = ownable(allLeaning(frames))

/** A word in an argument. */
export interface ArgueMaterial extends LifeMaterial {
  readonly argument: {
    readonly issue: string
    readonly side: Side
    readonly move: Meant
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
      return takesUp === true ? FRAMES.TAKE : FRAMES.ASSERT
    case 'ask':
      return FRAMES.ASK
    case 'answer':
      // Whoever asked the town is answered by somebody new; whoever was doubted has spoken before.
      return again ? FRAMES.PROOF : FRAMES.ANSWER
    case 'support':
      return FRAMES.SUPPORT
    case 'counter':
      return again ? FRAMES.AGAIN : FRAMES.COUNTER
    case 'distinguish':
      return FRAMES.DISTINGUISH
    case 'doubt':
      return FRAMES.DOUBT
    case 'test':
      return FRAMES.TEST
    case 'promise':
      return FRAMES.PROMISE
    case 'report':
      return won ? FRAMES.REPORT_WON : FRAMES.REPORT_LOST
    case 'concede':
      return FRAMES.CONCEDE
    case 'differ':
      return FRAMES.DIFFER
    default:
      return FRAMES.SETTLE
  }
}

type Stems = ReadonlySet<string>

/** More of its words than this in one text of the talk, and a clause has been used, whatever number stood in it. */
const USED = 0.6
function isUsed({ stems }: MatterLine, said: readonly Stems[]): boolean {
  const most = stems.size * USED
  return said.some((heard) => {
    let shared = 0
    for (const stem of stems) if (heard.has(stem)) shared += 1
    return shared > most
  })
}

/** A clause of an issue in the speaker's choice, unlike those that were used. */
function clause(
  voice: LifeVoice,
  lines: readonly MatterLine[],
  { rng, fill, used }: { rng: () => number; fill: (slot: string) => string | null; used: readonly Stems[] },
): string | null {
  for (let tries = 0; tries < 6; tries++) {
    const line = chosen(voice, lines, rng)!
    const text = isUsed(line, used) ? null : expand(line.line, rng, fill)
    if (text !== null) return text
  }
  return null
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
const PHRASED: ReadonlySet<Meant> = new Set<Meant>(['assert', 'report'])

interface Speech {
  readonly n: number
  readonly issue: Issue
  readonly voice: LifeVoice
  readonly used: readonly Stems[]
}

function draft(material: ArgueMaterial, { n, issue, voice, used }: Speech, rng: () => number): Worded | null {
  const { argument, longest } = material
  const { side, to, their } = argument
  const fill = fillerFor(material, voice, rng, ownSlots(material, voice, rng))
  const own = issue.sides[side]
  const other = issue.sides[otherSide(side)]
  // Whoever reports a defeat tells the case of the other side.
  const seen = argument.move === 'report' && !argument.won ? other.saw : own.saw
  const parts = new Map<string, string | null>()
  const once = (slot: string, make: () => string | null): string | null => {
    if (!parts.has(slot)) parts.set(slot, make())
    return parts.get(slot)!
  }
  const given = (slot: string): string | null => {
    switch (slot) {
      case 'claim':
        return once(slot, () => clause(voice, own.claim, { rng, fill, used: [] }))
      case 'anti':
        return once(slot, () => clause(voice, other.claim, { rng, fill, used: [] }))
      case 'why':
        return once(slot, () => clause(voice, own.why, { rng, fill, used }))
      case 'saw':
        return once(slot, () => clause(voice, seen, { rng, fill, used }))
      case 'test':
        // Whoever promises to come comes for what was proposed.
        return argument.move === 'promise' && their !== null
          ? their
          : once(slot, () => clause(voice, issue.test, { rng, fill, used: [] }))
      case 'mid':
        // Whoever settles takes what was offered.
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
  // Whoever has said all that is its own says it in other ways, and at last as anybody would.
  const frame =
    n < OWN_TRIES ? chosen(voice, lines, rng)! : n < OTHER_TRIES ? secondChoice(voice, lines, rng) : pick(lines, rng)
  const text = expand(frame.line, rng, (slot) => {
    const low = slot.charAt(0).toLowerCase() + slot.slice(1)
    const made = given(low)
    if (made === null || slot === low) return made
    const before = low === 'why' ? voice.idiolect.markers.because : low === 'saw' ? voice.idiolect.markers.once : ''
    return capitalise(before !== '' && rng() < PREFACED ? `${before} ${made}` : made)
  })
  if (text === null) return null
  const whole = `${text} ${likewise(material, voice, rng, fill)}`.trim()
  const sentences = whole.split(/(?<=[.!?]) (?=\S)/u)
  const { written } = voice.idiolect
  const phrased = !written && PHRASED.has(argument.move) ? withPhrases(sentences, voice, rng) : sentences
  const said = laidOut(phrased, voice, rng, written && rng() > TAGGED)
  if (said.length > longest || said.length < 12 || voice.guard.quotes(said)) return null
  // Nobody begins twice in the same way in one talk.
  if (n < OTHER_TRIES && argument.used.some((text) => text.includes(said.slice(0, BEGINNING)))) return null
  return { text: said, reason: parts.get('test') ?? parts.get('mid') ?? parts.get('why') ?? parts.get('saw') ?? null }
}

/** How often a case from the speaker's own work follows, by move. */
const LIKEWISE: Partial<Record<Meant, number>> = { assert: 0.45, ask: 0.3, support: 0.15, counter: 0.05, answer: 0.1 }

/** A case from the speaker's own work; empty for none. */
function likewise(
  { argument: { move } }: ArgueMaterial,
  voice: LifeVoice,
  rng: () => number,
  fill: (slot: string) => string | null,
): string {
  if (rng() >= (LIKEWISE[move] ?? 0)) return ''
  const own = clauseOf({ voice, rng, fill, used: new Set() }, drawn(voice.homes, rng).matter, 'saw')
  if (own === null) return ''
  return expand(chosen(voice, FRAMES.LIKEWISE, rng)!.line, rng, (slot) => (slot === 'own' ? own : null)) ?? ''
}

/** Another's clause in the mouth of whoever speaks to them: `my soup` is `your soup`. */
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
  const issue = ISSUES.get(material.argument.issue)
  if (issue === undefined) return
  const speech = { issue, voice: lifeVoice(material), used: material.argument.used.map(contentStems) }
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const made = draft(material, { ...speech, n }, chance(`argue ${n}`))
    if (made !== null) yield made
  }
}

interface Leaning {
  readonly issue: string
  readonly side: Side
  readonly weight: number
}

/** By the part of a voice that they follow from, which a night seldom changes. */
const LEANINGS = new WeakMap<LifeVoice['ranks'], readonly Leaning[]>()

/** Issues near a speaker's matters, with a weight each: nobody argues about everything. */
export function issuesOf(life: LifeMaterial): readonly Leaning[] {
  const voice = lifeVoice(life)
  const known = LEANINGS.get(voice.ranks)
  if (known !== undefined) return known
  const made = [...ISSUES.values()].map(({ id, stems }) => {
    let near = 0
    for (const stem of stems) if (voice.near.has(stem)) near += 1
    return { issue: id, side: sideOf(voice.manner, id), weight: 0.15 + near ** 1.5 }
  })
  LEANINGS.set(voice.ranks, made)
  return made
}

/** Words that a text must share with an issue to be about it. */
const ABOUT = 2

/** The issue that a text is most about, though it takes no side; null for none. */
export function issueIn(text: string, fewest = ABOUT): string | null {
  const about = contentStems(text)
  let best: string | null = null
  let most = fewest - 0.5
  for (const { id, stems } of ISSUES.values()) {
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

/** What one side of an issue holds, in plain words. */
export function claimsOf(issue: string, side: Side): string[] {
  const lines = ISSUES.get(issue)?.sides[side].claim ?? []
  return lines.flatMap(
    ({ line }) =>
      expand(
        line,
        () => 0,
        () => null,
      ) ?? [],
  )
}

/** 0 to 1: how hard it is to talk somebody round. */
export function stubbornness(life: LifeMaterial): number {
  const { warm, hedging, curious, formal, dry } = lifeVoice(life).manner.traits
  return Math.min(0.95, Math.max(0.05, 0.5 + 0.3 * (formal + dry - 1) - 0.25 * (warm + hedging + curious - 1.5)))
}
