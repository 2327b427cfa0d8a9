import { inWords } from './slots.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday']

/** `four`, `half past nine`, `noon`. */
function clockWords(at: number): string {
  const hour = Math.floor(at / HOUR_MS) % 24
  const minutes = Math.floor((at % HOUR_MS) / 60_000)
  const past = inWords(hour % 12 || 12)
  if (minutes === 0) return hour === 0 ? 'midnight' : hour === 12 ? 'noon' : past
  return minutes === 30 ? `half past ${past}` : minutes === 15 ? `a quarter past ${past}` : `${past} ${minutes}`
}

/** A time as somebody says it now: `tomorrow at four`, `on Friday at noon`. */
export function whenWords(at: number, now: number): string {
  const days = Math.floor(at / DAY_MS) - Math.floor(now / DAY_MS)
  const hour = Math.floor(at / HOUR_MS) % 24
  const part = hour >= 5 && hour < 11 ? ' in the morning' : hour >= 19 ? ' in the evening' : ''
  const clock = `at ${clockWords(at)}${part}`
  if (days === 0) return clock
  if (days === 1) return `tomorrow ${clock}`
  if (days === -1) return `yesterday ${clock}`
  return `on ${DAYS[Math.floor(at / DAY_MS) % 7]!} ${clock}`
}
