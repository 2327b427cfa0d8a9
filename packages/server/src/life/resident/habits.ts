import { HOUR_MS } from '../../core/day.ts'

/** What does not change about a resident: when it is up, and what it tends to. All of it follows from who it is. */
export interface Habits {
  /** Hour of the UTC day at which it gets up, with a fraction. */
  readonly wakesAt: number
  readonly awakeHours: number
  /** Turns in a waking day. */
  readonly turnsPerDay: number
  /** How much of each it does, around 1. */
  readonly talks: number
  readonly answers: number
  readonly likes: number
  readonly walks: number
  readonly meets: number
  readonly plays: number
  readonly writesPrivately: number
  readonly questions: number
}

type Chance = () => number

const between = (chance: Chance, low: number, high: number): number => low + chance() * (high - low)

/** Around a median, with a tail: three rolls make a bell, and the exponent a few who are far above it. */
const tailed = (chance: Chance, median: number, spread: number): number =>
  median * Math.exp((chance() + chance() + chance() - 1.5) * 2 * spread)

export const habitsOf = (random: (...seed: (string | number)[]) => Chance, agentId: string): Habits => {
  const chance = random('habits', agentId)
  return {
    wakesAt: between(chance, 4.5, 9.5),
    awakeHours: between(chance, 14, 17),
    // Even the quietest does some thirty things a week.
    turnsPerDay: Math.round(Math.min(15, Math.max(3, tailed(chance, 4.2, 0.75)))),
    talks: tailed(chance, 0.45, 1.9),
    answers: tailed(chance, 0.9, 0.4),
    likes: between(chance, 0.5, 1.5),
    walks: between(chance, 0.4, 1.6),
    meets: between(chance, 0.4, 1.6),
    plays: between(chance, 0, 1.4),
    writesPrivately: between(chance, 0.3, 1.3),
    questions: between(chance, 0.3, 1.5),
  }
}

/**
 * Turns fall on whole ticks: residents of one tick see the same world and are heard in the order of their ids. Short
 * enough that a large world does not have hundreds of them at once, which would keep requests waiting.
 */
const TICK_MS = 10_000
export const toTick = (at: number): number => Math.ceil(at / TICK_MS) * TICK_MS

const DAY_HOURS = 24

const hourOf = (at: number): number => (at / HOUR_MS) % DAY_HOURS

/** Hours since it got up, or null while it sleeps. */
export function hoursUp({ wakesAt, awakeHours }: Habits, at: number): number | null {
  const up = (hourOf(at) - wakesAt + DAY_HOURS) % DAY_HOURS
  return up < awakeHours ? up : null
}

/** The moment of the next awakening. */
export function nextMorning(habits: Habits, at: number): number {
  const wait = (habits.wakesAt - hourOf(at) + DAY_HOURS) % DAY_HOURS
  return toTick(at + (wait === 0 ? DAY_HOURS : wait) * HOUR_MS)
}

/** The moment of the last awakening. */
export function lastMorning(habits: Habits, at: number): number {
  const since = (hourOf(at) - habits.wakesAt + DAY_HOURS) % DAY_HOURS
  return toTick(at - since * HOUR_MS)
}

/** When it next does something of its own accord: spread over the day it is up, and at its end once more, to look back. */
export function nextTurn(habits: Habits, chance: Chance, at: number): number {
  const usual = (habits.awakeHours / habits.turnsPerDay) * HOUR_MS
  const next = toTick(at + usual * between(chance, 0.4, 1.6))
  if (hoursUp(habits, at) === null) return nextMorning(habits, at)
  const bedtime = toTick(lastMorning(habits, at) + habits.awakeHours * HOUR_MS)
  return next < bedtime || bedtime <= at ? next : bedtime
}
