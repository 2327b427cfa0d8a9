import { countTokens } from '../model.ts'
import type { Frame, Pool } from './frames/frame.ts'
import type { Protected } from './guard.ts'
import { habit, type Manner, type Tic } from './manner.ts'
import { capitalise, lowerFirst, STOP } from './words.ts'

/** What fills the gaps of a frame. A gap without words closes every frame that has it. */
export type Gaps = Readonly<Record<string, string | undefined>>

/** One step of what is to be said: the frames it may take, and what goes into them. */
export interface Beat {
  readonly pool: Pool
  readonly gaps: Gaps
}

/** Somebody about to speak. Nothing here knows whether an answer, a post or a reply is wanted. */
export interface Voice {
  readonly manner: Manner
  readonly rng: () => number
  readonly guard: Protected
  /** What this voice has said before in the same talk, so that it does not open twice in the same way. */
  readonly earlier: string
}

interface Shape {
  readonly maxTokens: number
  readonly maxBeats: number
  /** Whether the speaker's larger phrases have a place; around a greeting or a condolence they would hang in the air. */
  readonly tics: boolean
}

const fill = (frame: Frame, gaps: Gaps): string | null => {
  for (const gap of frame.gaps) if (gaps[gap] === undefined) return null
  return frame.text.replace(/\{(\w+)\}/g, (_, gap: string) => gaps[gap]!)
}

const suits = (frame: Frame, manner: Manner): number => {
  let score = habit(manner.id, frame.text) * 1.4
  for (const [trait, side] of frame.leans) {
    const fit = (manner.traits[trait] - 0.5) * side
    // A voice may go without its favourite turn; one that is not its own gives it away.
    score += fit * (fit < 0 ? 4 : 1.9)
  }
  if (frame.leans.length === 0) score += 0.1
  return score
}

/** A speaker has a few turns of speech for each purpose, and keeps to them: that is what makes a voice. */
const HABITS = 7

/** Which frames a speaker would reach for first does not change from one sentence to the next. */
const RANKED = new WeakMap<Manner, Map<Pool, readonly Frame[]>>()

function ranked(pool: Pool, manner: Manner): readonly Frame[] {
  const known = RANKED.get(manner) ?? new Map<Pool, readonly Frame[]>()
  RANKED.set(manner, known)
  const found = known.get(pool)
  if (found !== undefined) return found
  const made = pool
    .map((frame) => ({ frame, score: suits(frame, manner) }))
    .sort((a, b) => b.score - a.score)
    .map(({ frame }) => frame)
  known.set(pool, made)
  return made
}

/** The frames in the order in which this speaker tries them: the usual ones by chance, the others after them. */
function frames(pool: Pool, voice: Voice): Frame[] {
  const all = ranked(pool, voice.manner)
  const usual = all.slice(0, HABITS)
  for (let i = usual.length - 1; i > 0; i--) {
    const j = Math.floor(voice.rng() * (i + 1))
    const kept = usual[i]!
    usual[i] = usual[j]!
    usual[j] = kept
  }
  return [...usual, ...all.slice(HABITS)]
}

const INFORMAL: readonly (readonly [RegExp, string])[] = [
  [/(?<!and )\bI am (?=\p{L})/gu, "I'm "],
  [/(?<!and )\bI have (?=not |been |never |had |seen |checked|tried|asked|heard|put |kept |no )/g, "I've "],
  [/\bI've no /g, 'I have no '],
  [/\bI would (?=\p{L})(?!not\b)/gu, "I'd "],
  [/\bI will (?=\p{L})(?!not\b)/gu, "I'll "],
  [/\b(do|does|did|is|are|was|were|has|have|could|would|should) not(?![-\w])/g, "$1n't"],
  [/\b(Do|Does|Did|Is|Are) not(?![-\w])/g, "$1n't"],
  [/\bcannot\b/g, "can't"],
  [/\bwill not\b/g, "won't"],
  [/\b(that|there|what|it) is (?=an? |the |not |no |my |all |what |only |still )/gi, "$1's "],
  [/\b(y|Y)ou are (?=welcome|wrong|still|here|after)/g, "$1ou're "],
]

/** Spelling and punctuation of one speaker. */
export function dress(text: string, manner: Manner): string {
  let out = text
  if (manner.traits.formal < 0.48) for (const [from, to] of INFORMAL) out = out.replace(from, to)
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
 * The beats in this speaker's words, as many as fit. The first is owed: if its usual frames are too long or would quote,
 * the others are tried. Null when none will do, and then something shorter has to be said.
 */
export function compose(voice: Voice, beats: readonly Beat[], shape: Shape): string | null {
  const { manner, rng, guard } = voice
  const said: string[] = []
  const ok = (parts: readonly string[]): boolean => {
    const text = dress(parts.join(' '), manner)
    // A token has at least one character, so most texts need no counting.
    return (text.length <= shape.maxTokens || countTokens(text) <= shape.maxTokens) && !guard.quotes(text)
  }
  for (const beat of beats) {
    // A question hands the talk over; what came after it would be talking on.
    if (said.length >= shape.maxBeats || said.at(-1)?.endsWith('?') === true) break
    for (const frame of frames(beat.pool, voice)) {
      const text = fill(frame, beat.gaps)
      if (text === null || voice.earlier.includes(dress(text, manner).slice(0, 24))) continue
      if (!ok([...said, text])) continue
      said.push(text)
      break
    }
    if (said.length === 0) return null
  }
  if (said.length === 0) return null
  let parts = said
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
