// Plans of answers: the beats for each kind of question.
import { type Subject, THE_HOUR } from '../language/subject.ts'
import { capitalise, contentStems, isGeneric, kinOf, lowerFirst, stem } from '../language/words.ts'
import { tradePhrases } from '../speaker/manner.ts'
import type { Beat, Slots } from './compose.ts'
import { asking, declining, following, type Pool, remembering, social, supposing, sympathy, views } from './frames.ts'
import {
  after,
  anyLine,
  askBack,
  beat,
  fieldOf,
  maxim,
  ownQuestion,
  type Plan,
  present,
  remembered,
  type Scene,
  speak,
  stance,
  tradeBeat,
} from './scene.ts'
import { choice, mood } from './special-plans.ts'

interface Pools {
  /** Frames for a belief about the subject. */
  readonly about: Pool
  /** Frames for an episode about it. */
  readonly telling?: Pool
  readonly knownPool: Pool
  /** The question asks for one fact (a place, a number): a view on something near it is no answer. */
  readonly strict?: boolean
}

/** The usual plan. In order: a line about the subject, a stance, a question about it, a line beside it, or that nothing is known. */
function view(scene: Scene, pools: Pools): Plan {
  const { voice, subject } = scene
  const strict = pools.strict === true
  const side = strict ? null : stance(scene)
  const about = remembered(scene.recalled, 'about', false)
  const pick = speak(scene, about)
  if (pick !== null) {
    const isEpisode = pick.line.source !== 'belief'
    const second = remembered(scene.recalled, 'about', true).filter((line) => line !== pick.line)
    const also = voice.rng() < 0.4 ? speak(scene, second) : null
    const extra = side ?? (also === null ? null : beat(scene, views().also, also.slots))
    const first = beat(scene, isEpisode ? (pools.telling ?? pools.about) : pools.about, pick.slots)
    return {
      beats: [first, ...present([extra]), ...after(scene, pick.line, extra === null)],
      owed: extra === null ? 1 : 2,
      tics: true,
    }
  }
  if (side !== null)
    return { beats: [beat(scene, views().arguedAbout), side, ...after(scene, null, true)], owed: 2, tics: true }
  if (strict) return unknown(scene, pools.knownPool)
  const question = subject?.named === true || voice.rng() < 0.65 ? ownQuestion(scene, subject) : null
  if (question !== null) return { beats: [{ ...question, pool: views().openAbout }], owed: 1, tics: false }
  const near = speak(scene, remembered(scene.recalled, 'beside', true))
  const tradeStems = new Set(tradePhrases(voice.manner.trade).words.map(stem))
  const ofTrade = subject?.stems.some((s) => tradeStems.has(s)) === true
  if (near !== null && ofTrade) {
    return { beats: [beat(scene, views().naming, near.slots), ...after(scene, near.line, true)], owed: 1, tics: true }
  }
  const field = fieldOf(scene)
  if (field !== undefined) {
    const second =
      near !== null ? beat(scene, views().also, near.slots) : ofTrade ? tradeBeat(scene, 'counsel') : askBack(scene)
    return { beats: [beat(scene, field.against ? asking().likingNo : views().ownField), second], owed: 2, tics: true }
  }
  if (near !== null && (pools.knownPool === views().unknown || pools.knownPool === views().tellUnknown)) {
    return { beats: [beat(scene, views().beside, near.slots), ...after(scene, near.line, true)], owed: 1, tics: true }
  }
  return unknown(scene, pools.knownPool)
}

/** Whether everybody knows the subject (rain, money), so that no speaker may claim not to. */
const isEveryday = (subject: Subject | null): boolean =>
  subject !== null && !subject.deed && subject.stems.some((s) => kinOf(s) !== undefined || isGeneric(s))

/** The plan for a subject of which nothing is known: a general rule, or a plain no and a question or an offer. */
function unknown(scene: Scene, pool: Pool): Plan {
  const { voice, subject } = scene
  const plain = pool === views().unknown || pool === views().tellUnknown
  const named = subject?.named === true && plain
  const open = (plain && !named) || pool === sympathy().statementUnknown
  const rule =
    open &&
    subject?.owned !== true &&
    voice.rng() < (isEveryday(subject) ? 0.95 : scene.question.kind === 'opinion' ? 0.75 : 0.45)
      ? maxim(scene)
      : null
  if (rule !== null) {
    const lens = isEveryday(subject) ? views().lensEveryday : views().lens
    return { beats: [beat(scene, lens, rule.slots), ...after(scene, rule.line, true)], owed: 1, tics: true }
  }
  const first = named ? views().unknownName : pool
  const offers = !named && (plain || pool === asking().likingUnknown)
  const related = ownQuestion(scene, subject)
  if (related !== null && voice.rng() < 0.6) return { beats: [beat(scene, first), related], owed: 2, tics: false }
  const roll = voice.rng()
  const next =
    roll < 0.35
      ? ownQuestion(scene, null)
      : roll < 0.65
        ? offers
          ? null
          : beat(scene, declining().offer)
        : askBack(scene)
  return {
    beats: present([beat(scene, first), next ?? (offers && roll > 0.5 ? null : askBack(scene))]),
    owed: 2,
    tics: false,
  }
}

/** Frames that name the subject before the line, or (a little more often) the line alone. */
const sayingOrNaming = (scene: Scene): Pool => (scene.voice.rng() < 0.55 ? views().saying : views().naming)

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

function advice(scene: Scene, knownPool: Pool, unknownPool: Pool): Plan {
  const pick = speak(scene, remembered(scene.recalled, 'about', true))
  const ask = beat(scene, asking().askMore)
  if (pick !== null)
    return { beats: [beat(scene, knownPool, pick.slots), tradeBeat(scene, 'counsel'), ask], owed: 2, tics: true }
  const also = speak(scene, remembered(scene.recalled, 'beside', true))
  const second = also === null ? ask : beat(scene, views().also, also.slots)
  return { beats: [beat(scene, unknownPool, counselled(scene)), second, ask], owed: 2, tics: true }
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
  const { subject, material } = scene
  const talking = rememberTalking(scene)
  if (talking !== null) return talking
  const talked =
    subject !== null && material.continuity.slice(0, 20).some((c) => subject.stems.every((s) => contentStems(c).has(s)))
  if (!talked)
    return view(scene, { about: remembering().remember, knownPool: remembering().rememberUnknown, strict: true })
  const pick = speak(
    scene,
    scene.recalled.filter((r) => r.closeness === 'about').map((r) => r.line),
  )
  const more = pick === null ? tradeBeat(scene, 'asks') : beat(scene, following().more, pick.slots)
  return { beats: [beat(scene, remembering().rememberTalk), more], owed: 2, tics: true }
}

function liking(scene: Scene): Plan {
  const field = fieldOf(scene)
  if (field === undefined)
    return view(scene, { about: sayingOrNaming(scene), telling: views().telling, knownPool: asking().likingUnknown })
  const about = scene.recalled.filter((r) => r.closeness === 'about').map((r) => r.line)
  const pick = speak(scene, about)
  const second = pick === null ? tradeBeat(scene, 'remarks') : beat(scene, following().more, pick.slots)
  return {
    beats: [
      beat(scene, field.against ? asking().likingNo : asking().likingYes),
      second,
      ...after(scene, pick?.line ?? null, true).slice(1),
    ],
    owed: 2,
    tics: true,
  }
}

function joy(scene: Scene): Plan {
  const pick = speak(scene, remembered(scene.recalled, 'about', true))
  const second =
    pick === null
      ? scene.subject === null
        ? null
        : beat(scene, sympathy().aboutIt)
      : beat(scene, views().naming, pick.slots)
  return { beats: present([beat(scene, sympathy().joy), second]), owed: 2, tics: false }
}

const habitual = (scene: Scene): Plan => ({
  beats: present([beat(scene, asking().habit), scene.voice.rng() < 0.6 ? beat(scene, asking().doYou) : null]),
  owed: 2,
  tics: false,
})

/** A supposition first, then a line of the speaker's own or a rule. */
function supposed(scene: Scene, first: Pool): Plan {
  const about = speak(scene, remembered(scene.recalled, 'about', true))
  const wide = about === null && scene.voice.rng() < 0.6 ? maxim(scene) : null
  const second =
    about !== null
      ? beat(scene, following().more, about.slots)
      : wide !== null
        ? beat(scene, supposing().rule, wide.slots)
        : askBack(scene)
  return { beats: [beat(scene, first), second], owed: 2, tics: true }
}

function favourite(scene: Scene): Plan {
  const pick = speak(scene, remembered(scene.recalled, 'about', true))
  const second = pick === null ? beat(scene, asking().andYours) : beat(scene, following().more, pick.slots)
  return { beats: [beat(scene, asking().favourite), second], owed: 2, tics: false }
}

const declined = (scene: Scene, first: Pool): Plan => ({
  beats: [beat(scene, first), beat(scene, declining().offer)],
  owed: 2,
  tics: false,
})

const FELT =
  /^(?:so |very )?(?:sad|lonely|tired|afraid|scared|anxious|worried|lost|unhappy|sick|ill|alone|upset|low|stuck|nervous)\b/i
/** `I feel lonely in this town` is about somebody and not about `lonely in this town`. */
const isFelt = ({ text }: Subject): boolean => FELT.test(text)

export function planned(scene: Scene): Plan {
  const { question, subject, voice } = scene
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
      return mood(scene)
    case 'feeling': {
      const felt = mood(scene)
      const first = beat(scene, social().feeling, { f: question.rest, F: capitalise(question.rest) })
      return { ...felt, beats: [first, ...felt.beats.slice(0, 2)] }
    }
    case 'lately':
      return aboutSelf(scene)
    case 'reveal':
      return two(declining().reveal, voice.rng() < 0.4 ? ownQuestion(scene, null) : null)
    case 'act':
      return declined(scene, declining().act)
    case 'make': {
      if (subject === null) return declined(scene, declining().makeBare)
      const line = speak(scene, remembered(scene.recalled, 'about', true))
      if (line === null) return { beats: [beat(scene, declining().makeBare), askBack(scene)], owed: 2, tics: false }
      return two(declining().make, beat(scene, views().saying, line.slots))
    }
    case 'sorrow':
      return two(
        sympathy().sorrow,
        beat(scene, subject === null || isFelt(subject) ? sympathy().comfort : sympathy().console),
      )
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
    case 'choice':
      return choice(scene) ?? aboutSubject(scene)
    default:
      return aboutSubject(scene)
  }
}

/** The plan for a kind that needs a subject. Without one the speaker tells of itself, or asks what is meant. */
function aboutSubject(scene: Scene): Plan {
  const { question, subject } = scene
  if (subject === null) {
    if (/\byou(?:r|rs|rself)?\b/i.test(scene.turn)) return aboutSelf(scene)
    return { beats: present([beat(scene, declining().pointless), ownQuestion(scene, null)]), owed: 1, tics: false }
  }
  switch (question.kind) {
    case 'liking':
      return liking(scene)
    case 'favourite':
      return favourite(scene)
    case 'remember':
      return remember(scene)
    case 'why':
      return view(scene, { about: asking().why, knownPool: asking().whyUnknown, strict: true })
    case 'how':
      if (subject.deed) return advice(scene, asking().how, asking().howUnknown)
      return view(scene, { about: sayingOrNaming(scene), telling: views().telling, knownPool: views().unknown })
    case 'should':
      return advice(scene, asking().should, asking().shouldUnknown)
    case 'place':
      return view(scene, { about: asking().place, knownPool: asking().placeUnknown, strict: true })
    case 'moment':
      if (subject === THE_HOUR) return view(scene, { about: asking().moment, knownPool: asking().clock, strict: true })
      return view(scene, { about: asking().moment, knownPool: asking().momentUnknown, strict: true })
    case 'amount':
      return view(scene, { about: asking().amount, knownPool: asking().amountUnknown, strict: true })
    case 'whether':
    case 'choice':
      if (subject.deed && !scene.recalled.some((r) => r.closeness === 'about')) return habitual(scene)
      return view(scene, { about: asking().whether, knownPool: asking().whetherUnknown })
    case 'without':
      return supposed(scene, supposing().without)
    case 'purpose':
      return supposed(scene, supposing().purpose)
    case 'tell':
      return view(scene, { about: sayingOrNaming(scene), telling: views().telling, knownPool: views().tellUnknown })
    case 'statement':
      if (subject.owned && remembered(scene.recalled, 'about', false).length === 0) {
        return { beats: [beat(scene, sympathy().theirs)], owed: 1, tics: false }
      }
      return view(scene, {
        about: sayingOrNaming(scene),
        telling: views().telling,
        knownPool: sympathy().statementUnknown,
      })
    default:
      return view(scene, { about: sayingOrNaming(scene), telling: views().telling, knownPool: views().unknown })
  }
}
