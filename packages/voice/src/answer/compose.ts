// Composition of an answer: a frame for each beat, within the token limit.
import { ANSWER_CONTRACTIONS } from '../english/rewrites.ts'
import type { Protected } from '../language/guard.ts'
import { capitalise, lowerFirst, STOP } from '../language/words.ts'
import { habit, type Manner, type Tic } from '../speaker/manner.ts'
import { countTokens } from '../tokens.ts'
import type { Frame, Pool } from './frames.ts'

/** Texts for the slots of a frame, by name. */
export type Slots = Readonly<Record<string, string | undefined>>

/** One step of an answer: the frames it may take, and the texts for their slots. */
export interface Beat {
  readonly pool: Pool
  readonly slots: Slots
}

/** A speaker in one talk. */
export interface Voice {
  readonly manner: Manner
  readonly rng: () => number
  readonly guard: Protected
  /** The speaker's earlier answers in this talk: no frame is used twice. */
  readonly earlier: string
}

interface Shape {
  readonly maxTokens: number
  readonly maxBeats: number
  /** Whether the speaker's larger phrases may be used; not beside a greeting or a condolence. */
  readonly tics: boolean
}

const fill = (frame: Frame, slots: Slots): string | null => {
  for (const slot of frame.slots) if (slots[slot] === undefined) return null
  return frame.text.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]!)
}

const suits = (frame: Frame, manner: Manner): number => {
  let score = habit(manner.id, frame.text) * 1.4
  for (const [trait, side] of frame.leans) {
    const fit = (manner.traits[trait] - 0.5) * side
    // A frame against the manner costs about twice what a frame in its favour gains.
    score += fit * (fit < 0 ? 4 : 1.9)
  }
  if (frame.leans.length === 0) score += 0.1
  return score
}

/** As many frames of a pool are a speaker's usual ones. */
const HABITS = 7

/** Frames in a speaker's order of preference, by manner and pool. */
const RANKED = new WeakMap<Manner, Map<Pool, readonly Frame[]>>()

function ranked(pool: Pool, manner: Manner): readonly Frame[] {
  const cache = RANKED.get(manner) ?? new Map<Pool, readonly Frame[]>()
  RANKED.set(manner, cache)
  const cached = cache.get(pool)
  if (cached !== undefined) return cached
  const frames = pool
    .map((frame) => ({ frame, score: suits(frame, manner) }))
    .sort((a, b) => b.score - a.score)
    .map(({ frame }) => frame)
  cache.set(pool, frames)
  return frames
}

/** The frames in the order in which the speaker tries them: the usual ones shuffled, then the others. */
function frames(pool: Pool, voice: Voice): Frame[] {
  const all = ranked(pool, voice.manner)
  const usual = all.slice(0, HABITS)
  for (let i = usual.length - 1; i > 0; i--) {
    const j = Math.floor(voice.rng() * (i + 1))
    const swapped = usual[i]!
    usual[i] = usual[j]!
    usual[j] = swapped
  }
  return [...usual, ...all.slice(HABITS)]
}

/** The text in the speaker's spelling and punctuation. */
export function dress(text: string, manner: Manner): string {
  let out = text
  if (manner.traits.formal < 0.48) for (const [from, to] of ANSWER_CONTRACTIONS) out = out.replace(from, to)
  if (!manner.exclaims) out = out.replace(/!/g, '.')
  out = out
    .replace(/([.!?])\.+/g, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
  return manner.lowerCase ? out.toLowerCase() : out
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?]) (?=\S)/u)

function withTic(beats: readonly string[], tic: Tic): string[] | null {
  const first = beats[0]!
  const rest = beats.slice(1)
  switch (tic.place) {
    case 'opening':
      return /:/.test(sentencesOf(first)[0]!) || (loweredStart(first) === first && !/^I\b/.test(first))
        ? null
        : [`${capitalise(tic.words)}: ${loweredStart(first)}`, ...rest]
    case 'aside': {
      const low = loweredStart(first)
      return low === first && !/^I\b/.test(first) ? null : [`${capitalise(tic.words)}, ${low}`, ...rest]
    }
    case 'vocative': {
      const [head, ...tail] = sentencesOf(first)
      if (!/[\p{L}\p{N}”]\.$/u.test(head!) || head!.split(' ').length < 3 || head!.includes(':')) return null
      return [[`${head!.slice(0, -1)}, ${tic.words}.`, ...tail].join(' '), ...rest]
    }
    case 'before-last':
      return beats.length < 2 || /[?:;“]/.test(beats.at(-1)!)
        ? null
        : [...beats.slice(0, -1), `${capitalise(tic.words)}: ${loweredStart(beats.at(-1)!)}`]
    case 'question':
      return /\?/.test(beats.at(-1)!) ? null : [...beats, capitalise(tic.words)]
    case 'closing':
      return /\?/.test(beats.at(-1)!) || beats.join(' ').length > 320 ? null : [...beats, `${capitalise(tic.words)}.`]
  }
}

const loweredStart = (text: string): string => {
  const word = text.split(/[ ,.?:;]/u)[0] ?? ''
  return word !== 'I' && !word.startsWith("I'") && STOP.has(word.toLowerCase()) ? lowerFirst(text) : text
}

const TIC_CHANCE = 0.38

/**
 * The beats in the speaker's words, as many as fit into the tokens. For each beat the frames are tried until one is short
 * enough and quotes nothing. Null when no frame of the first beat will do.
 */
export function compose(voice: Voice, beats: readonly Beat[], shape: Shape): string | null {
  const { manner, rng, guard } = voice
  const texts: string[] = []
  const ok = (parts: readonly string[]): boolean => {
    const text = dress(parts.join(' '), manner)
    // A token has at least one character, so most texts need no counting.
    return (text.length <= shape.maxTokens || countTokens(text) <= shape.maxTokens) && !guard.quotes(text)
  }
  for (const beat of beats) {
    // A question ends the answer: the next turn is the caller's.
    if (texts.length >= shape.maxBeats || texts.at(-1)?.endsWith('?') === true) break
    for (const frame of frames(beat.pool, voice)) {
      const text = fill(frame, beat.slots)
      if (text === null || voice.earlier.includes(dress(text, manner).slice(0, 24))) continue
      if (!ok([...texts, text])) continue
      texts.push(text)
      break
    }
    if (texts.length === 0) return null
  }
  if (texts.length === 0) return null
  let parts = texts
  const tic = manner.tics[Math.floor(rng() * manner.tics.length)]
  const small = tic?.place === 'vocative' || tic?.place === 'aside'
  if (tic !== undefined && rng() < TIC_CHANCE && (shape.tics || small)) {
    const changed = withTic(parts, tic)
    if (changed !== null && ok(changed)) parts = changed
  }
  if (manner.numbered && shape.tics && parts.length > 1 && parts.length < 5 && rng() < 0.35) {
    const counted = parts.map((part, i) => `${i + 1}. ${part}`)
    if (ok(counted)) parts = counted
  }
  return dress(parts.join(' '), manner)
}
