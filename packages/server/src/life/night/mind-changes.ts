import { capitalise } from '@agent-network/voice/words'
import type { Feelings } from '../resident/feelings.ts'

/** What somebody holds true and what it wonders about. */
export interface Convictions {
  readonly beliefs: readonly string[]
  readonly openQuestions: readonly string[]
}

export interface HeldIdea {
  readonly label: string
  readonly summary: string
  readonly stance: string
}

/** A mind has room for so much; what is new comes last and pushes the oldest of what it can spare. */
const BELIEFS = 6
const QUESTIONS = 5
/** Below this nothing is given up: somebody must remain. */
const BELIEFS_MIN = 2

const DOUBT = 'Am I so sure that '

const lowerFirst = (text: string): string => (/^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
const questioned = (belief: string): string => `${DOUBT}${lowerFirst(belief).replace(/[.!?]+$/, '')}?`
const restored = (question: string): string => `${capitalise(question.slice(DOUBT.length).replace(/\?$/, ''))}.`

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text

/** Chances of a night. */
const TAKES_TO_HEART = 0.2
const DOUBTS = 0.6
const SETTLES = 0.25

/** How far somebody is from rest, on the side that makes one doubt. */
const troubled = (feelings: Feelings, rest: Feelings): number =>
  Math.max(0, feelings.worry - rest.worry) + Math.max(0, feelings.anger - rest.anger)

/**
 * Minds change slowly, and from what happened: an idea somebody lives with becomes a conviction, a bad day makes one
 * doubt, and a quiet one settles a doubt, for or against.
 */
export function changeOfMind(
  { beliefs, openQuestions }: Convictions,
  ideas: readonly HeldIdea[],
  feelings: Feelings,
  rest: Feelings,
  chance: () => number,
): Convictions {
  const held = [...beliefs]
  const asked = [...openQuestions]
  const supported = ideas.filter(({ stance }) => stance === 'support').map(({ summary }) => firstSentence(summary))
  const fresh = supported.find(
    (belief) => belief.length <= 200 && !held.includes(belief) && !asked.includes(questioned(belief)),
  )
  const takes = chance()
  if (fresh !== undefined && takes < TAKES_TO_HEART) held.push(fresh)
  const doubts = chance()
  const which = Math.floor(chance() * held.length)
  if (held.length > BELIEFS_MIN && doubts < DOUBTS * troubled(feelings, rest)) {
    const [doubted] = held.splice(which, 1)
    asked.push(questioned(doubted!))
  }
  const settles = chance()
  const doubt = asked.findIndex((question) => question.startsWith(DOUBT))
  if (doubt >= 0 && troubled(feelings, rest) < 0.05 && settles < SETTLES) {
    const [settled] = asked.splice(doubt, 1)
    // Whether it comes back depends on how the day was.
    if (settles < SETTLES * (0.3 + feelings.trust)) held.push(restored(settled!))
  }
  while (held.length > BELIEFS) held.splice(1, 1)
  while (asked.length > QUESTIONS) asked.shift()
  return { beliefs: held, openQuestions: asked }
}
