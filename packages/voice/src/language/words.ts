// Words, stems, plurals and thesaurus groups.
import * as english from '../english/words.ts'

/** Words in lower case with straight apostrophes, and light stems to compare them by. */
const TOKEN = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

export const straighten = (text: string): string => text.replace(/[’‘ʼ]/g, "'")

const FIRST_TOKEN = new RegExp(TOKEN.source, 'u')

export const firstWord = (text: string): string => FIRST_TOKEN.exec(straighten(text))?.[0].toLowerCase() ?? ''

export const wordsOf = (text: string): string[] => straighten(text).toLowerCase().match(TOKEN) ?? []

/** A word list as a set. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** The lists of a record under their names, each read by `read`. */
export const readAll = <S extends Readonly<Record<string, V>>, V, T>(
  source: S,
  read: (list: V) => T,
): { readonly [K in keyof S]: T } =>
  Object.fromEntries(Object.entries<V>(source).map(([name, list]) => [name, read(list)])) as {
    readonly [K in keyof S]: T
  }

export const STOP = wordSet(english.STOP)
export const GENERIC = wordSet(english.GENERIC)
export const DETERMINERS = wordSet(english.DETERMINERS)
const SINGULAR_IN_S = wordSet(english.SINGULAR_IN_S)
const PLURALS = wordSet(english.PLURALS)
const MASS = wordSet(english.MASS)
const IRREGULAR = new Map(Object.entries(english.IRREGULAR))

/** By stem, for words that are stemmed already. */
export const isGeneric = (stemmed: string): boolean => GENERIC_STEMS.has(stemmed)

const STEMS = new Map<string, string>()
const STEMS_MAX = 20_000

/** Cuts plural, -ing, -ed, -ly and a final e: enough to see that naming, names and named are one word. */
export function stem(word: string): string {
  const cached = STEMS.get(word)
  if (cached !== undefined) return cached
  const result = cutDown(word)
  if (STEMS.size < STEMS_MAX) STEMS.set(word, result)
  return result
}

function cutDown(word: string): string {
  let w = straighten(word.toLowerCase()).replace(/'s?$/, '')
  w = IRREGULAR.get(w) ?? w
  if (SINGULAR_IN_S.has(w)) return w
  if (w.length > 4 && w.endsWith('ies')) w = `${w.slice(0, -3)}y`
  else if (w.length > 4 && /(?:sh|ch|x|ss|zz)es$/.test(w)) w = w.slice(0, -2)
  else if (w.length > 3 && w.endsWith('s') && !/(?:ss|us|is)$/.test(w)) w = w.slice(0, -1)
  if (w.length > 5 && w.endsWith('ing')) w = undouble(w.slice(0, -3))
  else if (w.length > 4 && w.endsWith('ed')) w = undouble(w.slice(0, -2))
  else if (w.length > 5 && w.endsWith('ly')) w = w.slice(0, -2)
  return w.length > 3 && w.endsWith('e') ? w.slice(0, -1) : w
}

const undouble = (w: string): string => (/([bdgklmnprt])\1$/.test(w) ? w.slice(0, -1) : w)

const GENERIC_STEMS: ReadonlySet<string> = new Set([...GENERIC].map(stem))

const contentWords = (text: string): string[] => wordsOf(text).filter((w) => !STOP.has(w) && w.length > 1)

export const contentStems = (text: string): Set<string> => new Set(contentWords(text).map(stem))

const KIN_OF: ReadonlyMap<string, ReadonlySet<number>> = (() => {
  const groups = new Map<string, Set<number>>()
  english.KIN.forEach((line, group) => {
    for (const word of line.split(' ')) {
      const key = stem(word)
      groups.set(key, (groups.get(key) ?? new Set()).add(group))
    }
  })
  return groups
})()

/** The thesaurus groups of a stem, by number. */
export const kinOf = (stemmed: string): ReadonlySet<number> | undefined => KIN_OF.get(stemmed)

export const capitalise = (text: string): string => {
  const [first] = text
  return first === undefined ? '' : first.toUpperCase() + text.slice(first.length)
}

export const lowerFirst = (text: string): string => {
  const [first] = text
  return first === undefined ? '' : first.toLowerCase() + text.slice(first.length)
}

export const isPlural = (noun: string): boolean => {
  const w = straighten(noun.toLowerCase())
  if (PLURALS.has(w)) return true
  return w.length > 3 && w.endsWith('s') && !/(?:ss|us|is|'s)$/.test(w) && !SINGULAR_IN_S.has(w)
}

/** The plural of a countable noun; any other noun as it is. */
export const pluralOf = (noun: string): string => {
  const w = noun.toLowerCase()
  if (isPlural(noun) || MASS.has(w) || /ing$/.test(w) || SINGULAR_IN_S.has(w)) return noun
  if (/[^aeiou]y$/.test(w)) return `${noun.slice(0, -1)}ies`
  if (w === 'person') return 'people'
  return /(?:s|x|ch|sh|z)$/.test(w) ? `${noun}es` : `${noun}s`
}

export const namesMachinery = (text: string): boolean => english.MACHINERY.test(text)
