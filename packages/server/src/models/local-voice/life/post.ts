import { boundedMap } from '../../../core/bounded-map.ts'
import { capitalise, contentStems } from '../words.ts'
import { laidOut, withPhrases } from './dressing.ts'
import { fillerFor } from './gaps.ts'
import { type Chance, DRAFTS_MAX, expand, type Filler, pick } from './grammar.ts'
import type { PostMaterial } from './material.ts'
import { type Matter, type Move, overlap } from './matter.ts'
import { ALL_MATTERS } from './matters/all.ts'
import { ownGaps } from './own-gaps.ts'
import { lowered, sentences, type Unit } from './sentence.ts'
import { BELIEF, HAPPENED, IDEA, QUESTION, type Shape, shapesFor } from './shapes.ts'
import { chosen, type Home, type LifeVoice, lifeVoice } from './voice.ts'

const MOST = 500

/** By weight. */
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
  /** What people say of it who are no hand at it. */
  readonly others: readonly Home[]
}
/** The topics of a world and of its neighbours, worked out once. */
const TOPICS_KEPT = 512
const topics = boundedMap<Topical>(TOPICS_KEPT)

function topicalOf(topic: string): Topical {
  const known = topics.get(topic)
  if (known !== undefined) return known
  const stems = contentStems(topic)
  const made = { stems, others: weighed(STRANGERS, stems, 2) }
  topics.set(topic, made)
  return made
}

/** A matter near the topic: the speaker's own if one is, else now and then somebody else's, spoken of from outside. */
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

export interface Telling {
  readonly voice: LifeVoice
  readonly rng: () => number
  readonly fill: Filler
  readonly used: Set<string>
}

/** A line of the matter for this move that has not been used in this text. */
export function told({ voice, rng, fill, used }: Telling, matter: Matter, move: Move): string | null {
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

/** A clause of the matter, or of the speaker's own craft; `^` for the beginning of a sentence, `:` for after a colon. */
function spoken(telling: Telling, matter: Matter, gap: string): string | null {
  const [, home, name = gap, mark] = GAP.exec(gap) ?? []
  let text: string | null
  if (name in matter.lines) {
    const from = home === undefined ? matter : drawn(telling.voice.homes, telling.rng).matter
    text = told(telling, from, name as Move)
    if (text !== null && name === 'did' && mark !== undefined) text = `I ${text}`
  } else text = telling.fill(name)
  return text === null ? null : mark === '^' ? capitalise(text) : mark === ':' ? lowered(text) : text
}

function units(telling: Telling, matter: Matter, shape: Shape): Unit[] | null {
  const made: Unit[] = []
  for (const step of shape.steps) {
    if (typeof step === 'string') {
      const text = told(telling, matter, step)
      if (text === null) {
        if (made.length === 0) return null
        continue
      }
      made.push({ move: step, text })
      continue
    }
    const text = expand(pick(step.lines, telling.rng), telling.rng, (gap) => spoken(telling, matter, gap))
    if (text === null) {
      if (step.owed) return null
      continue
    }
    made.push({ move: step.as, text })
  }
  return made.length === 0 ? null : made
}

/** Now and then a text turns on what the speaker believes or asks; always on what happened, if something did. */
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
  const fill = fillerFor(material, voice, rng, ownGaps(material, voice, rng))
  const telling: Telling = { voice, rng, fill, used: new Set() }
  const shape = shapeOf(material, voice, inside, rng)
  const made = units(telling, matter, shape)
  if (made === null) return null
  const text = laidOut(withPhrases(sentences(made, voice, rng), voice, rng), voice, rng)
  return text.length > MOST || text.length < 12 || voice.guard.quotes(text) ? null : text
}

/** Drafts of one post, without end. */
export function* postDrafts(material: PostMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const text = draft(material, voice, chance(`post ${n}`))
    if (text !== null) yield text
  }
}
