// Tests of the subject of a conversation in the memories of its participants.
import { describe, expect, it } from 'vitest'
import { rememberedLabel } from './table-talk.ts'

describe('the label of what somebody lived', () => {
  const withNan = { own: 'Wick', others: ['Nan Tolliver'] }

  it.each([
    ['the game against Odile Barm', 'Wick', 'the game against Odile Barm'],
    ['the game against Nan Tolliver', 'Wick', 'our game'],
    ['waiting for Wick', 'Nan Tolliver', 'our missed meeting'],
    ['a quarrel with Odile Barm', 'Nan Tolliver', "Nan Tolliver's quarrel with Odile Barm"],
    ['meeting Wick', 'Odile Barm', 'my meeting with Odile Barm'],
    ['a plan', 'Nan Tolliver', "Nan Tolliver's plan"],
    ['news of Wick', 'Nan Tolliver', 'what people say of me'],
    ['the lower clock', 'Nan Tolliver', 'the lower clock'],
  ])('%s of %s is remembered as %s', (label, owner, remembered) => {
    expect(rememberedLabel(label, owner, withNan)).toBe(remembered)
  })
})
