import { capitalise, lowerFirst } from '../words.ts'
import { expand, type Line, linesOf, pick } from './grammar.ts'
import type { Move } from './matter.ts'
import type { LifeVoice } from './voice.ts'

/** One thing to be said, before it is a sentence. `raw` is one already, stop and all. */
export interface Unit {
  readonly move: Move | 'raw'
  readonly text: string
}

const isClause = (move: Unit['move']): boolean =>
  move === 'saw' || move === 'said' || move === 'so' || move === 'view' || move === 'out'

const WILL = {
  formal: linesOf(`
    I shall {x}
    I intend to {x}
    I propose to {x}
    It remains to {x}
  `),
  terse: linesOf(`
    Next: {x}
    Will {x}
    Tomorrow: {x}
    Then {x}
  `),
  plain: linesOf(`
    I will {x}
    I mean to {x}
    I am going to {x}
    [Tonight|Tomorrow] I will {x}
    The plan is to {x}
    Off to {x}
  `),
}

const OPINION = linesOf(`
  I still say {x}
  [I think|I do think|I happen to think] {x}
  [To my mind|If you ask me|As I see it], {x}
  [My view|My position|What I hold] is that {x}
`)
const HEDGED = linesOf(`
  [I suspect|I half believe|It may be that|I could be wrong, but] {x}
  [Perhaps|Maybe] {x}
  [Some evenings|On some days|Now and then] I think {x}
`)
const ASKING = linesOf(`
  [Tell me|One question|Question|A question|Somebody tell me]: {x}
  [So|And|Now then], {x}
`)
const ORDER = linesOf(`
  [Advice, unasked|Free advice|Take it from me|A tip|If you do one thing]: {x}
  [So|Well then], {x}
`)

const filled = (lines: readonly Line[], x: string, rng: () => number): string =>
  expand(pick(lines, rng), rng, (gap) => (gap === 'x' ? x : null)) ?? x

/** Who did it, in this speaker's way of saying I. */
function subject(voice: LifeVoice, rng: () => number): string {
  const { office, drop } = voice.rhythm
  if (office !== null && rng() < 0.55) return office
  return rng() < drop ? '' : 'I'
}

const deed = (voice: LifeVoice, text: string, rng: () => number): string => {
  const who = subject(voice, rng)
  return who === '' ? text : `${who} ${text}`
}

/** One unit as a sentence of its own, without its stop. */
function alone({ move, text }: Unit, voice: LifeVoice, rng: () => number): string {
  const { traits } = voice.manner
  switch (move) {
    case 'did':
      return deed(voice, text, rng)
    case 'will': {
      if (voice.rhythm.office !== null && rng() < 0.5) return `${voice.rhythm.office} will ${text}`
      const lines = traits.formal > 0.6 ? WILL.formal : voice.rhythm.drop > 0.35 ? WILL.terse : WILL.plain
      return filled(lines, text, rng)
    }
    case 'view': {
      const say = rng()
      if (say < 0.14 * (1 - traits.terse) * 2) return filled(OPINION, text, rng)
      return say > 1 - (traits.hedging - 0.3) * 0.5 ? filled(HEDGED, text, rng) : text
    }
    case 'ask':
      return `${rng() < 0.25 ? filled(ASKING, text, rng) : text}?`
    case 'do':
      return rng() < 0.22 ? filled(ORDER, text, rng) : text
    default:
      return text
  }
}

/** Words between two clauses, and the second clause; null when they are better apart. */
function tied(before: Unit, next: Unit, voice: LifeVoice, rng: () => number): string | null {
  const { semicolons, colons } = voice.rhythm
  if (next.move === 'ask' || next.move === 'do' || next.move === 'will' || next.move === 'raw') return null
  const roll = rng()
  if (next.move === 'did') {
    const who = voice.rhythm.office ?? 'I'
    if (before.move === 'did')
      return roll < 0.5 ? `, and ${next.text}` : roll < 0.8 ? `, then ${next.text}` : `, and then ${who} ${next.text}`
    if (!isClause(before.move)) return null
    return roll < 0.45 ? `, so ${who} ${next.text}` : roll < 0.8 ? `, and ${who} ${next.text}` : `; ${who} ${next.text}`
  }
  if (roll < semicolons * 0.6) return `; ${next.text}`
  if (roll < semicolons * 0.6 + colons * 0.3) return `: ${next.text}`
  if (next.move === 'view') return null
  if (next.move === 'so') return roll < 0.75 ? `, and ${next.text}` : null
  return `, and ${next.text}`
}

const TOO_LONG = 210

/** The units as sentences, tied or apart as this speaker would have them. */
export function sentences(units: readonly Unit[], voice: LifeVoice, rng: () => number): string[] {
  const out: string[] = []
  let open = ''
  let last: Unit | null = null
  const close = () => {
    if (open !== '') out.push(stopped(open))
    open = ''
  }
  for (const unit of units) {
    if (unit.move === 'raw') {
      close()
      out.push(unit.text)
      last = null
      continue
    }
    const link =
      last !== null && open !== '' && open.length + unit.text.length < TOO_LONG && rng() < voice.rhythm.flow
        ? tied(last, unit, voice, rng)
        : null
    if (link === null) {
      close()
      open = capitalise(alone(unit, voice, rng))
    } else open += link
    last = unit
  }
  close()
  return out
}

export const stopped = (text: string): string => (/[.!?…]["”')]*$/u.test(text) ? text : `${text}.`)

/** `The tide …` to `the tide …`, but never a name or an I. */
export const lowered = (text: string): string => (/^(?:I\b|\p{Lu}{2})/u.test(text) ? text : lowerFirst(text))
