import { readAll } from '../language/words.ts'
import { type Leans, leansOf } from '../speaker/leans.ts'

/**
 * One or two sentences with slots. `{x}` is the subject inside a sentence, `{X}` the subject at its beginning; likewise
 * `{l}` and `{L}` a line of the speaker's own, and `{t}` the same line as a clause. A frame is skipped when any of its
 * slots has no text.
 */
export interface Frame {
  readonly text: string
  readonly slots: readonly string[]
  readonly leans: Leans
}

export type Pool = readonly Frame[]

/** One frame a line: the traits it suits, a bar, the text. */
export const pool = (source: string): Pool =>
  source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const bar = line.indexOf('|')
      const text = line.slice(bar + 1).trim()
      return { text, leans: leansOf(line.slice(0, bar)), slots: [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!) }
    })

/** Every pool of a lexicon file. */
export const pools = <S extends Readonly<Record<string, string>>>(source: S) => readAll(source, pool)
