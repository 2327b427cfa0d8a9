/**
 * A line of the grammar: words, `[choices|between|things]`, which may nest and may be empty, and `{gaps}` that whoever
 * expands the line fills. Lines are read once and expanded for ever.
 */
type Part = string | { readonly gap: string } | { readonly choices: readonly Line[] }
export type Line = readonly Part[]

export type Filler = (gap: string) => string | null

export type Chance = (what: string) => () => number

/** A voice that has tried so often and found nothing has nothing to say; it must not try for ever. */
export const DRAFTS_MAX = 500

export function parseLine(source: string): Line {
  let at = 0
  const sequence = (closing: boolean): Line => {
    const parts: Part[] = []
    let words = ''
    const flush = () => {
      if (words !== '') parts.push(words)
      words = ''
    }
    while (at < source.length) {
      const sign = source[at]!
      if (closing && (sign === '|' || sign === ']')) break
      at += 1
      if (sign === '{') {
        const end = source.indexOf('}', at)
        if (end === -1) throw new Error(`gap without an end: ${source}`)
        flush()
        parts.push({ gap: source.slice(at, end) })
        at = end + 1
      } else if (sign === '[') {
        flush()
        const choices: Line[] = []
        for (;;) {
          choices.push(sequence(true))
          const mark = source[at]
          if (mark === undefined) throw new Error(`choice without an end: ${source}`)
          at += 1
          if (mark === ']') break
        }
        parts.push({ choices })
      } else words += sign
    }
    flush()
    return parts
  }
  return sequence(false)
}

/** Null when a gap on the chosen way cannot be filled. */
export function expand(line: Line, rng: () => number, fill: Filler): string | null {
  let out = ''
  for (const part of line) {
    if (typeof part === 'string') out += part
    else if ('gap' in part) {
      const words = fill(part.gap)
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

export const linesOf = (source: string): Line[] =>
  source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(parseLine)

export const pick = <T>(from: readonly T[], rng: () => number): T => from[Math.floor(rng() * from.length)]!
