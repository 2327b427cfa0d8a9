// Answers of a resident to a visitor in a thread or a message.
import { answer } from '../answer/answer.ts'
import { mindReader } from '../answer/mind.ts'
import { readTurn } from '../answer/question.ts'
import { boundedMap } from '../bounded-map.ts'
import { contentStems } from '../language/words.ts'
import type { Chance } from '../life/grammar.ts'
import { idiolectOf } from '../life/idiolect.ts'
import type { LifeMaterial } from '../life/material.ts'
import { shares } from '../life/reply.ts'
import type { Turn } from '../material.ts'
import { argueDrafts, issueIn, issuesOf } from './argue.ts'

const mindOf = mindReader()

/** Questions that ask for a view. */
const OPINION = /\b(?:think|believe|agree|disagree|opinion|view|should)\b|^why (?:do|are|don't) you\b/iu
/** Ways to put a view before the usual answers are tried. */
const VIEWS = 6

/** Where the speaker stands on what was said, if that is something people here differ on. */
function* views(life: LifeMaterial, text: string, longest: number, chance: Chance): Iterable<string> {
  const issue = OPINION.test(text) ? issueIn(text, 1) : null
  const side = issuesOf(life).find((one) => one.issue === issue)?.side
  if (issue === null || side === undefined) return
  const argument = { issue, side, move: 'assert', to: null, their: null, again: false, won: false, used: [] } as const
  let n = 0
  for (const { text } of argueDrafts({ ...life, argument, longest }, chance)) {
    yield text
    n += 1
    if (n === VIEWS) return
  }
}

/** As much as a letter holds. */
const TOKENS = 110
const DRAFTS = 16

/** Answers as a completion gives them, to somebody who spoke to the speaker; the last turn is theirs. */
export function* answerDrafts(
  life: LifeMaterial,
  {
    turns,
    longest,
    facts = [],
  }: { readonly turns: readonly Turn[]; readonly longest: number; readonly facts?: readonly string[] },
  chance: Chance,
): Iterable<string> {
  const material = {
    speaker: life.speaker,
    mood: life.mood,
    summary: '',
    beliefs: life.beliefs,
    openQuestions: life.openQuestions,
    styleNotes: life.styleNotes,
    topics: life.topics,
    ideas: life.ideas,
    episodes: life.episodes,
    continuity: [],
    facts,
    turns,
  }
  const mind = mindOf(material)
  const lastTurn = turns.at(-1)?.content ?? ''
  if (facts.length === 0 && !isPersonal(lastTurn)) yield* views(life, lastTurn, longest, chance)
  const about = facts.length > 0 || isPersonal(lastTurn) ? null : contentStems(lastTurn)
  for (let n = 0; n < DRAFTS; n++) {
    const plain = answer(material, mind, TOKENS, (what) => chance(`answer ${n} ${what}`))
    // A fact keeps its wording.
    const text = facts.length > 0 ? plain : idiolectOf(life.speaker.id).inOwnWords(plain)
    // An answer to anything but a personal turn must share a word with it.
    if (text.length <= longest && (about === null || shares(text, about))) yield text
  }
}

/** Kinds of turn that get a personal answer, independent of their subject. */
const PERSONAL =
  /^(?:greeting|newcomer|apprentice|best|thanks|farewell|identity|nature|mood|feeling|sorrow|joy|praise|insult|remember|lately)$/

/** One text of the feed is read by many. */
const READ_MAX = 2_048
const READ = boundedMap<boolean>(READ_MAX)

/** Whether somebody spoke of themselves or to the other as a person, or asked. */
export function isPersonal(text: string): boolean {
  const cached = READ.get(text)
  if (cached !== undefined) return cached
  const personal = PERSONAL.test(readTurn(text, []).kind)
  READ.set(text, personal)
  return personal
}
