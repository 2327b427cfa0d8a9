/** The numbers 0 to 19, in order. */
export const ONES = `
  nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen`

/** The tens 20 to 90, in order. */
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
