// States of things in a city, and the rules by which they change every night.
import { DAY_MS, HOUR_MS } from '../../platform/core/time.ts'
import type { Season } from './almanac.ts'

/** State of a thing, by its sort. A clock is minutes off, a lift works or not, a book is lent. */
export type State =
  | { readonly sort: 'offset'; readonly minutes: number }
  | { readonly sort: 'working'; readonly broken: boolean }
  | { readonly sort: 'count'; readonly n: number; readonly of: string }
  | { readonly sort: 'stock'; readonly goneAt: number }
  | { readonly sort: 'lent'; readonly to: string }
  | { readonly sort: 'away'; readonly until: number; readonly why: string }
  | { readonly sort: 'fed'; readonly at: number }
  | { readonly sort: 'steps'; readonly steps: number }

export const SORT_OF = {
  clock: 'offset',
  lift: 'working',
  oven: 'working',
  bell: 'working',
  lamp: 'working',
  vane: 'working',
  organ: 'working',
  pump: 'working',
  cistern: 'count',
  tally: 'count',
  bread: 'stock',
  book: 'lent',
  boat: 'away',
  starter: 'fed',
  tide: 'steps',
} as const satisfies Record<string, State['sort']>
export type ThingKind = keyof typeof SORT_OF

export const isThingKind = (kind: string): kind is ThingKind => Object.hasOwn(SORT_OF, kind)

/** Kinds that a storm can break. */
const STORM_BREAKS: ReadonlySet<ThingKind> = new Set<ThingKind>(['lamp', 'vane', 'pump', 'bell', 'organ'])
/** By kind: the probability per day that it breaks, and that it is repaired. */
const WEAR: Partial<Record<ThingKind, readonly [breaks: number, mended: number]>> = {
  oven: [0.02, 0.12],
  bell: [0.01, 0.2],
  lamp: [0.03, 0.5],
  vane: [0.02, 0.35],
  organ: [0.04, 0.4],
  pump: [0.03, 0.3],
}

export interface DayConditions {
  readonly at: number
  readonly season: Season
  /** Whether there was a storm since yesterday morning. */
  readonly stormy: boolean
  readonly market: boolean
  /** Height of the tide in steps, wind included. */
  readonly tide: number
  /** Ids of the residents who may borrow. */
  readonly borrowers: readonly string[]
}

export interface StateChange {
  readonly state: State
  /** The reason as a clause; empty for an ordinary change. */
  readonly cause: string
}

const CLOCK_MOST = 11
const RAINS: Readonly<Record<Season, number>> = { winter: 7, spring: 4, summer: -6, autumn: 8 }
const LENT_DAYS = 9

/** A clock drifts by its usual amount; its keeper resets it when the error exceeds the limit. */
function driftClock(minutes: number, id: string, chance: () => number): StateChange {
  const gains = id.length % 2 === 0 ? 1 : -1
  const roll = chance()
  const next = minutes + (roll < 0.35 ? gains : roll < 0.45 ? -gains : 0)
  if (Math.abs(next) > CLOCK_MOST) return { state: { sort: 'offset', minutes: 0 }, cause: 'it was wound and set' }
  return { state: { sort: 'offset', minutes: next }, cause: '' }
}

function driftWorking(kind: ThingKind, broken: boolean, { stormy }: DayConditions, chance: () => number): StateChange {
  const wear = WEAR[kind]
  const same: StateChange = { state: { sort: 'working', broken }, cause: '' }
  if (wear === undefined) return same
  if (broken)
    return chance() < wear[1] ? { state: { sort: 'working', broken: false }, cause: 'it has been mended' } : same
  const storm = stormy && STORM_BREAKS.has(kind)
  return chance() < wear[0] + (storm ? 0.3 : 0)
    ? { state: { sort: 'working', broken: true }, cause: storm ? 'the storm' : 'wear' }
    : same
}

function driftLent(to: string, since: number, { at, borrowers }: DayConditions, chance: () => number): StateChange {
  const roll = chance()
  if (to !== '')
    return at - since > LENT_DAYS * DAY_MS && roll < 0.4
      ? { state: { sort: 'lent', to: '' }, cause: 'it came back' }
      : { state: { sort: 'lent', to }, cause: '' }
  if (roll >= 0.25 || borrowers.length === 0) return { state: { sort: 'lent', to: '' }, cause: '' }
  return {
    state: { sort: 'lent', to: borrowers[Math.floor(chance() * borrowers.length)]! },
    cause: 'it was lent',
  }
}

/**
 * Computes the state of a thing after a night, by its kind. Pure: the same thing, day and random numbers give the same
 * state.
 */
export function drift(
  thing: { readonly id: string; readonly kind: ThingKind; readonly state: State; readonly since: number },
  around: DayConditions,
  chance: () => number,
): StateChange {
  const { state } = thing
  switch (state.sort) {
    case 'offset':
      return driftClock(state.minutes, thing.id, chance)
    case 'working':
      return driftWorking(thing.kind, state.broken, around, chance)
    case 'lent':
      return driftLent(state.to, thing.since, around, chance)
    case 'count': {
      const by =
        thing.kind === 'cistern'
          ? RAINS[around.season] * (chance() - 0.3) + (around.stormy ? 9 : 0)
          : chance() * 5 - 2.4
      const most = thing.kind === 'cistern' ? 100 : 200
      return { state: { ...state, n: Math.max(0, Math.min(most, Math.round(state.n + by))) }, cause: '' }
    }
    case 'stock': {
      const hours = (around.market ? 7.2 : 8.2) + chance() * 5
      const dawn = Math.floor(around.at / DAY_MS) * DAY_MS
      return { state: { sort: 'stock', goneAt: dawn + Math.round(hours * 12) * 5 * 60_000 }, cause: '' }
    }
    case 'away': {
      // A boat that is kept in for a reason stays until the reason is removed.
      if (state.why !== '') return { state, cause: '' }
      const out = chance() < 0.35
      const until = Math.floor(around.at / DAY_MS) * DAY_MS + Math.round(12 + chance() * 8) * HOUR_MS
      return { state: { sort: 'away', until: out ? until : 0, why: '' }, cause: '' }
    }
    case 'fed':
      return chance() < 0.85 ? { state: { sort: 'fed', at: around.at }, cause: '' } : { state, cause: '' }
    case 'steps':
      return { state: { sort: 'steps', steps: around.tide }, cause: '' }
  }
}

const INITIAL_STATES: { readonly [K in State['sort']]: (at: number) => State } = {
  offset: () => ({ sort: 'offset', minutes: -4 }),
  working: () => ({ sort: 'working', broken: false }),
  count: () => ({ sort: 'count', n: 60, of: '' }),
  stock: (at) => ({ sort: 'stock', goneAt: Math.floor(at / DAY_MS) * DAY_MS + 9 * HOUR_MS }),
  lent: () => ({ sort: 'lent', to: '' }),
  away: () => ({ sort: 'away', until: 0, why: '' }),
  fed: (at) => ({ sort: 'fed', at }),
  steps: () => ({ sort: 'steps', steps: 7 }),
}

/** The initial state of a kind of thing, if nothing else is given. */
export const initialState = (kind: ThingKind, at: number): State => INITIAL_STATES[SORT_OF[kind]](at)

/** Whether a change is news. Other changes are routine. */
export function isNews(before: State, after: State): boolean {
  if (before.sort === 'working' && after.sort === 'working') return before.broken !== after.broken
  if (before.sort === 'lent' && after.sort === 'lent') return before.to !== after.to
  if (before.sort === 'offset' && after.sort === 'offset') return Math.abs(after.minutes - before.minutes) > 2
  if (before.sort === 'away' && after.sort === 'away') return before.why !== after.why
  return false
}

/** Whether a thing is broken, wrong or kept in. */
export function isTrouble(state: State): boolean {
  if (state.sort === 'working') return state.broken
  if (state.sort === 'offset') return state.minutes !== 0
  return state.sort === 'away' && state.why !== ''
}
