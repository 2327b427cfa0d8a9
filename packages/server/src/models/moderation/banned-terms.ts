import { boundedMap } from '../../core/bounded-map.ts'
import { UNSPACED } from './letters.ts'
import { looseKey, type Normalised, normalise } from './normalise.ts'
import { hasShippedTerm } from './shipped-terms.ts'

/** An operator's list, made ready to be looked for. */
interface Compiled {
  readonly words: ReadonlySet<string>
  readonly looseWords: ReadonlySet<string>
  /** Terms of several words, by their first one. */
  readonly phrases: ReadonlyMap<string, readonly (readonly string[])[]>
  readonly loosePhrases: ReadonlyMap<string, readonly (readonly string[])[]>
  /** Looked for anywhere among spaced-out letters, where no word has an edge. */
  readonly inRuns: readonly string[]
  /** Terms in scripts without spaces, looked for anywhere among the words. */
  readonly unspaced: readonly string[]
  /** Terms that signs are part of ("c++", an emoji), looked for as they stand. */
  readonly literal: readonly string[]
}

const IN_RUNS_MIN = 4
/** What separates words or is read as a letter; any other sign is part of what the operator means. */
const WORDS_ONLY = /^[\p{L}\p{M}\p{N}\s\-_.,'’@$!|*]*$/u

function compile(terms: readonly string[]): Compiled {
  const words = new Set<string>()
  const looseWords = new Set<string>()
  const phrases = new Map<string, (readonly string[])[]>()
  const loosePhrases = new Map<string, (readonly string[])[]>()
  const inRuns = new Set<string>()
  const unspaced: string[] = []
  const literal: string[] = []
  const put = (map: Map<string, (readonly string[])[]>, phrase: readonly string[]): void => {
    map.set(phrase[0]!, [...(map.get(phrase[0]!) ?? []), phrase])
  }
  for (const term of terms) {
    const normalised = normalise(term)
    const folded = normalised.folded.trim()
    if (folded === '') continue
    const joined = normalised.words.join('')
    if (joined === '' || !WORDS_ONLY.test(folded)) {
      literal.push(folded)
    } else if (UNSPACED.test(joined)) {
      unspaced.push(joined)
    } else {
      if (joined.length >= IN_RUNS_MIN) inRuns.add(joined)
      if (normalised.words.length === 1) {
        words.add(joined)
        looseWords.add(looseKey(joined))
      } else {
        put(phrases, normalised.words)
        put(loosePhrases, normalised.words.map(looseKey))
      }
    }
  }
  return { words, looseWords, phrases, loosePhrases, inRuns: [...inRuns], unspaced, literal }
}

const byIdentity = new WeakMap<readonly string[], Compiled>()
const byContents = boundedMap<Compiled>(64)

/** Settings hand out the same list again and again; a list read anew is recognised by what is in it. */
function compiled(terms: readonly string[]): Compiled {
  const known = byIdentity.get(terms)
  if (known) return known
  const key = JSON.stringify(terms)
  const list = byContents.get(key) ?? compile(terms)
  byContents.set(key, list)
  byIdentity.set(terms, list)
  return list
}

function hasPhraseAt(words: readonly string[], i: number, phrases: readonly (readonly string[])[]): boolean {
  return phrases.some((phrase) => phrase.every((word, k) => words[i + k] === word))
}

function hasPhrase({ words, loose }: Normalised, { phrases, loosePhrases }: Compiled): boolean {
  for (let i = 0; i < words.length; i++) {
    const starting = phrases.get(words[i]!)
    if (starting && hasPhraseAt(words, i, starting)) return true
  }
  // Written in a suspicious way somewhere, the whole text is read loosely.
  if (!loose.some((key) => key !== '')) return false
  const keys = words.map(looseKey)
  return keys.some((key, i) => hasPhraseAt(keys, i, loosePhrases.get(key) ?? []))
}

function hasListedTerm(text: Normalised, list: Compiled): boolean {
  if (list.words.size > 0) {
    if (text.words.some((word) => list.words.has(word))) return true
    if (text.loose.some((key) => key !== '' && list.looseWords.has(key))) return true
    if (text.readings.some((word) => list.words.has(word))) return true
    if (text.glued.some((word) => list.words.has(word))) return true
  }
  if (list.phrases.size > 0 && hasPhrase(text, list)) return true
  if (text.runs.length > 0 && list.inRuns.some((term) => text.runs.some((run) => run.includes(term)))) return true
  if (list.unspaced.length > 0) {
    const closed = text.words.join('')
    if (list.unspaced.some((term) => closed.includes(term))) return true
  }
  return list.literal.some((term) => text.folded.includes(term))
}

export const hasBannedTerm = (text: Normalised, bannedTerms: readonly string[]): boolean =>
  hasShippedTerm(text.readings.length === 0 ? text.text : `${text.text} ${text.readings.join(' ')}`) ||
  (bannedTerms.length > 0 && hasListedTerm(text, compiled(bannedTerms)))
