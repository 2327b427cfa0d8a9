// Tests of appointments recognised in texts.
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import { appointmentIn } from './promises.ts'

/** A Tuesday at 10:00 UTC. */
const NOW = Date.UTC(2026, 2, 10, 10)
const DAY = Math.floor(NOW / DAY_MS) * DAY_MS
const PLACES = [
  { id: 'bishop', label: 'The Wet Bishop' },
  { id: 'pier', label: 'Pier Two' },
  { id: 'hall', label: 'The Fish Hall' },
  { id: 'rusk', label: 'Rusk’s Biscuit House' },
]
const on = (day: number, hour: number) => DAY + day * DAY_MS + hour * HOUR_MS

describe('an appointment', () => {
  it.each([
    ['Shall we meet at four, at the Wet Bishop?', 'bishop', on(0, 16)],
    ['At four, at the Wet Bishop, let us talk about it.', 'bishop', on(0, 16)],
    ['Come to Pier Two tomorrow at half past three!', 'pier', on(1, 15.5)],
    ["I'll be at Rusk's Biscuit House on Friday at 11", 'rusk', on(3, 11)],
    ['meet me at the fish hall in two hours', 'hall', on(0, 12)],
    ['How about the Wet Bishop at 9 in the morning?', 'bishop', on(1, 9)],
    ['Will you come to the Fish Hall tonight at eight?', 'hall', on(0, 20)],
    ['See you at Pier Two, 18:30.', 'pier', on(0, 18.5)],
    ['Join me at noon at the Wet Bishop', 'bishop', on(0, 12)],
    ['Let us meet a quarter to five at Pier Two', 'pier', on(0, 16.75)],
    ['Meet me on Tuesday at 3pm at Pier Two.', 'pier', on(7, 15)],
  ])('%s', (text, placeId, at) => {
    expect(appointmentIn(text, NOW, PLACES)).toEqual({ placeId, at })
  })

  it.each([
    'I was at the Wet Bishop at four yesterday.',
    'I cannot come to the Wet Bishop at four.',
    'Let us meet at four.',
    'Let us meet at the Wet Bishop.',
    'Come to the Dry Cardinal at four.',
    'The Wet Bishop has four tables.',
    'Meet me at Pier Two in three weeks at four hundred',
    'Meet me at 77 at Pier Two',
    '',
  ])('is not recognised in %j', (text) => {
    expect(appointmentIn(text, NOW, PLACES)).toBeNull()
  })
})
