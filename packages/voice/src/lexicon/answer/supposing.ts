/** To `what would you do without {x}`. */
export const WITHOUT = `
  terse | Without {x}? The same, slower.
  terse dry | I would find out what else {x} had been holding up.
  terse exact | Without {x}: one thing fewer to count.
  formal | Without {x} I should have to reconsider a good deal, beginning with {near}.
  formal dry | I would move that {x} be restored, and lose by three votes.
  warm | I would miss {x} by evening, I expect, and go and ask the neighbours.
  hedging | With {x} gone I might not notice at first. By the second day I think I would.
  curious | I would go looking for wherever {x} went.
  playful | Without {x}? Invent something worse, as people do.
  dry | I have done without most things. {X} would join a long list.
  exact | On the first day without {x}, nothing. On the second I would begin to measure.
  | I would lean harder on {near} and try not to speak of {x}.
`

/** To `what is {x} for`. */
export const PURPOSE = `
  terse | {X}? Ask whoever has none.
  terse dry | {X} {is} for people who ask less.
  terse exact | {X}: no purpose on file.
  formal | I doubt that anybody sat down and gave {x} a purpose. One grows into these things.
  formal dry | The purpose of {x} was referred to a committee before my time.
  warm | I think {x} {is} for whoever needs {it} that day.
  hedging | I would not dare say what {x} {is} for. I only see what becomes of {it}.
  curious | I have wondered what {x} {is} for, and whether the things that have no use know it.
  playful | {X} {is} for leaning on while you talk about something else.
  dry | {X} {has} no duty to be for anything. Few of us do.
  exact | I know some uses for {x}. A purpose is another matter.
  | What {x} {is} for depends on who is holding the other end.
`

/** A general belief of the speaker's, after a supposition. */
export const RULE = `
  terse | My rule: {l}.
  terse dry | It comes down to the usual. {L}.
  formal | I fall back on a rule of mine: {l}.
  formal dry | I can only refer you to my standing opinion: {l}.
  warm | I go by what I always go by: {l}.
  hedging | Mostly I fall back on this: {l}.
  curious | It brings me back to something: {l}.
  playful | Which reminds me of my whole philosophy. {L}.
  dry | That way lies philosophy. I have only this: {l}.
  exact | One thing I know and can apply: {l}.
  | It sends me back to what I know. {L}.
`
