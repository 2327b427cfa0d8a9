// The notation of lines: choices in brackets and slots in braces.
import { readAll } from '../language/words.ts'
import type { Lines } from '../phrases.ts'

/** A parsed line: words, `[choices|between|things]`, which may nest and may be empty, and `{slots}`. */
type Part = string | { readonly slot: string } | { readonly choices: readonly Line[] }
export type Line = readonly Part[]

/** The text for a slot, or null when there is none. */
export type Filler = (slot: string) => string | null

/** A source of numbers in [0, 1) for each purpose; the same purpose gives the same numbers. */
export type Chance = (what: string) => () => number

/** Attempts at one text before a voice stays silent. */
export const DRAFTS_MAX = 500

export function parseLine(source: string): Line {
  let at = 0
  const sequence = (closing: boolean): Line => {
    const parts: Part[] = []
    /** Where the words begin that are not in `parts` yet. */
    let from = at
    // A slice of the source: words joined sign by sign would take 32 bytes of memory per sign.
    const addWords = (end: number) => {
      if (end > from) parts.push(source.slice(from, end))
    }
    while (at < source.length) {
      const sign = source[at]!
      if (closing && (sign === '|' || sign === ']')) break
      at += 1
      if (sign === '{') {
        const end = source.indexOf('}', at)
        if (end === -1) throw new Error(`slot without an end: ${source}`)
        addWords(at - 1)
        parts.push({ slot: source.slice(at, end) })
        at = end + 1
        from = at
      } else if (sign === '[') {
        addWords(at - 1)
        const choices: Line[] = []
        for (;;) {
          choices.push(sequence(true))
          const mark = source[at]
          if (mark === undefined) throw new Error(`choice without an end: ${source}`)
          at += 1
          if (mark === ']') break
        }
        parts.push({ choices })
        from = at
      }
    }
    addWords(at)
    return parts
  }
  return sequence(false)
}

/** The line with its choices drawn and its slots filled. Null when a slot among the drawn parts has no text. */
export function expand(line: Line, rng: () => number, fill: Filler): string | null {
  let out = ''
  for (const part of line) {
    if (typeof part === 'string') out += part
    else if ('slot' in part) {
      const words = fill(part.slot)
      if (words === null) return null
      out += words
    } else {
      const words = expand(part.choices[Math.floor(rng() * part.choices.length)]!, rng, fill)
      if (words === null) return null
      out += words
    }
  }
  return out
}

/** Whether the choices of a line can be drawn so that every slot has a text. */
export const isFillable = (line: Line, hasText: (slot: string) => boolean): boolean =>
  line.every((part) => {
    if (typeof part === 'string') return true
    return 'slot' in part ? hasText(part.slot) : part.choices.some((choice) => isFillable(choice, hasText))
  })

export const linesOf = (source: Lines): Line[] => source.map(parseLine)

/** Every list of lines of a part of the phrase book. */
export const allLines = <S extends Readonly<Record<string, Lines>>>(source: S) => readAll(source, linesOf)

export const pick = <T>(from: readonly T[], rng: () => number): T => from[Math.floor(rng() * from.length)]!
