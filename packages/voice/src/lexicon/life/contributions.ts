/** Around an entry for a challenge. `{e}` is a thing the challenge mentions. */

export const OPENING = `
  [My entry|Here is mine|Entered, for what it is worth|I put this in the hat].
  [On|As to|For] {e}, [I have this|a small offering|let me say it plainly]:
  [I took|I would take] {e} [literally|the long way round|at its word].
  [You ask for|You want] {e}. [Very well|Here|Sit down, then].
`

export const CLOSING = `
  [That is my entry|So much for|I rest my case on] {e}.
  [Judge it kindly|I ask for no prize|The witness is a cat|{who} will vouch for it].
  [That is what I would do with|That is as near as I come to] {e}.
`
