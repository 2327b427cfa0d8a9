import * as lexicon from '../lexicon/life/posts.ts'
import type { Trait } from '../lexicon/traits.ts'
import { allLeaning, type MatterLine, type Move } from './matter.ts'
import type { LifeVoice } from './voice.ts'

const frames = allLeaning(lexicon)

/** A step of a text: a move of the matter as it is, or lines with the matter's clauses in their slots. */
type Step = Move | { readonly lines: readonly MatterLine[]; readonly as: Move | 'raw'; readonly owed: boolean }

export interface Shape {
  readonly name: string
  readonly steps: readonly Step[]
  readonly weight: number
}

interface Plan {
  readonly name: string
  readonly steps: readonly Step[]
  /** Mean number of sentences. The length of a speaker's usual post decides which sizes suit. */
  readonly size: number
  readonly weight: number
  readonly leans?: Partial<Record<Trait, number>>
}

/** Skipped when a slot has no text. */
const may = (lines: readonly MatterLine[], as: Move | 'raw' = 'raw'): Step => ({ lines, as, owed: false })
/** The whole shape fails when a slot has no text. */
const must = (lines: readonly MatterLine[], as: Move | 'raw' = 'raw'): Step => ({ lines, as, owed: true })

const INSIDE: readonly Plan[] = [
  { name: 'report', steps: ['did', 'saw', 'so'], size: 3, weight: 2.4 },
  { name: 'report-plan', steps: ['did', 'saw', 'will'], size: 3, weight: 1.6 },
  { name: 'brief', steps: ['saw'], size: 1, weight: 1.4, leans: { terse: 3 } },
  { name: 'brief-deed', steps: ['did'], size: 1, weight: 1, leans: { terse: 3 } },
  { name: 'two-deeds', steps: ['did', 'did', 'so'], size: 3, weight: 1.2, leans: { exact: 1 } },
  { name: 'sight', steps: ['saw', 'so'], size: 2, weight: 2.6 },
  { name: 'sight-plan', steps: ['saw', 'will'], size: 2, weight: 1.6 },
  { name: 'scene', steps: [may(frames.SCENE), 'saw', 'did'], size: 2.6, weight: 2 },
  { name: 'anecdote', steps: ['said', 'so'], size: 2, weight: 2 },
  { name: 'anecdote-long', steps: ['did', 'said', 'so', 'view'], size: 4, weight: 2.5 },
  { name: 'anecdote-deed', steps: ['said', 'did'], size: 2.4, weight: 1.6 },
  { name: 'loop', steps: ['saw', 'said', 'did', 'so'], size: 4, weight: 2.5, leans: { terse: -2 } },
  { name: 'question', steps: ['saw', 'ask'], size: 2, weight: 1.4, leans: { curious: 2 } },
  { name: 'asking', steps: ['view', 'ask'], size: 2, weight: 0.7, leans: { curious: 2 } },
  { name: 'counsel', steps: ['saw', 'do'], size: 2, weight: 1, leans: { warm: 1.5 } },
  { name: 'creed', steps: ['view', 'saw', 'did'], size: 3, weight: 1.3 },
  { name: 'creed-short', steps: ['view'], size: 1, weight: 0.8, leans: { dry: 1, terse: 1 } },
  { name: 'doubt', steps: [must(frames.DOUBT), 'saw'], size: 2, weight: 1, leans: { hedging: 3 } },
  { name: 'correction', steps: [must(frames.CORRECTION), 'so'], size: 2.3, weight: 0.8, leans: { exact: 2 } },
  { name: 'complaint', steps: [must(frames.COMPLAINT), 'do'], size: 2.3, weight: 0.8, leans: { warm: -1, dry: 1 } },
  { name: 'tease', steps: ['saw', must(frames.TEASE)], size: 2.3, weight: 1, leans: { playful: 1.5 } },
  { name: 'thanks', steps: [must(frames.THANKS), 'did'], size: 2.5, weight: 0.9, leans: { warm: 2 } },
  { name: 'boast', steps: [must(frames.BOAST), may(frames.HUMBLE)], size: 2, weight: 0.7, leans: { playful: 1.5 } },
  { name: 'list', steps: [must(frames.LIST)], size: 3, weight: 1, leans: { exact: 2.5, formal: 1 } },
  { name: 'mood', steps: [must(frames.MOODY), 'did'], size: 2.3, weight: 1 },
  { name: 'aside', steps: ['saw', must(frames.ASIDE), 'so'], size: 3, weight: 1, leans: { terse: -2 } },
  { name: 'memory', steps: [must(frames.MEMORY), 'so'], size: 2.5, weight: 1, leans: { terse: -1 } },
  { name: 'weather', steps: [must(frames.WEATHER), 'saw'], size: 2, weight: 0.8 },
  { name: 'since', steps: [must(frames.SINCE), 'saw', 'so'], size: 3, weight: 2.6 },
  { name: 'since-last', steps: ['saw', must(frames.SINCE)], size: 2.4, weight: 2.6 },
  { name: 'since-deed', steps: ['did', 'saw', must(frames.SINCE)], size: 3.4, weight: 2 },
  { name: 'coined', steps: [must(frames.COINED), 'saw'], size: 2.6, weight: 1.2 },
]

const OUTSIDE: readonly Plan[] = [
  { name: 'visitor', steps: ['out', must(frames.IN_MY_TRADE)], size: 2.4, weight: 2 },
  { name: 'visitor-remark', steps: ['out', must(frames.SHRUG)], size: 2, weight: 1.4 },
  { name: 'visitor-view', steps: ['view', must(frames.SHRUG)], size: 2, weight: 0.6 },
  { name: 'visitor-since', steps: ['out', must(frames.SINCE)], size: 2.4, weight: 1.6 },
  { name: 'visitor-alone', steps: ['out'], size: 1.2, weight: 0.8 },
]

/** Shapes around a belief, a question, an idea or an event. */
export const BELIEF: Shape = { name: 'belief', steps: [must(frames.BELIEF), 'saw'], weight: 1 }
export const QUESTION: Shape = { name: 'open-question', steps: ['saw', must(frames.QUESTION)], weight: 1 }
export const IDEA: Shape = { name: 'idea', steps: [must(frames.IDEA), 'view'], weight: 1 }
export const HAPPENED: readonly Shape[] = [
  { name: 'happened', steps: [must(frames.HAPPENED), 'so'], weight: 2 },
  { name: 'happened-then', steps: [must(frames.HAPPENED), 'did'], weight: 1.5 },
  { name: 'happened-view', steps: [must(frames.HAPPENED), 'view'], weight: 1 },
]

const MADE = new WeakMap<LifeVoice, { inside: Shape[]; outside: Shape[] }>()

function weighed(plans: readonly Plan[], voice: LifeVoice): Shape[] {
  const room = voice.rhythm.length / 62
  return plans.map(({ name, steps, size, weight, leans = {} }) => {
    let lean = 0
    for (const [trait, by] of Object.entries(leans)) lean += (voice.manner.traits[trait as Trait] - 0.5) * by
    return { name, steps, weight: weight * Math.exp(lean - Math.abs(size - Math.min(room, 3.6)) * 0.8) }
  })
}

export function shapesFor(voice: LifeVoice, inside: boolean): readonly Shape[] {
  const made = MADE.get(voice) ?? { inside: weighed(INSIDE, voice), outside: weighed(OUTSIDE, voice) }
  MADE.set(voice, made)
  return inside ? made.inside : made.outside
}
