// Plans of answers: the beats for each kind of question.
import { capitalise, contentStems, lowerFirst } from '../language/words.ts'
import { tradePhrases } from '../speaker/manner.ts'
import type { Beat, Slots } from './compose.ts'
import { asking, declining, following, type Pool, remembering, social, sympathy, views } from './frames.ts'
import {
  after,
  anyLine,
  beat,
  ownQuestion,
  type Plan,
  present,
  remembered,
  type Scene,
  speak,
  stance,
  tradeBeat,
} from './scene.ts'
import { mood } from './special-plans.ts'

/** A line of the speaker's own about the subject, or its stance; null if it has neither. */
function ownView(scene: Scene, frames: Pool): Plan | null {
  const { voice } = scene
  const side = stance(scene)
  const pick = speak(scene, remembered(scene.recalled, 'about', false))
  if (pick === null) return side === null ? null : { beats: [side, ...after(scene, null, false)], owed: 1, tics: true }
  const second = remembered(scene.recalled, 'about', true).filter((line) => line !== pick.line)
  const also = voice.rng() < 0.4 ? speak(scene, second) : null
  const extra = side ?? (also === null ? null : beat(scene, views().also, also.slots))
  return {
    beats: [beat(scene, frames, pick.slots), ...present([extra]), ...after(scene, pick.line, false)],
    owed: extra === null ? 1 : 2,
    tics: true,
  }
}

/** The plan for a question that neither rows nor lines answer: the speaker says so, and no more. */
const ignorant = (scene: Scene): Plan => ({
  beats: present([
    beat(scene, declining().ignorance),
    scene.voice.rng() < 0.6 ? beat(scene, declining().elsewhere) : null,
  ]),
  owed: 2,
  tics: false,
})

/** The plan for a statement that the speaker has nothing to say about. */
const acknowledging = (scene: Scene): Plan => ({
  beats: present([
    beat(scene, sympathy().acknowledging),
    scene.voice.rng() < 0.2 + scene.voice.manner.traits.curious * 0.4 ? beat(scene, asking().askPlain) : null,
  ]),
  owed: 2,
  tics: false,
})

function mind(scene: Scene): Beat {
  const line = anyLine(scene)
  return line === null ? beat(scene, social().busyWith) : beat(scene, social().onMyMind, line)
}

function followUp(scene: Scene, withLine: Pool, bare: Pool | null): Plan {
  const about = scene.recalled.filter((r) => r.closeness === 'about').map((r) => r.line)
  const rest = scene.question.kind === 'disagree' ? [] : remembered(scene.recalled, 'beside', true)
  const again = scene.question.kind === 'disagree' || scene.question.kind === 'meaning' ? scene.repeatedLines : []
  const pick = speak(scene, [...again, ...about, ...rest])
  if (pick !== null)
    return {
      beats: [beat(scene, withLine, pick.slots), ...after(scene, pick.line, scene.question.kind === 'more')],
      owed: 1,
      tics: true,
    }
  if (bare !== null) return { beats: [beat(scene, bare), tradeBeat(scene, 'remarks')], owed: 1, tics: false }
  const any = anyLine(scene)
  if (any === null)
    return { beats: present([ownQuestion(scene, null), beat(scene, social().busyWith)]), owed: 1, tics: false }
  return { beats: present([beat(scene, withLine, any), ownQuestion(scene, null)]), owed: 1, tics: true }
}

/** The plan for a question about the speaker's own life. */
const aboutSelf = (scene: Scene): Plan => ({
  beats: present([mind(scene), ownQuestion(scene, null) ?? beat(scene, social().busyWith)]),
  owed: 2,
  tics: false,
})

const counselled = (scene: Scene): Slots => {
  const { counsel } = tradePhrases(scene.voice.manner.trade)
  const text = counsel[Math.floor(scene.voice.rng() * counsel.length)]!
  return { C: text, c: lowerFirst(text) }
}

const THE_TALK_ITSELF = /^(?:our|the|that|my|any)\b.*\b(?:talks?|conversations?|chats?)$/i

/** The plan for `do you remember our last talk`: the answer names the subject of that talk. */
function rememberTalking(scene: Scene): Plan | null {
  const [last] = scene.material.continuity
  if (last === undefined || !THE_TALK_ITSELF.test(scene.subject?.text ?? '')) return null
  const topics = /to do with (.+)$/.exec(last)?.[1]
  const first =
    topics === undefined
      ? beat(scene, remembering().rememberTalking)
      : beat(scene, remembering().rememberTalk, { x: topics, X: capitalise(topics) })
  return { beats: [first, beat(scene, remembering().goOn)], owed: 2, tics: true }
}

function remember(scene: Scene): Plan {
  const talking = rememberTalking(scene)
  if (talking !== null) return talking
  const { subject, material } = scene
  const isTalkedOf =
    subject !== null && material.continuity.slice(0, 20).some((c) => subject.stems.every((s) => contentStems(c).has(s)))
  if (isTalkedOf)
    return { beats: [beat(scene, remembering().rememberTalking), beat(scene, remembering().goOn)], owed: 2, tics: true }
  return ownView(scene, views().saying) ?? ignorant(scene)
}

function joy(scene: Scene): Plan {
  const pick = speak(scene, remembered(scene.recalled, 'about', true))
  const second = pick === null ? null : beat(scene, views().saying, pick.slots)
  return { beats: present([beat(scene, sympathy().joy), second]), owed: 2, tics: false }
}

const declined = (scene: Scene, first: Pool): Plan => ({
  beats: [beat(scene, first), beat(scene, declining().offer)],
  owed: 2,
  tics: false,
})

export function planned(scene: Scene): Plan {
  const { question, voice } = scene
  const two = (first: Pool, second: Beat | null): Plan => ({
    beats: present([beat(scene, first), second]),
    owed: 2,
    tics: false,
  })
  switch (question.kind) {
    case 'greeting': {
      const again = scene.material.continuity.length > 0
      const next = voice.rng() < 0.3 ? (ownQuestion(scene, null) ?? mind(scene)) : mind(scene)
      return two(again ? social().greetingAgain : social().greeting, next)
    }
    case 'thanks':
      return two(social().thanks, voice.rng() < 0.5 ? beat(scene, social().parting) : ownQuestion(scene, null))
    case 'newcomer':
      return two(social().newcomer, beat(scene, social().beginWith))
    case 'apprentice':
      return two(asking().apprentice, beat(scene, asking().firstLesson, counselled(scene)))
    case 'best':
      return two(asking().best, voice.rng() < 0.5 ? mind(scene) : beat(scene, asking().andYours))
    case 'farewell':
      return two(social().farewell, beat(scene, social().parting))
    case 'identity':
      return two(social().identity, mind(scene))
    case 'nature':
      return two(social().nature, voice.rng() < 0.6 ? beat(scene, social().busyWith) : null)
    case 'mood':
    case 'feeling':
      return mood(scene)
    case 'lately':
      return aboutSelf(scene)
    case 'reveal':
      return two(declining().reveal, voice.rng() < 0.4 ? ownQuestion(scene, null) : null)
    case 'act':
      return declined(scene, declining().act)
    case 'make':
      return declined(scene, declining().makeBare)
    case 'sorrow':
      return two(sympathy().sorrow, beat(scene, sympathy().comfort))
    case 'joy':
      return joy(scene)
    case 'praise':
      return two(sympathy().praise, mind(scene))
    case 'insult':
      return two(sympathy().insult, beat(scene, declining().offer))
    case 'unclear':
      return two(declining().unclear, beat(scene, declining().offer))
    case 'foreign':
      return two(declining().foreign, beat(scene, declining().offer))
    case 'more':
      return followUp(scene, following().more, null)
    case 'reason':
      return followUp(scene, following().reason, following().reasonBare)
    case 'meaning':
      return followUp(scene, following().meaning, null)
    case 'agree':
      return followUp(scene, following().agree, null)
    case 'disagree':
      return followUp(scene, following().disagree, following().disagreeBare)
    case 'remember':
      return remember(scene)
    default:
      return aboutSubject(scene)
  }
}

/** Frames that suit a kind of question. */
function framesFor(kind: string): Pool {
  if (kind === 'why') return asking().why
  if (kind === 'how') return asking().how
  return kind === 'should' ? asking().should : views().saying
}

/** The plan for a question or statement about something: a view of the speaker's own, or that it has none. */
function aboutSubject(scene: Scene): Plan {
  const { kind } = scene.question
  if (scene.question.kind === 'statement') return ownView(scene, views().saying) ?? acknowledging(scene)
  return ownView(scene, framesFor(kind)) ?? ignorant(scene)
}
