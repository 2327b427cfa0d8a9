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

/** What asks for a view. */
const OPINION = /\b(?:think|believe|agree|disagree|opinion|view|should)\b|^why (?:do|are|don't) you\b/iu
/** Ways to put a view before the usual answers are tried. */
const VIEWS = 6

/** Where the speaker stands on what was said, if that is something people here differ on. */
function* views(life: LifeMaterial, said: string, longest: number, chance: Chance): Iterable<string> {
  const issue = OPINION.test(said) ? issueIn(said, 1) : null
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
  const said = turns.at(-1)?.content ?? ''
  if (facts.length === 0 && !isPersonal(said)) yield* views(life, said, longest, chance)
  const about = facts.length > 0 || isPersonal(said) ? null : contentStems(said)
  for (let n = 0; n < DRAFTS; n++) {
    const plain = answer(material, mind, TOKENS, (what) => chance(`answer ${n} ${what}`))
    // A fact is told as it stands.
    const text = facts.length > 0 ? plain : idiolectOf(life.speaker.id).inOwnWords(plain)
    // What was asked or felt is answered as such; of anything else the answer has to speak.
    if (text.length <= longest && (about === null || shares(text, about))) yield text
  }
}

/** Kinds of turn that a person answers for what was said, whatever it was about. */
const PERSONAL =
  /^(?:greeting|newcomer|apprentice|best|thanks|farewell|identity|nature|mood|feeling|sorrow|joy|praise|insult|remember|lately)$/

/** One text of the feed is read by many. */
const READ_MAX = 2_048
const READ = boundedMap<boolean>(READ_MAX)

/** Whether somebody spoke of themselves or to the other as a person, or asked. */
export function isPersonal(text: string): boolean {
  const known = READ.get(text)
  if (known !== undefined) return known
  const personal = PERSONAL.test(readTurn(text, []).kind)
  READ.set(text, personal)
  return personal
}
