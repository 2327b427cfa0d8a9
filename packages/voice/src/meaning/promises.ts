// Appointments: invitations, refusals, reproaches and apologies.
import { capitalise } from '../language/words.ts'
import { type Chance, DRAFTS_MAX, expand } from '../life/grammar.ts'
import { ownable } from '../life/idiolect.ts'
import type { LifeMaterial, Place } from '../life/material.ts'
import { allLeaning } from '../life/matter.ts'
import { laidOut, withPhrases } from '../life/sentence.ts'
import { fillerFor, firstName, placed, placeName, whenWords } from '../life/slots.ts'
import { lifeVoice, lineFor } from '../life/voice.ts'
import { fromPhrases } from '../phrases.ts'

const frames = fromPhrases(({ promises }) => {
  const lists = allLeaning(promises)
  ownable({ kept: lists.kept }, 'promise ')
  return lists
})

/** Words about an appointment, before and after it. */
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
  /** The offence, `not coming to the Wet Bishop`, or the obstacle, `the Heron stands still`. */
  readonly matter?: string
  /** Whether it is said at the end of a conversation, and not in a letter. */
  readonly isAtTable?: boolean
}

/** Drafts of a word about meeting somebody. */
export function* meetingDrafts(
  life: LifeMaterial,
  { word, longest, ...material }: MeetingMaterial & { readonly word: MeetingWord; readonly longest: number },
  chance: Chance,
): Iterable<string> {
  const voice = lifeVoice(life)
  const { meeting, matter, isAtTable } = material
  const lines = frames()[word === 'invite' && isAtTable ? 'inviteAtTable' : word]
  const there = meeting === undefined ? undefined : placed(meeting.place)
  const when = meeting === undefined ? undefined : whenWords(meeting.at, meeting.now)
  const words: Readonly<Record<string, string | undefined>> = {
    to: firstName(material.to),
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
    const text = expand(lineFor(voice, lines, n, rng).line, rng, (slot) => words[slot] ?? fill(slot))
    if (text === null) continue
    const parts = text.split(/(?<=[.!?]) (?=\S)/u)
    const draftText = laidOut(n % 2 === 1 ? withPhrases(parts, voice, rng) : parts, voice, rng)
    if (draftText.length <= longest) yield draftText
  }
}
