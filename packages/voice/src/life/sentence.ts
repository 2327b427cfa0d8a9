import { capitalise, lowerFirst } from '../language/words.ts'
import * as lexicon from '../lexicon/life/sentences.ts'
import { allLines, expand, type Line, pick } from './grammar.ts'
import type { Move } from './matter.ts'
import type { LifeVoice } from './voice.ts'

/** One clause before it is a sentence. A `raw` one is a sentence already, with its stop. */
export interface Unit {
  readonly move: Move | 'raw'
  readonly text: string
}

const isClause = (move: Unit['move']): boolean =>
  move === 'saw' || move === 'said' || move === 'so' || move === 'view' || move === 'out'

const WILL = allLines(lexicon.WILL)
const { OPINION, HEDGED, ASKING, ORDER } = allLines({
  OPINION: lexicon.OPINION,
  HEDGED: lexicon.HEDGED,
  ASKING: lexicon.ASKING,
  ORDER: lexicon.ORDER,
})

const filled = (lines: readonly Line[], x: string, rng: () => number): string =>
  expand(pick(lines, rng), rng, (slot) => (slot === 'x' ? x : null)) ?? x

/** The subject of a deed: the speaker's office, `I` or nothing. */
function subject(voice: LifeVoice, rng: () => number): string {
  const { office, drop } = voice.rhythm
  if (office !== null && rng() < 0.55) return office
  return rng() < drop ? '' : 'I'
}

const deed = (voice: LifeVoice, text: string, rng: () => number): string => {
  const who = subject(voice, rng)
  return who === '' ? text : `${who} ${text}`
}

/** One unit as a sentence, without its stop. */
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

/** The second of two clauses with the words that tie it to the first; null for a new sentence. */
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

/** The units as sentences, tied together as often as the speaker's rhythm says. */
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

/** `The tide …` to `the tide …`; `I` and abbreviations stay. */
export const lowered = (text: string): string => (/^(?:I\b|\p{Lu}{2})/u.test(text) ? text : lowerFirst(text))
