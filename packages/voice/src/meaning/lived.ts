// Posts about the speaker's own day: whom it met, talked with, played or waited for, and what both think.
import { capitalise } from '../language/words.ts'
import { type Chance, DRAFTS_MAX, expand } from '../life/grammar.ts'
import { ownable } from '../life/idiolect.ts'
import { type LifeMaterial, LONGEST, type Place } from '../life/material.ts'
import { allLeaning } from '../life/matter.ts'
import { laidOut, withPhrases } from '../life/sentence.ts'
import { firstName, placed, placeName } from '../life/slots.ts'
import { lifeVoice, lineFor } from '../life/voice.ts'
import { fromPhrases } from '../phrases.ts'

const frames = fromPhrases(({ lived }) => ownable(allLeaning(lived), 'lived '))

/** Kinds of experiences that residents post about. */
const LIVED_KINDS = [
  'talked',
  'met',
  'waited',
  'late',
  'argued',
  'differed',
  'won',
  'lost',
  'drew',
  'went',
  'madeUp',
  'fellOut',
] as const
type LivedKind = (typeof LIVED_KINDS)[number]

/** An experience as a stored memory tells it. */
export interface Lived {
  readonly kind: LivedKind
  /** Display names of the others; empty for none. */
  readonly names: readonly string[]
  /** Label of the place; null if it is not known. */
  readonly place: string | null
  readonly subject: string | null
}

type Pattern = readonly [find: RegExp, kind: LivedKind, fields: readonly ('names' | 'place' | 'subject')[]]

const PATTERNS: readonly Pattern[] = [
  [/^Talked with (.+?) at (.+?) about (.+)$/, 'talked', ['names', 'place', 'subject']],
  [/^Met (.+?) at (.+), as we had promised each other$/, 'met', ['names', 'place']],
  [/^Waited for (.+?) at (.+), who had promised to come and did not$/, 'waited', ['names', 'place']],
  [/^Let (.+?) wait at (.+), and had promised to come$/, 'late', ['names', 'place']],
  [/^Argued with (.+?) over (.+)$/, 'argued', ['names', 'subject']],
  [/^Agreed to differ with (.+?) on (.+)$/, 'differed', ['names', 'subject']],
  [/^Won a game of chess against (.+)$/, 'won', ['names']],
  [/^Lost a game of chess to (.+)$/, 'lost', ['names']],
  [/^Drew a game of chess with (.+)$/, 'drew', ['names']],
  [/^Went to (.+?) for (.+)$/, 'went', ['place', 'subject']],
  [/^Made it up with (.+?) over (.+)$/, 'madeUp', ['names', 'subject']],
  [/^Fell out with (.+?) over (.+)$/, 'fellOut', ['names', 'subject']],
]

/** People named in one post; a larger company is not listed. */
const NAMED_MAX = 2

/** Reads a memory; null if it is none that a post can be about. */
export function livedOf(memory: string): Lived | null {
  for (const [find, kind, fields] of PATTERNS) {
    const match = find.exec(memory)
    if (match === null) continue
    const field = (name: (typeof fields)[number]): string | null => match[fields.indexOf(name) + 1] ?? null
    const names = fields.includes('names') ? field('names')!.split(', ') : []
    if (names.length > NAMED_MAX) return null
    return {
      kind,
      names,
      place: fields.includes('place') ? field('place') : null,
      subject: fields.includes('subject') ? field('subject') : null,
    }
  }
  return null
}

export interface LivedMaterial extends Lived {
  /** The place by its label and kind. */
  readonly there: Place | null
  /** The day as somebody says it now: `this morning`, `yesterday`, `on Tuesday`. */
  readonly day: string
  /** What the speaker holds on the subject, and what the other holds; null if it is not known. */
  readonly claim: string | null
  readonly theirClaim: string | null
}

/** Drafts of a post about one experience. */
export function* livedDrafts(life: LifeMaterial, material: LivedMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(life)
  const { kind, names, there, day, subject, claim, theirClaim } = material
  const who = names.map(firstName).join(' and ')
  const at = there === null ? null : placed(there)
  const words: Readonly<Record<string, string | null>> = {
    who: who === '' ? null : who,
    at,
    thither: there === null ? null : `to ${placeName(there)}`,
    about: subject,
    day,
    claim,
    anti: theirClaim,
  }
  const isApart = claim !== null && theirClaim !== null && claim !== theirClaim
  const stances = claim === null ? null : isApart ? 'stanceApart' : theirClaim === null ? 'stanceOwn' : 'stanceTogether'
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`${kind} ${n}`)
    const fill = (slot: string): string | null => {
      if (slot === 'stance')
        return stances === null ? '' : expand(lineFor(voice, frames()[stances], n, rng).line, rng, fill)
      if (!slot.endsWith('^')) return words[slot] ?? null
      const text = words[slot.slice(0, -1)] ?? null
      return text === null ? null : capitalise(text)
    }
    const text = expand(lineFor(voice, frames()[kind], n, rng).line, rng, fill)
    if (text === null) continue
    const sentences = text
      .trim()
      .split(/(?<=[.!?]) (?=\S)/u)
      .map(capitalise)
    const post = laidOut(withPhrases(sentences, voice, rng), voice, rng)
    if (post.length <= LONGEST.post && !voice.guard.quotes(post)) yield post
  }
}
