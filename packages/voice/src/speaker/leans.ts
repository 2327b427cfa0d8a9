import { TRAITS, type Trait } from '../lexicon/traits.ts'

/** The traits a line suits (1), and those it does not suit (-1). */
export type Leans = readonly (readonly [Trait, 1 | -1])[]

const isTrait = (word: string): word is Trait => (TRAITS as readonly string[]).includes(word)

/** Names of traits with spaces between them; a minus in front of one that the line does not suit. */
export const leansOf = (source: string): Leans =>
  source
    .split(' ')
    .filter((word) => word !== '')
    .map((word): readonly [Trait, 1 | -1] => {
      const trait = word.replace(/^-/, '')
      if (!isTrait(trait)) throw new Error(`no such trait: ${word}`)
      return [trait, word.startsWith('-') ? -1 : 1]
    })
