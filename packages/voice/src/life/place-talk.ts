// Remarks on places, greetings and goodbyes.

import { capitalise } from '../language/words.ts'
import { fromPhrases } from '../phrases.ts'
import { expand, type Filler, pick } from './grammar.ts'
import { ownable } from './idiolect.ts'
import type { Parting, Place } from './material.ts'
import { allLeaning, leaning, type MatterLine } from './matter.ts'
import type { QuotableParts } from './reply.ts'
import { firstName, placed, whenWords } from './slots.ts'
import { chosen, type LifeVoice } from './voice.ts'

export const placePhrases = fromPhrases(({ life: { places } }) =>
  ownable({
    hello: leaning(places.hello),
    bringing: leaning(places.bringing),
    turnTo: leaning(places.turnTo),
    leavingPlainly: leaning(places.leavingPlainly),
  }),
)

const kinds = fromPhrases(({ life: { places } }) =>
  places.kinds.map(({ match, lines }) => ({ pattern: new RegExp(match, 'i'), lines: leaning(lines) })),
)
const anywhere = fromPhrases(({ life: { places } }) => leaning(places.anywhere))

/** Remarks on a place: by its kind, else by its label, else remarks that fit any place. */
export function placeLines({ label, kind }: Place): readonly MatterLine[] {
  const matching = (text: string) => kinds().find(({ pattern }) => pattern.test(text))
  return (matching(kind) ?? matching(label))?.lines ?? anywhere()
}

const frames = fromPhrases(({ life }) => allLeaning(life.partings))

/** The lists of a goodbye besides the speaker's own last words. */
interface Pools {
  readonly talk: readonly MatterLine[]
  readonly next: readonly MatterLine[]
}

function poolsFor({ subject, isSettled, next }: Parting): Pools {
  const talk = subject === null ? frames().ofSmallTalk : isSettled ? frames().ofSettled : frames().ofTalk
  if (next === null) return { talk, next: frames().toNowhere }
  return { talk, next: next.at === undefined ? frames().toWork : frames().toMeeting }
}

const asSaid = (clause: string): string => clause.replace(/[.!?]+$/u, '')

function slotsOf({ subject, reason, next }: Parting, found: QuotableParts | null, rng: () => number): Filler {
  const echo = found === null || found.echoes.length === 0 ? null : pick(found.echoes, rng).the
  const words: Readonly<Record<string, string | null | undefined>> = {
    to: found?.to,
    e: echo,
    subject,
    reason: reason === null ? null : asSaid(reason.clause),
    by: reason === null ? null : firstName(reason.by),
    there: next === null ? null : placed(next.place),
    when: next?.at === undefined ? null : whenWords(next.at, next.now),
    whom: next?.whom === undefined ? null : firstName(next.whom),
  }
  return (slot) => {
    const word = words[slot.replace('^', '')] ?? null
    return word !== null && slot.endsWith('^') ? capitalise(word) : word
  }
}

/** Ways to put the parts together: the speaker's own last words, the talk, what is next. */
const FORMS = ['own', 'talk own', 'next own', 'talk next', 'talk next own'] as const
/** The speaker's own words alone come first; those who have said them all have more to say. */
const OWN_ALONE = 3

/** Of a talk that left nothing, with nothing to come. */
export const NOTHING_LEFT: Parting = { subject: null, isSettled: false, reason: null, next: null }

interface GoodbyeInput {
  readonly parting: Parting
  readonly voice: LifeVoice
  readonly found: QuotableParts | null
  readonly fill: Filler
}

/** The sentences of one goodbye; null when a part of it has no words. */
export function goodbye({ parting, voice, found, fill }: GoodbyeInput, n: number, rng: () => number): string[] | null {
  const own = slotsOf(parting, found, rng)
  const line = (lines: readonly MatterLine[]): string | null =>
    expand(chosen(voice, lines, rng)!.line, rng, (slot) => {
      const word = own(slot) ?? fill(slot)
      // The listener is not asked to greet itself.
      return slot === 'who' && word === own('to') ? null : word
    })
  const pools = poolsFor(parting)
  const form = n < OWN_ALONE ? FORMS[0] : FORMS[1 + Math.floor(rng() * (FORMS.length - 1))]!
  const parts = form.split(' ').map((part) => {
    if (part === 'own') return line(placePhrases().leavingPlainly)
    if (part === 'talk') return line(pools.talk)
    return line(rng() < 0.6 ? pools.next : frames().toNowhere)
  })
  return parts.some((part) => part === null) ? null : parts.map((part) => capitalise(part!))
}
