// Banned terms: the shipped list and the operator's list.
import { DataSet, englishDataset, type ParsedPattern, parseRawPattern, SyntaxKind } from 'obscenity'
import { boundedMap } from '../cache/content-cache.ts'
import { UNSPACED } from './letters.ts'
import { looseKey, type Normalised, normalise } from './normalise.ts'

/**
 * From the package's English list only terms without a harmless meaning: slurs and crude sexual acts. Anatomy, mild
 * oaths and ambiguous words (a dyke, a chink of light, to retard a dough, cumin, a cockpit) are left to a model. So the
 * list needs no exceptions.
 */
const RETAINED_TERMS = new Set([
  ...['africoon', 'arabush', 'bestiality', 'blowjob', 'buttplug', 'chingchong', 'deepthroat', 'dildo'],
  ...['double penetration', 'finger bang', 'gangbang', 'handjob', 'jizz', 'lubejob', 'whore'],
])

/**
 * Words whose patterns in the package match ordinary words (Swedish "beslut", Latin "dicunt", Indonesian "tangga"), and
 * a few that it lacks. A bar is a word boundary.
 */
const REPLACEMENT_PATTERNS: readonly string[] = [
  ...['fuck', '|fck|', '|fcks|', '|fckin', '|fuking|', '|phuck', '|fvck'],
  ...['|shit|', '|shits|', '|shitty|', '|shitting|', '|shithead', '|shithole', '|shitpost', 'bullshit', 'dipshit'],
  ...['|bitch', 'sonofabitch', '|cunt', '|slut|', '|sluts|', '|slutty|', '|twat|', '|twats|'],
  ...['|wank|', '|wanker', '|wanking|', 'asshole', 'arsehole', '|asshat', '|dickhead', '|dickwad', 'cocksuck'],
  ...['|nigger', 'sandnigger', '|nigga|', '|niggas|', '|niggaz|', '|faggot', '|fggot', '|tranny|', '|trannies|'],
  ...[
    '|kike|',
    '|kikes|',
    '|gook|',
    '|gooks|',
    '|spics|',
    '|wetback',
    '|raghead',
    '|towelhead',
    '|jigaboo',
    '|shemale',
  ],
]

const { blacklistedTerms } = REPLACEMENT_PATTERNS.reduce(
  (set, term) => set.addPhrase((phrase) => phrase.addPattern(parseRawPattern(term))),
  new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf((phrase) => !RETAINED_TERMS.has(phrase.metadata?.originalWord ?? '')),
).build()

const sourceOf = ({ nodes, requireWordBoundaryAtEnd }: ParsedPattern): string => {
  const one = (node: ParsedPattern['nodes'][number]): string => {
    if (node.kind === SyntaxKind.Optional) return `(?:${one(node.childNode)})?`
    return node.kind === SyntaxKind.Literal ? String.fromCodePoint(...node.chars) : '.'
  }
  return nodes.map(one).join('') + (requireWordBoundaryAtEnd ? '\\b' : '')
}
const anyOf = (patterns: readonly ParsedPattern[]): string => `(?:${patterns.map(sourceOf).sort().join('|')})`

/**
 * One expression for the list. The package's matcher runs each pattern separately and compares every match with every
 * exception. That costs 20 times as much on a sentence and is quadratic on a hostile text.
 */
const patterns = blacklistedTerms.map((term) => term.pattern)
const LISTED = new RegExp(
  `\\b${anyOf(patterns.filter((one) => one.requireWordBoundaryAtStart))}|${anyOf(patterns.filter((one) => !one.requireWordBoundaryAtStart))}`,
  's',
)

/** Whether normalised text contains a term of the shipped list. */
export const hasShippedTerm = (text: string): boolean => LISTED.test(text)

/** A term of several words. */
interface Phrase {
  readonly words: readonly string[]
  readonly term: string
}

/** A compiled operator list: search keys and their terms. */
interface Compiled {
  readonly words: ReadonlyMap<string, string>
  readonly looseWords: ReadonlyMap<string, string>
  /** By their first word. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>
  readonly loosePhrases: ReadonlyMap<string, readonly Phrase[]>
  /** Matched anywhere in spaced-out letters, which have no word boundaries. */
  readonly inRuns: ReadonlyMap<string, string>
  /** Terms in scripts without spaces, matched anywhere. */
  readonly unspaced: ReadonlyMap<string, string>
  /** Terms with symbols ("c++", an emoji), matched literally. */
  readonly literal: ReadonlyMap<string, string>
}

const IN_RUNS_MIN = 4
/** Characters that separate words or are read as letters; any other symbol is part of the term. */
const WORDS_ONLY = /^[\p{L}\p{M}\p{N}\s\-_.,'’@$!|*]*$/u

function compile(terms: readonly string[]): Compiled {
  const words = new Map<string, string>()
  const looseWords = new Map<string, string>()
  const phrases = new Map<string, Phrase[]>()
  const loosePhrases = new Map<string, Phrase[]>()
  const inRuns = new Map<string, string>()
  const unspaced = new Map<string, string>()
  const literal = new Map<string, string>()
  const put = (map: Map<string, Phrase[]>, phrase: Phrase): void => {
    const first = phrase.words[0]!
    map.set(first, [...(map.get(first) ?? []), phrase])
  }
  for (const term of terms) {
    const normalised = normalise(term)
    const folded = normalised.folded.trim()
    if (folded === '') continue
    const joined = normalised.words.join('')
    if (joined === '' || !WORDS_ONLY.test(folded)) {
      literal.set(folded, term)
    } else if (UNSPACED.test(joined)) {
      unspaced.set(joined, term)
    } else {
      if (joined.length >= IN_RUNS_MIN) inRuns.set(joined, term)
      if (normalised.words.length === 1) {
        words.set(joined, term)
        looseWords.set(looseKey(joined), term)
      } else {
        put(phrases, { words: normalised.words, term })
        put(loosePhrases, { words: normalised.words.map(looseKey), term })
      }
    }
  }
  return { words, looseWords, phrases, loosePhrases, inRuns, unspaced, literal }
}

const byIdentity = new WeakMap<readonly string[], Compiled>()
const byContents = boundedMap<Compiled>(64)

/** Cached by identity, because settings return the same list; a new list is compared by content. */
function compiled(terms: readonly string[]): Compiled {
  const cachedTerms = byIdentity.get(terms)
  if (cachedTerms) return cachedTerms
  const key = JSON.stringify(terms)
  const list = byContents.get(key) ?? compile(terms)
  byContents.set(key, list)
  byIdentity.set(terms, list)
  return list
}

const phraseAt = (words: readonly string[], i: number, phrases: readonly Phrase[]): string | null =>
  phrases.find((phrase) => phrase.words.every((word, k) => words[i + k] === word))?.term ?? null

function findPhrase({ words, loose }: Normalised, { phrases, loosePhrases }: Compiled): string | null {
  for (let i = 0; i < words.length; i++) {
    const starting = phrases.get(words[i]!)
    const found = starting && phraseAt(words, i, starting)
    if (found) return found
  }
  // If any part is written suspiciously, the whole text is matched loosely.
  if (!loose.some((key) => key !== '')) return null
  const keys = words.map(looseKey)
  for (const [i, key] of keys.entries()) {
    const found = phraseAt(keys, i, loosePhrases.get(key) ?? [])
    if (found !== null) return found
  }
  return null
}

function firstOf(words: readonly string[], terms: ReadonlyMap<string, string>): string | null {
  for (const word of words) {
    const term = terms.get(word)
    if (term !== undefined) return term
  }
  return null
}

function firstWithin(texts: readonly string[], terms: ReadonlyMap<string, string>): string | null {
  for (const [looked, term] of terms) if (texts.some((text) => text.includes(looked))) return term
  return null
}

function findListedTerm(text: Normalised, list: Compiled): string | null {
  if (list.words.size > 0) {
    const word =
      firstOf(text.words, list.words) ??
      firstOf(text.loose, list.looseWords) ??
      firstOf(text.readings, list.words) ??
      firstOf(text.glued, list.words)
    if (word !== null) return word
  }
  const phrase = list.phrases.size > 0 ? findPhrase(text, list) : null
  if (phrase !== null) return phrase
  const run = text.runs.length > 0 ? firstWithin(text.runs, list.inRuns) : null
  if (run !== null) return run
  const closed = list.unspaced.size > 0 ? firstWithin([text.words.join('')], list.unspaced) : null
  return closed ?? firstWithin([text.folded], list.literal)
}

const SHIPPED = 'shipped list'

/** The operator's term in a text, or the shipped list's marker; null without a match. */
export function findBannedTerm(text: Normalised, bannedTerms: readonly string[]): string | null {
  const shipped = hasShippedTerm(text.readings.length === 0 ? text.text : `${text.text} ${text.readings.join(' ')}`)
  if (shipped) return SHIPPED
  const listed = bannedTerms.length > 0 ? findListedTerm(text, compiled(bannedTerms)) : null
  return listed === null ? null : `bannedTerms: ${listed}`
}

/** Whether an operator's term alone would match a text. */
export const matchesTermAlone = (term: string, text: string): boolean =>
  findListedTerm(normalise(text), compiled([term])) !== null
