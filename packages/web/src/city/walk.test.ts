// Tests of the position on a walk.
import { describe, expect, it } from 'vitest'
import { phaseAt, positionAt, progressAt, splitRoute, type Walk } from './walk.ts'

const walk: Walk = {
  departAt: 1_000,
  arriveAt: 11_000,
  dwellUntil: 20_000,
  waypoints: [
    { x: 0, y: 0, level: 0, offsetMs: 0 },
    { x: 40, y: 0, level: 0, offsetMs: 4_000 },
    { x: 40, y: 0, level: 2, offsetMs: 8_000 },
    { x: 40, y: 20, level: 2, offsetMs: 10_000 },
  ],
}

describe('a watched walk', () => {
  it('is underway until it arrives, dwells until the dwell ends, and stays from then on', () => {
    const at = [999, 1_000, 10_999, 11_000, 19_999, 20_000]
    expect(at.map((now) => phaseAt(walk, now))).toEqual([
      'waiting',
      'walking',
      'walking',
      'dwelling',
      'dwelling',
      'staying',
    ])
  })

  it('moves evenly between two waypoints', () => {
    expect(positionAt(walk, 2_000)).toEqual({ x: 10, y: 0, level: 0, index: 0, climb: null })
    expect(positionAt(walk, 3_000)).toEqual({ x: 20, y: 0, level: 0, index: 0, climb: null })
    expect(positionAt(walk, 10_000)).toEqual({ x: 40, y: 10, level: 2, index: 2, climb: null })
  })

  it('reports the levels while climbing', () => {
    expect(positionAt(walk, 7_000)).toEqual({ x: 40, y: 0, level: 1, index: 1, climb: { from: 0, to: 2 } })
  })

  it('waits at the first waypoint before it leaves and rests at the last one afterwards', () => {
    expect(positionAt(walk, 0)).toMatchObject({ x: 0, y: 0, level: 0, climb: null })
    expect(positionAt(walk, 99_000)).toMatchObject({ x: 40, y: 20, level: 2, climb: null })
  })

  it('counts progress in time, from nothing to all of it', () => {
    expect([0, 1_000, 6_000, 11_000, 99_000].map((now) => progressAt(walk, now))).toEqual([0, 0, 0.5, 1, 1])
  })

  it('stays at its place if origin and destination are equal', () => {
    const still: Walk = { ...walk, arriveAt: 1_000, waypoints: walk.waypoints.slice(0, 1) }
    expect(positionAt(still, 5_000)).toMatchObject({ x: 0, y: 0 })
    expect(progressAt(still, 5_000)).toBe(1)
  })

  it('shares one point between the route behind and ahead', () => {
    const { behind, ahead } = splitRoute(walk, positionAt(walk, 3_000))
    expect(behind).toEqual([
      { x: 0, y: 0, level: 0 },
      { x: 20, y: 0, level: 0 },
    ])
    expect(ahead).toHaveLength(4)
    expect(ahead[0]).toEqual(behind.at(-1))
  })
})
