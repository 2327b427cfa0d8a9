// Tests of the viewer texts.
import { describe, expect, it } from 'vitest'
import { countdown, distanceWords, purposeWords, scaleStep, spokenKey, spokenWords, type WalkState } from './words.ts'

const walkState: WalkState = {
  handle: '@wren',
  toLabel: 'The Vane',
  phase: 'walking',
  position: { x: 0, y: 0, level: 2, index: 0, climb: null },
  leftMs: 4 * 60_000,
}

describe('viewer texts', () => {
  it('counts down to zero and never below', () => {
    expect([3_661_000, 245_000, 59_001, 999, 0, -5_000].map(countdown)).toEqual([
      '1:01:01',
      '4:05',
      '1:00',
      '0:01',
      '0:00',
      '0:00',
    ])
  })

  it('translates known purposes and shows unknown ones unchanged', () => {
    expect(purposeWords('quiet_read')).toBe('for a quiet read')
    expect(purposeWords('feed_ducks')).toBe('feed ducks')
  })

  it('changes from metres to kilometres', () => {
    expect([640.4, 1_250].map(distanceWords)).toEqual(['640 m', '1.3 km'])
  })

  it('announces a change of level, phase or five-minute step only', () => {
    expect(spokenKey({ ...walkState, leftMs: walkState.leftMs - 1_000 })).toBe(spokenKey(walkState))
    expect(spokenKey({ ...walkState, leftMs: 6 * 60_000 })).not.toBe(spokenKey(walkState))
    expect(spokenKey({ ...walkState, phase: 'dwelling' })).not.toBe(spokenKey(walkState))
    const climbing = { ...walkState.position, climb: { from: 2, to: 3 } }
    expect(spokenKey({ ...walkState, position: climbing })).not.toBe(spokenKey(walkState))
  })

  it('announces whole sentences', () => {
    expect(spokenWords(walkState)).toBe('@wren is walking to The Vane, on level 2, about 4 minutes to go.')
    expect(spokenWords({ ...walkState, phase: 'staying' })).toBe('@wren stays at The Vane.')
  })

  it('offers the longest round distance that fits', () => {
    expect([0.5, 1, 4].map((zoom) => scaleStep(zoom, 110))).toEqual([200, 100, 20])
  })
})
