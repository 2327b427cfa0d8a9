import { HOUR_MS } from '../../core/day.ts'
import { type Habits, hoursUp } from '../resident/habits.ts'

/** How somebody stands to whoever asks them to be somewhere. */
export interface Disposition {
  /** -1 to 1. */
  readonly affinity: number
  /** 0 to 1. */
  readonly trust: number
  readonly fatigue: number
  readonly bearsGrudge: boolean
  /** Promised elsewhere at about that time. */
  readonly isPromised: boolean
  readonly isUp: boolean
}

/** Whether somebody says yes. Nobody promises what they cannot do, and few meet whom they cannot stand. */
export function agreesTo({ affinity, trust, fatigue, bearsGrudge, isPromised, isUp }: Disposition, roll: number) {
  if (isPromised || !isUp) return false
  if (bearsGrudge) return roll < 0.08
  return roll < 0.7 + affinity * 0.4 + (trust - 0.3) * 0.3 - Math.max(0, fatigue - 0.3) * 0.5
}

/** Whether somebody who said yes lets the other wait: out of weariness or dislike, or because it slips the mind. */
export function forgets(
  { affinity, fatigue, bearsGrudge }: Pick<Disposition, 'affinity' | 'fatigue' | 'bearsGrudge'>,
  roll: number,
): boolean {
  return roll < 0.04 + Math.max(0, -affinity) * 0.3 + Math.max(0, fatigue - 0.3) * 0.15 + (bearsGrudge ? 0.25 : 0)
}

/** Whether somebody who let another wait says sorry, 0 to 1 by how stubborn they are. */
export const saysSorry = (stubborn: number, affinity: number, roll: number): boolean =>
  roll < 0.85 - stubborn * 0.6 + affinity * 0.2

/** Whether an apology is accepted. */
export const accepts = (stubborn: number, affinity: number, roll: number): boolean =>
  roll < 0.95 - stubborn * 0.5 + Math.min(0, affinity) * 0.3

/** Hours of the day at which people meet. */
const MEETING_HOURS = [10, 11, 12, 14, 15, 16, 17, 18, 19] as const

/** A whole hour within the next two days at which both are up; null when there is none. */
export function hourForBoth(one: Habits, other: Habits, at: number, roll: number): number | null {
  const midnight = Math.floor(at / (24 * HOUR_MS)) * 24 * HOUR_MS
  const hours = [0, 1]
    .flatMap((day) => MEETING_HOURS.map((hour) => midnight + (day * 24 + hour) * HOUR_MS))
    .filter((hour) => hour > at + HOUR_MS && hoursUp(one, hour) !== null && hoursUp(other, hour) !== null)
  return hours[Math.floor(roll * hours.length)] ?? null
}
