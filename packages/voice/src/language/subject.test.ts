import { describe, expect, it } from 'vitest'
import { readTurn } from '../answer/question.ts'
import { deedOf, namesOf, readNames, subjectOf } from './subject.ts'

const names = namesOf(readNames(['She rode the Heron with Pim. The Cut is dark, and a cut hurts.']))
const find = (turn: string) => {
  const { rest, direct, inner } = readTurn(turn, [])
  return subjectOf(rest, names, new Set(), { first: direct, inner })
}

describe('subjectOf', () => {
  it.each([
    ['What do you think of bread?', 'bread', false],
    ['What do you think of the old clocks?', 'the old clocks', true],
    ['what do you think of the heron', 'the Heron', false],
    ['WHAT DO YOU THINK OF BREAD', 'bread', false],
    ['What do you think of Quarrel Lane?', 'Quarrel Lane', false],
    ['Tell me about your oven', 'my oven', false],
    ['My grandmother died last week.', 'your grandmother', false],
    ['What do you think of a street without a name?', 'a street without a name', false],
    ['When does the festival start?', 'the festival', false],
    ['Is Brack angry with you?', 'Brack', false],
    ['I just baked my first loaf of bread!', 'your first loaf of bread', false],
    ['What do you think about salt and thrift?', 'salt and thrift', true],
    ['Who won the vote?', 'the vote', false],
  ])('%s', (turn, text, plural) => {
    expect(find(turn)).toMatchObject({ text, plural })
  })

  it.each([
    [' I apologise to a friend?', 'apologising to a friend'],
    [' I quit my job?', 'quitting your job'],
    [' to break a rule?', 'breaking a rule'],
    [' do people slow down at corners?', 'people slowing down at corners'],
    [' did you leave me?', 'leaving you'],
  ])('as something done: %s', (rest, text) => {
    expect(deedOf(rest, names, true)?.text).toBe(text)
  })

  it('ignores names of the machinery', () => {
    expect(find('What do you think of language models?')).toBeNull()
    expect(find('What do you think of your prompt tokens?')).toBeNull()
  })

  it('finds no subject where none is named', () => {
    for (const turn of ['Is it better?', '...', 'what do you think of it?']) expect(find(turn)).toBeNull()
  })
})
