import { boundedMap } from '../bounded-map.ts'
import { capitalise, contentStems } from '../language/words.ts'
import { laidOut, withPhrases } from './dressing.ts'
import { type Chance, DRAFTS_MAX, expand, type Filler } from './grammar.ts'
import { LONGEST } from './kinds.ts'
import type { PostMaterial } from './material.ts'
import { type Matter, type Move, overlap } from './matter.ts'
import { ALL_MATTERS } from './matters.ts'
import { ownSlots } from './own-slots.ts'
import { lowered, sentences, type Unit } from './sentence.ts'
import { BELIEF, HAPPENED, IDEA, QUESTION, type Shape, shapesFor } from './shapes.ts'
import { fillerFor } from './slots.ts'
import { chosen, type Home, type LifeVoice, lifeVoice } from './voice.ts'

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

const STRANGERS: readonly Home[] = ALL_MATTERS.map((matter) => ({ matter, weight: matter.lines.out.length }))

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
  const made = { stems, others: weighed(STRANGERS, stems, 2) }
  topics.set(topic, made)
  return made
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
  const made: Unit[] = []
  for (const step of shape.steps) {
    if (typeof step === 'string') {
      const text = clauseOf(writing, matter, step)
      if (text === null) {
        if (made.length === 0) return null
        continue
      }
      made.push({ move: step, text })
      continue
    }
    const frame = chosen(writing.voice, step.lines, writing.rng)!
    const text = expand(frame.line, writing.rng, (slot) => slotText(writing, matter, slot))
    if (text === null) {
      if (step.owed) return null
      continue
    }
    made.push({ move: step.as, text })
  }
  return made.length === 0 ? null : made
}

/** The shape of a post: of the event if there is one; in 4 of 100 posts of a belief, a question or an idea. */
function shapeOf(material: PostMaterial, voice: LifeVoice, inside: boolean, rng: () => number): Shape {
  if (material.prompt !== undefined) return drawn(HAPPENED, rng)
  const roll = rng()
  if (inside && roll < 0.02 && material.beliefs.length > 0) return BELIEF
  if (inside && roll < 0.035 && material.openQuestions.length > 0) return QUESTION
  if (inside && roll < 0.04 && material.ideas.length > 0) return IDEA
  return drawn(shapesFor(voice, inside), rng)
}

function draft(material: PostMaterial, voice: LifeVoice, rng: () => number): string | null {
  const { matter, inside } = matterFor(voice, material.topic, rng)
  const fill = fillerFor(material, voice, rng, ownSlots(material, voice, rng))
  const writing: Writing = { voice, rng, fill, used: new Set() }
  const shape = shapeOf(material, voice, inside, rng)
  const made = units(writing, matter, shape)
  if (made === null) return null
  const text = laidOut(withPhrases(sentences(made, voice, rng), voice, rng), voice, rng)
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
