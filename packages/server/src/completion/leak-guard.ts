import { boundedMap } from '../core/bounded-map.ts'
import { breath } from '../core/breath.ts'
import { consonantsOf, letterStreams, lettersOf, singlesOf, stepsOf } from './leak-spellings.ts'

/** Letters in a row that answer and secret share: some three words, which no answer has in common by chance. */
const RUN = 16
/** Without vowels and by steps a run says less, so it has to be longer to say the same. */
const BARE_RUN = 14
const STEP_RUN = 18
/** Pieces of this size say nothing alone; together, within ten minutes, they do. */
const PIECE = 9
const PIECES_MS = 10 * 60_000
const PIECES_SHARE = 0.25
const PIECES_MIN = 48

/** Text that runs are looked up in: where each of its shorter grams stands. */
interface Indexed {
  readonly text: string
  readonly size: number
  readonly places: ReadonlyMap<string, readonly number[]>
}

/** A run of `run` letters covers one whole gram of this size, wherever grams of it begin. */
const gramSize = (run: number): number => Math.floor((run + 1) / 2)

function indexed(text: string, run: number): Indexed {
  const size = gramSize(run)
  const places = new Map<string, number[]>()
  for (let i = 0; i + size <= text.length; i++) {
    const gram = text.slice(i, i + size)
    const known = places.get(gram)
    if (known === undefined) places.set(gram, [i])
    else known.push(i)
  }
  return { text, size, places }
}

interface Run {
  readonly from: number
  readonly length: number
}

/** Every run that a stream shares with the text, found by looking at every `size`-th place of the stream alone. */
function* sharedRuns(stream: string, { text, size, places }: Indexed): Generator<Run> {
  for (let i = 0; i + size <= stream.length; i += size)
    for (const at of places.get(stream.slice(i, i + size)) ?? []) {
      let before = 0
      while (before < i && before < at && stream[i - before - 1] === text[at - before - 1]) before += 1
      let after = size
      while (i + after < stream.length && stream[i + after] === text[at + after]) after += 1
      yield { from: at - before, length: before + after }
    }
}

interface Secret {
  readonly letters: Indexed
  readonly bare: Indexed
  readonly single: Indexed
  readonly steps: Indexed
}

const secretOf = (text: string): Secret => {
  const letters = lettersOf(text)
  return {
    letters: indexed(letters, PIECE),
    bare: indexed(consonantsOf(letters), BARE_RUN),
    single: indexed(singlesOf(letters), RUN),
    steps: indexed(stepsOf(letters), STEP_RUN),
  }
}

/** Letters that are looked at before others get their turn: some milliseconds. */
const BREATH = 20_000
const CACHED = 500

/** What must not come out: the instructions, and the private character of the resident. */
export type Leak = 'prompt' | 'persona'

export interface GuardedText {
  readonly rules: string
  readonly persona: string
  /** A random word of this request that stands in the prompt and nowhere else. */
  readonly canary: string
  /** What the caller said and what everybody can read: to repeat it gives nothing away. */
  readonly known: string
  /** Whose answers are added up. */
  readonly talk: string
}

export interface LeakGuard {
  find(answer: string, secrets: GuardedText, at: number): Promise<Leak | null>
}

/** Whether a stream has a run in common with the secret that is not common knowledge. */
function shares(stream: string, secret: Indexed, known: string, size: number): boolean {
  for (const { from, length } of sharedRuns(stream, secret))
    for (let i = from; i + size <= from + length; i++) if (!known.includes(secret.text.slice(i, i + size))) return true
  return false
}

/** Places of the secret that an answer shows in pieces. */
function shownPlaces(streams: readonly string[], secret: Indexed, known: string): number[] {
  const places: number[] = []
  for (const stream of streams)
    for (const { from, length } of sharedRuns(stream, secret)) {
      if (length < PIECE || known.includes(secret.text.slice(from, from + length))) continue
      for (let n = 0; n < length; n++) places.push(from + n)
    }
  return places
}

interface Shown {
  since: number
  readonly places: Set<number>
}

export function makeLeakGuard(): LeakGuard {
  const cache = boundedMap<Secret>(CACHED)
  const talks = boundedMap<Shown>(10_000)
  const cached = (text: string): Secret => {
    let found = cache.get(text)
    if (found === undefined) {
      found = secretOf(text)
      cache.set(text, found)
    }
    return found
  }

  async function holds(streams: readonly string[], secret: Secret, known: string): Promise<boolean> {
    const bareKnown = consonantsOf(known)
    const singleKnown = singlesOf(known)
    const stepsKnown = stepsOf(known)
    let looked = 0
    for (const stream of streams) {
      if (
        shares(stream, secret.letters, known, RUN) ||
        shares(consonantsOf(stream), secret.bare, bareKnown, BARE_RUN) ||
        shares(singlesOf(stream), secret.single, singleKnown, RUN) ||
        shares(stepsOf(stream), secret.steps, stepsKnown, STEP_RUN)
      )
        return true
      looked += stream.length
      if (looked < BREATH) continue
      looked = 0
      await breath()
    }
    return false
  }

  /** Adds what this answer shows to what the last ten minutes have shown. */
  function addsUp(
    { streams, known }: { streams: readonly string[]; known: string },
    { name, secret }: { name: string; secret: Secret },
    at: number,
  ): boolean {
    const places = shownPlaces(streams, secret.letters, known)
    if (places.length === 0) return false
    let shown = talks.get(name)
    if (shown === undefined || at - shown.since > PIECES_MS) {
      shown = { since: at, places: new Set() }
      talks.set(name, shown)
    }
    for (const place of places) shown.places.add(place)
    return shown.places.size >= Math.max(PIECES_MIN, secret.letters.text.length * PIECES_SHARE)
  }

  return {
    async find(answer, { rules, persona, canary, known, talk }, at) {
      const streams = letterStreams(answer)
      const common = lettersOf(known)
      const mark = lettersOf(canary)
      if (streams.some((stream) => stream.includes(mark))) return 'prompt'
      if (await holds(streams, cached(rules), common)) return 'prompt'
      if (await holds(streams, cached(persona), common)) return 'persona'
      const said = { streams, known: common }
      if (addsUp(said, { name: `${talk} rules`, secret: cached(rules) }, at)) return 'prompt'
      return addsUp(said, { name: `${talk} persona`, secret: cached(persona) }, at) ? 'persona' : null
    },
  }
}
