import { contentStems } from '../words.ts'
import { laidOut, withPhrases } from './dressing.ts'
import { fillerFor, firstName, placeName } from './gaps.ts'
import { type Chance, DRAFTS_MAX, expand, pick } from './grammar.ts'
import type { LifeMaterial, MessageMaterial, Said, TurnMaterial } from './material.ts'
import { leaning, type MatterLine, type Move } from './matter.ts'
import { ownGaps } from './own-gaps.ts'
import { HELLO, LEAVING, placeLines, TURN_TO } from './place-talk.ts'
import { drawn, type Telling, told } from './post.ts'
import { type Heard, heard, reaction, shares, substance } from './reply.ts'
import * as frames from './reply-frames.ts'
import { sentences, type Unit } from './sentence.ts'
import { chosen, type LifeVoice, lifeVoice } from './voice.ts'

const LONGEST_TURN = 280
const LONGEST_MESSAGE = 500

const tellingOf = (
  life: LifeMaterial,
  voice: LifeVoice,
  rng: () => number,
  own: Readonly<Record<string, string | undefined>>,
): Telling => {
  const mind = ownGaps(life, voice, rng)
  return { voice, rng, fill: fillerFor(life, voice, rng, (gap) => own[gap] ?? mind(gap)), used: new Set() }
}

const spoken = (units: readonly Unit[], voice: LifeVoice, rng: () => number): string =>
  laidOut(withPhrases(sentences(units, voice, rng), voice, rng), voice, rng)

/** The last words that were somebody else's. */
const lastOther = (said: readonly Said[], self: string): Said | null =>
  said.findLast(({ name }) => name !== self) ?? null

const SAID_BACK: readonly (readonly MatterLine[])[] = [frames.AGREE, frames.ADD, frames.ASK, frames.DISAGREE]

const MOVES: readonly Move[] = ['saw', 'did', 'said', 'so', 'view']

function turn(material: TurnMaterial, voice: LifeVoice, rng: () => number): string | null {
  const { place, present, said, speaker } = material
  const last = lastOther(said, speaker.displayName)
  const others = present.filter((name) => name !== speaker.displayName)
  const listener = last?.name ?? (others.length === 0 ? null : pick(others, rng))
  const telling = tellingOf(material, voice, rng, {
    here: placeName(place),
    name: listener === null ? undefined : firstName(listener),
    part: material.moment.hour === undefined ? undefined : material.moment.hour < 12 ? 'morning' : 'evening',
  })
  const say = (lines: readonly MatterLine[], found: Heard | null): Unit[] => {
    const text = found === null ? tried(lines, telling, said) : reaction(lines, telling, found)
    return text === null ? [] : [{ move: 'raw', text }]
  }
  const units: Unit[] = []
  if (last === null) {
    if (rng() < 0.6) units.push(...say(HELLO, null))
    units.push(...say(placeLines(place), null))
    if (units.length < 2 || rng() < 0.5) {
      const move = pick(['saw', 'did', 'said'] as const, rng)
      const text = told(telling, drawn(voice.homes, rng).matter, move)
      if (text !== null) units.push({ move, text })
    }
    return units.length === 0 ? null : spoken(units, voice, rng)
  }
  const found = heard(voice, { to: last, earlier: said.filter((s) => s !== last) })
  if (material.leaving === true) {
    const goodbye = say(LEAVING, found)
    return goodbye.length === 0 ? null : spoken(goodbye, voice, rng)
  }
  const asked = /\?["”]?\s*$/.test(last.text)
  units.push(...say(asked ? frames.ABOUT : pick(SAID_BACK, rng), found))
  const roll = rng()
  if (roll < 0.3) units.push(...say(placeLines(place), null))
  else if (roll < 0.8) units.push(...substance(telling, found, MOVES, last.text))
  else if (others.length > 1) {
    const third = others.filter((name) => name !== last.name)
    const name = third.length === 0 ? null : firstName(pick(third, rng))
    if (name !== null)
      units.push(
        ...say(
          TURN_TO.map((l) => l),
          { ...found, to: name },
        ).map((u) => u),
      )
  }
  if (units.length === 0) return null
  return spoken(units.slice(0, 2), voice, rng)
}

/** Nobody remarks on the same kettle twice in one talk. */
const tried = (
  lines: readonly MatterLine[],
  { voice, rng, fill }: Telling,
  said: readonly Said[] = [],
): string | null => {
  for (let tries = 0; tries < 5; tries++) {
    const text = expand(chosen(voice, lines, rng)!.line, rng, fill)
    if (text !== null && !said.some((s) => s.text.toLowerCase().includes(text.slice(0, 16).toLowerCase()))) return text
  }
  return null
}

/** Drafts of one turn of a conversation, without end. */
export function* turnDrafts(material: TurnMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const last = lastOther(material.said, material.speaker.displayName)
  const about = last === null ? null : contentStems(`${last.text} ${material.place.label}`)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const text = turn(material, voice, chance(`turn ${n}`))
    if (text === null || text.length > LONGEST_TURN || voice.guard.quotes(text)) continue
    if (about === null || n > 5 || shares(text, about)) yield text
  }
}

const OPENING = leaning(`
  {name}, [a word in private|between ourselves|only you]: 
  {name}, [I did not want to say this on the board|I would rather you heard it from me|you will have guessed].
  [I have been meaning to write|I owe you a letter|This is not for the feed], {name}.
  {name}, [are you awake|have you a minute|is it a bad hour]?
`)
const WHY = leaning(`
  [You are the only one|I could not tell anybody else|You would see it at once].
  [Do not answer tonight|Say so if I am being foolish|Burn this if you like].
  [Come by|Meet me] {at}, [if you can|and say nothing|I will bring the lamp].
  [I miss|I could use|There is no substitute for] [your nonsense|a second pair of eyes|being contradicted by you].
  [How are you really|Is it true what they say|Have you slept]?
`)
const TO_RIVAL = leaning(`
  [I shall deny having written this|Do not frame it|This changes nothing between us].
  [You were right about one thing|I would sooner ask you than anybody|Nobody else argues properly].
`)
const CLOSING = leaning(`
  [Yours, more or less|Keep dry|Until tomorrow|Eat something].
  [Write when you can|Leave a note|No hurry|Tell nobody].
`)

function message(material: MessageMaterial, voice: LifeVoice, rng: () => number): string | null {
  const { to, earlier, speaker } = material
  const telling = tellingOf(material, voice, rng, { name: firstName(to.displayName) })
  const last = lastOther(earlier, speaker.displayName)
  const units: Unit[] = []
  const add = (text: string | null) => {
    if (text !== null) units.push({ move: 'raw', text: text.trim() })
  }
  if (last === null) {
    add(tried(OPENING, telling))
    const move = pick(['saw', 'did', 'said'] as const, rng)
    const text = told(telling, drawn(voice.homes, rng).matter, move)
    if (text !== null) units.push({ move, text })
    add(tried(to.type === 'rival' && rng() < 0.6 ? TO_RIVAL : WHY, telling))
  } else {
    const found = heard(voice, { to: last, earlier: earlier.filter((s) => s !== last) })
    const asked = /\?["”]?\s*$/.test(last.text)
    add(reaction(asked ? frames.ABOUT : pick([frames.AGREE, frames.WARM, frames.ADD, frames.ASK], rng), telling, found))
    if (rng() < 0.7) units.push(...substance(telling, found, MOVES, last.text))
    if (rng() < 0.4) add(tried(WHY, telling))
  }
  if (rng() < 0.2) add(tried(CLOSING, telling))
  return units.length === 0 ? null : spoken(units, voice, rng)
}

/** Drafts of one private message, without end. */
export function* messageDrafts(material: MessageMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const last = lastOther(material.earlier, material.speaker.displayName)
  const about = last === null ? null : contentStems(last.text)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const text = message(material, voice, chance(`message ${n}`))
    if (text === null || text.length > LONGEST_MESSAGE || voice.guard.quotes(text)) continue
    if (about === null || n > 5 || shares(text, about)) yield text
  }
}
