// Goals that last for weeks, and posts about them.
import { capitalise } from '../language/words.ts'
import { type Chance, DRAFTS_MAX, expand } from '../life/grammar.ts'
import { ownable } from '../life/idiolect.ts'
import { type LifeMaterial, LONGEST } from '../life/material.ts'
import { allLeaning } from '../life/matter.ts'
import { laidOut, withPhrases } from '../life/sentence.ts'
import { fillerFor, firstName } from '../life/slots.ts'
import { chosen, lifeVoice, lineFor } from '../life/voice.ts'
import { fromPhrases } from '../phrases.ts'

const frames = fromPhrases(({ wants }) => {
  const lists = allLeaning(wants)
  const { begun, nearer, set_back, reached, given_up } = lists
  ownable({ begun, nearer, set_back, reached, given_up }, 'want ')
  return lists
})

/** Kinds of goals. */
const WANT_KINDS = ['make', 'reconcile', 'befriend', 'beat', 'heard', 'learn', 'idea'] as const
export type WantKind = (typeof WANT_KINDS)[number]

/** News of a goal. */
const WANT_NEWS = ['begun', 'nearer', 'set_back', 'reached', 'given_up'] as const
export type WantNews = (typeof WANT_NEWS)[number]

/** A goal in the speaker's words, so that `to` can stand before it; null when it has no words for it. */
export function wantGoal(
  life: LifeMaterial,
  { kind, other, idea }: { readonly kind: WantKind; readonly other: string | null; readonly idea: string | null },
  rng: () => number,
): string | null {
  const voice = lifeVoice(life)
  const fill = fillerFor(life, voice, rng)
  const lines = frames()[kind]
  return expand(chosen(voice, lines, rng)!.line, rng, (slot) => {
    if (slot === 'other') return other === null ? null : firstName(other)
    return slot === 'idea' ? idea : fill(slot)
  })
}

const PARTS: readonly (readonly [number, string])[] = [
  [0.2, 'a little'],
  [0.4, 'a quarter'],
  [0.6, 'half'],
  [0.85, 'three quarters'],
  [2, 'nearly all'],
]

/** Drafts of a post on how it goes. */
export function* wantDrafts(
  life: LifeMaterial,
  material: { readonly news: WantNews; readonly goal: string; readonly progress: number; readonly days: number },
  chance: Chance,
): Iterable<string> {
  const voice = lifeVoice(life)
  const lines = frames()[material.news]
  const part = PARTS.find(([below]) => material.progress < below)![1]
  const words: Readonly<Record<string, string>> = {
    goal: material.goal,
    part,
    'part^': capitalise(part),
    days: String(material.days),
  }
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`${material.news} ${n}`)
    const fill = fillerFor(life, voice, rng)
    const text = expand(lineFor(voice, lines, n, rng).line, rng, (slot) => words[slot] ?? fill(slot))
    if (text === null) continue
    const post = laidOut(withPhrases(text.split(/(?<=[.!?]) (?=\S)/u), voice, rng), voice, rng)
    if (post.length <= LONGEST.post) yield post
  }
}
