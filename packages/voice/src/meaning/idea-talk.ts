import { capitalise } from '../language/words.ts'
import * as lexicon from '../lexicon/idea-talk.ts'
import { laidOut } from '../life/dressing.ts'
import { type Chance, DRAFTS_MAX, expand, pick } from '../life/grammar.ts'
import type { LifeMaterial } from '../life/material.ts'
import { allLeaning } from '../life/matter.ts'
import { clauseOf, drawn, matterFor, type Writing } from '../life/post.ts'
import { fillerFor, firstName } from '../life/slots.ts'
import { chosen, lifeVoice } from '../life/voice.ts'

const LINES = allLeaning(lexicon)

/** What can be said of an idea that is about. */
const IDEA_TALK = ['for', 'against', 'turned', 'established', 'faded'] as const
export type IdeaTalk = (typeof IDEA_TALK)[number]

export interface IdeaTold {
  readonly talk: IdeaTalk
  readonly label: string
  /** What it is in the speaker's wording. */
  readonly summary: string
  /** Display name of whose it is; null for the speaker's own. */
  readonly to: string | null
  readonly longest: number
}

/** Drafts of a word on an idea. */
export function* ideaTalkDrafts(life: LifeMaterial, told: IdeaTold, chance: Chance): Iterable<string> {
  const voice = lifeVoice(life)
  const lines = LINES[told.talk.toUpperCase() as keyof typeof LINES]
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`idea talk ${n}`)
    const fill = fillerFor(life, voice, rng)
    const writing: Writing = { voice, rng, fill, used: new Set() }
    const { matter, inside } = matterFor(voice, { name: told.label, description: told.summary }, rng)
    const why = clauseOf(writing, inside ? matter : drawn(voice.homes, rng).matter, pick(['view', 'saw'] as const, rng))
    const words: Readonly<Record<string, string | null>> = {
      label: told.label,
      summary: told.summary,
      to: told.to === null ? null : firstName(told.to),
      why,
      Why: why === null ? null : capitalise(why),
    }
    const text = expand(chosen(voice, lines, rng)!.line, rng, (slot) => (slot in words ? words[slot]! : fill(slot)))
    if (text === null) continue
    const said = laidOut(text.split(/(?<=[.!?]) (?=\S)/u), voice, rng)
    if (said.length <= told.longest && !voice.guard.quotes(said)) yield said
  }
}
