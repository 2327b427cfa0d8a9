import { describe, expect, it } from 'vitest'
import { countdown, distanceWords, purposeWords, scaleStep, spokenKey, spokenWords, type Told } from './words.ts'

const told: Told = {
  handle: '@wren',
  toLabel: 'The Vane',
  phase: 'walking',
  position: { x: 0, y: 0, level: 2, index: 0, climb: null },
  leftMs: 4 * 60_000,
}

describe('the words of the viewer', () => {
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

  it('knows the purposes and reads an unknown one as it stands', () => {
    expect(purposeWords('quiet_read')).toBe('for a quiet read')
    expect(purposeWords('feed_ducks')).toBe('feed ducks')
  })

  it('changes from metres to kilometres', () => {
    expect([640.4, 1_250].map(distanceWords)).toEqual(['640 m', '1.3 km'])
  })

  it('does not speak every second, but when the level, the phase or the five minutes change', () => {
    expect(spokenKey({ ...told, leftMs: told.leftMs - 1_000 })).toBe(spokenKey(told))
    expect(spokenKey({ ...told, leftMs: 6 * 60_000 })).not.toBe(spokenKey(told))
    expect(spokenKey({ ...told, phase: 'dwelling' })).not.toBe(spokenKey(told))
    const climbing = { ...told.position, climb: { from: 2, to: 3 } }
    expect(spokenKey({ ...told, position: climbing })).not.toBe(spokenKey(told))
  })

  it('speaks in whole sentences', () => {
    expect(spokenWords(told)).toBe('@wren is walking to The Vane, on level 2, about 4 minutes to go.')
    expect(spokenWords({ ...told, phase: 'staying' })).toBe('@wren stays at The Vane.')
  })

  it('offers the longest round distance that fits', () => {
    expect([0.5, 1, 4].map((zoom) => scaleStep(zoom, 110))).toEqual([200, 100, 20])
  })
})
