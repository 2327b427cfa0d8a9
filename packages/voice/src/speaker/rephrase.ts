// Rephrasing of a belief or question, so that the speaker does not quote its own profile.
import { COMMON as COMMON_WORDS } from '../english/clauses.ts'
import { LOOSER, type Rewrite, STRICTER, SWAPS, TWINS } from '../english/rewrites.ts'
import type { Protected } from '../language/guard.ts'
import { insert, seams, stressed } from '../language/seams.ts'
import type { Names } from '../language/subject.ts'
import { isBase, isHelping, isPast, plainForm } from '../language/verbs.ts'
import {
  capitalise,
  contentStems,
  DETERMINERS,
  isPlural,
  kinOf,
  lowerFirst,
  STOP,
  stem,
  straighten,
  wordSet,
} from '../language/words.ts'
import { adverbFor, asideFor, type Sort } from './asides.ts'
import type { Manner } from './manner.ts'

/** A rephrased line in each form that a frame may need. */
export interface Utterance {
  /** For the beginning of a sentence, without its full stop. */
  readonly start: string
  /** For after a colon. Missing when the line has a colon itself. */
  readonly after: string | undefined
  /** For a clause (`I hold that …`). Missing for fragments, orders and lines with a colon or semicolon. */
  readonly clause: string | undefined
  /** For the beginning of a sentence that goes on after it. Missing unless the line is a whole sentence. */
  readonly whole: string | undefined
}

const twinned = (text: string): string =>
  text.replace(
    /\b(?:nobody|somebody|someone|everyone|everybody|anybody|anyone)\b|^(?:each|every)(?= \p{L}+ (?:is|has|can|was)\b)/giu,
    (word) => {
      const twin = TWINS[word.toLowerCase()]!
      return word === word.toLowerCase() ? twin : capitalise(twin)
    },
  )

const swap = (text: string, table: readonly Rewrite[]): string =>
  table.reduce((t, [from, to]) => t.replace(from, to), text)

const lean = (clause: string): boolean => /^(?:it|they|he|she|that|this|which|so|and|but|or)\b/i.test(clause)

/** The line with its halves swapped: at a semicolon, at `because`, or at a leading or trailing `if` or `when`. */
function turned(text: string, lower: (t: string) => string): string | null {
  const halves = /^([^;:]+); ([^;:]+)$/.exec(text)
  if (halves !== null && !lean(halves[2]!) && !/\b(?:it|they|them)\b/.test(halves[2]!)) {
    return `${capitalise(halves[2]!)}; ${lower(halves[1]!)}`
  }
  const because = /^([^,;:]+),? (because|since) ([^,;:]+)$/.exec(text)
  if (because !== null && !lean(because[3]!)) return `${capitalise(because[2]!)} ${because[3]}, ${lower(because[1]!)}`
  const led = /^(If|When|Where|Whatever) ([^,;:]+), ([^,;:]+)$/.exec(text)
  if (led !== null && !lean(led[3]!) && led[1] !== 'Whatever') {
    return `${capitalise(led[3]!)} ${led[1]!.toLowerCase()} ${led[2]}`
  }
  const trailed = /^([^,;:]+?) (if|when) ([^,;:]+)$/.exec(text)
  if (
    trailed !== null &&
    !lean(trailed[3]!) &&
    trailed[1]!.split(' ').length > 2 &&
    !/\b(?:what|where|only|just|even|not|as|kept)$/.test(trailed[1]!)
  ) {
    return `${capitalise(trailed[2]!)} ${trailed[3]}, ${lower(trailed[1]!)}`
  }
  return null
}

/** A definition inverted: `A map is an argument` to `An argument: that is what a map is`. */
function inverted(text: string, lower: (t: string) => string): string | null {
  const m =
    /^((?:(?:An?|The) )?\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*)?) (is|are) ((?:an?) [^,;:]+|\p{Ll}+ that [^,;:]+)$/u.exec(
      text,
    )
  if (m === null || m[3]!.split(' ').length < 3 || /\b(?:not|and)\b/.test(m[0])) return null
  if (/^(?:it|this|that|there|here|what|every|each|nothing|all)\b/i.test(m[1]!)) return null
  return `${capitalise(m[3]!)}: that is what ${lower(m[1]!)} ${m[2]}`
}

interface Setting {
  readonly manner: Manner
  readonly names: Names
  readonly guard: Protected
  readonly rng: () => number
  /** Leaves the order of the words as it is. */
  readonly straight?: boolean
}

const knownCommon = (word: string): boolean =>
  STOP.has(word) ||
  DETERMINERS.has(word) ||
  isPlural(word) ||
  isBase(word) ||
  kinOf(stem(word)) !== undefined ||
  COUNTED.test(word) ||
  /(?:tion|ness|ity|ment|ure|ing|ism|asm|ance|ence)$/.test(word) ||
  COMMON.has(word)
const COUNTED =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{L}+)?)$/u
const COMMON = wordSet(COMMON_WORDS)

/** The line with a lower-case beginning unless it begins with a name; null when that is not known. */
function lowered(text: string, names: Names): string | null {
  const first = straighten(text).match(/^[\p{L}'-]+/u)?.[0]
  if (first === undefined) return text
  if (/^I(?:'|$)/.test(first) || names.has(first.toLowerCase())) return text
  if (first === first.toLowerCase()) return text
  // A title belongs to the name after it: `Miss Harrow`.
  if (!STOP.has(first.toLowerCase()) && /^\S+ \p{Lu}/u.test(text)) return text
  if (first.length > 1 && first === first.toUpperCase() && first !== 'A') return text
  return knownCommon(first.toLowerCase()) ? lowerFirst(text) : null
}

const isOrder = (text: string): boolean => {
  const [first = '', second = ''] = straighten(text).split(' ')
  return isBase(first) && !isHelping(second) && !isPlural(first)
}
const hasVerb = (text: string): boolean =>
  straighten(text)
    .split(/[^\p{L}'-]+/u)
    .some((w, i) => isHelping(w) || isPast(w) || (i > 0 && plainForm(w) !== undefined))

function shapes(text: string, names: Names, complete: boolean): Utterance {
  const low = lowered(text, names)
  const start = capitalise(text)
  return {
    start,
    after: text.includes(':') ? undefined : (low ?? start),
    clause: complete && low !== null && !/[:;]/.test(text) ? low : undefined,
    whole: complete && !/[:;]/.test(text) && text.split(' ').length <= 18 ? start : undefined,
  }
}

/** A line in the first person, without its lead: `I believe that X` to `X`, `Walked home` to `I walked home`. */
export function own(sentence: string, names: Names, speaker: string): string {
  let text = sentence.replace(
    /^I (?:strongly |firmly |really )?(?:believe|think|hold|feel|suspect) (?:that )?(?=\p{L})/u,
    '',
  )
  const first = speaker.split(' ')[0] ?? ''
  if (first.length > 1 && text.startsWith(`${first} `)) {
    text = text.replace(/^\S+ (?:believes|thinks|holds|feels) (?:that )?/u, '')
  }
  const word = text.split(' ')[0] ?? ''
  if (isPast(word) && !names.has(word.toLowerCase())) text = `I ${lowerFirst(text)}`
  return text
}

/** The clauses of a line that are sentences by themselves, in order. */
function clauses(text: string): string[] {
  const seam =
    /, (?:and|so) |; | - | and (?=(?:I|you|he|she|it|they|we|the|now|nobody|eleven|gained|found|kept|half)\b)|, which | because /u
  const parts = text.split(seam)
  return [...(parts.length < 2 ? [] : standing(parts)), ...openings(text)]
}

/** Beginnings of a line that end before a comma and an adverbial phrase, longest first. */
function openings(text: string): string[] {
  const found: string[] = []
  for (const m of text.matchAll(
    /, (?=(?:in|for|with|on|at|by|under|from|after|before|without|while|where|who|which|as|to)\b)/g,
  )) {
    const head = text.slice(0, m.index)
    if (
      !head.includes(',') &&
      head.split(' ').length >= 4 &&
      hasVerb(head) &&
      !/^(?:If|When|Whether|As|While|Because|Since)\b/.test(head)
    )
      found.unshift(head)
  }
  return found
}

function standing(parts: readonly string[]): string[] {
  return parts
    .map((part, i) => (i === 0 ? part : part.replace(/^(?:now|then) /, '')))
    .filter((part, i) => {
      const words = part.split(' ')
      if (words.length < 4 || !hasVerb(part) || /^(?:If|When|Whether|As|While|Because|Since)\b/i.test(part))
        return false
      // A later clause needs a subject of its own that is no pronoun.
      return (
        (i === 0 ? !part.includes(',') : /^(?:the|a|an|i|you|people|nobody|somebody)\b/i.test(part)) &&
        !/\b(?:it|them)$/.test(part)
      )
    })
    .map(capitalise)
}

const MAX_WORDS = 22

/**
 * The line in other words: halves swapped, synonyms, an adverb, an aside, until the guard finds no quotation. Failing
 * that, one of its clauses that has a stem of `keep`. Null when every attempt quotes.
 */
export function rephrase(line: string, setting: Setting, sort: Sort, keep: readonly string[] = []): Utterance | null {
  const question = sort === 'question'
  const { manner, names, guard, rng } = setting
  const lower = (t: string) => lowered(t, names) ?? t
  const register = manner.traits.formal > 0.55 ? STRICTER : LOOSER
  const tryOn = (text: string): string | null => {
    const swapped = swap(swap(twinned(text), question ? SWAPS.slice(0, 10) : SWAPS), register)
    const bases =
      question || setting.straight === true
        ? []
        : [turned(swapped, lower), inverted(swapped, lower)].filter((t) => t !== null)
    if (bases.length > 1 && rng() < 0.5) bases.reverse()
    // The original order comes first in 35 of 100 cases, so that a line does not always sound the same.
    const order = rng() < 0.35 ? [swapped, ...bases] : [...bases, swapped]
    for (const base of order) {
      const words = base.split(' ')
      const aside = asideFor(manner, rng, sort, base)
      const crowded = question && (base.match(/,/g)?.length ?? 0) > 1
      const spots = crowded ? [] : seams(words, question)
      const bare = !guard.quotes(base)
      // A line that quotes nothing as it is gets an aside in 40 of 100 cases.
      if (bare && (base !== text || spots.length === 0 || rng() < 0.6)) return base
      const heavy = stressed(words, adverbFor(manner, rng), question)
      if (heavy !== null && rng() < 0.6 && !guard.quotes(heavy.join(' '))) return heavy.join(' ')
      for (const at of spots) {
        const one = insert(words, at, aside)
        if (!guard.quotes(one.join(' '))) return one.join(' ')
      }
      if (bare) return base
      // An adverb and an aside together; never two asides, which read as stammering.
      if (heavy !== null && !crowded) {
        for (const at of seams(heavy, question)) {
          const both = insert(heavy, at, aside)
          if (!guard.quotes(both.join(' '))) return both.join(' ')
        }
      }
    }
    return null
  }
  const parts = question
    ? []
    : clauses(line).filter((part) => keep.length === 0 || keep.some((s) => contentStems(part).has(s)))
  const long = line.split(' ').length > MAX_WORDS
  for (const part of long ? parts : [line, ...parts]) {
    const done = tryOn(part)
    if (done !== null) return shapes(done, names, hasVerb(part) && !isOrder(part))
  }
  return null
}

/** The reason of a mood, from the third person to the first. Null when a pronoun may be another person's. */
export function inFirstPerson(reason: string): string | null {
  const text = straighten(reason).replace(/[.!]+$/, '')
  const female = /\b(?:she|her|hers|herself)\b/i.test(text)
  const male = /\b(?:he|him|his|himself)\b/i.test(text)
  if (!female && !male) return text
  if (female && male) return null
  const [first = '', second = ''] = text.split(' ')
  // Another person is named: the pronoun may be theirs.
  if (!STOP.has(first.toLowerCase()) && (isPast(second) || isHelping(second))) return null
  if (/(?<!\b(?:the|at|on|in|of|to|from)) \p{Lu}\p{Ll}+/u.test(text)) return null
  return text
    .replace(
      /\b(?:she|he) (has|is|does|was)\b/gi,
      (_, v: string) => `I ${{ has: 'have', is: 'am', does: 'do', was: 'was' }[v.toLowerCase()]}`,
    )
    .replace(/\b(?:she|he) (\p{L}+)/giu, (_, v: string) => `I ${plainForm(v) ?? v}`)
    .replace(/\band (has|is)\b/g, (_, v: string) => `and ${v === 'has' ? 'have' : 'am'}`)
    .replace(/\b(?:herself|himself)\b/gi, 'myself')
    .replace(/\bhis\b/gi, 'my')
    .replace(
      /\bher (\p{L}+)/giu,
      (_, next: string) => `${STOP.has(next.toLowerCase()) || /^(?:half|twice)$/.test(next) ? 'me' : 'my'} ${next}`,
    )
    .replace(/\b(?:her|him|hers)\b/gi, 'me')
}
