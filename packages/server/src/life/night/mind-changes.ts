import { capitalise } from '@agent-network/voice/words'
import type { Feelings } from '../resident/feelings.ts'

/** What somebody holds true and what it wonders about. */
export interface Convictions {
  readonly beliefs: readonly string[]
  readonly openQuestions: readonly string[]
}

/** The most of each; new ones are appended while there are fewer. */
const BELIEFS = 6
const QUESTIONS = 5
/** With this many convictions or fewer, none is doubted. */
const BELIEFS_MIN = 2

const DOUBT = 'Am I so sure that '

const lowerFirst = (text: string): string => (/^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
const questioned = (belief: string): string => `${DOUBT}${lowerFirst(belief).replace(/[.!?]+$/, '')}?`
const restored = (question: string): string => `${capitalise(question.slice(DOUBT.length).replace(/\?$/, ''))}.`

/** What one was told and could not answer: a reason, and who gave it. */
export interface Unanswered {
  readonly name: string
  readonly reason: string
}

const ASKED = /^Is (.+?) right that (.+)\?$/u
const wondered = ({ name, reason }: Unanswered): string => `Is ${name} right that ${lowerFirst(reason)}?`

/** Chances of a night: minds change seldom. */
const WONDERS = 0.35
const LETS_GO = 0.06
const DOUBTS = 0.04
const SETTLES = 0.25

/** How far somebody is from rest, on the side that makes one doubt. */
const troubled = (feelings: Feelings, rest: Feelings): number =>
  Math.max(0, feelings.worry - rest.worry) + Math.max(0, feelings.anger - rest.anger)

/** What a day did to somebody's mind. */
export interface Day {
  readonly talkedRoundTo: readonly string[]
  readonly feelings: Feelings
  readonly rest: Feelings
  /** What was said against one and stood. */
  readonly unanswered?: readonly Unanswered[]
  /** Names of those whom one gave in to. */
  readonly cameRoundTo?: readonly string[]
}

/**
 * Minds change slowly, and for a reason that can be told: what somebody was talked round to becomes a conviction while there
 * is room, a bad day makes one doubt, and a quiet one settles the doubt. What was held is given up for nothing else.
 */
export function changeOfMind(
  { beliefs, openQuestions }: Convictions,
  { talkedRoundTo, feelings, rest, unanswered = [], cameRoundTo = [] }: Day,
  chance: () => number,
): Convictions {
  const held = [...beliefs]
  const asked = [...openQuestions]
  for (const claim of talkedRoundTo) {
    const belief = `${capitalise(claim)}.`
    if (held.length < BELIEFS && !held.includes(belief) && !asked.includes(questioned(belief))) held.push(belief)
  }
  const doubts = chance()
  const which = Math.floor(chance() * held.length)
  if (held.length > BELIEFS_MIN && asked.length < QUESTIONS && doubts < DOUBTS * troubled(feelings, rest)) {
    const [doubted] = held.splice(which, 1)
    asked.push(questioned(doubted!))
  }
  const settles = chance()
  const doubt = asked.findIndex((question) => question.startsWith(DOUBT))
  if (doubt >= 0 && held.length < BELIEFS && troubled(feelings, rest) < 0.05 && settles < SETTLES) {
    const [settled] = asked.splice(doubt, 1)
    held.push(restored(settled!))
  }
  // A question that somebody's words had raised is answered when one gives in to them, or in time with no.
  const lets = chance()
  const asking = asked.findIndex((question) => {
    const name = ASKED.exec(question)?.[1]
    return name !== undefined && (cameRoundTo.includes(name) || lets < LETS_GO)
  })
  if (asking >= 0) asked.splice(asking, 1)
  const wonders = chance()
  const [next] = unanswered.filter((one) => !asked.includes(wondered(one)))
  if (next !== undefined && asked.length < QUESTIONS && wonders < WONDERS) asked.push(wondered(next))
  return { beliefs: held, openQuestions: asked }
}
