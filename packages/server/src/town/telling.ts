import { DAY_MS, HOUR_MS, iso } from '../core/day.ts'
import { WEEKDAYS, weekdayOf } from './almanac.ts'
import type { State, ThingKind } from './states.ts'

const ONES = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const inWords = (n: number): string => ONES[n] ?? String(n)
const plural = (n: number, noun: string): string => `${inWords(n)} ${noun}${n === 1 ? '' : 's'}`

/** A day as somebody would name it from today: `today`, `yesterday`, `Tuesday`, `3 March`. */
export function dayName(then: number, now: number): string {
  const [day, today] = [Math.floor(then / DAY_MS), Math.floor(now / DAY_MS)]
  if (day === today) return 'today'
  if (day === today - 1) return 'yesterday'
  if (day === today + 1) return 'tomorrow'
  if (day < today && today - day < 7) return WEEKDAYS[weekdayOf(day)]!
  if (day > today && day - today < 7) return WEEKDAYS[weekdayOf(day)]!
  const date = new Date(then)
  const month = date.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })
  return `${date.getUTCDate()} ${month}`
}

/** `8:05`, without a nought in front. */
export const clockTime = (at: number): string => iso(at).slice(11, 16).replace(/^0/, '')

/** What is wrong with a thing of this kind, and what it does when nothing is. */
const WORKING: Partial<Record<ThingKind, readonly [works: string, broken: string]>> = {
  lift: ['is running', 'has been out of order'],
  oven: ['is hot again', 'has been cold'],
  bell: ['is ringing', 'has been silent'],
  lamp: ['is lit', 'has been out'],
  vane: ['turns freely', 'has been stuck'],
  organ: ['plays', 'has been choked with leaves'],
  pump: ['gives water', 'has been dry'],
}

/** `last night`, `9:13 today`, `Tuesday`. */
function sinceWhen(since: number, at: number): string {
  const day = dayName(since, at)
  if (day !== 'today') return day
  return since % DAY_MS < 6 * HOUR_MS ? 'last night' : `${clockTime(since)} today`
}

export interface ToldState {
  readonly kind: ThingKind
  readonly state: State
  readonly since: number
}

/** How a thing is, as a clause that follows its name. `nameOf` gives names of people by id. */
export function clauseOf({ kind, state, since }: ToldState, at: number, nameOf: (id: string) => string): string {
  switch (state.sort) {
    case 'offset': {
      const { minutes } = state
      if (minutes === 0) return 'is right to the minute'
      return `is ${plural(Math.abs(minutes), 'minute')} ${minutes < 0 ? 'slow' : 'fast'}`
    }
    case 'working': {
      const [works, broken] = WORKING[kind] ?? ['works', 'has been broken']
      if (!state.broken) return works
      return `${broken} since ${sinceWhen(since, at)}`
    }
    case 'count':
      return kind === 'cistern' ? `is ${state.n} parts in the hundred full` : `holds ${state.n} ${state.of}`.trim()
    case 'stock':
      return at < state.goneAt
        ? 'is still to be had'
        : `was sold out at ${clockTime(state.goneAt)}${dayName(state.goneAt, at) === 'today' ? '' : ` ${dayName(state.goneAt, at)}`}`
    case 'lent':
      return state.to === '' ? 'is in its place' : `has been with ${nameOf(state.to)} since ${sinceWhen(since, at)}`
    case 'away':
      if (state.why !== '') return `is ${state.why}`
      return at < state.until ? `is out until ${clockTime(state.until)}` : 'is at its mooring'
    case 'fed': {
      const hours = Math.floor((at - state.at) / HOUR_MS)
      return hours < 20 ? 'was fed this morning' : `has not been fed since ${dayName(state.at, at)}`
    }
    case 'steps':
      return `stands at ${plural(state.steps, 'step')}`
  }
}
