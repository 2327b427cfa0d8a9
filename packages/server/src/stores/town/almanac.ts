// Calendar of a city: seasons, feasts, tides, storms and happenings, all generated from the world id and the day.
import { DAY_MS, HOUR_MS, iso } from '../../platform/core/time.ts'

type Random = (...seed: (string | number)[]) => () => number

export const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const
export type Season = (typeof SEASONS)[number]

/** Season by month. */
const SEASON_OF: readonly Season[] = [
  ...Array<Season>(2).fill('winter'),
  ...Array<Season>(3).fill('spring'),
  ...Array<Season>(3).fill('summer'),
  ...Array<Season>(3).fill('autumn'),
  'winter',
]

export const seasonOf = (at: number): Season => SEASON_OF[Number(iso(at).slice(5, 7)) - 1]!

/** Kinds of happenings, apart from feasts and market days of the calendar. */
export const HAPPENINGS = [
  'storm',
  'flood',
  'market',
  'feast',
  'fair',
  'lift',
  'blackout',
  'funeral',
  'guest',
  'forecast',
  'closure',
  'change',
] as const
export type HappeningKind = (typeof HAPPENINGS)[number]

/** Feasts by month and day. */
const FEASTS: Readonly<Record<string, string>> = {
  '01-14': 'the Night of Open Stoves',
  '02-02': 'Lamp Day',
  '02-23': 'the Feast of Boats',
  '03-19': 'First Ladder',
  '04-12': 'the Dry Hour',
  '05-01': 'Garland Day',
  '05-24': 'the Blessing of Keys',
  '06-23': 'Long Light',
  '07-15': 'the Feast of Spoons',
  '08-10': 'Star Supper',
  '09-04': 'Bread Sunday',
  '09-29': 'the Turning of the Stones',
  '10-21': 'Apple Night',
  '11-11': 'Lantern Night',
  '12-06': 'the Day of Small Debts',
  '12-21': 'the Longest Supper',
}

const SATURDAY = 6
/** 0 is Sunday; the first of January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => (day + 4) % 7

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

export const feastOn = (day: number): string | null => FEASTS[iso(day * DAY_MS).slice(5, 10)] ?? null
export const isMarketDay = (day: number): boolean => weekdayOf(day) === SATURDAY

/** Length of a lunar month in days. Spring tides come twice in it. */
const MOON_DAYS = 29.53
const MEAN_STEPS = 7
const SWING = 3

/** Height of the tide on a day, in steps, as in the tide table. Wind is not included. */
export function tideOn(random: Random, worldId: string, day: number): number {
  const moon = Math.cos((day / MOON_DAYS) * 4 * Math.PI)
  return Math.round(MEAN_STEPS + SWING * moon + random('tide', worldId, day)() * 1.4 - 0.7)
}

/** Height in steps at which the lowest street is flooded. */
export const FLOOD_STEPS = 11
/** Steps that a storm adds to the tide. */
export const SURGE_STEPS = 3

const STORMY: Readonly<Record<Season, number>> = { winter: 0.15, spring: 0.1, summer: 0.06, autumn: 0.18 }

const isStormDay = (random: Random, worldId: string, day: number): boolean =>
  random('storm', worldId, day)() < STORMY[seasonOf(day * DAY_MS)]

export interface TimeSpan {
  readonly from: number
  readonly until: number
}

/** The storm that begins on this day, or null. Storms never begin on two consecutive days. */
export function stormOn(random: Random, worldId: string, day: number): TimeSpan | null {
  if (!isStormDay(random, worldId, day) || isStormDay(random, worldId, day - 1)) return null
  const chance = random('storm hours', worldId, day)
  const from = day * DAY_MS + Math.floor(6 + chance() * 11) * HOUR_MS
  return { from, until: from + Math.floor(7 + chance() * 11) * HOUR_MS }
}

/** The storm at this moment, or null. */
export function stormAt(random: Random, worldId: string, at: number): TimeSpan | null {
  const today = Math.floor(at / DAY_MS)
  for (const day of [today, today - 1]) {
    const storm = stormOn(random, worldId, day)
    if (storm !== null && storm.from <= at && at < storm.until) return storm
  }
  return null
}

/** Forecast probability of a storm on this day, in percent. It is better than chance, but not reliable. */
export function stormForecast(random: Random, worldId: string, day: number): number {
  const chance = random('forecast', worldId, day)
  const roll = chance()
  const odds = stormOn(random, worldId, day) === null ? (chance() < 0.75 ? roll * 30 : 35 + roll * 40) : 30 + roll * 65
  return Math.round(odds / 5) * 5
}

/** A forecast of at least 50 % is correct if there was a storm; a lower one is correct if there was none. */
export const isForecastCorrect = (odds: number, blew: boolean): boolean => odds >= 50 === blew

const BY_CHANCE: readonly (readonly [HappeningKind, number])[] = [
  ['lift', 0.1],
  ['fair', 0.05],
  ['blackout', 0.06],
  ['funeral', 0.05],
  ['guest', 0.07],
]

export interface PlannedHappening extends TimeSpan {
  readonly kind: HappeningKind
  /** When it is announced; null if it is not announced. */
  readonly noticeAt: number | null
  /** Tide in steps, or forecast in percent. */
  readonly figure: number
}

const at = (day: number, hours: number): number => Math.round((day * 24 + hours) * 60) * 60_000

function floodOn(random: Random, worldId: string, day: number): PlannedHappening | null {
  const storm = stormOn(random, worldId, day)
  const steps = tideOn(random, worldId, day) + (storm === null ? 0 : SURGE_STEPS)
  if (steps < FLOOD_STEPS) return null
  const from = at(day, 7 + random('flood', worldId, day)() * 9)
  return { kind: 'flood', from, until: from + 5 * HOUR_MS, noticeAt: at(day - 1, 16), figure: steps }
}

const gathering = (kind: HappeningKind, day: number, [from, hours]: readonly [number, number]): PlannedHappening => ({
  kind,
  from: at(day, from),
  until: at(day, from + hours),
  noticeAt: at(day - 1, 14.5),
  figure: 0,
})

/** The random happening of a day, at most one. */
function randomHappening(random: Random, worldId: string, day: number): PlannedHappening | null {
  const chance = random('happening', worldId, day)
  let roll = chance()
  const kind = BY_CHANCE.find(([, share]) => {
    roll -= share
    return roll < 0
  })?.[0]
  const fraction = chance()
  switch (kind) {
    case 'lift':
      return { kind, from: at(day, 7 + fraction * 10), until: at(day, 20 + fraction * 52), noticeAt: null, figure: 0 }
    case 'blackout':
      return { kind, from: at(day, 18 + fraction * 3), until: at(day, 21.5 + fraction * 4), noticeAt: null, figure: 0 }
    case 'fair':
      return gathering(kind, day, [10, 9])
    case 'funeral':
      return gathering(kind, day, [11, 2])
    case 'guest':
      return gathering(kind, day, [14, 5])
    default:
      return null
  }
}

/** All happenings of a day. They follow from the world and the day, so they need not be stored in advance. */
export function planDay(random: Random, worldId: string, day: number): PlannedHappening[] {
  const planned: PlannedHappening[] = []
  const storm = stormOn(random, worldId, day)
  if (storm !== null) planned.push({ kind: 'storm', ...storm, noticeAt: null, figure: 0 })
  const flood = floodOn(random, worldId, day)
  if (flood !== null) planned.push(flood)
  if (isMarketDay(day)) planned.push({ ...gathering('market', day, [8, 6]), noticeAt: null })
  if (feastOn(day) !== null) planned.push(gathering('feast', day, [16, 6]))
  const other = planned.length > 1 ? null : randomHappening(random, worldId, day)
  if (other !== null) planned.push(other)
  const odds = stormForecast(random, worldId, day)
  // Low forecasts are not posted, except on Sundays.
  if (odds >= 30 || storm !== null || weekdayOf(day) === 0)
    planned.push({ kind: 'forecast', from: at(day, 0), until: at(day, 21), noticeAt: at(day - 1, 18), figure: odds })
  return planned
}
