import { adverbFor, asideFor, type Sort } from './asides.ts'
import type { Protected } from './guard.ts'
import type { Manner } from './manner.ts'
import { insert, seams, stressed } from './seams.ts'
import type { Names } from './subject.ts'
import { isBase, isHelping, isPast, plainForm } from './verbs.ts'
import { capitalise, contentStems, DETERMINERS, isPlural, kinOf, lowerFirst, STOP, stem, straighten } from './words.ts'

/** A line in the speaker's own words, in the shapes a frame may ask for. */
export interface Utterance {
  /** At the beginning of a sentence; without its full stop. */
  readonly start: string
  /** After a colon. Missing where a second colon would result. */
  readonly after: string | undefined
  /** Where a clause must stand (`I hold that …`). Missing for fragments, orders and anything with a break in it. */
  readonly clause: string | undefined
  /** At the beginning, and certainly a whole sentence, so that another may be tied on. */
  readonly whole: string | undefined
}

const SWAPS: readonly (readonly [RegExp, string])[] = [
  [/\bmerely\b/g, 'only'],
  [/\busually\b/g, 'as a rule'],
  [/\bseldom\b/g, 'rarely'],
  [/\bperhaps\b/g, 'maybe'],
  [/\buntil\b/g, 'till'],
  [/\balmost\b/g, 'nearly'],
  [/\bwhole\b/g, 'entire'],
  [/\bbegins\b/g, 'starts'],
  [/\bbegan\b/g, 'started'],
  [/\bbecause (?=\p{L})(?!of\b)/gu, 'since '],
  [/\bupon\b/g, 'on'],
  [/(?<=\p{L} )should (?=be\b|have\b|include\b|stand\b|\p{L}+ (?:it|them|the|a)\b)/gu, 'ought to '],
  [/\b(is|are) only\b/g, '$1 just'],
  [/\balthough\b/g, 'though'],
  [/\bone's own\b/g, 'your own'],
  [/(?<!\b(?:for|after|in|once|quite)) a while\b/g, ' for a time'],
  [/\ba person can\b/g, 'someone can'],
]

const LOOSER: readonly (readonly [RegExp, string])[] = [
  [/\b(does|do|did|is|are|was|were|has|have|could|would|should) not(?![-\w])/g, "$1n't"],
  [/\bcannot\b/g, "can't"],
  [/\bwill not\b/g, "won't"],
]
const STRICTER: readonly (readonly [RegExp, string])[] = [
  [/\b(does|do|did|is|are|was|were|has|have|could|would|should)n't\b/g, '$1 not'],
  [/\bcan't\b/g, 'cannot'],
  [/\bwon't\b/g, 'will not'],
  [/\bI'm\b/g, 'I am'],
  [/\bI've\b/g, 'I have'],
  [/\bit's (?=a|an|the|not|just)\b/g, 'it is '],
]

/** Everybody has a twin, and either says the same. */
const TWINS: Readonly<Record<string, string>> = {
  nobody: 'no one',
  somebody: 'someone',
  someone: 'somebody',
  everyone: 'everybody',
  everybody: 'everyone',
  anybody: 'anyone',
  anyone: 'anybody',
  every: 'each',
  each: 'every',
}
const twinned = (text: string): string =>
  text.replace(
    /\b(?:nobody|somebody|someone|everyone|everybody|anybody|anyone)\b|^(?:each|every)(?= \p{L}+ (?:is|has|can|was)\b)/giu,
    (word) => {
      const twin = TWINS[word.toLowerCase()]!
      return word === word.toLowerCase() ? twin : capitalise(twin)
    },
  )

const swap = (text: string, table: readonly (readonly [RegExp, string])[]): string =>
  table.reduce((t, [from, to]) => t.replace(from, to), text)

const lean = (clause: string): boolean => /^(?:it|they|he|she|that|this|which|so|and|but|or)\b/i.test(clause)

/** `X, because Y` and `If Y, X` say the same the other way round. So do the two halves of a semicolon. */
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

/** `A map is an argument` to `An argument: that is what a map is`. */
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
  /** Keep the order of the words, for where the line has to be understood at once. */
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
const COMMON = new Set(
  `bread luck defeat moss technique gratitude silence trust time money love work food rain water weather music art nature
  history language truth patience kindness courage change life death sleep tea coffee paper wet dry old new good bad
  slow quick thirty twenty most wisdom freedom power beauty knowledge learning hope fear grief memory progress science
  forgetting eleven ten two three four five six seven eight nine twelve small big hard soft real true false steps gulls`.split(
    /\s+/,
  ),
)

/** Lower case inside a sentence, where the first word is surely no name; `null` where that cannot be told. */
function lowered(text: string, names: Names): string | null {
  const first = straighten(text).match(/^[\p{L}'-]+/u)?.[0]
  if (first === undefined) return text
  if (/^I(?:'|$)/.test(first) || names.has(first.toLowerCase())) return text
  if (first === first.toLowerCase()) return text
  // `Miss Tolliver`: a title goes with its name.
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

/** Said by the agent about itself: `I believe that X` is X, and `Walked home` is `I walked home`. */
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

/** The clauses of a longer line that can stand alone, in order. */
function clauses(text: string): string[] {
  const seam =
    /, (?:and|so) |; | - | and (?=(?:I|you|he|she|it|they|we|the|now|nobody|eleven|gained|found|kept|half)\b)|, which | because /u
  const parts = text.split(seam)
  return [...(parts.length < 2 ? [] : standing(parts)), ...openings(text)]
}

/** As far as a comma after which only circumstances follow. */
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
      // A later clause must have a subject of its own, and not one that points back.
      return (
        (i === 0 ? !part.includes(',') : /^(?:the|a|an|i|you|people|nobody|somebody)\b/i.test(part)) &&
        !/\b(?:it|them)$/.test(part)
      )
    })
    .map(capitalise)
}

const MAX_WORDS = 22

/**
 * The line in other words: halves turned round, small words exchanged, an aside let in, whatever it takes until no
 * eight words in a row are left of the original. A part of it will do if that part still has a word of `keep`. Null when
 * nothing does.
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
    // Mostly with the halves turned; sometimes in the old order, so that a line does not always sound the same.
    const order = rng() < 0.35 ? [swapped, ...bases] : [...bases, swapped]
    for (const base of order) {
      const words = base.split(' ')
      const aside = asideFor(manner, rng, sort, base)
      const crowded = question && (base.match(/,/g)?.length ?? 0) > 1
      const spots = crowded ? [] : seams(words, question)
      const bare = !guard.quotes(base)
      // A line short enough to stand as it is gets an aside now and then, for the sound of it.
      if (bare && (base !== text || spots.length === 0 || rng() < 0.6)) return base
      const heavy = stressed(words, adverbFor(manner, rng), question)
      if (heavy !== null && rng() < 0.6 && !guard.quotes(heavy.join(' '))) return heavy.join(' ')
      for (const at of spots) {
        const one = insert(words, at, aside)
        if (!guard.quotes(one.join(' '))) return one.join(' ')
      }
      if (bare) return base
      // Both an adverb and an aside, but never two asides: that is how a sentence begins to stammer.
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

/** A mood's reason is written about the agent; said by the agent it turns to the first person, if that is safe. */
export function inFirstPerson(reason: string): string | null {
  const text = straighten(reason).replace(/[.!]+$/, '')
  const female = /\b(?:she|her|hers|herself)\b/i.test(text)
  const male = /\b(?:he|him|his|himself)\b/i.test(text)
  if (!female && !male) return text
  if (female && male) return null
  const [first = '', second = ''] = text.split(' ')
  // Somebody else is named: the pronoun may be theirs.
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
