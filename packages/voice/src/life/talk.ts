import { contentStems } from '../language/words.ts'
import * as messageLines from '../lexicon/life/messages.ts'
import { laidOut, withPhrases } from './dressing.ts'
import { type Chance, DRAFTS_MAX, expand, pick } from './grammar.ts'
import { ownable } from './idiolect.ts'
import { LONGEST } from './kinds.ts'
import type { LifeMaterial, MessageMaterial, Said, TurnMaterial } from './material.ts'
import { allLeaning, type MatterLine, type Move } from './matter.ts'
import { ownSlots } from './own-slots.ts'
import { goodbye, NOTHING_LEFT } from './parting.ts'
import { HELLO, placeLines, TURN_TO } from './place-talk.ts'
import { clauseOf, drawn, type Writing } from './post.ts'
import { replies } from './replies.ts'
import { type Heard, heard, reaction, shares, substance } from './reply.ts'
import { sentences, type Unit } from './sentence.ts'
import { fillerFor, firstName, placeName } from './slots.ts'
import { chosen, type LifeVoice, lifeVoice } from './voice.ts'

const { OPENING, WHY, TO_RIVAL, CLOSING } = ownable(allLeaning(messageLines), 'message ')

const tellingOf = (
  life: LifeMaterial,
  voice: LifeVoice,
  rng: () => number,
  own: Readonly<Record<string, string | undefined>>,
): Writing => {
  const mind = ownSlots(life, voice, rng)
  return { voice, rng, fill: fillerFor(life, voice, rng, (slot) => own[slot] ?? mind(slot)), used: new Set() }
}

const spoken = (units: readonly Unit[], voice: LifeVoice, rng: () => number): string =>
  units[0]!.move === 'raw' && voice.idiolect.written
    ? laidOut(sentences(units, voice, rng), voice, rng, true)
    : laidOut(withPhrases(sentences(units, voice, rng), voice, rng), voice, rng)

/** The last text by somebody else. */
const lastOther = (said: readonly Said[], self: string): Said | null =>
  said.findLast(({ name }) => name !== self) ?? null

/** A text to answer, with what can be said back to it; the same for every draft, so it is worked out once. */
interface Prompt {
  readonly last: Said
  readonly found: Heard
}

function promptIn(said: readonly Said[], voice: LifeVoice, self: string): Prompt | null {
  const last = lastOther(said, self)
  return last === null ? null : { last, found: heard(voice, { to: last, earlier: said.filter((s) => s !== last) }) }
}

const SAID_BACK: readonly (readonly MatterLine[])[] = [replies.AGREE, replies.ADD, replies.ASK, replies.DISAGREE]

const MOVES: readonly Move[] = ['saw', 'did', 'said', 'so', 'view']

function turn(material: TurnMaterial, voice: LifeVoice, prompt: Prompt | null, rng: () => number): string | null {
  const { place, present, said, speaker } = material
  const others = present.filter((name) => name !== speaker.displayName)
  const listener = prompt?.last.name ?? (others.length === 0 ? null : pick(others, rng))
  const writing = tellingOf(material, voice, rng, {
    here: placeName(place),
    name: listener === null ? undefined : firstName(listener),
    part: material.moment.hour === undefined ? undefined : material.moment.hour < 12 ? 'morning' : 'evening',
  })
  const say = (lines: readonly MatterLine[], found: Heard | null): Unit[] => {
    const text = found === null ? newLine(lines, writing, said) : reaction(lines, writing, found)
    return text === null ? [] : [{ move: 'raw', text }]
  }
  const units: Unit[] = []
  if (prompt === null) {
    if (rng() < 0.6) units.push(...say(HELLO, null))
    units.push(...say(placeLines(place), null))
    if (units.length < 2 || rng() < 0.5) {
      const move = pick(['saw', 'did', 'said'] as const, rng)
      const text = clauseOf(writing, drawn(voice.homes, rng).matter, move)
      if (text !== null) units.push({ move, text })
    }
    return units.length === 0 ? null : spoken(units, voice, rng)
  }
  const { last, found } = prompt
  const asked = /\?["”]?\s*$/.test(last.text)
  units.push(...say(asked ? replies.ABOUT : pick(SAID_BACK, rng), found))
  const roll = rng()
  if (roll < 0.3) units.push(...say(placeLines(place), null))
  else if (roll < 0.8) units.push(...substance(writing, found, MOVES, last.text))
  else if (others.length > 1) {
    const third = others.filter((name) => name !== last.name)
    const name = third.length === 0 ? null : firstName(pick(third, rng))
    if (name !== null) units.push(...say(TURN_TO, { ...found, to: name }))
  }
  if (units.length === 0) return null
  return spoken(units.slice(0, 2), voice, rng)
}

/** A line whose beginning is not in the talk yet, found in five tries. */
const newLine = (
  lines: readonly MatterLine[],
  { voice, rng, fill }: Writing,
  said: readonly Said[] = [],
): string | null => {
  for (let tries = 0; tries < 5; tries++) {
    const text = expand(chosen(voice, lines, rng)!.line, rng, fill)
    if (text !== null && !said.some((s) => s.text.toLowerCase().includes(text.slice(0, 16).toLowerCase()))) return text
  }
  return null
}

/** Drafts of a goodbye that draws on the talk and on what is next. */
function* goodbyes(material: TurnMaterial, voice: LifeVoice, prompt: Prompt | null, chance: Chance): Iterable<string> {
  // Where everybody sits is nobody's news.
  const here = placeName(material.place).toLowerCase()
  const isElsewhere = ({ the }: { readonly the: string }) => !here.includes(the.toLowerCase().replace(/^the /u, ''))
  const found = prompt === null ? null : { ...prompt.found, echoes: prompt.found.echoes.filter(isElsewhere) }
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const rng = chance(`goodbye ${n}`)
    const { fill } = tellingOf(material, voice, rng, {
      here: placeName(material.place),
      part: material.moment.hour === undefined ? undefined : material.moment.hour < 12 ? 'morning' : 'evening',
    })
    const parts = goodbye({ parting: material.parting ?? NOTHING_LEFT, voice, found, fill }, n, rng)
    const text = parts === null ? null : laidOut(parts, voice, rng, true)
    if (text !== null && text.length <= LONGEST.turn && !voice.guard.quotes(text)) yield text
  }
}

/** Drafts of one turn of a conversation. */
export function* turnDrafts(material: TurnMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const prompt = promptIn(material.said, voice, material.speaker.displayName)
  if (material.leaving === true) {
    yield* goodbyes(material, voice, prompt, chance)
    return
  }
  const about = prompt === null ? null : contentStems(`${prompt.last.text} ${material.place.label}`)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const text = turn(material, voice, prompt, chance(`turn ${n}`))
    if (text === null || text.length > LONGEST.turn || voice.guard.quotes(text)) continue
    if (about === null || n > 5 || shares(text, about)) yield text
  }
}

function message(material: MessageMaterial, voice: LifeVoice, prompt: Prompt | null, rng: () => number): string | null {
  const { to } = material
  const writing = tellingOf(material, voice, rng, { name: firstName(to.displayName) })
  const units: Unit[] = []
  const add = (text: string | null) => {
    if (text !== null) units.push({ move: 'raw', text: text.trim() })
  }
  if (prompt === null) {
    add(newLine(OPENING, writing))
    const move = pick(['saw', 'did', 'said'] as const, rng)
    const text = clauseOf(writing, drawn(voice.homes, rng).matter, move)
    if (text !== null) units.push({ move, text })
    add(newLine(to.type === 'rival' && rng() < 0.6 ? TO_RIVAL : WHY, writing))
  } else {
    const { last, found } = prompt
    const asked = /\?["”]?\s*$/.test(last.text)
    add(
      reaction(
        asked ? replies.ABOUT : pick([replies.AGREE, replies.WARM, replies.ADD, replies.ASK], rng),
        writing,
        found,
      ),
    )
    if (rng() < 0.7) units.push(...substance(writing, found, MOVES, last.text))
    if (rng() < 0.4) add(newLine(WHY, writing))
  }
  if (rng() < 0.2) add(newLine(CLOSING, writing))
  return units.length === 0 ? null : spoken(units, voice, rng)
}

/** Drafts of one private message. */
export function* messageDrafts(material: MessageMaterial, chance: Chance): Iterable<string> {
  const voice = lifeVoice(material)
  const prompt = promptIn(material.earlier, voice, material.speaker.displayName)
  const about = prompt === null ? null : contentStems(prompt.last.text)
  for (let n = 0; n < DRAFTS_MAX; n++) {
    const text = message(material, voice, prompt, chance(`message ${n}`))
    if (text === null || text.length > LONGEST.message || voice.guard.quotes(text)) continue
    if (about === null || n > 5 || shares(text, about)) yield text
  }
}
