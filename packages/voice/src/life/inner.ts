// Thoughts, impressions, dreams and reasons of moods.
import { capitalise } from '../language/words.ts'
import { fromPhrases } from '../phrases.ts'
import { echoes } from './echo.ts'
import { allLines, type Chance, DRAFTS_MAX, expand, type Line, pick } from './grammar.ts'
import { type LifeMaterial, LONGEST, type ThoughtMaterial } from './material.ts'
import type { Move } from './matter.ts'
import { clauseOf, drawn, matterFor, type Writing } from './post.ts'
import { laidOut, sentences, stopped, type Unit } from './sentence.ts'
import { fillerFor, firstName, ownSlots } from './slots.ts'
import { type LifeVoice, lifeVoice } from './voice.ts'

/** Characters of a mood's reason. */
const LONGEST_REASON = 160

const frames = fromPhrases(({ life }) => allLines(life.inner))

function writingOf(
  life: LifeMaterial,
  voice: LifeVoice,
  rng: () => number,
  own: Readonly<Record<string, string | undefined>> = {},
): Writing {
  const mind = ownSlots(life, voice, rng)
  return { voice, rng, fill: fillerFor(life, voice, rng, (slot) => own[slot] ?? mind(slot)), used: new Set() }
}

function thought(material: ThoughtMaterial, voice: LifeVoice, rng: () => number): string | null {
  if (material.kind === 'impression' && material.about !== null) {
    const { displayName, lately } = material.about
    const found = lately === null ? [] : echoes(lately, new Set())
    const name = firstName(displayName)
    const writing = writingOf(material, voice, rng, { name, e: found[0]?.the })
    const text = expand(
      pick(found.length > 0 && rng() < 0.5 ? frames().ofLate : frames().impression, rng),
      rng,
      writing.fill,
    )
    return text === null ? null : laidOut([text], voice, rng)
  }
  const writing = writingOf(material, voice, rng)
  const { matter, inside } = matterFor(voice, material.topic, rng)
  const moves: readonly Move[] = inside
    ? pick([['saw', 'so'], ['view'], ['so'], ['did', 'so'], ['view', 'ask']] as const, rng)
    : ['out']
  const units: Unit[] = moves.flatMap((move) => {
    const text = clauseOf(writing, matter, move)
    return text === null ? [] : [{ move, text }]
  })
  if (units.length === 0) return null
  if (rng() < 0.45) {
    const text = expand(pick(frames().thinking, rng), rng, writing.fill)
    if (text !== null) units.push({ move: 'raw', text })
  }
  return laidOut(sentences(units, voice, rng), voice, rng)
}

/** Drafts of a thought or an impression. */
export function* thoughtDrafts(material: ThoughtMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const text = thought(material, voice, chance(`thought ${n}`))
    if (text !== null && text.length <= LONGEST.thought && !voice.guard.quotes(text)) yield text
  }
}

/** Drafts of a dream. */
export function* dreamDrafts(material: LifeMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const { dream, dreamt, turned, woke } = frames()
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`dream ${n}`)
    const writing = writingOf(material, voice, rng)
    const matter = drawn(voice.homes, rng).matter
    const inner = (lines: readonly Line[]): string | null =>
      expand(pick(lines, rng), rng, (slot) => {
        const bare = slot.replace('^', '')
        const text = bare in matter.lines ? clauseOf(writing, matter, bare as Move) : writing.fill(bare)
        return text !== null && slot.endsWith('^') ? capitalise(text) : text
      })
    const text = expand(pick(dream, rng), rng, (slot) => {
      const words = inner(slot.startsWith('dream') ? dreamt : slot === 'turn' ? turned : woke)
      return words !== null && slot.endsWith('^') ? capitalise(words) : words
    })
    if (text === null) continue
    const dressed = laidOut([text], voice, rng)
    if (dressed.length <= LONGEST.dream && !voice.guard.quotes(dressed)) yield dressed
  }
}

const FIRST_PERSON = /\b(?:I|my|me|mine|myself)\b/

/** Drafts of the reason for a mood: an observation without the first person, so that others can repeat it. */
export function* moodReasonDrafts(material: LifeMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`reason ${n}`)
    const writing = writingOf(material, voice, rng)
    const text = clauseOf(writing, drawn(voice.homes, rng).matter, pick(['saw', 'said', 'saw'] as const, rng))
    if (text === null || text.length > LONGEST_REASON || (n < 40 && FIRST_PERSON.test(text))) continue
    yield laidOut([stopped(capitalise(text))], voice, () => 1)
  }
}
