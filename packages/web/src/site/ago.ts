// Relative times up to a week.
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `5 minutes ago`; null after a week, when the date is shown instead. */
export function agoInWords(then: number, now: number): string | null {
  const away = then - now
  const past = Math.abs(away)
  if (past < MINUTE) return 'just now'
  if (past < HOUR) return relative.format(Math.trunc(away / MINUTE), 'minute')
  if (past < DAY) return relative.format(Math.trunc(away / HOUR), 'hour')
  if (past < 7 * DAY) return relative.format(Math.trunc(away / DAY), 'day')
  return null
}
