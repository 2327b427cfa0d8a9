// Asides between commas, chosen by the manner of a speaker.
import { TRAITS, type Trait } from '../english/traits.ts'
import { fromPhrases, type Lines } from '../phrases.ts'
import type { Manner } from './manner.ts'

type Term = readonly [of: Trait | null, by: number]

interface Aside {
  readonly words: string
  /** Sums of terms; the largest is the score. */
  readonly sums: readonly (readonly Term[])[]
}

const TERM = /([+-]?) *([\d.]+)? *([a-z]+)?/g

const termsOf = (sum: string): Term[] =>
  [...sum.matchAll(TERM)]
    .filter(([, , factor, trait]) => factor !== undefined || trait !== undefined)
    .map(([, sign, factor = '1', trait]) => {
      const of = TRAITS.find((name) => name === trait) ?? null
      if (of === null && trait !== undefined) throw new Error(`no such trait: ${trait}`)
      return [of, Number(factor) * (sign === '-' ? -1 : 1)]
    })

const asidesOf = (source: Lines): Aside[] =>
  source.map((line) => {
    const bar = line.indexOf('|')
    return { words: line.slice(bar + 1).trim(), sums: line.slice(0, bar).split(',').map(termsOf) }
  })

export type Sort = 'view' | 'fact' | 'question'
const tables = fromPhrases(
  ({ asides }): Readonly<Record<Sort, readonly Aside[]>> => ({
    view: asidesOf(asides.viewAsides),
    fact: asidesOf(asides.factAsides),
    question: asidesOf(asides.questionAsides),
  }),
)
const adverbs = fromPhrases(({ asides }) => asidesOf(asides.adverbs))

const scoreOf = ({ sums }: Aside, { traits }: Manner): number =>
  Math.max(...sums.map((terms) => terms.reduce((sum, [of, by]) => sum + (of === null ? by : traits[of] * by), 0)))

const bestFirst = (asides: readonly Aside[], manner: Manner): Aside[] =>
  asides
    .map((aside) => ({ aside, score: scoreOf(aside, manner) }))
    .sort((a, b) => b.score - a.score)
    .map(({ aside }) => aside)

/** One of the few asides that suit the speaker best and are not in the text yet. */
export const asideFor = (manner: Manner, rng: () => number, sort: Sort, text: string): string => {
  const unused = tables()[sort].filter(({ words }) => !text.includes(words))
  const usual = bestFirst(unused, manner).slice(0, sort === 'view' ? 4 : 3)
  return usual[Math.floor(rng() * usual.length)]!.words
}

export const adverbFor = (manner: Manner, rng: () => number): string =>
  bestFirst(adverbs(), manner)[Math.floor(rng() * 2)]!.words
