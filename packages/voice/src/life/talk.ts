// Turns of a conversation at a place, and private messages.
import { contentStems } from '../language/words.ts'
import { fromPhrases } from '../phrases.ts'
import { type Chance, DRAFTS_MAX, expand, pick } from './grammar.ts'
import { ownable } from './idiolect.ts'
import { type LifeMaterial, LONGEST, type MessageMaterial, type TurnMaterial, type Utterance } from './material.ts'
import { allLeaning, type MatterLine, type Move } from './matter.ts'
import { goodbye, NOTHING_LEFT, placeLines, placePhrases } from './place-talk.ts'
import { clauseOf, drawn, type Writing } from './post.ts'
import { type QuotableParts, quotableParts, reaction, replies, shares, substance } from './reply.ts'
import { laidOut, sentences, type Unit, withPhrases } from './sentence.ts'
import { fillerFor, firstName, ownSlots, placeName } from './slots.ts'
import { chosen, type LifeVoice, lifeVoice } from './voice.ts'

const frames = fromPhrases(({ life }) => ownable(allLeaning(life.messages), 'message '))

const tellingOf = (
  life: LifeMaterial,
  voice: LifeVoice,
  rng: () => number,
  own: Readonly<Record<string, string | undefined>>,
): Writing => {
  const mind = ownSlots(life, voice, rng)
  return { voice, rng, fill: fillerFor(life, voice, rng, (slot) => own[slot] ?? mind(slot)), used: new Set() }
}

const textOf = (units: readonly Unit[], voice: LifeVoice, rng: () => number): string =>
  units[0]!.move === 'raw' && voice.idiolect.written
    ? laidOut(sentences(units, voice, rng), voice, rng, true)
    : laidOut(withPhrases(sentences(units, voice, rng), voice, rng), voice, rng)

/** The last text by somebody else. */
const lastOther = (talk: readonly Utterance[], self: string): Utterance | null =>
  talk.findLast(({ name }) => name !== self) ?? null

/** A text to answer, with what can be said back to it; the same for every draft, so it is worked out once. */
interface Prompt {
  readonly last: Utterance
  readonly found: QuotableParts
}

function promptIn(talk: readonly Utterance[], voice: LifeVoice, self: string): Prompt | null {
  const last = lastOther(talk, self)
  return last === null
    ? null
    : { last, found: quotableParts(voice, { to: last, earlier: talk.filter((s) => s !== last) }) }
}

const REACTIONS = ['agree', 'add', 'ask', 'disagree'] as const

const MOVES: readonly Move[] = ['saw', 'did', 'said', 'so', 'view']

function turn(material: TurnMaterial, voice: LifeVoice, prompt: Prompt | null, rng: () => number): string | null {
  const { place, present, talk, speaker } = material
  const others = present.filter((name) => name !== speaker.displayName)
  const listener = prompt?.last.name ?? (others.length === 0 ? null : pick(others, rng))
  const writing = tellingOf(material, voice, rng, {
    here: placeName(place),
    name: listener === null ? undefined : firstName(listener),
    part: material.moment.hour === undefined ? undefined : material.moment.hour < 12 ? 'morning' : 'evening',
  })
  const say = (lines: readonly MatterLine[], found: QuotableParts | null): Unit[] => {
    const text = found === null ? newLine(lines, writing, talk) : reaction(lines, writing, found)
    return text === null ? [] : [{ move: 'raw', text }]
  }
  const units: Unit[] = []
  if (prompt === null) {
    if (rng() < 0.6) units.push(...say(placePhrases().hello, null))
    units.push(...say(placeLines(place), null))
    if (units.length < 2 || rng() < 0.5) {
      const move = pick(['saw', 'did', 'said'] as const, rng)
      const text = clauseOf(writing, drawn(voice.homes, rng).matter, move)
      if (text !== null) units.push({ move, text })
    }
    return units.length === 0 ? null : textOf(units, voice, rng)
  }
  const { last, found } = prompt
  const isQuestion = /\?["”]?\s*$/.test(last.text)
  units.push(...say(isQuestion ? replies().about : replies()[pick(REACTIONS, rng)], found))
  const roll = rng()
  if (roll < 0.3) units.push(...say(placeLines(place), null))
  else if (roll < 0.8) units.push(...substance(writing, found, MOVES, last.text))
  else if (others.length > 1) {
    const third = others.filter((name) => name !== last.name)
    const name = third.length === 0 ? null : firstName(pick(third, rng))
    if (name !== null) units.push(...say(placePhrases().turnTo, { ...found, to: name }))
  }
  if (units.length === 0) return null
  return textOf(units.slice(0, 2), voice, rng)
}

/** A line whose beginning is not in the talk yet, found in five tries. */
const newLine = (
  lines: readonly MatterLine[],
  { voice, rng, fill }: Writing,
  talk: readonly Utterance[] = [],
): string | null => {
  for (let tries = 0; tries < 5; tries++) {
    const text = expand(chosen(voice, lines, rng)!.line, rng, fill)
    if (text !== null && !talk.some((s) => s.text.toLowerCase().includes(text.slice(0, 16).toLowerCase()))) return text
  }
  return null
}

/** Drafts of a goodbye that draws on the talk and on what is next. */
function* goodbyes(material: TurnMaterial, voice: LifeVoice, prompt: Prompt | null, chance: Chance): Iterable<string> {
  // The place of the talk itself is not mentioned.
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
  const prompt = promptIn(material.talk, voice, material.speaker.displayName)
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
  const { opening, why, toRival, closing } = frames()
  const writing = tellingOf(material, voice, rng, { name: firstName(to.displayName) })
  const units: Unit[] = []
  const add = (text: string | null) => {
    if (text !== null) units.push({ move: 'raw', text: text.trim() })
  }
  if (prompt === null) {
    add(newLine(opening, writing))
    const move = pick(['saw', 'did', 'said'] as const, rng)
    const text = clauseOf(writing, drawn(voice.homes, rng).matter, move)
    if (text !== null) units.push({ move, text })
    add(newLine(to.type === 'rival' && rng() < 0.6 ? toRival : why, writing))
  } else {
    const { last, found } = prompt
    const isQuestion = /\?["”]?\s*$/.test(last.text)
    add(
      reaction(
        isQuestion ? replies().about : pick([replies().agree, replies().warm, replies().add, replies().ask], rng),
        writing,
        found,
      ),
    )
    if (rng() < 0.7) units.push(...substance(writing, found, MOVES, last.text))
    if (rng() < 0.4) add(newLine(why, writing))
  }
  if (rng() < 0.2) add(newLine(closing, writing))
  return units.length === 0 ? null : textOf(units, voice, rng)
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
