// The subject of a sentence: names, noun phrases and deeds.

import * as english from '../english/clauses.ts'
import { gerund, isBase, isVerbAt, mayBeVerb } from './verbs.ts'
import {
  DETERMINERS,
  GENERIC,
  isGeneric,
  isPlural,
  kinOf,
  namesMachinery,
  STOP,
  stem,
  straighten,
  wordSet,
} from './words.ts'

/** Names as the speaker's own texts spell them, keyed by their lower-case form. */
export type Names = ReadonlyMap<string, string>

/** Words found with a capital inside a sentence, and words found without one. */
export interface NameBook {
  readonly proper: ReadonlyMap<string, string>
  readonly common: ReadonlySet<string>
}

export function readNames(texts: readonly string[], before?: NameBook): NameBook {
  const proper = new Map(before?.proper)
  const common = new Set(before?.common)
  for (const text of texts) {
    let starts = true
    for (const m of straighten(text).matchAll(/(\p{L}+(?:-\p{L}+)*)([^\p{L}]*)/gu)) {
      const word = m[1]!
      const low = word.toLowerCase()
      if (word === low) common.add(low)
      else if (!starts && word.length > 2 && word !== word.toUpperCase() && !STOP.has(low)) proper.set(low, word)
      // After a full stop, a colon or an opening quotation mark a capital is no sign of a name.
      starts = /[.!?:\n“"(]/.test(m[2]!)
    }
  }
  return { proper, common }
}

/** A word found both ways is a name only within its phrase (`the Cut`), so it is left as it is spelled. */
export const namesOf = ({ proper, common }: NameBook): Names => new Map([...proper].filter(([low]) => !common.has(low)))

/** The subject of a turn, in words that can be said back. */
export interface Subject {
  /** As it stands inside a sentence: `the flood`, `wet string`, `Pella`. */
  readonly text: string
  /** The shortest form that still names it. */
  readonly head: string
  readonly stems: readonly string[]
  readonly plural: boolean
  /** A name. It may be a person's or a place's, so no pronoun replaces it. */
  readonly proper: boolean
  /** Spelled as a name throughout, with or without an article: `the Town Hall`. */
  readonly named: boolean
  /** A deed: `breaking a rule`. */
  readonly deed: boolean
  /** Begins with `my` or `your`, already swapped to the speaker's side. */
  readonly owned: boolean
}

interface Token {
  readonly raw: string
  readonly low: string
  /** A sign other than a space follows: no phrase continues past it. */
  readonly ends: boolean
}

const tokenise = (text: string): Token[] =>
  [...straighten(text).matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu)].map((m) => {
    const next = m.input.slice(m.index + m[0].length, m.index + m[0].length + 1)
    return { raw: m[0], low: m[0].toLowerCase(), ends: next !== '' && !/\s/.test(next) }
  })

const HELPERS = wordSet(english.HELPERS)
const LINKS = wordSet(english.LINKS)
const DROPPED = wordSet(english.DROPPED)
const FLAT = wordSet(english.FLAT)
const MODIFIERS = wordSet(english.MODIFIERS)
const DOERS = wordSet(english.DOERS)
const SKIPPED = wordSet(english.SKIPPED)
const BREAKS = wordSet(english.BREAKS)
const SWAPPED = new Map(Object.entries(english.SWAPPED))
const OWNERS: ReadonlyMap<string, string> = new Map([
  ['my', 'your'],
  ['your', 'my'],
])

const MAX_WORDS = 6

/** The subject of `what time is it`. */
export const THE_HOUR: Subject = {
  text: 'the hour',
  head: 'the hour',
  stems: ['hour'],
  plural: false,
  proper: false,
  named: false,
  deed: false,
  owned: false,
}

interface Chunk {
  readonly words: string[]
  readonly head: string
  readonly at: number
  readonly determiner: string
  readonly proper: boolean
}

const helped = (lows: readonly string[], before: number): boolean => lows.slice(0, before).some((w) => HELPERS.has(w))

const isContent = (tokens: readonly Token[], lows: readonly string[], i: number): boolean => {
  const low = tokens[i]?.low
  return low !== undefined && !STOP.has(low) && !isVerbAt(lows, i) && low.length < 30
}

function chunks(tokens: readonly Token[], names: Names, inner: boolean): Chunk[] {
  const lows = tokens.map((t) => t.low)
  const found: Chunk[] = []
  const dress = (i: number): string => {
    const { raw, low } = tokens[i]!
    const name = names.get(low) ?? (low.endsWith("'s") ? names.get(low.slice(0, -2))?.concat("'s") : undefined)
    // A common word keeps its lower case: `the bell` need not be the bell of a name such as `the Bell Rule`.
    if (name !== undefined && (raw !== low || kinOf(stem(low)) === undefined)) return name
    const starts = (i === 0 && !inner) || (i > 0 && tokens[i - 1]!.ends && !/^\p{Lu}/u.test(tokens[i - 1]!.raw))
    return starts && raw !== raw.toUpperCase() ? low : raw
  }
  for (let i = 0; i < tokens.length; i++) {
    let at = i
    let determiner = ''
    if (DETERMINERS.has(lows[at]!) && !tokens[at]!.ends) determiner = lows[at++]!
    const words: string[] = []
    if (determiner !== '' && MODIFIERS.has(lows[at] ?? '') && isContent(tokens, lows, at + 1)) words.push(lows[at++]!)
    if (!isContent(tokens, lows, at)) continue
    let head = ''
    const take = () => {
      while (words.length < MAX_WORDS && isContent(tokens, lows, at)) {
        head = dress(at)
        words.push(head)
        if (tokens[at++]!.ends) return false
      }
      return true
    }
    let open = take()
    // `does the festival start`, `is Pella angry`: the last word of such a run is the predicate.
    while (words.length > 1 && ((helped(lows, i) && isBase(words.at(-1)!)) || FLAT.has(words.at(-1)!.toLowerCase()))) {
      words.pop()
      head = words.at(-1)!
      open = false
    }
    const firstHead = head
    if (open && words.length < MAX_WORDS - 1 && LINKS.has(lows[at] ?? '')) {
      const determined = DETERMINERS.has(lows[at + 1] ?? '') ? 1 : 0
      const ending = isContent(tokens, lows, at + 1 + determined)
      // `bread and the flood` names two subjects; only bare pairs (`salt and thrift`) are one.
      if (ending && !(lows[at] === 'and' && determined === 1)) {
        words.push(lows[at]!)
        if (determined === 1) words.push(OWNERS.get(lows[at + 1]!) ?? lows[at + 1]!)
        at += 1 + determined
        take()
      }
    }
    const proper = words.every((w) => /^\p{Lu}/u.test(w)) && determiner === ''
    found.push({ words, head: firstHead, at: i, determiner, proper })
    i = Math.max(i, at - 1)
  }
  return found
}

const weight = (chunk: Chunk, index: number, knownStems: ReadonlySet<string>, first: boolean): number => {
  const stems = chunk.words.filter((w) => !STOP.has(w.toLowerCase())).map(stem)
  let score = -index * 0.3
  if (index === 0) score += first ? 3 : 0.8
  if (stems.some((s) => knownStems.has(s) && !isGeneric(s))) score += 2
  else if (stems.some((s) => kinOf(s) !== undefined)) score += 1
  if (chunk.proper) score += 0.8
  if (GENERIC.has(chunk.head.toLowerCase())) score -= 2
  if (chunk.determiner === '' && chunk.words.every((w) => FLAT.has(w.toLowerCase()))) score -= 3
  return score
}

const asSubject = (chunk: Chunk): Subject | null => {
  const owner = OWNERS.get(chunk.determiner)
  const article = owner ?? (DROPPED.has(chunk.determiner) ? '' : chunk.determiner)
  // `that street` becomes `the street`.
  const pointed = /^(?:this|that|another)$/.test(chunk.determiner) ? 'the' : article
  const text = `${pointed === '' ? '' : `${pointed} `}${chunk.words.join(' ')}`
  if (namesMachinery(text) || !/\p{L}{2}/u.test(text) || /\d{4}/.test(text)) return null
  const paired = chunk.words.includes('and')
  const headAt = chunk.words.indexOf(chunk.head)
  const shortWords = chunk.words.slice(Math.max(0, headAt - 1), headAt + 1)
  return {
    text,
    head: `${pointed === '' ? '' : `${pointed} `}${shortWords.join(' ')}`,
    stems: chunk.words.filter((w) => !STOP.has(w.toLowerCase())).map(stem),
    plural: paired || (isPlural(chunk.head) && !/ing$/.test(chunk.words[0]!) && !chunk.proper),
    proper: chunk.proper,
    named: chunk.words.every((w) => STOP.has(w) || /^\p{Lu}/u.test(w)),
    deed: false,
    owned: owner !== undefined,
  }
}

/**
 * The phrase a turn is about. With `first` it is the first one, since the asking words end right before it (`what do you
 * think of …`); otherwise the one nearest to what the speaker knows. `inner` says that the text was cut from inside a
 * sentence, so that its first capital means a name.
 */
export function subjectOf(
  text: string,
  names: Names,
  knownStems: ReadonlySet<string>,
  { first = false, inner = false }: { readonly first?: boolean; readonly inner?: boolean },
): Subject | null {
  const tokens = tokenise(text).slice(0, 120)
  const ranked = chunks(tokens, names, inner)
    .map((chunk, index) => ({ chunk, score: weight(chunk, index, knownStems, first) }))
    .sort((a, b) => b.score - a.score)
  for (const { chunk } of ranked) {
    if (chunk.determiner === '' && chunk.words.every((w) => FLAT.has(w.toLowerCase()))) continue
    const subject = asSubject(chunk)
    if (subject !== null) return subject
  }
  return null
}

const MAX_DEED = 8

/**
 * The deed a question is about, as a noun phrase: `how do I break a rule` is about breaking a rule, `why do people slow
 * down at corners` about people slowing down at corners.
 */
export function deedOf(text: string, names: Names, inner: boolean): Subject | null {
  const tokens = tokenise(text).slice(0, 40)
  const lows = tokens.map((t) => t.low)
  let at = 0
  while (at < lows.length && (HELPERS.has(lows[at]!) || SKIPPED.has(lows[at]!))) at += 1
  const helped = at > 0 && lows.slice(0, at).some((w) => HELPERS.has(w))
  const doer: string[] = []
  if (DOERS.has(lows[at] ?? '')) at += 1
  else if (helped && !mayBeVerb(lows[at] ?? '')) {
    // The subject is a name or a noun: it is part of the phrase, up to the verb.
    while (at < lows.length && doer.length < 4 && !(doer.length > 0 && mayBeVerb(lows[at]!)) && !tokens[at]!.ends) {
      doer.push(names.get(lows[at]!) ?? (inner || at > 0 ? tokens[at]!.raw : lows[at]!))
      at += 1
    }
    if (doer.length === 0 || STOP.has(doer.at(-1)!.toLowerCase())) return null
  }
  while (SKIPPED.has(lows[at] ?? '') || HELPERS.has(lows[at] ?? '')) at += 1
  const verb = lows[at]
  if (verb === undefined || !/^[a-z]{2,14}$/.test(verb) || (STOP.has(verb) && !mayBeVerb(verb))) return null
  if (!mayBeVerb(verb) && (doer.length > 0 || /(?:ing|ed|ly|tion|s)$/.test(verb))) return null
  const words = [...doer, gerund(verb)]
  const verbPhrase = [verb]
  let open = !tokens[at]!.ends
  for (at += 1; open && at < tokens.length && !BREAKS.has(lows[at]!); at++) {
    const low = lows[at]!
    if (words.length >= MAX_DEED) return null
    words.push(SWAPPED.get(low) ?? (low === 'you' ? 'me' : low === 'i' ? 'I' : (names.get(low) ?? tokens[at]!.raw)))
    verbPhrase.push(low)
    open = !tokens[at]!.ends
  }
  while (/^(?:and|the|a|to|of|in|it|then|today|now|please|again|first)$/i.test(words.at(-1)!) && words.length > 1)
    words.pop()
  const phrase = words.join(' ')
  const stems = [...doer.map((w) => w.toLowerCase()), ...verbPhrase].filter((w) => !STOP.has(w)).map(stem)
  if (stems.length === 0 || namesMachinery(phrase) || /\d{4}/.test(phrase)) return null
  return {
    text: phrase,
    head: words.slice(0, 3).join(' '),
    stems,
    plural: false,
    proper: false,
    named: false,
    deed: true,
    owned: false,
  }
}
