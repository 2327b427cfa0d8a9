// Frames of answers: their notation, and the pools of the phrase book.
import { readAll } from '../language/words.ts'
import { fromPhrases, type Lines } from '../phrases.ts'
import { type Leans, leansOf } from '../speaker/manner.ts'

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
export const pool = (source: Lines): Pool =>
  source.map((line) => {
    const bar = line.indexOf('|')
    const text = line.slice(bar + 1).trim()
    return { text, leans: leansOf(line.slice(0, bar)), slots: [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!) }
  })

/** Every pool of a part of the phrase book. */
const pools = <S extends Readonly<Record<string, Lines>>>(source: S) => readAll(source, pool)

export const asking = fromPhrases(({ answers }) => pools(answers.asking))
export const declining = fromPhrases(({ answers }) => pools(answers.declining))
export const following = fromPhrases(({ answers }) => pools(answers.following))
export const remembering = fromPhrases(({ answers }) => pools(answers.remembering))
export const social = fromPhrases(({ answers }) => pools(answers.social))
export const sympathy = fromPhrases(({ answers }) => pools(answers.sympathy))
export const views = fromPhrases(({ answers }) => pools(answers.views))
