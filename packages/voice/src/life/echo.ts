// Things, deeds and phrases of a text that a reply can mention.
import * as english from '../english/clauses.ts'
import { isHelping, isPast, isVerbAt, plainForm } from '../language/verbs.ts'
import { contentStems, GENERIC, isPlural, namesMachinery, STOP, stem, straighten, wordSet } from '../language/words.ts'

/** A thing that a text mentions, in words that can be said back to its author. */
export interface Echo {
  /** `the head sheave`, `your string`. */
  readonly the: string
  /** Without its article: `head sheave`. */
  readonly bare: string
  readonly plural: boolean
  readonly stems: readonly string[]
}

interface Token {
  readonly raw: string
  readonly low: string
  /** The sign right after the word; empty for a space. */
  readonly sign: string
  readonly starts: boolean
}

function tokens(text: string): Token[] {
  const plain = straighten(text)
  const out: Token[] = []
  let starts = true
  for (const m of plain.matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu)) {
    const sign = plain.charAt(m.index + m[0].length)
    out.push({ raw: m[0], low: m[0].toLowerCase(), sign: sign === ' ' ? '' : sign, starts })
    starts = /[.!?:\n“"(]/.test(sign)
  }
  return out
}

const LEADS = wordSet(english.LEADS)
const FOLLOWS = wordSet(english.FOLLOWS)
const PALE = wordSet(english.PALE)
const SAID_BACK = new Map(Object.entries(english.SAID_BACK))
const OWNERS: ReadonlyMap<string, string> = new Map([
  ['my', 'your'],
  ['our', 'your'],
  ['your', 'my'],
])

const solid = (all: readonly Token[], lows: readonly string[], i: number): boolean => {
  const word = all[i]
  if (word === undefined || STOP.has(word.low) || word.low.length < 3 || word.low.length > 16) return false
  if (/\d|'/.test(word.low) || /(?:ly|ing)$/.test(word.low)) return false
  if (word.low.endsWith('s') && plainForm(word.low) !== undefined && all[i - 1]?.low !== 'the') return false
  return !isHelping(word.low) && !isPast(word.low) && !isVerbAt(lows, i)
}

/** The things a text mentions, best first. `near` holds the stems of what the answering speaker knows. */
export function echoes(text: string, near: { has(stem: string): boolean }): Echo[] {
  const all = tokens(text).slice(0, 110)
  const lows = all.map((t) => t.low)
  const found: { echo: Echo; score: number }[] = []
  for (let i = 0; i < all.length; i++) {
    if (!LEADS.has(lows[i]!) || all[i]!.sign !== '') continue
    const words: Token[] = []
    let at = i + 1
    while (words.length < 3 && solid(all, lows, at)) {
      words.push(all[at]!)
      if (all[at++]!.sign !== '') break
    }
    const last = words.at(-1)
    if (last === undefined || PALE.has(last.low) || GENERIC.has(last.low)) continue
    const next = all[at]
    // The phrase must end here: at a stop, a function word, or the verb whose subject it is.
    const over =
      last.sign !== '' || next === undefined || FOLLOWS.has(next.low) || isPast(next.low) || isHelping(next.low)
    if (!over || /['’]/.test(last.sign)) continue
    const bare = words.map((w) => w.raw).join(' ')
    if (namesMachinery(bare) || bare.length < 4) continue
    const lead = lows[i]!
    // `eat something, my heart.` addresses somebody and names nothing.
    if (lead === 'my' && all[i - 1]?.sign === ',' && /[.!?:]/.test(last.sign)) continue
    const owner = OWNERS.get(lead) ?? 'the'
    const stems = words.map((w) => stem(w.low))
    const isFamiliar = stems.some((s) => near.has(s))
    const score =
      (isFamiliar ? 2 : 0) +
      (words.length === 2 ? 0.8 : words.length === 1 ? 0.3 : 0) -
      found.length * 0.12 +
      (lead === 'my' ? 0.6 : 0)
    found.push({ echo: { the: `${owner} ${bare}`, bare, plural: isPlural(last.low), stems }, score })
  }
  return found.sort((a, b) => b.score - a.score).map(({ echo }) => echo)
}

const turnedRound = (words: readonly string[]): string =>
  words.map((w) => SAID_BACK.get(w.toLowerCase()) ?? w).join(' ')

/** Verbs that state or describe: nothing one could say back as a deed. */
const STATIVE =
  /^(?:was|were|had|have|could|would|should|did|said|thought|felt|got|used|let|put|set|cut|hit|read|shut|cost|hurt|left|lost|meant)$/

/** The deeds of a text, to stand after `you`: `I chalked the mark twice and went in` to `chalked the mark twice`. */
export function deeds(text: string): string[] {
  const found: string[] = []
  for (const clause of straighten(text).split(/[.,;:!?\n“”"()]+/u)) {
    const words = clause.trim().split(/\s+/u)
    if (words[0] === 'and' || words[0] === 'so') words.shift()
    if (words[0] === 'I') words.shift()
    const verb = words[0]?.toLowerCase() ?? ''
    if (!isPast(verb) || STATIVE.test(verb) || words.length < 3) continue
    const end = words.findIndex(
      (w, i) => i > 1 && /^(?:and|but|because|so|until|while|when|which|who|that|if)$/.test(w),
    )
    const deed = end === -1 ? words : words.slice(0, end)
    if (deed.length < 3 || deed.length > 9 || deed.some((w) => /^(?:he|she|they|it|this|that)$/i.test(w))) continue
    if (/^(?:the|a|an|of|to|in|on|at|for|with|from|by|my|own)$/i.test(deed.at(-1)!)) continue
    found.push(turnedRound([verb, ...deed.slice(1)]))
  }
  return found
}

const UNQUOTABLE =
  /^(?:of|than|to|is|are|was|were|has|have|had|will|would|can|could|do|does|did|am|be|who|what|where|when|how|why|which|if|as|a|i|you|he|she|they|we)$/i

/** Runs of two to six words between two stops, to be quoted. */
export function quotes(text: string): string[] {
  const found: string[] = []
  for (const piece of straighten(text)
    .replace(/“[^”]*”/gu, ',')
    .split(/[.,;:!?\n"()]+/u)) {
    const words = piece.trim().split(/\s+/u)
    if (words.length < 2 || words.length > 6 || contentStems(piece).size < 2 || /\d/.test(piece)) continue
    if (/^(?:and|but|or|so|which|who|that|because)$/i.test(words[0]!)) words.shift()
    if (words.length < 2 || namesMachinery(piece) || UNQUOTABLE.test(words[0]!)) continue
    const first = words[0]!
    // Inside another sentence only a name keeps its capital.
    if (!/^I\b/.test(first) && STOP.has(first.toLowerCase())) words[0] = first.toLowerCase()
    if (contentStems(words.join(' ')).size > 0) found.push(words.join(' '))
  }
  return found
}
