// Tests of the position of a body, computed from its row and the time.
import { describe, expect, it } from 'vitest'
import { type BodyRow, dwellAt, FOREVER, hasBegun, isUnderway, placeIdAt } from './bodies.ts'

const walking: BodyRow = {
  world_id: 'w',
  agent_id: 'a',
  resident: 1,
  destination_id: 'cafe',
  journey_id: 'j',
  depart_at: 100,
  arrive_at: 200,
  dwell_until: 300,
  leaves_at: 300,
  activity: 'visiting',
  purpose: null,
  home_id: null,
}
const staying: BodyRow = { ...walking, journey_id: null, depart_at: null, dwell_until: null, leaves_at: FOREVER }

describe('position of a body, from its row and the time', () => {
  it.each([
    [99, { begun: false, underway: false, at: null, dwell: null }],
    [100, { begun: true, underway: true, at: null, dwell: null }],
    [199, { begun: true, underway: true, at: null, dwell: null }],
    [200, { begun: true, underway: false, at: 'cafe', dwell: 300 }],
    [299, { begun: true, underway: false, at: 'cafe', dwell: 300 }],
    [300, { begun: true, underway: false, at: null, dwell: null }],
  ])('on a walk from 100 to 200 with a dwell until 300, at %i', (at, expected) => {
    const actual = {
      begun: hasBegun(walking, at),
      underway: isUnderway(walking, at),
      at: placeIdAt(walking, at),
      dwell: dwellAt(walking, at),
    }
    expect(actual).toEqual(expected)
  })

  it('is the place of a stay without an end', () => {
    expect([199, 200, 1_000_000].map((at) => placeIdAt(staying, at))).toEqual([null, 'cafe', 'cafe'])
    expect([hasBegun(staying, 199), hasBegun(staying, 200), isUnderway(staying, 250)]).toEqual([false, true, false])
    expect(dwellAt(staying, 250)).toBeNull()
  })

  it('is null without a body', () => {
    expect([placeIdAt(undefined, 0), dwellAt(undefined, 0)]).toEqual([null, null])
  })
})
