import { capitalise } from '../language/words.ts'
import * as lexicon from '../lexicon/life/partings.ts'
import { expand, type Filler, pick } from './grammar.ts'
import type { Parting } from './material.ts'
import { allLeaning, type MatterLine } from './matter.ts'
import { LEAVING_PLAINLY } from './place-talk.ts'
import type { Heard } from './reply.ts'
import { firstName, placed } from './slots.ts'
import { chosen, type LifeVoice } from './voice.ts'
import { whenWords } from './when.ts'

const LINES = allLeaning(lexicon)

/** What a goodbye says beside the speaker's own last words. */
interface Pools {
  readonly talk: readonly MatterLine[]
  readonly next: readonly MatterLine[]
}

function poolsFor({ subject, isSettled, next }: Parting): Pools {
  const talk = subject === null ? LINES.OF_SMALL_TALK : isSettled ? LINES.OF_SETTLED : LINES.OF_TALK
  if (next === null) return { talk, next: LINES.TO_NOWHERE }
  return { talk, next: next.at === undefined ? LINES.TO_WORK : LINES.TO_MEETING }
}

const asSaid = (clause: string): string => clause.replace(/[.!?]+$/u, '')

function slotsOf({ subject, reason, next }: Parting, found: Heard | null, rng: () => number): Filler {
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

interface Leaving {
  readonly parting: Parting
  readonly voice: LifeVoice
  readonly found: Heard | null
  readonly fill: Filler
}

/** The sentences of one goodbye; null when a part of it has no words. */
export function goodbye({ parting, voice, found, fill }: Leaving, n: number, rng: () => number): string[] | null {
  const own = slotsOf(parting, found, rng)
  const line = (lines: readonly MatterLine[]): string | null =>
    expand(chosen(voice, lines, rng)!.line, rng, (slot) => {
      const word = own(slot) ?? fill(slot)
      // Nobody is asked to greet themselves.
      return slot === 'who' && word === own('to') ? null : word
    })
  const pools = poolsFor(parting)
  const form = n < OWN_ALONE ? FORMS[0] : FORMS[1 + Math.floor(rng() * (FORMS.length - 1))]!
  const parts = form.split(' ').map((part) => {
    if (part === 'own') return line(LEAVING_PLAINLY)
    if (part === 'talk') return line(pools.talk)
    return line(rng() < 0.6 ? pools.next : LINES.TO_NOWHERE)
  })
  return parts.some((part) => part === null) ? null : parts.map((part) => capitalise(part!))
}
