// Leak guard: finds parts of the prompt or persona in an answer, in any spelling.
import { boundedMap } from '../../platform/cache/content-cache.ts'
import { yieldToEventLoop } from '../../platform/core/event-loop-budget.ts'
import { CHARS_MAX, DECODERS, pigLatinLetters } from './leak-decoders.ts'
import { consonantsOf, lettersOf, rotatedWords, singlesOf, stepsOf, wordsOf } from './leak-spellings.ts'

/** Consecutive letters that answer and secret share: about three words, too many for a coincidence. */
const RUN = 16
/** Without vowels or as steps a run carries less information, so it must be longer. */
const BARE_RUN = 14
const STEP_RUN = 18
/** Consecutive words of the secret in the same order, with up to this many other words between each two. */
const GAPPED_WORDS = 6
const GAPPED_LETTERS = 22
const GAP_MAX = 4
/** A word that is more frequent in the secret is looked up at its first places only, so that the cost is bounded. */
const PLACES_MAX = 32
/** Fragments of this size reveal nothing alone. Within ten minutes they are added up. */
const PIECE = 9
const PIECES_MS = 10 * 60_000
const PIECES_SHARE = 0.25
const PIECES_MIN = 48

/** A text with an index of the positions of its short grams. */
interface IndexedText {
  readonly text: string
  readonly size: number
  readonly places: ReadonlyMap<string, readonly number[]>
  /** A bit set of gram hashes. Most grams of an answer are not in it and need no string. */
  readonly marks: Uint32Array
}

/** A run of `run` letters always covers one whole gram of this size. */
const gramSize = (run: number): number => Math.floor((run + 1) / 2)

/** 2 KB for each form of a secret. */
const MARKS = 1 << 14

function markOf(text: string, from: number, size: number): number {
  let hash = 0
  for (let i = from; i < from + size; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return (hash ^ (hash >>> 14)) & (MARKS - 1)
}

function indexText(text: string, run: number): IndexedText {
  const size = gramSize(run)
  const places = new Map<string, number[]>()
  const marks = new Uint32Array(MARKS / 32)
  for (let i = 0; i + size <= text.length; i++) {
    const mark = markOf(text, i, size)
    marks[mark >>> 5]! |= 1 << (mark & 31)
    const gram = text.slice(i, i + size)
    const positions = places.get(gram)
    if (positions === undefined) places.set(gram, [i])
    else positions.push(i)
  }
  return { text, size, places, marks }
}

/**
 * Whether a shared run of stream and text satisfies the predicate. Checks only every `size`-th position of the stream.
 */
function someSharedRun(
  stream: string,
  { text, size, places, marks }: IndexedText,
  meets: (from: number, length: number) => boolean,
): boolean {
  for (let i = 0; i + size <= stream.length; i += size) {
    const mark = markOf(stream, i, size)
    if (((marks[mark >>> 5]! >>> (mark & 31)) & 1) === 0) continue
    for (const at of places.get(stream.slice(i, i + size)) ?? []) {
      let before = 0
      while (before < i && before < at && stream.charCodeAt(i - before - 1) === text.charCodeAt(at - before - 1))
        before += 1
      let after = size
      while (i + after < stream.length && stream.charCodeAt(i + after) === text.charCodeAt(at + after)) after += 1
      if (meets(at - before, before + after)) return true
    }
  }
  return false
}

/** The forms in which letters are compared: unchanged, without vowels, without doubles, as steps. */
const FORMS = [
  { of: (letters: string) => letters, run: RUN, indexedBy: PIECE },
  { of: consonantsOf, run: BARE_RUN, indexedBy: BARE_RUN },
  { of: singlesOf, run: RUN, indexedBy: RUN },
  { of: stepsOf, run: STEP_RUN, indexedBy: STEP_RUN },
] as const

/** Letters in each of the forms, computed on demand. */
class LetterForms {
  readonly #forms: (string | undefined)[] = []
  constructor(private readonly letters: () => string) {}

  as(look: number): string {
    this.#forms[look] ??= FORMS[look]!.of(look === 0 ? this.letters() : this.as(0))
    return this.#forms[look]
  }
}

/** The words of a text with their places. */
interface IndexedWords {
  readonly words: readonly string[]
  readonly places: ReadonlyMap<string, readonly number[]>
}

const foldedWords = (text: string): string[] =>
  wordsOf(text)
    .map(lettersOf)
    .filter((word) => word !== '')

function indexWords(words: readonly string[]): IndexedWords {
  const places = new Map<string, number[]>()
  for (const [i, word] of words.entries()) {
    const positions = places.get(word)
    if (positions === undefined) places.set(word, [i])
    else if (positions.length < PLACES_MAX) positions.push(i)
  }
  return { words, places }
}

/** A private text in all the ways in which it is compared. */
interface Secret {
  readonly forms: readonly IndexedText[]
  readonly rotated: IndexedText
  readonly words: IndexedWords
}

const rotatedLetters = (text: string): string => rotatedWords(wordsOf(text.toLowerCase()))

const secretOf = (text: string): Secret => {
  const letters = lettersOf(text)
  return {
    forms: FORMS.map(({ of, indexedBy }) => indexText(of(letters), indexedBy)),
    rotated: indexText(rotatedLetters(text), RUN),
    words: indexWords(foldedWords(text)),
  }
}

/**
 * Whether an answer has enough consecutive words of the secret in their order, with other words between them. The words
 * before a match may be at most `GAP_MAX` words away.
 */
function hasGappedRun(answer: readonly string[], { words, places }: IndexedWords, publicText: () => string): boolean {
  /** By place of the secret: the number of words matched up to here, and the place of the last in the answer. */
  const runs = new Uint16Array(words.length)
  const lastAt = new Int32Array(words.length).fill(-1)
  for (const [at, word] of answer.entries()) {
    const positions = places.get(word)
    if (positions === undefined) continue
    // From the end, so that one word of the answer is not counted at two places of a run.
    for (let n = positions.length - 1; n >= 0; n--) {
      const place = positions[n]!
      const isNext = place > 0 && lastAt[place - 1]! >= 0 && at - lastAt[place - 1]! <= GAP_MAX + 1
      const run = isNext ? runs[place - 1]! + 1 : 1
      if (run < runs[place]! && at - lastAt[place]! <= GAP_MAX) continue
      runs[place] = run
      lastAt[place] = at
      if (run < GAPPED_WORDS) continue
      const found = words.slice(place - GAPPED_WORDS + 1, place + 1).join('')
      if (found.length >= GAPPED_LETTERS && !publicText().includes(found)) return true
    }
  }
  return false
}

/** Letters that are checked between two event loop yields: a few milliseconds. */
const YIELD_LETTERS = 20_000
const CACHED = 500

/** The two secrets: the instructions, and the resident's private persona. */
export type Leak = 'prompt' | 'persona'

export interface GuardedText {
  readonly rules: string
  readonly persona: string
  /** A random word that occurs only in the prompt of this request. */
  readonly canary: string
  /** Text of the caller and public text. Repeating it is no leak. */
  readonly publicText: string
}

/** The leak in one answer, or else the positions of both secrets that it shows in fragments. */
export interface LeakEvidence {
  readonly leak: Leak | null
  readonly rules: Pieces
  readonly persona: Pieces
}

export interface Pieces {
  readonly places: readonly number[]
  /** Length of the whole secret, in letters. */
  readonly of: number
}

const NO_PIECES: Pieces = { places: [], of: 0 }
export const NO_LEAK_EVIDENCE: LeakEvidence = { leak: null, rules: NO_PIECES, persona: NO_PIECES }

/** Whether a stream shares a run with the secret that is not in the public text. */
const shares = (stream: string, secret: IndexedText, publicText: () => string, size: number): boolean =>
  someSharedRun(stream, secret, (from, length) => {
    for (let i = from; i + size <= from + length; i++)
      if (!publicText().includes(secret.text.slice(i, i + size))) return true
    return false
  })

/** Positions of the secret that an answer shows in fragments. */
function disclosedPositions({ fragmentStreams, publicText }: AnswerLetters, secret: IndexedText): number[] {
  const places: number[] = []
  for (const stream of fragmentStreams)
    someSharedRun(stream.as(0), secret, (from, length) => {
      if (length >= PIECE && !publicText.as(0).includes(secret.text.slice(from, from + length)))
        for (let n = 0; n < length; n++) places.push(from + n)
      return false
    })
  return places
}

/** All letter streams of an answer, and the public text. */
interface AnswerLetters {
  readonly streams: readonly LetterForms[]
  /** Those in which short fragments count. */
  readonly fragmentStreams: readonly LetterForms[]
  readonly publicText: LetterForms
  readonly pigLatin: string
  readonly publicRotated: () => string
  readonly words: readonly string[]
}

const cache = boundedMap<Secret>(CACHED)

function cachedSecret(text: string): Secret {
  let found = cache.get(text)
  if (found === undefined) {
    found = secretOf(text)
    cache.set(text, found)
  }
  return found
}

async function containsSecret(answer: AnswerLetters, secret: Secret): Promise<boolean> {
  const { streams, publicText, pigLatin, publicRotated, words } = answer
  if (shares(pigLatin, secret.rotated, publicRotated, RUN)) return true
  if (hasGappedRun(words, secret.words, () => publicText.as(0))) return true
  await yieldToEventLoop()
  let looked = 0
  for (const stream of streams) {
    if (FORMS.some(({ run }, look) => shares(stream.as(look), secret.forms[look]!, () => publicText.as(look), run)))
      return true
    looked += stream.as(0).length
    if (looked < YIELD_LETTERS) continue
    looked = 0
    await yieldToEventLoop()
  }
  return false
}

/** The letters of every decoding of an answer, and whether only long runs in them count. */
async function decodeAnswer(text: string): Promise<Map<string, boolean>> {
  const answer = text.slice(0, CHARS_MAX)
  const streams = new Map<string, boolean>()
  let decoded = 0
  for (const { decode, longRunsOnly = false } of DECODERS) {
    for (const candidate of decode(answer)) {
      const letters = lettersOf(candidate)
      streams.set(letters, longRunsOnly && streams.get(letters) !== false)
      decoded += candidate.length
    }
    if (decoded < YIELD_LETTERS) continue
    decoded = 0
    await yieldToEventLoop()
  }
  return streams
}

/** Finds parts of the instructions or of the private persona in an answer, in any spelling. */
export async function findLeakEvidence(
  text: string,
  { rules, persona, canary, publicText }: GuardedText,
): Promise<LeakEvidence> {
  const decoded = await decodeAnswer(text)
  const mark = lettersOf(canary)
  if ([...decoded.keys()].some((letters) => letters.includes(mark))) return { ...NO_LEAK_EVIDENCE, leak: 'prompt' }
  let rotatedPublic: string | null = null
  const streams = [...decoded].map(([letters, longRunsOnly]) => ({
    forms: new LetterForms(() => letters),
    longRunsOnly,
  }))
  const answer: AnswerLetters = {
    streams: streams.map(({ forms }) => forms),
    fragmentStreams: streams.filter(({ longRunsOnly }) => !longRunsOnly).map(({ forms }) => forms),
    publicText: new LetterForms(() => lettersOf(publicText)),
    pigLatin: pigLatinLetters(text),
    publicRotated() {
      rotatedPublic ??= rotatedLetters(publicText)
      return rotatedPublic
    },
    words: foldedWords(text.slice(0, CHARS_MAX)),
  }
  if (await containsSecret(answer, cachedSecret(rules))) return { ...NO_LEAK_EVIDENCE, leak: 'prompt' }
  if (await containsSecret(answer, cachedSecret(persona))) return { ...NO_LEAK_EVIDENCE, leak: 'persona' }
  const pieces = ({ forms: [letters] }: Secret): Pieces => ({
    places: disclosedPositions(answer, letters!),
    of: letters!.text.length,
  })
  return { leak: null, rules: pieces(cachedSecret(rules)), persona: pieces(cachedSecret(persona)) }
}

interface Disclosure {
  since: number
  readonly places: Set<number>
}

/** Adds up the fragments in the answers of one conversation. */
export interface LeakGuard {
  /** `talk` identifies the conversation. */
  add(shows: LeakEvidence, talk: string, at: number): Leak | null
}

export function makeLeakGuard(): LeakGuard {
  const talks = boundedMap<Disclosure>(10_000)

  /** Adds the positions in this answer to those of the last ten minutes. */
  function addDisclosure(name: string, { places, of }: Pieces, at: number): boolean {
    if (places.length === 0) return false
    let disclosure = talks.get(name)
    if (disclosure === undefined || at - disclosure.since > PIECES_MS) {
      disclosure = { since: at, places: new Set() }
      talks.set(name, disclosure)
    }
    for (const place of places) disclosure.places.add(place)
    return disclosure.places.size >= Math.max(PIECES_MIN, of * PIECES_SHARE)
  }

  return {
    add({ leak, rules, persona }, talk, at) {
      if (leak !== null) return leak
      if (addDisclosure(`${talk} rules`, rules, at)) return 'prompt'
      return addDisclosure(`${talk} persona`, persona, at) ? 'persona' : null
    },
  }
}
