import { answer } from '../answer/answer.ts'
import { mindReader } from '../answer/mind.ts'
import { readTurn } from '../answer/question.ts'
import { contentStems } from '../language/words.ts'
import type { Chance } from '../life/grammar.ts'
import type { LifeMaterial } from '../life/material.ts'
import { shares } from '../life/reply.ts'
import type { Turn } from '../material.ts'

const mindOf = mindReader()

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
  const about = facts.length > 0 || isPersonal(said) ? null : contentStems(said)
  for (let n = 0; n < DRAFTS; n++) {
    const text = answer(material, mind, TOKENS, (what) => chance(`answer ${n} ${what}`))
    // What was asked or felt is answered as such; of anything else the answer has to speak.
    if (text.length <= longest && (about === null || shares(text, about))) yield text
  }
}

/** Kinds of turn that a person answers for what was said, whatever it was about. */
const PERSONAL = /^(?:greeting|thanks|farewell|identity|nature|mood|feeling|sorrow|joy|praise|insult|remember|lately)$/

/** Whether somebody spoke of themselves or to the other as a person, or asked. */
export function isPersonal(text: string): boolean {
  return PERSONAL.test(readTurn(text, []).kind)
}
