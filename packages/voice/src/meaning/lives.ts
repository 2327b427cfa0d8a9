// Talk about lives: a turn that tells, asks about, answers or reacts to something that happened to somebody.
import { capitalise } from '../language/words.ts'
import { type Chance, DRAFTS_MAX, expand, type Filler } from '../life/grammar.ts'
import { type LifeMaterial, LONGEST, type Place } from '../life/material.ts'
import { headed, leaning, type MatterLine } from '../life/matter.ts'
import { placePhrases } from '../life/place-talk.ts'
import { laidOut } from '../life/sentence.ts'
import {
  clockWords,
  dayWords,
  firstName,
  placed,
  placeName,
  sinceWords,
  weekdayWord,
  whenWords,
} from '../life/slots.ts'
import { chosen, type LifeVoice, lifeVoice, secondChoice } from '../life/voice.ts'
import { fromPhrases } from '../phrases.ts'

/** Something that happened to somebody, from one row of the store. */
export interface LivedEvent {
  /** Kind with its variants after dots: `game.won`, `affair.debt.owner`. */
  readonly kind: string
  readonly mood: 'good' | 'bad' | 'plain'
  readonly at: number
  /** Display name of the resident who lived it. */
  readonly owner: string
  /** Display name of the other party. */
  readonly other?: string | undefined
  readonly third?: string | undefined
  readonly place?: Place | undefined
  /** Further facts by slot. A fact named like a question selects the answer to it. */
  readonly facts: Readonly<Record<string, string | undefined>>
}

/** Moves of a turn about an event. `shared` tells it to the other party, `cited` tells what somebody else lived. */
const LIFE_MOVES = ['tell', 'shared', 'cited', 'ask', 'answer', 'unknown', 'react', 'reply', 'inquire', 'bye'] as const
export type LifeMove = (typeof LIFE_MOVES)[number]

export interface LifeTurn {
  readonly move: LifeMove
  readonly event: LivedEvent | null
  /** The question that is asked or answered, or whose answer is reacted to; `news`, `self` or `back` of an inquiry. */
  readonly point?: string | undefined
  /** Whether the event is told by somebody who did not live it. */
  readonly isCited?: boolean | undefined
  /** Display name of the listener. */
  readonly to: string
  /** Affinity to the listener. */
  readonly affinity: number
  /** Whether it is the first turn of the conversation. */
  readonly isFirst: boolean
  /**
   * Connection of a new event with what was said before; absent without one. `more` follows an event told by the same
   * speaker, `change` an argument, `said` what was said to the listener's face.
   */
  readonly link?: 'same' | 'person' | 'place' | 'more' | 'change' | 'said' | 'none' | undefined
  /** Facts of the turn itself: the next appointment, the last meeting with the listener. */
  readonly facts?: Readonly<Record<string, string | undefined>>
  readonly now: number
  /** Texts of the conversation so far; the turn does not begin like one of them. */
  readonly earlierTurns?: readonly string[] | undefined
}

const lists = fromPhrases(
  ({ talk }): ReadonlyMap<string, readonly MatterLine[]> =>
    new Map(talk.lines.flatMap((lines) => headed(lines)).map(([head, lines]) => [head, leaning(lines)])),
)

interface OwnWords {
  readonly say: readonly string[]
  readonly hear: readonly string[]
}

/** Short sentences that a speaker puts before news of its own, and before an answer to news. */
const ownWords = fromPhrases(
  ({ talk }): ReadonlyMap<string, OwnWords> =>
    new Map(
      headed(talk.voices).map(([id, lines]) => {
        const under = (key: string) =>
          lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1))
        return [id, { say: under('say'), hear: under('hear') }]
      }),
    ),
)

/** A kind and the more general kinds that it belongs to, the most special first. */
function kindsOf(kind: string): string[] {
  const parts = kind.split('.')
  return parts.map((_, n) => parts.slice(0, parts.length - n).join('.'))
}

function listFor(kind: string, suffix: string): readonly MatterLine[] | null {
  for (const name of kindsOf(kind)) {
    const found = lists().get(`${name} ${suffix}`)
    if (found !== undefined) return found
  }
  return null
}

/** The answer to a question, by the fact of that name if the answers differ by it. */
const answersTo = ({ kind, facts }: LivedEvent, point: string): readonly MatterLine[] | null => {
  const variant = facts[point]
  return (
    (variant === undefined ? null : listFor(kind, `answer ${point} ${variant}`)) ?? listFor(kind, `answer ${point}`)
  )
}

/** Reactions to the answer to a question. */
const reactionsTo = ({ kind, facts }: LivedEvent, point: string): readonly MatterLine[] | null =>
  listFor(kind, `react ${point} ${facts[point]}`) ?? listFor(kind, `react ${point}`)

/** Slots that can be filled for every event. */
const COMMON = new Set(['to', 'day', 'when', 'sinceday', 'part', 'owner', 'weekday'])

const slotsOf = ({ line }: MatterLine): string[] =>
  line.flatMap((part) => (typeof part !== 'string' && 'slot' in part ? [part.slot.replace('^', '')] : []))

const canSay = (event: LivedEvent, lines: readonly MatterLine[]): boolean =>
  lines.some((line) =>
    slotsOf(line).every(
      (slot) =>
        COMMON.has(slot) ||
        event.facts[slot] !== undefined ||
        (slot === 'other' && event.other !== undefined) ||
        (slot === 'third' && event.third !== undefined) ||
        (['at', 'place', 'thither'].includes(slot) && event.place !== undefined),
    ),
  )

const QUESTION = / ask (\w+)$/u

/** Slots of a line that hold facts of its event, and not only when it was learned. */
const factSlots = (line: MatterLine): string[] => slotsOf(line).filter((slot) => !COMMON.has(slot) && slot !== 'heard')

const ASSURANCE = /\b(?:certain|sure|saw it|was there|so I know|doubts?|believe|proved|vouch|salt|right)\b/u

/** Whether a telling contains the answer: a fact that every answer would name, or how sure the teller is. */
function isTold(point: string, answers: readonly MatterLine[], { facts }: LivedEvent, telling: string): boolean {
  if (point === 'sure') return ASSURANCE.test(telling)
  const [first, ...others] = answers.map(factSlots)
  const named = (first ?? []).filter((slot) => others.every((slots) => slots.includes(slot)))
  if (answers.every((line) => slotsOf(line).includes('sinceday')) && /\bsince\b/iu.test(telling)) return true
  return named.some((slot) => facts[slot] !== undefined && telling.includes(facts[slot]))
}

/** Questions that can be asked about an event and answered from its row, and that its telling has not answered. */
export function pointsOf(event: LivedEvent, telling = ''): string[] {
  const names = kindsOf(event.kind)
  const points = new Set<string>()
  for (const head of lists().keys()) {
    const point = QUESTION.exec(head)?.[1]
    if (point === undefined || !names.includes(head.slice(0, head.indexOf(' ')))) continue
    const answers = answersTo(event, point)
    if (answers !== null && canSay(event, answers) && !isTold(point, answers, event, telling)) points.add(point)
  }
  return [...points]
}

/** Whether an event of this kind can be told in this way. */
export const isToldAs = ({ kind, facts }: LivedEvent, move: LifeMove): boolean =>
  listFor(kind, move) !== null || (move === 'reply' && listFor(kind, `reply ${facts.reply}`) !== null)

/** Affinity below which a reaction is cool. */
const COOL = -0.12

function linesFor({ move, event, point, isCited, affinity, facts }: LifeTurn): readonly MatterLine[] | null {
  if (event === null) {
    if (move === 'bye')
      return lists().get(facts?.whom !== undefined ? 'bye next' : facts?.nextat !== undefined ? 'bye work' : 'bye')!
    return lists().get(point === 'self' ? 'inquire' : `inquire ${point}`) ?? lists().get('inquire')!
  }
  const { kind, mood } = event
  switch (move) {
    case 'ask':
      return isCited ? lists().get('any ask source')! : listFor(kind, `ask ${point}`)
    case 'answer':
      return isCited ? lists().get('any answer source')! : answersTo(event, point ?? '')
    case 'unknown':
      return lists().get('any answer unknown')!
    case 'react':
      if (isCited) return lists().get('any react cited')!
      return (
        (affinity < COOL ? listFor(kind, 'react cold') : null) ??
        (point === undefined ? null : reactionsTo(event, point)) ??
        listFor(kind, 'react') ??
        lists().get(`any react ${mood}`) ??
        lists().get('any react')!
      )
    case 'bye':
      return listFor(kind, 'bye') ?? lists().get('bye')!
    default: {
      // A fact named like the move selects a variant.
      const variant = event.facts[move]
      return (variant === undefined ? null : listFor(kind, `${move} ${variant}`)) ?? listFor(kind, move)
    }
  }
}

/** Facts of an event and of the moment as slots. */
function fillerOf({ event, to, facts, now }: LifeTurn): Filler {
  const name = (displayName: string | undefined) => (displayName === undefined ? undefined : firstName(displayName))
  const hour = Math.floor(now / HOUR_MS) % 24
  const words: Readonly<Record<string, string | undefined>> = {
    ...event?.facts,
    ...facts,
    to: firstName(to),
    part: hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening',
    weekday: weekdayWord(now),
    tomorrow: weekdayWord(now + DAY_MS),
    clock: clockWords(now - (now % HOUR_MS)),
    ...(event === null
      ? {}
      : {
          owner: firstName(event.owner),
          other: name(event.other),
          third: name(event.third),
          day: dayWords(event.at, now),
          when: whenWords(event.at, now),
          sinceday: sinceWords(event.at, now),
          at: event.place && placed(event.place),
          place: event.place && placeName(event.place),
          thither: event.place && `to ${placeName(event.place)}`,
        }),
  }
  return (slot) => {
    const word = words[slot.replace('^', '')]
    if (word === undefined) return null
    return slot.endsWith('^') ? capitalise(word) : word
  }
}

/** Lists up to this length are used whole. */
const FEW = 5

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How often a turn begins with short words of the speaker's own, by move: about once in six turns. */
const OWN_WORDS: Readonly<Record<LifeMove, { readonly list: keyof OwnWords; readonly share: number }>> = {
  tell: { list: 'say', share: 0.2 },
  shared: { list: 'say', share: 0.15 },
  cited: { list: 'say', share: 0.2 },
  ask: { list: 'hear', share: 0.15 },
  answer: { list: 'say', share: 0.05 },
  unknown: { list: 'say', share: 0 },
  react: { list: 'hear', share: 0.25 },
  reply: { list: 'hear', share: 0.15 },
  inquire: { list: 'say', share: 0.1 },
  bye: { list: 'hear', share: 0 },
}

/** How often the first turn greets, and how often it does so in the speaker's own words. */
const GREETED = 0.8
const OWN_GREETING = 0.5

/** How often a goodbye ends in the speaker's own words. */
const OWN_GOODBYE = 0.6

/** How often a speaker keeps to the few lines of a list that suit it best. */
const OWN_LINES = 0.9

function oneOf(voice: LifeVoice, lines: readonly MatterLine[], fill: Filler, rng: () => number): string | null {
  const line = rng() < OWN_LINES && lines.length > FEW ? secondChoice(voice, lines, rng) : chosen(voice, lines, rng)!
  return expand(line.line, rng, fill)
}

/** The sentences before the main one: greeting, connection, own words. */
function openingOf(
  { move, isFirst, link, earlierTurns = [] }: LifeTurn,
  voice: LifeVoice,
  { fill, isLate }: { readonly fill: Filler; readonly isLate: boolean },
  rng: () => number,
): string[] {
  const parts: (string | null)[] = []
  if (isFirst && rng() < GREETED) {
    const greeting = rng() < OWN_GREETING ? placePhrases().hello : lists().get('hello')!
    parts.push(oneOf(voice, greeting, (slot) => fill(slot === 'name' ? 'to' : slot), rng))
  } else if (link !== undefined) {
    const words = oneOf(voice, lists().get(`link ${link}`)!, fill, rng)
    const lowered = earlierTurns.map((text) => text.toLowerCase())
    if (words !== null && !isSaid(words, lowered)) parts.push(words)
  }
  if (parts.length > 0) return parts.filter((part) => part !== null)
  const { list, share } = OWN_WORDS[move]
  const own = (ownWords().get(voice.manner.id)?.[list] ?? []).filter(
    (words) => isLate || !earlierTurns.some((text) => text.includes(words.replace(/[.!?]$/u, ''))),
  )
  return own.length > 0 && rng() < (isLate ? 1 : share) ? [own[Math.floor(rng() * own.length)]!] : []
}

/**
 * Drafts after these begin with own words, because the plain ones were said before. They have no connection before a line
 * if both name the listener: many speakers have no other lines, and would say nothing after 500 attempts.
 */
const LATE_DRAFTS = 16

/** Words by which the beginning of a sentence is known. */
const HEAD_WORDS = 4

/** `earlierTurns` are in lower case. */
const isSaid = (text: string, earlierTurns: readonly string[]): boolean => {
  const head = text.toLowerCase().split(' ').slice(0, HEAD_WORDS).join(' ')
  return earlierTurns.some((one) => one.includes(head))
}

/** A text names the listener at most once. */
const namesTwice = (text: string, to: string): boolean => text.split(to).length > 2

/** Drafts of one turn about lives. */
export function* lifeDrafts(life: LifeMaterial, turn: LifeTurn, chance: Chance): Iterable<string> {
  const voice = lifeVoice(life)
  const lines = linesFor(turn)
  if (lines === null) return
  const fill = fillerOf(turn)
  const to = firstName(turn.to)
  const earlierTurns = (turn.earlierTurns ?? []).map((text) => text.toLowerCase())
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`${turn.move} ${n}`)
    const main = oneOf(voice, lines, fill, rng)
    const isLate = n >= LATE_DRAFTS
    if (main === null || namesTwice(main, to) || (!isLate && isSaid(main, earlierTurns))) continue
    const opening = openingOf(turn, voice, { fill, isLate }, rng)
    const before = isLate && namesTwice([...opening, main].join(' '), to) ? [] : opening
    const after =
      turn.move === 'bye' && rng() < OWN_GOODBYE ? oneOf(voice, placePhrases().leavingPlainly, () => null, rng) : null
    const text = [...before, main, ...(after === null ? [] : [after])].join(' ')
    if (namesTwice(text, to)) continue
    const sentences = text.split(/(?<=[.!?]) (?=\S)/u)
    const draft = laidOut(sentences, voice, rng, before.length > 0)
    if (draft.length <= LONGEST.turn && !voice.guard.quotes(draft)) yield draft
  }
}
