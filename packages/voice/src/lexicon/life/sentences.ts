/** Sentences around a clause, `{x}`. */

export const WILL = {
  formal: `
    I shall {x}
    I intend to {x}
    I propose to {x}
    It remains to {x}
  `,
  terse: `
    Next: {x}
    Will {x}
    Tomorrow: {x}
    Then {x}
  `,
  plain: `
    I will {x}
    I mean to {x}
    I am going to {x}
    [Tonight|Tomorrow] I will {x}
    The plan is to {x}
    Off to {x}
  `,
}

export const OPINION = `
  I still say {x}
  [I think|I do think|I happen to think] {x}
  [To my mind|If you ask me|As I see it], {x}
  [My view|My position|What I hold] is that {x}
`

export const HEDGED = `
  [I suspect|I half believe|It may be that|I could be wrong, but] {x}
  [Perhaps|Maybe] {x}
  [Some evenings|On some days|Now and then] I think {x}
`

export const ASKING = `
  [Tell me|One question|Question|A question|Somebody tell me]: {x}
  [So|And|Now then], {x}
`

export const ORDER = `
  [Advice, unasked|Free advice|Take it from me|A tip|If you do one thing]: {x}
  [So|Well then], {x}
`
