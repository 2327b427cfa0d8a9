import { type Subject, THE_HOUR } from '../language/subject.ts'
import { capitalise, contentStems, isGeneric, kinOf, lowerFirst, stem } from '../language/words.ts'
import { TRADE_WORDS } from '../speaker/trades.ts'
import { choice } from './choices.ts'
import type { Beat, Slots } from './compose.ts'
import type { Pool } from './frame.ts'
import { mood } from './moods.ts'
import { asking, declining, following, remembering, social, supposing, sympathy, views } from './pools.ts'
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

interface Pools {
  /** Frames for a belief about the subject. */
  readonly about: Pool
  /** Frames for an episode about it. */
  readonly told?: Pool
  readonly unknown: Pool
  /** The question asks for one fact (a place, a number): a view on something near it is no answer. */
  readonly strict?: boolean
}

/** The usual plan. In order: a line about the subject, a stance, a question about it, a line beside it, or that nothing is known. */
function view(scene: Scene, pools: Pools): Plan {
  const { voice, subject } = scene
  const strict = pools.strict === true
  const side = strict ? null : stance(scene)
  const about = remembered(scene.recalled, 'about', false)
  const spoken = speak(scene, about)
  if (spoken !== null) {
    const told = spoken.line.source !== 'belief'
    const second = remembered(scene.recalled, 'about', true).filter((line) => line !== spoken.line)
    const also = voice.rng() < 0.4 ? speak(scene, second) : null
    const extra = side ?? (also === null ? null : beat(scene, views.ALSO, also.slots))
    const first = beat(scene, told ? (pools.told ?? pools.about) : pools.about, spoken.slots)
    return {
      beats: [first, ...present([extra]), ...after(scene, spoken.line, extra === null)],
      owed: extra === null ? 1 : 2,
      tics: true,
    }
  }
  if (side !== null)
    return { beats: [beat(scene, views.ARGUED_ABOUT), side, ...after(scene, null, true)], owed: 2, tics: true }
  if (strict) return unknown(scene, pools.unknown)
  const asked = subject?.named === true || voice.rng() < 0.65 ? ownQuestion(scene, subject) : null
  if (asked !== null) return { beats: [{ ...asked, pool: views.OPEN_ABOUT }], owed: 1, tics: false }
  const near = speak(scene, remembered(scene.recalled, 'beside', true))
  const tradeStems = new Set(TRADE_WORDS[voice.manner.trade].words.split(' ').map(stem))
  const ofTrade = subject?.stems.some((s) => tradeStems.has(s)) === true
  if (near !== null && ofTrade) {
    return { beats: [beat(scene, views.NAMING, near.slots), ...after(scene, near.line, true)], owed: 1, tics: true }
  }
  const field = fieldOf(scene)
  if (field !== undefined) {
    const second =
      near !== null ? beat(scene, views.ALSO, near.slots) : ofTrade ? tradeBeat(scene, 'counsel') : askBack(scene)
    return { beats: [beat(scene, field.against ? asking.LIKING_NO : views.OWN_FIELD), second], owed: 2, tics: true }
  }
  if (near !== null && (pools.unknown === views.UNKNOWN || pools.unknown === views.TELL_UNKNOWN)) {
    return { beats: [beat(scene, views.BESIDE, near.slots), ...after(scene, near.line, true)], owed: 1, tics: true }
  }
  return unknown(scene, pools.unknown)
}

/** Whether everybody knows the subject (rain, money), so that no speaker may claim not to. */
const isEveryday = (subject: Subject | null): boolean =>
  subject !== null && !subject.deed && subject.stems.some((s) => kinOf(s) !== undefined || isGeneric(s))

/** The plan for a subject of which nothing is known: a general rule, or a plain no and a question or an offer. */
function unknown(scene: Scene, pool: Pool): Plan {
  const { voice, subject } = scene
  const plain = pool === views.UNKNOWN || pool === views.TELL_UNKNOWN
  const named = subject?.named === true && plain
  const open = (plain && !named) || pool === sympathy.STATEMENT_UNKNOWN
  const rule =
    open &&
    subject?.owned !== true &&
    voice.rng() < (isEveryday(subject) ? 0.95 : scene.question.kind === 'opinion' ? 0.75 : 0.45)
      ? maxim(scene)
      : null
  if (rule !== null) {
    const lens = isEveryday(subject) ? views.LENS_EVERYDAY : views.LENS
    return { beats: [beat(scene, lens, rule.slots), ...after(scene, rule.line, true)], owed: 1, tics: true }
  }
  const first = named ? views.UNKNOWN_NAME : pool
  const offers = !named && (plain || pool === asking.LIKING_UNKNOWN)
  const related = ownQuestion(scene, subject)
  if (related !== null && voice.rng() < 0.6) return { beats: [beat(scene, first), related], owed: 2, tics: false }
  const roll = voice.rng()
  const next =
    roll < 0.35
      ? ownQuestion(scene, null)
      : roll < 0.65
        ? offers
          ? null
          : beat(scene, declining.OFFER)
        : askBack(scene)
  return {
    beats: present([beat(scene, first), next ?? (offers && roll > 0.5 ? null : askBack(scene))]),
    owed: 2,
    tics: false,
  }
}

/** Frames that name the subject before the line, or (a little more often) the line alone. */
const sayingOrNaming = (scene: Scene): Pool => (scene.voice.rng() < 0.55 ? views.SAYING : views.NAMING)

function mind(scene: Scene): Beat {
  const line = anyLine(scene)
  return line === null ? beat(scene, social.BUSY_WITH) : beat(scene, social.ON_MY_MIND, line)
}

function followUp(scene: Scene, withLine: Pool, bare: Pool | null): Plan {
  const about = scene.recalled.filter((r) => r.closeness === 'about').map((r) => r.line)
  const rest = scene.question.kind === 'disagree' ? [] : remembered(scene.recalled, 'beside', true)
  const again = scene.question.kind === 'disagree' || scene.question.kind === 'meaning' ? scene.said : []
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
    return { beats: present([ownQuestion(scene, null), beat(scene, social.BUSY_WITH)]), owed: 1, tics: false }
  return { beats: present([beat(scene, withLine, any), ownQuestion(scene, null)]), owed: 1, tics: true }
}

/** The plan for a question about the speaker's own life. */
const aboutSelf = (scene: Scene): Plan => ({
  beats: present([mind(scene), ownQuestion(scene, null) ?? beat(scene, social.BUSY_WITH)]),
  owed: 2,
  tics: false,
})

const counselled = (scene: Scene): Slots => {
  const { counsel } = TRADE_WORDS[scene.voice.manner.trade]
  const text = counsel[Math.floor(scene.voice.rng() * counsel.length)]!
  return { C: text, c: lowerFirst(text) }
}

function advice(scene: Scene, known: Pool, unknownPool: Pool): Plan {
  const pick = speak(scene, remembered(scene.recalled, 'about', true))
  const ask = beat(scene, asking.ASK_MORE)
  if (pick !== null)
    return { beats: [beat(scene, known, pick.slots), tradeBeat(scene, 'counsel'), ask], owed: 2, tics: true }
  const also = speak(scene, remembered(scene.recalled, 'beside', true))
  const second = also === null ? ask : beat(scene, views.ALSO, also.slots)
  return { beats: [beat(scene, unknownPool, counselled(scene)), second, ask], owed: 2, tics: true }
}

const THE_TALK_ITSELF = /^(?:our|the|that|my|any)\b.*\b(?:talks?|conversations?|chats?)$/i

/** The plan for `do you remember our last talk`: the answer names the subject of that talk. */
function rememberTalking(scene: Scene): Plan | null {
  const [last] = scene.material.continuity
  if (last === undefined || !THE_TALK_ITSELF.test(scene.subject?.text ?? '')) return null
  const topics = /to do with (.+)$/.exec(last)?.[1]
  const said =
    topics === undefined
      ? beat(scene, remembering.REMEMBER_TALKING)
      : beat(scene, remembering.REMEMBER_TALK, { x: topics, X: capitalise(topics) })
  return { beats: [said, beat(scene, remembering.GO_ON)], owed: 2, tics: true }
}

function remember(scene: Scene): Plan {
  const { subject, material } = scene
  const talking = rememberTalking(scene)
  if (talking !== null) return talking
  const talked =
    subject !== null && material.continuity.slice(0, 20).some((c) => subject.stems.every((s) => contentStems(c).has(s)))
  if (!talked) return view(scene, { about: remembering.REMEMBER, unknown: remembering.REMEMBER_UNKNOWN, strict: true })
  const pick = speak(
    scene,
    scene.recalled.filter((r) => r.closeness === 'about').map((r) => r.line),
  )
  const more = pick === null ? tradeBeat(scene, 'asks') : beat(scene, following.MORE, pick.slots)
  return { beats: [beat(scene, remembering.REMEMBER_TALK), more], owed: 2, tics: true }
}

function liking(scene: Scene): Plan {
  const field = fieldOf(scene)
  if (field === undefined)
    return view(scene, { about: sayingOrNaming(scene), told: views.TELLING, unknown: asking.LIKING_UNKNOWN })
  const about = scene.recalled.filter((r) => r.closeness === 'about').map((r) => r.line)
  const pick = speak(scene, about)
  const second = pick === null ? tradeBeat(scene, 'remarks') : beat(scene, following.MORE, pick.slots)
  return {
    beats: [
      beat(scene, field.against ? asking.LIKING_NO : asking.LIKING_YES),
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
        : beat(scene, sympathy.ABOUT_IT)
      : beat(scene, views.NAMING, pick.slots)
  return { beats: present([beat(scene, sympathy.JOY), second]), owed: 2, tics: false }
}

const habitual = (scene: Scene): Plan => ({
  beats: present([beat(scene, asking.HABIT), scene.voice.rng() < 0.6 ? beat(scene, asking.DO_YOU) : null]),
  owed: 2,
  tics: false,
})

/** A supposition first, then a line of the speaker's own or a rule. */
function supposed(scene: Scene, first: Pool): Plan {
  const about = speak(scene, remembered(scene.recalled, 'about', true))
  const wide = about === null && scene.voice.rng() < 0.6 ? maxim(scene) : null
  const second =
    about !== null
      ? beat(scene, following.MORE, about.slots)
      : wide !== null
        ? beat(scene, supposing.RULE, wide.slots)
        : askBack(scene)
  return { beats: [beat(scene, first), second], owed: 2, tics: true }
}

function favourite(scene: Scene): Plan {
  const pick = speak(scene, remembered(scene.recalled, 'about', true))
  const second = pick === null ? beat(scene, asking.AND_YOURS) : beat(scene, following.MORE, pick.slots)
  return { beats: [beat(scene, asking.FAVOURITE), second], owed: 2, tics: false }
}

const declined = (scene: Scene, first: Pool): Plan => ({
  beats: [beat(scene, first), beat(scene, declining.OFFER)],
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
      return two(again ? social.GREETING_AGAIN : social.GREETING, next)
    }
    case 'thanks':
      return two(social.THANKS, voice.rng() < 0.5 ? beat(scene, social.PARTING) : ownQuestion(scene, null))
    case 'newcomer':
      return two(social.NEWCOMER, beat(scene, social.BEGIN_WITH))
    case 'apprentice':
      return two(asking.APPRENTICE, beat(scene, asking.FIRST_LESSON, counselled(scene)))
    case 'best':
      return two(asking.BEST, voice.rng() < 0.5 ? mind(scene) : beat(scene, asking.AND_YOURS))
    case 'farewell':
      return two(social.FAREWELL, beat(scene, social.PARTING))
    case 'identity':
      return two(social.IDENTITY, mind(scene))
    case 'nature':
      return two(social.NATURE, voice.rng() < 0.6 ? beat(scene, social.BUSY_WITH) : null)
    case 'mood':
      return mood(scene)
    case 'feeling': {
      const felt = mood(scene)
      const first = beat(scene, social.FEELING, { f: question.rest, F: capitalise(question.rest) })
      return { ...felt, beats: [first, ...felt.beats.slice(0, 2)] }
    }
    case 'lately':
      return aboutSelf(scene)
    case 'reveal':
      return two(declining.REVEAL, voice.rng() < 0.4 ? ownQuestion(scene, null) : null)
    case 'act':
      return declined(scene, declining.ACT)
    case 'make': {
      if (subject === null) return declined(scene, declining.MAKE_BARE)
      const line = speak(scene, remembered(scene.recalled, 'about', true))
      if (line === null) return { beats: [beat(scene, declining.MAKE_BARE), askBack(scene)], owed: 2, tics: false }
      return two(declining.MAKE, beat(scene, views.SAYING, line.slots))
    }
    case 'sorrow':
      return two(
        sympathy.SORROW,
        beat(scene, subject === null || isFelt(subject) ? sympathy.COMFORT : sympathy.CONSOLE),
      )
    case 'joy':
      return joy(scene)
    case 'praise':
      return two(sympathy.PRAISE, mind(scene))
    case 'insult':
      return two(sympathy.INSULT, beat(scene, declining.OFFER))
    case 'unclear':
      return two(declining.UNCLEAR, beat(scene, declining.OFFER))
    case 'foreign':
      return two(declining.FOREIGN, beat(scene, declining.OFFER))
    case 'more':
      return followUp(scene, following.MORE, null)
    case 'reason':
      return followUp(scene, following.REASON, following.REASON_BARE)
    case 'meaning':
      return followUp(scene, following.MEANING, null)
    case 'agree':
      return followUp(scene, following.AGREE, null)
    case 'disagree':
      return followUp(scene, following.DISAGREE, following.DISAGREE_BARE)
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
    return { beats: present([beat(scene, declining.POINTLESS), ownQuestion(scene, null)]), owed: 1, tics: false }
  }
  switch (question.kind) {
    case 'liking':
      return liking(scene)
    case 'favourite':
      return favourite(scene)
    case 'remember':
      return remember(scene)
    case 'why':
      return view(scene, { about: asking.WHY, unknown: asking.WHY_UNKNOWN, strict: true })
    case 'how':
      if (subject.deed) return advice(scene, asking.HOW, asking.HOW_UNKNOWN)
      return view(scene, { about: sayingOrNaming(scene), told: views.TELLING, unknown: views.UNKNOWN })
    case 'should':
      return advice(scene, asking.SHOULD, asking.SHOULD_UNKNOWN)
    case 'place':
      return view(scene, { about: asking.PLACE, unknown: asking.PLACE_UNKNOWN, strict: true })
    case 'moment':
      if (subject === THE_HOUR) return view(scene, { about: asking.MOMENT, unknown: asking.CLOCK, strict: true })
      return view(scene, { about: asking.MOMENT, unknown: asking.MOMENT_UNKNOWN, strict: true })
    case 'amount':
      return view(scene, { about: asking.AMOUNT, unknown: asking.AMOUNT_UNKNOWN, strict: true })
    case 'whether':
    case 'choice':
      if (subject.deed && !scene.recalled.some((r) => r.closeness === 'about')) return habitual(scene)
      return view(scene, { about: asking.WHETHER, unknown: asking.WHETHER_UNKNOWN })
    case 'without':
      return supposed(scene, supposing.WITHOUT)
    case 'purpose':
      return supposed(scene, supposing.PURPOSE)
    case 'tell':
      return view(scene, { about: sayingOrNaming(scene), told: views.TELLING, unknown: views.TELL_UNKNOWN })
    case 'statement':
      if (subject.owned && remembered(scene.recalled, 'about', false).length === 0) {
        return { beats: [beat(scene, sympathy.THEIRS)], owed: 1, tics: false }
      }
      return view(scene, { about: sayingOrNaming(scene), told: views.TELLING, unknown: sympathy.STATEMENT_UNKNOWN })
    default:
      return view(scene, { about: sayingOrNaming(scene), told: views.TELLING, unknown: views.UNKNOWN })
  }
}
