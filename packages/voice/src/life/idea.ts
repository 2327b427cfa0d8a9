import { capitalise, contentStems, pluralOf } from '../language/words.ts'
import * as lexicon from '../lexicon/life/ideas.ts'
import { spelled } from './dressing.ts'
import { echoes } from './echo.ts'
import { type Chance, DRAFTS_MAX, expand, linesOf, pick } from './grammar.ts'
import { LONGEST } from './kinds.ts'
import type { Idea, IdeaMaterial, LifeMaterial } from './material.ts'
import { leaning } from './matter.ts'
import { clauseOf, drawn, matterFor, type Writing } from './post.ts'
import { stopped } from './sentence.ts'
import { fillerFor } from './slots.ts'
import { chosen, lifeVoice } from './voice.ts'

const IDEAS = linesOf(lexicon.IDEAS)

/** Drafts of an idea. */
export function* ideaDrafts(material: IdeaMaterial, chance: Chance): Iterable<Idea> {
  const voice = lifeVoice(material)
  const about = contentStems(material.from)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`idea ${n}`)
    const found = echoes(material.from, about).filter(({ the, plural }) => the.startsWith('the ') && !plural)
    const echo = found.length > 0 && n < 8 ? pick(found.slice(0, 4), rng) : null
    const interest = voice.interests.length > 0 ? pick(voice.interests, rng) : lexicon.NO_INTEREST
    // Only a thing that was mentioned can be counted: the name of an interest may have no plural.
    const words: Readonly<Record<string, string | undefined>> = {
      e: echo?.the ?? interest,
      E: capitalise(echo?.the ?? interest),
      b: echo?.bare,
      bs: echo === null ? undefined : pluralOf(echo.bare),
    }
    const fill = fillerFor(material, voice, rng)
    const writing: Writing = { voice, rng, fill, used: new Set() }
    const text = expand(pick(IDEAS, rng), rng, (slot) => words[slot] ?? fill(slot))
    if (text === null) continue
    const bar = text.indexOf('|')
    const label = capitalise(text.slice(0, bar).trim())
    const { matter, inside } = matterFor(voice, { name: material.from, description: '' }, rng)
    const why = clauseOf(writing, inside ? matter : drawn(voice.homes, rng).matter, pick(['view', 'so'] as const, rng))
    const summary = `${stopped(capitalise(text.slice(bar + 1).trim()))}${why === null ? '' : ` ${stopped(capitalise(why))}`}`
    if (label.split(' ').length > 9 || summary.length > 400 || voice.guard.quotes(summary)) continue
    yield {
      label: spelled(label, { ...voice, rhythm: { ...voice.rhythm, lowerCase: false } }),
      summary: spelled(summary, voice),
    }
  }
}

const BORN = leaning(lexicon.BORN)

/** Drafts of the post in which an idea is told for the first time. */
export function* ideaPostDrafts(material: LifeMaterial, idea: Idea, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`born ${n}`)
    const fill = fillerFor(material, voice, rng)
    const text = expand(chosen(voice, BORN, rng)!.line, rng, (slot) =>
      slot === 'label' ? idea.label : slot === 'summary' ? idea.summary : fill(slot),
    )
    if (text !== null && text.length <= LONGEST.post) yield text
  }
}
