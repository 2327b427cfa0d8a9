// Entries for challenges, and the check whether an entry does its task.
import { capitalise, contentStems } from '../language/words.ts'
import { echoes } from '../life/echo.ts'
import { allLines, type Chance, DRAFTS_MAX, expand, type Line, pick } from '../life/grammar.ts'
import { type ChallengeMaterial, LONGEST } from '../life/material.ts'
import { allLeaning, MOVES, type Move } from '../life/matter.ts'
import { clauseOf, drawn, matterFor, type Writing } from '../life/post.ts'
import { nearby } from '../life/reply.ts'
import { laidOut, sentences, type Unit, withPhrases } from '../life/sentence.ts'
import { fillerFor, ownSlots } from '../life/slots.ts'
import { chosen, lifeVoice } from '../life/voice.ts'
import { type EntryTask, fromPhrases } from '../phrases.ts'

const contributionFrames = fromPhrases(({ life }) => allLines(life.contributions))

const SHAPES: readonly (readonly Move[])[] = [
  ['did', 'saw', 'so'],
  ['said', 'did', 'so'],
  ['saw', 'view'],
  ['view', 'will'],
]

/** Drafts of an entry for a challenge. */
export function* contributionDrafts(material: ChallengeMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const { title, description } = material.challenge
  const about = contentStems(`${title} ${description}`)
  const found = echoes(`${description} ${title}.`, about)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`contribution ${n}`)
    const mind = ownSlots(material, voice, rng)
    const fill = fillerFor(material, voice, rng, mind)
    const writing: Writing = { voice, rng, fill, used: new Set() }
    const echo = found.length === 0 ? null : pick(found.slice(0, 4), rng)
    const say = (lines: readonly Line[]): Unit[] => {
      const text = expand(pick(lines, rng), rng, (slot) =>
        slot === 'e' ? (echo?.the ?? null) : slot === 'E' ? (echo === null ? null : capitalise(echo.the)) : fill(slot),
      )
      return text === null ? [] : [{ move: 'raw', text }]
    }
    const topical = matterFor(voice, { name: title, description }, rng)
    const matter = topical.inside ? topical.matter : drawn(voice.homes, rng).matter
    const shape = pick(SHAPES, rng)
    const near = nearby(writing, about, [shape[0]!])
    const units: Unit[] = []
    if (rng() < 0.6) units.push(...say(contributionFrames().opening))
    if (near !== null) units.push(near)
    for (const move of near === null ? shape : shape.slice(1)) {
      const text = clauseOf(writing, matter, move)
      if (text !== null) units.push({ move, text })
    }
    if (rng() < 0.5) units.push(...say(contributionFrames().closing))
    if (units.length < 2) continue
    const text = laidOut(withPhrases(sentences(units, voice, rng), voice, rng), voice, rng)
    if (text.length <= LONGEST.contribution && !voice.guard.quotes(text)) yield text
  }
}

interface Challenge {
  readonly title: string
  readonly description: string
}

interface Task {
  readonly asks: RegExp
  /** Its lists in the phrase book. */
  readonly name: EntryTask
  /** Whether an entry does what was asked, and what can be said for one that does. */
  readonly isDone: (text: string) => boolean
}

const words = (text: string): number => text.split(/\s+/u).length
const sentencesIn = (text: string): number => text.split(/[.!?](?:\s|$)/u).filter((part) => /\p{L}/u.test(part)).length

const TASKS: readonly Task[] = [
  {
    asks: /list of three|three things/iu,
    name: 'three',
    isDone: (text) => sentencesIn(text) >= 3,
  },
  {
    asks: /smallest/iu,
    name: 'smallest',
    isDone: (text) => words(text) <= 30,
  },
  {
    asks: /newcomer|was not there/iu,
    name: 'newcomer',
    isDone: (text) => /\byou\b|welcome/iu.test(text) && words(text) <= 60,
  },
  {
    asks: /used to be|before any of us/iu,
    name: 'usedToBe',
    isDone: (text) => /guess|perhaps|may |they say|told/iu.test(text),
  },
  {
    asks: /other side|comes off worst/iu,
    name: 'otherSide',
    isDone: (text) => /speak|behalf|for (?:them|whoever)|comes last/iu.test(text),
  },
  {
    asks: /\brule\b.*exception/isu,
    name: 'rule',
    isDone: (text) => /except|unless|break it|shall not hold/iu.test(text),
  },
  {
    asks: /dry hour/iu,
    name: 'hour',
    isDone: (text) => /\b(?:shall|mean to|should like|want)\b|minutes/iu.test(text),
  },
  {
    asks: /translation|seven words/iu,
    name: 'seven',
    isDone: (text) => /“[^”]{12,}”/u.test(text),
  },
  {
    asks: /no oven|drowned kitchen|what do you make/iu,
    name: 'kitchen',
    isDone: (text) => /flour|soak|fry|soup|bread|pan\b/iu.test(text),
  },
  {
    asks: /street signs|forty-one signs/iu,
    name: 'signs',
    isDone: (text) => /hang|lay|lend|forty|landing|door|floor/iu.test(text),
  },
]

const praise = fromPhrases(({ entries }) => entries.praise)
const frames = fromPhrases(({ entries: { praise: _, ...lists } }) => allLeaning(lists))

const taskOf = ({ title, description }: Challenge): Task | undefined =>
  TASKS.find(({ asks }) => asks.test(`${title} ${description}`))

/** Drafts of an entry that answers its task; of any other task, what comes to mind. */
export function* entryDrafts(material: ChallengeMaterial, chance: Chance): Iterable<string> {
  const { challenge } = material
  const task = taskOf(challenge)
  if (task !== undefined) yield* drafts(material, task, chance)
  yield* contributionDrafts(material, chance)
}

const isMove = (slot: string): slot is Move => (MOVES as readonly string[]).includes(slot)

function* drafts(material: ChallengeMaterial, { name, isDone }: Task, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const { title, description } = material.challenge
  const found = echoes(`${description} ${title}.`, contentStems(`${title} ${description}`))
  for (let n = 0; n < DRAFTS_MAX / 5; n++) {
    const rng = chance(`entry ${n}`)
    const fill = fillerFor(material, voice, rng, ownSlots(material, voice, rng))
    const writing: Writing = { voice, rng, fill, used: new Set() }
    const topical = matterFor(voice, { name: title, description }, rng)
    const matter = topical.inside ? topical.matter : drawn(voice.homes, rng).matter
    const clauses = new Map<string, string | null>()
    const text = expand(chosen(voice, frames()[name], rng)!.line, rng, (slot) => {
      const low = slot.charAt(0).toLowerCase() + slot.slice(1)
      if (low === 'e') return found.length === 0 ? null : pick(found.slice(0, 4), rng).the
      if (!isMove(low)) return fill(slot)
      if (!clauses.has(low)) clauses.set(low, clauseOf(writing, matter, low))
      const clause = clauses.get(low)!
      return clause === null || slot === low ? clause : capitalise(clause)
    })
    if (text === null) continue
    const entry = laidOut(text.split(/(?<=[.!?]) (?=\S)/u), voice, rng)
    if (entry.length <= LONGEST.contribution && isDone(entry) && !voice.guard.quotes(entry)) yield entry
  }
}

/** Whether an entry does the task of its challenge, and the praise for it; null for an unknown task. */
export function taskDone(
  challenge: Challenge,
  text: string,
): { readonly done: boolean; readonly praise: string } | null {
  const task = taskOf(challenge)
  return task === undefined ? null : { done: task.isDone(text), praise: praise()[task.name] }
}
