// Tests of feelings, moods and well-being.
import { describe, expect, it } from 'vitest'
import {
  EMOTIONS,
  EXPERIENCES,
  type Experience,
  type Feelings,
  fade,
  feel,
  moodOf,
  temperament,
  wellBeing,
} from './feelings.ts'

const all = (value: number): Feelings => Object.fromEntries(EMOTIONS.map((name) => [name, value])) as Feelings
const rest = temperament(() => 0.5)

describe('feelings', () => {
  it('stay between 0 and 1 after any number of experiences', () => {
    for (const happening of Object.keys(EXPERIENCES) as Experience[])
      for (const start of [all(0), all(1)]) {
        let feelings = start
        for (let n = 0; n < 50; n++) feelings = feel(feelings, happening)
        for (const emotion of EMOTIONS) {
          expect(feelings[emotion]).toBeGreaterThanOrEqual(0)
          expect(feelings[emotion]).toBeLessThanOrEqual(1)
        }
      }
  })

  it('change by the experience and its weight', () => {
    expect(feel(rest, 'won')).toMatchObject({ pride: 0.45, joy: 0.5, calm: 0.35, anger: rest.anger })
    expect(feel(rest, 'won', 0.5)).toMatchObject({ pride: 0.325, joy: 0.4 })
    expect(feel(rest, 'won', 0)).toEqual(rest)
  })

  it('fade half way to the temperament in five hours, and fully within days', () => {
    const stirred = feel(rest, 'was_vexed')
    expect(fade(stirred, rest, 0)).toEqual(stirred)
    expect(fade(stirred, rest, 5).anger).toBeCloseTo((stirred.anger + rest.anger) / 2, 3)
    expect(fade(stirred, rest, 240)).toEqual(rest)
  })

  it('fade alike in one step and in many, apart from rounding', () => {
    const stirred = feel(rest, 'grieved')
    let slowly = stirred
    for (let hour = 0; hour < 6; hour++) slowly = fade(slowly, rest, 1)
    const once = fade(stirred, rest, 6)
    for (const emotion of EMOTIONS) expect(slowly[emotion]).toBeCloseTo(once[emotion], 2)
  })

  it('vary between temperaments by at most 0.12', () => {
    for (const [roll, away] of [
      [0, -0.12],
      [1, 0.12],
    ] as const)
      expect(temperament(() => roll).calm).toBeCloseTo(0.4 + away, 3)
  })
})

describe('mood', () => {
  it.each([
    ['was_vexed', 'anger'],
    ['grieved', 'sadness'],
    ['was_worried', 'worry'],
    ['was_alone', 'loneliness'],
    ['was_worn_out', 'fatigue'],
    ['won', 'pride'],
  ] as const)('after %s is named after %s', (happening, emotion) => {
    expect(moodOf(feel(rest, happening), rest).emotion).toBe(emotion)
  })

  it('has a stronger word at a greater distance from the temperament', () => {
    const words = [0.2, 0.6, 1].map((weight) => moodOf(feel(rest, 'was_vexed', weight), rest))
    expect(words.map(({ word }) => word)).toEqual(['irritable', 'indignant', 'indignant'])
    for (const { intensity } of words) expect(intensity).toBeLessThanOrEqual(1)
  })
})

describe('well-being', () => {
  it('runs from -1 (bad) to 1 (good)', () => {
    const good = { ...all(0), joy: 1, trust: 1, pride: 1, calm: 1 }
    const bad = { ...all(0), sadness: 1, anger: 1, worry: 1, loneliness: 1 }
    expect([wellBeing(good), wellBeing(bad), wellBeing(all(0.5))]).toEqual([1, -1, 0])
  })
})
