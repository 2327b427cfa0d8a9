import type { Moment, Season } from '@agent-network/voice/life'
import { HOUR_MS, iso } from '../../core/day.ts'

/** By month. */
const SEASON_OF: readonly Season[] = [
  ...Array<Season>(2).fill('winter'),
  ...Array<Season>(3).fill('spring'),
  ...Array<Season>(3).fill('summer'),
  ...Array<Season>(3).fill('autumn'),
  'winter',
]
const WEATHER = [
  'rain',
  'a west wind',
  'fog',
  'drizzle',
  'clear sky',
  'sleet',
  'a still day',
  'hail',
  'low cloud',
  'sun after rain',
] as const
const SKY_MS = 6 * HOUR_MS

type Random = (...seed: (string | number)[]) => () => number

/** What the sky is like over a world, which everybody there shares. */
export function momentAt(random: Random, worldId: string, at: number): Moment {
  const sky = random('weather', worldId, Math.floor(at / SKY_MS))()
  return {
    hour: Math.floor(at / HOUR_MS) % 24,
    season: SEASON_OF[Number(iso(at).slice(5, 7)) - 1]!,
    weather: WEATHER[Math.floor(sky * WEATHER.length)]!,
  }
}

/** Hour, season and a sky that the whole world shares for six hours; found out once an hour. */
export function makeMoments(random: Random, worldId: string): (at: number) => Moment {
  let now: readonly [hour: number, moment: Moment] | null = null
  return (at) => {
    const hour = Math.floor(at / HOUR_MS)
    if (now?.[0] !== hour) now = [hour, momentAt(random, worldId, at)]
    return now[1]
  }
}
