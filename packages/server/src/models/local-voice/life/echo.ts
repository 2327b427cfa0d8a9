import { isHelping, isPast, isVerbAt, plainForm } from '../verbs.ts'
import { contentStems, GENERIC, isPlural, namesMachinery, STOP, stem, straighten } from '../words.ts'

/** A thing somebody mentioned, in words that can be said back to them. */
export interface Echo {
  /** `the head sheave`, `your string`, `Pier Two`. */
  readonly the: string
  /** Without article: `head sheave`. */
  readonly bare: string
  readonly plural: boolean
  readonly stems: readonly string[]
}

interface Token {
  readonly raw: string
  readonly low: string
  /** The sign right after the word, if it is not a space. */
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

const LEADS = new Set('the a an my your his her their our that this those these'.split(' '))
const FOLLOWS = new Set(
  'of in on at by for with from to and or but is was are were has had have will would can could that which who when where so as than then into onto over under behind like said says came goes went stood'.split(
    ' ',
  ),
)
/** Too pale to be said back. */
const PALE = new Set(
  'younger older size wall stairs shout sort length while end show cost one ones lot half rest other others end middle side top bottom way day week year hour minute time moment morning evening night bit piece part thing kind sort first second third last same next whole worst best point number name word question answer reason man woman boy girl lady gentleman person people'.split(
    ' ',
  ),
)
const TURNED: Readonly<Record<string, string>> = { my: 'your', our: 'your', your: 'my' }

const solid = (all: readonly Token[], lows: readonly string[], i: number): boolean => {
  const word = all[i]
  if (word === undefined || STOP.has(word.low) || word.low.length < 3 || word.low.length > 16) return false
  if (/\d|'/.test(word.low) || /(?:ly|ing)$/.test(word.low)) return false
  if (word.low.endsWith('s') && plainForm(word.low) !== undefined && all[i - 1]?.low !== 'the') return false
  return !isHelping(word.low) && !isPast(word.low) && !isVerbAt(lows, i)
}

/** What a text mentions, the likeliest to be worth an answer first. `near` are stems the answerer has to do with. */
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
    // Only where the phrase is certainly over: a stop, a small word, or the verb it is the subject of.
    const over =
      last.sign !== '' || next === undefined || FOLLOWS.has(next.low) || isPast(next.low) || isHelping(next.low)
    if (!over || /['’]/.test(last.sign)) continue
    const bare = words.map((w) => w.raw).join(' ')
    if (namesMachinery(bare) || bare.length < 4) continue
    const lead = lows[i]!
    // `eat something, my heart.` speaks to somebody and names nothing.
    if (lead === 'my' && all[i - 1]?.sign === ',' && /[.!?:]/.test(last.sign)) continue
    const owner = TURNED[lead] ?? (/^(?:his|her|their)$/.test(lead) ? 'the' : 'the')
    const stems = words.map((w) => stem(w.low))
    const known = stems.some((s) => near.has(s))
    const score =
      (known ? 2 : 0) +
      (words.length === 2 ? 0.8 : words.length === 1 ? 0.3 : 0) -
      found.length * 0.12 +
      (lead === 'my' ? 0.6 : 0)
    found.push({ echo: { the: `${owner} ${bare}`, bare, plural: isPlural(last.low), stems }, score })
  }
  return found.sort((a, b) => b.score - a.score).map(({ echo }) => echo)
}

const SWAPPED: Readonly<Record<string, string>> = {
  i: 'you',
  my: 'your',
  me: 'you',
  myself: 'yourself',
  mine: 'yours',
  our: 'your',
  us: 'you',
  we: 'you',
}

const turnedRound = (words: readonly string[]): string => words.map((w) => SWAPPED[w.toLowerCase()] ?? w).join(' ')

const STANDING =
  /^(?:was|were|had|have|could|would|should|did|said|thought|felt|got|used|let|put|set|cut|hit|read|shut|cost|hurt|left|lost|meant)$/

/** `I chalked the mark twice and went in` to `chalked the mark twice`, to stand after `you`. */
export function deeds(text: string): string[] {
  const found: string[] = []
  for (const clause of straighten(text).split(/[.,;:!?\n“”"()]+/u)) {
    const words = clause.trim().split(/\s+/u)
    if (words[0] === 'and' || words[0] === 'so') words.shift()
    if (words[0] === 'I') words.shift()
    const verb = words[0]?.toLowerCase() ?? ''
    if (!isPast(verb) || STANDING.test(verb) || words.length < 3) continue
    const end = words.findIndex(
      (w, i) => i > 1 && /^(?:and|but|because|so|until|while|when|which|who|that|if)$/.test(w),
    )
    const kept = end === -1 ? words : words.slice(0, end)
    if (kept.length < 3 || kept.length > 9 || kept.some((w) => /^(?:he|she|they|it|this|that)$/i.test(w))) continue
    if (/^(?:the|a|an|of|to|in|on|at|for|with|from|by|my|own)$/i.test(kept.at(-1)!)) continue
    found.push(turnedRound([verb, ...kept.slice(1)]))
  }
  return found
}

const UNQUOTABLE =
  /^(?:of|than|to|is|are|was|were|has|have|had|will|would|can|could|do|does|did|am|be|who|what|where|when|how|why|which|if|as|a|i|you|he|she|they|we)$/i

/** A few words to be quoted, as they stand between two stops. */
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
    // Only a name keeps its capital inside somebody else's sentence.
    if (!/^I\b/.test(first) && STOP.has(first.toLowerCase())) words[0] = first.toLowerCase()
    if (contentStems(words.join(' ')).size > 0) found.push(words.join(' '))
  }
  return found
}
