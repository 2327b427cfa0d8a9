// Tests of changes of beliefs and open questions overnight.
import { describe, expect, it } from 'vitest'
import { temperament } from './feelings.ts'
import { type Convictions, changeMind } from './reflect.ts'

const rest = temperament(() => 0.5)
const calm = { talkedRoundTo: [], feelings: rest, rest }
const upset = { ...calm, feelings: { ...rest, worry: 1, anger: 1 } }
const rolls = (...values: number[]) => {
  let n = 0
  return () => values[n++]!
}
const mind = (beliefs: string[], openQuestions: string[] = []): Convictions => ({ beliefs, openQuestions })
const THREE = ['Bread is a way of saying stay.', 'I like the rain.', 'Clocks may disagree.']

describe('changes of mind overnight', () => {
  it('are rare', () => {
    expect(changeMind(mind(THREE), calm, rolls(0, 0, 0))).toEqual(mind(THREE))
    expect(changeMind(mind(THREE), upset, rolls(0.5, 0, 0))).toEqual(mind(THREE))
  })

  it('add a belief of the day once, up to six beliefs', () => {
    const dayWithConcession = { ...calm, talkedRoundTo: ['tides are honest', 'tides are honest'] }
    expect(changeMind(mind(THREE), dayWithConcession, rolls(1, 0, 1)).beliefs).toEqual([...THREE, 'Tides are honest.'])
    const full = mind([...THREE, 'D.', 'E.', 'F.'])
    expect(changeMind(full, dayWithConcession, rolls(1, 0, 1))).toEqual(full)
  })

  it('turn a belief into a question after a bad day, and back after a quiet one', () => {
    const doubted = changeMind(mind(THREE), upset, rolls(0, 0.4, 1))
    expect(doubted).toEqual(mind([THREE[0]!, THREE[2]!], ['Am I so sure that I like the rain?']))
    expect(changeMind(doubted, calm, rolls(1, 0, 0)).beliefs).toEqual([THREE[0], THREE[2], THREE[1]])
    expect(changeMind(doubted, upset, rolls(1, 0, 0))).toEqual(doubted)
  })

  it('do not add a doubted belief again, and keep at least two beliefs', () => {
    const doubted = mind(THREE.slice(0, 2), ['Am I so sure that clocks may disagree?'])
    const upsetDay = { ...upset, talkedRoundTo: ['clocks may disagree'] }
    expect(changeMind(doubted, upsetDay, rolls(0, 0, 1))).toEqual(doubted)
  })

  it('keep at most five questions', () => {
    const wondering = mind(THREE, ['a?', 'b?', 'c?', 'd?', 'e?'])
    expect(changeMind(wondering, upset, rolls(0, 0, 1))).toEqual(wondering)
  })
})

describe('an unanswered counter-argument', () => {
  const dayWithCounterArgument = { ...calm, unanswered: [{ name: 'Ada', reason: 'the lower clock gains at night' }] }
  const QUESTION = 'Is Ada right that the lower clock gains at night?'

  it('becomes a question by chance, up to five questions', () => {
    expect(changeMind(mind(THREE), dayWithCounterArgument, rolls(1, 0, 1, 1, 0)).openQuestions).toEqual([QUESTION])
    expect(changeMind(mind(THREE), dayWithCounterArgument, rolls(1, 0, 1, 1, 1)).openQuestions).toEqual([])
    const full = ['A?', 'B?', 'C?', 'D?', 'E?']
    expect(changeMind(mind(THREE, full), dayWithCounterArgument, rolls(1, 0, 1, 1, 0)).openQuestions).toEqual(full)
  })

  it('is dropped after conceding to its author, or after some time', () => {
    const convictions = mind(THREE, ['What is under the stair?', QUESTION])
    const remainingQuestions = ['What is under the stair?']
    expect(changeMind(convictions, { ...calm, cameRoundTo: ['Ada'] }, rolls(1, 0, 1, 1, 1)).openQuestions).toEqual(
      remainingQuestions,
    )
    expect(changeMind(convictions, calm, rolls(1, 0, 1, 0, 1)).openQuestions).toEqual(remainingQuestions)
    expect(changeMind(convictions, calm, rolls(1, 0, 1, 1, 1)).openQuestions).toEqual(convictions.openQuestions)
  })
})
