// Posts: their shapes and their drafts.

import { boundedMap } from '../bounded-map.ts'
import type { Trait } from '../english/traits.ts'
import { capitalise, contentStems } from '../language/words.ts'
import { fromPhrases } from '../phrases.ts'
import { type Chance, DRAFTS_MAX, expand, type Filler } from './grammar.ts'
import { LONGEST, type PostMaterial } from './material.ts'
import { allLeaning, allMatters, type Matter, type MatterLine, type Move, overlap } from './matter.ts'
import { laidOut, lowered, sentences, type Unit, withPhrases } from './sentence.ts'
import { fillerFor, ownSlots } from './slots.ts'
import { chosen, type Home, type LifeVoice, lifeVoice } from './voice.ts'

const posts = fromPhrases(({ life }) => allLeaning(life.posts))

/** A step of a text: a move of the matter as it is, or lines with the matter's clauses in their slots. */
type Step = Move | { readonly lines: readonly MatterLine[] }

interface Shape {
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

/** A step of frames. The shape fails when a slot has no text. */
const must = (lines: readonly MatterLine[]): Step => ({ lines })

const insidePlans = fromPhrases((): readonly Plan[] => {
  const frames = posts()
  return [
    { name: 'sight', steps: ['saw'], size: 1.5, weight: 3 },
    { name: 'deed', steps: ['did'], size: 1.5, weight: 2.4 },
    { name: 'anecdote', steps: ['said'], size: 1.5, weight: 2.4 },
    { name: 'plan', steps: ['did', 'will'], size: 2, weight: 1 },
    { name: 'question', steps: ['saw', 'ask'], size: 2, weight: 1.2, leans: { curious: 2 } },
    { name: 'counsel', steps: ['saw', 'do'], size: 2, weight: 1, leans: { warm: 1.5 } },
    { name: 'creed', steps: ['view'], size: 1, weight: 0.8, leans: { dry: 1, terse: 1 } },
    { name: 'doubt', steps: [must(frames.doubt)], size: 2, weight: 0.6, leans: { hedging: 3 } },
    { name: 'complaint', steps: [must(frames.complaint)], size: 2, weight: 0.6, leans: { warm: -1, dry: 1 } },
    { name: 'boast', steps: [must(frames.boast)], size: 1.5, weight: 0.6, leans: { playful: 1.5 } },
  ]
})

const outsidePlans = fromPhrases((): readonly Plan[] => [{ name: 'visitor', steps: ['out'], size: 1.2, weight: 1 }])

/** The shape of a post about an event. */
const eventShape = fromPhrases((): Shape => ({ name: 'happened', steps: [must(posts().happened)], weight: 1 }))

const SHAPES = new WeakMap<LifeVoice, { inside: Shape[]; outside: Shape[] }>()

function weighShapes(plans: readonly Plan[], voice: LifeVoice): Shape[] {
  const room = voice.rhythm.length / 62
  return plans.map(({ name, steps, size, weight, leans = {} }) => {
    let lean = 0
    for (const [trait, by] of Object.entries(leans)) lean += (voice.manner.traits[trait as Trait] - 0.5) * by
    return { name, steps, weight: weight * Math.exp(lean - Math.abs(size - Math.min(room, 3.6)) * 0.8) }
  })
}

function shapesFor(voice: LifeVoice, inside: boolean): readonly Shape[] {
  const shapes = SHAPES.get(voice) ?? {
    inside: weighShapes(insidePlans(), voice),
    outside: weighShapes(outsidePlans(), voice),
  }
  SHAPES.set(voice, shapes)
  return inside ? shapes.inside : shapes.outside
}

/** One of the items, drawn by weight. */
export function drawn<T extends { readonly weight: number }>(from: readonly T[], rng: () => number): T {
  const total = from.reduce((sum, { weight }) => sum + weight, 0)
  let at = rng() * total
  for (const item of from) {
    at -= item.weight
    if (at < 0) return item
  }
  return from.at(-1)!
}

const weighed = (homes: readonly Home[], about: ReadonlySet<string>, power: number): Home[] =>
  homes
    .map(({ matter, weight }) => ({ matter, weight: weight * overlap(matter, about) ** power }))
    .filter((h) => h.weight > 0)

const strangers = fromPhrases((): readonly Home[] =>
  allMatters().map((matter) => ({ matter, weight: matter.lines.out.length })),
)

interface Topical {
  readonly stems: ReadonlySet<string>
  /** Matters near the topic of which people outside the trade speak. */
  readonly others: readonly Home[]
}
const TOPICS_MAX = 512
const topics = boundedMap<Topical>(TOPICS_MAX)

function topicalOf(topic: string): Topical {
  const cached = topics.get(topic)
  if (cached !== undefined) return cached
  const stems = contentStems(topic)
  const topical = { stems, others: weighed(strangers(), stems, 2) }
  topics.set(topic, topical)
  return topical
}

/** A matter near the topic: one of the speaker's own, else with a chance of 0.45 one of another trade; else any of its own. */
export function matterFor(
  voice: LifeVoice,
  topic: Topic | null,
  rng: () => number,
): { matter: Matter; inside: boolean } {
  if (topic !== null) {
    const { stems, others } = topicalOf(`${topic.name} ${topic.description}`)
    const own = weighed(voice.homes, stems, 1.5)
    if (own.length > 0) return { matter: drawn(own, rng).matter, inside: true }
    if (others.length > 0 && rng() < 0.45) return { matter: drawn(others, rng).matter, inside: false }
  }
  return { matter: drawn(voice.homes, rng).matter, inside: true }
}

type Topic = NonNullable<PostMaterial['topic']>

/** One text in the making. */
export interface Writing {
  readonly voice: LifeVoice
  readonly rng: () => number
  readonly fill: Filler
  /** Keys of the lines that are in the text already. */
  readonly used: Set<string>
}

/** A line of the matter for a move, unused in this text so far; null after four tries. */
export function clauseOf({ voice, rng, fill, used }: Writing, matter: Matter, move: Move): string | null {
  for (let tries = 0; tries < 4; tries++) {
    const line = chosen(voice, matter.lines[move], rng)
    if (line === null) return null
    if (used.has(line.key)) continue
    const text = expand(line.line, rng, fill)
    if (text === null) continue
    used.add(line.key)
    return text
  }
  return null
}

const GAP = /^(home)?([a-z]+)\d?([\^:])?$/

/** The text of a slot: a clause of the matter or (`home`) of the speaker's own; `^` begins a sentence, `:` follows a colon. */
function slotText(writing: Writing, matter: Matter, slot: string): string | null {
  const [, home, name = slot, mark] = GAP.exec(slot) ?? []
  let text: string | null
  if (name in matter.lines) {
    const from = home === undefined ? matter : drawn(writing.voice.homes, writing.rng).matter
    text = clauseOf(writing, from, name as Move)
    if (text !== null && name === 'did' && mark !== undefined) text = `I ${text}`
  } else text = writing.fill(name)
  return text === null ? null : mark === '^' ? capitalise(text) : mark === ':' ? lowered(text) : text
}

function units(writing: Writing, matter: Matter, shape: Shape): Unit[] | null {
  const found: Unit[] = []
  for (const step of shape.steps) {
    if (typeof step === 'string') {
      const text = clauseOf(writing, matter, step)
      if (text === null) {
        if (found.length === 0) return null
        continue
      }
      found.push({ move: step, text })
      continue
    }
    const frame = chosen(writing.voice, step.lines, writing.rng)!
    const text = expand(frame.line, writing.rng, (slot) => slotText(writing, matter, slot))
    if (text === null) return null
    found.push({ move: 'raw', text })
  }
  return found.length === 0 ? null : found
}

/** The shape of a post: of the event if there is one. */
const shapeOf = (material: PostMaterial, voice: LifeVoice, inside: boolean, rng: () => number): Shape =>
  material.prompt === undefined ? drawn(shapesFor(voice, inside), rng) : eventShape()

function draft(material: PostMaterial, voice: LifeVoice, rng: () => number): string | null {
  const { matter, inside } = matterFor(voice, material.topic, rng)
  // Invented anecdotes name no resident.
  const fill = fillerFor({ ...material, ties: [] }, voice, rng, ownSlots(material, voice, rng))
  const writing: Writing = { voice, rng, fill, used: new Set() }
  const shape = shapeOf(material, voice, inside, rng)
  const parts = units(writing, matter, shape)
  if (parts === null) return null
  const text = laidOut(withPhrases(sentences(parts, voice, rng), voice, rng), voice, rng)
  return text.length > LONGEST.post || text.length < 12 || voice.guard.quotes(text) ? null : text
}

/** Drafts of one post. */
export function* postDrafts(material: PostMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const text = draft(material, voice, chance(`post ${n}`))
    if (text !== null) yield text
  }
}
