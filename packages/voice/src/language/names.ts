import { STOP, straighten } from './words.ts'

/** Names as the speaker's own texts spell them, keyed by their lower-case form. */
export type Names = ReadonlyMap<string, string>

/** Words found with a capital inside a sentence, and words found without one. */
export interface NameBook {
  readonly proper: ReadonlyMap<string, string>
  readonly common: ReadonlySet<string>
}

export function readNames(texts: readonly string[], before?: NameBook): NameBook {
  const proper = new Map(before?.proper)
  const common = new Set(before?.common)
  for (const text of texts) {
    let starts = true
    for (const m of straighten(text).matchAll(/(\p{L}+(?:-\p{L}+)*)([^\p{L}]*)/gu)) {
      const word = m[1]!
      const low = word.toLowerCase()
      if (word === low) common.add(low)
      else if (!starts && word.length > 2 && word !== word.toUpperCase() && !STOP.has(low)) proper.set(low, word)
      // After a full stop, a colon or an opening quotation mark a capital is no sign of a name.
      starts = /[.!?:\n“"(]/.test(m[2]!)
    }
  }
  return { proper, common }
}

/** A word found both ways is a name only within its phrase (`the Cut`), so it is left as it is spelled. */
export const namesOf = ({ proper, common }: NameBook): Names => new Map([...proper].filter(([low]) => !common.has(low)))
