// Tests of the city levels.
import { describe, expect, it } from 'vitest'
import { climbsTo, levelsOf, streetsOn } from './levels.ts'

const street = (level: number) => ({ x1: 0, y1: 0, level1: level, x2: 400, y2: 0, level2: level, lift: false })
const LIFT = { x1: 400, y1: 0, level1: 1, x2: 400, y2: 0, level2: 0, lift: true }
const STAIRS = { x1: 0, y1: 0, level1: 1, x2: 30, y2: 0, level2: 2, lift: false }
const CITY = [street(0), street(1), street(2), LIFT, STAIRS]

describe('levels of the city', () => {
  it('are drawn from the lowest up, each once', () => {
    expect(levelsOf([{ level: 2 }, { level: -1 }, { level: 2 }, { level: 0 }])).toEqual([-1, 0, 2])
  })

  it('have their own streets, and the lifts and stairs that end there', () => {
    expect([0, 1, 2].map((level) => streetsOn(CITY, level))).toEqual([[street(0)], [street(1)], [street(2)]])
    expect([0, 1, 2].map((level) => climbsTo(CITY, level))).toEqual([[], [LIFT], [STAIRS]])
  })
})
