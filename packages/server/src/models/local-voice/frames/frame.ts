import { TRAITS, type Trait } from '../manner.ts'

/**
 * A sentence or two with gaps. `{x}` is the subject inside a sentence and `{X}` at its beginning; so with `{l}`/`{L}`, a
 * line of the speaker's own, and `{t}`, the same line where a clause has to stand. A frame is open only to a speaker for
 * whom every gap can be filled.
 */
export interface Frame {
  readonly text: string
  readonly gaps: readonly string[]
  readonly leans: readonly (readonly [Trait, 1 | -1])[]
}

export type Pool = readonly Frame[]

const isTrait = (word: string): word is Trait => (TRAITS as readonly string[]).includes(word)

/** One frame a line: the traits it suits (a minus for those it does not), a bar, the words. */
export function pool(source: string): Pool {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const bar = line.indexOf('|')
      const leans = line
        .slice(0, bar)
        .split(' ')
        .filter((word) => word !== '')
        .map((word): readonly [Trait, 1 | -1] => {
          const trait = word.replace(/^-/, '')
          if (!isTrait(trait)) throw new Error(`no such trait: ${word}`)
          return [trait, word.startsWith('-') ? -1 : 1]
        })
      const text = line.slice(bar + 1).trim()
      return { text, leans, gaps: [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!) }
    })
}
