// Replies to a text.
import { capitalise, contentStems, readAll, straighten } from '../language/words.ts'
import { fromPhrases } from '../phrases.ts'
import { deeds, type Echo, echoes, quotes } from './echo.ts'
import { type Chance, DRAFTS_MAX, expand, pick } from './grammar.ts'
import { ownable } from './idiolect.ts'
import { LONGEST, type ReplyMaterial, type Utterance } from './material.ts'
import { allLeaning, allMatters, leaning, type Matter, type MatterLine, type Move, overlap } from './matter.ts'
import { clauseOf, drawn, type Writing } from './post.ts'
import { laidOut, sentences, stopped, type Unit, withPhrases } from './sentence.ts'
import { fillerFor, firstName, ownSlots } from './slots.ts'
import { chosen, type LifeVoice, lifeVoice, type OwnLine } from './voice.ts'

export const replies = fromPhrases(({ life: { replies: source } }) => {
  const { answers: _, toTie: __, ...lists } = source
  return ownable(allLeaning(lists), 'said ')
})

/** Plain answers by the word a question begins with. */
const answersTo = fromPhrases(({ life }) => allLeaning(life.replies.answers))

/** Openings by the type of the tie to the author. */
const openingsTo = fromPhrases(
  ({ life }): ReadonlyMap<string, ReturnType<typeof leaning>> =>
    new Map(Object.entries(readAll(life.replies.toTie, leaning))),
)

/** The matter a text is most about, among those that people outside a trade speak of. */
function elsewhere(text: string): Matter | null {
  const about = contentStems(text)
  let best: Matter | null = null
  let most = 1
  for (const matter of allMatters()) {
    const score = matter.lines.out.length > 0 ? overlap(matter, about) : 0
    if (score <= most) continue
    best = matter
    most = score
  }
  return best
}

type Stance = NonNullable<ReplyMaterial['stance']>

function stanceOf(voice: LifeVoice, tie: string | null, isQuestion: boolean, rng: () => number): Stance {
  const { warm, dry, curious, hedging } = voice.manner.traits
  const rival = tie === 'rival' || tie === 'adversary' || tie === 'enemy'
  return drawn(
    [
      { stance: 'agree' as const, weight: 0.7 + warm - (rival ? 0.6 : 0) },
      { stance: 'disagree' as const, weight: 0.25 + 0.7 * dry + (rival ? 0.8 : 0) - 0.3 * warm },
      { stance: 'ask' as const, weight: isQuestion ? 0.1 : 0.2 + 0.9 * curious + 0.2 * hedging },
      { stance: 'add' as const, weight: 0.8 },
    ].map((s) => ({ ...s, weight: Math.max(s.weight, 0.05) })),
    rng,
  ).stance
}

const AFTER: Readonly<Record<Stance, readonly Move[]>> = {
  agree: ['so', 'saw', 'did', 'view'],
  disagree: ['view', 'saw', 'so'],
  ask: ['saw', 'view'],
  add: ['saw', 'did', 'said'],
}

/** Parts of a text that can be said back to its author. */
export interface QuotableParts {
  readonly to: string
  readonly echoes: readonly Echo[]
  readonly deeds: readonly string[]
  readonly quotes: readonly string[]
  readonly stems: ReadonlySet<string>
}

interface Answering {
  readonly to: Utterance
  readonly earlier: readonly Utterance[]
}

/** The parts of a text that can be said back, without those that are in the thread already. */
export function quotableParts(voice: LifeVoice, { to, earlier }: Answering): QuotableParts {
  const earlierStems = contentStems(earlier.map(({ text }) => text).join(' '))
  const all = echoes(to.text, voice.near)
  const fresh = all.filter(({ stems }) => !stems.some((s) => earlierStems.has(s)))
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

/** One or two sentences on the text; null when no line could be filled in eight tries. */
export function reaction(
  lines: readonly MatterLine[],
  writing: Writing,
  { to, echoes: found, deeds: done, quotes: phrasesToQuote }: QuotableParts,
): string | null {
  const { voice, rng, fill } = writing
  const echo = found.length === 0 ? null : found[Math.floor(rng() * rng() * found.length)]!
  for (let tries = 0; tries < 8; tries++) {
    const text = expand(chosen(voice, lines, rng)!.line, rng, (slot) => {
      switch (slot) {
        case 'to':
          return to
        case 'e':
          return echo?.the ?? null
        case 'E':
          return echo === null ? null : capitalise(echo.the)
        case 'q':
          return phrasesToQuote.length === 0 ? null : pick(phrasesToQuote, rng)
        case 'deed':
          return done.length === 0 ? null : pick(done, rng)
        default: {
          const words = fill(slot.replace('^', ''))
          return words !== null && slot.endsWith('^') ? capitalise(words) : words
        }
      }
    })
    if (text === null) continue
    if (echo?.plural === true && /\b(?:is|was|does|has)\b/.test(text)) continue
    return text
  }
  return null
}

const WH = /\b(who|where|when|how|why|which|what)\b[^?]*\?["”]?\s*$/i

/** A plain answer to a question, and a sentence about a thing it mentions. */
function answered(writing: Writing, found: QuotableParts, text: string): string[] {
  const kind = (WH.exec(text.slice(-160))?.[1]?.toLowerCase() ?? 'whether') as keyof ReturnType<typeof answersTo>
  const first = reaction(answersTo()[kind], writing, found)
  const second = reaction(replies().about, writing, found)
  return [first, second].filter((s) => s !== null)
}

/** A line of the speaker's own matters that shares a stem with the text. */
export function nearby(writing: Writing, stems: ReadonlySet<string>, moves: readonly Move[]): Unit | null {
  const { voice, rng, fill, used } = writing
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

/** The unit after the reaction: a line near the text, one from outside its trade, or the speaker's own news after a bridge. */
export function substance(writing: Writing, found: QuotableParts, moves: readonly Move[], text: string): Unit[] {
  const { voice, rng } = writing
  const near = nearby(writing, found.stems, moves)
  if (near !== null) return [near]
  const other = elsewhere(text)
  if (other !== null) {
    const observation = clauseOf(writing, other, 'out')
    if (observation !== null) return [{ move: 'out', text: observation }]
  }
  const move = pick(['saw', 'did', 'said'] as const, rng)
  const own = clauseOf(writing, drawn(voice.homes, rng).matter, move)
  if (own === null) return []
  const bridge = reaction(replies().bridge, writing, found)
  return [{ move: 'raw', text: stopped(`${bridge ?? ''} ${move === 'did' ? `I ${own}` : own}`.trim()) }]
}

function draft(
  material: ReplyMaterial,
  { voice, found, strict }: { voice: LifeVoice; found: QuotableParts; strict: boolean },
  rng: () => number,
): string | null {
  const { to, earlier, speaker, ties } = material
  const tie = ties.find((t) => t.displayName === to.name)?.type ?? null
  const isQuestion = /\?["”]?\s*$/.test(to.text)
  const stance = material.stance ?? stanceOf(voice, tie, isQuestion, rng)
  const fill = fillerFor(material, voice, rng, ownSlots(material, voice, rng))
  const writing: Writing = { voice, rng, fill, used: new Set() }
  const again = earlier.some((t) => t.name === speaker.displayName)
  const units: Unit[] = []
  const say = (text: string | null) => {
    if (text !== null) units.push({ move: 'raw', text })
  }
  const call = tie === null ? undefined : openingsTo().get(tie)
  if (call !== undefined && rng() < 0.12) say(reaction(call, writing, found))
  if (isQuestion && stance !== 'ask' && rng() < 0.75) for (const text of answered(writing, found, to.text)) say(text)
  else if (again && rng() < 0.35) say(reaction(replies().again, writing, found))
  else if (!voice.idiolect.written && stance === 'agree' && rng() < voice.manner.traits.warm * 0.35)
    say(reaction(replies().warm, writing, found))
  else say(reaction(replies()[stance], writing, found) ?? (strict ? null : reaction(replies().about, writing, found)))
  const wordy = voice.rhythm.length / 150
  const more = units.length === 0 || stance === 'add' || rng() < Math.min(0.8, wordy * (stance === 'ask' ? 0.25 : 0.6))
  // A speaker with a written manner first tries only its own lines.
  if (strict) {
    const near = more ? nearby(writing, found.stems, AFTER[stance]) : null
    if (near !== null) units.push(near)
  } else if (more) units.push(...substance(writing, found, AFTER[stance], to.text))
  if (units.length === 0) return null
  const framed = units[0]!.move === 'raw' && voice.idiolect.written
  const texts = sentences(units, voice, rng)
  const text = laidOut(framed ? texts : withPhrases(texts, voice, rng), voice, rng, framed)
  return text.length > LONGEST.reply || text.length < 8 || voice.guard.quotes(text) ? null : text
}

export const shares = (text: string, stems: ReadonlySet<string>): boolean => {
  for (const s of contentStems(text)) if (stems.has(s)) return true
  return false
}

/** Drafts that must have something to say to the text. */
const STRICT = 24

/** Drafts of one reply. */
export function* replyDrafts(material: ReplyMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const found = quotableParts(voice, material)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const strict = voice.idiolect.written && n < STRICT
    const text = draft(material, { voice, found, strict }, chance(`reply ${n}`))
    // The first six drafts must share a stem with the text.
    if (text !== null && (n > 5 || shares(text, found.stems))) yield text
  }
}
