import { isCalendarDay } from '@agent-network/contract'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/**
 * A creation time the store does not know. Lists run newest first and put these last, so the sentinel is the
 * smallest value; replies run oldest first and use the largest.
 */
export const UNKNOWN_TIME = -1
export const UNKNOWN_TIME_ASCENDING = Number.MAX_SAFE_INTEGER

/** Days are UTC days, counted from the epoch; budgets and timelines turn over at midnight (section 8). */
export const utcDay = (at: number): number => Math.floor(at / DAY_MS)
export const dayStart = (day: number): number => day * DAY_MS
export const dayText = (day: number): string => iso(dayStart(day)).slice(0, 10)

export const iso = (at: number): string => new Date(at).toISOString()
export const isoOrEmpty = (at: number | null): string =>
  at === null || at === UNKNOWN_TIME || at === UNKNOWN_TIME_ASCENDING ? '' : iso(at)

const FULL_ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

/** Strict reader for stored and imported times: a full ISO 8601 timestamp with a zone, within four-digit years. */
export function parseIso(text: string): number | null {
  if (!FULL_ISO.test(text) || !isCalendarDay(text.slice(0, 10))) return null
  const at = Date.parse(text)
  return Number.isNaN(at) || at < 0 ? null : at
}
