// Events of the whole city and the state of things: posts, questions and replies.
import { capitalise } from '../language/words.ts'
import { type Chance, DRAFTS_MAX, expand, type Filler } from '../life/grammar.ts'
import { ownable } from '../life/idiolect.ts'
import type { LifeMaterial } from '../life/material.ts'
import { allLeaning, headed, leaning, type MatterLine } from '../life/matter.ts'
import { laidOut, led, SHARED_MARKED, withPhrases } from '../life/sentence.ts'
import { fillerFor, firstName, inWords } from '../life/slots.ts'
import { chosen, hasOwnLine, type LifeVoice, lifeVoice, lineFor } from '../life/voice.ts'
import { fromPhrases, type Lines } from '../phrases.ts'

const frames = fromPhrases(({ happenings: { answers } }) => {
  const { answers: _, ...lists } = answers
  const leanings = allLeaning(lists)
  ownable({ things: leanings.things }, 'happening ')
  return leanings
})

/** Lines under heads of several words. */
const underHeads = (source: Lines): ReadonlyMap<string, readonly MatterLine[]> =>
  new Map(headed(source).map(([head, lines]) => [head, leaning(lines)]))

/** Posts about a happening, by `kind stage role`. */
const newsLines = fromPhrases(({ happenings }) => {
  const lists = underHeads(happenings.news)
  ownable(Object.fromEntries(lists), 'news ')
  return lists
})
/** Replies to news, by `sort answer`. */
const answerLines = fromPhrases(({ happenings }) => underHeads(happenings.answers.answers))
/** Questions about news, by `sort point`. */
const questionLines = fromPhrases(({ happenings }) => underHeads(happenings.questions.questions))
/** Answers to such questions, by point. */
const replyLines = fromPhrases(({ happenings }) => underHeads(happenings.questions.replies))

/** Every question about a sort of news, with its point. */
const pointsBySort = fromPhrases(() => {
  const bySort = new Map<string, Map<MatterLine, string>>()
  for (const [head, lines] of questionLines()) {
    const [sort, point] = head.split(' ') as [string, string]
    const points = bySort.get(sort) ?? new Map<MatterLine, string>()
    bySort.set(sort, points)
    for (const line of lines) points.set(line, point)
  }
  return bySort
})

/** Effects of an event on somebody's work, by `trade kind`. */
const workLines = fromPhrases(
  ({ happenings }): ReadonlyMap<string, readonly MatterLine[]> =>
    new Map(
      happenings.atWork.map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at), leaning([line.slice(at + 1).trim()])] as const
      }),
    ),
)

/** Material of a sentence about an event or a thing. */
export interface NewsMaterial {
  /** Its name: `the storm Agnes`, `the market`. */
  readonly event: string
  /** Where it is, with its preposition; null for everywhere. */
  readonly where: string | null
  readonly place: string | null
  /** The guest, or the person who is mourned. */
  readonly person: string | null
  readonly thing: string | null
  /** The keeper of the thing; null if the speaker or nobody keeps it. */
  readonly keeper: string | null
  /** A clause that follows the thing's name. */
  readonly fact: string | null
  /** How high the water is, or how much longer a way: `eight steps`. */
  readonly steps: string | null
  /** The lifts by which somebody went round one that stands still. */
  readonly by: string | null
  readonly odds: string | null
  readonly to: string | null
  /** The finding of a trial. */
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
  const slotText = (slot: string): string | null => {
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
        // The listener is not named as a third person.
        const who = fill(slot)
        return who !== null && news.to !== null && who === firstName(news.to) ? null : who
      }
      default:
        return fill(slot)
    }
  }
  return (slot) => {
    const low = slot.charAt(0).toLowerCase() + slot.slice(1)
    const words = slotText(low)
    return words === null || low === slot ? words : capitalise(words)
  }
}

interface Speech {
  readonly life: LifeMaterial
  readonly news: NewsMaterial
  readonly chance: Chance
  readonly longest: number
  /** Whether it is a post, and not a reply. */
  readonly isPost: boolean
}

function* speechDrafts(
  { life, news, chance, longest, isPost }: Speech,
  lines: readonly MatterLine[],
  more: readonly MatterLine[] = [],
): Iterable<string> {
  if (lines.length === 0) return
  const voice = lifeVoice(life)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`news ${n}`)
    const fill = newsFiller(life, voice, news, rng)
    const first = expand(lineFor(voice, lines, n, rng).line, rng, fill)
    const second = more.length === 0 || rng() < 0.4 ? '' : expand(chosen(voice, more, rng)!.line, rng, fill)
    if (first === null || second === null) continue
    const sentences = withClosingComma(`${capitalise(first)} ${second}`, news)
      .trim()
      .split(/(?<=[.!?]) (?=\S)/u)
    const isShared = isPost && !hasOwnLine(voice, lines, n)
    const text = isPhrased(news) ? newsText(sentences, voice, isShared, rng) : laidOut(sentences, voice, rng)
    if (text.length <= longest && text.length >= 8 && !voice.guard.quotes(text)) yield text
  }
}

/** The sentences with words of the speaker's own: a sentence before them if they are in the words of all, or small words. */
function newsText(sentences: readonly string[], voice: LifeVoice, isShared: boolean, rng: () => number): string {
  const own = isShared ? led(sentences, voice, rng) : null
  return own === null
    ? laidOut(withPhrases(sentences, voice, rng), voice, rng, SHARED_MARKED)
    : laidOut(own, voice, rng, true)
}

/** `Hilda Brandt, who sold matches is buried` with the second comma. */
const withClosingComma = (text: string, { person }: NewsMaterial): string =>
  person?.includes(', ') === true ? text.replaceAll(`${person} `, `${person}, `) : text

/** A standing phrase would stand oddly before an answer or a figure. */
const isPhrased = ({ to, odds }: NewsMaterial): boolean => to === null && odds === null

const LONGEST_NEWS = 420

/** Drafts of a post on an event, by the role of the speaker. */
export function* newsDrafts(
  life: LifeMaterial,
  { kind, stage, role, news }: { kind: string; stage: string; role: string; news: NewsMaterial },
  chance: Chance,
): Iterable<string> {
  const lines = newsLines().get(`${kind} ${stage} ${role}`) ?? newsLines().get(`${kind} ${stage} own`) ?? []
  const work = workLines().get(`${lifeVoice(life).manner.trade} ${kind}`) ?? []
  yield* speechDrafts(
    { life, news, chance, longest: LONGEST_NEWS, isPost: true },
    lines,
    stage === 'begun' || stage === 'over' ? work : [],
  )
}

/** Whether anything can be said of it at this stage by somebody in this role. */
export const isTellable = (kind: string, stage: string, role: string): boolean =>
  newsLines().has(`${kind} ${stage} ${role}`)

/** Kinds of replies to news. */
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

/** Sorts of news, from the listener's side. */
export type NewsSort =
  | 'coming'
  | 'harm'
  | 'after'
  | 'relief'
  | 'merry'
  | 'visit'
  | 'grief'
  | 'guess'
  | 'right'
  | 'wrong'
  | 'state'
  | 'broken'
  | 'lent'

/** Whether there is anything to say of this sort. */
export const isAnswerable = (sort: NewsSort, answer: NewsAnswer): boolean =>
  answer === 'asks' ? pointsBySort().has(sort) : answerLines().has(`${sort} ${answer}`)

/** The point that this resident asks about, drawn among the questions in its manner. */
export function newsPoint(life: LifeMaterial, sort: NewsSort, chance: Chance): string {
  const points = pointsBySort().get(sort)
  if (points === undefined) return ''
  return points.get(chosen(lifeVoice(life), [...points.keys()], chance('point'))!)!
}

/** Whether there is something to answer to a question about this. */
export const isReplied = (point: string): boolean => replyLines().has(point)

export interface AnswerParts {
  readonly answer: NewsAnswer
  readonly sort: NewsSort
  readonly kind: string
  readonly news: NewsMaterial
  /** The point of the question. */
  readonly point: string
}

const linesOf = ({ answer, sort, point }: AnswerParts): readonly MatterLine[] | undefined => {
  if (answer === 'asks') return questionLines().get(`${sort} ${point}`)
  if (answer === 'replies') return replyLines().get(point)
  return answerLines().get(`${sort} ${answer}`) ?? answerLines().get(`any ${answer}`)
}

/** Drafts of a reply to it. */
export const newsAnswerDrafts = (life: LifeMaterial, parts: AnswerParts, chance: Chance): Iterable<string> => {
  const { answer, sort, kind, news } = parts
  const lines = linesOf(parts) ?? []
  const work =
    answer === 'too' && sort === 'harm' ? (workLines().get(`${lifeVoice(life).manner.trade} ${kind}`) ?? []) : []
  return speechDrafts({ life, news, chance, longest: LONGEST_NEWS, isPost: false }, lines, work)
}

/** Drafts of a post on one thing and how it is, by its keeper or by somebody who saw it. */
export const thingDrafts = (
  life: LifeMaterial,
  { keeper, troubled, news }: { keeper: boolean; troubled: boolean; news: NewsMaterial },
  chance: Chance,
): Iterable<string> => {
  const own = troubled ? frames().keepersTroubled : frames().keepersContent
  return speechDrafts({ life, news, chance, longest: LONGEST_NEWS, isPost: true }, keeper ? own : frames().things)
}

/** Drafts of the report on a trial that a thing has decided. */
export const measuredDrafts = (
  life: LifeMaterial,
  { won, news }: { won: boolean; news: NewsMaterial },
  chance: Chance,
): Iterable<string> =>
  speechDrafts(
    { life, news, chance, longest: LONGEST_NEWS, isPost: false },
    won ? frames().measuredWon : frames().measuredLost,
  )

const names = fromPhrases(({ happenings }) => happenings.names)

/** The name after that of the last storm. */
export function stormAfter(last: string | null): string {
  const { storms } = names()
  const at = last === null ? -1 : storms.findIndex((name) => last.endsWith(` ${name}`))
  return storms[(at + 1) % storms.length]!
}

/** Somebody from outside the circle, who is mourned or comes to visit; another one for every number for a long time. */
export function townspersonOf(as: 'dead' | 'guest', number: number): string {
  const { givenNames, familyNames, mournedAs, guestAs } = names()
  const shapes = as === 'dead' ? mournedAs : guestAs
  const name = `${givenNames[number % givenNames.length]!} ${familyNames[number % familyNames.length]!}`
  return shapes[number % shapes.length]!.replace('{name}', name)
}
