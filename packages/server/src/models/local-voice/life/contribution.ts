import { capitalise, contentStems } from '../words.ts'
import { laidOut, withPhrases } from './dressing.ts'
import { echoes } from './echo.ts'
import { fillerFor } from './gaps.ts'
import { type Chance, DRAFTS_MAX, expand, linesOf, pick } from './grammar.ts'
import type { ChallengeMaterial } from './material.ts'
import type { Move } from './matter.ts'
import { ownGaps } from './own-gaps.ts'
import { drawn, matterFor, type Telling, told } from './post.ts'
import { nearby } from './reply.ts'
import { sentences, type Unit } from './sentence.ts'
import { lifeVoice } from './voice.ts'

const LONGEST = 500

const OPENING = linesOf(`
  [My entry|Here is mine|Entered, for what it is worth|I put this in the hat].
  [On|As to|For] {e}, [I have this|a small offering|let me say it plainly]:
  [I took|I would take] {e} [literally|the long way round|at its word].
  [You ask for|You want] {e}. [Very well|Here|Sit down, then].
`)
const CLOSING = linesOf(`
  [That is my entry|So much for|I rest my case on] {e}.
  [Judge it kindly|I ask for no prize|The witness is a cat|{who} will vouch for it].
  [That is what I would do with|That is as near as I come to] {e}.
`)

const SHAPES: readonly (readonly Move[])[] = [
  ['did', 'saw', 'so'],
  ['said', 'did', 'so'],
  ['saw', 'view'],
  ['view', 'will'],
]

/** Drafts of an entry for a challenge, without end. */
export function* contributionDrafts(material: ChallengeMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const { title, description } = material.challenge
  const about = contentStems(`${title} ${description}`)
  const found = echoes(`${description} ${title}.`, about)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`contribution ${n}`)
    const mind = ownGaps(material, voice, rng)
    const fill = fillerFor(material, voice, rng, mind)
    const telling: Telling = { voice, rng, fill, used: new Set() }
    const echo = found.length === 0 ? null : pick(found.slice(0, 4), rng)
    const say = (lines: typeof OPENING): Unit[] => {
      const text = expand(pick(lines, rng), rng, (gap) =>
        gap === 'e' ? (echo?.the ?? null) : gap === 'E' ? (echo === null ? null : capitalise(echo.the)) : fill(gap),
      )
      return text === null ? [] : [{ move: 'raw', text }]
    }
    const topical = matterFor(voice, { name: title, description }, rng)
    const matter = topical.inside ? topical.matter : drawn(voice.homes, rng).matter
    const shape = pick(SHAPES, rng)
    const near = nearby(telling, about, [shape[0]!])
    const units: Unit[] = []
    if (rng() < 0.6) units.push(...say(OPENING))
    if (near !== null) units.push(near)
    for (const move of near === null ? shape : shape.slice(1)) {
      const text = told(telling, matter, move)
      if (text !== null) units.push({ move, text })
    }
    if (rng() < 0.5) units.push(...say(CLOSING))
    if (units.length < 2) continue
    const text = laidOut(withPhrases(sentences(units, voice, rng), voice, rng), voice, rng)
    if (text.length <= LONGEST && !voice.guard.quotes(text)) yield text
  }
}
