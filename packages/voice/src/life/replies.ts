import { readAll } from '../language/words.ts'
import * as lexicon from '../lexicon/life/replies.ts'
import { ownable } from './idiolect.ts'
import { allLeaning, leaning } from './matter.ts'

const { ANSWERS, TO_TIE, ...lists } = lexicon

/** The lexicon of replies, parsed. */
export const replies = ownable(allLeaning(lists), 'said ')

/** Plain answers by the word a question begins with. */
export const answersTo = readAll(ANSWERS, leaning)

/** Openings by the type of the tie to the author. */
export const openingsTo: ReadonlyMap<string, ReturnType<typeof leaning>> = new Map(
  Object.entries(readAll(TO_TIE, leaning)),
)
