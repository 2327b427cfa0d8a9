/**
 * A few words between commas, one entry a line: the score for a speaker, a bar, the words. A score is a sum of traits
 * (`0.3 formal` is three tenths of a trait) and constants; of two with a comma between them the larger counts.
 */

/** Beside an opinion. */
export const VIEW_ASIDES = `
  0.4 + 0.3 formal | I find
  formal | to my mind
  formal + dry - 0.6 | I maintain
  hedging + 0.1 | I think
  hedging | it seems to me
  0.9 hedging | so far as I can see
  warm | you see
  warm - 0.5 formal | you know
  playful | mark you
  playful - 0.2 terse | believe me
  dry + 0.2 curious | it turns out
  0.9 curious | oddly enough
  curious | as I have noticed
  0.9 terse | I say
  terse + dry - 0.6 formal - 0.2 | mind
  0.8 exact | to be exact
  exact | on my reckoning
`

/** Beside an event, where an opinion would be out of place. */
export const FACT_ASIDES = `
  0.5 | as it happens
  warm | you see
  terse + dry - 0.6 formal - 0.2 | mind
  exact | to be exact
  dry | it turns out
  formal | I may say
  playful | believe it or not
  hedging | if I have it right
  0.8 curious | of all things
`

/** Inside a question. */
export const QUESTION_ASIDES = `
  0.6 | I wonder
  0.9 curious | do you suppose
  0.9 warm | would you say
  0.9 formal | one asks oneself
  0.9 playful | I ask you
  0.9 exact | exactly
`

/** After the verb `to be`. */
export const ADVERBS = `
  warm, terse - 0.1 | really
  hedging - 0.05 | perhaps
  formal | in truth
  playful | after all
  dry | in the end
  exact - 0.05 | in fact
`
