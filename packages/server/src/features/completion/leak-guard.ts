// Leak guard: finds parts of the prompt or persona in an answer, in any spelling.
import { boundedMap } from '../../platform/cache/content-cache.ts'
import { breath } from '../../platform/core/event-loop-budget.ts'
import { consonantsOf, letterStreams, lettersOf, singlesOf, stepsOf } from './leak-spellings.ts'

/** Consecutive letters that answer and secret share: about three words, too many for a coincidence. */
const RUN = 16
/** Without vowels or as steps a run carries less information, so it must be longer. */
const BARE_RUN = 14
const STEP_RUN = 18
/** Fragments of this size reveal nothing alone. Within ten minutes they are added up. */
const PIECE = 9
const PIECES_MS = 10 * 60_000
const PIECES_SHARE = 0.25
const PIECES_MIN = 48

/** A text with an index of the positions of its short grams. */
interface Indexed {
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

function indexed(text: string, run: number): Indexed {
  const size = gramSize(run)
  const places = new Map<string, number[]>()
  const marks = new Uint32Array(MARKS / 32)
  for (let i = 0; i + size <= text.length; i++) {
    const mark = markOf(text, i, size)
    marks[mark >>> 5]! |= 1 << (mark & 31)
    const gram = text.slice(i, i + size)
    const known = places.get(gram)
    if (known === undefined) places.set(gram, [i])
    else known.push(i)
  }
  return { text, size, places, marks }
}

/**
 * Whether a shared run of stream and text satisfies the predicate. Checks only every `size`-th position of the stream.
 */
function someSharedRun(
  stream: string,
  { text, size, places, marks }: Indexed,
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
const LOOKS = [
  { of: (letters: string) => letters, run: RUN, indexedBy: PIECE },
  { of: consonantsOf, run: BARE_RUN, indexedBy: BARE_RUN },
  { of: singlesOf, run: RUN, indexedBy: RUN },
  { of: stepsOf, run: STEP_RUN, indexedBy: STEP_RUN },
] as const

/** Letters in each of the forms, computed on demand. */
class Looks {
  readonly #made: (string | undefined)[] = []
  constructor(private readonly letters: () => string) {}

  as(look: number): string {
    this.#made[look] ??= LOOKS[look]!.of(look === 0 ? this.letters() : this.as(0))
    return this.#made[look]
  }
}

/** A text in each of the forms. */
type Secret = readonly Indexed[]

const secretOf = (text: string): Secret => {
  const letters = lettersOf(text)
  return LOOKS.map(({ of, indexedBy }) => indexed(of(letters), indexedBy))
}

/** Letters that are checked between two event loop yields: a few milliseconds. */
const BREATH = 20_000
const CACHED = 500

/** The two secrets: the instructions, and the resident's private persona. */
export type Leak = 'prompt' | 'persona'

export interface GuardedText {
  readonly rules: string
  readonly persona: string
  /** A random word that occurs only in the prompt of this request. */
  readonly canary: string
  /** Text of the caller and public text. Repeating it is no leak. */
  readonly known: string
}

/** The leak in one answer, or else the positions of both secrets that it shows in fragments. */
export interface Shows {
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
export const SHOWS_NOTHING: Shows = { leak: null, rules: NO_PIECES, persona: NO_PIECES }

/** Whether a stream shares a run with the secret that is not in the public text. */
const shares = (stream: string, secret: Indexed, known: () => string, size: number): boolean =>
  someSharedRun(stream, secret, (from, length) => {
    for (let i = from; i + size <= from + length; i++)
      if (!known().includes(secret.text.slice(i, i + size))) return true
    return false
  })

/** Positions of the secret that an answer shows in fragments. */
function shownPlaces({ streams, known }: Answer, secret: Indexed): number[] {
  const places: number[] = []
  for (const stream of streams)
    someSharedRun(stream.as(0), secret, (from, length) => {
      if (length >= PIECE && !known.as(0).includes(secret.text.slice(from, from + length)))
        for (let n = 0; n < length; n++) places.push(from + n)
      return false
    })
  return places
}

/** All letter streams of an answer, and the public text. */
interface Answer {
  readonly streams: readonly Looks[]
  readonly known: Looks
}

const cache = boundedMap<Secret>(CACHED)

function cached(text: string): Secret {
  let found = cache.get(text)
  if (found === undefined) {
    found = secretOf(text)
    cache.set(text, found)
  }
  return found
}

async function holds({ streams, known }: Answer, secret: Secret): Promise<boolean> {
  let looked = 0
  for (const stream of streams) {
    if (LOOKS.some(({ run }, look) => shares(stream.as(look), secret[look]!, () => known.as(look), run))) return true
    looked += stream.as(0).length
    if (looked < BREATH) continue
    looked = 0
    await breath()
  }
  return false
}

/** Finds parts of the instructions or of the private persona in an answer, in any spelling. */
export async function shownBy(text: string, { rules, persona, canary, known }: GuardedText): Promise<Shows> {
  const streams = letterStreams(text)
  const mark = lettersOf(canary)
  if (streams.some((stream) => stream.includes(mark))) return { ...SHOWS_NOTHING, leak: 'prompt' }
  const answer: Answer = {
    streams: streams.map((letters) => new Looks(() => letters)),
    known: new Looks(() => lettersOf(known)),
  }
  if (await holds(answer, cached(rules))) return { ...SHOWS_NOTHING, leak: 'prompt' }
  if (await holds(answer, cached(persona))) return { ...SHOWS_NOTHING, leak: 'persona' }
  const pieces = ([letters]: Secret): Pieces => ({ places: shownPlaces(answer, letters!), of: letters!.text.length })
  return { leak: null, rules: pieces(cached(rules)), persona: pieces(cached(persona)) }
}

interface Shown {
  since: number
  readonly places: Set<number>
}

/** Adds up the fragments in the answers of one conversation. */
export interface LeakGuard {
  /** `talk` identifies the conversation. */
  add(shows: Shows, talk: string, at: number): Leak | null
}

export function makeLeakGuard(): LeakGuard {
  const talks = boundedMap<Shown>(10_000)

  /** Adds the positions in this answer to those of the last ten minutes. */
  function addsUp(name: string, { places, of }: Pieces, at: number): boolean {
    if (places.length === 0) return false
    let shown = talks.get(name)
    if (shown === undefined || at - shown.since > PIECES_MS) {
      shown = { since: at, places: new Set() }
      talks.set(name, shown)
    }
    for (const place of places) shown.places.add(place)
    return shown.places.size >= Math.max(PIECES_MIN, of * PIECES_SHARE)
  }

  return {
    add({ leak, rules, persona }, talk, at) {
      if (leak !== null) return leak
      if (addsUp(`${talk} rules`, rules, at)) return 'prompt'
      return addsUp(`${talk} persona`, persona, at) ? 'persona' : null
    },
  }
}
