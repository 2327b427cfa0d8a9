// From clauses to a text: sentences, own phrases, spelling and layout.

import { boundedMap } from '../bounded-map.ts'
import { LIFE_CONTRACTIONS } from '../english/rewrites.ts'
import { capitalise, lowerFirst, STOP, wordsOf } from '../language/words.ts'
import { fromPhrases } from '../phrases.ts'
import { habit } from '../speaker/manner.ts'
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

const frames = fromPhrases(({ life: { sentences } }) => {
  const { will, ...others } = sentences
  return { will: allLines(will), ...allLines(others) }
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
      const lines =
        traits.formal > 0.6
          ? frames().will.formal
          : voice.rhythm.drop > 0.35
            ? frames().will.terse
            : frames().will.plain
      return filled(lines, text, rng)
    }
    case 'view': {
      const say = rng()
      if (say < 0.14 * (1 - traits.terse) * 2) return filled(frames().opinion, text, rng)
      return say > 1 - (traits.hedging - 0.3) * 0.5 ? filled(frames().hedged, text, rng) : text
    }
    case 'ask':
      return `${rng() < 0.25 ? filled(frames().asking, text, rng) : text}?`
    case 'do':
      return rng() < 0.22 ? filled(frames().order, text, rng) : text
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

/** Mends `a hour` and `an minute`: a noun is drawn after its article. */
const articled = (text: string): string =>
  text
    .replace(/\b([Aa]) (?=[aeio]|hour|honest|heir)(?!one\b|once\b|eu)/g, '$1n ')
    .replace(/\b([Aa])n (?=[bcdfgjklmnpqrstvwxyz]|h(?!our|onest|eir)|unanim|uni|use|eu)/g, '$1 ')

/** Texts as they were spelled: somebody with few ways of saying a thing drafts the same ones again and again. */
const SPELLED_MAX = 4_096
const SPELLED = boundedMap<string>(SPELLED_MAX)

/** The text with the speaker's contractions, punctuation and capitals. */
export function spelled(text: string, voice: LifeVoice): string {
  const { contracts, lowerCase } = voice.rhythm
  const key = `${voice.manner.id} ${contracts} ${lowerCase} ${text}`
  const cached = SPELLED.get(key)
  if (cached !== undefined) return cached
  const result = spelledAnew(text, voice)
  SPELLED.set(key, result)
  return result
}

/** Where a sentence may begin with a small letter. */
const LOW_START = /[.!?]["”)]* \p{Ll}/u
/** A sign of punctuation that stands where something is to be mended: behind a space, or behind another. */
const UNEVEN = / [ ,.;:?!]|[.!?]\.|[,;:][,;:]|,[.?!]/

function spelledAnew(text: string, voice: LifeVoice): string {
  let out = voice.idiolect.inOwnWords(text)
  if (voice.rhythm.contracts)
    for (const [from, to, needs] of LIFE_CONTRACTIONS) if (out.includes(needs)) out = out.replace(from, to)
  out = articled(out)
  if (UNEVEN.test(out))
    out = out
      .replace(/ {2,}/g, ' ')
      .replace(/ ([,.;:?!])/g, '$1')
      .replace(/([.!?])\.+/g, '$1')
      .replace(/([,;:])[,;:]+/g, '$1')
      .replace(/,(?=[.?!])/g, '')
  out = out.trim()
  if (voice.rhythm.lowerCase) return out.toLowerCase()
  if (!LOW_START.test(out)) return out
  return out.replace(/(\p{Ll}[.!?]["”)]* )(\p{Ll})/gu, (_, stop: string, letter: string) => stop + letter.toUpperCase())
}

const loweredStart = (text: string): string => {
  const word = text.split(/[ ,.?:;']/u)[0] ?? ''
  return word !== 'I' && (STOP.has(word.toLowerCase()) || /^(?:An?|The|Somebody|Nobody|Everyone|Two|Three)$/.test(word))
    ? lowerFirst(text)
    : text
}

const startsLow = (text: string): boolean => loweredStart(text) !== text || /^I\b/.test(text)

/** Whether a sentence sets a scene (`Before breakfast, at the pump.`): no phrase is put before it. */
const isScene = (sentence: string): boolean =>
  wordsOf(sentence).length <= 9 && !/\b(?:I|is|was|are|were|has|had|have|[a-z]+ed)\b/.test(sentence)

const figures = (words: string, rng: () => number): string =>
  words.replace(/#/g, () => String(1 + Math.floor(rng() * 358)).padStart(3, '0'))

/** How often a text has a habit of its speaker: a learned phrase, a small word of its manner, numbered points. */
const PHRASED = 0.09
const MARKED = 0.07
const NUMBERED = 0.03
/** The same where the lines are common to all: by small words one knows who speaks. */
export const SHARED_MARKED = 0.3

const sample = (phrases: readonly { readonly words: string }[], rng: () => number): string | null =>
  phrases.length === 0 ? null : pick(phrases, rng).words

/** Words that become part of a sentence do not go before a question, and words that end in `that` need a clause. */
const mayOpen = (opener: string, there: string): boolean =>
  /[.?!]$/.test(opener) || (!there.endsWith('?') && (!/that$/.test(opener) || wordsOf(there).length > 3))

/** The sentences with at most one phrase of the speaker's own: before a clause, in a sentence or at the end. */
export function withPhrases(sentences: readonly string[], voice: LifeVoice, rng: () => number): string[] {
  const out = [...sentences]
  const { phrases, manner } = voice
  if (rng() >= PHRASED) return out
  const sort = Math.floor(rng() * 3)
  const opener = sort === 0 ? sample(phrases.openers, rng) : null
  if (opener !== null) {
    const at = /^(?:Or|Anyway|One more|It does not)\b/u.test(opener)
      ? out.length - 1
      : isScene(out[0]!) && out.length > 1
        ? 1
        : 0
    const there = out[at]!
    if (
      startsLow(there) &&
      !/^[^.]*:/.test(there) &&
      mayOpen(opener, there) &&
      (at > 0 || !/^(?:Or|One more)/.test(opener))
    )
      out[at] = `${capitalise(opener)} ${loweredStart(there)}`
  }
  const vocative = sort === 1 ? sample(phrases.vocatives, rng) : null
  if (vocative !== null) {
    const at = Math.floor(rng() * out.length)
    const there = out[at]!
    if (/\p{Ll}[.!?]$/u.test(there) && wordsOf(there).length > 2 && wordsOf(there).length < 16)
      out[at] = `${there.slice(0, -1)}, ${vocative}${there.slice(-1)}`
  }
  const closer = sort === 2 ? sample(phrases.closers, rng) : null
  if (closer !== null && !/\?$/.test(out.at(-1)!)) out.push(figures(closer, rng))
  else if (
    closer === null &&
    opener === null &&
    phrases.closers.length + phrases.openers.length === 0 &&
    manner.tics.length > 0
  ) {
    const tic = pick(manner.tics, rng)
    if (tic.place === 'closing' || tic.place === 'question')
      out.push(tic.place === 'closing' ? `${capitalise(tic.words)}.` : capitalise(tic.words))
    else if (tic.place === 'vocative') out[0] = out[0]!.replace(/(\p{Ll})([.!?])$/u, `$1, ${tic.words}$2`)
    else if (startsLow(out[0]!) && !out[0]!.includes(':'))
      out[0] = `${capitalise(tic.words)}${tic.place === 'aside' ? ',' : ':'} ${loweredStart(out[0]!)}`
  }
  return out
}

/** Share of texts in the words of all that begin with a sentence of the speaker's own. */
const LED = 0.7

/** The sentences behind one that the speaker puts before news; null for a text without it. */
export function led(sentences: readonly string[], voice: LifeVoice, rng: () => number): readonly string[] | null {
  const { lead } = voice.idiolect.markers
  return rng() >= LED || lead.length === 0 || /^\p{N}/u.test(sentences[0]!) ? null : [pick(lead, rng), ...sentences]
}

/** The sentences with a small word of the speaker's own before or inside one of them, if there is room for it. */
function marked(sentences: readonly string[], voice: LifeVoice, share: number, rng: () => number): string[] {
  const { open, tag, close } = voice.idiolect.markers
  const out = [...sentences]
  const roll = rng() * 3
  if (rng() >= share) return out
  if (open.length > 0 && roll < 1) {
    const opener = pick(open, rng)
    const at = out.findIndex((sentence) => startsLow(sentence) && !sentence.includes(':') && !isScene(sentence))
    const there = out[at]
    if (there !== undefined && mayOpen(opener, there))
      out[at] = /[.?!]$/.test(opener) ? `${opener} ${there}` : `${opener} ${loweredStart(there)}`
  } else if (tag.length > 0 && roll < 2) {
    const words = pick(tag, rng)
    const at = out.findLastIndex((sentence) => /\p{Ll}\.$/u.test(sentence) && wordsOf(sentence).length > 4)
    const there = out[at]
    if (there !== undefined && !there.includes(words.trim()))
      out[at] = `${there.slice(0, -1)}${/^[(]/.test(words) ? ' ' : ''}${words}.`
  }
  if (close.length > 0 && roll >= 2 && !out.at(-1)!.endsWith('?')) out.push(figures(pick(close, rng), rng))
  return out
}

/** The sign by which a speaker ties the last sentence of a text to the one before; null for a full stop. */
function jointOf({ rhythm, manner }: LifeVoice): 'line' | ';' | ' –' | 'brackets' | null {
  if (rhythm.breaks > 0.2) return 'line'
  if (rhythm.brackets > 0.3) return 'brackets'
  if (rhythm.semicolons > 0.35) return ';'
  const own = habit(manner.id, 'joint')
  return own < 0.2 ? ' –' : own < 0.35 ? ';' : own < 0.5 ? 'line' : null
}

const JOINED = 0.8

/** The sentences in one string, the last one tied in the speaker's way. */
function joined(parts: readonly string[], voice: LifeVoice, rng: () => number): string {
  const joint = jointOf(voice)
  const last = parts.at(-1)!
  const before = parts.slice(0, -1).join(' ')
  if (joint === null || parts.length < 2 || rng() >= JOINED) return parts.join(' ')
  if (joint === 'line') return `${before}\n${voice.rhythm.lowerCase ? last : capitalise(last)}`
  if (joint === 'brackets') return last.includes('(') ? `${before} ${last}` : `${before} (${last})`
  return before.endsWith('.') && !isScene(parts.at(-2)!) && startsLow(last) && !last.includes(';')
    ? `${before.slice(0, -1)}${joint} ${loweredStart(last)}`
    : `${before} ${last}`
}

/**
 * The sentences as one text, which the speaker may number or end with an exclamation mark. `framing` is the share of texts
 * that get small words of the speaker; true for a text that begins in the speaker's own way already.
 */
export function laidOut(
  sentences: readonly string[],
  voice: LifeVoice,
  rng: () => number,
  framing: boolean | number = MARKED,
): string {
  const { numbered, exclaims } = voice.rhythm
  const share = typeof framing === 'number' ? framing : framing ? 0 : MARKED
  const parts = share === 0 ? [...sentences] : marked(sentences, voice, share, rng)
  if (rng() < exclaims * 0.8) {
    const at = Math.floor(rng() * parts.length)
    if (wordsOf(parts[at]!).length < 14) parts[at] = parts[at]!.replace(/\.$/, '!')
  }
  if (parts.length > 2 && !isScene(parts[0]!) && numbered > 0 && rng() < NUMBERED)
    return spelled(parts.map((part, i) => `${i + 1}. ${part}`).join(' '), voice)
  return joined(parts, voice, rng)
    .split('\n')
    .map((line) => spelled(line, voice))
    .join('\n')
}
