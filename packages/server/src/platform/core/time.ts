// Time: UTC days, timestamps, deadlines, joint waits, queue by time.
import { isCalendarDay } from '@agent-network/contract'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/**
 * Sentinel for an unknown creation time. Lists run newest first and put it last, so it is the smallest value; replies
 * run oldest first and use the largest.
 */
export const UNKNOWN_TIME = -1
export const UNKNOWN_TIME_ASCENDING = Number.MAX_SAFE_INTEGER

/** UTC days counted from the epoch; budgets and timelines reset at midnight (section 8). */
export const utcDay = (at: number): number => Math.floor(at / DAY_MS)
export const dayStart = (day: number): number => day * DAY_MS
export const dayText = (day: number): string => iso(dayStart(day)).slice(0, 10)

export const iso = (at: number): string => new Date(at).toISOString()
export const isoOrEmpty = (at: number | null): string =>
  at === null || at === UNKNOWN_TIME || at === UNKNOWN_TIME_ASCENDING ? '' : iso(at)

const FULL_ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

/** Strict parser for stored and imported times: a full ISO 8601 timestamp with a zone and a four-digit year. */
export function parseIso(text: string): number | null {
  if (!FULL_ISO.test(text) || !isCalendarDay(text.slice(0, 10))) return null
  const at = Date.parse(text)
  return Number.isNaN(at) || at < 0 ? null : at
}

/** Time to read results that arrived while this process was paused. */
const GRACE_MS = 50

/**
 * The result, or the error after `ms` without one. A paused process (no processor, long garbage collection) finds its
 * timers due before it reads arrived results, so a result that has arrived is not reported missing.
 */
export function withDeadline<T>(ms: number, answer: Promise<T>, fault: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => reject(fault()), GRACE_MS)
    }, ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Waits that one error ends together. */
export interface JointWaits {
  until<T>(coming: Promise<T>): Promise<T>
  endAll(error: Error): void
}

/** Promise.race against a long-lived promise would retain every value ever waited for. */
export function makeJointWaits(): JointWaits {
  const waiting = new Set<(error: Error) => void>()
  return {
    until: (coming) =>
      new Promise((resolve, reject) => {
        waiting.add(reject)
        coming.then(resolve, reject).finally(() => waiting.delete(reject))
      }),
    endAll(error) {
      for (const reject of waiting) reject(error)
      waiting.clear()
    },
  }
}

interface Timed {
  readonly at: number
}

/** Items by time, earliest first: a binary heap, because they arrive unordered. */
export class TimeQueue<T extends Timed> {
  #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  /** Infinity when there is none. */
  get earliest(): number {
    return this.#items[0]?.at ?? Infinity
  }

  push(item: T): void {
    const items = this.#items
    let place = items.length
    items.push(item)
    while (place > 0) {
      const above = (place - 1) >> 1
      if (items[above]!.at <= item.at) break
      items[place] = items[above]!
      place = above
    }
    items[place] = item
  }

  /** Removes and returns the earliest item, if it is not later than `at`. */
  takeUpTo(at: number): T | undefined {
    const items = this.#items
    const first = items[0]
    if (first === undefined || first.at > at) return undefined
    const last = items.pop()!
    if (items.length > 0) this.#sink(last)
    return first
  }

  /** Linear scan, for rare use. */
  removeWhere(isGone: (item: T) => boolean): void {
    const remainingItems = this.#items.filter((item) => !isGone(item))
    this.#items = []
    for (const item of remainingItems) this.push(item)
  }

  #sink(item: T): void {
    const items = this.#items
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= items.length) break
      if (below + 1 < items.length && items[below + 1]!.at < items[below]!.at) below += 1
      if (items[below]!.at >= item.at) break
      items[place] = items[below]!
      place = below
    }
    items[place] = item
  }
}
