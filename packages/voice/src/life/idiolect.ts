// Idiolects: lines and word choices that belong to one speaker.
import { boundedMap } from '../bounded-map.ts'
import { CHOICES } from '../english/rewrites.ts'
import { LOWER } from '../language/signs.ts'
import { fromPhrases, type Lines } from '../phrases.ts'
import { habit } from '../speaker/manner.ts'
import { headed, leaning, type MatterLine } from './matter.ts'

/** Small words that a speaker puts before, inside and after a sentence. */
interface Markers {
  /** Whole sentences before news that is told in the words of all. */
  readonly lead: readonly string[]
  readonly open: readonly string[]
  readonly tag: readonly string[]
  readonly close: readonly string[]
  /** Before a reason that begins a sentence, and before a case; empty for none. */
  readonly because: string
  readonly once: string
}

/** The speech of one speaker, on any subject and to any listener. */
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

/** Lists that a manner names for short: reactions to a text that claims nothing, words of coming and going, experiences, events. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  nod: 'said agree',
  shake: 'said disagree',
  wonder: 'said ask',
  mine: 'said add',
  bye: 'leavingPlainly',
  talked: 'lived talked',
  met: 'lived met',
  argued: 'lived argued',
  won: 'lived won',
  lost: 'lived lost',
  drew: 'lived drew',
  waited: 'lived waited',
  late: 'lived late',
  differed: 'lived differed',
  kept: 'promise kept',
  round: 'news lift begun round',
  storm: 'news storm begun own',
  after: 'news storm over own',
  market: 'news market begun own',
  funeral: 'news funeral over own',
  thing: 'happening things',
  went: 'lived went',
  apart: 'lived stanceApart',
  together: 'lived stanceTogether',
  own: 'lived stanceOwn',
  begun: 'want begun',
  nearer: 'want nearer',
  setback: 'want set_back',
  reached: 'want reached',
  giveup: 'want given_up',
  idea: 'idea born',
  faded: 'idea faded',
}

/** The lines of a manner by the word that they begin with. */
type LinesByKey = ReadonlyMap<string, readonly string[]>

function mannerFrom(by: LinesByKey): Written {
  const { at, words, lead = [], open = [], tag = [], close = [], because, once, ...frames } = Object.fromEntries(by)
  return {
    at: Number(at?.[0]),
    words: words?.[0]?.split(' / ') ?? [],
    markers: { lead, open, tag, close, because: because?.[0] ?? '', once: once?.[0] ?? '' },
    frames: new Map(Object.entries(frames).map(([move, own]) => [SHORT_NAMES[move] ?? move, leaning(own)])),
  }
}

/** The manners of headed lists: `= id`, then lines of this speaker. Several lists may hold lines of one speaker. */
function mannersOf(sources: readonly Lines[]): ReadonlyMap<string, Written> {
  const found = new Map<string, Map<string, string[]>>()
  for (const [id, lines] of sources.flatMap(headed)) {
    const by = found.get(id) ?? new Map<string, string[]>()
    found.set(id, by)
    for (const line of lines) {
      const gap = line.indexOf(' ')
      const key = line.slice(0, gap)
      by.set(key, [...(by.get(key) ?? []), line.slice(gap + 1)])
    }
  }
  return new Map([...found].map(([id, by]) => [id, mannerFrom(by)]))
}

const writtenManners = fromPhrases(({ manners }) => mannersOf(manners))

/** Ids of those whose manner is written. */
export const writtenMannerIds = (): readonly string[] => [...writtenManners().keys()]

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
      // The search goes on behind this head in any case.
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

const parts = fromPhrases(({ mannerParts }) => mannerParts)

/** For each move that is composed: what it says, and what follows. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  assert: ['claims', 'reasons', 'cases'],
  ask: ['asks', 'cases'],
  doubt: ['doubts'],
  distinguish: ['offers'],
  support: ['yeses', 'reasons', 'cases'],
  counter: ['noes', 'reasons', 'cases'],
  again: ['stills', 'reasons', 'cases'],
  concede: ['yields', 'granted'],
  differ: ['partings', 'kept'],
}

/** One of the parts, which follows from who the speaker is. */
function partOf(id: string, name: string, n: number): string {
  const all = parts()[name]!
  // The hash takes the name in capitals: another spelling would change how every composed speaker argues.
  return all[Math.floor(habit(id, `${name.toUpperCase()} ${n}`) * all.length)]!
}

/** Frames of a move put together from a speaker's own parts, two for each thing that may follow. */
function composed(id: string, list: string): readonly MatterLine[] | null {
  const [says, ...follows] = COMPOSED[list] ?? []
  if (says === undefined) return null
  const lines: string[] = []
  for (const n of [1, 2]) {
    const words = partOf(id, says, n)
    const head = /[.?!]$/.test(words) ? words : `${partOf(id, 'calls', n)} ${words}.`
    if (follows.length === 0) lines.push(head)
    for (const after of follows) lines.push(`${head} ${partOf(id, after, n)}`)
  }
  return leaning(lines)
}

const composedMarkers = (id: string): Markers => ({
  lead: [],
  open: [],
  tag: [],
  close: [],
  because: partOf(id, 'becauses', 1),
  once: partOf(id, 'onces', 1),
})

function idiolectFor(id: string): Idiolect {
  const own = writtenManners().get(id)
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
  const cached = idiolects.get(id)
  if (cached !== undefined) return cached
  const idiolect = idiolectFor(id)
  idiolects.set(id, idiolect)
  return idiolect
}

const NAMES = new WeakMap<readonly MatterLine[], string>()

/** The lists, each known by its name, so that a speaker may have lines of its own for it. */
export function ownable<S extends Readonly<Record<string, readonly MatterLine[]>>>(lists: S, prefix = ''): S {
  for (const [name, lines] of Object.entries(lists)) NAMES.set(lines, `${prefix}${name}`)
  return lists
}

export const nameOf = (lines: readonly MatterLine[]): string | null => NAMES.get(lines) ?? null
