import { capitalise, contentStems } from '../language/words.ts'
import * as lexicon from '../lexicon/life/contributions.ts'
import { laidOut, withPhrases } from './dressing.ts'
import { echoes } from './echo.ts'
import { allLines, type Chance, DRAFTS_MAX, expand, type Line, pick } from './grammar.ts'
import { LONGEST } from './kinds.ts'
import type { ChallengeMaterial } from './material.ts'
import type { Move } from './matter.ts'
import { ownSlots } from './own-slots.ts'
import { clauseOf, drawn, matterFor, type Writing } from './post.ts'
import { nearby } from './reply.ts'
import { sentences, type Unit } from './sentence.ts'
import { fillerFor } from './slots.ts'
import { lifeVoice } from './voice.ts'

const { OPENING, CLOSING } = allLines(lexicon)

const SHAPES: readonly (readonly Move[])[] = [
  ['did', 'saw', 'so'],
  ['said', 'did', 'so'],
  ['saw', 'view'],
  ['view', 'will'],
]

/** Drafts of an entry for a challenge. */
export function* contributionDrafts(material: ChallengeMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const { title, description } = material.challenge
  const about = contentStems(`${title} ${description}`)
  const found = echoes(`${description} ${title}.`, about)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`contribution ${n}`)
    const mind = ownSlots(material, voice, rng)
    const fill = fillerFor(material, voice, rng, mind)
    const writing: Writing = { voice, rng, fill, used: new Set() }
    const echo = found.length === 0 ? null : pick(found.slice(0, 4), rng)
    const say = (lines: readonly Line[]): Unit[] => {
      const text = expand(pick(lines, rng), rng, (slot) =>
        slot === 'e' ? (echo?.the ?? null) : slot === 'E' ? (echo === null ? null : capitalise(echo.the)) : fill(slot),
      )
      return text === null ? [] : [{ move: 'raw', text }]
    }
    const topical = matterFor(voice, { name: title, description }, rng)
    const matter = topical.inside ? topical.matter : drawn(voice.homes, rng).matter
    const shape = pick(SHAPES, rng)
    const near = nearby(writing, about, [shape[0]!])
    const units: Unit[] = []
    if (rng() < 0.6) units.push(...say(OPENING))
    if (near !== null) units.push(near)
    for (const move of near === null ? shape : shape.slice(1)) {
      const text = clauseOf(writing, matter, move)
      if (text !== null) units.push({ move, text })
    }
    if (rng() < 0.5) units.push(...say(CLOSING))
    if (units.length < 2) continue
    const text = laidOut(withPhrases(sentences(units, voice, rng), voice, rng), voice, rng)
    if (text.length <= LONGEST.contribution && !voice.guard.quotes(text)) yield text
  }
}
