import { STOP, straighten } from '../words.ts'

const RUN = 6

const NUMBERS = new Set(
  `nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred`.split(/\s+/),
)

const isNumber = (low: string): boolean =>
  low.includes('-') ? low.split('-').every((part) => NUMBERS.has(part)) : NUMBERS.has(low)

interface Words {
  readonly every: readonly number[]
  readonly plain: readonly number[]
}

/** A draft is looked at several times in a row before it is said or dropped. */
let lastRead: readonly [text: string, words: Words] | null = null

function wordsOf(text: string): Words {
  if (lastRead?.[0] !== text) lastRead = [text, readWords(text)]
  return lastRead[1]
}

/** The words of a text: all of them, and without those that may be names. Numbers are left out of both. */
function readWords(text: string): Words {
  const every: number[] = []
  const plain: number[] = []
  for (const word of straighten(text).match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? []) {
    const low = word.toLowerCase()
    if (isNumber(low)) continue
    const named = word !== low && low.length > 1 && !STOP.has(low)
    every.push(hash(low))
    if (!named) plain.push(every.at(-1)!)
  }
  return { every, plain }
}

/** Hashes of every six words in a row: the next name makes nothing new. */
function runsOf(text: string): Set<number> {
  const { plain } = wordsOf(text)
  const runs = new Set<number>()
  for (let at = 0; at + RUN <= plain.length; at++) runs.add(mixed(plain, at, at + RUN))
  return runs
}

const SPREAD = 2 ** 20

/**
 * Two numbers by which a text is known, names and numbers left out: once with everything capital taken for a name, and
 * once with nothing, since at the head of a sentence nobody can tell. A text that shares one was said before.
 */
export function marksOf(text: string): readonly [number, number] {
  const { every, plain } = wordsOf(text)
  const mark = (words: readonly number[]) =>
    (mixed(words, 0, words.length) >>> 0) * SPREAD + ((mixed(words.toReversed(), 0, words.length) >>> 0) % SPREAD)
  return [mark(plain), mark(every)]
}

function mixed(hashes: readonly number[], from: number, to: number): number {
  let h = 0x811c9dc5
  for (let i = from; i < to; i++) h = Math.imul(h ^ hashes[i]!, 0x01000193) ^ (h >>> 15)
  return h
}

function hash(word: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193)
  return h
}

/** What a world's latest posts have worn out. One for each world, filled from its latest posts when it is made. */
export interface Freshness {
  /** Some six words of the text stand in as many of the latest posts as may be. */
  isWorn(text: string): boolean
  add(text: string): void
}

/**
 * Remembers the turns of phrase of the last `span` texts. A reader notices one that comes round again and again within
 * a page or two of the feed; long ago does not count. That a whole text is new is for its marks to say.
 */
export function freshness(latest: Iterable<string> = [], span = 1_000, most = 2): Freshness {
  const counts = new Map<number, number>()
  const kept: ReadonlySet<number>[] = []
  let next = 0
  const add = (text: string): void => {
    const runs = runsOf(text)
    for (const run of kept[next] ?? []) {
      const left = counts.get(run)! - 1
      if (left === 0) counts.delete(run)
      else counts.set(run, left)
    }
    for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1)
    kept[next] = runs
    next = (next + 1) % span
  }
  for (const text of latest) add(text)
  return {
    add,
    isWorn: (text) => {
      for (const run of runsOf(text)) if ((counts.get(run) ?? 0) >= most) return true
      return false
    },
  }
}
