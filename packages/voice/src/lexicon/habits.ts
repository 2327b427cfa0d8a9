/** Words by which habits of writing are recognised. */

/** Contractions. */
export const SHORT_FORMS = "i'm i've i'd i'll it's that's there's he's she's you're they're we're what's"

/** A word, and the words before it with which it could have been contracted. */
export const WRITTEN_OUT = {
  not: 'do does did is are was has have could would should can',
  am: 'i',
  have: 'i',
  would: 'i',
  will: 'i',
  is: 'it that there',
} as const

/** Numbers in words that others write in digits. */
export const SPELT = 'two three four five six seven eight nine ten twelve twenty'

/** Single words that open a sentence as a habit. */
export const OPENING_WORDS =
  'well now so anyway friends listen right look honestly then still oh ah yes no also sir madam note item notice and'

/** Openings of several words that end in a comma. */
export const SETTLED =
  /^(?:with|or|in|on|by|to|as|all|for|of|one|now|mind|be|not|the way|i have|i don't|truth|well)\b[\p{L}', -]*$/iu
