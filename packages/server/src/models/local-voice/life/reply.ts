import { capitalise, contentStems, straighten } from '../words.ts'
import { laidOut, withPhrases } from './dressing.ts'
import { deeds, type Echo, echoes, quotes } from './echo.ts'
import { fillerFor, firstName } from './gaps.ts'
import { type Chance, DRAFTS_MAX, expand, pick } from './grammar.ts'
import type { ReplyMaterial, Said } from './material.ts'
import { type Matter, type MatterLine, type Move, overlap } from './matter.ts'
import { ALL_MATTERS } from './matters/all.ts'
import { ownGaps } from './own-gaps.ts'
import { drawn, type Telling, told } from './post.ts'
import * as frames from './reply-frames.ts'
import { sentences, stopped, type Unit } from './sentence.ts'
import { chosen, type LifeVoice, lifeVoice, type OwnLine } from './voice.ts'

const MOST = 500

/** Whose craft a text speaks of, if it is not the speaker's own. */
function elsewhere(text: string): Matter | null {
  const about = contentStems(text)
  let best: Matter | null = null
  let most = 1
  for (const matter of ALL_MATTERS) {
    const score = matter.lines.out.length > 0 ? overlap(matter, about) : 0
    if (score <= most) continue
    best = matter
    most = score
  }
  return best
}

type Stance = NonNullable<ReplyMaterial['stance']>

function stanceOf(voice: LifeVoice, tie: string | null, asked: boolean, rng: () => number): Stance {
  const { warm, dry, curious, hedging } = voice.manner.traits
  const rival = tie === 'rival' || tie === 'adversary' || tie === 'enemy'
  return drawn(
    [
      { stance: 'agree' as const, weight: 0.7 + warm - (rival ? 0.6 : 0) },
      { stance: 'disagree' as const, weight: 0.25 + 0.7 * dry + (rival ? 0.8 : 0) - 0.3 * warm },
      { stance: 'ask' as const, weight: asked ? 0.1 : 0.2 + 0.9 * curious + 0.2 * hedging },
      { stance: 'add' as const, weight: 0.8 },
    ].map((s) => ({ ...s, weight: Math.max(s.weight, 0.05) })),
    rng,
  ).stance
}

const POOLS: Readonly<Record<Stance, readonly MatterLine[]>> = {
  agree: frames.AGREE,
  disagree: frames.DISAGREE,
  ask: frames.ASK,
  add: frames.ADD,
}

const AFTER: Readonly<Record<Stance, readonly Move[]>> = {
  agree: ['so', 'saw', 'did', 'view'],
  disagree: ['view', 'saw', 'so'],
  ask: ['saw', 'view'],
  add: ['saw', 'did', 'said'],
}

/** What of somebody's text can be said back to them. */
export interface Heard {
  readonly to: string
  readonly echoes: readonly Echo[]
  readonly deeds: readonly string[]
  readonly quotes: readonly string[]
  readonly stems: ReadonlySet<string>
}

interface Answering {
  readonly to: Said
  readonly earlier: readonly Said[]
}

/** What was said back already in this thread comes last. */
export function heard(voice: LifeVoice, { to, earlier }: Answering): Heard {
  // A thing that has gone round the thread already is worn.
  const mine = contentStems(earlier.map(({ text }) => text).join(' '))
  const all = echoes(to.text, voice.near)
  const fresh = all.filter(({ stems }) => !stems.some((s) => mine.has(s)))
  const old = earlier.map(({ text }) => straighten(text).toLowerCase()).join(' ')
  const isNew = (words: string) => !old.includes(words.toLowerCase())
  return {
    to: firstName(to.name),
    echoes: (fresh.length > 0 ? fresh : all).slice(0, 4),
    deeds: deeds(to.text).filter(isNew),
    quotes: quotes(to.text).filter(isNew),
    stems: contentStems(to.text),
  }
}

/** One or two sentences that take up what was heard; null when none of the frames can be filled. */
export function reaction(
  lines: readonly MatterLine[],
  telling: Telling,
  { to, echoes: found, deeds: done, quotes: said }: Heard,
): string | null {
  const { voice, rng, fill } = telling
  const echo = found.length === 0 ? null : found[Math.floor(rng() * rng() * found.length)]!
  for (let tries = 0; tries < 8; tries++) {
    const text = expand(chosen(voice, lines, rng)!.line, rng, (gap) => {
      switch (gap) {
        case 'to':
          return to
        case 'e':
          return echo?.the ?? null
        case 'E':
          return echo === null ? null : capitalise(echo.the)
        case 'q':
          return said.length === 0 ? null : pick(said, rng)
        case 'deed':
          return done.length === 0 ? null : pick(done, rng)
        default: {
          const made = fill(gap.replace('^', ''))
          return made !== null && gap.endsWith('^') ? capitalise(made) : made
        }
      }
    })
    if (text === null) continue
    if (echo?.plural === true && /\b(?:is|was|does|has)\b/.test(text)) continue
    return text
  }
  return null
}

const WH = /\b(who|where|when|how|which|what)\b[^?]*\?["”]?\s*$/i

/** A word or two of plain answer to a question. */
function answered(telling: Telling, found: Heard, text: string): string[] {
  const kind = WH.exec(text.slice(-160))?.[1]?.toLowerCase() ?? 'whether'
  const first = reaction(frames.ANSWERS[kind]!, telling, found)
  const second = reaction(frames.ABOUT, telling, found)
  return [first, second].filter((s) => s !== null)
}

/** Something of the speaker's own that has a word in common with what was said. */
export function nearby(telling: Telling, stems: ReadonlySet<string>, moves: readonly Move[]): Unit | null {
  const { voice, rng, fill, used } = telling
  const found: OwnLine[] = []
  for (const s of stems) {
    for (const own of voice.linesOn(s)) if (moves.includes(own.move) && !used.has(own.line.key)) found.push(own)
  }
  for (let tries = 0; tries < 3 && found.length > 0; tries++) {
    const { move, line } = pick(found, rng)
    const text = expand(line.line, rng, fill)
    if (text === null) continue
    used.add(line.key)
    return { move, text }
  }
  return null
}

/** After the reaction: something near, or something from outside about the same matter, or one's own news with a bridge. */
export function substance(telling: Telling, found: Heard, moves: readonly Move[], text: string): Unit[] {
  const { voice, rng } = telling
  const near = nearby(telling, found.stems, moves)
  if (near !== null) return [near]
  const other = elsewhere(text)
  if (other !== null) {
    const seen = told(telling, other, 'out')
    if (seen !== null) return [{ move: 'out', text: seen }]
  }
  const move = pick(['saw', 'did', 'said'] as const, rng)
  const own = told(telling, drawn(voice.homes, rng).matter, move)
  if (own === null) return []
  const bridge = reaction(frames.BRIDGE, telling, found)
  return [{ move: 'raw', text: stopped(`${bridge ?? ''} ${move === 'did' ? `I ${own}` : own}`.trim()) }]
}

function draft(material: ReplyMaterial, voice: LifeVoice, rng: () => number): string | null {
  const { to, earlier, speaker, ties } = material
  const tie = ties.find((t) => t.displayName === to.name)?.type ?? null
  const asked = /\?["”]?\s*$/.test(to.text)
  const stance = material.stance ?? stanceOf(voice, tie, asked, rng)
  const fill = fillerFor(material, voice, rng, ownGaps(material, voice, rng))
  const telling: Telling = { voice, rng, fill, used: new Set() }
  const found = heard(voice, { to, earlier })
  const again = earlier.some((t) => t.name === speaker.displayName)
  const units: Unit[] = []
  const say = (text: string | null) => {
    if (text !== null) units.push({ move: 'raw', text })
  }
  const call = tie === null ? undefined : frames.TO_TIE[tie]
  if (call !== undefined && rng() < 0.12) say(reaction(call, telling, found))
  if (asked && stance !== 'ask' && rng() < 0.75) for (const text of answered(telling, found, to.text)) say(text)
  else if (again && rng() < 0.35) say(reaction(frames.AGAIN, telling, found))
  else if (stance === 'agree' && rng() < voice.manner.traits.warm * 0.35) say(reaction(frames.WARM, telling, found))
  else say(reaction(POOLS[stance], telling, found))
  const wordy = voice.rhythm.length / 150
  const more = units.length === 0 || stance === 'add' || rng() < Math.min(0.8, wordy * (stance === 'ask' ? 0.25 : 0.6))
  if (more) units.push(...substance(telling, found, AFTER[stance], to.text))
  if (units.length === 0) return null
  const text = laidOut(withPhrases(sentences(units, voice, rng), voice, rng), voice, rng)
  return text.length > MOST || text.length < 8 || voice.guard.quotes(text) ? null : text
}

export const shares = (text: string, stems: ReadonlySet<string>): boolean => {
  for (const s of contentStems(text)) if (stems.has(s)) return true
  return false
}

/** Drafts of one reply, without end. */
export function* replyDrafts(material: ReplyMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const about = contentStems(material.to.text)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const text = draft(material, voice, chance(`reply ${n}`))
    // A reply that has no word in common with what it answers is the last resort.
    if (text !== null && (n > 5 || shares(text, about))) yield text
  }
}
