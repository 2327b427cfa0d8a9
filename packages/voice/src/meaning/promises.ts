import { capitalise } from '../language/words.ts'
import * as lexicon from '../lexicon/promises.ts'
import { laidOut, withPhrases } from '../life/dressing.ts'
import { type Chance, DRAFTS_MAX, expand } from '../life/grammar.ts'
import type { LifeMaterial, Place } from '../life/material.ts'
import { allLeaning } from '../life/matter.ts'
import { fillerFor, firstName, placed, placeName } from '../life/slots.ts'
import { chosen, lifeVoice } from '../life/voice.ts'
import { whenWords } from '../life/when.ts'
import { circumstance } from './affairs.ts'

const LINES = allLeaning(lexicon)

/** What can be said about meeting somebody, before and after. */
const MEETING_WORDS = [
  'invite',
  'accept',
  'decline',
  'prevented',
  'reproach',
  'apologise',
  'sorry',
  'forgive',
  'unmoved',
  'kept',
  'where',
] as const
export type MeetingWord = (typeof MEETING_WORDS)[number]

export interface MeetingMaterial {
  /** Display name of the other. */
  readonly to: string
  /** Where and when it is or was to be, and now, in ms; absent from words that name neither. */
  readonly meeting?: { readonly place: Place; readonly at: number; readonly now: number }
  /** What is to be made good, `not coming to the Wet Bishop`, or what is in the way, `the Heron stands still`. */
  readonly matter?: string
}

/** Drafts that say nothing else. */
const PLAIN = 8

/** Drafts of a word about meeting somebody. */
export function* meetingDrafts(
  life: LifeMaterial,
  { word, longest, ...told }: MeetingMaterial & { readonly word: MeetingWord; readonly longest: number },
  chance: Chance,
): Iterable<string> {
  const voice = lifeVoice(life)
  const lines = LINES[word.toUpperCase() as keyof typeof LINES]
  const { meeting, matter } = told
  const there = meeting === undefined ? undefined : placed(meeting.place)
  const when = meeting === undefined ? undefined : whenWords(meeting.at, meeting.now)
  const words: Readonly<Record<string, string | undefined>> = {
    to: firstName(told.to),
    there,
    thither: meeting && `to ${placeName(meeting.place)}`,
    'there^': there && capitalise(there),
    when,
    'when^': when && capitalise(when),
    matter,
    'matter^': matter && capitalise(matter),
  }
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`${word} ${n}`)
    const fill = fillerFor(life, voice, rng)
    const text = expand(chosen(voice, lines, rng)!.line, rng, (slot) => words[slot] ?? fill(slot))
    if (text === null) continue
    // What has often been said is said with a word on here and now.
    const also = n < PLAIN ? '' : circumstance(life, rng)
    if (also === null) continue
    const parts = `${text} ${also}`.trim().split(/(?<=[.!?]) (?=\S)/u)
    const said = laidOut(n % 2 === 1 ? withPhrases(parts, voice, rng) : parts, voice, rng)
    if (said.length <= longest) yield said
  }
}
