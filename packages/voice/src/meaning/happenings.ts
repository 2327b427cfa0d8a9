import { capitalise } from '../language/words.ts'
import * as answers from '../lexicon/happenings/answers.ts'
import * as names from '../lexicon/happenings/names.ts'
import { NEWS } from '../lexicon/happenings/news.ts'
import { QUESTIONS, REPLIES } from '../lexicon/happenings/questions.ts'
import { AT_WORK } from '../lexicon/happenings/trades.ts'
import { laidOut, withPhrases } from '../life/dressing.ts'
import { type Chance, DRAFTS_MAX, expand, type Filler } from '../life/grammar.ts'
import type { LifeMaterial } from '../life/material.ts'
import { allLeaning, leaning, type MatterLine } from '../life/matter.ts'
import { fillerFor, firstName, inWords } from '../life/slots.ts'
import { chosen, type LifeVoice, lifeVoice } from '../life/voice.ts'

const { ANSWERS: ANSWER_LINES, ...rest } = answers
const FRAMES = allLeaning(rest)

/** Lines under heads of several words. */
function underHeads(source: string): ReadonlyMap<string, readonly MatterLine[]> {
  const told = new Map<string, readonly MatterLine[]>()
  for (const part of source.split('\n= ')) {
    const [head, ...lines] = part.replace(/^\s*=?\s*/, '').split('\n')
    if (lines.length > 0) told.set(head!.trim(), leaning(lines.join('\n')))
  }
  return told
}

/** What is told of a happening, by `kind stage who`. */
const TOLD = underHeads(NEWS)
/** What is said to it, by `sort answer`. */
const ANSWERED = underHeads(ANSWER_LINES)

/** What is asked about it, by `sort point`. */
const ASKED = underHeads(QUESTIONS)
/** What is answered to that, by point. */
const REPLIED = underHeads(REPLIES)
/** Every question about a sort of news, with its point. */
const POINTS = new Map<string, Map<MatterLine, string>>()
for (const [head, lines] of ASKED) {
  const [sort, point] = head.split(' ') as [string, string]
  const points = POINTS.get(sort) ?? new Map<MatterLine, string>()
  POINTS.set(sort, points)
  for (const line of lines) points.set(line, point)
}

/** What it means for somebody's work, by `trade kind`. */
const WORK: ReadonlyMap<string, readonly MatterLine[]> = new Map(
  AT_WORK.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), leaning(line.slice(at + 1))] as const
    }),
)

/** What a sentence on what happens may speak of. */
export interface NewsMaterial {
  /** What it is called: `the storm Agnes`, `the market`. */
  readonly event: string
  /** Where it is, with its preposition; null for everywhere. */
  readonly where: string | null
  readonly place: string | null
  /** Who came, or who is mourned. */
  readonly person: string | null
  readonly thing: string | null
  /** Who looks after it; null for the speaker and for nobody. */
  readonly keeper: string | null
  /** A clause that follows the thing's name. */
  readonly fact: string | null
  /** How high the water is, or how much longer a way: `eight steps`. */
  readonly steps: string | null
  /** The lifts by which somebody went round one that stands still. */
  readonly by: string | null
  readonly odds: string | null
  readonly to: string | null
  /** What a trial found. */
  readonly measured: string | null
}

export const NO_NEWS: NewsMaterial = {
  event: '',
  where: null,
  place: null,
  person: null,
  thing: null,
  keeper: null,
  fact: null,
  steps: null,
  by: null,
  odds: null,
  to: null,
  measured: null,
}

function newsFiller(life: LifeMaterial, voice: LifeVoice, news: NewsMaterial, rng: () => number): Filler {
  const fill = fillerFor(life, voice, rng)
  const given = (slot: string): string | null => {
    switch (slot) {
      case 'event':
        return news.event
      case 'where':
        return news.where
      case 'place':
        return news.place ?? fill('place')
      case 'dead':
      case 'guest':
        return news.person
      case 'thing':
        return news.thing
      case 'subject':
        return news.thing ?? news.event
      case 'keeper':
        return news.keeper === null ? null : firstName(news.keeper)
      case 'fact':
        return news.fact
      case 'steps':
        return news.steps
      case 'by':
        return news.by
      case 'odds':
        return news.odds
      case 'measured':
        return news.measured
      case 'to':
        return news.to === null ? null : firstName(news.to)
      case 'hour':
        return life.moment.hour === undefined ? null : inWords(life.moment.hour % 12 || 12)
      case 'who': {
        // Nobody is told what they said themselves.
        const who = fill(slot)
        return who !== null && news.to !== null && who === firstName(news.to) ? null : who
      }
      default:
        return fill(slot)
    }
  }
  return (slot) => {
    const low = slot.charAt(0).toLowerCase() + slot.slice(1)
    const made = given(low)
    return made === null || low === slot ? made : capitalise(made)
  }
}

interface Speech {
  readonly life: LifeMaterial
  readonly news: NewsMaterial
  readonly chance: Chance
  readonly longest: number
}

function* spoken(
  { life, news, chance, longest }: Speech,
  lines: readonly MatterLine[],
  more: readonly MatterLine[] = [],
): Iterable<string> {
  if (lines.length === 0) return
  const voice = lifeVoice(life)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`news ${n}`)
    const fill = newsFiller(life, voice, news, rng)
    const first = expand(chosen(voice, lines, rng)!.line, rng, fill)
    const second = more.length === 0 || rng() < 0.4 ? '' : expand(chosen(voice, more, rng)!.line, rng, fill)
    if (first === null || second === null) continue
    const sentences = `${capitalise(first)} ${second}`.trim().split(/(?<=[.!?]) (?=\S)/u)
    const text = laidOut(isPhrased(news) ? withPhrases(sentences, voice, rng) : sentences, voice, rng)
    if (text.length <= longest && text.length >= 8 && !voice.guard.quotes(text)) yield text
  }
}

/** A standing phrase would stand oddly before an answer or a figure. */
const isPhrased = ({ to, odds }: NewsMaterial): boolean => to === null && odds === null

const LONGEST_NEWS = 420

/** Drafts of a post on what happens: by whoever tells it first, or by anybody else. */
export function* newsDrafts(
  life: LifeMaterial,
  { kind, stage, role, news }: { kind: string; stage: string; role: string; news: NewsMaterial },
  chance: Chance,
): Iterable<string> {
  const told = TOLD.get(`${kind} ${stage} ${role}`) ?? TOLD.get(`${kind} ${stage} own`) ?? []
  const work = WORK.get(`${lifeVoice(life).manner.trade} ${kind}`) ?? []
  yield* spoken({ life, news, chance, longest: LONGEST_NEWS }, told, stage === 'begun' || stage === 'over' ? work : [])
}

/** Whether anything can be said of it at this stage by somebody in this role. */
export const isTellable = (kind: string, stage: string, role: string): boolean => TOLD.has(`${kind} ${stage} ${role}`)

/** What can be said to somebody who told of something. */
export type NewsAnswer =
  | 'too'
  | 'asks'
  | 'offers'
  | 'consoles'
  | 'teases'
  | 'thanks'
  | 'tells'
  | 'replies'
  | 'shrugs'
  | 'accepts'
  | 'declines'

/** What kind of news something is for whoever hears it. */
export type NewsSort =
  | 'coming'
  | 'harm'
  | 'after'
  | 'relief'
  | 'merry'
  | 'grief'
  | 'guess'
  | 'right'
  | 'wrong'
  | 'state'
  | 'broken'
  | 'lent'

/** Whether there is anything to say of this sort. */
export const isAnswerable = (sort: NewsSort, answer: NewsAnswer): boolean =>
  answer === 'asks' ? POINTS.has(sort) : ANSWERED.has(`${sort} ${answer}`)

/** What this resident would ask about such news: the point of a question in their manner. */
export function newsPoint(life: LifeMaterial, sort: NewsSort, chance: Chance): string {
  const points = POINTS.get(sort)
  if (points === undefined) return ''
  return points.get(chosen(lifeVoice(life), [...points.keys()], chance('point'))!)!
}

/** Whether there is something to answer to a question about this. */
export const isReplied = (point: string): boolean => REPLIED.has(point)

export interface AnswerParts {
  readonly answer: NewsAnswer
  readonly sort: NewsSort
  readonly kind: string
  readonly news: NewsMaterial
  /** What is asked about, or what was. */
  readonly point: string
}

const linesOf = ({ answer, sort, point }: AnswerParts): readonly MatterLine[] | undefined => {
  if (answer === 'asks') return ASKED.get(`${sort} ${point}`)
  if (answer === 'replies') return REPLIED.get(point)
  return ANSWERED.get(`${sort} ${answer}`) ?? ANSWERED.get(`any ${answer}`)
}

/** Drafts of a reply to it. */
export const newsAnswerDrafts = (life: LifeMaterial, parts: AnswerParts, chance: Chance): Iterable<string> => {
  const { answer, sort, kind, news } = parts
  const lines = linesOf(parts) ?? []
  const work = answer === 'too' && sort === 'harm' ? (WORK.get(`${lifeVoice(life).manner.trade} ${kind}`) ?? []) : []
  return spoken({ life, news, chance, longest: LONGEST_NEWS }, lines, work)
}

/** Drafts of a post on one thing and how it is, by its keeper or by somebody who saw it. */
export const thingDrafts = (
  life: LifeMaterial,
  { keeper, troubled, news }: { keeper: boolean; troubled: boolean; news: NewsMaterial },
  chance: Chance,
): Iterable<string> => {
  const own = troubled ? FRAMES.KEEPERS_TROUBLED : FRAMES.KEEPERS_CONTENT
  return spoken({ life, news, chance, longest: LONGEST_NEWS }, keeper ? own : FRAMES.THINGS)
}

/** Drafts of the report on a trial that a thing has decided. */
export const measuredDrafts = (
  life: LifeMaterial,
  { won, news }: { won: boolean; news: NewsMaterial },
  chance: Chance,
): Iterable<string> =>
  spoken({ life, news, chance, longest: LONGEST_NEWS }, won ? FRAMES.MEASURED_WON : FRAMES.MEASURED_LOST)

const STORMS = names.STORMS.split(' ')

/** The name after that of the last storm. */
export function stormAfter(last: string | null): string {
  const at = last === null ? -1 : STORMS.findIndex((name) => last.endsWith(` ${name}`))
  return STORMS[(at + 1) % STORMS.length]!
}

/** Somebody from outside the circle, who is mourned or comes to visit; another one for every number for a long time. */
export function townspersonOf(as: 'dead' | 'guest', number: number): string {
  const [given, family, shapes] = [
    names.GIVEN.split(' '),
    names.FAMILY.split(' '),
    (as === 'dead' ? names.DEAD_AS : names.GUEST_AS).split('; '),
  ]
  const name = `${given[number % given.length]!} ${family[number % family.length]!}`
  return shapes[number % shapes.length]!.replace('{name}', name)
}
