import { boundedMap } from '../bounded-map.ts'
import { LOWER } from '../language/signs.ts'
import { readAll } from '../language/words.ts'
import { CHOICES } from '../lexicon/manners/choices.ts'
import { GABLE_MANNERS } from '../lexicon/manners/gable.ts'
import { HEARTH_MANNERS } from '../lexicon/manners/hearth.ts'
import { LANDING_MANNERS } from '../lexicon/manners/landing.ts'
import { LIFT_MANNERS } from '../lexicon/manners/lifts.ts'
import * as parts from '../lexicon/manners/parts.ts'
import { habit } from '../speaker/manner.ts'
import { leaning, type MatterLine } from './matter.ts'

/** Small words that a speaker puts before, inside and after a sentence. */
interface Markers {
  readonly open: readonly string[]
  readonly tag: readonly string[]
  readonly close: readonly string[]
  /** Before a reason that begins a sentence, and before a case; empty for none. */
  readonly because: string
  readonly once: string
}

/** What is a speaker's own in how things are said, whoever it speaks to and whatever about. */
export interface Idiolect {
  /** Whether somebody wrote it down for this speaker. */
  readonly written: boolean
  /** Where the speaker stands on the ring of lines, 0 to 1: lines near it are its own. */
  readonly at: number
  readonly markers: Markers
  /** Lines that are written for the speaker, by the name of the list they stand for; null for none. */
  writtenFor(list: string): readonly MatterLine[] | null
  /** Lines that are put together from the speaker's own parts. */
  composedFor(list: string): readonly MatterLine[]
  /** The text in the speaker's words where there are several of one meaning. */
  inOwnWords(text: string): string
}

interface Written {
  readonly at: number
  readonly words: readonly string[]
  readonly markers: Markers
  readonly frames: ReadonlyMap<string, readonly MatterLine[]>
}

/** Lists that a manner names for short: reactions to a text that claims nothing, and the words of coming and going. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  nod: 'said AGREE',
  shake: 'said DISAGREE',
  wonder: 'said ASK',
  mine: 'said ADD',
  hello: 'HELLO',
  bye: 'LEAVING_PLAINLY',
}

function written(source: string): Map<string, Written> {
  const found = new Map<string, Written>()
  for (const manner of source.split(/^= /mu).slice(1)) {
    const [id = '', ...lines] = manner.trim().split('\n')
    const by = new Map<string, string[]>()
    for (const line of lines) {
      const gap = line.indexOf(' ')
      const key = line.slice(0, gap)
      by.set(key, [...(by.get(key) ?? []), line.slice(gap + 1)])
    }
    const { at, words, open = [], tag = [], close = [], because, once, ...frames } = Object.fromEntries(by)
    found.set(id, {
      at: Number(at?.[0]),
      words: words?.[0]?.split(' / ') ?? [],
      markers: { open, tag, close, because: because?.[0] ?? '', once: once?.[0] ?? '' },
      frames: new Map(
        Object.entries(frames).map(([move, own]) => [SHORT_NAMES[move] ?? move.toUpperCase(), leaning(own.join('\n'))]),
      ),
    })
  }
  return found
}

const WRITTEN: ReadonlyMap<string, Written> = new Map(
  [LANDING_MANNERS, LIFT_MANNERS, GABLE_MANNERS, HEARTH_MANNERS].flatMap((source) => [...written(source)]),
)

/** Ids of those whose manner is written. */
export const WRITTEN_MANNERS: readonly string[] = [...WRITTEN.keys()]

interface Choice {
  /** Finds it at a place of the text where one of its first words stands. */
  readonly find: RegExp
  readonly ways: readonly string[]
  /** How many of them anybody may take. */
  readonly common: number
}

/** A pattern that begins with a letter also finds it at the beginning of a sentence; words are found whole. */
const patternOf = (find: string): string =>
  find
    .split(/(?<!\\)\|(?![^(]*\))/u)
    .map((one) => one.replace(/^\p{Ll}/u, (letter) => `[${letter}${letter.toUpperCase()}]`))
    .map((one) => (/\p{L}$/u.test(one) ? `${one}\\b` : one))
    .join('|')

const ALL_CHOICES: readonly Choice[] = CHOICES.map(([, find, ways]) => {
  const all = ways.split('|')
  return {
    find: new RegExp(patternOf(find), 'uy'),
    ways: all.map((way) => way.replace(/^~/, '')),
    common: all.filter((way) => !way.startsWith('~')).length,
  }
})

/** Choices by the words that they begin with: most words of a text begin none. */
const BY_HEAD: ReadonlyMap<string, readonly number[]> = (() => {
  const index = new Map<string, number[]>()
  for (const [n, [heads]] of CHOICES.entries())
    for (const head of heads.toLowerCase().split('/')) index.set(head, [...(index.get(head) ?? []), n])
  return index
})()

/** The way that a speaker has of saying it: one of its manner, else by habit, the first twice as likely as another. */
function wayOf({ ways, common }: Choice, n: number, id: string, own: ReadonlySet<string>): string {
  const named = ways.find((way) => own.has(way))
  if (named !== undefined) return named
  return ways[Math.max(0, Math.floor(habit(id, `way ${n}`) * (common + 1)) - 1)]!
}

const SENTENCE_START = /(?:^|[.!?:“(\n]["”)]*\s*)$/u

/** The same by the code of their first sign, the longest first. */
const HEADS: readonly (readonly string[] | undefined)[] = (() => {
  const index: string[][] = []
  for (const head of [...BY_HEAD.keys()].sort((a, b) => b.length - a.length)) {
    const first = head.charCodeAt(0)
    index[first] = [...(index[first] ?? []), head]
  }
  return index
})()

const COMMA = 44
const isWordSign = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95

/** The head that stands at a place of a text: words stand whole, and the first letter of one may be a capital. */
function headAt(text: string, at: number): string | undefined {
  const code = text.charCodeAt(at)
  const heads = HEADS[code >= 65 && code <= 90 ? code + LOWER : code]
  if (heads === undefined || (code !== COMMA && at > 0 && isWordSign(text.charCodeAt(at - 1)))) return undefined
  for (const head of heads) {
    let same = 1
    while (same < head.length && text.charCodeAt(at + same) === head.charCodeAt(same)) same += 1
    if (same === head.length && (code === COMMA || !isWordSign(text.charCodeAt(at + same)))) return head
  }
  return undefined
}

/** Rewrites word by word; words between quotation marks are somebody else's. */
function rewriter(id: string, own: ReadonlySet<string>): (text: string) => string {
  const ways: (string | undefined)[] = []
  const reworded = (text: string): string => {
    let out = ''
    let done = 0
    for (let index = 0; index < text.length; index++) {
      const head = headAt(text, index)
      if (head === undefined) continue
      // The next is looked for behind it, whatever comes of this one.
      const next = index + head.length - 1
      if (index < done) {
        index = next
        continue
      }
      for (const n of BY_HEAD.get(head)!) {
        const { find } = ALL_CHOICES[n]!
        find.lastIndex = index
        const found = find.exec(text)?.[0]
        if (found === undefined) continue
        ways[n] ??= wayOf(ALL_CHOICES[n]!, n, id, own)
        out += text.slice(done, index) + sayingFor(text, index, found, ways[n])
        done = index + found.length
        break
      }
      index = next
    }
    return done === 0 ? text : out + text.slice(done)
  }
  return (text) =>
    text.includes('“')
      ? text
          .split(/(“[^”]*”)/u)
          .map((part) => (part.startsWith('“') ? part : reworded(part)))
          .join('')
      : reworded(text)
}

/** The way in place of what was found, with its capital; a capital inside a sentence belongs to a name. */
function sayingFor(text: string, at: number, found: string, way: string): string {
  if (way === '=') return found
  if (found.startsWith('I ') || found.charAt(0) === found.charAt(0).toLowerCase()) return way
  const starts = SENTENCE_START.test(text.slice(Math.max(0, at - 4), at))
  return starts ? way.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : found
}

const listOf = (source: string): string[] =>
  source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const PARTS = readAll(parts, listOf)

/** For each move that is composed: what it says, and what follows. */
const COMPOSED: Readonly<Record<string, readonly (keyof typeof parts)[]>> = {
  ASSERT: ['CLAIMS', 'REASONS', 'CASES'],
  ASK: ['ASKS', 'CASES'],
  DOUBT: ['DOUBTS'],
  DISTINGUISH: ['OFFERS'],
  SUPPORT: ['YESES', 'REASONS', 'CASES'],
  COUNTER: ['NOES', 'REASONS', 'CASES'],
  AGAIN: ['STILLS', 'REASONS', 'CASES'],
  CONCEDE: ['YIELDS', 'GRANTED'],
  DIFFER: ['PARTINGS', 'KEPT'],
}

/** One of the parts, which follows from who the speaker is. */
function partOf(id: string, name: keyof typeof parts, n: number): string {
  const all = PARTS[name]
  return all[Math.floor(habit(id, `${name} ${n}`) * all.length)]!
}

/** Frames of a move put together from a speaker's own parts, two for each thing that may follow. */
function composed(id: string, list: string): readonly MatterLine[] | null {
  const [says, ...follows] = COMPOSED[list] ?? []
  if (says === undefined) return null
  const lines: string[] = []
  for (const n of [1, 2]) {
    const said = partOf(id, says, n)
    const head = /[.?!]$/.test(said) ? said : `${partOf(id, 'CALLS', n)} ${said}.`
    if (follows.length === 0) lines.push(head)
    for (const after of follows) lines.push(`${head} ${partOf(id, after, n)}`)
  }
  return leaning(lines.join('\n'))
}

const composedMarkers = (id: string): Markers => ({
  open: [],
  tag: [],
  close: [],
  because: partOf(id, 'BECAUSES', 1),
  once: partOf(id, 'ONCES', 1),
})

function idiolectFor(id: string): Idiolect {
  const own = WRITTEN.get(id)
  let rewrite: ((text: string) => string) | null = null
  return {
    written: own !== undefined,
    at: own?.at ?? habit(id, 'lines'),
    markers: own?.markers ?? composedMarkers(id),
    writtenFor: (list) => own?.frames.get(list) ?? null,
    composedFor: (list) => composed(id, list) ?? [],
    inOwnWords: (text) => {
      rewrite ??= rewriter(id, new Set(own?.words ?? []))
      return rewrite(text)
    },
  }
}

const IDIOLECTS_MAX = 4_096
const idiolects = boundedMap<Idiolect>(IDIOLECTS_MAX)

/** The idiolect of a speaker: as it is written for this id, else composed from who it is. */
export function idiolectOf(id: string): Idiolect {
  const known = idiolects.get(id)
  if (known !== undefined) return known
  const made = idiolectFor(id)
  idiolects.set(id, made)
  return made
}

const NAMES = new WeakMap<readonly MatterLine[], string>()

/** The lists, each known by its name, so that a speaker may have lines of its own for it. */
export function ownable<S extends Readonly<Record<string, readonly MatterLine[]>>>(lists: S, prefix = ''): S {
  for (const [name, lines] of Object.entries(lists)) NAMES.set(lines, `${prefix}${name}`)
  return lists
}

export const nameOf = (lines: readonly MatterLine[]): string | null => NAMES.get(lines) ?? null
