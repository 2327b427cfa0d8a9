// Posts about a resident's day: what is read from a memory, and that the post says it.
import { describe, expect, it } from 'vitest'
import { livedOf } from './lived.ts'

describe('memories that a post can be about', () => {
  it.each([
    ['Talked with Wick at The Spout about the slug treaty', 'talked', ['Wick'], 'The Spout', 'the slug treaty'],
    ['Met Odile Barm at The Vane, as we had promised each other', 'met', ['Odile Barm'], 'The Vane', null],
    [
      'Waited for Bruna Halyard at Pier Two, who had promised to come and did not',
      'waited',
      ['Bruna Halyard'],
      'Pier Two',
      null,
    ],
    ['Talked with Wick at The Spout about our game', 'talked', ['Wick'], 'The Spout', 'our game'],
    [
      "Talked with Wick, Odile Barm at Pier Two about Wick's missed meeting with Nan Tolliver",
      'talked',
      ['Wick', 'Odile Barm'],
      'Pier Two',
      "Wick's missed meeting with Nan Tolliver",
    ],
    ['Lost a game of chess to Dorrit Shoal', 'lost', ['Dorrit Shoal'], null, null],
    ['Went to the Fish Hall for the market', 'went', [], 'the Fish Hall', 'the market'],
    ['Argued with Sorrel Ant over old names', 'argued', ['Sorrel Ant'], null, 'old names'],
  ] as const)('reads %s', (memory, kind, names, place, subject) => {
    expect(livedOf(memory)).toEqual({ kind, names, place, subject })
  })

  it('reads no other memory', () => {
    expect(livedOf('Stood outside the Dry Room for twenty minutes')).toBeNull()
    expect(livedOf('Talked with Wick, Odile Barm, Pim Ledger at The Spout about bread')).toBeNull()
  })
})
