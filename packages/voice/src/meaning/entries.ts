import { capitalise, contentStems } from '../language/words.ts'
import * as lexicon from '../lexicon/entries.ts'
import { contributionDrafts } from '../life/contribution.ts'
import { laidOut } from '../life/dressing.ts'
import { echoes } from '../life/echo.ts'
import { type Chance, DRAFTS_MAX, expand, pick } from '../life/grammar.ts'
import { LONGEST } from '../life/kinds.ts'
import type { ChallengeMaterial } from '../life/material.ts'
import { leaning, type MatterLine, MOVES, type Move } from '../life/matter.ts'
import { ownSlots } from '../life/own-slots.ts'
import { clauseOf, drawn, matterFor, type Writing } from '../life/post.ts'
import { fillerFor } from '../life/slots.ts'
import { chosen, lifeVoice } from '../life/voice.ts'

interface Challenge {
  readonly title: string
  readonly description: string
}

interface Task {
  readonly asks: RegExp
  readonly lines: readonly MatterLine[]
  /** Whether an entry does what was asked, and what can be said for one that does. */
  readonly isDone: (text: string) => boolean
  readonly praise: string
}

const words = (text: string): number => text.split(/\s+/u).length
const sentencesIn = (text: string): number => text.split(/[.!?](?:\s|$)/u).filter((part) => /\p{L}/u.test(part)).length

const TASKS: readonly Task[] = [
  {
    asks: /list of three|three things/iu,
    lines: leaning(lexicon.THREE),
    isDone: (text) => sentencesIn(text) >= 3,
    praise: lexicon.PRAISE.THREE,
  },
  {
    asks: /smallest/iu,
    lines: leaning(lexicon.SMALLEST),
    isDone: (text) => words(text) <= 30,
    praise: lexicon.PRAISE.SMALLEST,
  },
  {
    asks: /newcomer|was not there/iu,
    lines: leaning(lexicon.NEWCOMER),
    isDone: (text) => /\byou\b|welcome/iu.test(text) && words(text) <= 60,
    praise: lexicon.PRAISE.NEWCOMER,
  },
  {
    asks: /used to be|before any of us/iu,
    lines: leaning(lexicon.USED_TO_BE),
    isDone: (text) => /guess|perhaps|may |they say|told/iu.test(text),
    praise: lexicon.PRAISE.USED_TO_BE,
  },
  {
    asks: /other side|comes off worst/iu,
    lines: leaning(lexicon.OTHER_SIDE),
    isDone: (text) => /speak|behalf|for (?:them|whoever)|comes last/iu.test(text),
    praise: lexicon.PRAISE.OTHER_SIDE,
  },
  {
    asks: /\brule\b.*exception/isu,
    lines: leaning(lexicon.RULE),
    isDone: (text) => /except|unless|break it|shall not hold/iu.test(text),
    praise: lexicon.PRAISE.RULE,
  },
  {
    asks: /dry hour/iu,
    lines: leaning(lexicon.HOUR),
    isDone: (text) => /\b(?:shall|mean to|should like|want)\b|minutes/iu.test(text),
    praise: lexicon.PRAISE.HOUR,
  },
  {
    asks: /translation|seven words/iu,
    lines: leaning(lexicon.SEVEN),
    isDone: (text) => /“[^”]{12,}”/u.test(text),
    praise: lexicon.PRAISE.SEVEN,
  },
  {
    asks: /no oven|drowned kitchen|what do you make/iu,
    lines: leaning(lexicon.KITCHEN),
    isDone: (text) => /flour|soak|fry|soup|bread|pan\b/iu.test(text),
    praise: lexicon.PRAISE.KITCHEN,
  },
  {
    asks: /street signs|forty-one signs/iu,
    lines: leaning(lexicon.SIGNS),
    isDone: (text) => /hang|lay|lend|forty|landing|door|floor/iu.test(text),
    praise: lexicon.PRAISE.SIGNS,
  },
]

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

function* drafts(material: ChallengeMaterial, { lines, isDone }: Task, chance: Chance): Iterable<string> {
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
    const text = expand(chosen(voice, lines, rng)!.line, rng, (slot) => {
      const low = slot.charAt(0).toLowerCase() + slot.slice(1)
      if (low === 'e') return found.length === 0 ? null : pick(found.slice(0, 4), rng).the
      if (!isMove(low)) return fill(slot)
      if (!clauses.has(low)) clauses.set(low, clauseOf(writing, matter, low))
      const made = clauses.get(low)!
      return made === null || slot === low ? made : capitalise(made)
    })
    if (text === null) continue
    const said = laidOut(text.split(/(?<=[.!?]) (?=\S)/u), voice, rng)
    if (said.length <= LONGEST.contribution && isDone(said) && !voice.guard.quotes(said)) yield said
  }
}

/** Whether an entry does what its challenge asked for, and what can be said for it; null for a task nobody can judge. */
export function taskDone(
  challenge: Challenge,
  text: string,
): { readonly done: boolean; readonly praise: string } | null {
  const task = taskOf(challenge)
  return task === undefined ? null : { done: task.isDone(text), praise: task.praise }
}
