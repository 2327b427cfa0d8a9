// Examples of the grammar check: faults that it finds and unusual sentences that it lets pass.
import { describe, expect, it } from 'vitest'
import { checkGrammar } from './check-grammar.ts'

const FAULTY: readonly (readonly [rule: string, text: string])[] = [
  ['article', 'I found a umbrella on the stair.'],
  ['article', 'It was an boat once.'],
  ['article', 'She has a keys in the drawer.'],
  ['determiner', 'I put it in the my bag.'],
  ['doubled word', 'We sat at at dusk.'],
  ['doubled name', 'Odo and Odo came for tea.'],
  ['agreement', 'They was late for the ferry.'],
  ['agreement', 'There is three boats at the pier.'],
  ['agreement', 'There were one at the corner.'],
  ['number', 'He waited four minute, and left.'],
  ['number', 'I waited one minutes.'],
  ['verb form', 'I will went home now.'],
  ['verb form', 'She did not came to the game.'],
  ['verb form', 'Twoing good is for the well organised.'],
  ['comparison', 'It is more better than before.'],
  ['pronoun', 'He gave it to I.'],
  ['pronoun', 'The cat has lost it’s own bell.'],
  ['quotation', 'You said “never again and left.'],
  ['quotation', 'You said “ never” to me.'],
  ['punctuation', 'I went home,. It rained.'],
  ['space', 'I went home , and slept.'],
  ['dangling word', 'I went to the harbour and.'],
  ['tense', 'Yesterday I will go to the market.'],
  ['capital', 'We went home. it rained.'],
  ['capital', 'I went home, And it rained.'],
  ['slot', 'I saw {who} at noon.'],
]

const CORRECT: readonly string[] = [
  'What he said is that that clock is slow.',
  'None of you was there.',
  'I have seen it done worse.',
  'A one-armed clock is an honest clock.',
  'An hour is a useful thing; a unit of it is not.',
  'The will is with the notary.',
  'you only hear what you think when no one answers.',
  'If I were you, I would ask Nan.',
  '“come in with the tide”? Not quite, Pim.',
  '1. The lift is out. 2. So am I.',
  'It was a two-minute walk, and she did not let me finish.',
]

describe('grammar check', () => {
  it.each(FAULTY)('finds a fault of the rule %s: %s', (rule, text) => {
    expect(checkGrammar(text).map((fault) => fault.rule)).toContain(rule)
  })
  it.each(CORRECT)('passes: %s', (text) => {
    expect(checkGrammar(text)).toEqual([])
  })
})
