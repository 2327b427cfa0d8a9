// Ideas: how they arise, their first post, and words for and against them.
import { capitalise, contentStems, pluralOf } from '../language/words.ts'
import { echoes } from '../life/echo.ts'
import { type Chance, DRAFTS_MAX, expand, linesOf, pick } from '../life/grammar.ts'
import { ownable } from '../life/idiolect.ts'
import { type Idea, type IdeaMaterial, type LifeMaterial, LONGEST } from '../life/material.ts'
import { allLeaning, leaning } from '../life/matter.ts'
import { clauseOf, drawn, matterFor, type Writing } from '../life/post.ts'
import { laidOut, spelled, stopped } from '../life/sentence.ts'
import { fillerFor, firstName } from '../life/slots.ts'
import { type LifeVoice, lifeVoice, lineFor } from '../life/voice.ts'
import { fromPhrases } from '../phrases.ts'
import { habit } from '../speaker/manner.ts'

const phrases = fromPhrases(({ life }) => life.ideas)
const ideas = fromPhrases(({ life }) => linesOf(life.ideas.ideas))
const born = fromPhrases(({ life }) => ownable({ born: leaning(life.ideas.born) }, 'idea ').born)

/** Drafts in the speaker's own ways. */
const OWN_DRAFTS = 12

/** Ways in which a speaker words ideas of a kind. */
const WAYS_OWN = 3

/** The same choices for ideas of a kind, in one of the speaker's ways by what they are about. */
function waysOf({ manner }: LifeVoice, about: string): () => number {
  const way = Math.floor(habit(manner.id, about) * WAYS_OWN)
  let n = 0
  return () => habit(manner.id, `idea way ${way} ${n++}`)
}

/** Words of the longest interest that an idea is about: a longer name would be most of every such text. */
const SUBJECT_WORDS = 3

/** Drafts of an idea. */
export function* ideaDrafts(material: IdeaMaterial, chance: Chance): Iterable<Idea> {
  const voice = lifeVoice(material)
  const about = contentStems(material.from)
  const interests = voice.interests.filter((interest) => interest.split(' ').length <= SUBJECT_WORDS)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`idea ${n}`)
    const found = echoes(material.from, about).filter(({ the, plural }) => the.startsWith('the ') && !plural)
    const echo = found.length > 0 && n < 8 ? pick(found.slice(0, 4), rng) : null
    const interest = interests.length > 0 ? pick(interests, rng) : phrases().noInterest
    // Only a thing that was mentioned can be counted: the name of an interest may have no plural.
    const words: Readonly<Record<string, string | undefined>> = {
      e: echo?.the ?? interest,
      E: capitalise(echo?.the ?? interest),
      b: echo?.bare,
      bs: echo === null ? undefined : pluralOf(echo.bare),
    }
    const fill = fillerFor(material, voice, rng)
    const text = expand(
      pick(ideas(), rng),
      n < OWN_DRAFTS ? waysOf(voice, words.e ?? '') : rng,
      (slot) => words[slot] ?? fill(slot),
    )
    if (text === null) continue
    const bar = text.indexOf('|')
    const label = capitalise(text.slice(0, bar).trim())
    const summary = stopped(capitalise(text.slice(bar + 1).trim()))
    if (label.split(' ').length > 9 || summary.length > 400 || voice.guard.quotes(summary)) continue
    yield {
      label: spelled(label, { ...voice, rhythm: { ...voice.rhythm, lowerCase: false } }),
      summary: spelled(summary, voice),
    }
  }
}

/** Drafts of the post in which an idea is told for the first time. */
export function* ideaPostDrafts(material: LifeMaterial, idea: Idea, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`born ${n}`)
    const fill = fillerFor(material, voice, rng)
    const text = expand(lineFor(voice, born(), n, rng).line, rng, (slot) =>
      slot === 'label' ? idea.label : slot === 'summary' ? idea.summary : fill(slot),
    )
    if (text !== null && text.length <= LONGEST.post) yield text
  }
}

const frames = fromPhrases(({ ideaTalk }) => {
  const lists = allLeaning(ideaTalk)
  ownable({ faded: lists.faded }, 'idea ')
  return lists
})

/** Words on an idea. */
const IDEA_TALK = ['for', 'against', 'turned', 'established', 'faded'] as const
export type IdeaTalk = (typeof IDEA_TALK)[number]

export interface IdeaTalkMaterial {
  readonly talk: IdeaTalk
  readonly label: string
  /** The idea in the speaker's wording. */
  readonly summary: string
  /** Display name of whose it is; null for the speaker's own. */
  readonly to: string | null
  readonly longest: number
}

/** Drafts of a word on an idea. */
export function* ideaTalkDrafts(life: LifeMaterial, material: IdeaTalkMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(life)
  const lines = frames()[material.talk]
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`idea talk ${n}`)
    const fill = fillerFor(life, voice, rng)
    const writing: Writing = { voice, rng, fill, used: new Set() }
    const { matter, inside } = matterFor(voice, { name: material.label, description: material.summary }, rng)
    const why = clauseOf(writing, inside ? matter : drawn(voice.homes, rng).matter, pick(['view', 'saw'] as const, rng))
    const words: Readonly<Record<string, string | null>> = {
      label: material.label,
      summary: material.summary,
      to: material.to === null ? null : firstName(material.to),
      why,
      Why: why === null ? null : capitalise(why),
    }
    const text = expand(lineFor(voice, lines, n, rng).line, rng, (slot) => (slot in words ? words[slot]! : fill(slot)))
    if (text === null) continue
    const draftText = laidOut(text.split(/(?<=[.!?]) (?=\S)/u), voice, rng)
    if (draftText.length <= material.longest && !voice.guard.quotes(draftText)) yield draftText
  }
}
