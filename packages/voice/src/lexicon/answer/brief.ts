/** For the smallest answer a caller may ask for. */
export const BRIEF = `
  terse | {H}? {L}.
  terse | {H}: ask me again.
  dry | {H}, is it? Ask again.
  warm | {H}? Let us talk.
  formal | On {h} I reserve judgement.
  hedging | {H}: I am not sure.
  curious | {H}? What about it?
  exact | {H}: nothing settled.
  playful | {H}! Where to begin.
  | About {h}, another time.
`

/** At most seven words each: a quotation has eight. */
export const LAST_WORDS = [
  'Ask me again, more slowly.',
  'I would rather listen just now.',
  'Give me a moment with that.',
  'Say a little more, please.',
  'I have no short answer.',
  'Come back to me on that.',
] as const

/** Said where not even those fit. */
export const LEAST = 'Ask me again.'
