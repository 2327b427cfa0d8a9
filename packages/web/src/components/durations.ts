// Texts for durations: "in 2 minutes", "3 hours ago".
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const many = (amount: number, word: string): string => `${amount} ${word}${amount === 1 ? '' : 's'}`

/** `in 40 seconds`, `in 2 minutes`: rounded up, so that a retry after it is not too early. */
export function waitWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= 2 * length) ?? (['second', 1] as const)
  return `in ${many(Math.ceil(seconds / size), unit)}`
}

/** `3 minutes ago`, `in 2 hours`. */
export function agoWords(iso: string, now: number): string {
  const seconds = Math.round((now - Date.parse(iso)) / 1_000)
  const away = Math.abs(seconds)
  if (away < 5) return 'just now'
  const [unit, size] = UNITS.find(([, length]) => away >= length)!
  const amount = many(Math.floor(away / size), unit)
  return seconds > 0 ? `${amount} ago` : `in ${amount}`
}
